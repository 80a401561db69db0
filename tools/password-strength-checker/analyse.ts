/** Score and guesses of zxcvbn 4.4.2 (Dropbox, MIT), with the reference year given instead of read from the clock. */
import { counted } from "../_lib/text/plural.ts";
import { type Dictionary, dictionariesWith, matchDictionaries } from "./dictionary.ts";
import { bestSequence } from "./guesses.ts";
import { matchKeyboards } from "./keyboard.ts";
import type { Match, RepeatMatch } from "./matches.ts";
import { matchDates, matchSequences, matchYears } from "./patterns.ts";

export interface Analysis {
  /** 0 (very weak) to 4 (very strong). */
  readonly score: number;
  readonly guesses: number;
  readonly sequence: readonly Match[];
}

/** `userInputs` in lower case, likely ones first. */
export function analysePassword(
  password: string,
  userInputs: readonly string[],
  referenceYear: number,
): Analysis {
  const matcher = new Matcher(dictionariesWith(userInputs), referenceYear);
  const { sequence, guesses } = matcher.best(password);
  return { score: scoreOf(guesses), guesses, sequence };
}

class Matcher {
  readonly #dictionaries: readonly Dictionary[];
  readonly #year: number;

  constructor(dictionaries: readonly Dictionary[], year: number) {
    this.#dictionaries = dictionaries;
    this.#year = year;
  }

  best(password: string): ReturnType<typeof bestSequence> {
    return bestSequence(password, this.#matches(password), this.#year);
  }

  #matches(password: string): Match[] {
    return [
      ...matchDictionaries(password, this.#dictionaries),
      ...matchKeyboards(password),
      ...this.#repeats(password),
      ...matchSequences(password),
      ...matchYears(password),
      ...matchDates(password, this.#year),
    ];
  }

  /** What stands several times in a row takes the guesses of one of them, times their number. */
  #repeats(password: string): RepeatMatch[] {
    const matches: RepeatMatch[] = [];
    for (let at = 0; at < password.length;) {
      // Bounded: a password has at most 1,000 characters.
      const greedy = execAt(/(.+)\1+/g, password, at);
      const lazy = execAt(/(.+?)\1+/g, password, at);
      if (!greedy || !lazy) break;
      const isGreedy = greedy[0].length > lazy[0].length;
      const { 0: token, index: start } = isGreedy ? greedy : lazy;
      // What the greedy one repeats may be a repetition itself. Bounded: it is a part of the password.
      const base = (isGreedy ? /^(.+?)\1+$/.exec(token)?.[1] : lazy[1]) ?? token;
      const end = start + token.length;
      const baseGuesses = this.best(base).guesses;
      matches.push({ pattern: "repeat", start, end, token, baseLength: base.length, baseGuesses });
      at = end;
    }
    return matches;
  }
}

function execAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Slack, so that a row that just passes a threshold by the extra guesses of its length does not count. */
const DELTA = 5;
const THRESHOLDS = [1e3, 1e6, 1e8, 1e10] as const;

function scoreOf(guesses: number): number {
  return THRESHOLDS.filter((threshold) => guesses >= threshold + DELTA).length;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 31 * DAY;
const YEAR = 12 * MONTH;
const UNITS = [
  ["year", YEAR],
  ["month", MONTH],
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
  ["second", 1],
] as const;

/** "less than a second", "3 hours", "centuries": rounded to the unit below. */
export function durationText(seconds: number): string {
  if (seconds >= 100 * YEAR) return "centuries";
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? [];
  return unit === undefined ? "less than a second" : counted(Math.round(seconds / size), unit);
}
