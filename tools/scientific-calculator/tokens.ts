/** Splits an expression into numbers, names and signs. */
import { Fault } from "../_lib/results/syntax-problem.ts";
import type { ExpressionFailure } from "../_lib/numbers/scientific/failures.ts";

export interface Token {
  readonly kind: "number" | "name" | "sign" | "end";
  /** Signs in their ASCII form where they have one; names in lower case. */
  readonly text: string;
  readonly offset: number;
}

const SPACE = /[^\S\n]+/y;
const NUMBER = /0x[\da-f]+|0b[01]+|0o[0-7]+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;
/** A Greek constant, which stands alone (2πr is 2·π·r), or letters, digits and _. */
const NAME_PATTERN = String.raw`[πτφ]|(?![πτφ])[\p{L}_](?:(?![πτφ])[\p{L}\d_])*`;
const NAME = new RegExp(NAME_PATTERN, "iuy");
const ONE_NAME = new RegExp(`^(?:${NAME_PATTERN})$`, "iu");
const SIGN = /\*\*|[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+|[-+*/^!%°√(),;=×·÷−\n]/y;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const SAME_SIGNS: Readonly<Record<string, string>> = {
  "**": "^",
  "×": "*",
  "·": "*",
  "÷": "/",
  "−": "-",
  "\n": ";",
};

/** The number that raised digits are, such as `⁻²`; undefined for any other sign. */
export function raisedNumber(sign: string): number | undefined {
  const digits = [...sign.replace(/^[⁺⁻]/, "")].map((digit) => SUPERSCRIPTS.indexOf(digit));
  if (digits.length === 0 || digits.includes(-1)) return undefined;
  return Number(digits.join("")) * (sign.startsWith("⁻") ? -1 : 1);
}

export function isName(text: string): boolean {
  return ONE_NAME.test(text);
}

export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = offset;
    return pattern.exec(text)?.[0];
  };
  while (offset < text.length) {
    const space = match(SPACE);
    if (space !== undefined) {
      offset += space.length;
      continue;
    }
    const number = match(NUMBER);
    const name = number === undefined ? match(NAME) : undefined;
    const found = number ?? name ?? match(SIGN);
    if (found === undefined) throw unexpected(text, offset);
    const kind = number === undefined ? (name === undefined ? "sign" : "name") : "number";
    const plain = kind === "sign" ? (SAME_SIGNS[found] ?? found) : found.toLowerCase();
    tokens.push({ kind, text: plain, offset });
    offset += found.length;
  }
  tokens.push({ kind: "end", text: "", offset: text.length });
  return tokens;
}

function unexpected(text: string, offset: number): Fault<ExpressionFailure> {
  const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
  return new Fault({
    code: "EXPR_SYNTAX",
    offset,
    found: JSON.stringify(character),
    expected: "a number, a name, an operator or a parenthesis",
  });
}
