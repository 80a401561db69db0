/** Times that are added up without noise. */
import { Decimal, sumOf, toNumber } from "../_lib/numbers/decimal.ts";
import type { Step } from "./steps.ts";

/** Durations in ticks: whole numbers where they have few enough decimals, else as they are. */
export class Durations {
  readonly #ticks: readonly number[];
  /** Ticks of a unit. */
  readonly #scale: Decimal;

  constructor(steps: readonly Step[]) {
    const durations = steps.map(({ duration }) => new Decimal(duration));
    const decimals = durations.reduce(
      (most, duration) => Math.max(most, duration.decimalPlaces()),
      0,
    );
    const scale = new Decimal(10).pow(decimals);
    const sum = sumOf(durations, (duration) => duration).times(scale);
    this.#scale = sum.lte(Number.MAX_SAFE_INTEGER) ? scale : new Decimal(1);
    this.#ticks = durations.map((duration) => duration.times(this.#scale).toNumber());
  }

  of(step: number): number {
    return this.#ticks[step] ?? 0;
  }

  /** Of all steps, in ticks. */
  get total(): number {
    return this.#ticks.reduce((sum, ticks) => sum + ticks, 0);
  }

  /** Ticks in the unit of the input. */
  numberOf(ticks: number): number {
    return new Decimal(ticks).div(this.#scale).toNumber();
  }
}

const SPEEDUP_DECIMALS = 4;

/** How many times as fast; 1 where there is nothing to do. */
export function speedupOf(total: number, makespan: number): number {
  return makespan === 0 ? 1 : toNumber(new Decimal(total).div(makespan), SPEEDUP_DECIMALS);
}
