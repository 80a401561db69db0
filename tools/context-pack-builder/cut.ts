/** A text cut behind one of its units. */
import { unitsOf } from "../_lib/text/prose/units.ts";
import { type Meter, SEAM } from "../_lib/agents/token-meter.ts";

export interface Prefix {
  /** Offset in the text. */
  readonly end: number;
  readonly pieces: number;
}

/**
 * The longest prefix of whole units, shorter than the text, with at most `room` pieces; undefined where not even the
 * first unit is so short. The search counts no stretch of the text twice; what it finds is then counted as a whole.
 */
export function longestPrefix(text: string, room: number, meter: Meter): Prefix | undefined {
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
