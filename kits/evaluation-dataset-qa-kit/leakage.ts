/** Runs of words that rows share with what they must not overlap, found through an index. */
import { wordsOf } from "../../tools/_lib/text/words.ts";

export interface Overlap {
  /** Its place among what the row is compared with. */
  readonly againstIndex: number;
  readonly percent: number;
}

const SCALE = 100;

export class OverlapIndex {
  /** Texts that there were. */
  readonly size: number;
  readonly #gram: number;
  readonly #byGram = new Map<string, number[]>();
  readonly #byNormal = new Map<string, number>();

  /** Normal forms of texts with their indices; of equal ones the first counts. */
  constructor(texts: readonly (readonly [index: number, normal: string])[], gram: number) {
    this.size = texts.length;
    this.#gram = gram;
    for (const [index, normal] of texts) {
      if (this.#byNormal.has(normal)) continue;
      this.#byNormal.set(normal, index);
      for (const run of gramsOf(normal, gram)) {
        const holders = this.#byGram.get(run);
        if (holders) holders.push(index);
        else this.#byGram.set(run, [index]);
      }
    }
    this.#shareLists();
  }

  /** Runs of a template are in the same texts: one list for all of them, which is gone through once. */
  #shareLists(): void {
    const lists = new Map<string, number[]>();
    for (const [run, holders] of this.#byGram) {
      if (holders.length === 1) continue;
      const key = holders.join();
      const known = lists.get(key);
      if (known) this.#byGram.set(run, known);
      else lists.set(key, holders);
    }
  }

  /** How much of a text stands elsewhere, and which text has most of it; undefined where nothing does. */
  of(normal: string): Overlap | undefined {
    const grams = gramsOf(normal, this.#gram);
    if (grams.size === 0) {
      const same = this.#byNormal.get(normal);
      return same === undefined ? undefined : { againstIndex: same, percent: 100 };
    }
    const lists = new Map<readonly number[], number>();
    let shared = 0;
    for (const gram of grams) {
      const holders = this.#byGram.get(gram);
      if (holders === undefined) continue;
      shared++;
      lists.set(holders, (lists.get(holders) ?? 0) + 1);
    }
    const shares = new Map<number, number>();
    for (const [holders, times] of lists) {
      for (const index of holders) shares.set(index, (shares.get(index) ?? 0) + times);
    }
    if (shared === 0) return undefined;
    let [best, most] = [-1, 0];
    for (const [index, share] of shares) {
      if (share > most || (share === most && index < best)) [best, most] = [index, share];
    }
    const percent = Math.round((100 * SCALE * shared) / grams.size) / SCALE;
    return { againstIndex: best, percent };
  }
}

function gramsOf(normal: string, length: number): ReadonlySet<string> {
  const words = wordsOf(normal);
  const grams = new Set<string>();
  for (let at = 0; at + length <= words.length; at++) {
    grams.add(words.slice(at, at + length).join(" "));
  }
  return grams;
}
