import { compareDigits, digitsOf } from "../../numbers/decimal-text.ts";

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const DIGITS_A_DOUBLE_ALWAYS_KEEPS = 15;

/** Whether the text is a number of JSON's grammar. */
export function isNumberText(text: string): boolean {
  return NUMBER.test(text);
}

/** Whether the text has neither fraction nor exponent. */
export function isIntegerText(text: string): boolean {
  return !/[.eE]/.test(text);
}

/** Whether the text's decimal value is that of the shortest text that reads back to the same double. */
export function isExact(text: string): boolean {
  const double = Number(text);
  if (!Number.isFinite(double)) return false;
  return isShort(text) || compareNumbers(text, String(double)) === 0;
}

/** Compares the exact decimal values of two number texts; exponents are never expanded. */
export function compareNumbers(left: string, right: string): -1 | 0 | 1 {
  if (left === right) return 0;
  if (isShort(left) && isShort(right)) return order(Number(left), Number(right));
  return compareDigits(digitsOf(left), digitsOf(right));
}

/** One text for each exact decimal value, so that equal numbers have equal keys: `1`, `1.0`, `1e0`. */
export function numberKey(text: string): string {
  const { sign, digits, point } = digitsOf(text);
  return sign === 0 ? "0" : `${sign < 0 ? "-" : ""}0.${digits}e${point}`;
}

/** The JSON text of a finite double; negative zero keeps its sign. */
export function jsonNumber(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Whether a double holds every text of this length apart from all others. */
function isShort(text: string): boolean {
  return text.length <= DIGITS_A_DOUBLE_ALWAYS_KEEPS && !/[eE]/.test(text);
}

function order(a: number, b: number): -1 | 0 | 1 {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
