import { endOfLine } from "../../text/position.ts";
import { isOddBlank, type Source } from "./source.ts";

/** Goes to the next token and removes the comments and the odd white space before it. */
export function skipSpace(source: Source): void {
  const { text, end } = source;
  while (source.at < end) {
    const unit = text.charCodeAt(source.at);
    if (unit === 32 || unit === 10 || unit === 13 || unit === 9) source.at++;
    else if (isOddBlank(unit)) skipOddBlanks(source);
    else {
      const close = commentEnd(text, source.at, end);
      if (close < 0) return;
      source.note("COMMENT_REMOVED", source.at, close, "");
      source.at = close;
    }
  }
}

/** The end of the comment that begins at the offset, -1 where none does. */
function commentEnd(text: string, at: number, end: number): number {
  const mark = text.charAt(at);
  if (mark === "#") return Math.min(endOfLine(text, at), end);
  if (mark !== "/") return -1;
  const next = text.charAt(at + 1);
  if (next === "/") return Math.min(endOfLine(text, at), end);
  if (next !== "*") return -1;
  const close = text.indexOf("*/", at + 2);
  return close < 0 || close + 2 > end ? end : close + 2;
}

function skipOddBlanks(source: Source): void {
  const start = source.at;
  while (source.at < source.end && isOddBlank(source.text.charCodeAt(source.at))) source.at++;
  source.note("WHITESPACE_NORMALIZED", start, source.at, " ");
}
