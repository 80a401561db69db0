/** Holds two schemas for the same value against each other. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { compareArrays } from "./arrays.ts";
import { compareBranches, comparePlainWithBranches, compareTwins } from "./combiners.ts";
import { compareBounds, compareCounts } from "./limits.ts";
import { compareObjects } from "./objects.ts";
import { compareOpaque, NARROWER, OTHER, type Outcome, WIDER } from "./outcome.ts";
import { ARRAY, listedValues, NO_TYPE, NUMBER, OBJECT, type Shape, STRING } from "./shape.ts";
import { mayLookElsewhere } from "./version.ts";

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
  if ((types & NUMBER) !== 0) compareBounds(before, after, types, outcome);
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

const ANNOTATIONS = [
  ["TITLE_CHANGED", "title"],
  ["DESCRIPTION_CHANGED", "description"],
  ["DEFAULT_CHANGED", "default"],
] as const;

/** What a schema tells about values without refusing any. */
function compareAnnotations(before: Shape, after: Shape, outcome: Outcome): void {
  for (const [code, keyword] of ANNOTATIONS)
    compareAnnotation(code, [keyword], before, after, outcome);
  compareAnnotation("ID_CHANGED", ["$id", "id"], before, after, outcome);
}

/** `names` are those that the keyword has in one draft or another. */
function compareAnnotation(
  code: string,
  names: readonly string[],
  before: Shape,
  after: Shape,
  outcome: Outcome,
): void {
  const [was, is] = [annotationIn(before, names), annotationIn(after, names)];
  const { ids } = before.version;
  if (was === undefined && is === undefined) return;
  if (was !== undefined && is !== undefined && ids.idOf(was.node) === ids.idOf(is.node)) return;
  const name = (is ?? was)?.name;
  outcome.annotation(code, `/${name}`, { before: was?.node, after: is?.node });
}

function annotationIn(shape: Shape, names: readonly string[]) {
  for (const name of names) {
    const node = shape.annotation(name);
    if (node !== undefined) return { name, node };
  }
  return undefined;
}

function compareTypes(before: Shape, after: Shape, outcome: Outcome): void {
  const [was, is] = [before.types, after.types];
  if (was === is) return;
  const values = { before: typeShown(before), after: typeShown(after) };
  const shared = was & is;
  if (shared === was) outcome.change("TYPE_EXTENDED", "", WIDER, values);
  else if (shared === is) outcome.change("TYPE_NARROWED", "", NARROWER, values);
  else outcome.change("TYPE_CHANGED", "", OTHER, values);
}

/** The keyword, or the verdict of a schema that needs none. */
function typeShown(shape: Shape): JsonNode | undefined {
  return shape.node.type === "boolean" ? shape.node : shape.keyword("type");
}

/** `enum`, and `const` as a list of one. */
function compareValues(before: Shape, after: Shape, outcome: Outcome): void {
  const [was, is] = [listedValues(before), listedValues(after)];
  const path = `/${(is ?? was)?.keyword}`;
  const values = { before: was?.node, after: is?.node };
  if (was === undefined && is === undefined) return;
  if (was === undefined) outcome.change("ENUM_ADDED", path, NARROWER, values);
  else if (is === undefined) outcome.change("ENUM_REMOVED", path, WIDER, values);
  else {
    const kept = [...was.ids].filter((id) => is.ids.has(id)).length;
    const [isAllKept, isNoneNew] = [kept === was.ids.size, kept === is.ids.size];
    if (isAllKept && isNoneNew) return;
    if (isAllKept) outcome.change("ENUM_ARRAY_EXTENDED", path, WIDER, values);
    else if (isNoneNew) outcome.change("ENUM_ARRAY_NARROWED", path, NARROWER, values);
    else outcome.change("ENUM_ARRAY_CHANGED", path, OTHER, values);
  }
}

function compareStrings(before: Shape, after: Shape, outcome: Outcome): void {
  compareCounts("string", before, after, outcome);
  compareTexts("PATTERN", "pattern", before, after, outcome);
  compareTexts("FORMAT", "format", before, after, outcome);
}

/** What a text has to fit can only be the same or another. */
function compareTexts(
  name: string,
  keyword: string,
  before: Shape,
  after: Shape,
  outcome: Outcome,
): void {
  const [was, is] = [before.keyword(keyword), after.keyword(keyword)];
  const values = { before: was, after: is };
  if (was === undefined && is === undefined) return;
  if (was === undefined) outcome.change(`${name}_ADDED`, `/${keyword}`, NARROWER, values);
  else if (is === undefined) outcome.change(`${name}_REMOVED`, `/${keyword}`, WIDER, values);
  else if (textOf(was) !== textOf(is))
    outcome.change(`${name}_CHANGED`, `/${keyword}`, OTHER, values);
}

function textOf(node: JsonNode): string | undefined {
  return node.type === "string" ? node.value : undefined;
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
