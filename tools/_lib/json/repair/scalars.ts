import type { JsonNode } from "../tree/tree.ts";
import { endOfLine } from "../../text/position.ts";
import { readValue } from "./containers.ts";
import { takeFence } from "./fences.ts";
import { isQuote } from "./quotes.ts";
import { skipBlanksBack, type Source } from "./source.ts";
import { skipSpace } from "./space.ts";
import { stringToken } from "./strings.ts";

const TOKEN =
  /(?:^|\s)[+-]?\.?\d[\d.,]*(?![^\s.,;:!?])|\b(?:true|false|null|none|undefined|nan|infinity)\b|"[^"\n]*"/i;
const CALL_OR_ASSIGNMENT = /(?:new\s+)?[A-Za-z_$][\w$.]*[ \t]*\(\s*["'\w.+-]/y;

/** Reads a text without containers: strings, numbers, literals or single words, one or several. */
export function readScalars(source: Source): JsonNode[] {
  const nodes: JsonNode[] = [];
  let comma = -1;
  let last = -1;
  while (takeNext(source)) {
    const { at, character } = source;
    if (character === ",") {
      if (comma >= 0 || nodes.length === 0) source.note("COMMA_REMOVED", at, at + 1, "");
      else comma = at;
      source.at++;
    } else {
      if (last >= 0 && comma < 0 && !source.text.slice(last, at).includes("\n")) {
        source.note("COMMA_ADDED", last, last, ",");
      }
      const whole = nodes.length === 0 ? wholeText(source) : undefined;
      nodes.push(whole ?? readValue(source, "root"));
      comma = -1;
      last = source.at;
    }
  }
  if (comma >= 0) source.note("COMMA_REMOVED", comma, comma + 1, "");
  if (nodes.length === 0) throw notFound(source, "no value");
  return nodes;
}

/** Goes to the next value or comma past fences and stray marks; false at the end. */
function takeNext(source: Source): boolean {
  for (;;) {
    skipSpace(source);
    if (source.isAtEnd) return false;
    if (takeFence(source)) continue;
    const { at, character } = source;
    if (!"}];:".includes(character)) return true;
    const bracket = character === "}" || character === "]";
    source.note(bracket ? "BRACKET_REMOVED" : "PROSE_REMOVED", at, at + 1, "");
    source.at++;
  }
}

export function notFound(source: Source, found: string) {
  return source.fault(found, "a value of JSON, such as one in { } or [ ]", "JSON_NOT_FOUND");
}

/** Several words: as one string if something among them is a value of JSON; undefined for anything else. */
function wholeText(source: Source): JsonNode | undefined {
  const { text, at: start, end } = source;
  if (isQuote(source.character)) return undefined;
  CALL_OR_ASSIGNMENT.lastIndex = start;
  if (CALL_OR_ASSIGNMENT.test(text)) return undefined;
  const last = skipBlanksBack(text, start, end);
  const lines = text.slice(start, last);
  const segments = lines.split(/[\r\n,]/).map((segment) => segment.trim());
  const words = segments.some((segment) =>
    /\S\s+[^\s/#"'+]/.test(beforeComment(withoutQuoted(segment))),
  );
  const listed = lines.includes(",") && segments.filter((segment) => segment !== "").length > 1;
  const tells = TOKEN.test(lines);
  if (!words && !(listed && !tells)) return undefined;
  if (!tells) throw notFound(source, "words without a value");
  if (!words) return undefined;
  source.note("QUOTES_ADDED", start, last, JSON.stringify(lines));
  source.at = last;
  return stringToken(source, JSON.stringify(lines).slice(1, -1), start, last);
}

function withoutQuoted(segment: string): string {
  const quote = segment.search(/["'`\u201c\u2018]/);
  return quote < 0 ? segment : segment.slice(0, quote);
}

function beforeComment(segment: string): string {
  const mark = segment.search(/(?<!\S)(?:\/[/*]|#)/);
  return mark < 0 ? segment : segment.slice(0, mark);
}

const SCALAR_LINE =
  /(?:"(?:[^"\\\n]|\\[^\n])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?=[ \t]*(?:[,\r\n]|(?![^])))/y;

/** Whether a scalar of strict JSON fills the rest of the line. */
export function isScalarLine({ text, at, end }: Source): boolean {
  SCALAR_LINE.lastIndex = at;
  return (
    at < end && SCALAR_LINE.test(text) && SCALAR_LINE.lastIndex <= Math.max(endOfLine(text, at), at)
  );
}
