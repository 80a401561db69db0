/** Writes a computed number. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import { toDecimals, toDigits } from "../_lib/numbers/fraction.ts";
import type { Real } from "../_lib/numbers/scientific/number.ts";

export const FORMATS = ["auto", "fixed", "scientific", "engineering", "fraction"] as const;
export type Format = (typeof FORMATS)[number];

export interface Style {
  readonly format: Format;
  /** Significant digits. */
  readonly precision: number;
  /** Of `fixed`. */
  readonly decimals: number;
}

/** Rounded half-even to significant digits. */
export function rounded({ exact, wide }: Real, precision: number): Decimal {
  if (exact) return toDigits(exact, precision);
  return new Decimal(wide.toSignificantDigits(precision, Decimal.ROUND_HALF_EVEN));
}

export function writeReal(value: Real, { format, precision, decimals }: Style): string {
  if (format === "fixed") return writeFixed(value, decimals);
  if (format === "fraction") {
    const text = exactText(value);
    if (text !== null) return text;
  }
  const number = rounded(value, precision);
  if (format === "scientific") return number.toExponential();
  return format === "engineering" ? writeEngineering(number) : number.toString();
}

function writeFixed({ exact, wide }: Real, decimals: number): string {
  const number = exact
    ? toDecimals(exact, decimals)
    : wide.toDecimalPlaces(decimals, Decimal.ROUND_HALF_EVEN);
  return number.isZero() ? number.abs().toFixed(decimals) : number.toFixed(decimals);
}

/** The exponent is a multiple of 3. */
function writeEngineering(number: Decimal): string {
  const exponent = number.isZero() ? 0 : Math.floor(number.e / 3) * 3;
  const [digits = "", power = "0"] = number.toExponential().split("e");
  const mantissa = new Decimal(`${digits}e${Number(power) - exponent}`).toFixed();
  return `${mantissa}e${exponent < 0 ? "-" : "+"}${Math.abs(exponent)}`;
}

const MOST_EXACT_CHARACTERS = 1000;
const EXACT_LIMIT = 10n ** BigInt(MOST_EXACT_CHARACTERS);

/** `a/b`, or a whole number in full; null where the value is not exact or the text above 1000 characters. */
export function exactText({ exact }: Real): string | null {
  if (!exact) return null;
  const { numerator, denominator } = exact;
  if (denominator > EXACT_LIMIT || numerator > EXACT_LIMIT || -numerator > EXACT_LIMIT) return null;
  const text = denominator === 1n ? String(numerator) : `${numerator}/${denominator}`;
  return text.length > MOST_EXACT_CHARACTERS ? null : text;
}
