/** allOf, anyOf and oneOf: lists of schemas for the same value. */
import { groupBy } from "../_lib/algorithms/group-by.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { type Directions, NARROWER, OTHER, type Outcome, WIDER } from "./outcome.ts";
import { matchBranches, type Matched } from "./partners.ts";
import {
  type Branch,
  type Combiner,
  COMBINERS,
  listedValues,
  NO_TYPE,
  OBJECT,
  type Shape,
  typeOfValue,
} from "./shape.ts";
import { textsOf } from "../_lib/json/tree/members.ts";

interface Side {
  readonly combiner: Combiner;
  readonly branches: readonly Branch[];
  readonly shapes: readonly Shape[];
  /** The keyword that the list stands under, or the reference that is its only branch. */
  readonly path: string;
  readonly node: JsonNode | undefined;
}

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

/** Sums first: they are compared with one another rather than with products. */
const ORDER = COMBINERS.toReversed();

function sidesOf(shape: Shape): Side[] {
  return ORDER.filter((combiner) => shape.branches[combiner].length > 0).map((combiner) => {
    const branches = shape.branches[combiner];
    const keyword = branches[0]?.keyword ?? combiner;
    return {
      combiner,
      branches,
      shapes: branches.map(({ node }) => shape.version.shapeOf(node)),
      path: `/${keyword}`,
      node: shape.keyword(keyword),
    };
  });
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

/** A value that fitted one branch may fit another one, too, that is new or accepts more than it did. */
function compareOverlap(was: Side, is: Side, matched: Matched, outcome: Outcome): void {
  const [old, now] = [was.shapes.length, is.shapes.length];
  if (matched.areSame && now === old) return;
  const mayGrow = now > old || (now === old && matched.backward);
  const mayShrink = old > now || (now === old && matched.forward);
  const isApart = (!mayGrow || areToldApart(is.shapes)) && (!mayShrink || areToldApart(was.shapes));
  if (!isApart) outcome.warnings.push({ code: "ONE_OF_OVERLAP", path: is.path });
}

/** A schema without branches against one that is nothing but a list of them; says whether they were such. */
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
  tellList(list, { toList, fromList, isAdded }, outcome);
  return true;
}

/** The list of a schema that is nothing else. */
function pureSide(shape: Shape): Side | undefined {
  const [only, ...others] = sidesOf(shape);
  return shape.hasOwn || others.length > 0 ? undefined : only;
}

interface Fits {
  /** Whether what fits the plain schema fits each branch. */
  readonly toList: readonly boolean[];
  /** Whether what fits each branch fits the plain schema. */
  readonly fromList: readonly boolean[];
  /** Whether the list is in the new version. */
  readonly isAdded: boolean;
}

function tellList(list: Side, { toList, fromList, isAdded }: Fits, outcome: Outcome): void {
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

/** As above, for a list in the place of what is one of its branches. */
function warnOfOverlap({ combiner, shapes, path }: Side, outcome: Outcome): void {
  if (combiner === "oneOf" && !areToldApart(shapes))
    outcome.warnings.push({ code: "ONE_OF_OVERLAP", path });
}

/** Equal branches are taken for one, though what fits both does not fit exactly one. */
export function compareTwins(before: Shape, after: Shape, outcome: Outcome): void {
  if (before.twins.length + after.twins.length === 0) return;
  const [was, is] = [twinsOf(before), twinsOf(after)];
  const gone = [...was].flatMap(([id, node]) => (is.has(id) ? [] : [before.version.shapeOf(node)]));
  const come = [...is].flatMap(([id, node]) => (was.has(id) ? [] : [after.version.shapeOf(node)]));
  const isSame = (left: Shape, right: Shape) => {
    const { backward, forward } = outcome.verdictOf(left, right);
    return backward && forward;
  };
  const isFew = gone.length * come.length <= MOST_PAIRS;
  const isGone = gone.some((left) => !isFew || !come.some((right) => isSame(left, right)));
  const isCome = come.some((right) => !isFew || !gone.some((left) => isSame(left, right)));
  if (!isGone && !isCome) return;
  const directions = isGone && isCome ? OTHER : isGone ? WIDER : NARROWER;
  outcome.change("COMBINED_TYPE_SUBSCHEMAS_CHANGED", "/oneOf", directions, {});
  outcome.warnings.push({ code: "ONE_OF_OVERLAP", path: "/oneOf" });
}

/** One of each kind. */
function twinsOf({ twins, version }: Shape): ReadonlyMap<number, JsonNode> {
  return new Map(twins.map((node) => [version.ids.idOf(node), node]));
}

const BITS = 7;

function areToldApart(shapes: readonly Shape[]): boolean {
  const types = shapes.map((shape) => possibleTypes(shape));
  for (let bit = 0; bit < BITS; bit++) {
    const type = 1 << bit;
    const sharing = shapes.filter((_, at) => ((types[at] ?? NO_TYPE) & type) !== 0);
    if (sharing.length < 2 || areDisjoint(sharing.map(valuesOf))) continue;
    if (type !== OBJECT || !haveDiscriminator(sharing)) return false;
  }
  return true;
}

function possibleTypes(shape: Shape): number {
  const listed = listedValues(shape);
  if (listed === undefined) return shape.types;
  return shape.types & listed.items.reduce((types, item) => types | typeOfValue(item), NO_TYPE);
}

type Values = ReadonlySet<number> | undefined;

function valuesOf(shape: Shape): Values {
  return listedValues(shape)?.ids;
}

function areDisjoint(sets: readonly Values[]): boolean {
  const seen = new Set<number>();
  for (const set of sets) {
    if (set === undefined) return false;
    for (const id of set) {
      if (seen.has(id)) return false;
      seen.add(id);
    }
  }
  return true;
}

/** Whether there is a member that all objects need and that has other values in each. */
function haveDiscriminator(shapes: readonly Shape[]): boolean {
  const needed = shapes.flatMap((shape) => [...new Set(textsOf(shape.keyword("required")))]);
  return [...groupBy(needed, (name) => name)].some(
    ([name, { length }]) =>
      length === shapes.length && areDisjoint(shapes.map((shape) => valuesOfMember(shape, name))),
  );
}

function valuesOfMember(shape: Shape, name: string): Values {
  const properties = shape.keyword("properties");
  const members = properties?.type === "object" ? properties.members : [];
  const member = members.find(({ key }) => key === name);
  return member && valuesOf(shape.version.shapeOf(member.value));
}
