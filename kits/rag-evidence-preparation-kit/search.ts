/** The self-test: whether a plain search finds the chunks that it should. */
import { ln } from "../../tools/_lib/numbers/logarithm.ts";
import { isContentWord, stem, termsOf } from "../../tools/_lib/text/prose/terms.ts";
import { placedWordsOf } from "../../tools/_lib/text/words.ts";

export interface Hit {
  /** Place of the chunk among those that were indexed. */
  readonly at: number;
  /** To six decimals. */
  readonly score: number;
}

const K1 = 1.2;
const B = 0.75;
const DECIMALS = 1e6;

/** Okapi BM25 (S. Robertson and H. Zaragoza, 2009) over stemmed content words. */
export class SearchIndex {
  readonly #postings = new Map<string, { readonly at: number; readonly count: number }[]>();
  readonly #lengths: number[] = [];
  /** Terms of each text with how often, by first occurrence. */
  readonly #counts: ReadonlyMap<string, number>[] = [];
  #total = 0;

  constructor(texts: Iterable<string>) {
    for (const text of texts) this.#add(termsOf(text));
  }

  #add(terms: readonly string[]): void {
    const at = this.#lengths.length;
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      const list = this.#postings.get(term);
      if (list === undefined) this.#postings.set(term, [{ at, count }]);
      else list.push({ at, count });
    }
    this.#counts.push(counts);
    this.#lengths.push(terms.length);
    this.#total += terms.length;
  }

  #idf(term: string): number {
    const found = this.#postings.get(term)?.length ?? 0;
    return ln(1 + (this.#lengths.length - found + 0.5) / (found + 0.5));
  }

  /** The texts that have a term of the query, best first, then in order. */
  search(query: string, most: number): Hit[] {
    return this.#rank(new Set(termsOf(query)), most);
  }

  /** As `search`, for terms as they are in the index. */
  searchTerms(terms: readonly string[], most: number): Hit[] {
    return this.#rank(new Set(terms), most);
  }

  #rank(terms: ReadonlySet<string>, most: number): Hit[] {
    const scores = new Map<number, number>();
    const average = this.#total / Math.max(1, this.#lengths.length);
    for (const term of terms) {
      const idf = this.#idf(term);
      for (const { at, count } of this.#postings.get(term) ?? []) {
        const length = 1 - B + (B * (this.#lengths[at] ?? 0)) / average;
        const score = (idf * count * (K1 + 1)) / (count + K1 * length);
        scores.set(at, (scores.get(at) ?? 0) + score);
      }
    }
    const hits = Array.from(scores, ([at, score]) => ({ at, score }));
    return bestOf(hits, most).map(({ at, score }) => {
      return { at, score: Math.round(score * DECIMALS) / DECIMALS };
    });
  }

  /** The terms of a text by which it differs most from the others; undefined where it has too few. */
  telling(at: number, count: number): string[] | undefined {
    const terms = this.#counts[at] ?? new Map<string, number>();
    if (terms.size < count) return undefined;
    return Array.from(terms, ([term, frequency]) => ({ term, weight: frequency * this.#idf(term) }))
      .toSorted((left, right) => right.weight - left.weight)
      .slice(0, count)
      .map(({ term }) => term);
  }
}

/** Terms as a text writes them where each stands first. */
export function writtenIn(text: string, terms: readonly string[]): string[] {
  const written = new Map<string, string>();
  for (const { text: word, start, end } of placedWordsOf(text)) {
    const term = stem(word);
    if (isContentWord(word) && !written.has(term)) written.set(term, text.slice(start, end));
  }
  return terms.map((term) => written.get(term) ?? term);
}

/** The best few of many, in order. */
function bestOf(hits: readonly Hit[], most: number): Hit[] {
  const best: Hit[] = [];
  for (const hit of hits) {
    const worst = best[most - 1];
    if (worst !== undefined && isBefore(worst, hit)) continue;
    let place = best.length;
    while (place > 0 && isBefore(hit, best[place - 1] as Hit)) place--;
    best.splice(place, 0, hit);
    if (best.length > most) best.pop();
  }
  return best;
}

function isBefore(left: Hit, right: Hit): boolean {
  return left.score > right.score || (left.score === right.score && left.at < right.at);
}
