/** Quotations that leave words out and say so, or that add words in brackets. */
import type { Budget } from "../../../_core/tool.ts";
import type { Range } from "../prose/sentences.ts";
import { wordsOf } from "../words.ts";
import { Passage } from "./passage.ts";
import { placesOf } from "./places.ts";
import type { SourceText } from "./source-text.ts";

const GAP = /\[[^[\]]*\]|…|\.(?:\s?\.){2,}/g;
const LEAST_WORDS = 2;
/** Characters of the source between two pieces. */
const LONGEST_GAP = 5000;
/** Places of a piece that cost as much as one step of a run. */
const RANGES_PER_STEP = 16;

/** A quotation in the pieces between which words are left out. */
export interface Pieces {
  /** In normal form. */
  readonly texts: readonly string[];
  /** Words of the gap before each piece, which stand for some that are left out, and of the one behind the last. */
  readonly inserted: readonly ReadonlySet<string>[];
  readonly beginsWithGap: boolean;
  readonly endsWithGap: boolean;
}

/** What stands between and around the gaps; undefined where there are none, or a piece is too short. */
export function piecesOf(quote: string): Pieces | undefined {
  const parts = quote.split(GAP);
  if (parts.length === 1) return undefined;
  const gaps = ["", ...Array.from(quote.matchAll(GAP), ([gap]) => gap), ""];
  const inserted = gaps.map((gap) => new Set(wordsOf(gap)));
  const pieces = parts.map((part) => new Passage(part).normal.text);
  const beginsWithGap = pieces[0] === "";
  const endsWithGap = pieces.at(-1) === "";
  const behind = endsWithGap ? -1 : undefined;
  const texts = pieces.slice(Number(beginsWithGap), behind);
  const isWhole = texts.length > 0 && texts.every((piece) => wordsOf(piece).length >= LEAST_WORDS);
  if (!isWhole) return undefined;
  const around = inserted.slice(Number(beginsWithGap), behind);
  return { texts, inserted: around, beginsWithGap, endsWithGap };
}

export interface Elision extends Range {
  /** How often the first piece stands where the others follow it. */
  readonly occurrences: number;
  /** The words left out of a sentence without which it may say something else; none where any place is without. */
  readonly distorting: readonly string[];
}

/** A piece where the others follow it. */
interface Chain extends Range {
  readonly next: Chain | undefined;
}

/** The first place in the source where the pieces follow one another and nothing is left out that matters, else the first. */
export function findPieces(
  pieces: Pieces,
  source: SourceText,
  budget: Budget,
): Elision | undefined {
  const chains = chainsOf(pieces.texts, source, budget);
  const [first] = chains;
  if (first === undefined) return undefined;
  const occurrences = chains.length;
  let distorting: readonly string[] | undefined;
  for (const [at, chain] of chains.entries()) {
    // Another beginning that stands nearer to the same end is the one that was meant.
    if (chain.next !== undefined && chain.next === chains[at + 1]?.next) continue;
    const words = wordsLeftOut(chain, pieces, source, budget);
    if (words.length === 0) return { ...spanOf(chain), occurrences, distorting: [] };
    distorting ??= words;
  }
  return { ...spanOf(first), occurrences, distorting: distorting ?? [] };
}

function spanOf(chain: Chain): Range {
  let last = chain;
  while (last.next !== undefined) last = last.next;
  return { start: chain.start, end: last.end };
}

/** From the last piece to the first: where a piece stands so that the rest follows. */
function chainsOf(texts: readonly string[], source: SourceText, budget: Budget): readonly Chain[] {
  const { passage } = source;
  const known = new Map<string, readonly Range[]>();
  const rangesOf = (piece: string) => {
    const ranges = known.get(piece) ?? rangesIn(piece, passage);
    known.set(piece, ranges);
    budget.spend(Math.ceil(ranges.length / RANGES_PER_STEP));
    return ranges;
  };
  let chains: readonly Chain[] | undefined;
  for (const piece of texts.toReversed()) {
    const ranges = rangesOf(piece);
    chains = chains
      ? linked(ranges, chains)
      : ranges.map((range) => ({ ...range, next: undefined }));
    if (chains.length === 0) return [];
  }
  return chains ?? [];
}

/** The words that turn a sentence of which a part is quoted, and that neither a piece nor a bracket has. */
function wordsLeftOut(chain: Chain, pieces: Pieces, source: SourceText, budget: Budget): string[] {
  const words: string[] = [];
  const look = (start: number, end: number, gap: number) => {
    const found = source.turningWords({ start, end });
    budget.spend(found.length + 1);
    words.push(...found.filter((word) => pieces.inserted[gap]?.has(word) !== true));
  };
  if (pieces.beginsWithGap) look(source.sentenceAt(chain.start).start, chain.start, 0);
  let gap = 1;
  for (let at: Chain | undefined = chain; at !== undefined; at = at.next, gap++) {
    const sentenceEnd = source.sentenceAt(at.end - 1).end;
    if (at.next === undefined) {
      if (pieces.endsWithGap) look(at.end, sentenceEnd, gap);
      continue;
    }
    const { start } = at.next;
    const nextStart = source.sentenceAt(start).start;
    if (nextStart <= at.end || sentenceEnd >= start) look(at.end, start, gap);
    else {
      look(at.end, sentenceEnd, gap);
      look(nextStart, start, gap);
    }
  }
  return words;
}

/** A piece that ends with a full stop or a comma may stand in the source without it. */
function rangesIn(piece: string, passage: Passage): readonly Range[] {
  const { text } = passage.normal;
  for (const pattern of new Set([piece, piece.replace(/[.,]$/, "")])) {
    const places = placesOf(pattern, text);
    if (places.length > 0) {
      return places.map((at) => passage.written({ start: at, end: at + pattern.length }));
    }
  }
  return [];
}

/** The heads that a tail follows, not too far behind; both by their starts. */
function linked(heads: readonly Range[], tails: readonly Chain[]): Chain[] {
  const chains: Chain[] = [];
  let next = 0;
  for (const { start, end } of heads) {
    while ((tails[next]?.start ?? Infinity) < end) next++;
    const tail = tails[next];
    if (tail && tail.start - end <= LONGEST_GAP) chains.push({ start, end, next: tail });
  }
  return chains;
}
