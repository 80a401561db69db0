/** Text as Markdown that renders as the very text (CommonMark 0.31 with the tables and strikethrough of GFM). */
import { decodeEntity } from "../_lib/formats/markdown/entities.ts";
import { isDelimiterRow } from "../_lib/formats/markdown/table.ts";
import { characterAt } from "../_lib/text/character.ts";

const WORD = /[\p{L}\p{N}]/u;
const MARKS = /[\\`*[\]]|_+|~+|<(?=[A-Za-z/!?])|&(?:#\w{1,8}|[A-Za-z]\w{1,31});/g;

/** Escapes what would begin something inside a line; a tilde that is the only one of its block strikes out nothing. */
export function escapeText(text: string, keepsTilde = false): string {
  return text.replace(MARKS, (mark, offset: number) => {
    switch (mark[0]) {
      case "_":
        return isIntraword(text, offset, mark.length) ? mark : String.raw`\_`.repeat(mark.length);
      case "~":
        return keepsTilde ? mark : String.raw`\~`.repeat(mark.length);
      case "&":
        return mark[1] !== "#" && decodeEntity(mark) === undefined ? mark : `\\${mark}`;
      default:
        return `\\${mark}`;
    }
  });
}

function isIntraword(text: string, offset: number, length: number): boolean {
  return WORD.test(characterBefore(text, offset)) && WORD.test(characterAt(text, offset + length));
}

/** The whole character that ends at the offset; empty at the start. */
export function characterBefore(text: string, offset: number): string {
  const code = text.codePointAt(offset - 2);
  if (code !== undefined && code > 0xffff) return String.fromCodePoint(code);
  return offset > 0 ? text.charAt(offset - 1) : "";
}

const NUMBERED = /^(\d{1,9})([.)](?: |$))/;
const STARTS = /^(?:#{1,6}(?: |$)|[-+](?: |$)|>|~~~|\||(?:=+|-+)$)/;

/** Escapes what would begin a block, or end the one before, at the start of a line. */
export function escapeLineStart(line: string): string {
  if (NUMBERED.test(line)) return line.replace(NUMBERED, String.raw`$1\$2`);
  return STARTS.test(line) || isDelimiterRow(line) ? `\\${line}` : line;
}

/** A code span with as many backticks as it takes (CommonMark 6.1). */
export function codeSpan(text: string): string {
  const runs = new Set(text.match(/`+/g)?.map((run) => run.length));
  let length = 1;
  while (runs.has(length)) length++;
  const fence = "`".repeat(length);
  const isPadded = /^`|`$|^ [^]* $/.test(text);
  return isPadded ? `${fence} ${text} ${fence}` : fence + text + fence;
}
