import type { Entry } from "../../_core/tool.ts";
import { EntryList } from "../entry-list.ts";
import { countInvisible, hasUnusualCharacters } from "./characters.ts";
import { HtmlScanner } from "./html.ts";
import type { Inline } from "./inline.ts";
import { layOut } from "./layout.ts";
import { isBlankText, trimBlanks } from "./blanks.ts";
import { scanBlocks } from "./scan.ts";
import { stripMarkdown, type Stripped } from "./strip.ts";
import type { StripCounts, StripOptions } from "./strip-inline.ts";

export interface CleanOptions extends StripOptions {
  readonly maxBlankLines: number;
}

export type CleanWarning =
  | "BOM_REMOVED"
  | "FENCE_UNCLOSED"
  | "LINK_REFERENCE_MISSING"
  | "HTML_REMAINS"
  | "WARNINGS_TRUNCATED";

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
  const warnings = new EntryList<CleanWarning, "WARNINGS_TRUNCATED">("WARNINGS_TRUNCATED");
  const lead = /^[ \t\r\n\ufeff]*/.exec(input)?.[0] ?? "";
  const text = lead.replaceAll("\ufeff", "") + input.slice(lead.length);
  if (text !== input) warnings.add("BOM_REMOVED", () => BOM_REMOVED);
  const source = linesOf(text);
  const stripped = changesText(text, options) ? stripAll(source, options) : undefined;
  const { lines = source, counts = NOTHING, origins, unclosedFence } = stripped ?? {};
  const lineNumber = (index: number) => (origins?.[index] ?? index) + 1;

  const document = scanBlocks(lines);
  if (unclosedFence !== undefined)
    warnings.add("FENCE_UNCLOSED", () => unclosed(unclosedFence + 1));
  for (const leaf of document.leaves) {
    if (leaf.kind === "fence" && !leaf.isClosed)
      warnings.add("FENCE_UNCLOSED", () => unclosed(lineNumber(leaf.from)));
  }
  const headings: { level: number; text: string }[] = [];
  let html = 0;
  const layout = layOut(document, options.maxBlankLines, {
    onHeading: (level, content) => headings.push({ level, text: content }),
    onInlines(inlines, line, content) {
      html += inlines.filter(({ kind }) => kind === "html").length;
      for (const missing of inlines) {
        if (missing.kind !== "missing") continue;
        warnings.add("LINK_REFERENCE_MISSING", () => {
          const above = content.slice(0, missing.from).split("\n").length - 1;
          return missingReference(missing, lineNumber(line + above));
        });
      }
    },
    onHtml: (content) => (html += countHtml(content)),
  });
  if (html > 0 && !options.stripHtml) warnings.add("HTML_REMAINS", () => htmlRemains(html));

  const output = layout.lines.map((line) => line.text).join("\n");
  const emptied = origins?.filter(
    (origin, index) => isBlankText(lines[index] ?? "") && !isBlankText(source[origin] ?? ""),
  );
  return {
    output,
    removed: {
      ...counts,
      invisibleCharacters: removedInvisible(input, text, lines, options.unicode),
      blankLines: Math.max(0, layout.blankLinesRemoved - (emptied?.length ?? 0)),
      trailingBlanks: layout.lines.reduce(
        (sum, { text: printed, origin }) =>
          sum + Math.max(0, trailingBlanks(lines[origin] ?? "") - trailingBlanks(printed)),
        0,
      ),
    },
    changedLines: countChanged(source, layout.lines, origins),
    headings,
    lines: source.length,
    warnings: warnings.list(),
  };
}

/** CRLF and lone CR end a line as LF does; U+0000 becomes U+FFFD. */
function linesOf(text: string): string[] {
  const lines = text.replaceAll("\0", "\ufffd").split(/\r\n?|\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

const MOST_ROUNDS = 4;

/** Code that is cleaned as text may turn out to hold code, which goes too. */
function stripAll(source: readonly string[], options: CleanOptions): Stripped {
  let stripped = stripMarkdown(source, options);
  if (options.preserveCodeBlocks) return stripped;
  for (let round = 1; round < MOST_ROUNDS; round++) {
    const again = stripMarkdown(stripped.lines, options);
    if (again.lines.join("\n") === stripped.lines.join("\n")) break;
    const { origins, counts, unclosedFence } = stripped;
    stripped = {
      lines: again.lines,
      origins: again.origins.map((origin) => origins[origin] ?? 0),
      counts: sumOf(counts, again.counts),
      unclosedFence,
    };
  }
  return stripped;
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

function trailingBlanks(line: string): number {
  return line.length - trimBlanks(line).length;
}

/** Lines with text that do not come out as they went in. */
function countChanged(
  source: readonly string[],
  printed: readonly { readonly text: string; readonly origin: number }[],
  origins: readonly number[] | undefined,
): number {
  const same = new Set<number>();
  for (const { text, origin } of printed) {
    const index = origins ? (origins[origin] ?? -1) : origin;
    if (source[index] === text) same.add(index);
  }
  return source.filter((line, index) => !isBlankText(line) && !same.has(index)).length;
}

function countHtml(text: string): number {
  const html = new HtmlScanner(text);
  let count = 0;
  for (let at = text.indexOf("<"); at !== -1;) {
    const piece = html.at(at);
    if (piece) count++;
    at = text.indexOf("<", piece?.to ?? at + 1);
  }
  return count;
}

const BOM_REMOVED = {
  message: "A byte order mark (U+FEFF) before the text was removed",
  line: 1,
  column: 1,
  offset: 0,
};

function unclosed(line: number) {
  return { message: "A code fence is never closed, so that all below it is code", line };
}

function missingReference({ label }: Extract<Inline, { kind: "missing" }>, line: number) {
  const shown = label.length > 60 ? `${label.slice(0, 60)}…` : label;
  return {
    message: `No definition has the label "${shown}"; the text is kept`,
    line,
    received: shown,
  };
}

function htmlRemains(count: number) {
  const what =
    count === 1 ? "1 HTML tag or comment remains" : `${count} HTML tags and comments remain`;
  return { message: what, received: count, hint: "Set stripHtml to remove them" };
}
