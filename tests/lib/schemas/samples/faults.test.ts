import { describe, expect, test } from "bun:test";
import { faults } from "./samples.ts";

describe("faults", () => {
  test("numbers: below, above, between, another type", () => {
    expect(faults({ type: "integer", minimum: 1, maximum: 9 })).toEqual([
      ["minimum", 0],
      ["maximum", 10],
      ["type", 1.5],
      ["type", "1"],
    ]);
    expect(faults({ type: "number", minimum: 0, exclusiveMaximum: 1 })).toEqual([
      ["minimum", -0.01],
      ["exclusiveMaximum", 1],
      ["type", "1"],
    ]);
    expect(faults({ type: "integer", exclusiveMinimum: 0, multipleOf: 5 })).toEqual([
      ["exclusiveMinimum", 0],
      ["multipleOf", 6],
      ["type", "1"],
    ]);
    expect(faults({ type: "number", multipleOf: 0.5, minimum: 1 })).toEqual([
      ["minimum", 0.5],
      ["multipleOf", 1.25],
      ["type", "1"],
    ]);
    expect(faults({ type: "integer", exclusiveMinimum: 0.5 })).toEqual([
      ["exclusiveMinimum", 0],
      ["type", 1.5],
      ["type", "1"],
    ]);
  });

  test("strings: lengths, format, pattern, another type", () => {
    expect(faults({ type: "string", minLength: 3, maxLength: 5 })).toEqual([
      ["minLength", "aa"],
      ["maxLength", "aaaaaa"],
      ["type", 1],
    ]);
    expect(faults({ type: "string", minLength: 0 })).toEqual([["type", 1]]);
    expect(faults({ type: "string", format: "ipv4" })).toEqual([
      ["format", "256.0.0.1"],
      ["type", 1],
    ]);
    expect(faults({ type: "string", pattern: "^[a-z]{2,4}$", minLength: 2, maxLength: 4 })).toEqual(
      [
        ["minLength", "a"],
        ["maxLength", "aaaaa"],
        ["pattern", "__no_match__"],
        ["type", 1],
      ],
    );
    expect(faults({ type: "string", maxLength: 1_000_000 })).toEqual([["type", 1]]);
  });

  test("enumerations and constants", () => {
    expect(faults({ type: "string", enum: ["a"] })).toEqual([["enum", "__not_in_enum__"]]);
    expect(faults({ enum: ["__not_in_enum__", 1] })).toEqual([["enum", "__not_in_enum___"]]);
    expect(faults({ const: 1 })).toEqual([]);
  });

  test("other types", () => {
    expect(faults({ type: "boolean" })).toEqual([["type", "true"]]);
    expect(faults({ type: "null" })).toEqual([["type", 0]]);
    expect(faults({ type: "object" })).toEqual([["type", []]]);
    expect(faults({ type: "array", items: { const: 1 }, minItems: 1, maxItems: 2 })).toEqual([
      ["minItems", []],
      ["maxItems", [1, 1, 1]],
      ["type", {}],
    ]);
    expect(faults({})).toEqual([]);
    expect(faults({ minimum: 1 })).toEqual([["minimum", 0.99]]);
  });
});
