import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { canonicalJson } from "../../../tools/_lib/json/tree/canonical.ts";
import type { Value } from "../../../tools/configuration-drift-reconciliation.ts";
import tool from "../../../tools/configuration-drift-reconciliation.ts";
import { applyPatch } from "../../support/json-patch.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const reconcile = (desired: unknown, actual: unknown, more: object = {}) =>
  run({ desired, actual, ...more }).value as Value;
const drift = (...given: Parameters<typeof reconcile>) =>
  reconcile(...given).drift.map(({ path, kind }) => `${path} ${kind}`);
const patch = (...given: Parameters<typeof reconcile>) =>
  reconcile(...given).patch.map(({ op, path }) => `${op} ${path}`);
const codes = (input: object) => run(input).warnings?.map(({ code, path }) => `${code} ${path}`);
const failure = (input: object) => {
  const { ok, error, errors = [] } = run(input);
  return ok ? "" : `${error?.code ?? errors[0]?.code} ${errors[0]?.path} ${errors[0]?.line}`;
};

describe("values", () => {
  test("null is there; the order of keys and the spelling of numbers are nothing", () => {
    expect(drift({ a: null }, {})).toEqual(["/a missing"]);
    expect(drift({}, { a: null })).toEqual(["/a extra"]);
    expect(drift('{"a":1,"b":2.0}', '{"b":2,"a":1e0}')).toEqual([]);
  });

  test("another type is another kind of drift", () => {
    expect(drift({ a: 1, b: {}, c: "1", d: [] }, { a: "1", b: [], c: "2", d: null })).toEqual([
      "/a type-changed",
      "/b type-changed",
      "/c changed",
      "/d type-changed",
    ]);
    expect(drift(1, 2)).toEqual([" changed"]);
    expect(reconcile({ a: 1 }, [1]).patch).toEqual([{ op: "replace", path: "", value: { a: 1 } }]);
  });

  test("keys are what they are", () => {
    const odd = { "a/b": 1, "m~n": 1, "x.y": 1, constructor: 1 };
    expect(drift(odd, { constructor: 1 })).toEqual([
      "/a~1b missing",
      "/m~0n missing",
      "/x.y missing",
    ]);
    expect(patch('{"__proto__":{"a":1}}', "{}")).toEqual(["add /__proto__"]);
  });

  test("numbers within the tolerance, to the last digit", () => {
    const within = (desired: string, actual: string, numericTolerance: number) =>
      drift(desired, actual, { numericTolerance }).length === 0;
    expect(within("0.1", "0.3", 0.2)).toBe(true);
    expect(within("0.1", "0.3000000000000000000001", 0.2)).toBe(false);
    expect(within("12345678901234567890", "12345678901234567891", 1)).toBe(true);
    expect(within("-1", "1", 2)).toBe(true);
    expect(within("1e9999", "1e9998", 1)).toBe(false);
    expect(within("[1]", "[1, 1]", 5)).toBe(false);
  });

  test("text that spells a value, where types are loose", () => {
    const desired = { a: 8080, b: true, c: null, d: "x", e: 1 };
    const actual = { a: "8080.0", b: "true", c: "null", d: "x", e: "one" };
    expect(drift(desired, actual)).toHaveLength(4);
    expect(drift(desired, actual, { looseTypes: true })).toEqual(["/e type-changed"]);
    expect(drift(actual, desired, { looseTypes: true })).toEqual(["/e type-changed"]);
    expect(drift({ a: "1" }, { a: "1.0" }, { looseTypes: true })).toEqual(["/a changed"]);
    expect(drift({ P: 1 }, "P=1\nQ=x y\n")).toEqual(["/Q extra"]);
    expect(drift({ P: 1 }, "P=1\nQ=x y\n", { looseTypes: false })).toEqual([
      "/P type-changed",
      "/Q extra",
    ]);
  });
});

describe("arrays", () => {
  test("elements that have a key: changes, removals from behind, additions", () => {
    const desired = [{ id: 1, v: 1 }, { id: 5 }, { id: 2, v: 1 }, { id: 6 }];
    const actual = [{ id: 8 }, { id: 2, v: 2 }, { id: 9 }, { id: 1, v: 2 }];
    expect(patch(desired, actual)).toEqual([
      "replace /1/v",
      "replace /3/v",
      "remove /2",
      "remove /0",
      "add /-",
      "add /-",
    ]);
    expect(drift(desired, actual)).toEqual([
      "/[id=1]/v changed",
      "/[id=2]/v changed",
      "/[id=5] missing",
      "/[id=6] missing",
      "/[id=8] extra",
      "/[id=9] extra",
    ]);
    expect(drift([{ name: "a/b" }], [])).toEqual(["/[name=a~1b] missing"]);
    expect(
      drift([{ ip: "a", v: 1 }], [{ ip: "b" }, { ip: "a", v: 1 }], { arrayKeys: ["ip"] }),
    ).toEqual(["/[ip=b] extra"]);
  });

  test("others by position, or whole where the length differs", () => {
    expect(patch([1, 2, { a: 1 }], [1, 3, { a: 2 }])).toEqual(["replace /1", "replace /2/a"]);
    expect(drift({ l: [1, 2, 3] }, { l: [1, 3] })).toEqual(["/l changed"]);
    expect(patch({ l: [1, 2, 3] }, { l: [1, 3] })).toEqual(["add /l/1"]);
    expect(drift([{ id: 1 }, { id: 1 }], [{ id: 1 }])).toEqual([" changed"]);
    expect(drift([["x"]], [["y"]])).toEqual(["/0/0 changed"]);
  });

  test("where order means nothing", () => {
    const [desired, actual] = [{ t: ["a", "b", "a"] }, { t: ["a", "a", "b"] }];
    expect(drift(desired, actual)).toHaveLength(2);
    expect(drift(desired, actual, { unordered: ["/t"] })).toEqual([]);
    expect(drift(desired, actual, { unordered: ["/**"] })).toEqual([]);
    expect(patch(desired, { t: ["a", "b", "b"] }, { unordered: ["/*"] })).toEqual(["replace /t"]);
  });
});

describe("what is left alone", () => {
  test("what was never applied", () => {
    const last = { lastApplied: { l: [{ id: 1, x: 1 }], o: 1 } };
    const actual = { l: [{ id: 1, x: 1, y: 1 }, { id: 2 }], o: 1, p: 1 };
    expect(drift({ l: [{ id: 1 }] }, actual, last)).toEqual([
      "/l/[id=1]/x extra",
      "/l/[id=1]/y unmanaged",
      "/l/[id=2] unmanaged",
      "/o extra",
      "/p unmanaged",
    ]);
    expect(patch({ l: [{ id: 1 }] }, actual, last)).toEqual(["remove /l/0/x", "remove /o"]);
    expect(run({ desired: {}, actual: { p: 1 }, lastApplied: {} })).toMatchObject({
      valid: true,
      value: { inSync: true, counts: { unmanaged: 1, extra: 0 } },
    });
    expect(drift({}, { p: null }, { lastApplied: { p: null } })).toEqual(["/p extra"]);
  });

  test("what is ignored, with all below it", () => {
    const [desired, actual] = [
      { a: { b: 1, c: 1 }, l: [{ id: 1, t: 1 }] },
      { a: { b: 2, c: 2 }, l: [{ id: 1, t: 2 }] },
    ];
    expect(drift(desired, actual, { ignore: ["/a"] })).toEqual(["/l/[id=1]/t changed"]);
    expect(drift(desired, actual, { ignore: ["/*/b", "/l/[id=1]"] })).toEqual(["/a/c changed"]);
    expect(drift(desired, actual, { ignore: ["/**/t", "/**/c"] })).toEqual(["/a/b changed"]);
    expect(drift([{ id: 1 }], [{ id: 2 }], { ignore: ["/*"] })).toEqual([]);
    expect(drift(1, 2, { ignore: [""] })).toEqual([]);
    expect(failure({ desired: 1, actual: 1, ignore: ["/a", "a"] })).toStartWith(
      "TOOL_INPUT_INVALID /ignore/1",
    );
    expect(failure({ desired: 1, actual: 1, unordered: ["/~2"] })).toStartWith(
      "TOOL_INPUT_INVALID /unordered/0",
    );
  });
});

describe("secrets", () => {
  const desired = { db: { password: { v: "a" } }, url: "postgres://u:p@h/x", plain: "a" };
  const actual = { db: { password: { v: "b" } }, url: "postgres://u:q@h/y", plain: "b" };

  test("are masked in the drift and stay in the patch", () => {
    const { drift: found, patch: operations } = reconcile(desired, actual);
    expect(found.map(({ desired: wanted }) => wanted)).toEqual([
      "***",
      "a",
      "postgres://u:***@h/x",
    ]);
    expect(operations[0]).toEqual({ op: "replace", path: "/db/password/v", value: "a" });
    expect(JSON.stringify(reconcile(desired, actual, { maskSecrets: false }).drift)).not.toContain(
      "***",
    );
    expect(reconcile({ a: { token: 1 } }, {}).drift[0]?.desired).toEqual({ token: "***" });
  });

  test("are warned of, where the patch holds them", () => {
    expect(codes({ desired, actual })).toEqual(["PATCH_CONTAINS_SECRETS undefined"]);
    expect(codes({ desired: { a: [{ api_key: 1 }] }, actual: {} })).toHaveLength(1);
    expect(codes({ desired: {}, actual: { token: 1 } })).toEqual([]);
  });
});

describe("formats", () => {
  test("given and found ones", () => {
    expect(drift("a.b=1\n", { "a.b": 1 }, { desiredFormat: "properties" })).toEqual([]);
    expect(drift("[s]\nx=1\n", { s: { x: 2 } }, { desiredFormat: "ini" })).toEqual([
      "/s/x type-changed",
    ]);
    expect(drift("[s]\nx = 1\nd = 2026-01-02\n", { s: { x: 1, d: "2026-01-02" } })).toEqual([]);
    expect(drift("A=1\nA=2\n", { A: 2 }, { desiredFormat: "env" })).toEqual([]);
    expect(drift("\ufeffa: 1\r\n", { a: 1 })).toEqual([]);
  });

  test("what cannot be read", () => {
    const read = (desired: string, desiredFormat: string) =>
      failure({ desired, actual: {}, desiredFormat });
    expect(read("a: 1", "json")).toBe("FORMAT_SYNTAX /desired 1");
    expect(read("a: 1\na: 2", "yaml")).toBe("FORMAT_SYNTAX /desired 2");
    expect(read("{", "auto")).toBe("JSON_SYNTAX /desired 1");
    expect(read("a: b: c", "auto")).toBe("YAML_SYNTAX /desired 1");
    expect(failure({ desired: {}, actual: {}, lastApplied: "{" })).toBe(
      "JSON_SYNTAX /lastApplied 1",
    );
  });

  test("references of variables are not followed", () => {
    const actual = "URL=http://${HOST}/\nCOST=$5\nNAME=$USER x\n";
    expect(codes({ desired: actual, actual })).toEqual([
      "INTERPOLATION_UNRESOLVED /desired/URL",
      "INTERPOLATION_UNRESOLVED /actual/URL",
    ]);
  });

  test("numbers stay exact in the output", () => {
    const big = "123456789012345678901234567890";
    const { output, warnings } = run({ desired: `{"n": ${big}}`, actual: "{}" });
    expect(output).toContain(big);
    expect(warnings).toMatchObject([{ code: "NUMBER_KEPT_AS_TEXT", path: "/n" }]);
  });
});

test("the gate trips on drift, not on what is unmanaged", () => {
  expect(run({ desired: { a: 1 }, actual: {}, failOn: "error" })).toMatchObject({
    ok: false,
    error: { code: "CONFIGURATION_DRIFT_RECONCILIATION_FAILED" },
    value: { counts: { missing: 1 } },
  });
  expect(run({ desired: {}, actual: { a: 1 }, lastApplied: {}, failOn: "warning" }).ok).toBe(true);
});

const KEYS = ["a", "b", "id", "x/y", "~", "token"];
const scalar = fc.constantFrom(null, true, 0, 1, "", "a", "1", "true");
const document = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 2, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie("any"), { maxLength: 4 }) },
    {
      weight: 2,
      arbitrary: fc.uniqueArray(
        fc.record({ id: fc.nat(4), v: tie("any") }, { noNullPrototype: true }),
        {
          maxLength: 4,
          selector: ({ id }) => id,
        },
      ),
    },
    {
      weight: 3,
      arbitrary: fc.dictionary(fc.constantFrom(...KEYS), tie("any"), {
        maxKeys: 4,
        noNullPrototype: true,
      }),
    },
  ),
})).any;
const patterns = fc.subarray(["/a", "/**/b", "/*/v", "/**", "/[id=1]"], { maxLength: 2 });
const options = fc.record(
  {
    ignore: patterns,
    unordered: patterns,
    looseTypes: fc.boolean(),
    numericTolerance: fc.constantFrom(0, 1),
    lastApplied: document.map((value) => JSON.stringify(value)),
  },
  { requiredKeys: [] },
);

test("after the patch nothing drifts but what is unmanaged", () => {
  fc.assert(
    fc.property(document, document, options, (desired, actual, more) => {
      const wanted = JSON.stringify(desired);
      const before = reconcile(wanted, JSON.stringify(actual), more);
      const after = applyPatch(actual, before.patch);
      const again = reconcile(wanted, JSON.stringify(after), more);
      expect(again.patch).toEqual([]);
      expect(again.inSync).toBe(true);
      const hasLeniency = [
        "ignore",
        "looseTypes",
        "numericTolerance",
        "unordered",
        "lastApplied",
      ].some((name) => name in more);
      if (!hasLeniency && !JSON.stringify(desired).includes('"id"')) {
        expect(canonicalJson(after)).toBe(canonicalJson(desired));
      }
    }),
    { numRuns: 2000 },
  );
});
