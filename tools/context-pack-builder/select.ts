/** Which sources are in the pack, in the order of their rank, and how much of each. */
import { countForFamily, type Family, type TokenCount } from "../_lib/agents/models/families.ts";
import { scoreByQuery } from "../_lib/agents/relevance.ts";
import { Meter, SEAM } from "../_lib/agents/token-meter.ts";
import { termsOf } from "../_lib/text/prose/terms.ts";
import { unitsOf } from "../_lib/text/prose/units.ts";
import type { Input } from "../context-pack-builder.ts";
import {
  arrange,
  BETWEEN_BLOCKS,
  BLOCK_START,
  frameOf,
  isCut,
  type Item,
  keptText,
  upTo,
  writePack,
} from "./blocks.ts";
import { comparePriority } from "./duplicates.ts";
import { bestPassages } from "./passages.ts";
import type { Source } from "./sources.ts";

/** Whole sources by rank: required, priority, relevance, the later date, the place in the input. */
export function rankSources(sources: readonly Source[], query: string): Item[] {
  const asked = new Set(termsOf(query));
  const texts = asked.size === 0 ? [] : sources.map(({ text }) => termsOf(text));
  const documents = texts.map((terms) => ({ terms, distinct: new Set(terms) }));
  const scores = scoreByQuery(documents, asked);
  const items = sources.map((source, place) => {
    return { source, relevance: scores[place] ?? 0, parts: upTo(source.text.length) };
  });
  return items.toSorted(
    (a, b) =>
      Number(b.source.required) - Number(a.source.required) ||
      comparePriority(a.source, b.source) ||
      b.relevance - a.relevance ||
      compareDate(a.source, b.source) ||
      a.source.index - b.source.index,
  );
}

/** The later one first; dates of any precision compare as texts, and none comes last. */
function compareDate({ date: a = "" }: Source, { date: b = "" }: Source): number {
  return Number(a < b) - Number(a > b);
}

type Limits = Pick<Input, "perSourceMaxTokens" | "truncate" | "citation" | "order" | "query">;

export interface Pack {
  /** In the order of the pack. */
  readonly items: readonly Item[];
  readonly output: string;
  readonly count: TokenCount;
}

/** An item with the pieces of its text that is in the pack. */
interface Weighed extends Item {
  readonly pieces: number;
}

export class Selection {
  readonly #family: Family;
  readonly #meter: Meter;
  readonly #limits: Limits;
  readonly #budget: number;
  readonly #asked: ReadonlySet<string>;
  readonly #taken: Item[] = [];
  /** Pieces that are left behind what is taken. */
  #left: number;
  #mayCut: boolean;

  /** The pack has at most `budget` tokens. */
  constructor(family: Family, limits: Limits, budget: number) {
    this.#family = family;
    this.#meter = new Meter(family);
    this.#limits = limits;
    this.#budget = budget;
    this.#asked = new Set(termsOf(limits.query));
    this.#left = this.#meter.room(budget);
    this.#mayCut = limits.truncate;
  }

  /** Takes what fits, in the order of rank; `piecesOf` knows those of whole texts. */
  select(ranked: readonly Item[], piecesOf: (source: Source) => number): Pack {
    for (const item of ranked) {
      const capped = this.#cap({ ...item, pieces: piecesOf(item.source) });
      if (!capped || this.#take(capped)) continue;
      const cut = this.#mayCut ? this.#cut(capped) : undefined;
      this.#mayCut = false;
      if (cut) this.#take(cut);
    }
    return this.#arrange();
  }

  /** The source cut to its own limit; undefined where nothing is left of it. */
  #cap(item: Weighed): Weighed | undefined {
    const { perSourceMaxTokens } = this.#limits;
    if (perSourceMaxTokens === undefined) return item;
    const room = this.#meter.room(perSourceMaxTokens);
    return item.pieces <= room ? item : this.#shorten(item, room);
  }

  /** The most that fits behind what is taken. */
  #cut(item: Weighed): Weighed | undefined {
    // Wherever it is cut, the frame is that of a cut source.
    const room =
      this.#left - this.#framePieces({ ...item, parts: upTo(item.source.text.length - 1) });
    return this.#shorten(item, Math.min(room, item.pieces - 1));
  }

  /** The passages that answer the query best, else the beginning of the text; undefined where nothing is so short. */
  #shorten(item: Weighed, room: number): Weighed | undefined {
    const { text } = item.source;
    const excerpt =
      this.#asked.size === 0 ? undefined : bestPassages(text, this.#asked, room, this.#meter);
    if (excerpt) return { ...item, ...excerpt };
    const prefix = longestPrefix(text, room, this.#meter);
    return prefix && { ...item, parts: upTo(prefix.end), pieces: prefix.pieces };
  }

  #take(item: Weighed): boolean {
    if (item.pieces + this.#framePieces(item) > this.#left) return false;
    // No encoding joins a line end with what a block begins with, so that blocks can be counted one by one.
    const next = BLOCK_START[this.#limits.citation];
    const behind = this.#framePieces(item, BETWEEN_BLOCKS + next) - this.#meter.pieces(next);
    this.#left -= item.pieces + behind;
    this.#taken.push(item);
    return true;
  }

  /** What the block has beyond the pieces of its text, with what stands behind it. */
  #framePieces(item: Item, behind = ""): number {
    const { before, after } = frameOf(item, this.#taken.length + 1, this.#limits.citation);
    const text = keptText(item);
    const [head, tail] = [text.slice(0, SEAM), text.slice(-SEAM)];
    const pieces = (part: string) => this.#meter.pieces(part);
    return pieces(before + head) - pieces(head) + pieces(tail + after + behind) - pieces(tail);
  }

  /**
   * Another order may cost a token more, as a line end behind a full stop is free and behind a word is not. Then the
   * whole block that ranks lowest goes, and a cut one only when it is alone.
   */
  #arrange(): Pack {
    const { order, citation } = this.#limits;
    for (;;) {
      const items = arrange(this.#taken, order);
      const output = writePack(items, citation);
      const count = countForFamily(output, this.#family);
      if (count.tokens <= this.#budget) return { items, output, count };
      const lowest = this.#taken.findLastIndex((item) => !isCut(item));
      this.#taken.splice(lowest === -1 ? this.#taken.length - 1 : lowest, 1);
    }
  }
}

interface Prefix {
  /** Offset in the text. */
  readonly end: number;
  readonly pieces: number;
}

/**
 * The longest prefix of whole units, shorter than the text, with at most `room` pieces; undefined where not even the
 * first unit is so short. The search counts no stretch of the text twice; what it finds is then counted as a whole.
 */
function longestPrefix(text: string, room: number, meter: Meter): Prefix | undefined {
  const ends = unitsOf(text)
    .map(({ end }) => end)
    .filter((end) => end < text.length);
  let best = -1;
  let known = 0;
  for (let beyond = ends.length; best + 1 < beyond;) {
    const middle = (best + beyond) >> 1;
    const added = piecesBetween(text, ends[best] ?? 0, ends[middle] ?? 0, meter);
    if (known + added <= room) {
      best = middle;
      known += added;
    } else beyond = middle;
  }
  for (; best >= 0; best--) {
    const end = ends[best] ?? 0;
    const pieces = meter.pieces(text.slice(0, end));
    if (pieces <= room) return { end, pieces };
  }
  return undefined;
}

/** What the stretch adds to what stands before it. */
function piecesBetween(text: string, start: number, end: number, meter: Meter): number {
  const before = text.slice(Math.max(0, start - SEAM), start);
  return meter.pieces(before + text.slice(start, end)) - meter.pieces(before);
}
