import type { Entry } from "../_core/tool.ts";
import { parsePointer } from "./json/pointer.ts";

/**
 * Entries by path, segment by segment (two numbers as numbers, else by code point, a path before those
 * that go on from it, no path first), then by code, then as they were found.
 */
export function orderFindings<C extends string>(entries: readonly Entry<C>[]): Entry<C>[] {
  return entries
    .map((entry) => ({ entry, tokens: parsePointer(entry.path ?? "") ?? [entry.path ?? ""] }))
    .toSorted(
      (left, right) =>
        Number(left.entry.path !== undefined) - Number(right.entry.path !== undefined) ||
        comparePaths(left.tokens, right.tokens) ||
        compareText(left.entry.code, right.entry.code),
    )
    .map(({ entry }) => entry);
}

function comparePaths(left: readonly string[], right: readonly string[]): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const order = compareTokens(left[index] as string, right[index] as string);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareTokens(left: string, right: string): number {
  const areNumbers = /^[0-9]+$/.test(left) && /^[0-9]+$/.test(right);
  if (!areNumbers) return compareText(left, right);
  const [a, b] = [left.replace(/^0+(?=.)/, ""), right.replace(/^0+(?=.)/, "")];
  return a.length - b.length || compareText(a, b) || compareText(left, right);
}

/** By code point, where a character beyond U+FFFF comes after all others. */
function compareText(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    if (left.charCodeAt(index) === right.charCodeAt(index)) continue;
    return (left.codePointAt(index) ?? 0) - (right.codePointAt(index) ?? 0) || 0;
  }
  return left.length - right.length;
}
