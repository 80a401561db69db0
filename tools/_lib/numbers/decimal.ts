import { Decimal as Base } from "decimal.js"; // exact decimal arithmetic, and logarithms that are the same in every engine
import { afterStop } from "../../_core/stops.ts";

interface Kept {
  readonly made: typeof Base;
  readonly precision: number;
  readonly rounding: Base.Rounding;
}

const kept: Kept[] = [];

/**
 * A constructor for the whole life of the process. The library changes the settings of one while it computes with more
 * digits: those of all that were made here are put right where a run was stopped in the midst of that.
 */
export function decimalsOf(settings: Base.Config, from: typeof Base = Base): typeof Base {
  const made = from.clone(settings);
  kept.push({ made, precision: made.precision, rounding: made.rounding });
  return made;
}

afterStop(() => {
  for (const { made, precision, rounding } of kept) made.set({ precision, rounding });
  // The library's own mark that it is at work cannot be reached; a root takes it away at its end.
  new Base(2).sqrt();
});

/** Decimal numbers of 40 significant digits, rounded half-even; a JSON number means its shortest decimal text. */
export const Decimal = decimalsOf({
  precision: 40,
  rounding: Base.ROUND_HALF_EVEN,
  toExpNeg: -7,
  toExpPos: 21,
  defaults: true,
});
export type Decimal = Base;

/** How to round: half-even, half away from zero, towards +∞, towards −∞. */
export const ROUNDINGS = {
  halfEven: Base.ROUND_HALF_EVEN,
  halfUp: Base.ROUND_HALF_UP,
  up: Base.ROUND_CEIL,
  down: Base.ROUND_FLOOR,
} as const;

export type Rounding = keyof typeof ROUNDINGS;

/** The number rounded to so many decimals. */
export function roundTo(
  value: Decimal,
  decimals: number,
  rounding: Rounding = "halfEven",
): Decimal {
  return value.toDecimalPlaces(decimals, ROUNDINGS[rounding]);
}

/** The double nearest to the rounded decimal; never −0. */
export function toNumber(
  value: Decimal,
  decimals: number,
  rounding: Rounding = "halfEven",
): number {
  return roundTo(value, decimals, rounding).toNumber() + 0;
}

/** The sum of one figure of all items. */
export function sumOf<T>(items: readonly T[], figure: (item: T) => Decimal): Decimal {
  return items.reduce((sum, item) => sum.plus(figure(item)), new Decimal(0));
}

const SURE_DIGITS = 30;

/** Without the last digits, which are noise after powers and quotients and would decide later roundings. */
export function withoutNoise(value: Decimal): Decimal {
  return value.toSignificantDigits(SURE_DIGITS);
}
