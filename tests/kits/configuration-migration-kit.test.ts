import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import MarkdownIt from "markdown-it";
import Papa from "papaparse";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import kit from "../../kits/configuration-migration-kit.ts";
import { applyPatch } from "../support/json-patch.ts";
import { runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run(input).value as Value;
const codesOf = (input: object) => valueOf(input).counts.byCode;
const fileOf = (input: object, name: string) =>
  valueOf(input).deliverables.find((file) => file.name === name)?.content ?? "";
const refusal = (input: object) => {
  const { ok, error, errors = [] } = run(input);
  return [ok, error?.code ?? errors[0]?.code, errors[0]?.path];
};
/** What the rules make of the data, and what is said of it. */
const ruled = (source: unknown, ...rules: object[]) => {
  const { migrated, rules: applied, findings } = valueOf({ source, rules });
  const said = findings.map(({ code, received }) => [code, received ?? ""].join(" ").trim());
  return [migrated as unknown, applied.map((one) => one.applied), said];
};

describe("rules", () => {
  test("move and copy, with what * stands for", () => {
    const source = { x: { "a/b": { v: 1 }, "c~d": { v: 2 } } };
    expect(ruled(source, { op: "move", from: "/x/*/v", to: "/y/*" })).toEqual([
      { x: { "a/b": {}, "c~d": {} }, y: { "a/b": 1, "c~d": 2 } },
      [2],
      [],
    ]);
    const list = { a: [1, 2, 3], b: [] };
    expect(ruled(list, { op: "move", from: "/a/*", to: "/b/-" })[0]).toEqual({
      a: [],
      b: [1, 2, 3],
    });
    expect(ruled({ a: { b: 1 } }, { op: "copy", from: "/a", to: "/c/d" })[0]).toEqual({
      a: { b: 1 },
      c: { d: { b: 1 } },
    });
  });

  test("into itself, out of itself, and onto something", () => {
    expect(ruled({ a: 1 }, { op: "move", from: "/a", to: "/a/b" })[0]).toEqual({ a: { b: 1 } });
    const out = { op: "move", from: "/a/b", to: "/a", overwrite: true };
    expect(ruled({ a: { b: 2 } }, out)[0]).toEqual({ a: 2 });
    const taken = [{ a: 1, b: 2 }, [0], ["TARGET_EXISTS /a"]];
    expect(ruled({ a: 1, b: 2 }, { op: "move", from: "/a", to: "/b" })).toEqual(taken);
    expect(ruled({ a: 1, b: 2 }, { op: "move", from: "/a", to: "/b/c" })).toEqual(taken);
    expect(ruled({ a: { b: 1 } }, { op: "move", from: "/a", to: "/a" })[2]).toEqual([
      "TARGET_EXISTS /a",
    ]);
  });

  test("set, remove and conditions", () => {
    expect(
      ruled({ a: [{}, { x: 0 }] }, { op: "set", path: "/a/*/x", value: 1, when: "absent" }),
    ).toEqual([{ a: [{ x: 1 }, { x: 0 }] }, [1], []]);
    expect(ruled({}, { op: "set", path: "/n/m", value: null, when: "present" })).toEqual([
      {},
      [0],
      [],
    ]);
    expect(ruled({ a: 1 }, { op: "set", path: "", value: [2] })[0]).toEqual([2]);
    expect(ruled({ a: [1, 2, 3] }, { op: "remove", path: "/a/*" })[0]).toEqual({ a: [] });
    expect(ruled({ a: null }, { op: "remove", path: "/a" }, { op: "remove", path: "/a" })).toEqual([
      {},
      [1, 0],
      ["RULE_NO_MATCH"],
    ]);
  });

  test.each([
    ["yes", "boolean", true],
    ["OFF", "boolean", false],
    [1, "boolean", true],
    ["-0", "integer", 0],
    ["12", "integer", 12],
    [3.0, "integer", 3],
    ["1.5e3", "number", 1500],
    [true, "string", "true"],
    [null, "string", "null"],
  ])("%j as %s", (value, to, made) => {
    expect(ruled({ v: value }, { op: "cast", path: "/v", to })).toEqual([{ v: made }, [1], []]);
  });

  test.each([
    ["007", "integer"],
    [1.5, "integer"],
    [" 1", "number"],
    ["maybe", "boolean"],
    [null, "boolean"],
    [true, "number"],
    [[1], "string"],
  ])("%j is no %s", (value, to) => {
    expect(ruled({ v: value }, { op: "cast", path: "/v", to })).toEqual([
      { v: value },
      [0],
      ["CAST_FAILED /v"],
    ]);
  });

  test("tables, lists", () => {
    const table = { "1": "one", a: { b: 1 }, true: "on", __proto__x: 1 };
    expect(ruled([1, "a", true, "toString"], { op: "map", path: "/*", table })).toEqual([
      ["one", { b: 1 }, "on", "toString"],
      [3],
      ["MAP_NO_ENTRY /3"],
    ]);
    expect(ruled({ a: "x" }, { op: "map", path: "/a", table: {}, default: null })[0]).toEqual({
      a: null,
    });
    expect(
      ruled(
        { a: "x, ,y", b: " ", c: [1, "z"] },
        { op: "split", path: "/a", separator: "," },
        { op: "split", path: "/b", separator: "," },
        { op: "join", path: "/c", separator: "; " },
      )[0],
    ).toEqual({ a: ["x", "", "y"], b: [], c: "1; z" });
    expect(ruled({ a: [[1]] }, { op: "join", path: "/a", separator: "," })[2]).toEqual([
      "CAST_FAILED /a",
    ]);
  });

  test.each([
    [{ op: "remove", path: "a" }, "/rules/0/path"],
    [{ op: "move", from: "/a~2", to: "/b" }, "/rules/0/from"],
    [{ op: "copy", from: "/a/*", to: "/*/*" }, "/rules/0/to"],
  ])("no path: %#", (rule, path) => {
    expect(refusal({ source: {}, rules: [rule] })).toEqual([false, "POINTER_INVALID", path]);
  });
});

describe("what else is done", () => {
  test("numbers keep their digits everywhere", () => {
    const source = '{"n": 12345678901234567890, "d": 1.50}';
    const rules = [{ op: "move", from: "/n", to: "/m" }];
    expect(fileOf({ source, rules }, "config.json")).toBe(
      '{\n  "d": 1.50,\n  "m": 12345678901234567890\n}\n',
    );
    expect(fileOf({ source, rules }, "migration.patch.json")).toContain(
      '"value": 12345678901234567890',
    );
    expect(codesOf({ source, rules })).toEqual({ NUMBER_KEPT_AS_TEXT: 1 });
  });

  test("patches lead there and back", () => {
    const source = { a: [1, 2, { b: null }], "x/y": { z: 1 }, k: "v" };
    const rules = [
      { op: "move", from: "/x~1y", to: "/new/place" },
      { op: "remove", path: "/a/1" },
      { op: "set", path: "/k", value: { deep: [1] } },
    ];
    const { migrated, patch, rollback } = valueOf({ source, rules });
    expect(applyPatch(source, patch as never)).toEqual(migrated);
    expect(applyPatch(migrated, rollback as never)).toEqual(source);
    expect(JSON.parse(fileOf({ source, rules }, "rollback.patch.json"))).toEqual(rollback);
  });

  test("defaults beneath the user's own values, and why what changed", () => {
    const input = {
      source: { timeout: 30, color: "blue", gone: 1 },
      defaultsBefore: { timeout: 10, color: "blue", gone: 1 },
      defaultsAfter: { timeout: 20, color: "red", extra: { deep: true } },
      rules: [{ op: "set", path: "/version", value: 2 }],
    };
    const { migrated, findings } = valueOf(input);
    expect(migrated).toEqual({ timeout: 30, color: "red", extra: { deep: true }, version: 2 });
    expect(findings.map(({ code, path }) => [code, path])).toEqual([
      ["DEFAULT_CONFLICT", "/timeout"],
      ["DEFAULT_ADOPTED", "/color"],
      ["DEFAULT_ADOPTED", "/extra"],
      ["DEFAULT_ADOPTED", "/gone"],
    ]);
    const { data } = Papa.parse<Record<string, string>>(fileOf(input, "changes.csv"), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data.map(({ path, kind, reason }) => [path, kind, reason])).toEqual([
      ["/color", "changed", "default"],
      ["/extra", "added", "default"],
      ["/gone", "removed", "default"],
      ["/version", "added", "rule 0"],
    ] as never);
    expect(refusal({ source: {}, defaultsAfter: {} })).toEqual([
      false,
      "DEFAULTS_INCOMPLETE",
      "/defaultsBefore",
    ]);
    const same = { ...input, source: input.defaultsBefore, rules: [] };
    expect(valueOf(same).migrated).toEqual(input.defaultsAfter);
  });

  test("schema and environment", () => {
    const schema = { type: "object", properties: { a: { type: "string" } } };
    const { findings } = valueOf({ source: { a: 1 }, schema });
    expect(findings[0]).toMatchObject({ code: "SCHEMA_TYPE", path: "/a", stage: "validate" });
    const environmentSchema = {
      type: "object",
      properties: { A: { type: "integer" }, B: {} },
      required: ["A", "B"],
    };
    expect(codesOf({ source: {}, environment: "A=x\n", environmentSchema })).toEqual({
      VARIABLE_INVALID: 1,
      VARIABLE_MISSING: 1,
    });
    expect(codesOf({ source: {}, schema: { type: "objekt" } })).toEqual({ STAGE_FAILED: 1 });
  });

  test("secrets are in the configuration and the patches, and nowhere else", () => {
    const input = {
      source: "password: hunter2secret\nurl: https://me:pw4url@h/\nold_token: tok3n\n",
      rules: [
        { op: "move", from: "/old_token", to: "/auth/token" },
        { op: "map", path: "/password", table: {} },
        { op: "cast", path: "/password", to: "integer" },
      ],
      schema: {
        properties: {
          password: { const: "other" },
          auth: { properties: { token: { maxLength: 2 } }, enum: [{}] },
          url: { pattern: "^file:" },
        },
        const: {},
      },
      targetFormat: "toml",
    };
    const { output, errors, warnings, value } = run(input);
    const { deliverables, findings, stages } = value as Value;
    const shown = deliverables
      .filter(({ name }) => !/^config\.|patch/.test(name))
      .map(({ content }) => content);
    const told = JSON.stringify([output, errors, warnings, findings, stages, shown]);
    for (const secret of ["hunter2secret", "pw4url", "tok3n"]) expect(told).not.toContain(secret);
    expect(codesOf(input)).toMatchObject({
      PATCH_CONTAINS_SECRETS: 1,
      MAP_NO_ENTRY: 1,
      CAST_FAILED: 1,
    });
    expect(fileOf(input, "config.toml")).toContain("hunter2secret");
  });

  test.each([
    [{ source: "{a", sourceFormat: "json" }, "JSON_SYNTAX", "/source"],
    [{ source: "a: [", sourceFormat: "yaml" }, "YAML_SYNTAX", "/source"],
    [{ source: "[a", sourceFormat: "ini" }, "INI_SYNTAX", "/source"],
    [{ source: { A: 1, a: 2 }, targetFormat: "env" }, "KEY_COLLISION", undefined],
  ])("what cannot be read or written: %#", (input, code, path) => {
    expect(refusal(input)).toEqual([false, code, path] as never);
  });
});

describe("formats", () => {
  const source = "# ours\nserver: { host: a, port: 80 }\nlist: [1, two]\n";

  test("are read by their own readers", () => {
    const data = { server: { host: "a", port: 80 }, list: [1, "two"] };
    expect(parseYaml(fileOf({ source }, "config.yaml"))).toEqual(data);
    expect(parseToml(fileOf({ source, targetFormat: "toml" }, "config.toml"))).toEqual(
      data as never,
    );
    expect(codesOf({ source })).toEqual({ LOSS_COMMENT_LOST: 1 });
    expect(valueOf({ source }).targetFormat).toBe("yaml");
    expect(fileOf({ source: { b: 1, a: 2 }, sortKeys: true, indent: 4 }, "config.json")).toBe(
      '{\n    "a": 2,\n    "b": 1\n}\n',
    );
  });

  test("without types hold texts, which is no difference", () => {
    const value = valueOf({ source: { a: { b: 1 }, c: true }, targetFormat: "properties" });
    expect([value.roundTrip, value.counts.byCode]).toEqual([true, { LOSS_TYPE_TO_STRING: 1 }]);
    const lost = valueOf({ source: { a: null, b: 1 }, targetFormat: "toml" });
    expect([lost.roundTrip, lost.counts.byCode]).toEqual([
      false,
      { ROUNDTRIP_DIFFERS: 1, LOSS_NULL_LOST: 1 },
    ]);
  });

  test("the page and the guide have tables", () => {
    const input = { source, rules: [{ op: "move", from: "/server/port", to: "/port" }] };
    const html = new MarkdownIt().enable("table").render(fileOf(input, "MIGRATION.md"));
    expect(html.match(/<table>/g)?.length).toBe(3);
    expect(html).toContain("rule 0");
    expect(valueOf(input).deliverables.map(({ name }) => name)).toEqual([
      "config.yaml",
      "migration.patch.json",
      "rollback.patch.json",
      "changes.csv",
      "MIGRATION.md",
      "rules.json",
    ]);
    expect(run({ ...input, failOn: "warning" }).error?.code).toBe(
      "CONFIGURATION_MIGRATION_KIT_FAILED",
    );
  });

  test("what only changes its type is shown with its quotes", () => {
    const rules = [
      { op: "cast", path: "/port", to: "integer" },
      { op: "set", path: "/name", value: "new" },
    ];
    const changes = fileOf({ source: { port: "8080", name: "old" }, rules }, "changes.csv") ?? "";
    expect(Papa.parse<string[]>(changes.trim()).data.slice(1)).toEqual([
      ["/name", "changed", "old", "new", "rule 1"],
      ["/port", "type-changed", '"8080"', "8080", "rule 0"],
    ]);
  });

  test("a scalar root, and a key that objects have of themselves", () => {
    expect(ruled(5, { op: "cast", path: "", to: "string" })[0]).toBe("5");
    const odd = '{"__proto__": {"a": 1}, "$x.y": 2}';
    expect(
      fileOf(
        { source: odd, rules: [{ op: "move", from: "/__proto__/a", to: "/$x~1" }] },
        "config.json",
      ),
    ).toBe('{\n  "__proto__": {},\n  "$x.y": 2,\n  "$x/": 1\n}\n');
  });
});
