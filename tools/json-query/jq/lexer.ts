import { characterAt, describe } from "../../_lib/text/character.ts";
import { syntaxFault } from "./trouble.ts";

export type TokenType =
  "end" | "punctuation" | "name" | "keyword" | "field" | "variable" | "format" | "number" | "quote";

export interface Token {
  readonly type: TokenType;
  /** What it says: a field without its dot, a variable without `$`, a format with its `@`. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const NAME = "[A-Za-z_][A-Za-z0-9_]*";
const PATTERNS: readonly (readonly [TokenType, RegExp])[] = [
  ["number", /(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y],
  ["field", new RegExp(`\\.${NAME}`, "y")],
  ["variable", new RegExp(`\\$(?:${NAME}::)*${NAME}`, "y")],
  ["name", new RegExp(`(?:${NAME}::)*${NAME}`, "y")],
  ["format", /@[A-Za-z0-9_]+/y],
  ["quote", /"/y],
  ["punctuation", /\?\/\/|\/\/=|\.\.|[!=<>|+\-*/%]=|\/\/|[.?=;,:|+\-*/%$<>()[\]{}]/y],
];

/** White space, and comments: a backslash before the end of the line lets one go on. */
const SPACE = /(?:[ \t\r\n]+|#(?:\\(?:\\|\r?\n)|\\(?!\\|\r?\n)|[^\n\\])*)+/y;

/** The token at `offset` or behind the white space there. */
export function tokenAt(text: string, offset: number, keywords: ReadonlySet<string>): Token {
  SPACE.lastIndex = offset;
  const start = SPACE.test(text) ? SPACE.lastIndex : offset;
  if (start === text.length) return { type: "end", text: "", start, end: start };
  for (const [type, pattern] of PATTERNS) {
    pattern.lastIndex = start;
    const match = pattern.exec(text)?.[0];
    if (match === undefined) continue;
    const end = start + match.length;
    if (type === "name" && keywords.has(match)) return { type: "keyword", text: match, start, end };
    const skipped = type === "field" || type === "variable" ? 1 : 0;
    return { type, text: match.slice(skipped), start, end };
  }
  throw syntaxFault(text, start, "a query", describe(characterAt(text, start)));
}

/** What a message calls a token. */
export function nameOf(token: Token, text: string): string {
  if (token.type === "end") return "the end of the query";
  return JSON.stringify(text.slice(token.start, token.end));
}

export interface StringPart {
  /** The characters up to `end`, escapes read. */
  readonly value: string;
  readonly end: number;
  /** What stands at `end`: a query in `\(`, or the closing quote. */
  readonly next: "query" | "close";
}

const PLAIN = /[^"\\]+/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** Reads the part of a string that begins at `offset`, up to a query in it or its end. */
export function readStringPart(text: string, offset: number): StringPart {
  const parts: string[] = [];
  let at = offset;
  for (;;) {
    PLAIN.lastIndex = at;
    const plain = PLAIN.exec(text)?.[0] ?? "";
    parts.push(plain);
    at += plain.length;
    const unit = text.charAt(at);
    if (unit === "") throw syntaxFault(text, at, 'a closing "', "the end of the query");
    if (unit === '"') return { value: parts.join(""), end: at + 1, next: "close" };
    const escape = text.charAt(at + 1);
    if (escape === "(") return { value: parts.join(""), end: at + 2, next: "query" };
    const read = ESCAPES[escape];
    if (read !== undefined) {
      parts.push(read);
      at += 2;
    } else {
      parts.push(unicodeEscape(text, at));
      at += 6;
    }
  }
}

function unicodeEscape(text: string, at: number): string {
  if (text.charAt(at + 1) !== "u") {
    throw syntaxFault(text, at + 1, 'an escape of JSON or "\\("');
  }
  const digits = /^[0-9A-Fa-f]{0,4}/.exec(text.slice(at + 2, at + 6))?.[0] ?? "";
  if (digits.length < 4) throw syntaxFault(text, at + 2 + digits.length, "a hexadecimal digit");
  return String.fromCharCode(Number.parseInt(digits, 16));
}
