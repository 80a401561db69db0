/** Decimal numbers as exact fractions. */
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
  const decimals = String(denominator).length - 1;
  const isNegative = numerator < 0n;
  const digits = String(isNegative ? -numerator : numerator).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === 48) end--;
  const fraction = end > point ? `.${digits.slice(point, end)}` : "";
  return `${isNegative ? "-" : ""}${digits.slice(0, point)}${fraction}`;
}

function aligned(left: Decimal, right: Decimal): [a: bigint, b: bigint, denominator: bigint] {
  const { denominator: ours } = left;
  const { denominator: theirs } = right;
  if (ours === theirs) return [left.numerator, right.numerator, ours];
  return ours > theirs
    ? [left.numerator, right.numerator * (ours / theirs), ours]
    : [left.numerator * (theirs / ours), right.numerator, theirs];
}
