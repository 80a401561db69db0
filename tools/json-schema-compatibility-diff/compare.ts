/** Holds two schemas for the same value against each other. */
import { compareAnnotations } from "./annotations.ts";
import { compareArrays } from "./arrays.ts";
import { compareBranches } from "./combiners.ts";
import { mayLookElsewhere } from "./evaluated.ts";
import { compareNumbers } from "./number-bounds.ts";
import { compareObjects } from "./objects.ts";
import { compareOpaque } from "./opaque.ts";
import { compareTwins } from "./overlap.ts";
import { comparePlainWithBranches } from "./plain-branches.ts";
import { NARROWER, type Outcome, WIDER } from "./outcome.ts";
import type { Shape } from "./shape.ts";
import { compareStrings } from "./strings.ts";
import { ARRAY, NO_TYPE, NUMBER, OBJECT, STRING } from "./types.ts";
import { compareTypes, compareValues } from "./values.ts";

export function compareShapes(before: Shape, after: Shape, outcome: Outcome): void {
  if (areWrittenAlike(before, after)) return;
  compareAnnotations(before, after, outcome);
  compareTwins(before, after, outcome);
  if (before.core !== before || after.core !== after) outcome.stepToCore(before.core, after.core);
  else compareCores(before, after, outcome);
}

function compareCores(before: Shape, after: Shape, outcome: Outcome): void {
  if (comparePlainWithBranches(before, after, outcome)) return;
  compareTypes(before, after, outcome);
  const types = before.types & after.types;
  // Where no value can fit both, nothing else matters.
  if (types === NO_TYPE) return;
  compareValues(before, after, outcome);
  if ((types & NUMBER) !== 0) compareNumbers(before, after, types, outcome);
  if ((types & STRING) !== 0) compareStrings(before, after, outcome);
  if ((types & ARRAY) !== 0) compareArrays(before, after, outcome);
  if ((types & OBJECT) !== 0) compareObjects(before, after, outcome);
  compareBranches(before, after, outcome);
  compareNegations(before, after, outcome);
  compareConditions(before, after, outcome);
  compareDynamicReferences(before, after, outcome);
  compareOpaque("contentSchema", before, after, outcome);
  if (mayLookElsewhere(before, after)) outcome.isSame = false;
}

/** Whether both are the same text with no references, which cannot mean different things. */
function areWrittenAlike(before: Shape, after: Shape): boolean {
  const [left, right] = [before.chain[0], after.chain[0]];
  if (left === undefined || right === undefined) return false;
  const { version } = before;
  return (
    version.ids.idOf(left) === version.ids.idOf(right) &&
    version.isClosed(left) &&
    (left.type !== "object" || version.parts.draftOf(left) === after.version.parts.draftOf(right))
  );
}

/** What is not refused is compared in reverse. */
function compareNegations(before: Shape, after: Shape, outcome: Outcome): void {
  const [was, is] = [negated(before), negated(after)];
  const values = { before: was?.chain[0], after: is?.chain[0] };
  if (was === undefined && is === undefined) return;
  if (was === undefined) outcome.change("NOT_TYPE_ADDED", "/not", NARROWER, values);
  else if (is === undefined) outcome.change("NOT_TYPE_REMOVED", "/not", WIDER, values);
  else {
    const { backward, forward, same } = outcome.verdictOfSuccessor(was, is);
    if (same) return;
    outcome.change("NOT_TYPE_CHANGED", "/not", { backward: forward, forward: backward }, values);
  }
}

/** `not: false` refuses nothing. */
function negated(shape: Shape): Shape | undefined {
  const part = shape.part("not");
  return part?.verdict === false ? undefined : part;
}

const CONDITIONS = ["if", "then", "else"] as const;

function compareConditions(before: Shape, after: Shape, outcome: Outcome): void {
  const hasCondition = [before, after].some((shape) => shape.keyword("if") !== undefined);
  if (hasCondition)
    for (const keyword of CONDITIONS) compareOpaque(keyword, before, after, outcome);
}

const DYNAMIC_REFERENCES = ["$dynamicRef", "$recursiveRef"] as const;

/** References whose goal depends on the way to them mean the same only in the same document. */
function compareDynamicReferences(before: Shape, after: Shape, outcome: Outcome): void {
  for (const keyword of DYNAMIC_REFERENCES) {
    const [was, is] = [unresolved(before, keyword), unresolved(after, keyword)];
    if (!was && !is) continue;
    if (was && is && before.version.id === after.version.id) continue;
    outcome.notCompared(`/${keyword}`);
  }
}

function unresolved(shape: Shape, keyword: string): boolean {
  return (
    shape.keyword(keyword) !== undefined &&
    shape.version.referredBy(shape.node, keyword) === undefined
  );
}
