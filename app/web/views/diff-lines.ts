/** Two texts line by line: what is in both, what only in one, and in changed lines the part that changed. */
import { commonSubsequence } from "../../../tools/_lib/algorithms/longest-common-subsequence.ts";

export interface DiffRow {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
  /** Line numbers, from 1. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  /** What of the line differs from the one that it stands for. */
  readonly part?: readonly [from: number, to: number] | undefined;
}

/** Texts with more lines are not compared: it costs the product of the two. */
export const MOST_LINES = 4000;

export function diffOf(before: string, after: string): readonly DiffRow[] {
  const [left, right] = [linesOf(before), linesOf(after)];
  const ids = new Map<string, number>();
  const idOf = (line: string): number => {
    const known = ids.get(line);
    if (known !== undefined) return known;
    ids.set(line, ids.size);
    return ids.size - 1;
  };
  const matches = commonSubsequence(left.map(idOf), right.map(idOf), () => {});
  const rows: DiffRow[] = [];
  let at = 0;
  let index = 0;
  while (index < left.length || at < right.length) {
    const removed: number[] = [];
    while (index < left.length && matches[index] === -1) removed.push(index++);
    const next = index < left.length ? (matches[index] ?? right.length) : right.length;
    const added = Array.from({ length: next - at }, (_, step) => at + step);
    rows.push(...changed(left, right, removed, added));
    at = next;
    if (index < left.length) {
      rows.push({ kind: "same", text: left[index] ?? "", before: index + 1, after: at + 1 });
      index++;
      at++;
    }
  }
  return rows;
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Lines that stand for one another show what of them differs. */
function changed(
  left: readonly string[],
  right: readonly string[],
  removed: readonly number[],
  added: readonly number[],
): DiffRow[] {
  const isPaired = removed.length === added.length;
  const partOf = (from: string, to: string): DiffRow["part"] =>
    isPaired ? differing(from, to) : undefined;
  return [
    ...removed.map((line, index): DiffRow => {
      const text = left[line] ?? "";
      const part = partOf(text, right[added[index] ?? -1] ?? "");
      return { kind: "removed", text, before: line + 1, after: undefined, part };
    }),
    ...added.map((line, index): DiffRow => {
      const text = right[line] ?? "";
      const part = partOf(text, left[removed[index] ?? -1] ?? "");
      return { kind: "added", text, before: undefined, after: line + 1, part };
    }),
  ];
}

/** Between the beginning and the end that both have; none where they have little in common. */
function differing(text: string, other: string): DiffRow["part"] {
  const most = Math.min(text.length, other.length);
  let start = 0;
  while (start < most && text[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && text.at(-1 - end) === other.at(-1 - end)) end++;
  return (start + end) * 3 < most ? undefined : [start, text.length - end];
}
