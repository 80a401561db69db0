/** How many guesses a cracker needs for one match, and for the password as a row of them. */
import { keyboardSize } from "./keyboard.ts";
import type { DictionaryMatch, Match, SequenceMatch, SpatialMatch } from "./matches.ts";

const GUESSES_OF_ONE = 10;
const GUESSES_OF_SEVERAL = 50;
const BRUTEFORCE_BASE = 10;
const LEAST_YEARS = 20;

/** `length` is that of the whole password, of which a match that is only a part needs a few more guesses. */
export function guessesOf(match: Match, length: number, referenceYear: number): number {
  const least =
    match.token.length === length
      ? 1
      : match.token.length === 1
        ? GUESSES_OF_ONE
        : GUESSES_OF_SEVERAL;
  return Math.max(plainGuesses(match, referenceYear), least);
}

function plainGuesses(match: Match, referenceYear: number): number {
  switch (match.pattern) {
    case "bruteforce": {
      const { length } = match.token;
      // At least one more than a pattern of the same length, so that the pattern is preferred.
      const least = (length === 1 ? GUESSES_OF_ONE : GUESSES_OF_SEVERAL) + 1;
      return Math.max(power(BRUTEFORCE_BASE, length), least);
    }
    case "dictionary":
      return dictionaryGuesses(match);
    case "spatial":
      return spatialGuesses(match);
    case "repeat":
      return match.baseGuesses * (match.token.length / match.baseLength);
    case "sequence":
      return sequenceGuesses(match);
    case "regex":
      return yearSpace(Number(match.token), referenceYear);
    case "date":
      return yearSpace(match.year, referenceYear) * 365 * (match.separated ? 4 : 1);
  }
}

function yearSpace(year: number, referenceYear: number): number {
  return Math.max(Math.abs(year - referenceYear), LEAST_YEARS);
}

function sequenceGuesses({ token, ascending }: SequenceMatch): number {
  const first = token.charAt(0);
  const base = "aAzZ019".includes(first) ? 4 : /\d/.test(first) ? 10 : 26;
  return base * (ascending ? 1 : 2) * token.length;
}

function spatialGuesses({ token, graph, turns, shifted }: SpatialMatch): number {
  const { keys, degree } = keyboardSize(graph);
  let guesses = 0;
  for (let length = 2; length <= token.length; length++) {
    for (let turn = 1; turn <= Math.min(turns, length - 1); turn++) {
      guesses += choose(length - 1, turn - 1) * keys * power(degree, turn);
    }
  }
  return shifted === 0 ? guesses : guesses * variations(shifted, token.length - shifted);
}

function dictionaryGuesses({ rank, token, substitutions, reversed }: DictionaryMatch): number {
  let guesses = rank * uppercaseVariations(token);
  for (const [symbol, letter] of substitutions ?? []) {
    const count = (wanted: string): number => token.toLowerCase().split(wanted).length - 1;
    guesses *= variations(count(symbol), count(letter));
  }
  return reversed ? guesses * 2 : guesses;
}

export const START_UPPER = /^[A-Z][^A-Z]+$/;
const END_UPPER = /^[^A-Z]+[A-Z]$/;
export const ALL_UPPER = /^[^a-z]+$/;

function uppercaseVariations(token: string): number {
  if (!/[A-Z]/.test(token) || token.toLowerCase() === token) return 1;
  if ([START_UPPER, END_UPPER, ALL_UPPER].some((usual) => usual.test(token))) return 2;
  const count = (letters: RegExp): number => token.match(letters)?.length ?? 0;
  return variations(count(/[A-Z]/g), count(/[a-z]/g));
}

/** Ways to choose which of the characters are of the rarer kind; 2 where all are of one. */
function variations(some: number, others: number): number {
  if (some === 0 || others === 0) return 2;
  let ways = 0;
  for (let count = 1; count <= Math.min(some, others); count++)
    ways += choose(some + others, count);
  return ways;
}

/** n over k. */
function choose(n: number, k: number): number {
  if (k > n) return 0;
  let ways = 1;
  for (let step = 1; step <= k; step++) ways = (ways * (n - step + 1)) / step;
  return ways;
}

const GUESSES_BEFORE_LONGER = 10_000;

interface Best {
  readonly match: Match;
  /** Of the matches so far. */
  readonly product: number;
  readonly total: number;
}

/**
 * The row of matches, without gaps and overlaps, that takes the fewest guesses: the number of orders of
 * l matches × their guesses + 10000^(l - 1) for the shorter rows that are tried before.
 */
export function bestSequence(
  password: string,
  matches: readonly Match[],
  referenceYear: number,
): { readonly sequence: readonly Match[]; readonly guesses: number } {
  const { length } = password;
  /** By end of the prefix that is covered, then by length of the row. */
  const best: Map<number, Best>[] = Array.from({ length: length + 1 }, () => new Map());
  const consider = (match: Match, row: number): void => {
    const before = row > 1 ? (best[match.start]?.get(row - 1)?.product ?? 1) : 1;
    const product = guessesOf(match, length, referenceYear) * before;
    const total = factorial(row) * product + power(GUESSES_BEFORE_LONGER, row - 1);
    const rows = best[match.end] ?? new Map<number, Best>();
    const isWorse = [...rows].some(([other, { total: known }]) => other <= row && known <= total);
    if (!isWorse) rows.set(row, { match, product, total });
  };
  const ending: Match[][] = Array.from({ length: length + 1 }, () => []);
  for (const match of matches) ending[match.end]?.push(match);
  for (let end = 1; end <= length; end++) {
    for (const match of (ending[end] ?? []).toSorted((a, b) => a.start - b.start)) {
      if (match.start === 0) consider(match, 1);
      else for (const [row] of rowsOf(best[match.start])) consider(match, row + 1);
    }
    for (let start = 0; start < end; start++) {
      const match: Match = { pattern: "bruteforce", start, end, token: password.slice(start, end) };
      if (start === 0) consider(match, 1);
      for (const [row, { match: last }] of start === 0 ? [] : rowsOf(best[start])) {
        // Two neighbours that are both guessed by force are better guessed as one.
        if (last.pattern !== "bruteforce") consider(match, row + 1);
      }
    }
  }
  return unwind(best, length);
}

/** Shorter rows first. */
function rowsOf(rows: ReadonlyMap<number, Best> | undefined): [row: number, best: Best][] {
  return [...(rows ?? [])].toSorted(([a], [b]) => a - b);
}

function unwind(
  best: readonly Map<number, Best>[],
  length: number,
): { readonly sequence: readonly Match[]; readonly guesses: number } {
  const rows = rowsOf(best[length]);
  let chosen = rows[0];
  for (const row of rows) if (chosen && row[1].total < chosen[1].total) chosen = row;
  if (!chosen) return { sequence: [], guesses: 1 };
  const sequence: Match[] = [];
  let end = length;
  for (let row = chosen[0]; row > 0; row--) {
    const found = best[end]?.get(row);
    if (!found) break;
    sequence.unshift(found.match);
    end = found.match.start;
  }
  return { sequence, guesses: chosen[1].total };
}

/** By multiplication, which is the same in every engine. */
function power(base: number, exponent: number): number {
  let product = 1;
  for (let count = 0; count < exponent; count++) product *= base;
  return product;
}

function factorial(n: number): number {
  let product = 1;
  for (let factor = 2; factor <= n; factor++) product *= factor;
  return product;
}
