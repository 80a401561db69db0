/** How far two texts share their words: BLEU, GLEU and ROUGE-1 as promptfoo counts them, and edit distance. */
import { Decimal } from "../../tools/_lib/numbers/decimal.ts";
import { treebankTokens } from "./treebank.ts";

const LONGEST_GRAM = 4;
/** Stands for a precision of 0, which would make the whole product 0. */
const SMALLEST_PRECISION = 1e-7;

/** Papineni et al. 2002, for one sentence and one or more references. */
export function bleu(candidate: string, references: readonly string[]): number {
  const words = wordsOf(candidate);
  if (words.length === 0) return 0;
  const others = references.map(wordsOf);
  let product = new Decimal(1);
  const orders = Math.min(LONGEST_GRAM, words.length);
  for (let size = 1; size <= orders; size++) {
    const grams = gramsOf(words, size);
    const best = Math.max(...others.map((other) => shared(grams, gramsOf(other, size))));
    const total = words.length - size + 1;
    product = product.times(best === 0 ? SMALLEST_PRECISION : new Decimal(best).div(total));
  }
  const mean = product.pow(new Decimal(1).div(orders));
  return brevityPenalty(words.length, others).times(mean).toNumber();
}

function brevityPenalty(length: number, references: readonly (readonly string[])[]): Decimal {
  const lengths = references.map((reference) => reference.length);
  const distance = (other: number) => Math.abs(other - length);
  const [closest = 0] = lengths.toSorted((a, b) => distance(a) - distance(b) || a - b);
  if (length > closest) return new Decimal(1);
  return new Decimal(1).minus(new Decimal(closest).div(length)).exp();
}

/** Wu et al. 2016: the n-grams in common, over those of the text that has more of them. */
export function gleu(candidate: string, references: readonly string[]): number {
  const words = wordsOf(candidate).map(withoutStops);
  if (words.length === 0) return 0;
  return Math.max(
    ...references.map((reference) => gleuOf(words, wordsOf(reference).map(withoutStops))),
  );
}

function gleuOf(words: readonly string[], others: readonly string[]): number {
  if (words.length === others.length && words.every((word, index) => word === others[index])) {
    return 1;
  }
  let [matches, own, other] = [0, 0, 0];
  for (let size = 1; size <= LONGEST_GRAM; size++) {
    matches += shared(gramsOf(words, size), gramsOf(others, size));
    own += Math.max(0, words.length - size + 1);
    other += Math.max(0, others.length - size + 1);
  }
  return other === 0 ? 0 : matches / Math.max(own, other);
}

function withoutStops(word: string): string {
  let end = word.length;
  while (end > 0 && word.charAt(end - 1) === ".") end--;
  return word.slice(0, end);
}

/** The F measure of ROUGE-1 (Lin 2004) over tokens in lower case, each counted as often as both texts have it. */
export function rouge(candidate: string, reference: string): number {
  const own = treebankTokens(candidate.toLowerCase());
  const other = treebankTokens(reference.toLowerCase());
  const matches = shared(gramsOf(own, 1), gramsOf(other, 1));
  return matches === 0 ? 0 : (2 * matches) / (own.length + other.length);
}

export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}

function gramsOf(words: readonly string[], size: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (let start = 0; start + size <= words.length; start++) {
    const gram = words.slice(start, start + size).join(" ");
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function shared(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [gram, count] of left) sum += Math.min(count, right.get(gram) ?? 0);
  return sum;
}

/** So that the steps of one run end after a few seconds. */
const CELLS_PER_STEP = 20;

/**
 * Levenshtein's distance in UTF-16 units, or undefined where it is more than `most`: only cells that near to the
 * diagonal are computed. `spend` hears of the work.
 */
export function levenshtein(
  from: string,
  to: string,
  most: number,
  spend: (steps: number) => void,
): number | undefined {
  const limit = Math.min(Math.floor(most), Math.max(from.length, to.length));
  if (Math.abs(from.length - to.length) > limit) return undefined;
  if (from === to) return 0;
  const beyond = limit + 1;
  let above = Array.from({ length: to.length + 1 }, (_, column) => Math.min(column, beyond));
  let current = Array.from({ length: to.length + 1 }, () => beyond);
  for (let row = 1; row <= from.length; row++) {
    const first = Math.max(1, row - limit);
    const last = Math.min(to.length, row + limit);
    spend(Math.ceil((last - first + 1) / CELLS_PER_STEP));
    current[first - 1] = first === 1 ? Math.min(row, beyond) : beyond;
    if (last < to.length) current[last + 1] = beyond;
    const unit = from.charCodeAt(row - 1);
    for (let column = first; column <= last; column++) {
      const swapped = (above[column - 1] ?? beyond) + (unit === to.charCodeAt(column - 1) ? 0 : 1);
      const removed = (above[column] ?? beyond) + 1;
      const added = (current[column - 1] ?? beyond) + 1;
      current[column] = Math.min(swapped, removed, added, beyond);
    }
    [above, current] = [current, above];
  }
  const distance = above[to.length] ?? beyond;
  return distance > limit ? undefined : distance;
}
