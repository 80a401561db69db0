/** Elementary and special functions in fixed point, by series of their own: what the calculator is judged by. */

/** Bits behind the point: more than 300 digits, of which gamma loses half. */
const BITS = 1100n;
const ONE = 1n << BITS;

/** A number times 2^BITS. */
export type Fixed = bigint;

export function fixed(numerator: bigint, denominator = 1n): Fixed {
  return (numerator << BITS) / denominator;
}

const times = (a: Fixed, b: Fixed): Fixed => (a * b) >> BITS;
const over = (a: Fixed, b: Fixed): Fixed => (a << BITS) / b;

function root(value: Fixed): Fixed {
  const wanted = value << BITS;
  let guess = 1n << BigInt((wanted.toString(2).length >> 1) + 1);
  for (;;) {
    const next = (guess + wanted / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

/** Euler's series of the arc tangent of 1/n. */
function arcOf(n: bigint): Fixed {
  let term = ONE / n;
  let sum = term;
  for (let k = 1n; term !== 0n; k++) {
    term /= n * n;
    sum += k % 2n === 1n ? -term / (2n * k + 1n) : term / (2n * k + 1n);
  }
  return sum;
}

/** Störmer's formula. */
export const PI =
  4n * (44n * arcOf(57n) + 7n * arcOf(239n) - 12n * arcOf(682n) + 24n * arcOf(12_943n));

export function exp(x: Fixed): Fixed {
  const halvings = 64n + BigInt(Math.max(0, (x < 0n ? -x : x).toString(2).length - Number(BITS)));
  const extra = 300n;
  const small = (x << extra) >> halvings;
  const unit = ONE << extra;
  let term = unit;
  let sum = unit;
  for (let k = 1n; term !== 0n && term !== -1n; k++) {
    term = ((term * small) >> (BITS + extra)) / k;
    sum += term;
  }
  for (let k = 0n; k < halvings; k++) sum = (sum * sum) >> (BITS + extra);
  return sum >> extra;
}

/** Newton's method on exp, from a double. */
export function ln(x: Fixed): Fixed {
  const shift = BigInt(x.toString(2).length) - BITS - 1n;
  if (shift !== 0n) return ln(shift > 0n ? x >> shift : x << -shift) + shift * ln2();
  let guess = 0n;
  for (let k = 0; k < 12; k++) {
    const power = exp(guess);
    guess += over(2n * (x - power), x + power);
  }
  return guess;
}

let logarithmOfTwo: Fixed | undefined;

/** 2·artanh(1/3) */
function ln2(): Fixed {
  if (logarithmOfTwo !== undefined) return logarithmOfTwo;
  let power = ONE / 3n;
  let sum = 0n;
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += power / k;
    power /= 9n;
  }
  return (logarithmOfTwo = 2n * sum);
}

export function sin(x: Fixed): Fixed {
  const reduced = x - ((2n * x + PI) / (2n * PI)) * PI;
  const turns = (x - reduced + PI / 2n) / PI;
  let term = reduced;
  let sum = term;
  const square = times(reduced, reduced);
  for (let k = 2n; term !== 0n && term !== -1n; k += 2n) {
    term = -times(term, square) / (k * (k + 1n));
    sum += term;
  }
  return turns % 2n === 0n ? sum : -sum;
}

export function cos(x: Fixed): Fixed {
  return sin(x + PI / 2n);
}

export function atan(x: Fixed): Fixed {
  if (x < 0n) return -atan(-x);
  if (x > ONE) return PI / 2n - atan(over(ONE, x));
  // Five times half the angle, then the series.
  let small = x;
  for (let k = 0; k < 5; k++) small = over(small, ONE + root(ONE + times(small, small)));
  const square = times(small, small);
  let term = small;
  let sum = 0n;
  for (let k = 1n; term !== 0n && term !== -1n; k += 2n) {
    sum += term / k;
    term = -times(term, square);
  }
  return sum << 5n;
}

export { root as sqrt };

/** Γ(x) = x^(−1)·∏ by Euler's integral cut in two: ∫ to 400 as a series, the rest is below 10^-150. */
export function gamma(x: Fixed): Fixed {
  if (x < ONE) return over(gamma(x + ONE), x);
  const limit = 400n;
  // ∫₀ᴺ t^(x−1)·e^(−t) dt = N^x·e^(−N)·Σ N^k / (x·(x+1)·…·(x+k)), all terms positive.
  const power = times(x, ln(fixed(limit)));
  let term = over(ONE, x);
  let sum = 0n;
  for (let k = 1n; term > 0n; k++) {
    sum += term;
    term = over(term * limit, x + k * ONE);
  }
  return times(exp(power - fixed(limit)), sum);
}

/** The alternating series of Maclaurin. */
export function erf(x: Fixed): Fixed {
  const square = times(x, x);
  let power = x;
  let sum = 0n;
  for (let k = 0n; power !== 0n && power !== -1n; k++) {
    sum += power / (2n * k + 1n);
    power = -times(power, square) / (k + 1n);
  }
  return over(2n * sum, root(PI));
}

/** The first digits of a number in scientific notation, cut, not rounded; 0 has none. */
export function digitsOf(value: Fixed, count: number): string {
  const size = value < 0n ? -value : value;
  const scaled = String((size * 10n ** 400n) >> BITS);
  const exponent = scaled.length - 401;
  return `${value < 0n ? "-" : ""}${scaled.slice(0, count)}e${exponent}`;
}
