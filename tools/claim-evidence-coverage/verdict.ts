/** What the best stretch of the evidence means for a claim. */
import { numberKeys, type StatedNumber } from "../_lib/text/prose/numbers.ts";
import { distinct, type EvidenceWindow } from "./best-windows.ts";
import type { Evidence } from "./evidence.ts";
import type { Statement } from "./statement.ts";

export const STATUSES = [
  "supported",
  "partial",
  "unsupported",
  "conflict",
  "not-checkable",
] as const;

export type Status = (typeof STATUSES)[number];

const SCALE = 10_000;

/** To 4 decimals. */
export function share(part: number, whole: number): number {
  return Math.round((part / whole) * SCALE) / SCALE;
}

/** The share of the terms that the window has; of the numbers, where the claim has no terms. */
export function scoreOf({ terms, numbers }: Statement, window: EvidenceWindow | undefined): number {
  if (!window) return 0;
  if (terms.length > 0) return share(window.terms, terms.length);
  return share(window.numbers, distinct(numbers).length);
}

export interface Missing {
  readonly terms: readonly string[];
  readonly numbers: readonly StatedNumber[];
  /** Whether the window has another number in the place of one. */
  readonly isOtherNumber: boolean;
}

/** What of a claim a window lacks, in the claim's order. */
export function missingIn(
  claim: Statement,
  window: EvidenceWindow | undefined,
  evidence: Evidence,
): Missing {
  const units = window ? evidence.units.slice(window.first, window.last + 1) : [];
  const terms = new Set(units.flatMap((unit) => unit.terms));
  const stated = units.flatMap((unit) => unit.numbers);
  const keys = new Set(stated.flatMap(numberKeys));
  const numbers = distinct(claim.numbers).filter(
    (number) => !numberKeys(number).some((key) => keys.has(key)),
  );
  const others = otherNumbers(stated, claim.numbers);
  return {
    terms: claim.terms.filter((term) => !terms.has(term)),
    numbers,
    isOtherNumber: numbers.some(
      ({ unit, isPercent, isYear }) =>
        (unit !== undefined && others.units.has(unit)) ||
        (isPercent && others.hasPercent) ||
        (isYear && others.hasYear),
    ),
  };
}

/** The numbers of the evidence that the claim lacks, by what they count; what it has counts only with another unit. */
function otherNumbers(stated: readonly StatedNumber[], claimed: readonly StatedNumber[]) {
  const keys = new Set(claimed.flatMap(numberKeys));
  const counted = new Set(
    claimed.flatMap((number) => numberKeys(number).map((key) => `${key} ${number.unit}`)),
  );
  const isNew = (number: StatedNumber) => !numberKeys(number).some((key) => keys.has(key));
  const others = stated.filter(
    (number) => !numberKeys(number).some((key) => counted.has(`${key} ${number.unit}`)),
  );
  return {
    units: new Set(others.map(({ unit }) => unit)),
    hasPercent: others.some((number) => number.isPercent && isNew(number)),
    hasYear: others.some((number) => number.isYear && isNew(number)),
  };
}

/** How well a claim stands that can be checked. */
export function statusOf(
  score: number,
  missing: Missing,
  agrees: boolean,
  thresholds: { readonly supported: number; readonly partial: number },
): Exclude<Status, "not-checkable"> {
  if (score >= thresholds.supported) {
    if (!agrees || missing.isOtherNumber) return "conflict";
    if (missing.numbers.length === 0) return "supported";
  }
  return score >= thresholds.partial ? "partial" : "unsupported";
}
