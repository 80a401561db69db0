/** How a quotation stands to its sources: word for word, but for typography, shortened, altered, or not there. */
import type { Budget } from "../../../_core/tool.ts";
import type { Range } from "../prose/sentences.ts";
import { type Difference, differencesOf } from "./alignment.ts";
import { closestWindow, longestWindow } from "./closest-window.ts";
import { findPieces, type Pieces, piecesOf } from "./elision.ts";
import { Passage } from "./passage.ts";
import { placesOf } from "./places.ts";
import type { SourceText } from "./source-text.ts";

/** Where quotations are wrong. */
export const QUOTE_FAILURES = {
  QUOTE_MISSING: "A quotation is not in the sources",
  QUOTE_ALTERED: "The source has other words; `critical` says whether they may change the meaning",
} as const;

export const STATUSES = ["exact", "normalised", "elided", "altered", "missing"] as const;
export type Status = (typeof STATUSES)[number];

/** Whether the source has what is quoted. */
export function isVerified(status: string): boolean {
  return status === "exact" || status === "normalised" || status === "elided";
}

/** Where in a source a quotation was found; offsets in the source's text. */
export interface Match extends Range {
  readonly status: Exclude<Status, "missing">;
  readonly similarity: number;
  readonly occurrences: number;
  readonly differences: readonly Difference[];
  /** Of what is elided: words of a quoted sentence that are left out and may change what it says. */
  readonly distorting: readonly string[];
}

export class Quotation {
  readonly #passage: Passage;
  readonly #threshold: number;
  readonly #budget: Budget;
  #pieces: { readonly found: Pieces | undefined } | undefined;

  /** An altered quotation is at least as similar as the threshold. */
  constructor(text: string, threshold: number, budget: Budget) {
    this.#passage = new Passage(text);
    this.#threshold = threshold;
    this.#budget = budget;
  }

  /** The best match in one source. */
  findIn(source: SourceText): Match | undefined {
    return this.findAmong([source])?.match;
  }

  /** The best match in several sources: the first one of the best status, or the most similar one. */
  findAmong<S extends SourceText>(
    sources: readonly S[],
  ): { readonly source: S; readonly match: Match } | undefined {
    if (this.#passage.normal.text === "") return undefined;
    for (const find of [this.#exact, this.#normalised, this.#elided, this.#wordForWord]) {
      for (const source of sources) {
        const match = find.call(this, source);
        if (match) return { source, match };
      }
    }
    let best: { readonly source: S; readonly match: Match } | undefined;
    for (const source of sources) {
      const match = this.#altered(source);
      if (match && match.similarity > (best?.match.similarity ?? 0)) best = { source, match };
    }
    return best;
  }

  #exact(source: SourceText): Match | undefined {
    const { text } = this.#passage;
    const places = placesOf(text, source.passage.text).map((start) =>
      source.passage.placed({ start, end: start + text.length }),
    );
    // Of what is seen, marks that are not seen may stand between.
    const first = places.find(({ start, end }) => source.source.slice(start, end) === text);
    return first && verified("exact", first, places.length);
  }

  #normalised(source: SourceText): Match | undefined {
    const { passage } = source;
    const { text } = this.#passage.normal;
    if (!source.mayHold(this.#words())) return undefined;
    for (const pattern of new Set([text, text.replace(/[.,]$/, "")])) {
      const [start, ...others] = placesOf(pattern, passage.normal.text);
      if (start === undefined) continue;
      const range = passage.written({ start, end: start + pattern.length });
      return verified("normalised", range, 1 + others.length);
    }
    return undefined;
  }

  #elided(source: SourceText): Match | undefined {
    const pieces = this.#inPieces();
    const found = pieces && findPieces(pieces, source, this.#budget);
    return (
      found && { ...verified("elided", found, found.occurrences), distorting: found.distorting }
    );
  }

  #inPieces(): Pieces | undefined {
    this.#pieces ??= { found: piecesOf(this.#passage.text) };
    return this.#pieces.found;
  }

  /** All words one after another, with whatever punctuation. */
  #wordForWord(source: SourceText): Match | undefined {
    const { passage } = source;
    const words = this.#words();
    if (!source.mayHold(words)) return undefined;
    const [first, ...others] = source.wordPlaces(words);
    if (first === undefined) return undefined;
    const stretch = passage.stretch({ start: first, end: first + words.length });
    const status = this.#inPieces() === undefined ? "normalised" : "elided";
    return verified(status, passage.written(stretch), 1 + others.length);
  }

  #altered(source: SourceText): Match | undefined {
    const words = this.#words();
    const most = mostDistance(words.length, this.#threshold);
    if (most < 1) return undefined;
    const gram = words.length < LONG_QUOTE ? 2 : 3;
    const anchors = source.sharedGrams(words, gram);
    if (anchors.length === 0) return undefined;
    const budget = this.#budget;
    const quote = source.numbersOf(words);
    const window = closestWindow({ quote, source: source.numbers, anchors, gram, most, budget });
    if (!window) return undefined;
    const { distance } = window;
    const similarity = similarityOf(distance, words.length, window.end - window.start);
    if (similarity < this.#threshold) return undefined;
    const { passage } = source;
    const original = passage.words.slice(window.start, window.end);
    return {
      status: "altered",
      ...passage.written(passage.stretch(window)),
      similarity,
      occurrences: 1,
      differences: differencesOf(this.#passage.words, original, distance, budget),
      distorting: [],
    };
  }

  #words(): string[] {
    return this.#passage.words.map(({ text }) => text);
  }
}

/** Words from which on a quotation is looked for by runs of three words rather than two. */
const LONG_QUOTE = 6;
const SCALE = 10_000;

function verified(
  status: "exact" | "normalised" | "elided",
  { start, end }: Range,
  occurrences: number,
): Match {
  return { status, start, end, similarity: 1, occurrences, differences: [], distorting: [] };
}

/** To 4 decimals, and below 1 where anything differs. */
function similarityOf(distance: number, quoted: number, original: number): number {
  const share = Math.round((1 - distance / Math.max(quoted, original)) * SCALE) / SCALE;
  return Math.min(share, 1 - 1 / SCALE);
}

/** No distance beyond it can be rounded to a similarity that reaches the threshold. */
function mostDistance(words: number, threshold: number): number {
  return Math.floor((1 - threshold + 1 / SCALE) * longestWindow(words));
}
