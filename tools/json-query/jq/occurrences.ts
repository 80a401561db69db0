import type { Spend } from "./budget.ts";

/** Up to this length the engine's own search takes no more than so many steps for each character. */
const SHORT = 16;

/**
 * Where a part that is not empty stands in a text, from the first place on; each place behind the end of the
 * one before it, or where they may overlap, behind its beginning. Takes time with the sum of the lengths.
 */
export function* occurrences(
  text: string,
  part: string,
  spend: Spend,
  { overlap }: { readonly overlap: boolean },
): Generator<number, undefined> {
  spend((text.length + part.length) >> 4);
  if (part.length > text.length) return;
  if (part.length > SHORT) {
    yield* knuthMorrisPratt(text, part, overlap);
    return;
  }
  const step = overlap ? 1 : part.length;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + step)) yield at;
}

function* knuthMorrisPratt(
  text: string,
  part: string,
  overlap: boolean,
): Generator<number, undefined> {
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (part.charCodeAt(matched) === unit) matched++;
    if (matched < part.length) continue;
    yield at + 1 - part.length;
    matched = overlap ? (borders[matched - 1] ?? 0) : 0;
  }
}

/** For each prefix, the length of the longest shorter one that it ends with. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  let length = 0;
  for (let at = 1; at < part.length; at++) {
    const unit = part.charCodeAt(at);
    while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
    if (part.charCodeAt(length) === unit) length++;
    borders[at] = length;
  }
  return borders;
}

/** Whether the part stands in the text; takes units for the search. */
export function includes(text: string, part: string, spend: Spend): boolean {
  if (part === "") return true;
  return occurrences(text, part, spend, { overlap: false }).next().done !== true;
}
