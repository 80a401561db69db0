/** Cuts a document into units, and packs units into chunks that keep to its structure. */
import { isInsidePair } from "../../tools/_lib/text/code-points.ts";
import { endOfLine, nextLine } from "../../tools/_lib/text/position.ts";
import { frontMatterEnd } from "../../tools/_lib/formats/markdown/front-matter.ts";
import { sentencesIn } from "../../tools/_lib/text/prose/sentences.ts";
import { type TextUnit, unitsOf } from "../../tools/_lib/text/prose/units.ts";
import { wordsOfHeading } from "../../tools/_lib/formats/markdown/heading-words.ts";
import { type Span, TokenSpans, type TokenMeter } from "./token-spans.ts";

export interface Unit extends Span {
  readonly kind: TextUnit["kind"];
  /** Its place among the units as they are found. */
  readonly at: number;
  /** A part of a unit that was too long. */
  readonly isPiece: boolean;
  /** The headings in force, outermost first; of a heading itself with it. */
  readonly headings: readonly string[];
}

/** The units of a document; plain text has sentences only. */
export function unitsIn(text: string, isPlain: boolean): readonly Unit[] {
  const units = isPlain ? plainUnits(text) : markdownUnits(text);
  const open: { level: number; text: string }[] = [];
  let headings: readonly string[] = [];
  return units.map(({ kind, start, end, text: words }, at) => {
    if (kind === "heading") {
      const heading = headingOf(words);
      while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop();
      open.push(heading);
      headings = open.map((one) => one.text);
    }
    return { kind, start, end, at, isPiece: false, headings };
  });
}

/** Front matter is a paragraph. */
function markdownUnits(text: string): TextUnit[] {
  const lines = frontMatterEnd(text.split("\n", MOST_LINES));
  if (lines === 0) return unitsOf(text);
  let end = 0;
  for (let line = 0; line < lines; line++) end = nextLine(text, end);
  const front = sentencesIn(text, { start: 0, end }).map((range): TextUnit => {
    return { kind: "sentence", ...range, text: text.slice(range.start, range.end) };
  });
  const rest = unitsOf(text.slice(end));
  return [
    ...front,
    ...rest.map((unit) => ({ ...unit, start: unit.start + end, end: unit.end + end })),
  ];
}

/** Front matter has no more. */
const MOST_LINES = 1000;

function plainUnits(text: string): TextUnit[] {
  const units: TextUnit[] = [];
  for (const { 0: paragraph, index } of text.matchAll(/[^\n]+(?:\n(?![^\S\n]*(?:\n|$))[^\n]+)*/g)) {
    const range = { start: index, end: index + paragraph.length };
    for (const { start, end } of sentencesIn(text, range)) {
      units.push({ kind: "sentence", start, end, text: text.slice(start, end) });
    }
  }
  return units;
}

/** A heading without its marks. */
function headingOf(unit: string): { level: number; text: string } {
  const marks = /^#{1,6}(?=[ \t]|$)/.exec(unit)?.[0];
  if (marks !== undefined) {
    const text = unit.slice(marks.length).replace(/(?<![ \t])[ \t]+#+[ \t]*$|^[ \t]*#+[ \t]*$/, "");
    return { level: marks.length, text: wordsOfHeading(text) };
  }
  const [first = "", underline = ""] = unit.split(/\r\n|\r|\n/);
  return { level: underline.trim().startsWith("=") ? 1 : 2, text: wordsOfHeading(first) };
}

/** The units, those that are too long in pieces. */
export function fitting(
  text: string,
  units: readonly Unit[],
  maxTokens: number,
  meter: TokenMeter,
): readonly Unit[] {
  const cutter = new Cutter(text, maxTokens, meter);
  return units.flatMap((unit) => {
    if (cutter.fits(unit.start, unit.end)) return [unit];
    const isOfLines = unit.kind === "code" || unit.kind === "table";
    const pieces = isOfLines ? cutter.lines(unit) : cutter.words(unit);
    return pieces.map((piece) => ({ ...unit, ...piece, isPiece: true }));
  });
}

/** No token of any encoding has more bytes. */
const LONGEST_TOKEN = 128;
/** Characters of a token where words are long, before the first piece says more; where it is not enough, twice as many are looked at. */
const USUAL_LENGTH = 3;
/** So much longer text may have fewer tokens, as a longer token takes the place of several. */
const LOOK_AHEAD = 8;
/** So many tokens before the end of a text hardly depend on what is there. */
const SURE = 8;

class Cutter {
  readonly #text: string;
  readonly #most: number;
  readonly #meter: TokenMeter;
  /** The most pieces that fit. */
  readonly #room: number;

  constructor(text: string, most: number, meter: TokenMeter) {
    this.#text = text;
    this.#most = most;
    this.#meter = meter;
    this.#room = meter.room(most);
  }

  fits(start: number, end: number): boolean {
    // Every token has one byte at least, and no code unit more than three.
    if (this.#meter.ofPieces((end - start) * 3) <= this.#most) return true;
    if (this.#meter.ofPieces(Math.floor((end - start) / LONGEST_TOKEN)) > this.#most) return false;
    return this.#meter.count(this.#text.slice(start, end)) <= this.#most;
  }

  /** Runs of whole lines; a line that is too long is cut at white space. */
  lines({ start, end }: Span): Span[] {
    const lines: Span[] = [];
    for (let at = start; at < end; at = nextLine(this.#text, at)) {
      lines.push({ start: at, end: Math.min(endOfLine(this.#text, at), end) });
    }
    return this.#runs(lines, (line) => this.words(line));
  }

  /** Runs of whole words; a word that is too long is cut behind code points. */
  words({ start, end }: Span): Span[] {
    const words = Array.from(
      this.#text.slice(start, end).matchAll(/\S+/g),
      ({ 0: word, index }) => {
        return { start: start + index, end: start + index + word.length };
      },
    );
    return this.#runs(words, (word) => this.#points(word));
  }

  /** The longest runs that fit, one after the other. */
  #runs(parts: readonly Span[], cut: (part: Span) => Span[]): Span[] {
    const pieces: Span[] = [];
    for (let at = 0; at < parts.length;) {
      const first = parts[at] as Span;
      const count = this.#longest(parts, at);
      if (count === 0) pieces.push(...cut(first));
      else pieces.push({ start: first.start, end: parts[at + count - 1]?.end ?? first.end });
      at += Math.max(1, count);
    }
    return pieces.filter((piece) => this.#text.slice(piece.start, piece.end).trim() !== "");
  }

  /** How many parts from one on fit together. */
  #longest(parts: readonly Span[], at: number): number {
    const start = parts[at]?.start ?? 0;
    const fits = (count: number) =>
      count === 0 || this.fits(start, parts[at + count - 1]?.end ?? start);
    let low = 0;
    let high = 1;
    while (at + high <= parts.length && fits(high)) [low, high] = [high, high * 2];
    high = Math.min(high, parts.length - at + 1);
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (fits(middle)) low = middle;
      else high = middle;
    }
    return low;
  }

  #points({ start, end }: Span): Span[] {
    const pieces: Span[] = [];
    let window = USUAL_LENGTH * this.#most;
    for (let at = start; at < end;) {
      let until = Math.min(end, at + window);
      if (until < end && isInsidePair(this.#text, until)) until--;
      const next = this.#longestPoints(at, until);
      if (until < end && next + LOOK_AHEAD > until) {
        window *= 2;
        continue;
      }
      pieces.push({ start: at, end: next });
      window = next - at + 2 * LOOK_AHEAD;
      at = next;
    }
    return pieces;
  }

  /** Where the first tokens of a stretch end, or a little behind, where longer text has fewer of them. */
  #longestPoints(start: number, end: number): number {
    const least = Math.min(end, start + (isInsidePair(this.#text, start + 1) ? 2 : 1));
    const ends = this.#meter.tokenEnds(this.#text, start, end);
    if (ends.length <= this.#room && this.fits(start, end)) return end;
    const last = Math.min(ends.length, this.#room) - 1;
    const sure = Math.max(0, last - SURE);
    const from = ends[sure] ?? start;
    for (let at = Math.min(end, (ends[last] ?? start) + LOOK_AHEAD); at > least; at--) {
      if (at < end && isInsidePair(this.#text, at)) continue;
      const pieces = sure + 1 + this.#meter.pieces(this.#text.slice(from, at));
      const isNear = at <= from || pieces <= this.#room;
      if (isNear && this.fits(start, at)) return at;
      // A code unit has at most three bytes, and so many tokens.
      if (!isNear) at -= Math.floor((pieces - this.#room - 1) / 3);
    }
    return least;
  }
}

/** A run of units, and where what is new in it begins. */
export interface Run {
  /** The first and the last unit. */
  readonly first: number;
  readonly last: number;
  /** The first unit that no chunk before has. */
  readonly newFirst: number;
}

export interface Packing {
  readonly maxTokens: number;
  readonly minTokens: number;
  readonly overlapTokens: number;
}

/** The chunks of a document, by its units. */
export function pack(
  text: string,
  units: readonly Unit[],
  packing: Packing,
  meter: TokenMeter,
): Run[] {
  const { maxTokens, minTokens } = packing;
  const tokens = new TokenSpans(text, units, meter);
  const isHeading = (at: number) => units[at]?.kind === "heading";
  const runs: Run[] = [];
  let newFirst = 0;
  while (newFirst < units.length) {
    const first = isHeading(newFirst)
      ? newFirst
      : overlapStart(runs.at(-1), newFirst, isHeading, packing, tokens);
    let last = newFirst;
    let hasText = !isHeading(newFirst);
    for (let next = last + 1; next < units.length; next++) {
      if (isHeading(next) && hasText && tokens.count(first, last) >= minTokens) break;
      if (tokens.count(first, next) > maxTokens) break;
      last = next;
      hasText ||= !isHeading(next);
    }
    if (last === units.length - 1) {
      runs.push({ first, last, newFirst });
      return runs;
    }
    let end = last;
    while (end >= newFirst && isHeading(end)) end--;
    // Headings at the end go with what follows; where there is nothing else, they stay in its path only.
    if (end >= newFirst) runs.push({ first, last: end, newFirst });
    newFirst = end >= newFirst ? end + 1 : last + 1;
  }
  return runs;
}

/** Where the longest run of units that may be repeated begins. */
function overlapStart(
  closed: Run | undefined,
  newFirst: number,
  isHeading: (at: number) => boolean,
  { maxTokens, overlapTokens }: Packing,
  tokens: TokenSpans,
): number {
  if (closed === undefined || overlapTokens === 0 || closed.last !== newFirst - 1) return newFirst;
  let start = newFirst;
  for (let at = closed.last; at > closed.first && !isHeading(at); at--) {
    if (tokens.count(at, closed.last) > overlapTokens) break;
    if (tokens.count(at, newFirst) > maxTokens) break;
    start = at;
  }
  return start;
}
