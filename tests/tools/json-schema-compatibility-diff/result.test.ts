/** What goes in and comes out: documents, modes, history, witnesses, gate, table, and inputs meant to break it. */
import { describe, expect, test } from "bun:test";
import { changes, type Change, diff, run, verdict } from "../../support/schema-versions.ts";

const S = { type: "string" };
const N = { type: "number" };
const I = { type: "integer" };

const codes = (outcome: ReturnType<typeof run>) =>
  outcome.errors?.map(({ code, path }) => `${code} ${path}`);

describe("documents", () => {
  test("are values, JSON text or YAML text", () => {
    expect(changes('\ufeff{"type": "integer"}', "type: number\r\n")).toEqual([
      "TYPE_EXTENDED  yes/no",
    ]);
    expect(changes("true", false)).toEqual(["TYPE_NARROWED  no/yes"]);
    const doubled = run('{"minimum": 1, "minimum": 2}', { minimum: 2 });
    expect(doubled.value).toMatchObject({ changes: [] });
    expect(doubled.warnings).toMatchObject([{ code: "DUPLICATE_KEY", path: "/before/minimum" }]);
  });

  test("without a draft may use words of draft-07, and patterns that are none with the flag u", () => {
    const list = { items: [S] };
    const closed = { ...list, additionalItems: false };
    expect(changes(list, closed)).toEqual(["TYPE_NARROWED /additionalItems no/yes"]);
    const needs = [{ dependencies: { a: ["b"] } }, { dependencies: { a: ["b", "c"] } }] as const;
    expect(changes(...needs)).toEqual(["DEPENDENCY_ARRAY_EXTENDED /dependencies/a no/yes"]);
    const noted = (outcome: ReturnType<typeof run>) =>
      outcome.warnings?.map(({ code, path }) => `${code} ${path}`);
    expect(noted(run(list, closed))).toEqual([
      "DRAFT_ASSUMED /before/items",
      "DRAFT_ASSUMED /after/items",
    ]);
    const pattern = { patternProperties: { "^[\\w-.]$": S } };
    expect(noted(run({}, pattern))).toEqual([
      "PATTERN_NOT_UNICODE /after/patternProperties/^[\\w-.]$",
    ]);
  });

  test("that cannot be read are refused by field", () => {
    expect(codes(run('{"type": ', "- : : -"))).toEqual([
      "JSON_SYNTAX /before",
      "YAML_SYNTAX /after",
    ]);
    expect(codes(run([], 1))).toEqual(["DOCUMENT_TYPE /before", "DOCUMENT_TYPE /after"]);
    expect(codes(run({}, "just text"))).toEqual(["DOCUMENT_TYPE /after"]);
    expect(codes(run({}, {}, { history: [{}, "[]"] }))).toEqual(["DOCUMENT_TYPE /history/1"]);
  });

  test("that are no schemas are refused with their place", () => {
    expect(codes(run({ type: "objekt" }, { minLength: -1 }))).toEqual([
      "SCHEMA_INVALID /before/type",
      "SCHEMA_INVALID /after/minLength",
    ]);
    expect(codes(run({}, { $schema: "https://example.com/own" }))).toEqual([
      "SCHEMA_INVALID /after/$schema",
    ]);
    expect(codes(run({}, { pattern: "(" }))).toEqual(["SCHEMA_INVALID /after/pattern"]);
    expect(codes(run({}, { items: { $ref: "#/$defs/a" } }))).toEqual([
      "REF_UNRESOLVED /after/items/$ref",
    ]);
    expect(codes(run({}, {}, { history: [{ $ref: "#" }] }))).toEqual([
      "REF_UNRESOLVED /history/0/$ref",
    ]);
    expect(codes(run({}, { $ref: "https://example.com/a.json" }))).toEqual([
      "REF_UNRESOLVED /after/$ref",
    ]);
  });
});

describe("modes", () => {
  test("decide what valid means", () => {
    const valid = (mode: string) => run(I, N, { mode }).valid;
    expect([valid("backward"), valid("forward"), valid("full")]).toEqual([true, false, false]);
    expect(run(I, I, { mode: "full" }).value).toEqual({
      mode: "full",
      compatible: { backward: true, forward: true, full: true },
      changes: [],
      history: [],
      counts: { changes: 0, backwardIncompatible: 0, forwardIncompatible: 0 },
    });
  });

  test("history is compared with the new version, and counts", () => {
    const outcome = run(I, N, { history: [S, { type: ["integer", "null"] }, I] });
    expect(outcome.valid).toBe(false);
    expect(outcome.value).toMatchObject({
      compatible: { backward: true },
      history: [
        { index: 0, backward: false, forward: false },
        { index: 1, backward: false, forward: false },
        { index: 2, backward: true, forward: false },
      ],
    });
    expect(run(I, N, { history: [I, { ...I, minimum: 3 }] }).valid).toBe(true);
    expect(run(N, N, { history: [I], mode: "forward" }).valid).toBe(false);
    expect(codes(run(I, N, { history: Array.from({ length: 21 }, () => I) }))).toEqual([
      "RANGE /history",
    ]);
  });

  test("the policy and defaults hold for the history, too", () => {
    const [open, more] = [{ properties: {} }, { properties: { a: S } }];
    expect(run(more, more, { history: [open] }).valid).toBe(false);
    expect(run(more, more, { history: [open], policy: "lenient" }).valid).toBe(true);
    const filled = { properties: { a: { default: 1 } } };
    const needed = { ...filled, required: ["a"] };
    expect(run(needed, needed, { history: [filled] }).valid).toBe(true);
    expect(run(needed, needed, { history: [filled], defaultsFill: false }).valid).toBe(false);
  });
});

describe("errors", () => {
  const before = { properties: { a: { ...I, maximum: 9 }, b: S } };
  const after = { properties: { a: { ...I, maximum: 5 }, b: { type: ["string", "null"] } } };

  test("name each change that breaks the mode, in the order of the changes", () => {
    expect(run(before, after).errors).toEqual([
      {
        code: "INCOMPATIBLE_CHANGE",
        message:
          "Cannot stay backward compatible: found MAXIMUM_DECREASED, expected that old data stays valid",
        path: "/properties/a/maximum",
        rule: "MAXIMUM_DECREASED",
      },
    ]);
    expect(codes(run(before, after, { mode: "forward" }))).toEqual([
      "INCOMPATIBLE_CHANGE /properties/b",
    ]);
    expect(codes(run(before, after, { mode: "full", failOn: "error" }))).toEqual([
      "INCOMPATIBLE_CHANGE /properties/a/maximum",
      "INCOMPATIBLE_CHANGE /properties/b",
    ]);
    expect(run(before, before).errors ?? []).toEqual([]);
  });

  test("name each older version that does not fit, with its first change", () => {
    const history = [before, { properties: { a: S, b: N } }];
    expect(run(before, before, { history }).errors).toEqual([
      {
        code: "INCOMPATIBLE_VERSION",
        message:
          "Cannot stay backward compatible with older version 1: found TYPE_CHANGED at /properties/a and 1 more, expected that old data stays valid",
        path: "/history/1",
      },
    ]);
    const narrow = [S];
    expect(run({}, I, { history: narrow }).errors).toMatchObject([
      { code: "INCOMPATIBLE_CHANGE", path: "" },
      { message: expect.stringContaining("found TYPE_CHANGED at the root, expected") },
    ]);
  });
});

describe("details of what breaks the mode", () => {
  const only = (before: unknown, after: unknown, more: object = {}): Change => {
    const [change] = diff(before, after, more).changes;
    if (change === undefined) throw new Error("No change");
    return change;
  };

  test("values of the keyword, and a document that was valid and is no more", () => {
    expect(only({ ...I, minimum: 2 }, { ...I, minimum: 5 })).toEqual({
      code: "MINIMUM_INCREASED",
      path: "/minimum",
      backward: false,
      forward: true,
      before: 2,
      after: 5,
      witness: 2,
    });
    expect(only({ ...I, minimum: 5 }, { ...I, minimum: 2 })).toEqual({
      code: "MINIMUM_DECREASED",
      path: "/minimum",
      backward: true,
      forward: false,
    });
    expect(only({ ...I, minimum: 5 }, { ...I, minimum: 2 }, { mode: "forward" })).toMatchObject({
      before: 5,
      after: 2,
      witness: 2,
    });
  });

  test("the document has the value at its place", () => {
    const list = (items: object) => ({
      type: "object",
      properties: { id: I, lines: { type: "array", minItems: 2, items } },
      required: ["id", "lines"],
    });
    const change = only(list({ ...S, maxLength: 5 }), list({ ...S, maxLength: 3 }));
    const { witness } = change as { witness: { id: number; lines: string[] } };
    expect(Number.isInteger(witness.id)).toBe(true);
    expect(witness.lines.length).toBe(2);
    expect(witness.lines.some((line) => line.length > 3)).toBe(true);
  });

  test("of every kind of change", () => {
    const cases: readonly [unknown, unknown][] = [
      [S, N],
      [{}, { enum: [1] }],
      [{ enum: ["a", "b"] }, { enum: ["a"] }],
      [
        { ...S, maxLength: 5 },
        { ...S, maxLength: 4 },
      ],
      [S, { ...S, format: "date" }],
      [S, { ...S, pattern: "^q" }],
      [N, { ...N, multipleOf: 7 }],
      [{ type: "array" }, { type: "array", uniqueItems: true }],
      [{ type: "array" }, { type: "array", maxItems: 0 }],
      [{ prefixItems: [S, true] }, { prefixItems: [S, N] }],
      [{ items: true }, { items: false }],
      [{ properties: { a: S } }, { properties: { a: S, b: N } }],
      [{ properties: { a: S } }, { properties: { a: S }, additionalProperties: false }],
      [{}, { required: ["a"] }],
      [{}, { dependentRequired: { a: ["b"] } }],
      [{}, { patternProperties: { "^x": S } }],
      [{ anyOf: [S, N] }, { anyOf: [S, { type: "null" }] }],
      [{}, { not: S }],
      [
        { properties: { a: { properties: { b: I } } } },
        { properties: { a: { properties: { b: S } } } },
      ],
      [{ $ref: "#/$defs/a", $defs: { a: { items: I } } }, { items: S }],
    ];
    for (const [before, after] of cases) {
      const found = diff(before, after).changes.find(({ backward }) => !backward);
      expect([before, after, "witness" in (found ?? {})]).toEqual([before, after, true]);
    }
  });

  test("none where there is none", () => {
    // What the walk does not look into may be the same after all.
    expect(
      only({ contains: { anyOf: [S, N] } }, { contains: { type: ["string", "number"] } }).witness,
    ).toBe(undefined);
  });
});

describe("the gate", () => {
  test("trips where the versions are not compatible in the mode", () => {
    const tripped = run(N, I, { failOn: "error" });
    expect(tripped).toMatchObject({
      ok: false,
      valid: false,
      error: {
        code: "JSON_SCHEMA_COMPATIBILITY_DIFF_FAILED",
        message:
          "Cannot publish the schema: found 1 of 1 versions not backward compatible with it, expected none",
      },
      value: { counts: { backwardIncompatible: 1 } },
    });
    expect(run(I, N, { failOn: "error" }).ok).toBe(true);
    expect(run(I, N, { failOn: "error", mode: "forward" }).ok).toBe(false);
    expect(run(I, N, { failOn: "error", history: [S] }).ok).toBe(false);
    expect(run(N, I).ok).toBe(true);
  });

  test("trips at warnings where it is to", () => {
    const [before, after] = [S, { oneOf: [S, { maxLength: 3 }] }];
    expect(run(before, after, { failOn: "error" }).ok).toBe(true);
    expect(run(before, after, { failOn: "warning" }).ok).toBe(false);
    expect(run('{"minimum": 1, "minimum": 2}', { minimum: 2 }, { failOn: "warning" }).ok).toBe(
      true,
    );
  });
});

test("the table has a row for each change, a long one its first thousand", () => {
  expect(run({ properties: { "a|b": S } }, {}).output).toBe(
    "| Code | Path | Backward | Forward |\n| --- | --- | --- | --- |\n| PROPERTY_REMOVED_FROM_OPEN_CONTENT_MODEL | /properties/a\\|b | yes | no |",
  );
  expect(run(N, I).output).toContain("| TYPE_NARROWED | (root) | no | yes |");
  expect(run(N, N).output).toBe("No changes.");
  const required = Array.from({ length: 1500 }, (_, index) => `a${index}`);
  const { output = "" } = run({}, { required });
  expect(output.split("\n").length).toBe(1004);
  expect(output.endsWith("\n\n500 more changes.")).toBe(true);
});

describe("inputs meant to break it", () => {
  const nested = (depth: number, inner: object) => {
    let text = JSON.stringify(inner);
    for (let level = 0; level < depth; level++) text = `{"items":${text}}`;
    return text;
  };

  test("deep schemas", () => {
    expect(changes(nested(400, I), nested(400, N))).toEqual([
      `TYPE_EXTENDED ${"/items".repeat(400)} yes/no`,
    ]);
    expect(codes(run(nested(1100, I), {}))).toEqual(["INPUT_TOO_DEEP /before"]);
  });

  test("names that objects have of their own", () => {
    const named = (schema: object) =>
      `{"properties":{"__proto__":${JSON.stringify(schema)},"constructor":{},"toString":{}}}`;
    expect(changes(named(I), named(N))).toEqual(["TYPE_EXTENDED /properties/__proto__ yes/no"]);
    expect(changes(named(I), { properties: {} })).toHaveLength(3);
    const half = { properties: { "\ud800": S } };
    expect(changes(half, half)).toEqual([]);
  });

  test("long chains of definitions, and such as fork at every link", () => {
    const chain = (length: number, last: object, names: readonly string[]) => {
      const link = (index: number) => ({
        properties: Object.fromEntries(
          names.map((name) => [name, { $ref: `#/$defs/d${index + 1}` }]),
        ),
      });
      const links = Array.from({ length }, (_, index) => [`d${index}`, link(index)] as const);
      return { $ref: "#/$defs/d0", $defs: { ...Object.fromEntries(links), [`d${length}`]: last } };
    };
    expect(changes(chain(2000, I, ["a"]), chain(2000, N, ["a"]))).toEqual([
      `TYPE_EXTENDED ${"/properties/a".repeat(2000)} yes/no`,
    ]);
    const forked = diff(chain(40, I, ["a", "b"]), chain(40, N, ["a", "b"]));
    expect(forked.compatible).toEqual({ backward: true, forward: false, full: false });
    expect(forked.changes.length).toBeGreaterThan(0);
    expect(forked.changes.length).toBeLessThan(20_000);
  });

  test("unions of unions that could be matched in many ways", () => {
    const union = (depth: number, least: number): object =>
      depth === 0
        ? { ...S, minLength: least }
        : {
            anyOf: Array.from({ length: 6 }, (_, index) => ({
              properties: { [`p${index % 2}`]: union(depth - 1, least + index) },
            })),
          };
    expect(diff(union(4, 1), union(4, 1)).compatible.full).toBe(true);
    // Whatever is not tried is taken not to fit: never the other way round.
    expect(verdict(union(4, 2), union(4, 1))).toMatch(/^(?:yes|no)\/no$/);
  });

  test("patterns that take too long on names", () => {
    const before = { properties: { [`${"a".repeat(40)}!`]: S } };
    const after = { patternProperties: { "^(a|a)*$": N } };
    expect(codes(run(before, after))).toEqual(["REGEX_BUDGET_EXCEEDED /after"]);
  });

  test("100,000 characters of members and of values", () => {
    const members = (from: number) => ({
      properties: Object.fromEntries(
        Array.from({ length: 2500 }, (_, index) => [
          `member${index}`,
          { ...I, minimum: from + index },
        ]),
      ),
    });
    const { counts } = diff(members(0), members(1));
    expect(counts).toEqual({ changes: 2500, backwardIncompatible: 2500, forwardIncompatible: 0 });
    const listed = (from: number) => ({
      enum: Array.from({ length: 15_000 }, (_, index) => index + from),
    });
    expect(changes(listed(0), listed(1))).toEqual(["ENUM_ARRAY_CHANGED /enum no/no"]);
    const text = { const: "x".repeat(100_000) };
    expect(changes(text, text)).toEqual([]);
  });
});
