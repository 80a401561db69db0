import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { coveringArray } from "../../../tools/api-fixture-matrix/covering-array/generate.ts";
import { countTuples } from "../../../tools/api-fixture-matrix/covering-array/problem.ts";
import { allRows, allTuples, breaks, feasible, naiveArray, type NaiveProblem } from "./naive.ts";

const BUDGET = { spend: () => undefined };

function generate(problem: NaiveProblem, mostRows = 5000) {
  const seeds = problem.seeds.map((seed) => Int32Array.from(seed));
  const found = coveringArray(
    { ...problem, allSizes: problem.sizes.map((size) => size + 1), seeds },
    BUDGET,
    mostRows,
  );
  return found.ok ? { ...found.array, rows: found.array.rows.map((row) => [...row]) } : found.code;
}

const plain = (sizes: number[], strength: number): NaiveProblem => ({
  sizes,
  strength,
  forbidden: [],
  seeds: [],
});

const PROBLEM: fc.Arbitrary<NaiveProblem> = fc
  .array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 })
  .chain((sizes) => {
    const literal = fc.nat(sizes.length - 1).chain((parameter) =>
      fc.record({
        parameter: fc.constant(parameter),
        values: fc
          .array(fc.nat((sizes[parameter] ?? 1) - 1), { maxLength: 3 })
          .map((values) => new Set(values)),
      }),
    );
    return fc.record({
      sizes: fc.constant(sizes),
      strength: fc.integer({ min: 0, max: Math.min(3, sizes.length) }),
      forbidden: fc.array(fc.array(literal, { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
      seeds: fc.array(fc.tuple(...sizes.map((size) => fc.integer({ min: -1, max: size - 1 }))), {
        maxLength: 2,
      }),
    });
  });

describe("against its description read word by word", () => {
  test("the same rows, value by value", () => {
    fc.assert(
      fc.property(PROBLEM, (problem) => {
        const found = generate(problem);
        expect(typeof found === "string" ? undefined : found.rows).toEqual(naiveArray(problem));
      }),
      { numRuns: 400 },
    );
  });

  test("every possible tuple is in some row, no other one is, and no row breaks anything", () => {
    fc.assert(
      fc.property(PROBLEM, (problem) => {
        const found = generate(problem);
        if (typeof found === "string") {
          expect([found, allRows(problem)]).toEqual(["UNSATISFIABLE", []]);
          return;
        }
        const { rows, feasible: marks } = found;
        const possible = feasible(problem);
        expect(allTuples(problem).filter((_, at) => marks[at] === 1)).toEqual(possible);
        expect(rows.some((row) => breaks(row, problem))).toBe(false);
        const isHeld = (tuple: readonly (readonly [number, number])[]) =>
          rows.some((row) => tuple.every(([parameter, value]) => row[parameter] === value));
        expect(possible.every(isHeld)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe("sizes", () => {
  test("one parameter has a row for each value, two have the product", () => {
    expect(generate(plain([4], 1))).toMatchObject({ rows: [[0], [1], [2], [3]] });
    const two = generate(plain([3, 4], 2));
    expect(typeof two === "string" ? 0 : two.rows.length).toBe(12);
  });

  test("without parameters there is one row, which is empty", () => {
    expect(generate(plain([], 0))).toMatchObject({ rows: [[]] });
  });

  test("a parameter without values leaves nothing", () => {
    expect(generate(plain([2, 0, 2], 2))).toBe("UNSATISFIABLE");
  });

  test("strength n of n parameters gives the product, and never fewer rows than the largest make", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(sizes, fc.nat(4), (given, more) => {
        const strength = 1 + (more % given.length);
        const found = generate(plain(given, strength));
        const largest = given.toSorted((a, b) => b - a).slice(0, strength);
        const least = largest.reduce((product, size) => product * size, 1);
        const rows = typeof found === "string" ? 0 : found.rows.length;
        expect(rows).toBeGreaterThanOrEqual(least);
        if (strength === given.length) expect(rows).toBe(least);
      }),
    );
  });

  test("rows are counted while they are made", () => {
    expect(generate(plain([10, 10], 2), 99)).toBe("TOO_MANY_ROWS");
    expect(typeof generate(plain([10, 10], 2), 100)).toBe("object");
  });

  test("tuples are counted without listing them", () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(sizes, fc.nat(6), (given, strength) => {
        const count = strength > given.length ? 0 : allTuples(plain(given, strength)).length;
        expect(countTuples(given, strength)).toBe(count);
      }),
    );
    expect(
      countTuples(
        Array.from({ length: 64 }, () => 32),
        6,
      ),
    ).toBeGreaterThan(1e16);
  });
});

describe("what is forbidden", () => {
  const pair = (one: number, other: number, value: number) => [
    { parameter: one, values: new Set([value]) },
    { parameter: other, values: new Set([value]) },
  ];

  test("pigeons that do not fit their holes are found out, those that fit are placed", () => {
    const forbidden = [0, 1, 2, 3, 4].flatMap((one) =>
      [1, 2, 3, 4, 5]
        .filter((other) => other > one)
        .flatMap((other) => [0, 1, 2, 3, 4, 5].map((value) => pair(one, other, value))),
    );
    expect(generate({ ...plain([5, 5, 5, 5, 5, 5, 2], 2), forbidden })).toBe("UNSATISFIABLE");
    const found = generate({ ...plain([6, 6, 6, 6, 6, 6, 2], 2), forbidden });
    const rows = typeof found === "string" ? [] : found.rows;
    expect(rows.every((row) => new Set(row.slice(0, 6)).size === 6)).toBe(true);
  });

  test("an empty combination forbids everything, one that cannot hold forbids nothing", () => {
    expect(generate({ ...plain([2, 2], 2), forbidden: [[]] })).toBe("UNSATISFIABLE");
    const never = [[{ parameter: 0, values: new Set<number>() }]];
    expect(generate({ ...plain([2, 2], 2), forbidden: never })).toMatchObject({
      rows: [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ],
    });
  });

  test("a chain through more parameters than a word has bits", () => {
    const sizes = Array.from({ length: 40 }, () => 40);
    const only = (parameter: number, value: number) => ({ parameter, values: new Set([value]) });
    const others = (parameter: number, value: number) => ({
      parameter,
      values: new Set(Array.from({ length: 41 }, (_, at) => at).filter((at) => at !== value)),
    });
    const forbidden = sizes.slice(1).map((_, at) => [only(at, 39), others(at + 1, 39)]);
    const found = generate({ ...plain(sizes, 1), forbidden });
    const rows = typeof found === "string" ? [] : found.rows;
    expect(rows.filter((row) => row[0] === 39)).toEqual([sizes.map(() => 39)]);
  });
});

describe("seeds", () => {
  test("come first, are completed, and stay though others cover what they do", () => {
    const seeds = [
      [1, -1],
      [1, 0],
      [1, 0],
    ];
    expect(generate({ ...plain([2, 2], 2), seeds })).toMatchObject({
      rows: [
        [1, 0],
        [1, 0],
        [1, 0],
        [0, 0],
        [0, 1],
        [1, 1],
      ],
      seeds: 3,
    });
  });

  test("may hold a value that no other row has, unless that is forbidden", () => {
    const problem = { ...plain([2, 2], 2), seeds: [[2, -1]] };
    expect(generate(problem)).toMatchObject({
      rows: [
        [2, 0],
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
      ],
    });
    const forbidden = [[{ parameter: 0, values: new Set([2]) }]];
    expect(generate({ ...problem, forbidden })).toMatchObject({ refusedSeeds: [0], seeds: 0 });
  });
});
