import { expect, test } from "bun:test";
import fc from "fast-check";
import { canonicalJson } from "../../../../tools/_lib/json/tree/canonical.ts";

test("the text is JSON of the same data, with sorted keys and no white space", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

test("the order of members does not matter, and keys are sorted by UTF-16 code unit", () => {
  expect(
    canonicalJson({
      "\u20ac": 1,
      "\r": 2,
      "\ufb33": 3,
      "1": 4,
      "\ud83d\ude00": 5,
      "\u0080": 6,
      ö: 7,
    }),
  ).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"\u20ac":1,"\ud83d\ude00":5,"\ufb33":3}');
});

test("numbers and strings are written as ECMAScript writes them", () => {
  expect(canonicalJson([1e30, 4.5, 2e-3, 1e-27, -0, 333333333.3333333])).toBe(
    "[1e+30,4.5,0.002,1e-27,0,333333333.3333333]",
  );
  expect(canonicalJson("\u20ac$\u000f\nA'B\"\\/")).toBe('"\u20ac$\\u000f\\nA\'B\\"\\\\/"');
});

test("members without a JSON form are left out", () => {
  expect(canonicalJson({ a: undefined, b: [undefined], c: () => 1 })).toBe('{"b":[null]}');
});
