/** The order of jq's values: null, false, true, numbers, strings, arrays, objects. */
import { compareCodePoints } from "../../_lib/text/code-points.ts";
import { compareNumbers } from "../../_lib/json/tree/number.ts";
import type { JsonNode, JsonNumber, JsonObject } from "../../_lib/json/tree/tree.ts";
import { JqError } from "./errors.ts";
import { doubleOf, isComputed } from "./values.ts";
import { memberOf } from "./versions.ts";

const DEEPEST_COMPARISON = 10_000;

type Spend = (units: number) => void;

/** Negative, zero or positive; `nan` is below every number, itself included. */
export function compareValues(left: JsonNode, right: JsonNode, spend: Spend, depth = 0): number {
  const order = rankOf(left) - rankOf(right);
  if (order !== 0) return order;
  if (depth > DEEPEST_COMPARISON) throw new JqError("Comparison too deep");
  if (left.type === "number" && right.type === "number") return compareNumberNodes(left, right);
  if (left.type === "string" && right.type === "string")
    return compareCodePoints(left.value, right.value);
  if (left.type === "array" && right.type === "array")
    return compareLists(left.items, right.items, spend, depth + 1);
  if (left.type === "object" && right.type === "object")
    return compareObjects(left, right, spend, depth + 1);
  return 0;
}

const RANKS = { null: 0, boolean: 1, number: 3, string: 4, array: 5, object: 6 } as const;

function rankOf(node: JsonNode): number {
  return node.type === "boolean" ? RANKS.boolean + Number(node.value) : RANKS[node.type];
}

function compareNumberNodes(left: JsonNumber, right: JsonNumber): number {
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

function compareLists(
  left: readonly JsonNode[],
  right: readonly JsonNode[],
  spend: Spend,
  depth: number,
): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    spend(1);
    const order = compareValues(left[index] as JsonNode, right[index] as JsonNode, spend, depth);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function compareObjects(left: JsonObject, right: JsonObject, spend: Spend, depth: number): number {
  const leftKeys = sortedKeys(left);
  const rightKeys = sortedKeys(right);
  spend(leftKeys.length + rightKeys.length);
  const length = Math.min(leftKeys.length, rightKeys.length);
  for (let index = 0; index < length; index++) {
    const order = compareCodePoints(leftKeys[index] as string, rightKeys[index] as string);
    if (order !== 0) return order;
  }
  if (leftKeys.length !== rightKeys.length) return leftKeys.length - rightKeys.length;
  for (const key of leftKeys) {
    const a = memberOf(left, key) as JsonNode;
    const order = compareValues(a, memberOf(right, key) as JsonNode, spend, depth);
    if (order !== 0) return order;
  }
  return 0;
}

/** By code points. */
export function sortedKeys(object: JsonObject): string[] {
  return object.members.map(({ key }) => key).toSorted(compareCodePoints);
}

/** Whether two values are equal, numbers by their exact values, objects whatever the order of keys. */
export function areEqual(left: JsonNode, right: JsonNode, spend: Spend, depth = 0): boolean {
  spend(1);
  if (left.type !== right.type) return false;
  if (left === right && left.type !== "number") return true;
  if (depth > DEEPEST_COMPARISON) throw new JqError("Equality check too deep");
  if (left.type === "array" && right.type === "array") {
    const { items } = right;
    if (left.items.length !== items.length) return false;
    return left.items.every((item, index) =>
      areEqual(item, items[index] as JsonNode, spend, depth + 1),
    );
  }
  if (left.type === "object" && right.type === "object") {
    if (left.members.length !== right.members.length) return false;
    return left.members.every(({ key, value }) => {
      const other = memberOf(right, key);
      return other !== undefined && areEqual(value, other, spend, depth + 1);
    });
  }
  return compareValues(left, right, spend) === 0;
}

/** Sorted, equal ones in the order they were. */
export function sortValues(items: readonly JsonNode[], spend: Spend): JsonNode[] {
  return items.toSorted((a, b) => {
    spend(1);
    return compareValues(a, b, spend);
  });
}
