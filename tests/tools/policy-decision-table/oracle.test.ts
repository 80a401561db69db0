/** Random tables against another reading of them: every combination of values looked at, one by one. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../../tools/policy-decision-table.ts";
import type { Value } from "../../../tools/policy-decision-table.ts";
import { runUnit } from "../../support/run-unit.ts";

type Fact = number | string | boolean | null;
type Check = (value: Fact) => boolean;

/** A test as text, what it holds for, and the literals in it. */
interface Cell {
  readonly text: string;
  readonly holds: Check;
  readonly literals: readonly Fact[];
}

interface Input {
  readonly column: Record<string, unknown>;
  /** Values that may occur, at least one of each cell; those of the same cell have the same key. */
  readonly values: readonly Fact[];
  readonly keyOf: (value: Fact, literals: readonly Fact[]) => string;
  readonly cell: fc.Arbitrary<Cell>;
}

const number = fc.integer({ min: 0, max: 6 });
const isNumber = (value: Fact): value is number => typeof value === "number";

const numeric: fc.Arbitrary<Cell> = fc.oneof(
  number.map((x): Cell => ({ text: String(x), holds: (v) => v === x, literals: [x] })),
  number.map((x): Cell => {
    return { text: `!= ${x}.0`, holds: (v) => isNumber(v) && v !== x, literals: [x] };
  }),
  fc.record({ x: number, less: fc.boolean(), closed: fc.boolean() }).map(({ x, less, closed }) => ({
    text: `${less ? "<" : ">"}${closed ? "=" : ""} ${x}`,
    holds: (v: Fact) => isNumber(v) && ((less ? v < x : v > x) || (closed && v === x)),
    literals: [x],
  })),
  fc
    .record({
      x: number,
      y: number,
      open: fc.constantFrom("[", "(", "]"),
      close: fc.constantFrom("]", ")", "["),
    })
    .map(({ x, y, open, close }): Cell => ({
      text: `${open}${x}..${y}${close}`,
      holds: (v) =>
        isNumber(v) && (open === "[" ? v >= x : v > x) && (close === "]" ? v <= y : v < y),
      literals: [x, y],
    })),
);

const textual: fc.Arbitrary<Cell> = fc.oneof(
  fc.constantFrom("a", "b", "c").map((x): Cell => {
    return { text: JSON.stringify(x), holds: (v) => v === x, literals: [x] };
  }),
  fc.constantFrom("a", "b").map((x): Cell => {
    return { text: `!=${x}`, holds: (v) => typeof v === "string" && v !== x, literals: [x] };
  }),
);

const boolean: fc.Arbitrary<Cell> = fc.boolean().map((x): Cell => {
  return { text: String(x), holds: (v) => v === x, literals: [] };
});

const nothing: Cell = { text: "null", holds: (v) => v === null, literals: [] };

/** Lists, negations and what matches anything, of simple tests. */
function cellsOf(simple: fc.Arbitrary<Cell>): fc.Arbitrary<Cell> {
  const one = fc.oneof({ weight: 8, arbitrary: simple }, fc.constant(nothing));
  const list = fc.array(one, { minLength: 1, maxLength: 3 }).map((tests): Cell => ({
    text: tests.map(({ text }) => text).join(", "),
    holds: (value) => tests.some(({ holds }) => holds(value)),
    literals: tests.flatMap(({ literals }) => literals),
  }));
  return fc.oneof(
    { weight: 6, arbitrary: list },
    {
      weight: 2,
      arbitrary: list.map(({ text, holds, literals }) => {
        return { text: `not(${text})`, holds: (value: Fact) => !holds(value), literals };
      }),
    },
    { weight: 2, arbitrary: fc.constant({ text: "-", holds: () => true, literals: [] }) },
  );
}

const numericKey = (value: Fact, literals: readonly Fact[]) => {
  if (value === null) return "null";
  const points = literals.filter(isNumber);
  const below = points.filter((point) => point < Number(value));
  return `${points.includes(Number(value)) ? "=" : ">"}${Math.max(-99, ...below)}`;
};
const textKey = (value: Fact, literals: readonly Fact[]) =>
  literals.includes(value) || value === null ? String(value) : "other";

const steps = (from: number, to: number, step: number) =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step);

const input: fc.Arbitrary<Input> = fc
  .record({ nullable: fc.boolean(), low: fc.integer({ min: -2, max: 3 }), size: fc.nat(6) })
  .chain(({ nullable, low, size }) => {
    const none = nullable ? [null] : [];
    const bounds = { min: low, max: low + size };
    const bound: Cell = { text: "", holds: () => true, literals: [low, low + size] };
    const withBounds = cellsOf(numeric).map((cell) => {
      return { ...cell, literals: [...cell.literals, ...bound.literals] };
    });
    return fc.constantFrom<Input>(
      {
        column: { type: "integer", nullable },
        values: [...steps(-20, 20, 1), ...none],
        keyOf: numericKey,
        cell: cellsOf(numeric),
      },
      {
        column: { type: "integer", nullable, ...bounds },
        values: [...steps(low, low + size, 1), ...none],
        keyOf: numericKey,
        cell: withBounds,
      },
      {
        column: { type: "number", nullable },
        values: [...steps(-2, 9, 0.5), ...none],
        keyOf: numericKey,
        cell: cellsOf(numeric),
      },
      {
        column: { type: "number", nullable, ...bounds },
        values: [...steps(low, low + size, 0.5), ...none],
        keyOf: numericKey,
        cell: withBounds,
      },
      {
        column: { type: "string", nullable },
        values: ["a", "b", "c", "other", ...none],
        keyOf: textKey,
        cell: cellsOf(textual),
      },
      {
        column: { type: "string", nullable, values: ["c", "a", "d"] },
        values: ["c", "a", "d", ...none],
        keyOf: String,
        cell: cellsOf(textual),
      },
      {
        column: { type: "boolean", nullable },
        values: [false, true, ...none],
        keyOf: String,
        cell: cellsOf(boolean),
      },
    );
  });

interface Rule {
  readonly cells: readonly Cell[];
  readonly output: number;
}

const tables = fc.array(input, { minLength: 1, maxLength: 3 }).chain((inputs) => {
  const rule = fc.record({
    cells: fc.tuple(...inputs.map(({ cell }) => cell)),
    output: fc.integer({ min: 1, max: 3 }),
  });
  return fc.record({
    inputs: fc.constant(inputs),
    rules: fc.array(rule as fc.Arbitrary<Rule>, { minLength: 1, maxLength: 5 }),
    hitPolicy: fc.constantFrom("U", "A", "F", "P", "C", "R", "O", "C+", "C<", "C>", "C#"),
  });
});

type Table = typeof tables extends fc.Arbitrary<infer T> ? T : never;

function run({ inputs, rules, hitPolicy }: Table, facts: readonly (readonly Fact[])[]) {
  const table = {
    hitPolicy,
    inputs: inputs.map(({ column }, at) => ({ name: `i${at}`, ...column })),
    outputs: [{ name: "out", values: [3, 1, 2] }],
    rules: rules.map((one) => {
      // oxlint-disable-next-line unicorn/no-thenable -- the name of a field
      return { when: one.cells.map(({ text }) => text), then: [one.output] };
    }),
  };
  const given = facts.map((fact) => {
    return Object.fromEntries(fact.map((value, at) => [`i${at}`, value]));
  });
  const { value, error } = runUnit(tool as never, { table, facts: given });
  expect(error).toBeUndefined();
  return value as Value & { analysis: NonNullable<Value["analysis"]> };
}

/** Reads what the tool writes of a set of values, with nothing of its own code. */
function readRegion(text: string): Check {
  if (text === "-") return () => true;
  const inner = /^not\((.*)\)$/.exec(text)?.[1];
  if (inner !== undefined) return (value) => !readRegion(inner)(value);
  const parts = text.match(/not\([^)]*\)|[[(][^\])]*[\])]|[^,\s][^,]*/g) ?? [];
  if (parts.length > 1) return (value) => parts.some((part) => readRegion(part)(value));
  const range = /^([[(])(.+)\.\.(.+)([\])])$/.exec(text);
  if (range) {
    const [, open, low, high, close] = range;
    return (v) =>
      isNumber(v) &&
      (open === "[" ? v >= Number(low) : v > Number(low)) &&
      (close === "]" ? v <= Number(high) : v < Number(high));
  }
  const [, operator, operand] = /^(<=|>=|<|>)(.*)$/.exec(text) ?? [];
  if (operator === undefined) return (value) => value === JSON.parse(text);
  const x = Number(operand);
  return (v) =>
    isNumber(v) &&
    ((operator.startsWith("<") ? v < x : v > x) || (operator.length === 2 && v === x));
}

const product = <T>(lists: readonly (readonly T[])[]): T[][] =>
  lists.reduce<T[][]>(
    (rows, list) => rows.flatMap((row) => list.map((one) => [...row, one])),
    [[]],
  );

/** One value of each cell of each column, in order. */
function representatives({ inputs, rules }: Table): Fact[][] {
  return inputs.map(({ values, keyOf }, at) => {
    const literals = rules.flatMap(({ cells: row }) => row[at]?.literals ?? []);
    const byKey = new Map(values.map((value) => [keyOf(value, literals), value]));
    return values.filter((value) => [...byKey.values()].includes(value));
  });
}

const matches = ({ cells: row }: Rule, fact: readonly Fact[]) =>
  row.every(({ holds }, at) => holds(fact[at] ?? null));

/** Sets of cell numbers, joined column by column from the last. */
function mergedGaps(gaps: readonly (readonly number[])[], columns: number): number[][][] {
  let sets = gaps.map((gap) => gap.map((cell) => [cell]));
  for (let column = columns - 1; column >= 0; column--) {
    const groups = new Map<string, number[][]>();
    for (const set of sets) {
      const key = JSON.stringify(set.with(column, []));
      const known = groups.get(key);
      if (known) known[column]?.push(...(set[column] ?? []));
      else
        groups.set(
          key,
          set.map((cells) => [...cells]),
        );
    }
    sets = [...groups.values()];
  }
  const padded = (set: number[][]) =>
    set.map((cells) => cells.map((cell) => String(cell).padStart(3, "0")).join(" ")).join(" / ");
  return sets
    .map((set) => set.map((cells) => cells.toSorted((a, b) => a - b)))
    .toSorted((a, b) => (padded(a) < padded(b) ? -1 : 1));
}

const RUNS = { numRuns: 400 } as const;

describe("a random table", () => {
  test("matches what each of its rules matches", () => {
    fc.assert(
      fc.property(tables, (table) => {
        const facts = product(table.inputs.map(({ values }) => [...values, null])).slice(0, 900);
        const { results } = run(table, facts);
        const expected = facts.map((fact) =>
          table.rules.flatMap((rule, at) => (matches(rule, fact) ? [String(at + 1)] : [])),
        );
        expect(results.map(({ matched }) => matched)).toEqual(expected);
      }),
      RUNS,
    );
  });

  test("has the gaps, overlaps and cells that looking at each combination finds", () => {
    fc.assert(
      fc.property(tables, (table) => {
        const lists = representatives(table);
        const { analysis } = run(table, []);
        const combinations = product(lists.map((list) => [...list.keys()]));
        const factOf = (combination: readonly number[]) =>
          combination.map((cell, at) => lists[at]?.[cell] ?? null);
        const gaps = combinations.filter(
          (one) => !table.rules.some((rule) => matches(rule, factOf(one))),
        );
        expect(analysis.totalCells).toBe(combinations.length);
        expect(analysis.coveredCells).toBe(combinations.length - gaps.length);
        expect(analysis.complete).toBe(gaps.length === 0);
        const regionCells = (region: Record<string, string>) =>
          lists.map((list, at) => {
            const holds = readRegion(region[`i${at}`] ?? "");
            return [...list.keys()].filter((cell) => holds(list[cell] ?? null));
          });
        expect(analysis.gaps.map(regionCells)).toEqual(mergedGaps(gaps, lists.length));

        const overlaps = table.rules.flatMap((rule, a) =>
          table.rules.slice(a + 1).flatMap((other, later) => {
            const sets = lists.map((list, at) =>
              [...list.keys()].filter((cell) => {
                const value = list[cell] ?? null;
                return rule.cells[at]?.holds(value) && other.cells[at]?.holds(value);
              }),
            );
            const ids = [String(a + 1), String(a + later + 2)];
            if (sets.some((set) => set.length === 0)) return [];
            return [{ rules: ids, region: sets, conflict: rule.output !== other.output }];
          }),
        );
        expect(
          analysis.overlaps.map((one) => ({ ...one, region: regionCells(one.region) })),
        ).toEqual(overlaps);
        expect(analysis.overlapCount).toBe(overlaps.length);
      }),
      RUNS,
    );
  });

  test("has rules that never decide where trying every combination finds none for them", () => {
    fc.assert(
      fc.property(tables, (table) => {
        const { analysis, hitPolicy } = run(table, []);
        const facts = product(representatives(table));
        const decides = new Set<number>();
        for (const fact of facts) {
          const matched = [...table.rules.keys()].filter((at) =>
            matches(table.rules[at] as Rule, fact),
          );
          // 3 before 1 before 2.
          const rank = (at: number) => [1, 2, 0][(table.rules[at]?.output ?? 0) - 1] ?? 0;
          const winner =
            hitPolicy === "first" ? matched : matched.toSorted((a, b) => rank(a) - rank(b));
          const single = hitPolicy === "first" || hitPolicy === "priority";
          for (const at of single ? winner.slice(0, 1) : matched) decides.add(at);
        }
        const never = [...table.rules.keys()].filter((at) => !decides.has(at));
        expect(analysis.unreachable).toEqual(never.map((at) => String(at + 1)));
      }),
      RUNS,
    );
  });

  test("under unique or any gives the same outputs in any order of its rules", () => {
    fc.assert(
      fc.property(tables, fc.constantFrom("U", "A"), fc.nat(100), (table, hitPolicy, seed) => {
        const facts = product(representatives(table)).slice(0, 300);
        const shift = seed % table.rules.length;
        const rules = [...table.rules.slice(shift), ...table.rules.slice(0, shift)];
        const outputs = (one: Table) =>
          run(one, facts).results.map(({ outputs: given, error }) => [given, error]);
        expect(outputs({ ...table, hitPolicy, rules })).toEqual(outputs({ ...table, hitPolicy }));
      }),
      RUNS,
    );
  });

  test("that is complete and without overlaps matches one rule for any facts of its domain", () => {
    let found = 0;
    fc.assert(
      fc.property(tables, (table) => {
        const facts = product(table.inputs.map(({ values }) => values)).slice(0, 900);
        const { results, analysis } = run({ ...table, hitPolicy: "U" }, facts);
        if (!analysis.complete || analysis.overlaps.length > 0) return;
        found++;
        expect(results.every(({ matched, error }) => matched.length === 1 && error === null)).toBe(
          true,
        );
      }),
      RUNS,
    );
    expect(found).toBeGreaterThan(0);
  });
});
