/** The evidence, unit by unit, so that the units with a term or a number are found at once. */
import type { NamedText } from "../_lib/fields/named-texts.ts";
import { numberKeys, type StatedNumber } from "../_lib/text/prose/numbers.ts";
import type { Range } from "../_lib/text/prose/sentences.ts";
import { unitsOf } from "../_lib/text/prose/units.ts";
import { type Statement, statementOf } from "./statement.ts";

export interface EvidenceUnit extends Range, Statement {
  /** The place of its source in the input. */
  readonly source: number;
}

export class Evidence {
  readonly sources: readonly NamedText[];
  /** Those of all sources, in order. */
  readonly units: readonly EvidenceUnit[];
  readonly #withTerm = new Map<string, number[]>();
  readonly #withNumber = new Map<string, number[]>();
  /** How many units before each one negate. */
  readonly #negations: Int32Array;

  constructor(sources: readonly NamedText[]) {
    this.sources = sources;
    this.units = sources.flatMap(({ text }, source) =>
      unitsOf(text).map((unit) => {
        return { source, start: unit.start, end: unit.end, ...statementOf(unit.text) };
      }),
    );
    this.#negations = new Int32Array(this.units.length + 1);
    for (const [at, unit] of this.units.entries()) {
      for (const term of unit.terms) note(this.#withTerm, term, at);
      for (const key of new Set(unit.numbers.flatMap(numberKeys))) note(this.#withNumber, key, at);
      this.#negations[at + 1] = (this.#negations[at] ?? 0) + Number(unit.isNegated);
    }
  }

  /** Indexes of the units, in order. */
  unitsWithTerm(term: string): readonly number[] {
    return this.#withTerm.get(term) ?? [];
  }

  /** Those that state the same number. */
  unitsWithNumber(number: StatedNumber): readonly number[] {
    const [exact = "", written = ""] = numberKeys(number);
    const [same, alike] = [this.#withNumber.get(exact), this.#withNumber.get(written)];
    return same && alike ? [...new Set([...same, ...alike])] : (same ?? alike ?? []);
  }

  /** Characters from the beginning of one unit to the end of another. */
  lengthOf(first: number, last: number): number {
    return (this.units[last]?.end ?? 0) - (this.units[first]?.start ?? 0);
  }

  /** Whether one of the units from `first` to `last` negates. */
  isNegated(first: number, last: number): boolean {
    return (this.#negations[last + 1] ?? 0) > (this.#negations[first] ?? 0);
  }
}

function note(index: Map<string, number[]>, key: string, at: number): void {
  const places = index.get(key);
  if (places) places.push(at);
  else index.set(key, [at]);
}
