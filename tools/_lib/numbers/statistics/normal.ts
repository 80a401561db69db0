/** The normal distribution, and that of the square of a normal number. */
import { Decimal } from "../decimal.ts";
import { toWide, Wide } from "../scientific/number.ts";
import { erfc } from "../scientific/special-functions.ts";
import { ln } from "../logarithm.ts";

// Wichura's AS 241, PPND16: rational functions for three ranges, good to 16 digits; the coefficients as doubles.
const CENTRE = {
  numerator: [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946,
    1971.5909503065513, 133.14166789178438, 3.3871328727963665,
  ],
  denominator: [
    5226.495278852546, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751,
    687.1870074920579, 42.31333070160091, 1,
  ],
};
const TAIL = {
  numerator: [
    0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684,
    3.6478483247632045, 5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  denominator: [
    1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008,
    0.6897673349851, 1.6763848301838038, 2.053191626637759, 1,
  ],
};
const FAR_TAIL = {
  numerator: [
    2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124,
    0.29656057182850487, 1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  denominator: [
    2.0442631033899397e-15, 1.421511758316446e-7, 1.8463183175100548e-5, 0.0007868691311456133,
    0.014875361290850615, 0.1369298809227358, 0.599832206555888, 1,
  ],
};

type Rational = typeof CENTRE;

const CENTRE_WIDTH = 0.425;
const TAIL_START = 1.6;
const FAR_FROM = 5;

/** The number below which a normal number lies with this probability, between 0 and 1. */
export function normalQuantile(probability: number): number {
  const offset = probability - 0.5;
  if (Math.abs(offset) <= CENTRE_WIDTH) {
    return offset * ratio(CENTRE, CENTRE_WIDTH * CENTRE_WIDTH - offset * offset);
  }
  const distance = Math.sqrt(-ln(Math.min(probability, 1 - probability)));
  const size =
    distance <= FAR_FROM
      ? ratio(TAIL, distance - TAIL_START)
      : ratio(FAR_TAIL, distance - FAR_FROM);
  return offset < 0 ? -size : size;
}

function ratio({ numerator, denominator }: Rational, x: number): number {
  return polynomial(numerator, x) / polynomial(denominator, x);
}

function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
}

/** The probability that a chi-square number of one degree of freedom is at least so large. */
export function chiSquareTail(statistic: Decimal | number): Decimal {
  return new Decimal(toWide(erfc(new Wide(statistic).div(2).sqrt(), { underflow: false })));
}
