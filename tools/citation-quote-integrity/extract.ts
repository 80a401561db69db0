/** The quotations of a document: between quotation marks, and block quotes in Markdown. */
import type { Range } from "../_lib/text/prose/sentences.ts";
import { endOfLine, nextLine } from "../_lib/text/position.ts";
import { wordsOf } from "../_lib/text/words.ts";
import { Citations } from "./citation.ts";
import { quotedIn } from "./quote-marks.ts";

export interface Extract {
  readonly quote: string;
  /** UTF-16 offset of its first character in the document. */
  readonly start: number;
  /** The source that is cited directly behind it. */
  readonly citedId: string | undefined;
}

const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const BLOCK = /^ {0,3}>/;
const MARKERS = /^ {0,3}(?:>[ \t]*)+/;

/** In the order of the document, those with fewer words left out. */
export function quotationsIn(text: string, ids: Iterable<string>, minWords: number): Extract[] {
  const citations = new Citations(ids);
  const found = sectionsOf(text).flatMap((section) =>
    section.isBlock ? blockQuote(text, section, citations) : inlineQuotes(text, section, citations),
  );
  return found.filter(({ quote }) => wordsOf(quote).length >= minWords);
}

interface Section extends Range {
  readonly isBlock: boolean;
}

/** The text without its fenced code, cut into block quotes and what stands between them. */
function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  let fence: string | undefined;
  for (let start = 0; start < text.length; start = nextLine(text, start)) {
    const end = endOfLine(text, start);
    const line = text.slice(start, end);
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && /^[ \t]*[`~]+[ \t]*$/.test(line)) fence = undefined;
      continue;
    }
    fence = mark;
    if (mark === undefined) addLine(sections, { start, end, isBlock: BLOCK.test(line) }, text);
  }
  return sections;
}

function addLine(sections: Section[], line: Section, text: string): void {
  const last = sections.at(-1);
  const goesOn = last?.isBlock === line.isBlock && nextLine(text, last.end) === line.start;
  if (!goesOn) sections.push(line);
  else sections[sections.length - 1] = { ...line, start: last.start };
}

function inlineQuotes(text: string, section: Section, citations: Citations): Extract[] {
  return quotedIn(text, section).map((range) => {
    const { start, end } = trimmed(text, range);
    const citedId = citations.behind(text, range.end + 1, false);
    return { quote: text.slice(start, end), start, citedId };
  });
}

function trimmed(text: string, { start, end }: Range): Range {
  const slice = text.slice(start, end);
  const first = start + (slice.length - slice.trimStart().length);
  return { start: first, end: first + slice.trim().length };
}

/** The lines joined by spaces, without their markers, marks around the whole, and the citation with which they end. */
function blockQuote(text: string, section: Section, citations: Citations): Extract[] {
  const lines = linesOf(text, section);
  const [first] = lines;
  if (!first) return [];
  const whole = lines.map((line) => text.slice(line.start, line.end)).join(" ");
  const cited = citations.atEnd(whole);
  const body = whole.slice(0, cited?.start).trim();
  const [inner] = quotedIn(body, { start: 0, end: body.length });
  const isMarked = inner?.start === 1 && inner.end === body.length - 1;
  const quote = isMarked ? body.slice(1, -1) : body;
  const citedId = cited?.id ?? citations.behind(text, section.end, true);
  return [{ quote, start: first.start + Number(isMarked), citedId }];
}

/** The lines of a block quote that have text. */
function linesOf(text: string, { start, end }: Range): Range[] {
  const lines: Range[] = [];
  for (let at = start; at < end; at = nextLine(text, at)) {
    const lineEnd = endOfLine(text, at);
    const marker = MARKERS.exec(text.slice(at, lineEnd))?.[0] ?? "";
    const line = trimmed(text, { start: at + marker.length, end: lineEnd });
    if (line.start < line.end) lines.push(line);
  }
  return lines;
}
