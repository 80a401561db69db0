/** The quotations of a document: between quotation marks, and block quotes in Markdown. */
import { endOfLine, nextLine } from "../_lib/text/position.ts";
import type { Range } from "../_lib/text/prose/sentences.ts";
import { wordsOf } from "../_lib/text/words.ts";
import { quotedIn } from "./quote-marks.ts";

interface Extract {
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

const BRACKETS: Readonly<Record<string, string>> = { "[": "]", "(": ")" };
/** Spaces and punctuation between a quotation and its citation. */
const MOST_BETWEEN = 40;
const BETWEEN = /[^\S\r\n]|(?:\r\n|\n|\r)(?![ \t]*[\r\n])|[^\P{P}[(]/uy;
const BETWEEN_BLOCKS = /\s|[^\P{P}[(]/uy;

/** The citation behind a quotation: the id of a source in brackets. */
class Citations {
  readonly #ids: ReadonlySet<string>;
  readonly #longest: number;

  constructor(ids: Iterable<string>) {
    this.#ids = new Set(ids);
    this.#longest = Math.max(0, ...Array.from(this.#ids, (id) => id.length));
  }

  /** The source that the text cites at an offset; behind a block also over blank lines. */
  behind(text: string, at: number, isBlock: boolean): string | undefined {
    const between = isBlock ? BETWEEN_BLOCKS : BETWEEN;
    let place = at;
    while (place - at <= MOST_BETWEEN) {
      const close = BRACKETS[text.charAt(place)];
      if (close !== undefined) return this.#bracketed(text, place, close);
      between.lastIndex = place;
      const [skipped] = between.exec(text) ?? [];
      if (skipped === undefined) return undefined;
      place += skipped.length;
    }
    return undefined;
  }

  /** The citation with which a text ends, and where its bracket begins. */
  atEnd(text: string): { readonly id: string; readonly start: number } | undefined {
    const end = /[\])](?=[\s.,;:]*$)/.exec(text.slice(-MOST_BETWEEN));
    if (!end) return undefined;
    const close = Math.max(0, text.length - MOST_BETWEEN) + end.index;
    const open = end[0] === "]" ? "[" : "(";
    const start = text.lastIndexOf(open, close);
    const id = start < 0 ? undefined : this.#idOf(open, text.slice(start + 1, close));
    return id === undefined ? undefined : { id, start };
  }

  #bracketed(text: string, open: number, close: string): string | undefined {
    // A mark before the id, the id, and the bracket.
    const stretch = text.slice(open + 1, open + this.#longest + 3);
    const end = stretch.indexOf(close);
    return end < 0 ? undefined : this.#idOf(text.charAt(open), stretch.slice(0, end));
  }

  /** Of `[id]`, `[^id]`, `[@id]` and `(id)`; undefined where there is no such source. */
  #idOf(open: string, inner: string): string | undefined {
    const plain = open === "[" ? inner.replace(/^[\^@]/, "") : inner;
    return [inner, plain].find((id) => this.#ids.has(id));
  }
}
