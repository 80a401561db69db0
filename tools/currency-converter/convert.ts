/** An amount in other currencies, exactly, and rounded once. */
import type { Decimal, Rounding } from "../_lib/numbers/decimal.ts";
import {
  divide,
  type Fraction,
  fraction,
  fractionOf,
  invert,
  multiply,
  ONE,
  significantText,
  subtract,
  toDecimals,
  toDigits,
} from "../_lib/numbers/fraction.ts";
import { type Currency, moneyNumber } from "../_lib/money/amount.ts";
import type { Value } from "../currency-converter.ts";
import { crossRate, type RateTable } from "./rates.ts";
import type { CurrencyRequest } from "./request.ts";

export interface Terms {
  /** Units of any target per 1, instead of a table. */
  readonly rate: Fraction | undefined;
  readonly table: RateTable;
  readonly feePercent: number;
  /** Those of the target, if undefined. */
  readonly decimals: number | undefined;
  readonly rounding: Rounding;
}

export const SOURCES = ["user", "reference", "fixed", "identity"] as const;
type Source = (typeof SOURCES)[number];

export interface Conversion {
  readonly to: Currency;
  readonly rate: Fraction;
  /** Less the fee. */
  readonly exact: Fraction;
  readonly rounded: Decimal;
  readonly source: Source;
}

/** One conversion for each target, or the first code without a rate. */
export function convertAll(
  { amount, from, to }: CurrencyRequest,
  terms: Terms,
): readonly Conversion[] | { readonly missing: string } {
  const conversions: Conversion[] = [];
  const kept = divide(subtract(HUNDRED, fractionOf(terms.feePercent)), HUNDRED);
  for (const target of to) {
    const found = rateBetween(from.code, target.code, terms);
    if ("missing" in found) return found;
    const exact = multiply(multiply(fractionOf(amount), found.rate), kept);
    const decimals = terms.decimals ?? target.decimals;
    conversions.push({
      ...found,
      to: { code: target.code, decimals },
      exact,
      rounded: toDecimals(exact, decimals, terms.rounding),
    });
  }
  return conversions;
}

const HUNDRED = fraction(100n);

function rateBetween(
  from: string,
  to: string,
  { rate: given, table }: Terms,
): { readonly rate: Fraction; readonly source: Source } | { readonly missing: string } {
  if (given) return { rate: given, source: "user" };
  if (from === to) return { rate: ONE, source: "identity" };
  const rate = crossRate(table, from, to);
  if (typeof rate === "string") return { missing: rate };
  const isFixed = [from, to].every((code) => code === "EUR" || table.fixed.has(code));
  return { rate, source: isFixed ? "fixed" : table.source };
}

const RATE_DIGITS = 12;
const UNROUNDED_DIGITS = 15;

export function describeConversion({
  to,
  rate,
  exact,
  rounded,
  source,
}: Conversion): Value["conversions"][number] {
  return {
    to: to.code,
    rate: toDigits(rate, RATE_DIGITS).toNumber(),
    rateText: significantText(rate, RATE_DIGITS),
    inverseRate: toDigits(invert(rate), RATE_DIGITS).toNumber(),
    amount: moneyNumber(rounded),
    unrounded: significantText(exact, UNROUNDED_DIGITS),
    decimals: to.decimals,
    source,
  };
}
