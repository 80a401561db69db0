/** Tokens of stretches of one text, exactly and without counting it again and again. */
import { countedBy, countOfPieces, type Family } from "../../tools/_lib/agents/models/families.ts";
import {
  countTokens,
  encodeText,
  type Encoding,
  tokenBytes,
} from "../../tools/_lib/agents/tokens/encodings.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What is cut into small chunks is asked for in short stretches, and often the same ones. */
const LONGEST_KNOWN = 200;
const MOST_KNOWN = 20_000;

/** What a text takes of a model's context, at most. */
export class TokenMeter {
  readonly #family: Family;
  readonly encoding: Encoding;
  readonly #known = new Map<string, number>();

  constructor(family: Family) {
    this.#family = family;
    this.encoding = countedBy(family);
  }

  count(text: string): number {
    return this.ofPieces(this.pieces(text));
  }

  pieces(text: string): number {
    if (text.length > LONGEST_KNOWN) return countTokens(text, this.encoding);
    let pieces = this.#known.get(text);
    if (pieces === undefined) {
      pieces = countTokens(text, this.encoding);
      if (this.#known.size < MOST_KNOWN) this.#known.set(text, pieces);
    }
    return pieces;
  }

  /** The most pieces that come to no more than `tokens`. */
  room(tokens: number): number {
    let [low, high] = [0, tokens + 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.ofPieces(middle) <= tokens) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Where the first few tokens of a stretch end: for all that may fit into a chunk, whole code points only. */
  tokenEnds(text: string, start: number, end: number): number[] {
    const part = text.slice(start, end);
    const ends: number[] = [];
    let [at, bytes, wanted] = [0, 0, 0];
    for (const token of encodeText(part, this.encoding)) {
      wanted += tokenBytes(token, this.encoding).length;
      while (at < part.length) {
        const point = part.codePointAt(at) ?? 0;
        const size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
        if (bytes + size > wanted) break;
        bytes += size;
        at += size === 4 ? 2 : 1;
      }
      ends.push(start + at);
    }
    return ends;
  }

  /** An estimate is a percentage: pieces add up, tokens do not. */
  ofPieces(pieces: number): number {
    return countOfPieces(pieces, this.#family).high;
  }
}

const WORD_PART = /^[\p{L}\p{N}]$/u;
const LETTER = /^\p{L}$/u;
const CLOSING = /^[。！？．…」』）】〉》”’"!?.)\]]$/u;
const LONGEST_CLOSING = 12;
const NONE = -1;

/**
 * Counts runs of spans. Between most spans there is a place at which every pattern of OpenAI's encodings cuts a text,
 * whatever stands around it: before white space that no piece takes with it, and behind the last line end. Counts of
 * what lies between such places add up; only at the ends of a run something is counted anew.
 */
export class TokenSpans {
  readonly #text: string;
  readonly #spans: readonly Span[];
  readonly #meter: TokenMeter;
  /** Behind each span: the place at which the text can be cut before the next one, or -1. */
  readonly #cuts: readonly number[];
  /** The first such place at or behind each span, and the last one at or before it, by span. */
  readonly #next: readonly number[];
  readonly #before: readonly number[];
  /** Pieces from the first cut to each. */
  readonly #sums: readonly number[];
  readonly #known = new Map<number, Map<number, number>>();

  constructor(text: string, spans: readonly Span[], meter: TokenMeter) {
    this.#text = text;
    this.#spans = spans;
    this.#meter = meter;
    const isOld = /^[pr]50k/.test(meter.encoding);
    this.#cuts = spans.map((span, at) => {
      const next = spans[at + 1];
      return next === undefined ? NONE : cutBetween(text, span, next, isOld);
    });
    const before: number[] = [];
    const sums: number[] = [];
    let [last, sum] = [NONE, 0];
    for (const [at, cut] of this.#cuts.entries()) {
      if (cut >= 0) {
        if (last >= 0) sum += meter.pieces(text.slice(this.#cuts[last], cut));
        last = at;
      }
      before.push(last);
      sums.push(sum);
    }
    const next: number[] = [];
    let following = NONE;
    for (let at = spans.length - 1; at >= 0; at--) {
      if ((this.#cuts[at] ?? NONE) >= 0) following = at;
      next[at] = following;
    }
    this.#before = before;
    this.#next = next;
    this.#sums = sums;
  }

  /** Tokens of the text from the start of one span to the end of another. */
  count(first: number, last: number): number {
    return this.#meter.ofPieces(this.#pieces(first, last));
  }

  #pieces(first: number, last: number): number {
    const start = this.#spans[first]?.start ?? 0;
    const end = this.#spans[last]?.end ?? 0;
    const from = this.#next[first] ?? NONE;
    if (from < 0 || from >= last) return this.#between(start, end);
    const to = this.#before[last - 1] ?? NONE;
    const [head, tail] = [this.#cuts[from] ?? 0, this.#cuts[to] ?? 0];
    const middle = (this.#sums[to] ?? 0) - (this.#sums[from] ?? 0);
    return this.#between(start, head) + middle + this.#between(tail, end);
  }

  #between(start: number, end: number): number {
    let known = this.#known.get(start);
    if (known === undefined) this.#known.set(start, (known = new Map()));
    let pieces = known.get(end);
    if (pieces === undefined) {
      pieces = this.#meter.pieces(this.#text.slice(start, end));
      known.set(end, pieces);
    }
    return pieces;
  }
}

function cutBetween(text: string, { start, end }: Span, next: Span, isOld: boolean): number {
  if (end === next.start) return cutBeforeClosing(text, start, end);
  const isLineEnd = /^[\r\n]/.test(text.slice(end, end + 1));
  if (isOld || !isLineEnd || WORD_PART.test(characterBefore(text, end))) return end;
  // Marks take the line ends behind them along, and in one encoding slashes behind these.
  let at = next.start;
  while (at > end && !/[\r\n]/.test(text.charAt(at - 1))) at--;
  return text.charAt(at) === "/" ? NONE : at;
}

/** Where nothing stands between sentences: between the last letter and the marks behind it. */
function cutBeforeClosing(text: string, start: number, end: number): number {
  let at = end;
  while (at > Math.max(start, end - LONGEST_CLOSING) && CLOSING.test(text.charAt(at - 1))) at--;
  const isCut =
    at < end && at > start && text.charAt(at) !== "'" && LETTER.test(characterBefore(text, at));
  return isCut ? at : NONE;
}

function characterBefore(text: string, at: number): string {
  const pair = text.slice(Math.max(0, at - 2), at);
  return (pair.codePointAt(0) ?? 0) > 0xffff ? pair : pair.slice(-1);
}
