/** Kept units put together in their order, and what that costs in tokens. */
import type { TextUnit } from "../_lib/text/prose/units.ts";

export interface Counter {
  /** Tokens of a text. */
  count(text: string): number;
}

const GAP = "[…]";
/** So much on either side of a seam decides how it is cut into tokens. */
const CONTEXT = 32;
/** A unit never costs less than its own tokens and what its seams can save. */
const SEAM_SAVINGS = 8;

export class Assembly {
  readonly #text: string;
  readonly #units: readonly TextUnit[];
  /** Of every unit by itself. */
  readonly #unitTokens: readonly number[];
  readonly #marksGaps: boolean;
  readonly #counter: Counter;
  /** Tokens of what stands around seams: short texts, many of them tried again and again. */
  readonly #counts = new Map<string, number>();
  /** Indices of kept units, ascending. */
  #kept: number[] = [];
  #tokens = 0;

  constructor(
    text: string,
    units: readonly TextUnit[],
    {
      unitTokens,
      marksGaps,
      counter,
    }: { unitTokens: readonly number[]; marksGaps: boolean; counter: Counter },
  ) {
    this.#text = text;
    this.#units = units;
    this.#unitTokens = unitTokens;
    this.#marksGaps = marksGaps;
    this.#counter = counter;
  }

  get kept(): readonly number[] {
    return this.#kept;
  }

  has(index: number): boolean {
    return this.#kept[this.#placeOf(index)] === index;
  }

  /** Keeps the units, ascending, if all of it stays within `budget` tokens. */
  add(indices: readonly number[], budget: number): boolean {
    const added = indices.filter((index) => !this.has(index));
    const least = added.reduce((sum, index) => sum + this.#least(index), this.#tokens);
    if (least > budget) return false;
    const before = this.#tokens;
    for (const index of added) this.#insert(index);
    if (this.#tokens <= budget) return true;
    for (const index of added) this.#kept.splice(this.#placeOf(index), 1);
    this.#tokens = before;
    return false;
  }

  remove(index: number): void {
    this.#kept = this.#kept.filter((kept) => kept !== index);
  }

  #least(index: number): number {
    return Math.max(0, (this.#unitTokens[index] ?? 0) - SEAM_SAVINGS);
  }

  #insert(index: number): void {
    const place = this.#placeOf(index);
    const [left, right] = [this.#kept[place - 1], this.#kept[place]];
    if (this.#kept.length > 0) this.#tokens -= this.#seam(left, right);
    this.#tokens += this.#seam(left, index) + this.#seam(index, right);
    this.#tokens += this.#unitTokens[index] ?? 0;
    this.#kept.splice(place, 0, index);
  }

  /** What neighbours cost together beyond what each costs; none is the end of the text. */
  #seam(left: number | undefined, right: number | undefined): number {
    const tail = left === undefined ? "" : this.#tail(left);
    const head = right === undefined ? "" : this.#head(right);
    const between = this.#between(left, right);
    if (between === "" && (tail === "" || head === "")) return 0;
    return this.#count(tail + between + head) - this.#count(tail) - this.#count(head);
  }

  #count(text: string): number {
    let count = this.#counts.get(text);
    if (count === undefined) this.#counts.set(text, (count = this.#counter.count(text)));
    return count;
  }

  #tail(index: number): string {
    const { start, end } = this.#units[index] ?? { start: 0, end: 0 };
    return this.#text.slice(Math.max(start, end - CONTEXT), end);
  }

  #head(index: number): string {
    const { start, end } = this.#units[index] ?? { start: 0, end: 0 };
    return this.#text.slice(start, Math.min(end, start + CONTEXT));
  }

  /** What stood between neighbours, or the mark of a gap. */
  #between(left: number | undefined, right: number | undefined): string {
    const mark = (isGap: boolean, text: string) => (this.#marksGaps && isGap ? text : "");
    if (left === undefined) return mark((right ?? 0) > 0, `${GAP}\n`);
    if (right === undefined) return mark(left < this.#units.length - 1, `\n${GAP}`);
    if (left < right - 1) return this.#marksGaps ? `\n${GAP}\n` : "\n";
    return this.#text.slice(this.#units[left]?.end, this.#units[right]?.start);
  }

  /** Where the index stands or would stand. */
  #placeOf(index: number): number {
    let low = 0;
    let high = this.#kept.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#kept[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  write(): string {
    if (this.#kept.length === 0) return "";
    const parts: string[] = [];
    let left: number | undefined;
    for (const index of this.#kept) {
      const { start, end } = this.#units[index] ?? { start: 0, end: 0 };
      parts.push(this.#between(left, index), this.#text.slice(start, end));
      left = index;
    }
    return parts.join("") + this.#between(left, undefined);
  }
}
