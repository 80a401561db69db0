import { expect, test } from "bun:test";
import fc from "fast-check";
import { commonSubsequence } from "../../../tools/_lib/algorithms/longest-common-subsequence.ts";

const common = (left: number[], right: number[]) => [...commonSubsequence(left, right, () => {})];

/** By the whole table of lengths. */
function naive(left: number[], right: number[]): number[] {
  const lengths = Array.from({ length: left.length + 1 }, () =>
    Array.from({ length: right.length + 1 }, () => 0),
  );
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const row = lengths[i] as number[];
      row[j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const matches = left.map(() => -1);
  for (let [i, j] = [0, 0]; i < left.length && j < right.length;) {
    if (left[i] === right[j]) matches[i++] = j++;
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return matches;
}

test("steps over the left element on ties", () => {
  expect(common([1, 2], [2, 1])).toEqual([-1, 0]);
  expect(common([1, 1], [2, 1])).toEqual([-1, 1]);
  expect(common([], [1])).toEqual([]);
  expect(common([1, 2, 3], [1, 2, 3])).toEqual([0, 1, 2]);
});

test.each([2, 5, 200])("is the naive one, of %i elements", (kinds) => {
  const list = fc.array(fc.nat(kinds - 1), { maxLength: 150, size: "max" });
  fc.assert(
    fc.property(list, list, (left, right) => {
      expect(common(left, right)).toEqual(naive(left, right));
    }),
    { numRuns: 300 },
  );
});

test("says how much work it is", () => {
  let steps = 0;
  const list = Array.from({ length: 3200 }, (_, index) => index % 7);
  commonSubsequence(list, [9, ...list], (more) => (steps += more));
  expect(steps).toBe(3232);
});
