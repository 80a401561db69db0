/** A schema without branches against one that is nothing but a list of them. */
import { NARROWER, type Outcome, WIDER } from "./outcome.ts";
import { warnOfOverlap } from "./overlap.ts";
import type { Shape } from "./shape.ts";
import { pureSide, type Side } from "./sides.ts";

/** Compares them, and says whether they were such. */
export function comparePlainWithBranches(before: Shape, after: Shape, outcome: Outcome): boolean {
  // What accepts nothing differs in its types.
  if (before.verdict === false || after.verdict === false) return false;
  if (before.hasBranches === after.hasBranches) return false;
  const isAdded = after.hasBranches;
  const list = pureSide(isAdded ? after : before);
  if (list === undefined) return false;
  const fits = list.shapes.map((branch) =>
    isAdded ? outcome.verdictOf(before, branch) : outcome.verdictOf(branch, after),
  );
  const [backward, forward] = [fits.map((fit) => fit.backward), fits.map((fit) => fit.forward)];
  const [toList, fromList] = isAdded ? [backward, forward] : [forward, backward];
  tell(list, { toList, fromList, isAdded }, outcome);
  return true;
}

interface Fits {
  /** Whether what fits the plain schema fits each branch. */
  readonly toList: readonly boolean[];
  /** Whether what fits each branch fits the plain schema. */
  readonly fromList: readonly boolean[];
  /** Whether the list is in the new version. */
  readonly isAdded: boolean;
}

function tell(list: Side, { toList, fromList, isAdded }: Fits, outcome: Outcome): void {
  const isProduct = list.combiner === "allOf";
  const values = isAdded ? { after: list.node } : { before: list.node };
  if ((isProduct ? fromList : toList).includes(true)) {
    const code = `${isProduct ? "PRODUCT" : "SUM"}_TYPE_${isAdded ? "EXTENDED" : "NARROWED"}`;
    // More schemas in a product accept less, in a sum more.
    outcome.change(code, list.path, isProduct === isAdded ? NARROWER : WIDER, values);
    warnOfOverlap(list, outcome);
    return;
  }
  const into = isProduct && !toList.includes(false);
  const outOf = !isProduct && !fromList.includes(false);
  const directions = { backward: isAdded ? into : outOf, forward: isAdded ? outOf : into };
  outcome.change("COMBINED_TYPE_CHANGED", list.path, directions, values);
}
