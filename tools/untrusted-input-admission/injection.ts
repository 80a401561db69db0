/** Instructions to a model that a text has no business to give. */
import type { FamilyCode } from "./codes.ts";
import { normalForm } from "./normal-form.ts";
import { FAMILIES } from "./patterns.ts";
import type { Sighting } from "./sighting.ts";

/** The families in a text, each with where it was found first to be. */
export type FoundFamilies = ReadonlyMap<FamilyCode, number>;

export function findFamilies(text: string): FoundFamilies {
  const form = normalForm(text);
  const found = new Map<FamilyCode, number>();
  for (const { code, patterns } of FAMILIES) {
    const offset =
      firstOf(patterns, form.lines, form.sourceOfLines) ??
      (form.line === form.lines ? undefined : firstOf(patterns, form.line, form.sourceOfLine));
    if (offset !== undefined) found.set(code, offset);
  }
  return found;
}

/** Where the first of all matches begins in the source. */
function firstOf(
  patterns: readonly RegExp[],
  text: string,
  sourceOf: (index: number) => number,
): number | undefined {
  const places = patterns.flatMap((pattern) => {
    pattern.lastIndex = 0;
    const match = pattern.exec(text);
    // A pattern may take in the line end before.
    return match ? [match.index + match[0].search(/\S/)] : [];
  });
  return places.length === 0 ? undefined : sourceOf(Math.min(...places));
}

/** How many instructions of each family a text has: places where a pattern matches, overlapping or not. */
export function countInstructions(text: string): ReadonlyMap<FamilyCode, number> {
  const { lines, line } = normalForm(text);
  const counts = new Map<FamilyCode, number>();
  for (const { code, patterns } of FAMILIES) {
    let count = 0;
    for (const pattern of patterns)
      count += countStarts(pattern, lines) + countStarts(pattern, line);
    counts.set(code, count);
  }
  return counts;
}

function countStarts(pattern: RegExp, text: string): number {
  let count = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    count++;
    pattern.lastIndex = match.index + 1;
  }
  return count;
}

export function injectionSightings(families: FoundFamilies): Sighting[] {
  const found = Array.from(families, ([code, offset]) => ({ code, count: 1, offset }));
  const offset = Math.min(...families.values());
  return families.size > 1 ? [{ code: "INJECTION_COMBINED", count: 1, offset }, ...found] : found;
}
