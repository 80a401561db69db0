/** Rows hold what a text holds: nothing is lost on the way there and back. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { FieldSchema } from "../../app/web/catalogue.ts";
import { inputOf, kindOf, textsOf } from "../../app/web/tool/fields.ts";
import {
  jsonOfText,
  readRows,
  rowsIn,
  type Shape,
  shapesOf,
  textOfJson,
  withCell,
  writeRows,
} from "../../app/web/tool/rows.ts";

const LINES: FieldSchema = {
  type: "array",
  items: {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string" },
      price: { type: "number" },
      tags: { type: "array", items: { type: "string" } },
    },
  },
};
const MAP: FieldSchema = { type: "object", patternProperties: { "^.*$": { type: "number" } } };

function shapeOf(field: FieldSchema): Shape {
  const [shape] = shapesOf(field);
  if (!shape) throw new Error("The field has no rows");
  return shape;
}

const texts = fc.string({ unit: "grapheme", maxLength: 12 });
const scalars = fc.oneof(texts, fc.double({ noNaN: true }), fc.boolean(), fc.constant(null));

describe("rows", () => {
  test("any table is the same after it was written from its rows", () => {
    const table = fc.array(fc.dictionary(texts, fc.jsonValue({ maxDepth: 2 })), { maxLength: 5 });
    fc.assert(
      fc.property(table, (value) => {
        const rows = readRows(shapeOf(LINES), JSON.stringify(value)) ?? [];
        expect(JSON.parse(writeRows(shapeOf(LINES), rows) || "[]")).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });

  test("any map is the same after it was written from its rows", () => {
    fc.assert(
      fc.property(fc.dictionary(texts, scalars), (value) => {
        const rows = readRows(shapeOf(MAP), JSON.stringify(value)) ?? [];
        expect(JSON.parse(writeRows(shapeOf(MAP), rows) || "{}")).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });

  test.each([
    ["text", { type: "string" }],
    ["a number", { type: "number" }],
    ["a number or text", { anyOf: [{ type: "number" }, { type: "string" }] }],
    ["a list of words", { type: "array", items: { type: "string" } }],
    ["anything", {}],
  ] satisfies [string, FieldSchema][])(
    "the text of a cell for %s gives its JSON back",
    (_, field) => {
      const values = fc.oneof(scalars, fc.array(texts, { maxLength: 4 }), fc.jsonValue());
      fc.assert(
        fc.property(values, (value) => {
          const json = JSON.stringify(value);
          const text = textOfJson(json, field);
          // An empty cell is none; an untouched one keeps its JSON anyway.
          if (text !== json) expect(jsonOfText(text, field)).toBe(json);
        }),
      );
    },
  );

  test("digits and members that are not touched stay as they were written", () => {
    const text = '[{"name":"a","price":1.50,"id":12345678901234567890},{"extra":null}]';
    const shape = shapeOf(LINES);
    const [first, ...others] = readRows(shape, text) ?? [];
    if (!first) throw new Error("There is a first row");
    const named = withCell(first, "name", { type: "string" }, "b");
    expect(writeRows(shape, [named, ...others])).toBe(
      '[\n  {"name": "b", "price": 1.50, "id": 12345678901234567890},\n  {"extra": null}\n]',
    );
  });

  test("what is no list of objects has no rows, and a row of nothing is none", () => {
    const shape = shapeOf(LINES);
    for (const text of ["{", "{}", "[1]", '"a"', "12"])
      expect(readRows(shape, text)).toBe(undefined);
    expect(writeRows(shape, [{ key: 0, cells: {}, isNew: true }])).toBe("");
    expect(rowsIn(shapesOf(MAP), "[]")).toBe(undefined);
  });

  test("a list of words that was given as a list stays one", () => {
    const words: FieldSchema = {
      anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
    };
    const numbers: FieldSchema = {
      anyOf: [{ type: "number" }, { type: "array", items: { type: "number" } }],
    };
    const detail = { id: "x", version: "", primary: "words", uses: [], required: [], texts: [] };
    const unit = { ...detail, examples: [], failures: {}, fields: { words, numbers } };
    expect([kindOf(words), kindOf(numbers), kindOf(LINES), kindOf(MAP)]).toEqual([
      "list",
      "list",
      "rows",
      "rows",
    ]);
    for (const input of [
      { words: ["a, b", "c"], numbers: [1, 2] },
      { words: "a, b", numbers: 3 },
    ]) {
      expect(inputOf(unit, textsOf(unit, input))).toEqual(input);
    }
  });
});
