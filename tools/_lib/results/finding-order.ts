import type { Entry } from "../../_core/tool.ts";
import { compareCodePoints } from "../text/code-points.ts";
import { comparePointers } from "./pointer.ts";

/**
 * Entries by path, segment by segment (two numbers as numbers, else by code point, a path before those
 * that go on from it, no path first), then by code, then as they were found.
 */
export function orderFindings<E extends Entry>(entries: readonly E[]): E[] {
  return entries.toSorted(
    (left, right) =>
      Number(left.path !== undefined) - Number(right.path !== undefined) ||
      comparePointers(left.path ?? "", right.path ?? "", compareCodePoints) ||
      compareCodePoints(left.code, right.code),
  );
}
