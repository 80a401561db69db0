/** Size and repetition: texts that are empty, too long, or flood the reader. */
import { countCodePoints } from "../_lib/text/code-points.ts";
import { type Sighting, sightingsAt, sightingsOf } from "./sighting.ts";

const LETTER_OR_DIGIT = /[A-Za-z0-9]/;
const BASE64_RUN = /[A-Za-z0-9+/_-]{200,}/g;
const FLOOD = 100;

export function findShape(text: string, maxChars: number): Sighting[] {
  return [
    ...(countCodePoints(text) > maxChars ? [{ code: "TEXT_TOO_LONG", count: 1 } as const] : []),
    ...(/\P{White_Space}/u.test(text) ? [] : [{ code: "EMPTY_TEXT", count: 1 } as const]),
    // A rule of 200 hyphens is not base64.
    ...sightingsOf("BASE64_BLOB", text, BASE64_RUN, (run) => LETTER_OR_DIGIT.test(run)),
    ...sightingsAt("REPETITION_FLOOD", floods(text)),
  ];
}

/** Where runs of equal words begin that are long enough. */
function floods(text: string): number[] {
  const starts: number[] = [];
  let word = "";
  let start = 0;
  let length = 0;
  for (const { 0: next, index } of text.matchAll(/\P{White_Space}+/gu)) {
    if (next !== word) {
      word = next;
      start = index;
      length = 0;
    }
    length++;
    if (length === FLOOD) starts.push(start);
  }
  return starts;
}
