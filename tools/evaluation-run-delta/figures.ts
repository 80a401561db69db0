/** What the pairs of two runs say together. */
import { Decimal, toNumber } from "../_lib/numbers/decimal.ts";
import { percentileInterval, resampledMeans } from "./bootstrap.ts";
import { deviationOf, meanOf } from "./moments.ts";
import { mcnemarTest, wilsonInterval } from "../_lib/numbers/statistics/proportion.ts";
import type { Case } from "./cases.ts";
import {
  countPasses,
  groupPairs,
  isImproved,
  isRegressed,
  type Pair,
  type Pairing,
  type Passes,
  rankChanges,
} from "./compare.ts";
import type { Input, Value, Verdict } from "../evaluation-run-delta.ts";

const DECIMALS = 6;
const DIGITS = 10;
const MOST_DRAWS = 5_000_000;
const LEAST_REDUCED = 200;
const ZERO = new Decimal(0);

/** So many resamples as asked for, or fewer where they would draw more than 5,000,000 pairs. */
export function resamplesFor(asked: number, pairs: number): number {
  if (asked * pairs <= MOST_DRAWS) return asked;
  return Math.min(asked, Math.max(LEAST_REDUCED, Math.floor(MOST_DRAWS / pairs)));
}

export function figuresOf({ pairs, onlyBaseline, onlyCandidate }: Pairing, input: Input): Value {
  const pass = countPasses(pairs);
  const mcnemar = mcnemarOf(pass, input.alpha);
  const { higherIsBetter } = input;
  return {
    paired: pairs.length,
    onlyBaseline: [...onlyBaseline],
    onlyCandidate: [...onlyCandidate],
    pass,
    passRate: passRateOf(pass, pairs.length),
    mean: meansOf(pairs),
    mcnemar,
    bootstrap: bootstrapOf(pairs, input),
    wilson: {
      baseline: wilsonOf(pass.baseline, pairs.length, input.alpha),
      candidate: wilsonOf(pass.candidate, pairs.length, input.alpha),
    },
    effect: effectOf(pairs),
    regressions: rankChanges(pairs, isRegressed, higherIsBetter).map(changeOf),
    improvements: rankChanges(pairs, isImproved, !higherIsBetter).map(changeOf),
    groups: groupPairs(pairs).map(({ group, pairs: members }) => {
      const { regressed, improved, ...passes } = countPasses(members);
      const rates = passRateOf({ regressed, improved, ...passes }, members.length);
      return { group, paired: members.length, ...rates, regressed, improved };
    }),
    verdict: verdictOf(mcnemar),
  };
}

function passRateOf({ baseline, candidate }: Passes, total: number): Value["passRate"] {
  const rate = (count: number) => toNumber(new Decimal(count).div(total), DECIMALS);
  return {
    baseline: rate(baseline),
    candidate: rate(candidate),
    delta: rate(candidate - baseline),
  };
}

function meansOf(pairs: readonly Pair[]): Value["mean"] {
  const mean = (figure: (pair: Pair) => Decimal) =>
    toNumber(meanOf(pairs.map(figure)) ?? ZERO, DECIMALS);
  return {
    baseline: mean(({ baseline }) => baseline.score),
    candidate: mean(({ candidate }) => candidate.score),
    delta: mean(({ difference }) => difference),
  };
}

function mcnemarOf({ regressed, improved }: Passes, alpha: number): Value["mcnemar"] {
  const { method, statistic, pValue } = mcnemarTest(regressed, improved);
  return {
    b: regressed,
    c: improved,
    method,
    statistic: statistic && withDigits(statistic),
    pValue: withDigits(pValue),
    significant: pValue.lt(alpha),
  };
}

function withDigits(number: Decimal): number {
  return number.toSignificantDigits(DIGITS).toNumber();
}

function bootstrapOf(
  pairs: readonly Pair[],
  { bootstrap, seed, alpha }: Input,
): Value["bootstrap"] {
  if (bootstrap === 0) return null;
  const resamples = resamplesFor(bootstrap, pairs.length);
  const differences = pairs.map(({ difference }) => difference.toNumber());
  const [low, high] = percentileInterval(resampledMeans(differences, resamples, seed), alpha);
  const level = new Decimal(1).minus(alpha).toNumber();
  return { resamples, low: rounded(low), high: rounded(high), level };
}

function wilsonOf(passes: number, total: number, alpha: number): [low: number, high: number] {
  const [low, high] = wilsonInterval(passes, total, alpha);
  return [rounded(low), rounded(high)];
}

function rounded(number: number): number {
  return toNumber(new Decimal(number), DECIMALS);
}

/** Cohen's d of paired samples; null where all differences are equal. */
function effectOf(pairs: readonly Pair[]): number | null {
  const differences = pairs.map(({ difference }) => difference);
  const deviation = deviationOf(differences);
  if (!deviation || deviation.isZero()) return null;
  return toNumber((meanOf(differences) ?? ZERO).div(deviation), DECIMALS);
}

function changeOf({ id, group, baseline, candidate }: Pair): Value["regressions"][number] {
  return {
    id,
    group: group ?? null,
    baseline: shownScore(baseline),
    candidate: shownScore(candidate),
  };
}

/** As it is given, or a mean. */
function shownScore({ score, epochs }: Case): number {
  return epochs > 1 ? toNumber(score, DECIMALS) : score.toNumber();
}

function verdictOf({ significant, b, c }: Value["mcnemar"]): Verdict {
  if (!significant || b === c) return "no-significant-change";
  return c > b ? "improved" : "regressed";
}
