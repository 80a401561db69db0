import { describe, expect, test } from "bun:test";
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { run as answer } from "../../app/run/run.ts";
import tool from "../../tools/random-number-generator.ts";
import { inverseNormal } from "../../tools/random-number-generator/distributions.ts";
import { draw, xoshiro256 } from "../../tools/_lib/numbers/xoshiro.ts";
import { host, runUnit } from "../support/run-unit.ts";

interface Value {
  readonly action: string;
  readonly values: (number | string)[];
  readonly rolls: number[][] | null;
  readonly count: number;
  readonly seeded: boolean;
}

const run = (input: string | object) =>
  runUnit(tool, typeof input === "string" ? { input } : input);
const value = (input: string | object) => run(input).value as Value;
const values = (input: object) => value({ seed: "a", ...input }).values;
const failures = (input: string | object) =>
  run(input).errors?.map(({ code, path }) => `${code} ${path}`);

describe("the generator", () => {
  test("gives the published words of the state 1, 2, 3, 4", () => {
    const next = xoshiro256([1n, 2n, 3n, 4n]);
    expect(Array.from({ length: 6 }, next)).toEqual([
      11_520n,
      0n,
      1_509_978_240n,
      1_215_971_899_390_074_240n,
      1_216_172_134_540_287_360n,
      607_988_272_756_665_600n,
    ]);
  });

  test("drops words of the incomplete last run", () => {
    const words = [2n ** 64n - 1n, 2n ** 64n - 2n, 7n];
    expect(draw(() => words.shift() ?? 0n, 3)).toBe(2);
    const two = [2n ** 64n - 1n, 7n];
    expect(draw(() => two.shift() ?? 0n, 3)).toBe(1);
  });

  test("is seeded by the field, its number's text, or the run's own entropy", async () => {
    expect(value({ seed: 42, count: 5 }).values).toEqual([10, 17, 78, 79, 80]);
    expect(value({ seed: "42" }).seeded).toBe(true);
    const withSeed = async (seed: string) => {
      const request = { tool_id: tool.id, input: { count: 5 }, options: { seed } };
      return ((await answer(request, host)).body.result as { value: Value }).value;
    };
    const [first, again, other] = [await withSeed("x"), await withSeed("x"), await withSeed("y")];
    expect(again).toEqual(first);
    expect(other?.values).not.toEqual(first?.values);
    expect(first?.seeded).toBe(false);
    expect(value({ count: 5 }).seeded).toBe(false);
  });
});

describe("what is typed", () => {
  test.each([
    ["1-6", "integer"],
    ["-5..5", "integer"],
    ["-10 - -5", "integer"],
    ["1 TO 10", "integer"],
    ["3d6+2", "dice"],
    ["d20", "dice"],
    ["2D8-1", "dice"],
    ["coin", "coin"],
    ["a, b, c", "pick"],
    ["1, 2", "pick"],
  ])("%s is %s", (input, action) => {
    expect(value({ input, seed: "a" }).action).toBe(action);
    expect(run(input).action).toBe(action);
  });

  test("may be shuffled, or give a range of decimals", () => {
    expect(values({ input: "a, b, c", action: "shuffle" }).toSorted()).toEqual(["a", "b", "c"]);
    const [number] = values({ input: "0-1", action: "decimal" });
    expect(number as number).toBeWithin(0, 1.000_001);
  });

  test.each([
    ["", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["hello", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["a,,b", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["1.5-2", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["5-1", ["RANGE_INVALID /min"]],
    ["1001d6", ["DICE_INVALID /input"]],
    ["3d0", ["DICE_INVALID /input"]],
    [{ input: "1-6", action: "coin" }, ["TEXT_NOT_UNDERSTOOD /input"]],
    [{ action: "dice", dice: "six" }, ["DICE_INVALID /dice"]],
    [{ action: "dice", dice: "1d1000001" }, ["DICE_INVALID /dice"]],
    [{ min: 5, max: 1 }, ["RANGE_INVALID /min"]],
    [{ min: 0.5 }, ["RANGE /min"]],
    [{ min: -(2 ** 53 - 1), max: 2 ** 53 - 1 }, ["RANGE_TOO_LARGE /max"]],
    [{ action: "decimal", max: 1e6, decimals: 12 }, ["RANGE_TOO_LARGE /max"]],
    [{ max: 3, count: 4, unique: true }, ["RANGE_TOO_SMALL /count"]],
    [{ action: "pick" }, ["ITEMS_MISSING /items"]],
    [{ action: "shuffle", items: [] }, ["ITEMS_MISSING /items"]],
    [{ action: "pick", items: ["a"], count: 2, unique: true }, ["RANGE_TOO_SMALL /count"]],
    [{ action: "pick", items: ["a", "b"], weights: [1] }, ["WEIGHTS_INVALID /weights"]],
    [{ action: "pick", items: ["a", "b"], weights: [0, 0] }, ["WEIGHTS_INVALID /weights"]],
    [{ action: "pick", items: ["a"], weights: [1e-7] }, ["WEIGHTS_INVALID /weights"]],
    [{ action: "pick", items: ["a"], weights: [-1] }, ["RANGE /weights/0"]],
    [
      { action: "pick", items: ["a", "b"], weights: [1, 0], count: 2, unique: true },
      ["RANGE_TOO_SMALL /count"],
    ],
    [{ action: "pick", items: "[1" }, ["JSON_SYNTAX /items"]],
    [{ action: "poisson", mean: 501 }, ["RANGE /mean"]],
    [{ action: "exponential", rate: 5e-324 }, ["RANGE /rate"]],
    [{ count: 10_001 }, ["RANGE /count"]],
  ])("%j is refused", (input, expected) => {
    expect(failures(input)).toEqual(expected);
  });
});

describe("draws", () => {
  test("of a single candidate", () => {
    expect(values({ min: 7, max: 7, count: 3 })).toEqual([7, 7, 7]);
  });

  test("of integers are in range and on the grid", () => {
    const range = fc.integer({ min: -1000, max: 1000 });
    fc.assert(
      fc.property(range, fc.nat(500), fc.integer({ min: 1, max: 9 }), (min, more, step) => {
        const drawn = values({ min, max: min + more, step, count: 20 }) as number[];
        for (const number of drawn) {
          expect(number).toBeWithin(min, min + more + 1);
          expect(Math.abs((number - min) % step)).toBe(0);
        }
      }),
    );
  });

  test("without repetition are all there is, in another order", () => {
    const all = values({ min: 1, max: 50, count: 50, unique: true, sort: "asc" });
    expect(all).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    const large = values({ min: 0, max: 2 ** 53 - 2, count: 1000, unique: true });
    expect(new Set(large).size).toBe(1000);
  });

  test("without repetition are those of a swapped list", () => {
    const slow = (seed: string) => {
      const list = Array.from({ length: 10 }, (_, index) => index);
      // The same words, taken by draws with repetition of as many candidates.
      const picked: number[] = [];
      const fast = value({ min: 0, max: 9, count: 10, unique: true, seed }).values as number[];
      for (const [position, number] of fast.entries()) {
        const other = list.indexOf(number, position);
        expect(other).toBeGreaterThanOrEqual(position);
        [list[position], list[other]] = [list[other] ?? 0, list[position] ?? 0];
        picked.push(list[position] ?? 0);
      }
      return [picked, fast];
    };
    const [picked, fast] = slow("list");
    expect(picked).toEqual(fast);
  });

  test("of decimals have so many of them", () => {
    for (const number of values({ action: "decimal", min: -1, max: 1, decimals: 2, count: 50 })) {
      expect(String(number)).toMatch(/^-?[01](?:\.\d{1,2})?$/);
    }
  });

  test("of items by weight never give one of weight 0", () => {
    const input = { action: "pick", items: ["a", "b", "c"], weights: [1, 0, 3], count: 200 };
    const drawn = values(input);
    expect(drawn).not.toContain("b");
    expect(drawn.filter((item) => item === "c").length).toBeGreaterThan(120);
    expect(values({ ...input, count: 2, unique: true }).toSorted()).toEqual(["a", "c"]);
  });

  test("keep duplicates apart", () => {
    const drawn = values({ action: "pick", items: ["x", "x", "y"], count: 3, unique: true });
    expect(drawn.toSorted()).toEqual(["x", "x", "y"]);
  });

  test("of a shuffle are a permutation, whatever the count", () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), fc.string(), (items, seed) => {
        const { values: drawn } = value({ action: "shuffle", items, seed, count: 2 });
        expect(drawn.toSorted()).toEqual(items.toSorted());
      }),
    );
  });

  test("of dice are their sums, and stay together when sorted", () => {
    const { values: sums, rolls } = value({ input: "3d6-2", seed: "a", count: 20, sort: "desc" });
    expect(rolls?.map((roll) => roll.reduce((sum, pips) => sum + pips, -2))).toEqual(
      sums as number[],
    );
    expect(sums).toEqual(sums.toSorted((a, b) => Number(b) - Number(a)));
  });

  test("of a coin, sorted or not", () => {
    expect(new Set(values({ action: "coin", count: 50, sort: "asc" }))).toEqual(
      new Set(["heads", "tails"]),
    );
  });

  test("have about the mean of their distribution", () => {
    const mean = (input: object) => {
      const drawn = values({ count: 500, ...input }) as number[];
      return drawn.reduce((sum, number) => sum + number, 0) / drawn.length;
    };
    expect(mean({ action: "normal", mean: 10, stdDev: 2 })).toBeWithin(9.6, 10.4);
    expect(mean({ action: "exponential", rate: 4 })).toBeWithin(0.21, 0.29);
    expect(mean({ action: "poisson", mean: 3.5 })).toBeWithin(3.1, 3.9);
    expect(mean({ action: "poisson", mean: 0 })).toBe(0);
    expect(mean({ action: "normal", mean: 5, stdDev: 0 })).toBe(5);
  });
});

test("the inverse of the normal distribution is exact to 10^-14", () => {
  // mpmath: sqrt(2)·erfinv(2p − 1)
  for (const [probability, expected] of [
    ["0.5", "0"],
    ["0.6", "0.25334710313579979873"],
    ["0.975", "1.9599639845400542355"],
    ["0.001", "-3.0902323061678135415"],
    ["1e-10", "-6.3613409024040562047"],
    ["1e-16", "-8.2220822161304356127"],
  ] as const) {
    const difference = inverseNormal(new Decimal(probability)).minus(expected).abs();
    expect(difference.lte(1e-14)).toBe(true);
  }
});

test("thousands of a range may be in groups", () => {
  for (const input of ["1,000-2,000", "1,000 to 2000", "1000..2,000,000", "1,000–2,000"]) {
    const drawn = values({ input, count: 200 }) as number[];
    expect(drawn.every((one) => one >= 1000 && one <= 2_000_000)).toBe(true);
  }
  expect(["1", "2-3", "4"]).toContain(values({ input: "1,2-3,4" })[0] as string);
});
