/** Numerals in bases 2 to 36: read as exact fractions, written with a limit on the digits after the point. */
import type { Entry } from "../_core/tool.ts";
import { type Fraction, fraction, magnitude, roundedQuotient } from "../_lib/numbers/fraction.ts";
import { positionAt } from "../_lib/text/position.ts";

export type NumeralProblem = Entry<"DIGIT_INVALID" | "EMPTY_INPUT" | "NUMBER_TOO_LONG">;

export const MOST_DIGITS = 10_000;
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";
/** Prefixes of numerals, by base. */
export const PREFIXES: Readonly<Record<number, string>> = { 2: "0b", 8: "0o", 16: "0x" };
const PREFIX_BASES: Readonly<Record<string, number>> = { b: 2, o: 8, x: 16 };

export interface Numeral {
  readonly value: Fraction;
  readonly base: number;
}

/** The numeral that the text is; `base` undefined stands for that of its prefix, else 10. */
export function readNumeral(text: string, base: number | undefined): Numeral | NumeralProblem {
  const trimmed = text.trim();
  if (trimmed === "") {
    const message = "Cannot read the numeral: found nothing, expected digits";
    return { code: "EMPTY_INPUT", message, path: "/input", expected: "digits" };
  }
  const sign = /^[+\-−]/.exec(trimmed)?.[0] ?? "";
  const prefix = /^0([box])/i.exec(trimmed.slice(sign.length))?.[1]?.toLowerCase() ?? "";
  const prefixBase = PREFIX_BASES[prefix];
  // With base 16, 0b is two digits.
  const hasPrefix = prefixBase !== undefined && (base === undefined || base === prefixBase);
  const found = base ?? prefixBase ?? 10;
  const start = sign.length + (hasPrefix ? 2 : 0);
  const digits = readDigits(trimmed, start, found);
  if ("code" in digits) return digits;
  const { whole, decimals } = digits;
  const size = fromDigits(whole + decimals, found);
  const numerator = sign === "" || sign === "+" ? size : -size;
  return { value: fraction(numerator, BigInt(found) ** BigInt(decimals.length)), base: found };
}

/** The digits before and behind the point, without separators. */
function readDigits(
  text: string,
  start: number,
  base: number,
): { readonly whole: string; readonly decimals: string } | NumeralProblem {
  const parts: [string, string] = ["", ""];
  let part: 0 | 1 = 0;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (isDigit(character, base)) {
      parts[part] += character;
      continue;
    }
    if (character === "." && part === 0) part = 1;
    else if (!isSeparator(text, at, base)) return invalidDigit(text, at, base);
  }
  const [whole, decimals] = parts;
  const count = whole.length + decimals.length;
  if (count === 0) return invalidDigit(text, text.length, base);
  if (count > MOST_DIGITS) return tooLong(count);
  return { whole, decimals };
}

function isDigit(character: string, base: number): boolean {
  const digit = DIGITS.indexOf(character.toLowerCase());
  return digit >= 0 && digit < base && /[\da-z]/i.test(character);
}

/** A single underscore or space between two digits. */
function isSeparator(text: string, at: number, base: number): boolean {
  const isMark = text.charAt(at) === "_" || text.charAt(at) === " ";
  return isMark && isDigit(text.charAt(at - 1), base) && isDigit(text.charAt(at + 1), base);
}

function invalidDigit(text: string, offset: number, base: number): NumeralProblem {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  const found = offset < text.length ? JSON.stringify(character) : "the end";
  const last = DIGITS.charAt(base - 1);
  const expected = `a digit from 0 to ${last} of base ${base}`;
  const hint = hintFor(text, base);
  return {
    code: "DIGIT_INVALID",
    message: `Cannot read the numeral: found ${found}, expected ${expected}`,
    path: "/input",
    ...positionAt(text, offset),
    expected,
    ...(hint === undefined ? {} : { hint }),
  };
}

/** The base that the digits would fit. */
function hintFor(text: string, base: number): string | undefined {
  if (text.includes(",")) return "Write digits without commas; _ and spaces may group them";
  const bare = text.replaceAll(/^[+\-−]|[._ ]/g, "").toLowerCase();
  if (!/^[\da-z]+$/.test(bare)) return undefined;
  const largest = Math.max(...Array.from(bare, (digit) => DIGITS.indexOf(digit)));
  const fitting = [8, 10, 16, 36].find((known) => known > largest && known > base);
  return fitting === undefined ? undefined : `Give from: ${fitting}`;
}

function tooLong(count: number): NumeralProblem {
  return {
    code: "NUMBER_TOO_LONG",
    message: `Cannot read the numeral: found ${count} digits, expected at most ${MOST_DIGITS}`,
    path: "/input",
    expected: MOST_DIGITS,
    received: count,
  };
}

/** Halves are read by themselves, so that long numerals take less than quadratic time. */
function fromDigits(digits: string, base: number): bigint {
  if (base === 10) return BigInt(digits);
  const prefix = PREFIXES[base];
  if (prefix !== undefined) return BigInt(prefix + digits);
  const length = digits.length;
  if (length <= SHORT_DIGITS) {
    let value = 0n;
    for (const digit of digits) value = value * BigInt(base) + BigInt(Number.parseInt(digit, 36));
    return value;
  }
  const low = length >> 1;
  const high = fromDigits(digits.slice(0, length - low), base) * BigInt(base) ** BigInt(low);
  return high + fromDigits(digits.slice(length - low), base);
}

const SHORT_DIGITS = 16;

export interface NumeralForm {
  readonly prefix: boolean;
  readonly uppercase: boolean;
  /** Digits in a group, from the point; 0 for none. */
  readonly group: number;
}

export interface WrittenNumeral {
  readonly text: string;
  readonly isExact: boolean;
}

/** The number in a base, rounded half-even to so many digits after the point, without trailing zeros. */
export function writeNumeral(
  { numerator, denominator }: Fraction,
  base: number,
  fractionDigits: number,
  form: NumeralForm,
): WrittenNumeral {
  const scale = BigInt(base) ** BigInt(fractionDigits);
  const scaled = magnitude(numerator) * scale;
  const rounded = roundedQuotient(scaled, denominator);
  const digits = rounded.toString(base).padStart(fractionDigits + 1, "0");
  const point = digits.length - fractionDigits;
  const decimals = digits.slice(point).replace(/(?<!0)0+$/, "");
  const isNegative = numerator < 0n && rounded !== 0n;
  return {
    text: assemble(isNegative, digits.slice(0, point), decimals, base, form),
    isExact: rounded * denominator === scaled,
  };
}

function assemble(
  isNegative: boolean,
  whole: string,
  decimals: string,
  base: number,
  { prefix, uppercase, group }: NumeralForm,
): string {
  const cased = (text: string): string => (uppercase ? text.toUpperCase() : text);
  const start = (isNegative ? "-" : "") + (prefix ? (PREFIXES[base] ?? "") : "");
  const grouped = start + cased(groupFromEnd(whole, group));
  return decimals === "" ? grouped : `${grouped}.${cased(groupFromStart(decimals, group))}`;
}

function groupFromEnd(digits: string, group: number): string {
  if (group === 0 || digits.length <= group) return digits;
  const first = digits.length % group;
  const rest = groupFromStart(digits.slice(first), group);
  return first === 0 ? rest : `${digits.slice(0, first)}_${rest}`;
}

function groupFromStart(digits: string, group: number): string {
  if (group === 0) return digits;
  return (digits.match(new RegExp(`.{1,${group}}`, "g")) ?? []).join("_");
}

/** Digits of the part before the period and the period together that are shown. */
const MOST_REPEATING = 200;

/**
 * `0.0(0011)`: the expansion with its period in parentheses; null where it ends, or where what precedes the
 * period and the period have more than 200 digits.
 */
export function writeRepeating(
  { numerator, denominator }: Fraction,
  base: number,
  form: NumeralForm,
): string | null {
  const size = magnitude(numerator);
  const radix = BigInt(base);
  const seen = new Map<bigint, number>();
  let rest = size % denominator;
  let digits = "";
  while (!seen.has(rest)) {
    if (rest === 0n || digits.length > MOST_REPEATING) return null;
    seen.set(rest, digits.length);
    rest *= radix;
    digits += (rest / denominator).toString(base);
    rest %= denominator;
  }
  if (digits.length > MOST_REPEATING) return null;
  const start = seen.get(rest) ?? 0;
  const whole = (size / denominator).toString(base);
  const plain = { ...form, group: 0 };
  const text = assemble(numerator < 0n, whole, digits.slice(0, start), base, plain);
  const period = form.uppercase ? digits.slice(start).toUpperCase() : digits.slice(start);
  return `${text}${start === 0 ? "." : ""}(${period})`;
}

/** Bits of the integer part, 0 for 0. */
export function bitLength({ numerator, denominator }: Fraction): number {
  const whole = magnitude(numerator) / denominator;
  return whole === 0n ? 0 : whole.toString(2).length;
}
