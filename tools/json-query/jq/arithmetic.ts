import { isExact, jsonNumber } from "../../_lib/json/tree/number.ts";
import type { JsonNode, JsonNumber, JsonObject } from "../../_lib/json/tree/tree.ts";
import { JqError, QueryTooCostly, typeErrors } from "./errors.ts";
import type { Machine } from "./machine.ts";
import { areEqual, compareValues } from "./order.ts";
import type { Arithmetic, Comparison } from "./syntax.ts";
import { boolean, double, doubleOf, isComputed, list, NULL, string } from "./values.ts";
import { memberOf, withItems, withMember } from "./versions.ts";

const LONGEST_STRING = 16_777_216;
const DEEPEST_MERGE = 10_000;

/** What an operator gives for two values. */
export function operate(
  operator: Arithmetic | Comparison,
  left: JsonNode,
  right: JsonNode,
  machine: Machine,
): JsonNode {
  switch (operator) {
    case "+":
      return add(left, right, machine);
    case "-":
      return subtract(left, right, machine);
    case "*":
      return multiply(left, right, machine);
    case "/":
      return divide(left, right, machine);
    case "%":
      return remainder(left, right, machine);
    default:
      return boolean(compare(operator, left, right, machine));
  }
}

function compare(operator: Comparison, left: JsonNode, right: JsonNode, machine: Machine): boolean {
  const spend = (units: number) => machine.spend(units);
  switch (operator) {
    case "==":
      return areEqual(left, right, spend);
    case "!=":
      return !areEqual(left, right, spend);
    case "<":
      return compareValues(left, right, spend) < 0;
    case "<=":
      return compareValues(left, right, spend) <= 0;
    case ">":
      return compareValues(left, right, spend) > 0;
    case ">=":
      return compareValues(left, right, spend) >= 0;
  }
}

/** The double of a number that is computed with; what its text loses is noted. */
export function operand(node: JsonNumber, machine: Machine): number {
  const value = doubleOf(node);
  if (!isComputed(node) && !isExact(node.text)) {
    machine.note("NUMBER_ROUNDED", () => ({
      message: "A number that no double holds exactly was rounded to be computed with",
      received: node.text,
      expected: jsonNumber(value),
    }));
  }
  return value;
}

export function add(left: JsonNode, right: JsonNode, machine: Machine): JsonNode {
  if (left.type === "null") return right;
  if (right.type === "null") return left;
  if (left.type === "number" && right.type === "number")
    return double(operand(left, machine) + operand(right, machine));
  if (left.type === "string" && right.type === "string")
    return concatenate(left.value, right.value, machine);
  if (left.type === "array" && right.type === "array") {
    machine.spend(right.items.length >> 2);
    return right.items.length === 0 ? left : withItems(left, right.items);
  }
  if (left.type === "object" && right.type === "object") {
    let merged: JsonObject = left;
    machine.spend(right.members.length);
    for (const { key, value } of right.members) merged = withMember(merged, key, value);
    return merged;
  }
  throw typeErrors(left, right, "cannot be added");
}

export function concatenate(left: string, right: string, machine: Machine): JsonNode {
  const length = left.length + right.length;
  machine.spend(right.length >> 6);
  if (length > LONGEST_STRING) throw new QueryTooCostly();
  return string(left + right);
}

function subtract(left: JsonNode, right: JsonNode, machine: Machine): JsonNode {
  if (left.type === "number" && right.type === "number")
    return double(operand(left, machine) - operand(right, machine));
  if (left.type === "array" && right.type === "array") {
    const spend = (units: number) => machine.spend(units);
    return list(
      left.items.filter((item) => !right.items.some((other) => areEqual(item, other, spend))),
    );
  }
  throw typeErrors(left, right, "cannot be subtracted");
}

function multiply(left: JsonNode, right: JsonNode, machine: Machine): JsonNode {
  if (left.type === "number" && right.type === "number")
    return double(operand(left, machine) * operand(right, machine));
  if (left.type === "string" && right.type === "number")
    return repeat(left.value, operand(right, machine), machine);
  if (left.type === "number" && right.type === "string")
    return repeat(right.value, operand(left, machine), machine);
  if (left.type === "object" && right.type === "object") return merge(left, right, machine, 0);
  throw typeErrors(left, right, "cannot be multiplied");
}

/** The text so many whole times; null for fewer than none. */
function repeat(text: string, times: number, machine: Machine): JsonNode {
  if (Number.isNaN(times) || times < 0) return NULL;
  const count = Math.floor(times);
  if (text === "" || count === 0) return string("");
  const length = text.length * count;
  if (length > LONGEST_STRING) throw new QueryTooCostly();
  machine.spend(length >> 6);
  return string(text.repeat(count));
}

function merge(left: JsonObject, right: JsonObject, machine: Machine, depth: number): JsonObject {
  if (depth > DEEPEST_MERGE) throw new JqError("Object merge too deep");
  let merged = left;
  machine.spend(right.members.length);
  for (const { key, value } of right.members) {
    const before = memberOf(left, key);
    const both = before?.type === "object" && value.type === "object";
    merged = withMember(merged, key, both ? merge(before, value, machine, depth + 1) : value);
  }
  return merged;
}

function divide(left: JsonNode, right: JsonNode, machine: Machine): JsonNode {
  if (left.type === "number" && right.type === "number") {
    const divisor = operand(right, machine);
    if (divisor === 0)
      throw typeErrors(left, right, "cannot be divided because the divisor is zero");
    return double(operand(left, machine) / divisor);
  }
  if (left.type === "string" && right.type === "string") {
    machine.spend(left.value.length >> 2);
    return splitText(left.value, right.value);
  }
  throw typeErrors(left, right, "cannot be divided");
}

/** The pieces between separators; without a separator the characters; of an empty text none. */
export function splitText(text: string, separator: string): JsonNode {
  if (text === "") return list([]);
  return list((separator === "" ? [...text] : text.split(separator)).map(string));
}

/** The remainder of whole numbers with the sign of the left one. */
function remainder(left: JsonNode, right: JsonNode, machine: Machine): JsonNode {
  if (left.type !== "number" || right.type !== "number")
    throw typeErrors(left, right, "cannot be divided (remainder)");
  const a = operand(left, machine);
  const b = operand(right, machine);
  if (Number.isNaN(a) || Number.isNaN(b)) return double(Number.NaN);
  const divisor = toInteger(b);
  if (divisor === 0n)
    throw typeErrors(left, right, "cannot be divided (remainder) because the divisor is zero");
  return double(Number(toInteger(a) % divisor));
}

const LARGEST = 2n ** 63n - 1n;

/** As a signed integer of 64 bits: truncated, and held within its bounds. */
function toInteger(value: number): bigint {
  if (value >= 2 ** 63) return LARGEST;
  if (value <= -(2 ** 63)) return -LARGEST - 1n;
  return BigInt(Math.trunc(value));
}
