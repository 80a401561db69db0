import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  compareCodePoints,
  countCodePoints,
  loneSurrogateAt,
  utf8Length,
} from "../../../tools/_lib/text/code-points.ts";

const text = fc.string({ unit: fc.constantFrom("a", "\ue000", "😀", "\ud83d", "\ude00") });

test("lone surrogates are found", () => {
  fc.assert(
    fc.property(text, (given) => {
      expect(loneSurrogateAt(given) < 0).toBe(given.isWellFormed());
    }),
  );
  expect(loneSurrogateAt("a😀\ud83d")).toBe(3);
  expect(loneSurrogateAt("\ude00a")).toBe(0);
});

test("texts are counted and compared by code points", () => {
  const pointsOf = (given: string) =>
    Array.from(given, (one) => String(one.codePointAt(0)).padStart(7, "0"));
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(countCodePoints(a)).toBe(pointsOf(a).length);
      const [left, right] = [pointsOf(a).join(""), pointsOf(b).join("")];
      const expected = left === right ? 0 : left < right ? -1 : 1;
      expect(Math.sign(compareCodePoints(a, b))).toBe(expected);
    }),
    { numRuns: 1000 },
  );
});

test("the length in UTF-8 is that of the encoded bytes, lone surrogates included", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (given) => {
      expect(utf8Length(given)).toBe(new TextEncoder().encode(given).length);
    }),
    { examples: [["a\ud83d"], ["\ude00é€😀"]] },
  );
});
