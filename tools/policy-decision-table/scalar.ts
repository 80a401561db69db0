/** The values that a decision table compares: of a type each, numbers as exact decimals, dates as days. */
import {
  dateFromDays,
  daysFromDate,
  FIRST_SECOND,
  LAST_SECOND,
  readDate,
  SECONDS_PER_DAY,
  writeDate,
} from "../_lib/time/calendar.ts";
import { compareNumbers, numberKey } from "../_lib/json/tree/number.ts";
import {
  booleanNode,
  type JsonNode,
  nullNode,
  numberNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import { byCodeUnit } from "../_lib/results/pointer-order.ts";

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
      return numberNode(decimalText(scalar.text));
    case "date":
      return stringNode(dateText(scalar.day));
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
      return decimalText(scalar.text);
    case "date":
      return dateText(scalar.day);
    case "string":
      return JSON.stringify(scalar.value);
    case "boolean":
      return String(scalar.value);
    default:
      return "null";
  }
}

function dateText(day: number): string {
  return writeDate(dateFromDays(day));
}

const PLAIN = /^-?[1-9]\d{0,14}$/;
const LONGEST_PLAIN = 21;
const MOST_ZEROS = 5;

/** A JSON number token without needless zeros; with an exponent where it would be long otherwise. */
export function decimalText(text: string): string {
  if (PLAIN.test(text)) return text;
  const decimal = decimalOf(text);
  if (!decimal) return "0";
  const { sign, digits, point, exponent } = decimal;
  if (point > LONGEST_PLAIN || point < -MOST_ZEROS) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
    return `${sign}${digits.slice(0, 1)}${fraction}e${BigInt(exponent) - 1n}`;
  }
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  const fraction = digits.length > point ? `.${digits.slice(point)}` : "";
  return `${sign}${digits.slice(0, point).padEnd(point, "0")}${fraction}`;
}

/** 0.DIGITS × 10^point, no zeros at either end. */
interface Decimal {
  readonly sign: string;
  readonly digits: string;
  readonly point: number;
  /** The point as it is written, which may be beyond all doubles. */
  readonly exponent: string;
}

/** Undefined for zero. */
function decimalOf(text: string): Decimal | undefined {
  const key = /^(-?)0\.(\d+)e(-?\d+)$/.exec(numberKey(text));
  if (!key) return undefined;
  const [, sign = "", digits = "", exponent = ""] = key;
  return { sign, digits, point: Number(exponent), exponent };
}

/** Days of the years 0001 to 9999, which are all that text can name. */
export const FIRST_DAY = FIRST_SECOND / SECONDS_PER_DAY;
export const LAST_DAY = (LAST_SECOND + 1) / SECONDS_PER_DAY - 1;

const MOST_DIGITS = 400;

/** The largest whole number that is not larger; undefined for one too long to be counted from. */
function floorOf(text: string): bigint | undefined {
  const decimal = decimalOf(text);
  if (!decimal) return 0n;
  const { sign, digits, point } = decimal;
  if (point > MOST_DIGITS) return undefined;
  const size = BigInt(point <= 0 ? 0 : digits.slice(0, point).padEnd(point, "0"));
  const isFraction = digits.length > point;
  return sign === "" ? size : -size - (isFraction ? 1n : 0n);
}

export function isWhole(text: string): boolean {
  const decimal = decimalOf(text);
  return !decimal || decimal.digits.length <= decimal.point;
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
