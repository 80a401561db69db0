/** Draws from continuous distributions and Poisson's, by inversion with decimal arithmetic. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import { drawUnit, type WordSource } from "../_lib/numbers/xoshiro.ts";

const UNITS = new Decimal(2).pow(54);

function unit(next: WordSource): Decimal {
  return new Decimal(String(drawUnit(next))).div(UNITS);
}

export function normal(next: WordSource, mean: Decimal, deviation: Decimal): Decimal {
  return inverseNormal(unit(next)).times(deviation).plus(mean);
}

export function exponential(next: WordSource, rate: Decimal): Decimal {
  return unit(next).ln().neg().div(rate);
}

/** Smallest k with unit ≤ e^−mean·Σ mean^i/i! for i up to k. */
export function poisson(mean: Decimal): (next: WordSource) => number {
  const terms: Decimal[] = [mean.neg().exp()];
  const sums: Decimal[] = [...terms];
  return (next) => {
    const wanted = unit(next);
    for (let k = 0; ; k++) {
      if (k === sums.length) {
        const term = (terms[k - 1] ?? UNITS).times(mean).div(k);
        terms.push(term);
        sums.push((sums[k - 1] ?? term).plus(term));
      }
      if (wanted.lte(sums[k] ?? 0)) return k;
    }
  };
}

// Wichura, M. J. (1988), Algorithm AS 241: The percentage points of the normal distribution, Applied Statistics 37,
// routine PPND16: coefficients from the constant term up.
const decimals = (text: string): readonly Decimal[] =>
  text.split(" ").map((number) => new Decimal(number));

const CENTRAL = [
  decimals(
    "3.3871328727963666080 133.14166789178437745 1971.5909503065514427 13731.693765509461125 45921.953931549871457 67265.770927008700853 33430.575583588128105 2509.0809287301226727",
  ),
  decimals(
    "1 42.313330701600911252 687.18700749205790830 5394.1960214247511077 21213.794301586595867 39307.895800092710610 28729.085735721942674 5226.4952788528545610",
  ),
] as const;
const MIDDLE = [
  decimals(
    "1.42343711074968357734 4.63033784615654529590 5.76949722146069140550 3.64784832476320460504 1.27045825245236838258 0.241780725177450611770 0.0227238449892691845833 0.000774545014278341407640",
  ),
  decimals(
    "1 2.05319162663775882187 1.67638483018380384940 0.689767334985100004550 0.148103976427480074590 0.0151986665636164571966 0.000547593808499534494600 0.00000000105075007164441684324",
  ),
] as const;
const FAR = [
  decimals(
    "6.65790464350110377720 5.46378491116411436990 1.78482653991729133580 0.296560571828504891230 0.0265321895265761230930 0.00124266094738807843860 0.0000271155556874348757815 0.000000201033439929228813265",
  ),
  decimals(
    "1 0.599832206555887937690 0.136929880922735805310 0.0148753612908506148525 0.000786869131145613259100 0.0000184631831751005468180 0.000000142151175831644588870 0.00000000000000204426310338993978564",
  ),
] as const;

type Ratio = readonly [readonly Decimal[], readonly Decimal[]];

function ratioAt([top, bottom]: Ratio, x: Decimal): Decimal {
  const at = (coefficients: readonly Decimal[]): Decimal =>
    coefficients.reduceRight((sum, coefficient) => sum.times(x).plus(coefficient), new Decimal(0));
  return at(top).div(at(bottom));
}

/** The number that a standard normal variable stays below with this probability, to 10^-14 and better. */
export function inverseNormal(probability: Decimal): Decimal {
  const fromMiddle = probability.minus(0.5);
  if (fromMiddle.abs().lte(0.425)) {
    const square = new Decimal(0.180625).minus(fromMiddle.times(fromMiddle));
    return fromMiddle.times(ratioAt(CENTRAL, square));
  }
  const tail = fromMiddle.isNegative() ? probability : new Decimal(1).minus(probability);
  const root = tail.ln().neg().sqrt();
  const size = root.lte(5) ? ratioAt(MIDDLE, root.minus(1.6)) : ratioAt(FAR, root.minus(5));
  return fromMiddle.isNegative() ? size.neg() : size;
}
