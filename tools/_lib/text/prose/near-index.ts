/** Finds texts that are nearly the same without comparing all with all. */
import { NEAR_DUPLICATE, type Shingles } from "./similarity.ts";

export interface NearText {
  /** Its place among the texts. */
  readonly at: number;
  /** Jaccard's index, at least 0.85. */
  readonly similarity: number;
}

/** A text that has a run, and where in its sorted runs. */
interface Posting {
  readonly at: number;
  readonly place: number;
}

/**
 * Runs of words sorted by how rare they are: two sets whose Jaccard index is at least t share one of the
 * first n − ⌈t·n⌉ + 1 (R. Bayardo et al., 2007, "Scaling up all pairs similarity search"), so that a text is
 * compared only with those that share a rare run and can share enough behind it (C. Xiao et al., 2008).
 */
export class NearIndex {
  readonly #texts: readonly Shingles[];
  /** The runs of each text, as numbers, rarest first. */
  readonly #grams: readonly Uint32Array[];
  readonly #postings = new Map<number, Posting[]>();
  readonly #byNormal = new Map<string, number[]>();
  /** In which search a text was looked at last. */
  readonly #seenIn: Uint32Array;
  #search = 0;

  /** The texts that may be added and asked for, by their places. */
  constructor(texts: readonly Shingles[]) {
    this.#texts = texts;
    this.#grams = rankGrams(texts);
    this.#seenIn = new Uint32Array(texts.length);
  }

  add(at: number): void {
    const grams = this.#gramsOf(at);
    if (grams.length === 0) put(this.#byNormal, this.#texts[at]?.normal ?? "", at);
    for (let place = 0; place < prefixLength(grams.length); place++) {
      put(this.#postings, grams[place] ?? 0, { at, place });
    }
  }

  /** Those added that are near, itself left out, in no particular order. */
  near(at: number): NearText[] {
    const grams = this.#gramsOf(at);
    if (grams.length === 0) {
      const same = this.#byNormal.get(this.#texts[at]?.normal ?? "") ?? [];
      return same.filter((other) => other !== at).map((other) => ({ at: other, similarity: 1 }));
    }
    const found: NearText[] = [];
    for (const other of this.#candidates(at, grams)) {
      const similarity = jaccard(grams, this.#gramsOf(other));
      if (similarity >= NEAR_DUPLICATE) found.push({ at: other, similarity });
    }
    return found;
  }

  /** Those that share a rare run and, as all runs before it are not shared, can share enough. */
  *#candidates(at: number, grams: Uint32Array): Generator<number> {
    const search = ++this.#search;
    this.#seenIn[at] = search;
    for (let place = 0; place < prefixLength(grams.length); place++) {
      for (const other of this.#postings.get(grams[place] ?? 0) ?? []) {
        if (this.#seenIn[other.at] === search) continue;
        this.#seenIn[other.at] = search;
        const size = this.#gramsOf(other.at).length;
        const shared = Math.min(grams.length - place, size - other.place);
        if (shared / (grams.length + size - shared) >= NEAR_DUPLICATE) yield other.at;
      }
    }
  }

  #gramsOf(at: number): Uint32Array {
    return this.#grams[at] ?? new Uint32Array();
  }
}

function put<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

function prefixLength(size: number): number {
  // Doubles may be a little above a whole number, and the prefix would be too short.
  return size - Math.ceil(NEAR_DUPLICATE * size - NOISE) + 1;
}

const NOISE = 1e-9;

function rankGrams(texts: readonly Shingles[]): Uint32Array[] {
  const counts = new Map<string, number>();
  for (const { grams } of texts) {
    for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  const rarestFirst = [...counts].toSorted((a, b) => a[1] - b[1]);
  const ranks = new Map(rarestFirst.map(([gram], rank) => [gram, rank]));
  return texts.map(({ grams }) =>
    Uint32Array.from(grams, (gram) => ranks.get(gram) ?? 0).toSorted(),
  );
}

function jaccard(a: Uint32Array, b: Uint32Array): number {
  let [left, right, shared] = [0, 0, 0];
  while (left < a.length && right < b.length) {
    const [first, second] = [a[left] ?? 0, b[right] ?? 0];
    if (first === second) shared++;
    if (first <= second) left++;
    if (second <= first) right++;
  }
  return shared / (a.length + b.length - shared);
}
