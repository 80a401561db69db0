/** The values that a decision table compares: of a type each, numbers as exact decimals, dates as days. */
import {
  daysFromDate,
  FIRST_SECOND,
  LAST_SECOND,
  readDate,
  SECONDS_PER_DAY,
  writeDay,
} from "../_lib/time/calendar.ts";
import { compareNumbers, numberKey } from "../_lib/json/tree/number.ts";
import {
  booleanNode,
  type JsonNode,
  nullNode,
  numberNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import { digitsOf, isWhole, positionalText } from "../_lib/numbers/decimal-text.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";

export type Scalar =
  | { readonly type: "number"; readonly text: string }
  /** Days since 1970-01-01. */
  | { readonly type: "date"; readonly day: number }
  | { readonly type: "string"; readonly value: string }
  | { readonly type: "boolean"; readonly value: boolean }
  | { readonly type: "null" };

/** Values that come one after another. */
export type Ordered = Extract<Scalar, { type: "number" | "date" | "string" }>;

export const NULL: Scalar = { type: "null" };

export function isOrdered(scalar: Scalar): scalar is Ordered {
  return scalar.type === "number" || scalar.type === "date" || scalar.type === "string";
}

/** The date that ISO text is, where it is one that exists. */
export function dateOf(text: string): Scalar | undefined {
  const date = readDate(text);
  return date && { type: "date", day: daysFromDate(date) };
}

/** What a JSON value is; undefined for an array or object. */
export function scalarOf(node: JsonNode): Scalar | undefined {
  switch (node.type) {
    case "number":
      return { type: "number", text: node.text };
    case "string":
    case "boolean":
      return { type: node.type, value: node.value } as Scalar;
    case "null":
      return NULL;
    default:
      return undefined;
  }
}

/** The value in JSON: a date is its text. */
export function nodeOf(scalar: Scalar): JsonNode {
  switch (scalar.type) {
    case "number":
      return numberNode(numberLiteral(scalar.text));
    case "date":
      return stringNode(writeDay(scalar.day));
    case "string":
      return stringNode(scalar.value);
    case "boolean":
      return booleanNode(scalar.value);
    default:
      return nullNode();
  }
}

/** One text for equal values of a type, and for no others. */
export function keyOf(scalar: Scalar): string {
  switch (scalar.type) {
    case "number":
      return numberKey(scalar.text);
    case "date":
      return String(scalar.day);
    case "null":
      return "null";
    default:
      return String(scalar.value);
  }
}

/** Of two values of the same type. */
export function compareScalars(left: Ordered, right: Ordered): number {
  if (left.type === "number" && right.type === "number")
    return compareNumbers(left.text, right.text);
  if (left.type === "date" && right.type === "date") return left.day - right.day;
  if (left.type === "string" && right.type === "string") return byCodeUnit(left.value, right.value);
  return 0;
}

/** The literal of a cell: numbers without noise, bare dates, strings as in JSON. */
export function scalarText(scalar: Scalar): string {
  switch (scalar.type) {
    case "number":
      return numberLiteral(scalar.text);
    case "date":
      return writeDay(scalar.day);
    case "string":
      return JSON.stringify(scalar.value);
    case "boolean":
      return String(scalar.value);
    default:
      return "null";
  }
}

const PLAIN = /^-?[1-9]\d{0,14}$/;
const LONGEST_PLAIN = 21n;
const MOST_ZEROS = 5n;

/** A number token without needless zeros; with an exponent where it would be long otherwise. */
export function numberLiteral(token: string): string {
  if (PLAIN.test(token)) return token;
  const number = digitsOf(token);
  const { sign, digits, point } = number;
  if (point <= LONGEST_PLAIN && point >= -MOST_ZEROS) return positionalText(number);
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
  return `${sign < 0 ? "-" : ""}${digits.charAt(0)}${fraction}e${point - 1n}`;
}

/** Days of the years 0001 to 9999, which are all that text can name. */
export const FIRST_DAY = FIRST_SECOND / SECONDS_PER_DAY;
export const LAST_DAY = (LAST_SECOND + 1) / SECONDS_PER_DAY - 1;

const MOST_DIGITS = 400n;

/** The largest whole number that is not larger; undefined for one too long to be counted from. */
function floorOf(token: string): bigint | undefined {
  const { sign, digits, point } = digitsOf(token);
  if (point > MOST_DIGITS) return undefined;
  const whole = point <= 0n ? "" : digits.slice(0, Number(point)).padEnd(Number(point), "0");
  return sign < 0 ? -BigInt(whole) - (isWhole(token) ? 0n : 1n) : BigInt(whole);
}

/** The next whole number or day above a value; undefined where it cannot be told. */
export function wholeAbove(scalar: Ordered): Ordered | undefined {
  if (scalar.type === "date") return { type: "date", day: scalar.day + 1 };
  const floor = scalar.type === "number" ? floorOf(scalar.text) : undefined;
  return floor === undefined ? undefined : { type: "number", text: String(floor + 1n) };
}

/** The next whole number or day below a value; undefined where it cannot be told. */
export function wholeBelow(scalar: Ordered): Ordered | undefined {
  if (scalar.type === "date") return { type: "date", day: scalar.day - 1 };
  const floor = scalar.type === "number" ? floorOf(scalar.text) : undefined;
  if (scalar.type !== "number" || floor === undefined) return undefined;
  return { type: "number", text: String(isWhole(scalar.text) ? floor - 1n : floor) };
}
