import { isNumberText } from "../tree/number.ts";
import { booleanNode, type JsonNode, type JsonString, nullNode } from "../tree/tree.ts";
import { isQuote } from "./quotes.ts";
import { isBlank, skipBlanks, skipBlanksBack, type Source } from "./source.ts";
import { stringToken } from "./strings.ts";

const NUMBER = /^([+-]?)(\d+(?:_\d+)*)?(?:(\.)(\d+(?:_\d+)*)?)?(?:([eE])([+-]?)(\d+(?:_\d+)*)?)?$/;
const HEX = /^([+-]?)0[xX]([0-9a-fA-F](?:_?[0-9a-fA-F])*)$/;
const DATE = /^\d{4}-\d{2}(?:-\d{2})?$/;
const NON_FINITE = /^[+-]?(?:nan|infinity|inf)$/i;
const FIRST_TOKEN =
  /[+-]?(?:\d[\w.+-]*|\.\d[\w.+-]*|(?:true|false|none|null|undefined|nan|infinity|inf)\b)/iy;
const NEXT_TOKEN = /(?:[+-]?\d[\d.eE+-]*|true|false|null|none)(?=\s*(?:[,}\]]|$)|\s)/iy;
const NEXT_KEY = /[\p{L}_$][\p{L}\p{N}_$-]*\s*:(?!\/\/)/uy;
const LONGEST_HEX = 256;

const LITERALS: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
  ["none", null],
  ["undefined", null],
]);

/** A word, a number or a literal without quotes, as it stands in the text. */
export interface Word {
  readonly start: number;
  readonly end: number;
  /** A quote that closes it, though none opens it. */
  readonly quoted: boolean;
}

/** Finds the end of the word at the position and goes behind it. */
export function takeWord(source: Source, place: "key" | "member" | "item" | "root"): Word {
  const start = source.at;
  const token = place === "key" ? -1 : tokenEnd(source, place);
  const stop = token >= 0 ? { end: token, quoted: false } : wordEnd(source, place === "key");
  source.at = stop.quoted ? stop.end + 1 : stop.end;
  return { start, ...stop };
}

/** The end of a number or literal that is complete though no delimiter follows; -1 where there is none. */
function tokenEnd({ text, at, end }: Source, place: "member" | "item" | "root"): number {
  FIRST_TOKEN.lastIndex = at;
  const token = FIRST_TOKEN.exec(text)?.[0];
  if (token === undefined || at + token.length > end) return -1;
  const behind = at + token.length;
  const next = skipBlanks(text, behind, end);
  const character = text.charAt(next);
  if (next >= end || isQuote(character) || "{[#;".includes(character)) return behind;
  if (character === "/" && /[/*]/.test(text.charAt(next + 1))) return behind;
  if (next === behind || place === "root") return -1;
  const following = place === "member" ? NEXT_KEY : NEXT_TOKEN;
  following.lastIndex = next;
  return following.test(text) ? behind : -1;
}

function wordEnd(source: Source, isKey: boolean): { end: number; quoted: boolean } {
  const { text, at: start, end } = source;
  let at = start;
  for (; at < end; at++) {
    const character = text.charAt(at);
    if (",}]\n\r".includes(character)) break;
    if (
      isKey &&
      (":{[".includes(character) || (isQuote(character) && isBlank(text.charCodeAt(at - 1))))
    ) {
      break;
    }
    if (character === '"' && at > start && endsQuoted(source, at + 1))
      return { end: at, quoted: true };
    if (at > start && isBlank(text.charCodeAt(at)) && startsComment(text, at + 1)) break;
    if (source.open.length === 0 && text.startsWith("```", at)) break;
  }
  return { end: Math.max(skipBlanksBack(text, start, at), start + 1), quoted: false };
}

function endsQuoted({ text, end }: Source, at: number): boolean {
  const next = skipBlanks(text, at, end);
  return next >= end || ",:}]".includes(text.charAt(next));
}

function startsComment(text: string, at: number): boolean {
  return /^(?:\/\/|\/\*|# )/.test(text.slice(at, at + 2));
}

/** The key that a word is. */
export function keyOf(source: Source, { start, end }: Word): JsonString {
  const written = source.text.slice(start, end);
  source.note("QUOTES_ADDED", start, source.at, JSON.stringify(written), "safe");
  return stringToken(source, JSON.stringify(written).slice(1, -1), start, source.at);
}

/** The value that a word is: a number, a literal, or else its text as a string. */
export function valueOfWord(source: Source, word: Word): JsonNode {
  const { start, end } = word;
  const written = source.text.slice(start, end);
  const place = { start: source.origin(start), end: source.origin(source.at) };
  if (word.quoted) return wordString(source, word, "QUOTES_ADDED");
  const literal = literalOf(source, written, start);
  if (literal !== undefined) return { ...literal, ...place };
  if (NON_FINITE.test(written)) {
    source.note("NON_FINITE_TO_NULL", start, end, "null");
    return { ...nullNode(), ...place };
  }
  if (isNumberText(written)) return { type: "number", text: written, ...place };
  const fixed = fixNumber(written);
  if (fixed !== undefined) {
    source.note("NUMBER_FIXED", start, end, fixed);
    return { type: "number", text: fixed, ...place };
  }
  return wordString(source, word, isLikeNumber(written) ? "NUMBER_TO_STRING" : "QUOTES_ADDED");
}

function wordString(
  source: Source,
  { start, end }: Word,
  code: "QUOTES_ADDED" | "NUMBER_TO_STRING",
): JsonString {
  const text = JSON.stringify(source.text.slice(start, end));
  source.note(code, start, source.at, text);
  return stringToken(source, text.slice(1, -1), start, source.at);
}

function literalOf(source: Source, written: string, start: number): JsonNode | undefined {
  const end = start + written.length;
  const lower = written.length > 9 ? "" : written.toLowerCase();
  let value = LITERALS.get(lower);
  if (value !== undefined) {
    if (written !== String(value)) source.note("LITERAL_MAPPED", start, end, String(value));
  } else if (source.completesLiterals && end >= source.end && lower.length > 0) {
    value = completed(written);
    if (value === undefined) return undefined;
    source.note("LITERAL_COMPLETED", start, end, String(value));
  } else return undefined;
  return value === null ? nullNode() : booleanNode(value);
}

/** The literal that a word cut off at the end of the text begins. */
function completed(written: string): boolean | null | undefined {
  for (const [word, value] of [
    ["true", true],
    ["false", false],
    ["null", null],
    ["none", null],
  ] as const) {
    const capital = word.charAt(0).toUpperCase() + word.slice(1);
    if (
      word === "none"
        ? capital.startsWith(written)
        : word.startsWith(written) || capital.startsWith(written)
    ) {
      return value;
    }
  }
  return undefined;
}

/** The JSON number that the text plainly means. */
function fixNumber(written: string): string | undefined {
  if (HEX.test(written)) return fixHex(written);
  const match = NUMBER.exec(written);
  if (match === null) return undefined;
  const [, sign, whole = "", point, fraction, mark, markSign = "", exponent] = match;
  if (/^0[\d_]/.test(whole)) return undefined;
  if (whole === "" && fraction === undefined && (mark !== undefined || sign === "+"))
    return undefined;
  const parts = [sign === "-" ? "-" : "", whole || "0"];
  if (point !== undefined) parts.push(".", fraction ?? "0");
  if (mark !== undefined) parts.push(mark, markSign, exponent ?? "0");
  return parts.join("").replaceAll("_", "");
}

function fixHex(written: string): string | undefined {
  const [, sign, digits = ""] = HEX.exec(written) ?? [];
  if (digits.length > LONGEST_HEX) return undefined;
  return `${sign === "-" ? "-" : ""}${BigInt(`0x${digits.replaceAll("_", "")}`)}`;
}

/** Digits with signs and points, no date: a number that cannot be read in one way. */
function isLikeNumber(written: string): boolean {
  if (DATE.test(written)) return false;
  if (HEX.test(written)) return true;
  return /\d/.test(written) && /^[+-]?[\d.][\d.,_+-]*(?:[eE][\d.+-]*)?$/.test(written);
}
