import { describe, expect, test } from "bun:test";
import Ajv2020 from "ajv/dist/2020.js";
import fc from "fast-check";
import { fitted, rescued, run } from "../../support/rescued.ts";

describe("fitting", () => {
  const integer = { type: "integer" };

  test.each<[unknown, string, unknown, string[]]>([
    [integer, '{"x":" 42 "}', 42, ["COERCED /x"]],
    [integer, '{"x":"41.0"}', 41, ["COERCED /x"]],
    [integer, '{"x":3.0}', 3, ["COERCED /x"]],
    [integer, '{"x":"1.5"}', "1.5", []],
    [integer, '{"x":1.5}', 1.5, []],
    [integer, '{"x":"12345678901234567890"}', "12345678901234567890", ["COERCED /x"]],
    [{ type: "integer", maximum: 10 }, '{"x":"41"}', "41", []],
    [{ type: "number" }, '{"x":"1.5e3"}', 1500, ["COERCED /x"]],
    [{ type: "boolean" }, '{"x":"TRUE"}', true, ["COERCED /x"]],
    [{ type: "boolean" }, '{"x":"yes"}', "yes", []],
    [{ type: "boolean" }, '{"x":1}', 1, []],
    [{ type: "string" }, '{"x":1.50}', "1.50", ["COERCED /x"]],
    [{ type: "string" }, '{"x":false}', "false", ["COERCED /x"]],
    [{ type: "string" }, '{"x":null}', null, []],
    [{ type: ["integer", "null"] }, '{"x":""}', null, ["COERCED /x"]],
    [{ type: ["integer", "null"] }, '{"x":"null"}', null, ["COERCED /x"]],
    [{ type: ["string", "null"] }, '{"x":""}', "", []],
    [{ enum: ["Low", "High"] }, '{"x":" high "}', "High", ["ENUM_NORMALISED /x"]],
    [{ enum: ["a", "A"] }, '{"x":"a "}', "a ", []],
    [{ enum: ["in-progress"] }, '{"x":"in progress"}', "in progress", []],
    [{ const: "Ok" }, '{"x":"OK"}', "Ok", ["ENUM_NORMALISED /x"]],
    [{ enum: [1, 2] }, '{"x":"1"}', 1, ["COERCED /x"]],
    [{ type: "array", items: integer }, '{"x":"5"}', [5], ["WRAPPED_IN_ARRAY /x", "COERCED /x/0"]],
    [{ type: "array", items: integer }, '{"x":"a"}', "a", []],
    [{ type: "array" }, '{"x":" [1]"}', [1], ["PARSED_JSON_TEXT /x"]],
    [{ type: "object" }, '{"x":"{\\"a\\":1}"}', { a: 1 }, ["PARSED_JSON_TEXT /x"]],
    [{ type: "object" }, '{"x":"[1]"}', "[1]", []],
    [{ type: ["string", "array"] }, '{"x":"[1]"}', "[1]", []],
    [
      { type: "array", items: { type: "object" } },
      '{"x":"{\\"a\\":1}"}',
      [{ a: 1 }],
      ["WRAPPED_IN_ARRAY /x", "PARSED_JSON_TEXT /x/0"],
    ],
    [{ type: "array", items: { minLength: 9 } }, '{"x":"[1"}', "[1", []],
    [
      { type: "array", items: { type: "string", minLength: 9 } },
      '{"x":"[\\"a\\",\\"b\\",\\"c\\"]"}',
      '["a","b","c"]',
      [],
    ],
    [integer, '{"x":[["5"]]}', 5, ["UNWRAPPED /x", "UNWRAPPED /x", "COERCED /x"]],
    [integer, '{"x":[5,6]}', [5, 6], []],
    [{ anyOf: [{ type: "null" }, integer] }, '{"x":"5"}', 5, ["COERCED /x"]],
    [{ $ref: "#/$defs/n" }, '{"x":"5"}', 5, ["COERCED /x"]],
  ])("%j takes %s", (schema, text, expected, changes) => {
    const whole = { properties: { x: schema }, $defs: { n: integer } };
    expect(fitted(whole, text)).toEqual([{ x: expected }, changes]);
    expect(fitted(whole, text, { coerce: false })[1]).toEqual([]);
  });

  test("JSON written as text is read wherever its value is wanted, and wrapped nowhere", () => {
    const value = fc.letrec<{ value: unknown; items: unknown[] }>((tie) => ({
      value: fc.oneof({ depthSize: "small" }, fc.nat(), fc.string(), tie("items")),
      items: fc.array(tie("value"), { maxLength: 3 }),
    })).items;
    const space = fc.constantFrom("", " ", "\n");
    fc.assert(
      fc.property(value, space, space, (wanted, before, after) => {
        const text = before + JSON.stringify(wanted) + after;
        for (const schema of [
          { type: "array" },
          { anyOf: [{ type: "null" }, { type: "array" }] },
          { $ref: "#/$defs/list" },
        ]) {
          const whole = { properties: { x: schema }, $defs: { list: { type: "array" } } };
          expect(fitted(whole, JSON.stringify({ x: text }))).toEqual([
            { x: wanted },
            ["PARSED_JSON_TEXT /x"],
          ]);
        }
      }),
    );
  });

  const names = {
    properties: { userName: { type: "string" }, age: integer },
    required: ["userName", "age"],
    additionalProperties: false,
  };

  test("keys are renamed in place where only one can be meant and its value fits", () => {
    expect(fitted(names, '{"User_name":"x","AGE":"7"}')).toEqual([
      { userName: "x", age: 7 },
      ["KEY_RENAMED /userName", "KEY_RENAMED /age", "COERCED /age"],
    ]);
    expect(fitted(names, '{"user_name":"x","USERNAME":"y"}')[1]).toEqual([]);
    expect(fitted(names, '{"Age":"old"}')[1]).toEqual([]);
    expect(fitted(names, '{"AGE":7}', { renameKeys: false })[1]).toEqual([]);
  });

  test("members that are not allowed go only when asked for, in the order of the document", () => {
    const text = '{"x":1,"age":"7","__proto__":2}';
    expect(fitted(names, text)[0]).toEqual(JSON.parse('{"x":1,"age":7,"__proto__":2}'));
    expect(fitted(names, text, { dropUnknown: true })).toEqual([
      { age: 7 },
      ["UNKNOWN_DROPPED /x", "COERCED /age", "UNKNOWN_DROPPED /__proto__"],
    ]);
  });

  test("defaults come last, also those of objects that are there", () => {
    const schema = {
      properties: {
        o: { properties: { n: integer, x: { default: 7 } } },
        bad: { type: "string", default: 1 },
        d: { default: [1] },
      },
    };
    const options = { applyDefaults: true };
    expect(fitted(schema, '{"o":{"n":"1"}}', options)).toEqual([
      { o: { n: 1, x: 7 }, d: [1] },
      ["COERCED /o/n", "DEFAULT_APPLIED /o/x", "DEFAULT_APPLIED /d"],
    ]);
    const endless = { properties: { self: { $ref: "#", default: {} }, n: integer } };
    expect(fitted(endless, '{"n":"1"}', options)).toEqual([{ n: 1 }, ["COERCED /n"]]);
  });

  test("errors are ordered and speak of the result; of a union the closest branch is told", () => {
    const schema = {
      required: ["z", "y"],
      properties: { a: { anyOf: [{ required: ["b", "c"] }, { maxProperties: 0 }] } },
    };
    const { value, valid, errors = [] } = run('{"a":{"d":1}}', { schema });
    expect([valid, value.schemaErrors]).toEqual([false, 3]);
    expect(errors.map(({ code, path, hint }) => [code, path, hint])).toEqual([
      ["SCHEMA_REQUIRED", "/value/data", 'There is "a"'],
      ["SCHEMA_REQUIRED", "/value/data", 'There is "a"'],
      [
        "SCHEMA_ANY_OF",
        "/value/data/a",
        "Closest is anyOf/1: The object has 1 member, expected at most 0, at /value/data/a",
      ],
    ]);
  });

  test.each<[unknown, string]>([
    [{ type: "objekt" }, "SCHEMA_INVALID"],
    [{ $ref: "#/nowhere" }, "REF_NOT_RESOLVED"],
    ["{bad", "JSON_SYNTAX"],
  ])("the schema %j is refused", (schema, code) => {
    expect(rescued("{}", { schema })).toBe(code);
  });
});

const words = fc.stringMatching(/^(?:[a-z][a-z ,.!?:;\n]{0,20})?$/);
const text = fc.string({
  unit: fc.constantFrom(..."{}[],:\"\\<>`' a1.-\n".split("")),
  maxLength: 8,
});
const { json: data } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: "small" },
    text,
    fc.constantFrom(1.5, -2e30, 7, true, false, null, "12", "true", ""),
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(fc.oneof(text, fc.constantFrom("a", "A", "b_c")), tie("json"), { maxKeys: 3 }),
  ),
}));
const container = data.filter((value) => typeof value === "object" && value !== null);
const damaged = fc
  .array(
    fc.oneof(
      container.map((value) => JSON.stringify(value)),
      fc.constantFrom(..."{}[]:,\"'`\\\n <>".split("")),
      fc.constantFrom(
        "```json\n",
        "\n```\n",
        "<json>",
        "</json>",
        "<think>",
        "</think>",
        "1",
        "nul",
      ),
      words,
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));
const { schema } = fc.letrec((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(true, {}, { enum: ["A", 7, "x y"] }, { const: null }, { default: 1 }),
    fc.record({ type: fc.constantFrom("integer", "number", "boolean", "string", "null") }),
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
    fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(fc.constantFrom("a", "A", "b_c", "bc"), tie("schema"), {
        maxKeys: 3,
      }),
      required: fc.subarray(["a", "bC"]),
      additionalProperties: fc.boolean(),
    }),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
  ),
}));
const options = fc.record({
  candidate: fc.constantFrom("best", "first", "last", "largest"),
  coerce: fc.boolean(),
  renameKeys: fc.boolean(),
  dropUnknown: fc.boolean(),
  applyDefaults: fc.boolean(),
});

describe("laws", () => {
  test("JSON comes back equal, and words, fences and tags around it do not matter", () => {
    fc.assert(
      fc.property(
        container,
        words,
        words,
        fc.constantFrom(0, 2),
        (value, before, after, indent) => {
          const written = JSON.stringify(value, null, indent);
          const plain = run(written);
          expect([plain.value.status, plain.value.changes]).toEqual(["clean", []]);
          expect(JSON.parse(plain.output ?? "")).toEqual(value);
          for (const around of [
            `${before} ${written} ${after}`,
            `${before}\n\`\`\`json\n${written}\n\`\`\`\n${after}`,
            `${before}<answer>${written}</answer>${after}`,
            `<think>${after}</think>${before} ${written}`,
          ]) {
            const { value: found, output } = run(around);
            expect(output).toBe(plain.output);
            if (around.trim() !== written) expect(found.status).toBe("extracted");
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  test("every prefix of an answer is rescued, in a fence, too", () => {
    const plain = fc.jsonValue({ stringUnit: fc.constantFrom(..."ab 1é".split("")), maxDepth: 4 });
    fc.assert(
      fc.property(fc.array(plain), fc.nat(), (value, cut) => {
        const written = JSON.stringify(value);
        const prefix = written.slice(0, 1 + (cut % written.length));
        expect(run(prefix).ok).toBe(true);
        expect(run(`Here:\n\`\`\`json\n${prefix}`).ok).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test("each `before` stands at its offset, whatever the text", () => {
    fc.assert(
      fc.property(damaged, options, (answer, more) => {
        const { ok, value } = run(answer, more);
        if (!ok) return;
        for (const { offset, before } of value.changes) {
          expect(answer.slice(offset ?? 0, (offset ?? 0) + String(before).length)).toBe(before);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("rescuing the output again changes nothing, and valid is what another validator says", () => {
    const ajv = new Ajv2020({ strict: false, logger: false });
    fc.assert(
      fc.property(
        fc.oneof(
          container.map((value) => JSON.stringify(value)),
          damaged,
        ),
        schema,
        options,
        (answer, given, more) => {
          const once = run(answer, { schema: given, ...more });
          if (!once.ok) return;
          expect(ajv.compile(given as object)(JSON.parse(once.output ?? ""))).toBe(
            once.valid ?? false,
          );
          const again = run(once.output ?? "", { schema: given, ...more });
          expect(again.output).toBe(once.output);
          expect(again.value.changes).toEqual([]);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test("without changes of other codes every string of the data stands in the text", () => {
    const invents = /^(?:QUOTE|ESCAPE|DOUBLE|UNESCAPED|STRINGS|NUMBER|TYPE)/;
    fc.assert(
      fc.property(damaged, (answer) => {
        const { ok, value, output = "" } = run(answer);
        if (!ok || value.changeCodes.some((code) => invents.test(code))) return;
        for (const [token] of output.matchAll(/"(?:[^"\\]|\\.)*"/g))
          expect(answer).toContain(token);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("thousands of openings end within the time of a test", () => {
  test.each([
    "{",
    "[{",
    "x {",
    '{"',
    "```json\n",
    "```json\n{\n",
    '```json\n{"a\n```\n',
    "<json>",
    "<json>{",
    '<json>{"a":1} x ',
    '<json>{"a":1},{"a":1} ',
    "<think>",
    '{"a":1} x ',
    '{"a":1,"b",} x ',
    '[" ',
    "`",
    "~~~~\n```\n",
  ])("%j", (unit) => {
    const { ok, value, error } = run(unit.repeat(Math.ceil(100_000 / unit.length)));
    expect(ok ? value.candidate.start : (error?.code ?? 0)).toBeDefined();
  });
});
