import { trimBlanks, trimIndent } from "../_lib/formats/markdown/blanks.ts";
import type { Inline } from "../_lib/formats/markdown/inline.ts";
import { isHardBreak, paragraphLines } from "./breaks.ts";

/** The text of an ATX heading, without its marks. */
export function headingContent(line: string, level: number): string {
  const text = trimIndent(trimBlanks(trimIndent(line)).slice(level));
  const end = closingMarks(text);
  return end === -1 ? text : trimBlanks(text.slice(0, end));
}

/** The content as it stands in an ATX heading, where marks at its end would close the heading. */
export function headingText(content: string): string {
  const end = closingMarks(content);
  return end === -1 ? content : `${content.slice(0, end)}\\${content.slice(end)}`;
}

export function atxHeading(level: number, text: string): string {
  return trimBlanks(`${"#".repeat(level)} ${text}`);
}

/** Where the `#` that end the text begin, if they stand alone; else -1. */
function closingMarks(text: string): number {
  let end = text.length;
  while (end > 0 && text[end - 1] === "#") end--;
  const isAlone = end === 0 || text[end - 1] === " " || text[end - 1] === "\t";
  return end < text.length && isAlone ? end : -1;
}

/** The text of an underlined heading on one line; undefined where a hard break needs two. */
export function onOneLine(text: string, inlines: readonly Inline[]): string | undefined {
  const lines = paragraphLines(text, inlines);
  if (lines.slice(0, -1).some(({ line }) => isHardBreak(line))) return undefined;
  const parts = lines.map(({ line, isFixed }) => {
    const start = trimIndent(line);
    return isFixed ? start : trimBlanks(start);
  });
  return trimBlanks(parts.join(" "));
}
