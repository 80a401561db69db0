import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readFields } from "../../../tools/_lib/schemas/shorthand/fields.ts";
import { valueOf } from "../../../tools/_lib/json/tree/value.ts";

const budget = { spend() {} };
const formats = new Set(["date", "email"]);
const read = (text: string) =>
  readFields(text, { path: "/schema", formats, listMarkers: true, budget });

interface Schema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

function schemaOf(text: string): Schema {
  const fields = read(text);
  if (!fields.ok) throw new Error(fields.errors[0].message);
  return valueOf(fields.schema).value as Schema;
}

const propertyOf = (line: string) => schemaOf(line).properties["x"];
const problemOf = (text: string) => {
  const fields = read(text);
  return fields.ok ? undefined : fields.errors[0];
};

describe("field lines", () => {
  test.each([
    ["x", { type: "string" }],
    ["x: date", { type: "string", format: "date" }],
    ["x: any", {}],
    ["x: string(hostname)", { type: "string", format: "hostname" }],
    ["x: string(3..50)", { type: "string", minLength: 3, maxLength: 50 }],
    ["x: string(..50)", { type: "string", maxLength: 50 }],
    ["x: string(/a - (b|c)=\\/) - p", { type: "string" }],
    [
      "x: string(/^a - (b|c)=$/) - p",
      { type: "string", pattern: "^a - (b|c)=$", description: "p" },
    ],
    ["x: number(-1.5..2)", { type: "number", minimum: -1.5, maximum: 2 }],
    ["x: number(0..)", { type: "number", minimum: 0 }],
    [
      "x: string[][](1..5)",
      {
        type: "array",
        minItems: 1,
        maxItems: 5,
        items: { type: "array", items: { type: "string" } },
      },
    ],
    ["x: integer | null", { type: ["integer", "null"] }],
    ["x: low | high", { type: "string", enum: ["low", "high"] }],
    ["x: low | high | null", { type: ["string", "null"], enum: ["low", "high", null] }],
    [
      "x: \"in progress\" | done = 'in progress' - state: now",
      {
        type: "string",
        enum: ["in progress", "done"],
        default: "in progress",
        description: "state: now",
      },
    ],
    ['x: string = "a - b" - c - d', { type: "string", default: "a - b", description: "c - d" }],
    ["x: string = it's - d", { type: "string", default: "it's", description: "d" }],
    ["x: array = [1, 2]", { type: "array", default: [1, 2] }],
    ["x: integer(1..10) - Days", { type: "integer", minimum: 1, maximum: 10, description: "Days" }],
  ])("%s", (line, expected) => {
    if (line.includes("=\\/")) expect(problemOf(line)?.code).toBe("FIELD_SYNTAX");
    else expect(propertyOf(line)).toEqual(expected);
  });

  test("indented lines are members, also of lists, by spaces or tabs", () => {
    const text =
      "# head\na: object\n  b: string\n\n  c?: object[]\n    d: integer\r\n\te: boolean\nf: object\n";
    expect(schemaOf(text)).toEqual({
      type: "object",
      properties: {
        a: {
          type: "object",
          properties: {
            b: { type: "string" },
            c: {
              type: "array",
              items: {
                type: "object",
                properties: { d: { type: "integer" } },
                required: ["d"],
                additionalProperties: false,
              },
            },
            e: { type: "boolean" },
          },
          required: ["b", "e"],
          additionalProperties: false,
        },
        f: { type: "object" },
      },
      required: ["a", "f"],
      additionalProperties: false,
    } as never);
  });

  test("without fields the object has no properties", () => {
    expect(schemaOf("# nothing\n")).toEqual({
      type: "object",
      properties: {},
      additionalProperties: false,
    } as never);
  });

  test.each([
    ["a: strng - x", "TYPE_UNKNOWN", 1, 4],
    ["a: string\nb c", "FIELD_SYNTAX", 2, 3],
    ["a:", "FIELD_SYNTAX", 1, 3],
    ["a: string\n b: string", "FIELD_SYNTAX", 2, 2],
    ["a: string\n  b: string", "FIELD_SYNTAX", 2, 3],
    ["a: integer(3..1)", "FIELD_SYNTAX", 1, 11],
    ["a: string(/(/)", "FIELD_SYNTAX", 1, 13],
    ["a: string[1]", "FIELD_SYNTAX", 1, 11],
    ["a: 'x | y", "FIELD_SYNTAX", 1, 10],
    ["a: string =", "FIELD_SYNTAX", 1, 12],
    ["a: x | string(email)", "FIELD_SYNTAX", 1, 8],
    ["a\na", "FIELD_DUPLICATE", 2, 1],
    ['n: integer = "x"', "DEFAULT_TYPE_MISMATCH", 1, 14],
    ["o: a | b = c", "DEFAULT_TYPE_MISMATCH", 1, 12],
    ["o: object\n  d: date = soon", "DEFAULT_TYPE_MISMATCH", 2, 13],
  ])("%j is %s", (text, code, line, column) => {
    expect(problemOf(text)).toMatchObject({ code, line, column, path: "/schema" } as never);
  });

  test("fields keep their order, and a mark or a default makes them optional", () => {
    const name = fc.stringMatching(/^[a-z]{1,6}$/);
    const fields = fc.uniqueArray(fc.record({ name, optional: fc.boolean() }), {
      selector: (field) => field.name,
      minLength: 1,
    });
    fc.assert(
      fc.property(fields, (list) => {
        const text = list.map((field) => `- ${field.name}${field.optional ? "?" : ""}: integer`);
        const schema = schemaOf(text.join("\n"));
        expect(Object.keys(schema.properties)).toEqual(list.map((field) => field.name));
        const required = list.filter(({ optional }) => !optional).map((field) => field.name);
        expect(schema.required ?? []).toEqual(required);
      }),
    );
  });

  test("any text is fields or problems", () => {
    const word = fc.constantFrom(
      ..."ab?:=|-()[]/\"'\\. \t\n1".split(""),
      "string",
      "object",
      " - ",
    );
    const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(""));
    fc.assert(
      fc.property(text, (lines) => {
        const fields = read(lines);
        expect(fields.ok || fields.errors.length > 0).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
