import type { JsonNode } from "../tree/tree.ts";
import { isQuote } from "./quotes.ts";
import { skipBlanks, type Source } from "./source.ts";
import { readString } from "./strings.ts";
import { valueOfWord } from "./words.ts";

const CALL =
  /(?:new\s+)?([A-Za-z_$][\w$.]*)[ \t]*\(\s*(?:"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*'|[+-]?[\w.]+)\s*(?:\)|(?![^]))/y;
const OPENING = /(?:new\s+)?[A-Za-z_$][\w$.]*[ \t]*\(\s*/y;

const TYPES: ReadonlySet<string> = new Set([
  "BinData",
  "Date",
  "Decimal",
  "Decimal128",
  "Double",
  "ISODate",
  "Int32",
  "Long",
  "NumberDecimal",
  "NumberInt",
  "NumberLong",
  "ObjectId",
  "Timestamp",
  "UUID",
  "datetime",
]);

/** Reads `ObjectId("…")` and the like as the argument; undefined where no such call stands. */
export function readTyped(source: Source): JsonNode | undefined {
  const { text, at: start, end } = source;
  CALL.lastIndex = start;
  const match = CALL.exec(text);
  if (match === null || start + match[0].length > end) return undefined;
  const known = TYPES.has(match[1] ?? "") || match[0].startsWith("new ");
  if (!known && source.open.length > 0 && !/["']/.test(match[0])) return undefined;
  OPENING.lastIndex = start;
  const argument = start + (OPENING.exec(text)?.[0].length ?? 0);
  const close = start + match[0].length;
  const bracket = text.charAt(close - 1) === ")" ? close - 1 : close;
  const code = known || source.open.length > 0 ? "TYPE_UNWRAPPED" : "PROSE_REMOVED";
  const mark = source.mark;
  source.note(code, start, close, text.slice(argument, bracket).trim());
  const node = readArgument(source, argument, bracket);
  if (node === undefined) {
    source.forget(mark);
    source.at = start;
    return undefined;
  }
  source.at = close;
  return node;
}

/** The argument alone, read as if the text ended behind it. */
function readArgument(source: Source, start: number, end: number): JsonNode | undefined {
  source.at = start;
  if (isQuote(source.character)) return readString(source, "argument");
  const { text } = source;
  let last = end;
  while (last > start && skipBlanks(text, last - 1, end) === end) last--;
  source.at = last;
  return valueOfWord(source, { start, end: last, quoted: false });
}
