/** How alike texts are, by runs of three words. */
import { wordsOf } from "../words.ts";
import { normalText } from "./normal-form.ts";

const GRAM = 3;
export const NEAR_DUPLICATE = 0.85;

export interface Shingles {
  /** Runs of three words; empty for a shorter text. */
  readonly grams: ReadonlySet<string>;
  readonly normal: string;
}

export function shinglesOf(text: string): Shingles {
  const words = wordsOf(text);
  const grams = new Set<string>();
  for (let at = 0; at + GRAM <= words.length; at++) {
    grams.add(words.slice(at, at + GRAM).join(" "));
  }
  return { grams, normal: normalText(text).text };
}

/** Jaccard's index of the runs, 0 to 1; texts of fewer than three words are alike or not. */
export function similarity(a: Shingles, b: Shingles): number {
  if (a.grams.size === 0 || b.grams.size === 0) return a.normal === b.normal ? 1 : 0;
  const [small, large] = a.grams.size <= b.grams.size ? [a.grams, b.grams] : [b.grams, a.grams];
  let shared = 0;
  for (const gram of small) if (large.has(gram)) shared++;
  return shared / (a.grams.size + b.grams.size - shared);
}
