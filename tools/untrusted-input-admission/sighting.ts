import type { FindingCode } from "./codes.ts";

/** How often something was seen, and where first: an offset in UTF-16 units, absent where it has no place. */
export interface Sighting {
  readonly code: FindingCode;
  readonly count: number;
  readonly offset?: number;
  /** Goes on the message of the code, and has no word of the text. */
  readonly detail?: string;
}

/** The matches of a global pattern that `counts` accepts, as a list of one sighting or none. */
export function sightingsOf(
  code: FindingCode,
  text: string,
  pattern: RegExp,
  counts: (match: string, offset: number) => boolean = () => true,
): Sighting[] {
  const places: number[] = [];
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (counts(match, index)) places.push(index);
  }
  return sightingsAt(code, places);
}

/** Offsets, the first of which comes first in the text, as a list of one sighting or none. */
export function sightingsAt(code: FindingCode, offsets: readonly number[]): Sighting[] {
  const [offset] = offsets;
  return offset === undefined ? [] : [{ code, count: offsets.length, offset }];
}
