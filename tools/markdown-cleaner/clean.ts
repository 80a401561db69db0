import type { Entry } from "../_core/tool.ts";
import { isBlankText, trimBlanks } from "../_lib/formats/markdown/blanks.ts";
import { countInvisible, hasUnusualCharacters } from "./characters.ts";
import type { Leaf } from "../_lib/formats/markdown/document.ts";
import type { Warning } from "../markdown-cleaner.ts";
import { BOM_REMOVED, Findings } from "./findings.ts";
import { layOut, SILENT } from "./layout.ts";
import { scanBlocks } from "../_lib/formats/markdown/scan.ts";
import { stripMarkdown } from "./strip.ts";
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
  readonly warnings: readonly Entry<Warning>[];
}

const NO_STRIPS = {
  stripLinks: false,
  stripImages: false,
  stripHtml: false,
  preserveCodeBlocks: true,
} as const;

/** Lines on their way to the output, and for each the input line that it was; -1 where there was none. */
interface Draft {
  readonly lines: readonly string[];
  readonly origins: readonly number[];
}

/** Regular Markdown of the same blocks and text, without what the options take out. */
export function cleanMarkdown(input: string, options: CleanOptions): CleanedMarkdown {
  const { maxBlankLines, unicode, stripHtml } = options;
  const lead = /^(?:[ \t\ufeff]*[\r\n])*\ufeff*/.exec(input)?.[0] ?? "";
  const text = lead.replaceAll("\ufeff", "") + input.slice(lead.length);
  const source = linesOf(text);
  let draft: Draft = { lines: source, origins: source.map((_, index) => index) };
  let counts: StripCounts = { ...NO_COUNTS };
  let openFence: number | undefined;
  if (unicode && source.some(hasUnusualCharacters)) {
    draft = follow(draft, stripMarkdown(source, { ...NO_STRIPS, unicode }));
  }
  if (isStripping(options)) {
    // What is stripped is regular by then, so that it does not matter which option comes first.
    draft = follow(draft, layOut(scanBlocks(draft.lines), maxBlankLines, SILENT));
    ({ draft, counts, openFence } = strip(draft, options));
  }
  const document = scanBlocks(draft.lines);
  const findings = new Findings(draft.origins);
  if (text !== input) findings.warn("BOM_REMOVED", () => BOM_REMOVED);
  findings.fences(document, openFence);
  const mark = input.length - text.length;
  const invisible = unicode ? countInvisible(text) - countInvisible(draft.lines.join("\n")) : 0;
  draft = follow(draft, layOut(document, maxBlankLines, findings));
  if (!stripHtml) findings.remainingHtml();

  return {
    output: draft.lines.join("\n"),
    removed: { ...counts, invisibleCharacters: mark + invisible, ...removedBlanks(source, draft) },
    changedLines: countChanged(source, draft),
    headings: findings.headings,
    lines: source.length,
    warnings: findings.list(),
  };
}

/** CRLF and lone CR end a line as LF does; U+0000 becomes U+FFFD. */
function linesOf(text: string): string[] {
  const lines = text.replaceAll("\0", "\ufffd").split(/\r\n?|\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function isStripping(options: StripOptions): boolean {
  const { stripLinks, stripImages, stripHtml, preserveCodeBlocks } = options;
  return stripLinks || stripImages || stripHtml || !preserveCodeBlocks;
}

/** The draft after a step whose lines come from those of the draft. */
function follow({ origins }: Draft, step: Draft): Draft {
  return { lines: step.lines, origins: step.origins.map((origin) => origins[origin] ?? -1) };
}

const MOST_ROUNDS = 4;

interface Strip {
  readonly draft: Draft;
  readonly counts: StripCounts;
  /** The input line of a fence that was taken out and never closed. */
  readonly openFence: number | undefined;
}

/** Where code is text, what is left of it and of HTML may turn out to be code again; that goes too. */
function strip(draft: Draft, options: StripOptions): Strip {
  const first = stripMarkdown(draft.lines, options);
  const openFence =
    first.unclosedFence === undefined ? undefined : draft.origins[first.unclosedFence];
  let { counts } = first;
  let stripped = follow(draft, first);
  for (let round = 1; !options.preserveCodeBlocks && round < MOST_ROUNDS; round++) {
    if (!scanBlocks(stripped.lines).leaves.some(isCode)) break;
    const again = stripMarkdown(stripped.lines, options);
    counts = sumOf(counts, again.counts);
    stripped = follow(stripped, again);
  }
  const lines = options.unicode ? stripped.lines : withoutFirstMark(stripped.lines);
  return { draft: { ...stripped, lines }, counts, openFence };
}

function isCode({ kind }: Leaf): boolean {
  return kind === "code" || kind === "fence";
}

const NO_COUNTS: StripCounts = {
  links: 0,
  images: 0,
  htmlTags: 0,
  comments: 0,
  linkDefinitions: 0,
  codeFences: 0,
};

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

/** Blank lines, and blanks at ends of lines with text, that are no more. */
function removedBlanks(source: readonly string[], { lines, origins }: Draft) {
  const kept = new Set(origins);
  const blankLines = source.filter((line, index) => isBlankText(line) && !kept.has(index)).length;
  /** Of each input line that is left, the blanks that end it now. */
  const ends = new Map(lines.map((line, index) => [origins[index] ?? -1, trailingBlanks(line)]));
  let trailing = 0;
  for (const [origin, left] of ends) {
    const line = source[origin] ?? "";
    if (!isBlankText(line)) trailing += Math.max(0, trailingBlanks(line) - left);
  }
  return { blankLines, trailingBlanks: trailing };
}

function trailingBlanks(line: string): number {
  return line.length - trimBlanks(line).length;
}

/** Lines with text that do not come out as they went in. */
function countChanged(source: readonly string[], { lines, origins }: Draft): number {
  const same = new Set(origins.filter((origin, index) => source[origin] === lines[index]));
  return source.filter((line, index) => !isBlankText(line) && !same.has(index)).length;
}
