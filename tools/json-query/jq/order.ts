/** The order of jq's values: null, false, true, numbers, strings, arrays, objects. */
import type { Spend } from "./budget.ts";
import { compareCodePoints } from "../../_lib/text/code-points.ts";
import { compareNumbers } from "../../_lib/json/tree/number.ts";
import type { JsonNode, JsonNumber, JsonObject } from "../../_lib/json/tree/tree.ts";
import { JqError } from "./errors.ts";
import { doubleOf, isComputed, isLoose, spendDigits } from "./values.ts";
import { memberOf } from "./versions.ts";

const DEEPEST_COMPARISON = 10_000;

/** Two lists of which the first `count` elements are compared one after another. */
interface Pairs {
  readonly left: readonly JsonNode[];
  readonly right: readonly JsonNode[];
  readonly count: number;
  next: number;
  /** The order where all of them are equal. */
  readonly otherwise: number;
}

/** Compares two values but for their parts, which it adds to the stack. */
type CompareOne = (left: JsonNode, right: JsonNode, spend: Spend, stack: Pairs[]) => number;

const NO_PARTS: Pairs[] = [];

function isScalar({ type }: JsonNode): boolean {
  return type !== "array" && type !== "object";
}

/** Compares level by level without a level of the engine's stack for each. */
function walkPairs(
  left: JsonNode,
  right: JsonNode,
  spend: Spend,
  { compareOne, tooDeep }: { readonly compareOne: CompareOne; readonly tooDeep: string },
): number {
  if (isScalar(left) || isScalar(right)) return compareOne(left, right, spend, NO_PARTS);
  const stack: Pairs[] = [];
  let order = compareOne(left, right, spend, stack);
  while (order === 0) {
    const pairs = stack.at(-1);
    if (pairs === undefined) return 0;
    if (stack.length > DEEPEST_COMPARISON + 1) throw new JqError(tooDeep);
    const at = pairs.next++;
    if (at < pairs.count) {
      order = compareOne(pairs.left[at] as JsonNode, pairs.right[at] as JsonNode, spend, stack);
    } else {
      stack.pop();
      order = pairs.otherwise;
    }
  }
  return order;
}

const ORDER = { compareOne: orderOfOne, tooDeep: "Comparison too deep" };

/** Negative, zero or positive; `nan` is below every number, itself included. */
export function compareValues(left: JsonNode, right: JsonNode, spend: Spend): number {
  return walkPairs(left, right, spend, ORDER);
}

function orderOfOne(left: JsonNode, right: JsonNode, spend: Spend, stack: Pairs[]): number {
  const order = rankOf(left) - rankOf(right);
  if (order !== 0) return order;
  if (left.type === "number" && right.type === "number")
    return compareNumberNodes(left, right, spend);
  if (left.type === "string" && right.type === "string") {
    spendTexts(left, right, spend);
    return compareCodePoints(left.value, right.value);
  }
  if (left.type === "array" && right.type === "array") {
    const length = Math.min(left.items.length, right.items.length);
    spend(1);
    stack.push({
      left: left.items,
      right: right.items,
      count: length,
      next: 0,
      otherwise: left.items.length - right.items.length,
    });
  } else if (left.type === "object" && right.type === "object")
    return orderOfObjects(left, right, spend, stack);
  else spend(1);
  return 0;
}

const RANKS = { null: 0, boolean: 1, number: 3, string: 4, array: 5, object: 6 } as const;

function rankOf(node: JsonNode): number {
  return node.type === "boolean" ? RANKS.boolean + Number(node.value) : RANKS[node.type];
}

function compareNumberNodes(left: JsonNumber, right: JsonNumber, spend: Spend): number {
  spend(1);
  spendDigits(left, spend);
  spendDigits(right, spend);
  if (isComputed(left) || isComputed(right)) {
    const a = doubleOf(left);
    const b = doubleOf(right);
    if (Number.isNaN(a)) return -1;
    if (Number.isNaN(b)) return 1;
    if ((isComputed(left) && isComputed(right)) || isInfinite(left) || isInfinite(right))
      return Math.sign(a - b) || Number(a > b) - Number(a < b);
  }
  return compareNumbers(left.text, right.text);
}

/** Whether a computed number is no JSON number; the text of a literal may be one that no double holds. */
function isInfinite(node: JsonNumber): boolean {
  return isComputed(node) && !Number.isFinite(doubleOf(node));
}

/** Takes units for two texts that are compared, and for putting them together. */
function spendTexts(
  left: JsonNode & { readonly type: "string" },
  right: JsonNode & { readonly type: "string" },
  spend: Spend,
): void {
  const length = Math.min(left.value.length, right.value.length);
  let units = 1 + (length >> 6);
  if (isLoose(left)) units += left.value.length >> 4;
  if (isLoose(right)) units += right.value.length >> 4;
  spend(units);
}

function orderOfObjects(left: JsonObject, right: JsonObject, spend: Spend, stack: Pairs[]): number {
  const leftKeys = sortedKeys(left, spend);
  const rightKeys = sortedKeys(right, spend);
  const length = Math.min(leftKeys.length, rightKeys.length);
  for (let index = 0; index < length; index++) {
    const order = compareCodePoints(leftKeys[index] as string, rightKeys[index] as string);
    if (order !== 0) return order;
  }
  if (leftKeys.length !== rightKeys.length) return leftKeys.length - rightKeys.length;
  const valueOf = (object: JsonObject) => (key: string) => memberOf(object, key) as JsonNode;
  stack.push({
    left: leftKeys.map(valueOf(left)),
    right: leftKeys.map(valueOf(right)),
    count: length,
    next: 0,
    otherwise: 0,
  });
  return 0;
}

/** By code points. */
export function sortedKeys(object: JsonObject, spend: Spend): string[] {
  let units = 1;
  for (const { key } of object.members) units += 1 + (key.length >> 4);
  spend(units);
  return object.members.map(({ key }) => key).toSorted(compareCodePoints);
}

const EQUALITY = { compareOne: differenceOfOne, tooDeep: "Equality check too deep" };

/** Whether two values are equal, numbers by their exact values, objects whatever the order of keys. */
export function areEqual(left: JsonNode, right: JsonNode, spend: Spend): boolean {
  return walkPairs(left, right, spend, EQUALITY) === 0;
}

/** Zero where the values are equal but for their parts. */
function differenceOfOne(left: JsonNode, right: JsonNode, spend: Spend, stack: Pairs[]): number {
  if (left.type !== right.type) {
    spend(1);
    return 1;
  }
  if (left === right && left.type !== "number") {
    spend(1);
    return 0;
  }
  if (left.type === "array" && right.type === "array") {
    spend(1);
    if (left.items.length !== right.items.length) return 1;
    const { items } = left;
    stack.push({ left: items, right: right.items, count: items.length, next: 0, otherwise: 0 });
    return 0;
  }
  if (left.type === "object" && right.type === "object")
    return differenceOfObjects(left, right, spend, stack);
  if (
    left.type === "string" &&
    right.type === "string" &&
    left.value.length !== right.value.length
  ) {
    spend(1);
    return 1;
  }
  return orderOfOne(left, right, spend, stack);
}

function differenceOfObjects(
  left: JsonObject,
  right: JsonObject,
  spend: Spend,
  stack: Pairs[],
): number {
  spend(1);
  if (left.members.length !== right.members.length) return 1;
  spend(left.members.length);
  const values: JsonNode[] = [];
  const others: JsonNode[] = [];
  for (const { key, value } of left.members) {
    const other = memberOf(right, key);
    if (other === undefined) return 1;
    values.push(value);
    others.push(other);
  }
  stack.push({ left: values, right: others, count: values.length, next: 0, otherwise: 0 });
  return 0;
}

/** Sorted, equal ones in the order they were. */
export function sortValues(items: readonly JsonNode[], spend: Spend): JsonNode[] {
  return items.toSorted((a, b) => {
    spend(1);
    return compareValues(a, b, spend);
  });
}
