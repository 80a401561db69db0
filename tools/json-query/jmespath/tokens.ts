import { Fault } from "../../_lib/results/syntax-problem.ts";
import { characterAt, describe } from "../../_lib/text/character.ts";
import { readJson } from "../../_lib/json/tree/read.ts";
import { type JsonNode, stringNode, withoutRepeats } from "../../_lib/json/tree/tree.ts";

export type TokenType = "end" | "name" | "quoted" | "literal" | "number" | "punctuation";

export interface Token {
  readonly type: TokenType;
  /** A name as it is, quotes and escapes read; else the source. */
  readonly text: string;
  readonly value?: JsonNode;
  /** What is wrong inside of it, which counts only where the token fits. */
  readonly fault?: Fault<"QUERY_SYNTAX">;
  readonly start: number;
  readonly end: number;
}

const SPACE = /[ \t\r\n]*/y;
const PLAIN: readonly (readonly [TokenType, RegExp])[] = [
  ["name", /[A-Za-z_][A-Za-z0-9_]*/y],
  ["number", /-?(?:0|[1-9][0-9]*)/y],
  ["punctuation", /\[\]|\[\?|\|\||&&|[=!<>]=|[.*()[\]{},:|&!<>@]/y],
];
const QUOTED = /"(?:[^"\\]|\\[^])*"/y;
const RAW = /'(?:[^'\\]|\\[^])*'/y;
const LITERAL = /`(?:[^`\\]|\\[^])*`/y;

export function syntaxFault(
  text: string,
  offset: number,
  expected: string,
  found = describe(characterAt(text, offset)),
): Fault<"QUERY_SYNTAX"> {
  return new Fault({ code: "QUERY_SYNTAX", offset, found, expected });
}

/** The token at `offset` or behind the white space there. */
export function tokenAt(text: string, offset: number): Token {
  SPACE.lastIndex = offset;
  SPACE.test(text);
  const start = SPACE.lastIndex;
  if (start >= text.length) return { type: "end", text: "", start, end: start };
  const unit = text.charAt(start);
  if (unit === '"') return orBroken("quoted", text, start, readQuoted);
  if (unit === "'") return orBroken("literal", text, start, readRaw);
  if (unit === "`") return orBroken("literal", text, start, readLiteral);
  for (const [type, pattern] of PLAIN) {
    const found = match(pattern, text, start);
    if (found !== undefined) return { type, text: found, start, end: start + found.length };
  }
  throw syntaxFault(text, start, "an expression");
}

function orBroken(
  type: TokenType,
  text: string,
  start: number,
  read: (text: string, start: number) => Token,
): Token {
  try {
    return read(text, start);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const fault = error as Fault<"QUERY_SYNTAX">;
    return { type, text: "", fault, start, end: text.length };
  }
}

function match(pattern: RegExp, text: string, start: number): string | undefined {
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0];
}

function unclosed(text: string, close: string): Fault<"QUERY_SYNTAX"> {
  return syntaxFault(text, text.length, `a closing ${close}`, "the end of the query");
}

function readQuoted(text: string, start: number): Token {
  const source = match(QUOTED, text, start) ?? text.slice(start);
  const read = readJson(source);
  if ("type" in read) throw syntaxFault(text, start + read.offset, read.expected);
  const name = read.root.type === "string" ? read.root.value : "";
  return { type: "quoted", text: name, start, end: start + source.length };
}

/** A raw string, in which only `\'` is an escape. */
function readRaw(text: string, start: number): Token {
  const source = match(RAW, text, start);
  if (source === undefined) throw unclosed(text, "'");
  const value = stringNode(
    source
      .slice(1, -1)
      .replaceAll(String.raw`\'`, "'")
      .replaceAll("\\\\", "\\"),
  );
  return { type: "literal", text: source, value, start, end: start + source.length };
}

/** JSON between backticks; a backtick in it is escaped. */
function readLiteral(text: string, start: number): Token {
  const source = match(LITERAL, text, start);
  const content = source === undefined ? text.slice(start + 1) : source.slice(1, -1);
  const read = readJson(content.replaceAll("\\`", "`"));
  const isCut = "type" in read && source === undefined && read.received === "end of input";
  if ("type" in read && !isCut) {
    const offset = start + 1 + escapedOffset(content, read.offset);
    throw syntaxFault(text, offset, read.expected, source === undefined ? undefined : read.found);
  }
  if (source === undefined || "type" in read) throw unclosed(text, "`");
  const value = withoutRepeats(read.root, "last");
  return { type: "literal", text: source, value, start, end: start + source.length };
}

/** Where a character stands before the escapes of backticks were read. */
function escapedOffset(content: string, offset: number): number {
  let at = 0;
  for (let read = 0; read < offset; read++) at += content.startsWith("\\`", at) ? 2 : 1;
  return at;
}
