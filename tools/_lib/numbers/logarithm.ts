import { Decimal } from "./decimal.ts";

const KNOWN = new Map<number, number>();
const MOST_KNOWN = 10_000;

/** The natural logarithm, with the same digits in every engine. */
export function ln(x: number): number {
  let logarithm = KNOWN.get(x);
  if (logarithm === undefined) {
    logarithm = new Decimal(x).ln().toNumber();
    if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
    KNOWN.set(x, logarithm);
  }
  return logarithm;
}
