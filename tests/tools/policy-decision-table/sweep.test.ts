import { expect, test } from "bun:test";
import fc from "fast-check";
import { overlapsOf } from "../../../tools/policy-decision-table/analysis.ts";
import { runsOf } from "../../../tools/policy-decision-table/runs.ts";
import { masksOf, meetingsOf } from "../../../tools/policy-decision-table/sweep.ts";
import { BitRows } from "../../../tools/_lib/algorithms/graph/bit-rows.ts";

const SIZE = 12;
const columnOf = (rules: number) =>
  fc.array(fc.uniqueArray(fc.nat(SIZE - 1)), { minLength: rules, maxLength: rules });
const columns = fc.integer({ min: 1, max: 70 }).chain((rules) => {
  return fc.array(columnOf(rules), { minLength: 1, maxLength: 3 });
});

const pairs = (rules: number, meet: (a: number, b: number) => boolean) =>
  Array.from({ length: rules }, (_, a) => a).flatMap((a) =>
    Array.from({ length: rules - a - 1 }, (_, later) => [a, a + later + 1] as const).filter(
      ([one, other]) => meet(one, other),
    ),
  );

test("a sweep finds what comparing all pairs finds", () => {
  fc.assert(
    fc.property(columns, (given) => {
      const [first = []] = given;
      const rules = first.length;
      const sets = given.map((column) => column.map((cells) => runsOf(cells)));
      const meet = (column: readonly number[][], a: number, b: number) =>
        column[a]?.some((cell) => column[b]?.includes(cell)) ?? false;

      const masks = masksOf(sets[0] ?? [], SIZE);
      for (let cell = 0; cell < SIZE; cell++) {
        const holding = [...first.keys()].filter((rule) => first[rule]?.includes(cell));
        expect(masks.columnsOf(cell)).toEqual(holding);
      }
      const meetings = meetingsOf(sets[0] ?? [], SIZE);
      for (const rule of first.keys()) {
        const others = [...first.keys()].filter((other) => meet(first, rule, other));
        expect(meetings.columnsOf(rule)).toEqual(others);
      }
      const found = [
        ...overlapsOf(
          sets,
          given.map(() => SIZE),
        ),
      ];
      expect(found).toEqual(
        pairs(rules, (a, b) => given.every((column) => meet(column, a, b))) as never,
      );
    }),
  );
});

test("rows of bits are filled, emptied and intersected", () => {
  const columnSet = fc.uniqueArray(fc.nat(69));
  fc.assert(
    fc.property(columnSet, columnSet, fc.nat(70), (left, right, count) => {
      const rows = new BitRows(4, 70);
      for (const column of left) rows.add(0, column);
      for (const column of right) rows.add(1, column);
      const shared = left.filter((column) => right.includes(column)).toSorted((a, b) => a - b);
      expect(rows.intersect(2, rows, 0, rows, 1)).toBe(shared.length > 0);
      expect(rows.columnsOf(2)).toEqual(shared);
      expect(rows.firstShared(0, rows, 1)).toBe(shared[0] ?? -1);
      rows.fill(3, count);
      for (const column of right) rows.delete(3, column);
      const kept = Array.from({ length: count }, (_, at) => at);
      expect(rows.columnsOf(3)).toEqual(kept.filter((column) => !right.includes(column)));
    }),
  );
});
