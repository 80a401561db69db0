/** What the passes among the runs of a test say. */
import { Decimal, toNumber } from "../_lib/numbers/decimal.ts";
import { ln } from "../_lib/numbers/logarithm.ts";
import { percentOf } from "../_lib/numbers/percent.ts";
import { wilsonInterval } from "../_lib/numbers/statistics/proportion.ts";

export interface Proportion {
  readonly passPercent: number | null;
  readonly wilson95: { readonly low: number; readonly high: number } | null;
  readonly entropyBits: number | null;
  /** Null where it never passed. */
  readonly rerunsFor95: number | null;
}

const NONE: Proportion = {
  passPercent: null,
  wilson95: null,
  entropyBits: null,
  rerunsFor95: null,
};

/** Works out each proportion once, as many tests share it. */
export class Proportions {
  readonly #known = new Map<string, Proportion>();

  of(passes: number, runs: number): Proportion {
    if (runs === 0) return NONE;
    const key = `${passes}/${runs}`;
    const known = this.#known.get(key);
    if (known) return known;
    const [low, high] = wilsonInterval(passes, runs, 0.05);
    const made = {
      passPercent: percentOf(passes, runs, 2),
      wilson95: { low: percent(low), high: percent(high) },
      entropyBits: entropy(passes / runs),
      rerunsFor95: rerunsFor95(passes, runs),
    };
    this.#known.set(key, made);
    return made;
  }
}

function percent(share: number): number {
  return toNumber(new Decimal(share).times(100).clamp(0, 100), 2);
}

function entropy(share: number): number {
  if (share === 0 || share === 1) return 0;
  const nats = -share * ln(share) - (1 - share) * ln(1 - share);
  return toNumber(new Decimal(nats / ln(2)), 6);
}

/** The least k for which the k-th power of the share of fails is at most 1/20. */
function rerunsFor95(passes: number, runs: number): number | null {
  const fails = runs - passes;
  if (passes === 0) return null;
  // Only the first power of a fraction can be 1/20 itself, which the logarithms would miss.
  return fails * 20 <= runs ? 1 : Math.ceil(ln(0.05) / ln(fails / runs));
}
