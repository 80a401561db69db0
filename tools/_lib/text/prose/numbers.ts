/** The numbers that a text states, so that those of two texts can be compared. */
import type { PlacedWord } from "../words.ts";
import { stem } from "./terms.ts";

/** Number words and their digits. */
const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  "two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, index) => [word, String(index + 2)]),
);

export function isNumberWord(word: string): boolean {
  return NUMBER_WORDS.has(word);
}

export interface StatedNumber {
  /** As written, in digits and without thousands commas. */
  readonly text: string;
  /** Equal for all ways to write a value: no plus sign, no needless zeros. */
  readonly value: string;
  /** Whether a percent sign follows, behind a space too. */
  readonly isPercent: boolean;
  /** Four digits, 1000 to 2999. */
  readonly isYear: boolean;
  /** The stem of the word directly behind it. */
  readonly unit: string | undefined;
}

const NUMBER = /[-+\u2212]?\d[\d,]*(?:\.\d+)?%?/g;
const BEHIND = /\s*%?\s*/y;
const DIRECTLY_BEFORE = /[\p{L}\p{N}%)]$/u;

/** Numbers in digits that are no part of a word, and the words for two to twelve, in order; `words` are the text's. */
export function numbersIn(text: string, words: readonly PlacedWord[]): StatedNumber[] {
  const found = [...digitsIn(text, words), ...spelledIn(words)].toSorted(
    (a, b) => a.start - b.start,
  );
  if (found.length === 0) return [];
  const wordAt = new Map(words.map((word) => [word.start, word.text]));
  return found.map(({ text: written, end, raw }) => {
    BEHIND.lastIndex = end;
    const [between = ""] = BEHIND.exec(text) ?? [];
    const unit = wordAt.get(end + between.length);
    return {
      text: written,
      value: valueOf(written),
      isPercent: written.endsWith("%") || between.includes("%"),
      isYear: /^[12]\d{3}$/.test(raw),
      unit: unit === undefined ? undefined : stem(unit),
    };
  });
}

interface Place {
  readonly text: string;
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

function digitsIn(text: string, words: readonly PlacedWord[]): Place[] {
  const lettered = words.filter(({ text: word }) => /\p{L}/u.test(word));
  const places: Place[] = [];
  let at = 0;
  for (const { 0: match, index } of text.matchAll(NUMBER)) {
    const place = placeOf(text, match, index);
    while ((lettered[at]?.end ?? Infinity) <= place.start) at++;
    const isInWord = (lettered[at]?.start ?? Infinity) < place.end;
    if (!isInWord) places.push(place);
  }
  return places;
}

function placeOf(text: string, match: string, index: number): Place {
  const signed = /^\d/.test(match) ? 0 : 1;
  const start = index + signed;
  const raw = match.slice(signed).replace(/(?<!,),+$/, "");
  // The dash of a range is no sign.
  const isRange = DIRECTLY_BEFORE.test(text.slice(Math.max(0, index - 2), index));
  const sign = isRange ? "" : match.slice(0, signed);
  return { text: sign + raw.replaceAll(",", ""), raw, start, end: start + raw.length };
}

function spelledIn(words: readonly PlacedWord[]): Place[] {
  return words.flatMap(({ text: word, start, end }) => {
    const text = NUMBER_WORDS.get(word);
    return text === undefined ? [] : [{ text, raw: word, start, end }];
  });
}

function valueOf(written: string): string {
  const [, sign = "", integer = "", decimals = ""] =
    /^([-+\u2212]?)(\d+)(?:\.(\d*))?%?$/.exec(written) ?? [];
  const whole = integer.replace(/^0+(?=\d)/, "");
  const fraction = decimals.replace(/(?<!0)0+$/, "");
  const value = fraction === "" ? whole : `${whole}.${fraction}`;
  return sign === "" || sign === "+" || value === "0" ? value : `-${value}`;
}

/**
 * Numbers say the same where they share a key: they have the same value, and either both are percentages or neither is,
 * or both are written alike.
 */
export function numberKeys({ value, isPercent, text }: StatedNumber): [string, string] {
  return [isPercent ? `${value} %` : value, `${value} as ${text}`];
}
