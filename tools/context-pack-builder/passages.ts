/** The passages of a source that answer a query best, within a limit. */
import { scoreByQuery } from "../_lib/agents/relevance.ts";
import type { Meter } from "../_lib/agents/token-meter.ts";
import type { Range } from "../_lib/text/prose/sentences.ts";
import { termsOf } from "../_lib/text/prose/terms.ts";
import { type TextUnit, unitsOf } from "../_lib/text/prose/units.ts";
import { GAP, joinParts } from "./blocks.ts";

export interface Excerpt {
  /** In order, with what is left out between them. */
  readonly parts: readonly Range[];
  readonly pieces: number;
}

/**
 * Whole passages by their rank, as many as fit, in the order of the text; single sentences where no whole passage that
 * answers fits. Undefined where nothing answers the query, or nothing of it fits.
 */
export function bestPassages(
  text: string,
  asked: ReadonlySet<string>,
  room: number,
  meter: Meter,
): Excerpt | undefined {
  const units = unitsOf(text);
  return (
    excerptOf(text, passagesOf(units, text), asked, room, meter) ??
    excerptOf(text, units, asked, room, meter)
  );
}

/** Paragraphs, tables, lists and code as a whole, a heading with what follows it. */
function passagesOf(units: readonly TextUnit[], text: string): Range[] {
  const passages: { start: number; end: number; isOpen: boolean; kind: TextUnit["kind"] }[] = [];
  for (const { start, end, kind } of units) {
    const last = passages.at(-1);
    const goesOn =
      last?.kind === kind &&
      (kind === "sentence" || kind === "list") &&
      !BLANK_LINE.test(text.slice(last.end, start));
    if (last && (last.isOpen || goesOn)) {
      last.end = end;
      last.isOpen = kind === "heading";
      last.kind = kind;
    } else passages.push({ start, end, kind, isOpen: kind === "heading" });
  }
  return passages;
}

const BLANK_LINE = /\n[^\S\n]*\n/;

function excerptOf(
  text: string,
  passages: readonly Range[],
  asked: ReadonlySet<string>,
  room: number,
  meter: Meter,
): Excerpt | undefined {
  const documents = passages.map(({ start, end }) => {
    const terms = termsOf(text.slice(start, end));
    return { terms, distinct: new Set(terms) };
  });
  const scores = scoreByQuery(documents, asked);
  const ranked = passages
    .map((range, place) => ({ ...range, place, score: scores[place] ?? 0 }))
    .toSorted((a, b) => b.score - a.score || a.place - b.place);
  const gap = meter.pieces(GAP);
  const taken: typeof ranked = [];
  let left = room;
  for (const passage of ranked) {
    const cost = meter.pieces(text.slice(passage.start, passage.end)) + gap;
    if (cost > left) continue;
    // What does not answer fills what is left only beside something that does.
    if (passage.score === 0 && taken.length === 0) return undefined;
    left -= cost;
    taken.push(passage);
  }
  while (taken.length > 0) {
    const parts = partsOf(taken, passages, text.length);
    const pieces = meter.pieces(joinParts(text, parts));
    if (pieces <= room) return { parts, pieces };
    taken.pop();
  }
  return undefined;
}

/** Passages that follow one another are one part, with the white space between them. */
function partsOf(
  taken: readonly (Range & { readonly place: number })[],
  passages: readonly Range[],
  length: number,
): Range[] {
  const parts: { start: number; end: number }[] = [];
  let before = -1;
  for (const { start, end, place } of taken.toSorted((a, b) => a.place - b.place)) {
    const last = parts.at(-1);
    if (last && place === before + 1) last.end = end;
    else parts.push({ start, end });
    before = place;
  }
  // White space at the end of a text is no part that is left out.
  const last = parts.at(-1);
  if (last && before === passages.length - 1) last.end = length;
  return parts;
}
