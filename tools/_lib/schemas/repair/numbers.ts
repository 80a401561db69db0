import { isExact, jsonNumber } from "../../json/tree/number.ts";
import { isWhole } from "../../numbers/decimal-text.ts";

const INTEGER = /^[+-]?[0-9]+$/;
const NUMBER = /^[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

/** The number token of a text of digits, where a double holds all integers of its size. */
export function integerIn(text: string): string | undefined {
  const digits = text.trim();
  if (!INTEGER.test(digits) || !Number.isSafeInteger(Number(digits))) return undefined;
  return String(Number(digits) || 0);
}

/** The number token of a text that is a decimal number within the range of doubles; no digit is lost. */
export function numberIn(text: string): string | undefined {
  const trimmed = text.trim();
  if (!NUMBER.test(trimmed) || !Number.isFinite(Number(trimmed))) return undefined;
  const unsigned = trimmed.replace(/^[+-]/, "");
  const whole = /^0*([0-9]*)/.exec(unsigned)?.[1] ?? "";
  const rest = unsigned.replace(/^[0-9]*/, "");
  return plainText(`${trimmed.startsWith("-") ? "-" : ""}${whole || "0"}${rest}`);
}

/** The shortest token for a number that a double holds, else the token itself. */
export function plainText(token: string): string {
  return isExact(token) ? jsonNumber(Number(token) || 0) : token;
}

/** The token rounded to a whole number, halves to the even one. */
export function roundHalfEven(token: string): string {
  if (isWhole(token)) return plainText(token);
  const negative = token.startsWith("-");
  const [mantissa = "", exponent = "0"] = token.slice(negative ? 1 : 0).split(/[eE]/);
  const [before = "", after = ""] = mantissa.split(".");
  const digits = before + after;
  // A number that is not whole has its point within its digits, or before them.
  const point = BigInt(before.length) + BigInt(exponent.replace("+", ""));
  if (point < 0n) return "0";
  const at = Number(point);
  const whole = BigInt(digits.slice(0, at) || "0");
  const rounded = isRoundedUp(digits.slice(at), whole) ? whole + 1n : whole;
  return rounded === 0n ? "0" : plainText(`${negative ? "-" : ""}${rounded}`);
}

function isRoundedUp(fraction: string, whole: bigint): boolean {
  const first = fraction.charCodeAt(0) - 48;
  if (first !== 5) return first > 5;
  return /[1-9]/.test(fraction.slice(1)) || whole % 2n === 1n;
}
