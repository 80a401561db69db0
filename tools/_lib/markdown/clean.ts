import type { Entry } from "../../_core/tool.ts";
import { countInvisible, hasUnusualCharacters } from "./characters.ts";
import type { Leaf, MarkdownDocument } from "./document.ts";
import { BOM_REMOVED, type CleanWarning, Findings } from "./findings.ts";
import { layOut } from "./layout.ts";
import { isBlankText, trimBlanks } from "./blanks.ts";
import type { PrintedLine } from "./print.ts";
import { scanBlocks } from "./scan.ts";
import { stripMarkdown, type Stripped } from "./strip.ts";
import type { StripCounts, StripOptions } from "./strip-inline.ts";

export interface CleanOptions extends StripOptions {
  readonly maxBlankLines: number;
}

export interface CleanedMarkdown {
  readonly output: string;
  readonly removed: StripCounts & {
    readonly invisibleCharacters: number;
    readonly blankLines: number;
    readonly trailingBlanks: number;
  };
  readonly changedLines: number;
  readonly headings: readonly { readonly level: number; readonly text: string }[];
  readonly lines: number;
  readonly warnings: readonly Entry<CleanWarning>[];
}

const NOTHING: StripCounts = {
  links: 0,
  images: 0,
  htmlTags: 0,
  comments: 0,
  linkDefinitions: 0,
  codeFences: 0,
};

/** Regular Markdown of the same blocks and text, without what the options take out. */
export function cleanMarkdown(input: string, options: CleanOptions): CleanedMarkdown {
  const lead = /^(?:[ \t\ufeff]*[\r\n])*\ufeff*/.exec(input)?.[0] ?? "";
  const text = lead.replaceAll("\ufeff", "") + input.slice(lead.length);
  const source = linesOf(text);
  const { stripped, document } = changesText(text, options)
    ? stripFully(source, options)
    : { stripped: untouched(source), document: scanBlocks(source) };
  const { lines, origins, counts } = stripped;
  const findings = new Findings(origins);
  if (text !== input) findings.warn("BOM_REMOVED", () => BOM_REMOVED);
  findings.fences(document, stripped.unclosedFence);
  const layout = layOut(document, options.maxBlankLines, findings);
  if (!options.stripHtml) findings.remainingHtml();

  const emptied = origins.filter(
    (origin, index) => isBlankText(lines[index] ?? "") && !isBlankText(source[origin] ?? ""),
  );
  return {
    output: layout.lines.map((line) => line.text).join("\n"),
    removed: {
      ...counts,
      invisibleCharacters: removedInvisible(input, text, lines, options.unicode),
      blankLines: Math.max(0, layout.blankLinesRemoved - emptied.length),
      trailingBlanks: removedBlanks(lines, layout.lines),
    },
    changedLines: countChanged(source, layout.lines, origins),
    headings: findings.headings,
    lines: source.length,
    warnings: findings.list(),
  };
}

function untouched(lines: readonly string[]): Stripped {
  return {
    lines,
    origins: lines.map((_, index) => index),
    counts: NOTHING,
    unclosedFence: undefined,
  };
}

/** CRLF and lone CR end a line as LF does; U+0000 becomes U+FFFD. */
function linesOf(text: string): string[] {
  const lines = text.replaceAll("\0", "\ufffd").split(/\r\n?|\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

const MOST_ROUNDS = 4;

interface StrippedDocument {
  readonly stripped: Stripped;
  readonly document: MarkdownDocument;
}

/** Where code is text, what is left of it and of HTML may turn out to be code again; that goes too. */
function stripFully(source: readonly string[], options: CleanOptions): StrippedDocument {
  let stripped = strip(source, options);
  let document = scanBlocks(stripped.lines);
  if (options.preserveCodeBlocks) return { stripped, document };
  for (let round = 1; round < MOST_ROUNDS && document.leaves.some(isCode); round++) {
    const again = strip(stripped.lines, options);
    const { origins, counts, unclosedFence } = stripped;
    stripped = {
      lines: again.lines,
      origins: again.origins.map((origin) => origins[origin] ?? 0),
      counts: sumOf(counts, again.counts),
      unclosedFence,
    };
    document = scanBlocks(stripped.lines);
  }
  return { stripped, document };
}

function isCode({ kind }: Leaf): boolean {
  return kind === "code" || kind === "fence";
}

function strip(source: readonly string[], options: CleanOptions): Stripped {
  const stripped = stripMarkdown(source, options);
  return options.unicode ? stripped : { ...stripped, lines: withoutFirstMark(stripped.lines) };
}

function sumOf(one: StripCounts, other: StripCounts): StripCounts {
  return {
    links: one.links + other.links,
    images: one.images + other.images,
    htmlTags: one.htmlTags + other.htmlTags,
    comments: one.comments + other.comments,
    linkDefinitions: one.linkDefinitions + other.linkDefinitions,
    codeFences: one.codeFences + other.codeFences,
  };
}

/** A mark that came to the front would be read as a byte order mark. */
function withoutFirstMark(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => !/^[ \t\ufeff]*$/.test(line));
  if (first === -1) return lines.map((line) => line.replaceAll("\ufeff", ""));
  const text = lines[first]?.replace(/^\ufeff+/, "") ?? "";
  return [...lines.slice(0, first).map(() => ""), text, ...lines.slice(first + 1)];
}

function changesText(text: string, options: CleanOptions): boolean {
  const { stripLinks, stripImages, stripHtml, preserveCodeBlocks, unicode } = options;
  const strips = stripLinks || stripImages || stripHtml || !preserveCodeBlocks;
  return strips || (unicode && hasUnusualCharacters(text));
}

function removedInvisible(
  input: string,
  text: string,
  lines: readonly string[],
  unicode: boolean,
): number {
  const mark = input.length - text.length;
  return unicode ? mark + countInvisible(text) - countInvisible(lines.join("\n")) : mark;
}

/** Blanks that ended lines and do so no more. */
function removedBlanks(lines: readonly string[], printed: readonly PrintedLine[]): number {
  let count = 0;
  for (const { text, origin } of printed) {
    count += Math.max(0, trailingBlanks(lines[origin] ?? "") - trailingBlanks(text));
  }
  return count;
}

function trailingBlanks(line: string): number {
  return line.length - trimBlanks(line).length;
}

/** Lines with text that do not come out as they went in. */
function countChanged(
  source: readonly string[],
  printed: readonly PrintedLine[],
  origins: readonly number[],
): number {
  const same = new Set<number>();
  for (const { text, origin } of printed) {
    const index = origins[origin] ?? -1;
    if (source[index] === text) same.add(index);
  }
  return source.filter((line, index) => !isBlankText(line) && !same.has(index)).length;
}
