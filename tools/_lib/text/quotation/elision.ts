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

/** What stands between and around the gaps, in normal form; undefined where there are none, or a piece is too short. */
export function piecesOf(quote: string): readonly string[] | undefined {
  const parts = quote.split(GAP);
  if (parts.length === 1) return undefined;
  const pieces = parts.map((part) => new Passage(part).normal.text);
  const inner = pieces.slice(pieces[0] === "" ? 1 : 0, pieces.at(-1) === "" ? -1 : undefined);
  const isWhole = inner.length > 0 && inner.every((piece) => wordsOf(piece).length >= LEAST_WORDS);
  return isWhole ? inner : undefined;
}

export interface Elision extends Range {
  /** How often the first piece stands where the others follow it. */
  readonly occurrences: number;
}

/** The first place in the source where the pieces follow one another. */
export function findPieces(
  pieces: readonly string[],
  source: SourceText,
  budget: Budget,
): Elision | undefined {
  const { passage } = source;
  const known = new Map<string, readonly Range[]>();
  const rangesOf = (piece: string) => {
    const ranges = known.get(piece) ?? rangesIn(piece, passage);
    known.set(piece, ranges);
    budget.spend(Math.ceil(ranges.length / RANGES_PER_STEP));
    return ranges;
  };
  // From the last piece to the first: where a piece stands so that the rest follows, and where the last one ends then.
  let chains: readonly Range[] | undefined;
  for (const piece of pieces.toReversed()) {
    chains = chains ? linked(rangesOf(piece), chains) : rangesOf(piece);
    if (chains.length === 0) return undefined;
  }
  const [first] = chains ?? [];
  return first && { ...first, occurrences: chains?.length ?? 0 };
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
function linked(heads: readonly Range[], tails: readonly Range[]): Range[] {
  const chains: Range[] = [];
  let next = 0;
  for (const { start, end } of heads) {
    while ((tails[next]?.start ?? Infinity) < end) next++;
    const tail = tails[next];
    if (tail && tail.start - end <= LONGEST_GAP) chains.push({ start, end: tail.end });
  }
  return chains;
}
