import { type Fraction, readFraction, ZERO } from "../_lib/numbers/fraction.ts";

/** A JSON number means its shortest decimal text. */
export function exact(number: number): Fraction {
  return readFraction(String(number)) ?? ZERO;
}
