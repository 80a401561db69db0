/** allOf, anyOf and oneOf. */
import { type Directions, NARROWER, OTHER, type Outcome, WIDER } from "./outcome.ts";
import { compareOverlap } from "./overlap.ts";
import { matchBranches } from "./partners.ts";
import type { Shape } from "./shape.ts";
import { type Side, sidesOf } from "./sides.ts";

export function compareBranches(before: Shape, after: Shape, outcome: Outcome): void {
  const [was, is] = [sidesOf(before), sidesOf(after)];
  const gone: Side[] = [];
  for (const side of was) {
    const other = is.find(({ combiner }) => combiner === side.combiner);
    if (other === undefined) gone.push(side);
    else compareLists(side, other, outcome);
  }
  const come = is.filter((side) => was.every(({ combiner }) => combiner !== side.combiner));
  const [left, right] = [gone[0], come[0]];
  if (left && right) compareKinds(left, right, outcome);
  const start = left && right ? 1 : 0;
  for (const { path, node } of gone.slice(start))
    outcome.change("COMBINED_TYPE_REMOVED", path, WIDER, { before: node });
  for (const { path, node } of come.slice(start))
    outcome.change("COMBINED_TYPE_ADDED", path, NARROWER, { after: node });
}

/** Lists of another kind: exactly one of several is also any of them. */
function compareKinds(was: Side, is: Side, outcome: Outcome): void {
  const values = { before: was.node, after: is.node };
  if (was.combiner === "allOf" || is.combiner === "allOf") {
    outcome.change("COMBINED_TYPE_CHANGED", is.path, productAndSum(was, is, outcome), values);
    return;
  }
  if (is.combiner === "anyOf") outcome.change("COMBINED_TYPE_EXTENDED", is.path, WIDER, values);
  else outcome.change("COMBINED_TYPE_NARROWED", is.path, NARROWER, values);
  compareLists(was, is, outcome);
}

/** Pairs of branches that are looked at. */
const MOST_PAIRS = 2500;

/** What fits all of some schemas fits any of others where one goes into one; the converse needs all into all. */
function productAndSum(was: Side, is: Side, outcome: Outcome): Directions {
  if (was.shapes.length * is.shapes.length > MOST_PAIRS) return OTHER;
  const fits = was.shapes.flatMap((before) =>
    is.shapes.map((after) => outcome.verdictOf(before, after)),
  );
  // Exactly one of several is not the same as any of them.
  const isAny = was.combiner === "anyOf" || is.combiner === "anyOf";
  const [anyBackward, anyForward] = [
    isAny && fits.some(({ backward }) => backward),
    isAny && fits.some(({ forward }) => forward),
  ];
  return was.combiner === "allOf"
    ? { backward: anyBackward, forward: fits.every(({ forward }) => forward) }
    : { backward: fits.every(({ backward }) => backward), forward: anyForward };
}

function compareLists(was: Side, is: Side, outcome: Outcome): void {
  const [before, after] = [was.shapes[0], is.shapes[0]];
  const isSingle = was.shapes.length === 1 && is.shapes.length === 1;
  if (isSingle && before && after) outcome.step(before, after, pathTo(is, 0));
  else compareSeveral(was, is, outcome);
}

function compareSeveral(was: Side, is: Side, outcome: Outcome): void {
  tellSizes(was, is, outcome);
  const matched = matchBranches(was.shapes, is.shapes, outcome);
  const { backward, forward } = matched;
  const values = { before: was.node, after: is.node };
  if (!backward || !forward) {
    const code = "COMBINED_TYPE_SUBSCHEMAS_CHANGED";
    outcome.change(code, is.path, { backward, forward }, values);
  } else if (!matched.areSame) outcome.isSame = false;
  if (is.combiner === "oneOf" && was.combiner === "oneOf")
    compareOverlap(was, is, matched, outcome);
  for (const [left, right] of matched.pairs) {
    const [before, after] = [was.shapes[left], is.shapes[right]];
    if (before && after) outcome.show(before, after, pathTo(is, right));
  }
}

function pathTo({ branches }: Side, index: number): string {
  return branches[index]?.path ?? "";
}

/** More schemas in a product accept less, in a sum more. */
function tellSizes(was: Side, is: Side, outcome: Outcome): void {
  const [old, now] = [was.shapes.length, is.shapes.length];
  if (old === now) return;
  const isProduct = is.combiner === "allOf";
  const isMore = now > old;
  const code = `${isProduct ? "PRODUCT" : "SUM"}_TYPE_${isMore ? "EXTENDED" : "NARROWED"}`;
  const values = { before: was.node, after: is.node };
  outcome.change(code, is.path, isMore === isProduct ? NARROWER : WIDER, values);
}
