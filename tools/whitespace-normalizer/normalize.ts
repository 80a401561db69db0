import {
  indentOf,
  isBlank,
  LINE_END,
  SPACES,
  trailingFrom,
  UNICODE_SPACE,
} from "../_lib/text/white-space/characters.ts";
import { removeZeroWidth, type Replaced } from "../_lib/text/white-space/joiners.ts";

export const LINE_ENDS = ["lf", "crlf", "cr", "keep"] as const;
export const INDENTATIONS = ["keep", "remove", "spaces", "tabs", "dedent"] as const;
export const FINAL_NEWLINES = ["keep", "ensure", "remove"] as const;

export interface WhitespaceOptions {
  readonly eol: (typeof LINE_ENDS)[number];
  readonly zeroWidth: boolean;
  readonly unicodeSpaces: boolean;
  readonly tabs: "keep" | "spaces";
  readonly tabWidth: number;
  readonly indentation: (typeof INDENTATIONS)[number];
  readonly collapse: boolean;
  readonly trailing: boolean;
  readonly keepMarkdownBreaks: boolean;
  /** -1 for any number. */
  readonly maxBlankLines: number;
  readonly trimText: boolean;
  readonly finalNewline: (typeof FINAL_NEWLINES)[number];
  readonly singleLine: boolean;
}

export interface WhitespaceCounts {
  eol: number;
  zeroWidth: number;
  unicodeSpaces: number;
  tabs: number;
  indentation: number;
  collapsed: number;
  trailing: number;
  blankLines: number;
}

export const NO_COUNTS: Readonly<WhitespaceCounts> = {
  eol: 0,
  zeroWidth: 0,
  unicodeSpaces: 0,
  tabs: 0,
  indentation: 0,
  collapsed: 0,
  trailing: 0,
  blankLines: 0,
};

export interface Normalized {
  readonly text: string;
  readonly counts: Readonly<WhitespaceCounts>;
}

/** Cleans white space as the options say, step by step, and counts what each step did. */
export function normalizeWhitespace(text: string, options: WhitespaceOptions): Normalized {
  const counts = { ...NO_COUNTS };
  const target = lineEndOf(text, options.eol);
  counts.eol = (text.match(LINE_END) ?? []).filter((end) => end !== target).length;

  const characters = cleanCharacters(text.replace(LINE_END, "\n"), options, counts);
  const lines = cleanLines(characters.split("\n"), options, counts);
  if (options.singleLine) {
    const line = lines
      .join("\n")
      .replace(SPACES, (run, kept: string | undefined) => kept ?? (run === "\t" ? run : " "));
    return { text: line.replace(/^[ \t]/, "").replace(/[ \t]$/, ""), counts };
  }
  return { text: layOut(lines, options, counts).join(target), counts };
}

function lineEndOf(text: string, eol: WhitespaceOptions["eol"]): string {
  if (eol === "keep") return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
  return { lf: "\n", crlf: "\r\n", cr: "\r" }[eol];
}

function cleanCharacters(
  text: string,
  { zeroWidth, unicodeSpaces }: WhitespaceOptions,
  counts: WhitespaceCounts,
): string {
  const visible: Replaced = zeroWidth ? removeZeroWidth(text) : { text, count: 0 };
  counts.zeroWidth = visible.count;
  if (!unicodeSpaces) return visible.text;
  return visible.text.replace(UNICODE_SPACE, (_, kept: string | undefined) => {
    if (kept !== undefined) return kept;
    counts.unicodeSpaces++;
    return " ";
  });
}

function cleanLines(
  given: readonly string[],
  options: WhitespaceOptions,
  counts: WhitespaceCounts,
): readonly string[] {
  let lines = given;
  if (options.tabs === "spaces") {
    lines = lines.map((line) => {
      const expanded = expandTabs(line, options.tabWidth);
      counts.tabs += expanded.count;
      return expanded.text;
    });
  }
  if (options.indentation !== "keep") {
    const indented = indentLines(lines, options);
    counts.indentation = countChanged(lines, indented);
    lines = indented;
  }
  if (options.collapse) {
    lines = lines.map((line) => {
      const collapsed = collapseInside(line);
      counts.collapsed += collapsed.count;
      return collapsed.text;
    });
  }
  if (options.trailing) {
    const stripped = stripTrailing(lines, options.keepMarkdownBreaks);
    counts.trailing = countChanged(lines, stripped);
    lines = stripped;
  }
  return lines;
}

/** Tabs as spaces up to the next stop; columns are code points. */
function expandTabs(line: string, width: number): Replaced {
  if (!line.includes("\t")) return { text: line, count: 0 };
  let text = "";
  let column = 0;
  let count = 0;
  for (const character of line) {
    if (character !== "\t") {
      text += character;
      column++;
      continue;
    }
    const spaces = width - (column % width);
    text += " ".repeat(spaces);
    column += spaces;
    count++;
  }
  return { text, count };
}

function indentLines(
  lines: readonly string[],
  { indentation, tabWidth }: WhitespaceOptions,
): string[] {
  const common = indentation === "dedent" ? commonIndent(lines).length : 0;
  return lines.map((line) => {
    if (isBlank(line)) return line;
    if (indentation === "dedent") return line.slice(common);
    const indent = indentOf(line);
    return writeIndent(indent, indentation, tabWidth) + line.slice(indent.length);
  });
}

function writeIndent(
  indent: string,
  indentation: WhitespaceOptions["indentation"],
  tabWidth: number,
): string {
  if (indentation === "remove") return "";
  const spaces = expandTabs(indent, tabWidth).text;
  if (indentation === "spaces") return spaces;
  return "\t".repeat(Math.floor(spaces.length / tabWidth)) + " ".repeat(spaces.length % tabWidth);
}

function commonIndent(lines: readonly string[]): string {
  let common: string | undefined;
  for (const line of lines) {
    if (isBlank(line)) continue;
    const indent = indentOf(line);
    let length = 0;
    common ??= indent;
    while (length < common.length && common.charAt(length) === indent.charAt(length)) length++;
    common = common.slice(0, length);
  }
  return common ?? "";
}

/**
 * Runs of spaces and tabs between the first and the last visible character as one space; a single tab is a tab that
 * was to be kept, as in tables.
 */
function collapseInside(line: string): Replaced {
  const from = indentOf(line).length;
  const to = trailingFrom(line);
  if (from >= to) return { text: line, count: 0 };
  let count = 0;
  const inside = line.slice(from, to).replace(/[ \t]+/g, (run) => {
    if (run === " " || run === "\t") return run;
    count++;
    return " ";
  });
  return { text: line.slice(0, from) + inside + line.slice(to), count };
}

function stripTrailing(lines: readonly string[], keepsBreaks: boolean): string[] {
  const lastText = keepsBreaks ? lines.findLastIndex((line) => !isBlank(line)) : -1;
  return lines.map((line, index) => {
    const from = trailingFrom(line);
    const isBreak = index < lastText && from > 0 && line.slice(from).endsWith("  ");
    return line.slice(0, from) + (isBreak ? "  " : "");
  });
}

function countChanged(before: readonly string[], after: readonly string[]): number {
  return after.filter((line, index) => line !== before[index]).length;
}

/** The lines without the blank ones that are too many; an empty one at the end stands for a final line end. */
function layOut(
  given: readonly string[],
  { maxBlankLines, trimText, finalNewline }: WhitespaceOptions,
  counts: WhitespaceCounts,
): string[] {
  const isClosed = given.at(-1) === "";
  let lines = isClosed ? given.slice(0, -1) : [...given];
  const all = lines.length;
  if (maxBlankLines >= 0) {
    let run = 0;
    lines = lines.filter((line) => {
      run = isBlank(line) ? run + 1 : 0;
      return run <= maxBlankLines;
    });
  }
  if (trimText) {
    const first = lines.findIndex((line) => !isBlank(line));
    const last = lines.findLastIndex((line) => !isBlank(line));
    lines = first < 0 ? [] : lines.slice(first, last + 1);
  }
  counts.blankLines = all - lines.length;
  if (finalNewline === "remove") {
    while (lines.at(-1) === "") lines.pop();
    return lines;
  }
  const isEnded = finalNewline === "ensure" || isClosed;
  return isEnded && lines.length > 0 ? [...lines, ""] : lines;
}
