import { trimBlanks } from "../_lib/formats/markdown/blanks.ts";
import type { Inline } from "../_lib/formats/markdown/inline.ts";

interface TextLine {
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

/** Ranges of the text in which line ends and the blanks before them are not text: code, tags, destinations. */
function fixedRanges(inlines: readonly Inline[]): (readonly [number, number])[] {
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

const LONGEST_LOOK_BACK = 100;

/**
 * Whether marks at the end of the line, which the blanks keep from beginning emphasis, would do so before a
 * backslash. That takes punctuation before them, no marks that they close, and others behind that close them.
 */
function mayBeginEmphasis(text: string, before: string, after: string): boolean {
  const mark = text.at(-1) ?? "";
  if ((mark !== "*" && mark !== "_") || !after.includes(mark)) return false;
  const whole = (before.slice(-LONGEST_LOOK_BACK) + text).slice(-LONGEST_LOOK_BACK);
  const runs = [...whole.matchAll(mark === "*" ? /\*+/g : /_+/g)];
  const last = runs.pop();
  const preceding = last && whole[last.index - 1];
  if (!last || !isLeftFlanking(preceding, "\\")) return false;
  const alike = runs.filter(({ 0: run }) => run === last[0]);
  return preceding === undefined || /\s/.test(preceding) || openRuns(whole, alike) === 0;
}

/** How many of the runs begin emphasis that none of them ends. */
function openRuns(text: string, runs: readonly RegExpExecArray[]): number {
  let open = 0;
  for (const { 0: run, index } of runs) {
    const previous = text[index - 1];
    const next = text[index + run.length];
    if (open > 0 && isLeftFlanking(next, previous ?? " ")) open--;
    else if (isLeftFlanking(previous, next ?? " ")) open++;
  }
  return open;
}

/** A run of marks between the two characters; right-flanking, if they change places. */
function isLeftFlanking(previous: string | undefined, next: string): boolean {
  if (/\s/.test(next)) return false;
  return !/[\p{P}\p{S}]/u.test(next) || previous === undefined || /[\s\p{P}\p{S}]/u.test(previous);
}
