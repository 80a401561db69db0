/** Strings that look random, in what no detector has claimed. */
import { Decimal } from "../../numbers/decimal.ts";
import type { Claims } from "./claims.ts";

export interface RandomString {
  readonly start: number;
  readonly end: number;
  /** Shannon entropy in bits per character, cut to two decimals. */
  readonly entropy: number;
}

const RUN = /[A-Za-z0-9+/_=-]+/g;
const SHORTEST = 24;
const LONGEST = 512;
const LEAST_ENTROPY = 4;

const CLASSES = [/[a-z]/, /[A-Z]/, /[0-9]/, /[+/_=-]/];
const LEAST_CLASSES = 3;

/** Not random, though they may look so: hex, UUIDs and times. */
const KNOWN_FORM =
  /^(?:(?:0x)?[0-9a-f]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9]{4}-?[0-9]{2}-?[0-9]{2}T[0-9]{2}.*)$/i;

export function randomStrings(
  text: string,
  claims: Claims,
  allowed: ReadonlySet<string>,
): RandomString[] {
  const found: RandomString[] = [];
  for (const [from, to] of claims.free()) {
    for (const { 0: run, index } of text.slice(from, to).matchAll(RUN)) {
      if (run.length < SHORTEST || run.length > LONGEST || allowed.has(run)) continue;
      if (CLASSES.filter((some) => some.test(run)).length < LEAST_CLASSES) continue;
      if (KNOWN_FORM.test(run) || isPath(run)) continue;
      // Two decimals say enough, and hide what floating-point sums add.
      const entropy = Math.floor(entropyOf(run) * 100 + 1e-6) / 100;
      const start = from + index;
      if (entropy >= LEAST_ENTROPY) found.push({ start, end: start + run.length, entropy });
    }
  }
  return found;
}

const WORD = /[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
/** Random letters change case, and turn to digits, every second one. */
const LEAST_WORD_LENGTH = 4;

/** Chance begins Base64 with a slash, and has one in ten characters, once in a thousand times. */
const LONGEST_MEAN_PART = 10;

/** Absolute with short parts, or parts between slashes that are words and not random letters. */
function isPath(run: string): boolean {
  const parts = run.split("/").length - 1;
  if (parts === 0) return false;
  if (run.startsWith("/") && parts * LONGEST_MEAN_PART >= run.length) return true;
  const words = run.match(WORD) ?? [];
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  return letters >= words.length * LEAST_WORD_LENGTH;
}

/** Bits per character, by how often each character occurs (Shannon, 1948). */
function entropyOf(run: string): number {
  const counts = new Map<string, number>();
  for (const character of run) counts.set(character, (counts.get(character) ?? 0) + 1);
  let repeated = 0;
  for (const count of counts.values()) repeated += count * log2(count);
  return log2(run.length) - repeated / run.length;
}

/** Logarithms of whole numbers up to `LONGEST` that were needed before. */
const LOGARITHMS: number[] = [];

function log2(whole: number): number {
  return (LOGARITHMS[whole] ??= Decimal.log2(whole).toNumber());
}
