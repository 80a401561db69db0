/** The stretches of the evidence that have most of what a claim says. */
import type { Budget } from "../_core/tool.ts";
import type { StatedNumber } from "../_lib/text/prose/numbers.ts";
import type { Evidence } from "./evidence.ts";
import type { Statement } from "./statement.ts";

/** Adjacent units of one source. */
export interface EvidenceWindow {
  readonly source: number;
  /** Indexes of the first and the last unit. */
  readonly first: number;
  readonly last: number;
  /** How many of the claim's terms and numbers it has. */
  readonly terms: number;
  readonly numbers: number;
  /** Whether it negates as the claim does. */
  readonly agrees: boolean;
  /** In characters. */
  readonly length: number;
}

/** The terms and numbers of a claim that a unit has, as places in the list of all. */
interface Touched {
  readonly unit: number;
  readonly source: number;
  readonly parts: readonly number[];
}

/**
 * The best window of each source that has any of the terms or numbers: most terms, most numbers, then a single unit that
 * negates as the claim does, the shorter one, the earlier one. Others than those that begin and end with a unit that has
 * something are never better.
 */
export function bestWindows(
  claim: Statement,
  evidence: Evidence,
  limits: { readonly window: number; readonly isListed: (source: number) => boolean },
  budget: Budget,
): Map<number, EvidenceWindow> {
  const touched = touchedUnits(claim, evidence, limits.isListed);
  budget.spend(touched.length);
  const best = new Map<number, EvidenceWindow>();
  const count = new PartCount(claim);
  for (const [from, { unit: first, source }] of touched.entries()) {
    count.clear();
    for (let to = from; to < touched.length; to++) {
      const { unit: last, parts, source: other } = touched[to] as Touched;
      if (last - first >= limits.window || other !== source) break;
      count.add(parts);
      const found = {
        source,
        first,
        last,
        terms: count.terms,
        numbers: count.numbers,
        agrees: evidence.isNegated(first, last) === claim.isNegated,
        length: evidence.lengthOf(first, last),
      };
      const known = best.get(source);
      if (!known || compareWindows(found, known) < 0) best.set(source, found);
    }
  }
  return best;
}

/** Counts the terms and numbers of a claim, each once. */
class PartCount {
  readonly #terms: number;
  /** In which round each was last seen. */
  readonly #seen: Int32Array;
  #round = 0;
  terms = 0;
  numbers = 0;

  constructor({ terms, numbers }: Statement) {
    this.#terms = terms.length;
    this.#seen = new Int32Array(terms.length + numbers.length);
  }

  clear(): void {
    this.#round++;
    this.terms = 0;
    this.numbers = 0;
  }

  add(parts: readonly number[]): void {
    for (const part of parts) {
      if (this.#seen[part] === this.#round) continue;
      this.#seen[part] = this.#round;
      if (part < this.#terms) this.terms++;
      else this.numbers++;
    }
  }
}

/** The better one first. */
export function compareWindows(a: EvidenceWindow, b: EvidenceWindow): number {
  return (
    b.terms - a.terms ||
    b.numbers - a.numbers ||
    Number(saysSo(b)) - Number(saysSo(a)) ||
    a.length - b.length ||
    a.first - b.first
  );
}

/** Whether a unit by itself negates as the claim does; of several the negation may belong to what one of them adds. */
function saysSo({ first, last, agrees }: EvidenceWindow): boolean {
  return first === last && agrees;
}

function touchedUnits(
  { terms, numbers }: Statement,
  evidence: Evidence,
  isListed: (source: number) => boolean,
): Touched[] {
  const touched = new Map<number, Touched & { readonly parts: number[] }>();
  const note = (units: readonly number[], part: number) => {
    for (const unit of units) {
      const known = touched.get(unit);
      const source = evidence.units[unit]?.source ?? 0;
      if (known) known.parts.push(part);
      else if (isListed(source)) touched.set(unit, { unit, source, parts: [part] });
    }
  };
  for (const [part, term] of terms.entries()) note(evidence.unitsWithTerm(term), part);
  for (const [at, number] of distinct(numbers).entries()) {
    note(evidence.unitsWithNumber(number), terms.length + at);
  }
  return [...touched.values()].toSorted((a, b) => a.unit - b.unit);
}

/** Each number once, as written. */
export function distinct(numbers: readonly StatedNumber[]): StatedNumber[] {
  return [...new Map(numbers.map((number) => [number.text, number])).values()];
}
