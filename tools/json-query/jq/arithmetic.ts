import { LONGEST_STRING, QueryTooCostly, type Spend } from "./budget.ts";
import { isExact, jsonNumber } from "../../_lib/json/tree/number.ts";
import type { JsonMember, JsonNode, JsonNumber, JsonObject } from "../../_lib/json/tree/tree.ts";
import { JqError, typeErrors } from "./errors.ts";
import type { Machine } from "./machine.ts";
import { occurrences } from "./occurrences.ts";
import { areEqual, compareValues } from "./order.ts";
import type { Arithmetic, Comparison } from "./syntax.ts";
import {
  boolean,
  double,
  doubleOf,
  isComputed,
  list,
  NULL,
  spendDigits,
  string,
  sumOfTexts,
} from "./values.ts";
import { memberOf, withItems, withMember } from "./versions.ts";

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

function compare(
  operator: Comparison,
  left: JsonNode,
  right: JsonNode,
  { spend }: Machine,
): boolean {
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
  spendDigits(node, machine.spend);
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
  if (left.type === "array" && right.type === "array")
    return right.items.length === 0 ? left : withItems(left, right.items, machine.spend);
  if (left.type === "object" && right.type === "object") {
    let merged: JsonObject = left;
    machine.spend(right.members.length);
    for (const { key, value } of right.members)
      merged = withMember(merged, key, value, machine.spend);
    return merged;
  }
  throw typeErrors(left, right, "cannot be added");
}

export function concatenate(left: string, right: string, machine: Machine): JsonNode {
  // The engine holds a sum as its parts until it is read.
  if (left.length + right.length > LONGEST_STRING) throw new QueryTooCostly();
  machine.spend(Math.min(left.length, right.length) >> 6);
  return sumOfTexts(left, right);
}

function subtract(left: JsonNode, right: JsonNode, machine: Machine): JsonNode {
  if (left.type === "number" && right.type === "number")
    return double(operand(left, machine) - operand(right, machine));
  if (left.type === "array" && right.type === "array") {
    machine.spend(left.items.length);
    return list(
      left.items.filter(
        (item) => !right.items.some((other) => areEqual(item, other, machine.spend)),
      ),
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
  if (left.type === "object" && right.type === "object") return merge(left, right, machine.spend);
  throw typeErrors(left, right, "cannot be multiplied");
}

/** The text so many whole times; null for fewer than none. */
function repeat(text: string, times: number, machine: Machine): JsonNode {
  if (Number.isNaN(times) || times < 0) return NULL;
  const count = Math.floor(times);
  if (text === "" || count === 0) return string("");
  machine.spendText(text.length * count);
  return string(text.repeat(count));
}

/** An object into which the members of another one are being merged. */
interface Merging {
  merged: JsonObject;
  readonly members: readonly JsonMember[];
  next: number;
}

/** The members of both objects; where both have an object, these merged in the same way. */
function merge(left: JsonObject, right: JsonObject, spend: Spend): JsonObject {
  const stack: Merging[] = [{ merged: left, members: right.members, next: 0 }];
  for (;;) {
    const top = stack.at(-1) as Merging;
    const member = top.members[top.next];
    if (member === undefined) {
      stack.pop();
      const outer = stack.at(-1);
      if (outer === undefined) return top.merged;
      const { key } = outer.members[outer.next++] as JsonMember;
      outer.merged = withMember(outer.merged, key, top.merged, spend);
      continue;
    }
    spend(1);
    const { key, value } = member;
    const before = memberOf(top.merged, key);
    if (before?.type === "object" && value.type === "object") {
      if (stack.length > DEEPEST_MERGE) throw new JqError("Object merge too deep");
      stack.push({ merged: before, members: value.members, next: 0 });
    } else {
      top.merged = withMember(top.merged, key, value, spend);
      top.next++;
    }
  }
}

function divide(left: JsonNode, right: JsonNode, machine: Machine): JsonNode {
  if (left.type === "number" && right.type === "number") {
    const divisor = operand(right, machine);
    if (divisor === 0)
      throw typeErrors(left, right, "cannot be divided because the divisor is zero");
    return double(operand(left, machine) / divisor);
  }
  if (left.type === "string" && right.type === "string") {
    machine.touch(left);
    machine.touch(right);
    return splitText(left.value, right.value, machine.spend);
  }
  throw typeErrors(left, right, "cannot be divided");
}

/** The pieces between separators; without a separator the characters; of an empty text none. */
export function splitText(text: string, separator: string, spend: Spend): JsonNode {
  if (text === "") return list([]);
  if (separator === "") {
    spend(text.length);
    return list(Array.from(text, string));
  }
  const pieces: JsonNode[] = [];
  let end = 0;
  for (const at of occurrences(text, separator, spend, { overlap: false })) {
    spend(1);
    pieces.push(string(text.slice(end, at)));
    end = at + separator.length;
  }
  pieces.push(string(text.slice(end)));
  return list(pieces);
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
