import { describe, expect, test } from "bun:test";
import { axisOf, some, tickText } from "../../../../app/web/views/plot-scale.ts";
import {
  isLike,
  isNothing,
  isRecord,
  isScalar,
  labelOf,
  textOfCell,
  textOfScalar,
} from "../../../../app/web/views/shape.ts";

describe("the shape of a value", () => {
  test("objects are like where they share most of their members", () => {
    expect(isLike([{ a: 1, b: 2 }, { a: 1 }])).toBe(true);
    expect(isLike([{ a: 1 }, { b: 1 }])).toBe(false);
    expect(isLike([{ a: 1 }, 1])).toBe(false);
    expect([isLike([]), isLike([{}]), isLike([null]), isLike([[1]])]).toEqual(
      Array(4).fill(false) as boolean[],
    );
    const many = Array.from({ length: 100_000 }, (_, index) => ({ index, text: "x" }));
    expect(isLike(many)).toBe(true);
  });

  test("nothing is shown of what is empty, of 0 and false something", () => {
    expect([null, undefined, "", [], {}].every(isNothing)).toBe(true);
    expect([0, false, " ", [null], Number.NaN].some(isNothing)).toBe(false);
  });

  test("lists, dates and functions are told apart", () => {
    expect([isRecord({}), isRecord([]), isRecord(null), isRecord("x")]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect([isScalar(null), isScalar(undefined), isScalar([])]).toEqual([true, true, false]);
  });

  test("a scalar stays as the tool gives it", () => {
    expect([1.5, -0, 1e21, Number.NaN, true, null, "\ud800"].map(textOfScalar)).toEqual([
      "1.5",
      "0",
      "1e+21",
      "NaN",
      "true",
      "null",
      "\ud800",
    ]);
    expect(textOfCell(["a", 1, null])).toBe("a, 1, null");
    expect(textOfCell({ a: [1] })).toBe('{"a":[1]}');
  });

  test("a name is put into words, and a name that is data stays", () => {
    expect(
      ["totalInterest", "apr", "tokenIds", "http://x.y", "__proto__", ""].map(labelOf),
    ).toEqual(["Total interest", "APR", "Token IDs", "http://x.y", "__proto__", ""]);
  });
});

describe("an axis", () => {
  test("has round ticks around all that is drawn", () => {
    expect(axisOf(0, 25_000)).toEqual({
      from: 0,
      to: 25_000,
      ticks: [0, 5000, 10_000, 15_000, 20_000, 25_000],
    });
    for (const [low, high] of [
      [0, 0.003],
      [-5, 7],
      [3, 3],
      [1e15, 1e15 + 10],
      [0, 1e300],
    ] as const) {
      const { from, to, ticks } = axisOf(low, high);
      expect(from).toBeLessThanOrEqual(low);
      expect(to).toBeGreaterThanOrEqual(high);
      expect([ticks[0], ticks.at(-1)]).toEqual([from, to]);
      expect(ticks.length).toBeLessThan(10);
      expect(ticks).toEqual(ticks.toSorted((left, right) => left - right));
    }
  });

  test("of what is no number is that of 0 to 1", () => {
    for (const [low, high] of [
      [Number.NaN, 1],
      [0, Number.POSITIVE_INFINITY],
      [Number.NEGATIVE_INFINITY, 0],
    ] as const) {
      expect(axisOf(low, high)).toEqual(axisOf(0, 1));
    }
  });

  test("groups the digits of its ticks", () => {
    expect([1_000_000, 0.25, -1500, 1234.5].map(tickText)).toEqual([
      "1,000,000",
      "0.25",
      "-1,500",
      "1,234.5",
    ]);
  });

  test("has labels for some of many rows", () => {
    expect(some(["a", "b", "c", "d", "e"], 2)).toEqual([
      [0, "a"],
      [3, "d"],
    ]);
    expect(some([], 3)).toEqual([]);
    expect(some(Array(100_000).fill(0), 7).length).toBe(7);
  });
});
