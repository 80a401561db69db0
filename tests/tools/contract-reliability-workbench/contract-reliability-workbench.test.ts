import { describe, expect, test } from "bun:test";
import type { Value } from "../../../tools/contract-reliability-workbench.ts";
import tool from "../../../tools/contract-reliability-workbench.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (schema: unknown, more: object = {}) =>
  runUnit(tool, { schema, failOn: "none", ...more });
const tested = (schema: unknown, more: object = {}) => run(schema, more).value as Value;
const mutants = (schema: unknown) =>
  tested(schema).mutants.map(({ path, operator }) => `${path} ${operator}`);
const failure = (schema: unknown, more: object = {}) => {
  const { ok, error, errors = [] } = run(schema, more);
  return ok ? "" : `${error?.code ?? errors[0]?.code} ${errors[0]?.path}`;
};
const draft = (number: string) => `http://json-schema.org/draft-${number}/schema#`;

describe("mutants", () => {
  test("of each keyword that goes as a whole", () => {
    const schema = {
      type: "array",
      const: [],
      uniqueItems: true,
      not: {},
      contains: true,
      propertyNames: true,
      pattern: "a",
      format: "date",
      multipleOf: 2,
    };
    expect(mutants(schema)).toEqual(
      [
        "const",
        "contains",
        "format",
        "multipleOf",
        "not",
        "pattern",
        "propertyNames",
        "type",
        "uniqueItems",
      ].map((keyword) => `/${keyword} DROP_KEYWORD`),
    );
    expect(mutants({ uniqueItems: false, format: "password", default: 1, unknown: 2 })).toEqual([]);
  });

  test("of bounds, three each, counts never below 0", () => {
    expect(mutants({ minimum: 0, maxLength: 3 })).toEqual([
      "/maxLength DROP_KEYWORD",
      "/maxLength LOOSEN_BOUND",
      "/maxLength TIGHTEN_BOUND",
      "/minimum DROP_KEYWORD",
      "/minimum LOOSEN_BOUND",
      "/minimum TIGHTEN_BOUND",
    ]);
    expect(mutants({ minItems: 0, maxProperties: 0 })).toEqual([
      "/maxProperties DROP_KEYWORD",
      "/maxProperties LOOSEN_BOUND",
      "/minItems DROP_KEYWORD",
      "/minItems TIGHTEN_BOUND",
    ]);
  });

  test("of names, values and closed objects", () => {
    const schema = {
      properties: { "a/b": true, c: false, d: {} },
      required: ["d", "z~"],
      additionalProperties: false,
      enum: [1, 2, 3],
    };
    expect(mutants(schema)).toEqual([
      "/additionalProperties OPEN_OBJECT",
      "/enum DROP_KEYWORD",
      "/enum/0 DROP_ENUM_VALUE",
      "/enum/1 DROP_ENUM_VALUE",
      "/enum/2 DROP_ENUM_VALUE",
      "/properties/a~1b REQUIRE_OPTIONAL",
      "/properties/c REQUIRE_OPTIONAL",
      "/required/d DROP_REQUIRED",
      "/required/z~0 DROP_REQUIRED",
    ]);
    expect(mutants({ enum: [1] })).toEqual(["/enum DROP_KEYWORD"]);
  });

  test("of every schema inside, by the keywords that hold them", () => {
    const rule = { const: 1 };
    const holders = {
      properties: { a: rule },
      patternProperties: { "^x": rule },
      $defs: { a: rule },
      dependentSchemas: { a: rule },
      prefixItems: [rule],
      items: rule,
      additionalProperties: rule,
      not: rule,
      if: rule,
      // oxlint-disable-next-line unicorn/no-thenable -- the name of a keyword
      then: rule,
      else: rule,
      propertyNames: rule,
      unevaluatedProperties: rule,
      allOf: [rule],
      anyOf: [rule],
      oneOf: [rule, rule],
      contains: rule,
    };
    const inside = mutants(holders).filter((mutant) => mutant.includes("/const "));
    expect(inside.map((mutant) => mutant.split(" ")[0])).toEqual([
      "/$defs/a/const",
      "/additionalProperties/const",
      "/allOf/0/const",
      "/anyOf/0/const",
      "/contains/const",
      "/dependentSchemas/a/const",
      "/else/const",
      "/if/const",
      "/items/const",
      "/not/const",
      "/oneOf/0/const",
      "/oneOf/1/const",
      "/patternProperties/^x/const",
      "/prefixItems/0/const",
      "/properties/a/const",
      "/propertyNames/const",
      "/then/const",
      "/unevaluatedProperties/const",
    ]);
    expect(mutants({ examples: [rule], default: rule, const: { const: 1 } })).toEqual([
      "/const DROP_KEYWORD",
    ]);
  });

  test("by the keywords of the draft", () => {
    expect(mutants({ $schema: draft("04"), const: 1, minimum: 1, exclusiveMinimum: true })).toEqual(
      [
        "/exclusiveMinimum DROP_KEYWORD",
        "/minimum DROP_KEYWORD",
        "/minimum LOOSEN_BOUND",
        "/minimum TIGHTEN_BOUND",
      ],
    );
    const seven = {
      $schema: draft("07"),
      $ref: "#/definitions/a",
      type: "string",
      definitions: { a: { items: [{ const: 1 }] } },
    };
    expect(mutants(seven)).toEqual(["/definitions/a/items/0/const DROP_KEYWORD"]);
    expect(mutants({ $ref: "#/$defs/a", type: "string", $defs: { a: true } })).toEqual([
      "/type DROP_KEYWORD",
    ]);
  });

  test("of a recursive schema once, of a boolean one none", () => {
    const tree = { type: "array", items: { $ref: "#" } };
    expect(mutants(tree)).toEqual(["/type DROP_KEYWORD"]);
    for (const schema of [true, false, {}]) {
      expect(tested(schema)).toMatchObject({ score: 100, mutants: [], verdict: "pass" });
    }
  });

  test("but not too many", () => {
    const names = Array.from({ length: 2001 }, (_, at) => at);
    expect(failure({ enum: names })).toBe("CONTRACT_TOO_LARGE /schema");
    expect(tested({ enum: names.slice(2) }).counts.mutants).toBe(2000);
  });
});

describe("killing", () => {
  const killers = (schema: unknown, more: object) =>
    Object.fromEntries(
      tested(schema, more).mutants.map(({ path, operator, killedBy }) => [
        `${path} ${operator}`,
        killedBy,
      ]),
    );

  test("by the first fixture, examples before counterexamples", () => {
    const fixtures = { examples: [5, 3, 3], counterexamples: [2, "x", 1] };
    expect(killers({ type: "number", minimum: 3 }, fixtures)).toEqual({
      "/minimum DROP_KEYWORD": "/counterexamples/0",
      "/minimum LOOSEN_BOUND": "/counterexamples/0",
      "/minimum TIGHTEN_BOUND": "/examples/1",
      "/type DROP_KEYWORD": "/counterexamples/1",
    });
  });

  test("a fixture on the wrong side counts as well", () => {
    const schema = { maximum: 3 };
    const {
      fixtures,
      findings,
      mutants: judged,
    } = tested(schema, {
      examples: [4],
      counterexamples: [3],
    });
    expect(fixtures).toEqual({ examples: 1, accepted: 0, counterexamples: 1, rejected: 0 });
    expect(judged.map(({ killedBy }) => killedBy)).toEqual([
      "/examples/0",
      "/examples/0",
      "/counterexamples/0",
    ]);
    expect(findings.map(({ code, severity, path }) => `${severity} ${code} ${path}`)).toEqual([
      "error COUNTEREXAMPLE_ACCEPTED /counterexamples/0",
      "error EXAMPLE_REJECTED /examples/0",
    ]);
  });

  test("through references, recursion and unions", () => {
    const node = {
      type: "object",
      properties: { v: { type: "integer" }, next: { $ref: "#/$defs/node" } },
      required: ["v"],
    };
    const schema = { $ref: "#/$defs/node", $defs: { node } };
    const found = killers(schema, {
      examples: [{ v: 1, next: { v: 2 } }],
      counterexamples: [
        { v: 1, next: { v: 2, next: { v: "x" } } },
        { v: 1, next: {} },
      ],
    });
    expect(found).toEqual({
      "/$defs/node/properties/next REQUIRE_OPTIONAL": "/examples/0",
      "/$defs/node/properties/v/type DROP_KEYWORD": "/counterexamples/0",
      "/$defs/node/required/v DROP_REQUIRED": "/counterexamples/1",
      "/$defs/node/type DROP_KEYWORD": null,
    });
    expect(killers({ anyOf: [{ maximum: 1 }, { minimum: 5 }] }, { counterexamples: [2] })).toEqual({
      "/anyOf/0/maximum DROP_KEYWORD": "/counterexamples/0",
      "/anyOf/0/maximum LOOSEN_BOUND": "/counterexamples/0",
      "/anyOf/0/maximum TIGHTEN_BOUND": null,
      "/anyOf/1/minimum DROP_KEYWORD": "/counterexamples/0",
      "/anyOf/1/minimum LOOSEN_BOUND": null,
      "/anyOf/1/minimum TIGHTEN_BOUND": null,
    });
  });

  test("where only what was looked at changes", () => {
    const schema = {
      contains: { type: "string" },
      prefixItems: [true],
      unevaluatedItems: false,
    };
    expect(killers(schema, { examples: [[1, "a", "b"]] })["/contains DROP_KEYWORD"]).toBe(
      "/examples/0",
    );
  });

  test("where a reference depends on who referred", () => {
    const schema = {
      $id: "http://x/strict",
      $dynamicAnchor: "node",
      $ref: "tree",
      required: ["v"],
      $defs: {
        tree: {
          $id: "http://x/tree",
          $dynamicAnchor: "node",
          properties: { next: { $dynamicRef: "#node" } },
        },
      },
    };
    const found = killers(schema, { counterexamples: [{ v: 1, next: {} }] });
    expect(found["/required/v DROP_REQUIRED"]).toBe("/counterexamples/0");
  });

  test("marks of draft-04", () => {
    const schema = { $schema: draft("04"), minimum: 1, exclusiveMinimum: true };
    expect(killers(schema, { examples: [2], counterexamples: [1] })).toEqual({
      "/exclusiveMinimum DROP_KEYWORD": "/counterexamples/0",
      "/minimum DROP_KEYWORD": "/counterexamples/0",
      "/minimum LOOSEN_BOUND": "/counterexamples/0",
      "/minimum TIGHTEN_BOUND": "/examples/0",
    });
  });

  test("exact numbers, names of any kind", () => {
    const big = '{"minimum":12345678901234567890}';
    expect(killers(big, { counterexamples: "[12345678901234567889]" })).toMatchObject({
      "/minimum LOOSEN_BOUND": "/counterexamples/0",
    });
    const odd = '{"properties":{"__proto__":{"const":1}},"required":["__proto__"]}';
    expect(killers(odd, { counterexamples: '[{},{"__proto__":2}]' })).toEqual({
      "/properties/__proto__/const DROP_KEYWORD": "/counterexamples/1",
      "/required/__proto__ DROP_REQUIRED": "/counterexamples/0",
    });
  });
});

describe("judgement", () => {
  const half = { maximum: 3, minimum: 1 };

  test("the score against its minimum, as it is shown", () => {
    const schema = { enum: [1, 2] };
    const codes = (minScore: number) =>
      tested(schema, { examples: [1, 2], minScore }).findings.map(({ code }) => code);
    expect(tested(schema, { examples: [1, 2] }).score).toBe(66.67);
    expect(codes(66.67)).toEqual(["UNPROTECTED_RULE"]);
    expect(codes(66.68)).toEqual(["SCORE_BELOW_MINIMUM", "UNPROTECTED_RULE"]);
    expect(tested(half).score).toBe(0);
  });

  test("verdict and gate", () => {
    const good = { examples: [1, 3], counterexamples: [0, 4] };
    expect(run(half, { ...good, failOn: "warning" })).toMatchObject({ ok: true, valid: true });
    const weak = { examples: [1], counterexamples: [0], minScore: 10 };
    expect(run(half, { ...weak, failOn: "error" })).toMatchObject({
      ok: true,
      valid: true,
      value: { verdict: "review", counts: { error: 0, warning: 3 } },
    });
    expect(run(half, { ...weak, failOn: "warning" })).toMatchObject({
      ok: false,
      valid: true,
      error: { code: "CONTRACT_RELIABILITY_WORKBENCH_FAILED" },
    });
    const { ok, value } = runUnit(tool, { schema: half });
    expect([ok, (value as Value).verdict]).toEqual([false, "fail"]);
  });

  test("the table", () => {
    const { output } = run({ maxLength: 0 }, { examples: ["", "a"] });
    expect(output).toBe(
      [
        "# contract-reliability-workbench: FAIL",
        "",
        "Score 100, 2 of 2 mutants killed by 2 examples and 0 counterexamples.",
        "",
        "| Severity | Code | Where | Message |",
        "| --- | --- | --- | --- |",
        "| error | EXAMPLE_REJECTED | /examples/1 | The contract rejects this example, expected that it accepts it |",
      ].join("\n"),
    );
    expect(run(true).output?.endsWith("\n\nNo findings.")).toBe(true);
  });
});

describe("input", () => {
  test("documents of the right type", () => {
    expect(failure({ type: "objekt" })).toBe("SCHEMA_INVALID /schema/type");
    expect(failure({ $ref: "#/nowhere" })).toBe("REF_UNRESOLVED /schema/$ref");
    expect(failure([])).toBe("DOCUMENT_TYPE /schema");
    expect(failure({}, { examples: { a: 1 } })).toBe("TOOL_INPUT_INVALID /examples");
    expect(failure({}, { examples: "a: 1" })).toBe("DOCUMENT_TYPE /examples");
    expect(failure({}, { counterexamples: "[1" })).toBe("JSON_SYNTAX /counterexamples");
    expect(failure({}, { counterexamples: "a: b: c" })).toBe("YAML_SYNTAX /counterexamples");
    expect(failure("")).not.toBe("");
  });

  test("at most 500 fixtures of a kind", () => {
    const fixtures = Array.from({ length: 501 }, () => 1);
    expect(failure({}, { examples: fixtures })).toBe("TOOL_INPUT_INVALID /examples");
    expect(tested({}, { examples: fixtures.slice(1) }).fixtures.accepted).toBe(500);
  });

  test("text with a mark, line ends of Windows, blank fields", () => {
    const schema = "\ufefftype: string\r\nmaxLength: 1\r\n";
    expect(
      tested(schema, { examples: "\ufeff- a\r\n- ''\r\n", counterexamples: " " }),
    ).toMatchObject({
      fixtures: { examples: 2, accepted: 2, counterexamples: 0 },
    });
    expect(run('{"type":"string","type":"null"}').warnings?.[0]).toMatchObject({
      code: "UNPROTECTED_RULE",
    });
    expect(run('{"default":1,"default":2}').warnings).toMatchObject([
      { code: "DUPLICATE_KEY", path: "/schema/default" },
    ]);
  });

  test("deep and long", () => {
    let deep: object = { type: "integer" };
    let value: unknown = "x";
    for (let level = 0; level < 300; level++) {
      deep = { type: "array", items: deep };
      value = [value];
    }
    expect(tested(deep, { counterexamples: [value] }).counts).toMatchObject({
      mutants: 301,
      killed: 1,
    });
    const long = "a".repeat(100_000);
    expect(
      tested({ maxLength: 99_999, pattern: "^a*$" }, { counterexamples: [long] }).counts.killed,
    ).toBe(2);
    const slow = { pattern: "^(a|a)*$" };
    expect(typeof run(slow, { examples: [`${"a".repeat(5000)}!`] }).ok).toBe("boolean");
  });
});
