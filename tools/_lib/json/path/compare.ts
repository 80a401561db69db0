import { isSurrogate } from "../../text/code-points.ts";
import { compareNumbers } from "../tree/number.ts";
import type { JsonMember, JsonNode, JsonObject } from "../tree/tree.ts";
import type { Operator } from "./syntax.ts";

/** Compares two values by RFC 9535, 2.3.5.2.2; undefined is the absence of one. `spend` hears of each node. */
export function compareValues(
  operator: Operator,
  left: JsonNode | undefined,
  right: JsonNode | undefined,
  spend: (nodes: number) => void,
): boolean {
  switch (operator) {
    case "==":
      return isEqual(left, right, spend);
    case "!=":
      return !isEqual(left, right, spend);
    case "<":
      return isLess(left, right);
    case ">":
      return isLess(right, left);
    case "<=":
      return isLess(left, right) || isEqual(left, right, spend);
    case ">=":
      return isLess(right, left) || isEqual(left, right, spend);
  }
}

function isEqual(
  left: JsonNode | undefined,
  right: JsonNode | undefined,
  spend: (nodes: number) => void,
): boolean {
  spend(1);
  if (left === right) return true;
  if (left === undefined || right === undefined) return false;
  if (left.type === "number") {
    return right.type === "number" && compareNumbers(left.text, right.text) === 0;
  }
  if (left.type === "string") return right.type === "string" && left.value === right.value;
  if (left.type === "boolean") return right.type === "boolean" && left.value === right.value;
  if (left.type === "null") return right.type === "null";
  if (left.type === "array") {
    if (right.type !== "array" || left.items.length !== right.items.length) return false;
    return left.items.every((item, index) => isEqual(item, right.items[index], spend));
  }
  if (right.type !== "object" || left.members.length !== right.members.length) return false;
  return left.members.every(({ key, value }) => {
    const other = findMember(right, key);
    return other !== undefined && isEqual(value, other, spend);
  });
}

function isLess(left: JsonNode | undefined, right: JsonNode | undefined): boolean {
  if (left?.type === "number" && right?.type === "number") {
    return compareNumbers(left.text, right.text) < 0;
  }
  return left?.type === "string" && right?.type === "string" && isBefore(left.value, right.value);
}

/** The order of Unicode scalar values, which is not that of UTF-16 code units. */
function isBefore(left: string, right: string): boolean {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    return isSurrogate(a) === isSurrogate(b) ? a < b : isSurrogate(b);
  }
  return left.length < right.length;
}

const FEW_MEMBERS = 8;
const indexes = new WeakMap<JsonObject, ReadonlyMap<string, JsonNode>>();

/** The value of a member, the last one of a repeated key. */
export function findMember(object: JsonObject, key: string): JsonNode | undefined {
  if (object.members.length <= FEW_MEMBERS) {
    return object.members.findLast((member) => member.key === key)?.value;
  }
  let index = indexes.get(object);
  if (index === undefined) {
    index = new Map(object.members.map((member: JsonMember) => [member.key, member.value]));
    indexes.set(object, index);
  }
  return index.get(key);
}
