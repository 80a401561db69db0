/** Numbers as people write them: thousands in groups, fractions, mixed numbers. */
import { add, type Fraction, negate, readFraction } from "./fraction.ts";

/** A number without a sign: `12`, `.5`, `1,234.5`. */
const PLAIN = String.raw`(?:\d{1,3}(?:,\d{3})+(?![\d,])(?:\.\d*)?|\d+(?:\.\d*)?|\.\d+)`;
const EXPONENT = String.raw`(?:[eE][+\-−]?\d{1,3}(?!\d))`;

/** Source of a pattern for one number with or without a sign; has no groups. */
export const SIGNED_NUMBER = String.raw`[+\-−]?\s*${PLAIN}`;

const NUMBER = new RegExp(
  String.raw`(?:(\d+)\s+)?(\d+)\s*\/\s*(\d+)(?![\d.,])|${PLAIN}${EXPONENT}?`,
  "y",
);

export interface WrittenNumber {
  readonly value: Fraction;
  /** Behind the last character. */
  readonly end: number;
}

/** The number without a sign that begins at `at`: also `1/3`, `2 1/2`, `1e-3`; undefined if there is none. */
export function numberAt(text: string, at: number): WrittenNumber | undefined {
  NUMBER.lastIndex = at;
  const match = NUMBER.exec(text);
  if (!match) return undefined;
  const [all, whole = "0", dividend, divisor] = match;
  const isFraction = dividend !== undefined;
  const value = readFraction(isFraction ? `${dividend}/${divisor}` : withoutCommas(all));
  const first = isFraction ? readFraction(whole) : undefined;
  if (!value) return undefined;
  return { value: first ? add(first, value) : value, end: at + all.length };
}

function withoutCommas(text: string): string {
  return text.replaceAll(",", "").replace("−", "-");
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
