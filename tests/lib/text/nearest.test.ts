import { expect, test } from "bun:test";
import fc from "fast-check";
import { editDistance, nearest } from "../../../tools/_lib/text/nearest.ts";

test("the distance counts a swap of neighbours as one", () => {
  expect(editDistance("jsno", "json")).toBe(1);
  expect(editDistance("kitten", "sitting")).toBe(3);
  expect(editDistance("", "abc")).toBe(3);
});

test("the distance is symmetric, zero exactly for equal words and never above the longer length", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, b) === 0).toBe(a === b);
      expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
    }),
  );
});

test("the nearest come first, ties by code unit, far ones not at all", () => {
  expect(nearest("Actoin", ["mode", "action", "auction"])).toEqual(["action", "auction"]);
  expect(nearest("x", ["b", "a", "abc"])).toEqual(["a", "b"]);
});
