/** Bessel functions: of order 0 and 1 by power series or Hankel's expansion, of others by recurrence. */
import { Decimal, decimalsOf } from "../../_lib/numbers/decimal.ts";

const LARGE = 40;
const MOST_ARGUMENT = 1e15;
export const MOST_ORDER = 20_000;
const Digits = decimalsOf({ precision: 80 }, Decimal);
const PI = Digits.acos(-1);
const LEAST_TERM = new Digits("1e-60");
const EULER = new Digits(
  "0.5772156649015328606065120900824024310421593359399235988057672348848677267776646709369470632917467495",
);

/** J of a whole order. */
export function besselJ(order: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(order)) return Number.NaN;
  const n = Math.abs(Math.trunc(order));
  const size = Math.abs(x);
  if (size > MOST_ARGUMENT || n > MOST_ORDER) return 0;
  const isOdd = n % 2 === 1;
  const sign = isOdd && x < 0 !== order < 0 ? -1 : 1;
  return sign * (n > size ? backward(n, size) : forward(n, size, firstJ)).toNumber();
}

/** Y of a whole order. */
export function besselY(order: number, x: number): number {
  if (!(x >= 0) || Number.isNaN(order)) return Number.NaN;
  const n = Math.abs(Math.trunc(order));
  const sign = order < 0 && n % 2 === 1 ? -1 : 1;
  if (x === 0 || n > MOST_ORDER) return sign * Number.NEGATIVE_INFINITY;
  return x > MOST_ARGUMENT ? 0 : sign * forward(n, x, firstY).toNumber();
}

/** From the orders 0 and 1 on: f(n + 1) = 2n/x·f(n) − f(n − 1), stable for Y, and for J up to the argument. */
function forward(n: number, x: number, first: (order: 0 | 1, x: number) => Decimal): Decimal {
  let before = first(0, x);
  if (n === 0) return before;
  let value = first(1, x);
  for (let order = 1; order < n; order++)
    [before, value] = [
      value,
      value
        .times(2 * order)
        .div(x)
        .minus(before),
    ];
  return value;
}

/** Miller's algorithm: the recurrence downwards from any start, scaled by J0 + 2·J2 + 2·J4 + … = 1. */
function backward(n: number, x: number): Decimal {
  if (x === 0) return new Digits(0);
  const start = 2 * Math.ceil((n + 20 * Math.sqrt(n + 10) + 60) / 2);
  let above = new Digits(0);
  let value = new Digits(1);
  let found = value;
  let sum = new Digits(0);
  for (let order = start; order > 0; order--) {
    [above, value] = [
      value,
      value
        .times(2 * order)
        .div(x)
        .minus(above),
    ];
    if (order - 1 === n) found = value;
    if ((order - 1) % 2 === 0) sum = sum.plus(order === 1 ? value : value.times(2));
  }
  return found.div(sum);
}

function firstJ(order: 0 | 1, x: number): Decimal {
  return x > LARGE ? hankel(order, x).j : series(order, new Digits(x)).j;
}

function firstY(order: 0 | 1, x: number): Decimal {
  if (x > LARGE) return hankel(order, x).y;
  const { j, harmonic } = series(order, new Digits(x));
  const half = new Digits(x).div(2);
  const main = half.ln().plus(EULER).times(j).times(2);
  const pole = order === 1 ? new Digits(1).div(half) : new Digits(0);
  return main.minus(pole).minus(harmonic).div(PI);
}

/** The sum of J, and the same sum with each term times its harmonic numbers. */
function series(order: 0 | 1, x: Decimal): { readonly j: Decimal; readonly harmonic: Decimal } {
  const square = x.div(2).pow(2).neg();
  let term = order === 0 ? new Digits(1) : x.div(2);
  let harmonics = order === 0 ? new Digits(0) : new Digits(1);
  let j = term;
  let harmonic = term.times(harmonics);
  for (let k = 1; term.abs().gt(LEAST_TERM); k++) {
    term = term.times(square).div(k * (k + order));
    harmonics = harmonics.plus(new Digits(1).div(k)).plus(new Digits(1).div(k + order));
    j = j.plus(term);
    harmonic = harmonic.plus(term.times(harmonics));
  }
  return { j, harmonic };
}

/** DLMF 10.17.3 and 10.17.4, whose terms become less than 10^-30 before they grow. */
function hankel(order: 0 | 1, x: number): { readonly j: Decimal; readonly y: Decimal } {
  const precision = 80 + Math.ceil(Math.abs(new Digits(x).e));
  const Long = Decimal.clone({ precision });
  const mu = 4 * order * order;
  let term = new Digits(1);
  let p = new Digits(1);
  let q = new Digits(0);
  for (let k = 1; k < 2 * LARGE && term.abs().gt("1e-40"); k++) {
    term = term.times(mu - (2 * k - 1) ** 2).div(new Digits(x).times(8 * k));
    const signed = k % 4 >= 2 ? term.neg() : term;
    if (k % 2 === 0) p = p.plus(signed);
    else q = q.plus(signed);
  }
  const angle = new Long(x).minus(Long.acos(-1).times(order === 0 ? 0.25 : 0.75));
  const scale = new Digits(2).div(PI.times(x)).sqrt();
  const [cos, sin] = [angle.cos(), angle.sin()];
  return {
    j: scale.times(p.times(cos).minus(q.times(sin))),
    y: scale.times(p.times(sin).plus(q.times(cos))),
  };
}
