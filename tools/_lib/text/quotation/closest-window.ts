/** The stretch of a source that is nearest to a quotation, counted in words added, left out and replaced. */
import type { Budget } from "../../../_core/tool.ts";
import { lastAtMost } from "./places.ts";

export interface Wanted {
  /** The words of both, as numbers. */
  readonly quote: Int32Array;
  readonly source: Int32Array;
  /** The source's words, in order, at which a run of `gram` words begins that the quote has, too. */
  readonly anchors: readonly number[];
  readonly gram: number;
  /** The largest distance that is still near. */
  readonly most: number;
  readonly budget: Budget;
}

export interface Window {
  /** Indexes of words, the end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly distance: number;
}

/** Of a window of the source, in words: 30 % more or less than the quote. */
export function longestWindow(words: number): number {
  return Math.ceil((13 * words) / 10);
}

/**
 * Of all windows of about the quote's length around a shared run of words, the one at the least distance, then the
 * nearest in length, then the first. For each place in the source, Sellers' algorithm bounds the distance of what
 * ends there (only the rows that can still be near, as Ukkonen does it); from the lowest bound on, all windows with
 * that end are measured, while the bound is as low as the best distance.
 */
export function closestWindow(wanted: Wanted): Window | undefined {
  return new Search(wanted).run();
}

/** Cells of a table that cost as much as one step of a run. */
const CELLS_PER_STEP = 32;

interface End {
  readonly end: number;
  /** No window that ends there is nearer. */
  readonly bound: number;
}

class Search {
  readonly #wanted: Wanted;
  readonly #longest: number;
  readonly #shortest: number;
  readonly #ends: End[] = [];
  #best: Window | undefined;
  #before: Int32Array;
  #row: Int32Array;

  constructor(wanted: Wanted) {
    const { length } = wanted.quote;
    this.#wanted = wanted;
    this.#longest = longestWindow(length);
    this.#shortest = Math.floor((7 * length) / 10);
    this.#before = new Int32Array(length + 2);
    this.#row = new Int32Array(length + 2);
  }

  run(): Window | undefined {
    const { anchors, gram, source } = this.#wanted;
    let [from, to] = [0, 0];
    for (const anchor of anchors) {
      const start = Math.max(0, anchor + gram - this.#longest);
      if (start > to) {
        this.#bound(from, to);
        from = start;
      }
      to = Math.min(source.length, anchor + this.#longest);
    }
    this.#bound(from, to);
    for (const end of this.#ends.toSorted((a, b) => a.bound - b.bound || a.end - b.end)) {
      if (this.#mayBeat(end)) this.#measure(end);
    }
    return this.#best;
  }

  /** Finds the ends of near windows in a stretch of the source. */
  #bound(from: number, to: number): void {
    const { quote, source, most, budget } = this.#wanted;
    const column = Int32Array.from({ length: quote.length + 1 }, (_, row) => row);
    let rows = Math.min(quote.length, most + 1);
    let cells = 0;
    for (let at = from; at < to; at++) {
      cells += rows;
      extend(column, quote, source[at] ?? 0, rows);
      while ((column[rows] ?? 0) > most) rows--;
      if (rows < quote.length) rows++;
      else this.#ends.push({ end: at + 1, bound: column[rows] ?? 0 });
    }
    budget.spend(Math.ceil(cells / CELLS_PER_STEP));
  }

  /** A window of the quote's length is beaten by none that comes later at the same distance. */
  #mayBeat({ bound, end }: End): boolean {
    const best = this.#best;
    if (!best || bound < best.distance) return true;
    return bound === best.distance && (this.#excess(best) > 0 || end < best.end);
  }

  /** How much longer or shorter than the quote it is. */
  #excess({ start, end }: Window): number {
    return Math.abs(end - start - this.#wanted.quote.length);
  }

  /** The windows with one end: most often one is as near as the bound, or else all have to be measured. */
  #measure({ end, bound }: End): void {
    const { anchors, gram } = this.#wanted;
    const last = anchors[lastAtMost(anchors, end - gram)];
    if (last === undefined) return;
    const least = Math.max(this.#shortest, end - last);
    if (this.#measureWithin(bound, least, end)) return;
    this.#measureWithin(this.#best?.distance ?? this.#wanted.most, least, end);
  }

  /** Whether a window of `least` words or more is at the distance of `most` or less; from the shortest on, backwards. */
  #measureWithin(most: number, least: number, end: number): boolean {
    const { quote, source, budget } = this.#wanted;
    const shortest = Math.max(least, quote.length - most);
    const longest = Math.min(this.#longest, quote.length + most, end);
    if (shortest > longest) return false;
    budget.spend(Math.ceil((longest * (2 * most + 1)) / CELLS_PER_STEP));
    for (let at = 0; at <= Math.min(quote.length, most + 1); at++) this.#before[at] = at;
    let isNear = false;
    for (let length = 1; length <= longest; length++) {
      this.#step(length, source[end - length] ?? 0, most);
      const distance = this.#before[quote.length] ?? 0;
      if (length < shortest || distance > most) continue;
      isNear = true;
      this.#keep({ start: end - length, end, distance });
    }
    return isNear;
  }

  /** The next row of the table of distances, in the band where they can be at most `most`. */
  #step(length: number, word: number, most: number): void {
    const { quote } = this.#wanted;
    const [before, row] = [this.#before, this.#row];
    const first = Math.max(0, length - most);
    const last = Math.min(quote.length, length + most);
    if (first === 0) row[0] = length;
    else row[first - 1] = most + 1;
    for (let at = Math.max(1, first); at <= last; at++) {
      const same = quote[quote.length - at] === word;
      const diagonal = (before[at - 1] ?? 0) + (same ? 0 : 1);
      row[at] = Math.min(diagonal, (before[at] ?? 0) + 1, (row[at - 1] ?? 0) + 1);
    }
    if (last < quote.length) row[last + 1] = most + 1;
    this.#before = row;
    this.#row = before;
  }

  #keep(found: Window): void {
    const best = this.#best;
    if (!best || this.#order(found, best) < 0) this.#best = found;
  }

  #order(a: Window, b: Window): number {
    return a.distance - b.distance || this.#excess(a) - this.#excess(b) || a.start - b.start;
  }
}

/** The column of the next word in Sellers' table, a match of the quote beginning anywhere. */
function extend(column: Int32Array, quote: Int32Array, word: number, rows: number): void {
  let diagonal = 0;
  let above = 0;
  for (let row = 1; row <= rows; row++) {
    const left = column[row] ?? 0;
    above = quote[row - 1] === word ? diagonal : 1 + Math.min(above, left, diagonal);
    diagonal = left;
    column[row] = above;
  }
}
