/** Numbers as people write them: thousands in groups, fractions, mixed numbers. */
import { add, type Fraction, negate, readFraction } from "./fraction.ts";

/** A number without a sign: `12`, `.5`, `1,234.5`, `1'234`, `10 000` (with a blank, U+00A0 or U+202F). */
const PLAIN = String.raw`(?:\d{1,3}(?:(?:,\d{3})+(?![\d,])|(?:['’]\d{3})+(?!\d)|(?:[ \u00a0\u202f]\d{3})+(?![\d,\/]))(?:\.\d*)?|\d+(?:\.\d*)?|\.\d+)`;
const EXPONENT = String.raw`(?:[eE][+\-−]?\d{1,3}(?!\d))`;

/** Source of a pattern for one number with or without a sign; has no groups. */
export const SIGNED_NUMBER = String.raw`(?:[+\-−]\s*)?${PLAIN}`;

/** The fractions that are one character. */
const VULGAR: ReadonlyMap<string, string> = new Map(
  "½1/2 ⅓1/3 ⅔2/3 ¼1/4 ¾3/4 ⅕1/5 ⅖2/5 ⅗3/5 ⅘4/5 ⅙1/6 ⅚5/6 ⅐1/7 ⅛1/8 ⅜3/8 ⅝5/8 ⅞7/8 ⅑1/9 ⅒1/10"
    .split(" ")
    .map((word) => [word.slice(0, 1), word.slice(1)]),
);

const NUMBER = new RegExp(
  String.raw`(?:(\d+)\s+)?(\d+)\s*[\/⁄]\s*(\d+)(?![\d.,])|(\d+)?\s?([${[...VULGAR.keys()].join("")}])|${PLAIN}${EXPONENT}?`,
  "y",
);

export interface WrittenNumber {
  readonly value: Fraction;
  /** Behind the last character. */
  readonly end: number;
}

/** The number without a sign that begins at `at`: also `1/3`, `2 1/2`, `2½`, `1e-3`; undefined if there is none. */
export function numberAt(text: string, at: number): WrittenNumber | undefined {
  NUMBER.lastIndex = at;
  const match = NUMBER.exec(text);
  if (!match) return undefined;
  const [all, whole, dividend, divisor, before, sign = ""] = match;
  const fraction = dividend === undefined ? VULGAR.get(sign) : `${dividend}/${divisor}`;
  const value = readFraction(fraction ?? withoutGroups(all));
  const first = fraction === undefined ? undefined : readFraction(whole ?? before ?? "0");
  if (!value) return undefined;
  return { value: first ? add(first, value) : value, end: at + all.length };
}

function withoutGroups(text: string): string {
  return text.replaceAll(/[,'’ \u00a0\u202f]/g, "").replace("−", "-");
}

const SIGN = /\s*([+\-−])?\s*/y;

/** A sign, if there is one, and where what it stands before begins. */
export function signAt(text: string, at: number): { isNegative: boolean; end: number } {
  SIGN.lastIndex = at;
  const match = SIGN.exec(text);
  const sign = match?.[1];
  return { isNegative: sign !== undefined && sign !== "+", end: at + (match?.[0].length ?? 0) };
}

/** The number that the whole text is, with or without a sign. */
export function readNumber(text: string): Fraction | undefined {
  const { isNegative, end } = signAt(text, 0);
  const number = numberAt(text, end);
  if (!number || text.slice(number.end).trim() !== "") return undefined;
  return isNegative ? negate(number.value) : number.value;
}
