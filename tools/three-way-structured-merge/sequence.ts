import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { commonSubsequence } from "../_lib/algorithms/longest-common-subsequence.ts";

export interface Sequences {
  readonly base: readonly JsonNode[];
  readonly ours: readonly JsonNode[];
  readonly theirs: readonly JsonNode[];
}

export interface Comparison {
  idOf(node: JsonNode): number;
  spend(steps: number): void;
}

/**
 * Merges as diff3 does: between elements that all three have in common, the side that changed wins;
 * undefined where both changed, and not to the same.
 */
export function mergeSequences(
  { base, ours, theirs }: Sequences,
  { idOf, spend }: Comparison,
): JsonNode[] | undefined {
  const [baseIds, ourIds, theirIds] = [base, ours, theirs].map((items) => items.map(idOf)) as [
    number[],
    number[],
    number[],
  ];
  const inOurs = commonSubsequence(baseIds, ourIds, spend);
  const inTheirs = commonSubsequence(baseIds, theirIds, spend);
  const merged: JsonNode[] = [];
  let [b, o, t] = [0, 0, 0];
  for (let index = 0; index <= base.length; index++) {
    const atEnd = index === base.length;
    const [ourEnd, theirEnd] = atEnd
      ? [ours.length, theirs.length]
      : [inOurs[index] as number, inTheirs[index] as number];
    if (ourEnd < 0 || theirEnd < 0) continue;
    const ourPart = ourIds.slice(o, ourEnd);
    const theirPart = theirIds.slice(t, theirEnd);
    const basePart = baseIds.slice(b, index);
    if (areEqual(theirPart, basePart) || areEqual(ourPart, theirPart)) {
      merged.push(...ours.slice(o, ourEnd));
    } else if (areEqual(ourPart, basePart)) merged.push(...theirs.slice(t, theirEnd));
    else return undefined;
    if (!atEnd) merged.push(ours[ourEnd] as JsonNode);
    [b, o, t] = [index + 1, ourEnd + 1, theirEnd + 1];
  }
  return merged;
}

function areEqual(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((id, index) => id === right[index]);
}
