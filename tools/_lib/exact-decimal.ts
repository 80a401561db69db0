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
