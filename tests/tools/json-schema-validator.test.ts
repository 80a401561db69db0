import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import validator from "../../tools/json-schema-validator.ts";
import { runUnit } from "../support/run-unit.ts";

type Input = Static<typeof validator.input>;
type Value = Static<typeof validator.value>;

function run(input: Partial<Input>) {
  const outcome = runUnit(validator as never, input);
  return {
    ...outcome,
    value: outcome.value as Value,
    noted: (outcome.warnings ?? []).map(({ code, path }) => `${code} ${path ?? ""}`.trim()),
    codes: (outcome.errors ?? []).map(({ code, path }) => `${code} ${path}`),
  };
}

test("text and values are taken alike", () => {
  const schema = { properties: { a: { type: "string" } } };
  const expected = { valid: false, codes: ["SCHEMA_TYPE /a"] };
  expect(run({ schema, data: { a: 1 } })).toMatchObject(expected);
  expect(run({ schema: JSON.stringify(schema), data: '{"a": 1}' })).toMatchObject(expected);
  expect(run({ schema: true, data: null })).toMatchObject({ valid: true });
  expect(run({ schema: { type: "null" }, data: null })).toMatchObject({ valid: true });
  expect(run({ schema: "false", data: "null" })).toMatchObject({ codes: ["SCHEMA_FALSE "] });
});

test("the line names the draft, or the first problem and how many there are", () => {
  expect(run({ schema: "{}", data: "1" }).output).toBe("valid: draft 2020-12");
  expect(run({ schema: "{}", data: "1", draft: "draft-07" }).output).toBe("valid: draft-07");
  expect(run({ schema: '{"type": "null"}', data: "1" }).output).toBe(
    "invalid: 1 problem, first at the root: The value is an integer, expected null",
  );
  expect(run({ schema: '{"items": {"type": "null"}}', data: "[1, 2]" }).output).toBe(
    "invalid: 2 problems, first at /0: The value is an integer, expected null",
  );
});

test("a number that draft-04 takes for no integer is not called one", () => {
  const [error] =
    run({ schema: '{"type": "integer"}', data: "1.0", draft: "draft-04" }).errors ?? [];
  expect(error).toMatchObject({
    code: "SCHEMA_TYPE",
    message: "The value is a number, expected an integer",
    expected: "integer",
    received: "number",
  });
});

test("syntax errors tell which text they are in", () => {
  expect(run({ schema: "{", data: "1" }).codes).toEqual(["JSON_SYNTAX /schema"]);
  expect(run({ schema: "{}", data: "[1,]" }).codes).toEqual(["JSON_SYNTAX /data"]);
  expect(run({ schema: "", data: "" }).codes).toEqual(["JSON_SYNTAX /schema", "JSON_SYNTAX /data"]);
  expect(run({ schema: "{}", data: "[".repeat(2000) }).codes).toEqual(["INPUT_TOO_DEEP /data"]);
  expect(run({ schema: "{}", data: "1", schemas: { "http://x": "{" } }).codes).toEqual([
    "JSON_SYNTAX /schemas/http:~1~1x",
  ]);
});

describe("warnings", () => {
  test.each<[Partial<Input>, string[]]>([
    [{ schema: '{"requried": ["a"]}' }, ["KEYWORD_UNKNOWN /schema/requried"]],
    [{ schema: '{"x-origin": 1, "title": "t"}' }, []],
    [{ schema: '{"dependencies": {}}' }, ["DRAFT_ASSUMED /schema/dependencies"]],
    [{ schema: '{"const": {"typo": 1}, "enum": [{"typo": 1}], "default": {"typo": 1}}' }, []],
    [
      { schema: '{"properties": {"requried": true, "a": {"typ": 1}}}' },
      ["KEYWORD_UNKNOWN /schema/properties/a/typ"],
    ],
    [{ schema: '{"format": "emial"}' }, ["FORMAT_UNKNOWN /schema/format"]],
    [
      { schema: '{"format": "emial"}', assertFormat: false },
      ["FORMAT_NOT_ASSERTED /schema/format"],
    ],
    [{ schema: '{"type": "string"}', assertFormat: false, data: '""' }, []],
    [
      {
        schema: '{"$ref": "#/definitions/a", "minimum": 1, "title": "t", "definitions": {"a": {}}}',
        draft: "draft-07",
      },
      ["REF_SIBLINGS_IGNORED /schema/$ref"],
    ],
    [{ schema: '{"$ref": "#/$defs/a", "minimum": 1, "$defs": {"a": {}}}' }, []],
    [{ schema: '{"type": "object", "type": "array"}', data: "[]" }, ["DUPLICATE_KEY /schema/type"]],
    [{ schema: "{}", data: '{"a": {"b": 1, "b": 2}}' }, ["DUPLICATE_KEY /a/b"]],
    [{ schema: "\ufeff{}", data: '"\\ud800"' }, ["BOM_REMOVED", "LONE_SURROGATE"]],
  ])("%j", (input, noted) => {
    expect(run({ data: "1", ...input }).noted).toEqual(noted);
  });

  test("a misspelt keyword comes with the nearest one, one of another draft with the drafts", () => {
    const { warnings } = run({ schema: '{"requried": [], "$recursiveRef": "#"}', data: "1" });
    expect(warnings?.map(({ hint }) => hint)).toEqual([
      'Did you mean "required"?',
      "Known in 2019-09",
    ]);
  });
});

test("of a repeated key the last value counts, in the schema as in the data", () => {
  expect(run({ schema: '{"type": "null", "type": "object"}', data: "{}" }).valid).toBe(true);
  expect(
    run({ schema: '{"properties": {"a": {"type": "null"}}}', data: '{"a": 1, "a": null}' }).valid,
  ).toBe(true);
});

test("maxErrors cuts the list, not the count", () => {
  const { value, errors, warnings } = run({
    schema: '{"items": {"type": "null"}}',
    data: `[${"1,".repeat(49)}1]`,
    maxErrors: 3,
  });
  expect([value.errorCount, value.errors.length, errors?.length]).toEqual([50, 3, 3]);
  expect(warnings).toMatchObject([{ code: "ERRORS_TRUNCATED", received: 47 }]);
});

test("the figures are those of the data, repeated keys counted", () => {
  const { stats } = run({ schema: "true", data: '{"a": [1, "x"], "a": null}' });
  expect(stats).toMatchObject({
    type: "object",
    keys: 2,
    nodes: 5,
    depth: 2,
    keywordsEvaluated: 0,
  });
});

test("further schemas are found by their URI and by their own id, as text or as value", () => {
  const schema = { allOf: [{ $ref: "http://x/a" }, { $ref: "http://x/own" }] };
  const schemas = {
    "http://x/a": '{"maximum": 12345678901234567890}',
    "http://x/b": { $id: "http://x/own", type: "integer" },
  };
  expect(run({ schema, schemas, data: "12345678901234567891" }).codes).toEqual(["SCHEMA_MAXIMUM "]);
  expect(run({ schema, schemas, data: "1" }).valid).toBe(true);
});

test("the draft that is given counts, whatever the schema says", () => {
  const schema =
    '{"$schema": "http://json-schema.org/draft-07/schema#", "prefixItems": [{"type": "null"}]}';
  expect(run({ schema, data: "[1]" })).toMatchObject({ valid: true, value: { draft: "draft-07" } });
  expect(run({ schema, data: "[1]", draft: "2020-12" })).toMatchObject({
    valid: false,
    value: { draft: "2020-12" },
  });
});

test("numbers that no double holds are shown as their text", () => {
  const { value } = run({
    schema: '{"const": 12345678901234567890}',
    data: "12345678901234567891",
  });
  expect(value.errors[0]).toMatchObject({
    expected: "12345678901234567890",
    received: "12345678901234567891",
  });
});

describe("a pattern", () => {
  const warned = (schema: Input["schema"], data: string) => {
    const { valid, noted } = run({ schema, data });
    return [valid, ...noted];
  };

  test("that is none with the flag u but one without it is used so", () => {
    const schema = { pattern: "^[\\w-.]+\\-x$" };
    expect(warned(schema, '"a.b-x"')).toEqual([true, "PATTERN_NOT_UNICODE /schema/pattern"]);
    expect(warned(schema, '"a b-x"')).toEqual([false, "PATTERN_NOT_UNICODE /schema/pattern"]);
    const named = { patternProperties: { "^\\a": false } };
    const place = "PATTERN_NOT_UNICODE /schema/patternProperties/^\\a";
    expect(warned(named, '{"a": 1}')).toEqual([false, place]);
    expect(warned({ pattern: "^\\p{L}$" }, '"é"')).toEqual([true]);
  });

  test("that is none is refused with its reason and place, wherever it stands", () => {
    const schema = { $defs: { a: { patternProperties: { "[": true } }, b: { pattern: "a**" } } };
    const { ok, errors = [] } = run({ schema, data: "1" });
    expect([ok, ...errors.map(({ path, message }) => [path, message.includes("offset")])]).toEqual([
      false,
      ["/schema/$defs/a/patternProperties/[", true],
      ["/schema/$defs/b/pattern", true],
    ]);
  });
});

describe("keywords that the assumed draft no longer has", () => {
  const list = { items: [{ type: "null" }], additionalItems: false };
  const needs = { dependencies: { a: ["b"], c: { maxProperties: 1 } } };

  test("mean what they meant in draft-07", () => {
    for (const data of ["[null]", "[1]", "[null, 1]", "[]"]) {
      const draft07 = run({ schema: list, data, draft: "draft-07" });
      const assumed = run({ schema: list, data });
      expect([data, assumed.valid, assumed.codes]).toEqual([data, draft07.valid, draft07.codes]);
      expect(assumed.noted).toEqual(["DRAFT_ASSUMED /schema/items"]);
    }
    for (const data of ['{"a": 1}', '{"a": 1, "b": 2}', '{"c": 1, "d": 2}', "{}"]) {
      const draft07 = run({ schema: needs, data, draft: "draft-07" });
      const assumed = run({ schema: needs, data });
      expect([data, assumed.valid, assumed.codes]).toEqual([data, draft07.valid, draft07.codes]);
      expect(assumed.noted).toEqual(["DRAFT_ASSUMED /schema/dependencies"]);
    }
  });

  test("but not where the draft is declared", () => {
    const $schema = "https://json-schema.org/draft/2020-12/schema";
    expect(run({ schema: { $schema, ...list }, data: "[]" }).ok).toBe(false);
    expect(run({ schema: list, data: "[]", draft: "2020-12" }).ok).toBe(false);
    const ignored = run({ schema: { $schema, ...needs }, data: '{"a": 1}' });
    expect([ignored.valid, ...ignored.noted]).toEqual([
      true,
      "KEYWORD_UNKNOWN /schema/dependencies",
    ]);
  });

  test("and their schemas are looked into", () => {
    const inner = { items: [{ type: "nul" }] };
    expect(run({ schema: inner, data: "[]" }).errors?.[0]?.path).toBe("/schema/items/0/type");
    const reached = { dependencies: { a: { $defs: { x: { const: 1 } } } }, properties: { b: {} } };
    const schema = { ...reached, additionalProperties: { $ref: "#/dependencies/a/$defs/x" } };
    expect(run({ schema, data: '{"z": 2}' }).valid).toBe(false);
    const lone = run({ schema: { additionalItems: false }, data: "[1]" });
    expect([lone.valid, ...lone.noted]).toEqual([true, "KEYWORD_UNKNOWN /schema/additionalItems"]);
  });
});
