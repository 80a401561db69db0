/** Decimal numbers and their texts: as exact fractions, and as digits with a point of any size. */

/** A decimal number as `numerator / denominator`, the denominator a power of ten. */
export interface Decimal {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const NUMBER = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/;

/** Reads a decimal number, perhaps with an exponent; undefined for other text. */
export function readDecimal(text: string): Decimal | undefined {
  const match = NUMBER.exec(text);
  if (!match) return undefined;
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  const size = BigInt(whole + fraction);
  const scale = Number(exponent) - fraction.length;
  const numerator = sign === "-" ? -size : size;
  return scale >= 0
    ? { numerator: numerator * 10n ** BigInt(scale), denominator: 1n }
    : { numerator, denominator: 10n ** BigInt(-scale) };
}

// The denominators are powers of ten, so that the larger one is common to both.

export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const [a, b, denominator] = aligned(left, right);
  return { numerator: a + b, denominator };
}

export function subtractDecimals(left: Decimal, right: Decimal): Decimal {
  const [a, b, denominator] = aligned(left, right);
  return { numerator: a - b, denominator };
}

/** Negative, 0 or positive, as the left number is less than, equal to or greater than the right one. */
export function compareDecimals(left: Decimal, right: Decimal): number {
  const [a, b] = aligned(left, right);
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Without an exponent and without zeros that say nothing, as a JSON number may be written. */
export function decimalText({ numerator, denominator }: Decimal): string {
  const isNegative = numerator < 0n;
  const digits = String(isNegative ? -numerator : numerator);
  const decimals = String(denominator).length - 1;
  return positionalText(significantDigits(isNegative, digits, "", BigInt(-decimals)));
}

function aligned(left: Decimal, right: Decimal): [a: bigint, b: bigint, denominator: bigint] {
  const { denominator: ours } = left;
  const { denominator: theirs } = right;
  if (ours === theirs) return [left.numerator, right.numerator, ours];
  return ours > theirs
    ? [left.numerator, right.numerator * (ours / theirs), ours]
    : [left.numerator * (theirs / ours), right.numerator, theirs];
}

/** A number as ±0.DIGITS × 10^point; the digits have no zeros at either end, zero has none at all. */
export interface DecimalDigits {
  readonly sign: -1 | 0 | 1;
  readonly digits: string;
  readonly point: bigint;
}

const NOTHING: DecimalDigits = { sign: 0, digits: "", point: 0n };
const DIGIT_ZERO = 48;

/** The number that is written by digits before and behind a point and an exponent of ten. */
export function significantDigits(
  isNegative: boolean,
  whole: string,
  fraction: string,
  exponent: bigint,
): DecimalDigits {
  const written = whole + fraction;
  let start = 0;
  while (written.charCodeAt(start) === DIGIT_ZERO) start++;
  let end = written.length;
  while (end > start && written.charCodeAt(end - 1) === DIGIT_ZERO) end--;
  if (start === end) return NOTHING;
  return {
    sign: isNegative ? -1 : 1,
    digits: written.slice(start, end),
    point: exponent + BigInt(whole.length - start),
  };
}

/** Reads a number token as JSON has them; its exponent is never expanded. */
export function digitsOf(token: string): DecimalDigits {
  const isNegative = token.startsWith("-");
  const mark = token.search(/[eE]/);
  const mantissa = token.slice(isNegative ? 1 : 0, mark < 0 ? undefined : mark);
  const [whole = "", fraction = ""] = mantissa.split(".", 2);
  const exponent = mark < 0 ? 0n : BigInt(token.slice(mark + 1).replace("+", ""));
  return significantDigits(isNegative, whole, fraction, exponent);
}

/** Compares exactly, numbers of any size in the time that their digits take. */
export function compareDigits(left: DecimalDigits, right: DecimalDigits): -1 | 0 | 1 {
  if (left.sign !== right.sign) return order(left.sign, right.sign);
  const [smaller, larger] = left.sign < 0 ? [right, left] : [left, right];
  return order(smaller.point, larger.point) || order(smaller.digits, larger.digits);
}

/** Whether a number token stands for a whole number: `1.0` and `1e2` do. */
export function isWhole(token: string): boolean {
  if (/^-?[0-9]+$/.test(token)) return true;
  const { digits, point } = digitsOf(token);
  return BigInt(digits.length) <= point;
}

/** All digits in their places, without an exponent; the caller sees to it that the point is near. */
export function positionalText({ sign, digits, point }: DecimalDigits): string {
  if (sign === 0) return "0";
  const minus = sign < 0 ? "-" : "";
  const at = Number(point);
  if (at <= 0) return `${minus}0.${"0".repeat(-at)}${digits}`;
  const fraction = digits.length > at ? `.${digits.slice(at)}` : "";
  return `${minus}${digits.slice(0, at).padEnd(at, "0")}${fraction}`;
}

/** The shortest text of a double, without an exponent. */
export function doubleText(number: number): string {
  return positionalText(digitsOf(String(number)));
}

function order<T extends number | bigint | string>(a: T, b: T): -1 | 0 | 1 {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
