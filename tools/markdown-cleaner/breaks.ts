import type { Inline } from "../_lib/formats/markdown/inline.ts";
import { trimBlanks } from "../_lib/formats/markdown/blanks.ts";
import { mayBeginEmphasis } from "./emphasis.ts";

/** Ranges of the text in which line ends and the blanks before them are not text: code, tags, destinations. */
export function fixedRanges(inlines: readonly Inline[]): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  let end = 0;
  for (const inline of inlines) {
    const range = fixedRange(inline);
    if (range && range[0] >= end) {
      ranges.push(range);
      [, end] = range;
    }
  }
  return ranges;
}

function fixedRange(inline: Inline): readonly [number, number] | undefined {
  switch (inline.kind) {
    case "code":
    case "math":
    case "html":
      return [inline.from, inline.to];
    case "link":
    case "image":
      // A hard break inside a label would make another label of it.
      return inline.isLabel ? [inline.from, inline.to] : undefined;
    default:
      return undefined;
  }
}

export interface TextLine {
  /** The line before it, and where that begins in the text. */
  readonly line: string;
  readonly isFixed: boolean;
}

/** The lines of a paragraph; `isFixed` where the line end belongs to a construct and not to the text. */
export function paragraphLines(text: string, inlines: readonly Inline[]): TextLine[] {
  if (inlines.length === 0) return text.split("\n").map((line) => ({ line, isFixed: false }));
  const fixed = [...fixedRanges(inlines), ...resources(inlines)].toSorted(
    ([one], [other]) => one - other,
  );
  const lines: TextLine[] = [];
  let range = 0;
  let reach = 0;
  for (let from = 0; from <= text.length;) {
    const found = text.indexOf("\n", from);
    const to = found === -1 ? text.length : found;
    for (; range < fixed.length && (fixed[range]?.[0] ?? 0) <= to; range++)
      reach = Math.max(reach, fixed[range]?.[1] ?? 0);
    lines.push({ line: text.slice(from, to), isFixed: to < reach });
    from = to + 1;
  }
  return lines;
}

/** From the end of a link's text to the end of the link. */
function resources(inlines: readonly Inline[]): (readonly [number, number])[] {
  return inlines.flatMap((inline) =>
    (inline.kind === "link" || inline.kind === "image") && !inline.isLabel
      ? [[inline.textTo, inline.to] as const]
      : [],
  );
}

/** Whether the line, with another one behind it, ends in a hard break. */
export function isHardBreak(line: string): boolean {
  return line.endsWith("  ") || hasOddBackslashes(line, line.length);
}

/**
 * A line of text before another one: blanks at its end are removed, two or more become a backslash. `before` and
 * `after` are the rest of the paragraph.
 */
export function endTextLine(line: string, before: string, after: string): string {
  const text = trimBlanks(line);
  if (text === line) return line;
  if (line.endsWith("  ") && mayBeginEmphasis(text, before, after)) return `${text}  `;
  // Without the blank the backslash would break the line.
  const whole = hasOddBackslashes(text, text.length) ? `${text}\\` : text;
  return line.endsWith("  ") ? `${whole}\\` : whole;
}

function hasOddBackslashes(text: string, end: number): boolean {
  let start = end;
  while (start > 0 && text[start - 1] === "\\") start--;
  return (end - start) % 2 === 1;
}
