/** Instructions to a model that a text has no business to give. */
import type { FamilyCode } from "./codes.ts";
import { instructionsIn } from "./compose.ts";
import { type NormalForm, normalForm } from "./normal-form.ts";
import { FAMILIES } from "./patterns.ts";
import type { Sighting } from "./sighting.ts";

/** The families in a text, each with where it was found first to be. */
export type FoundFamilies = ReadonlyMap<FamilyCode, number>;

export function findFamilies(text: string): FoundFamilies {
  const form = normalForm(text);
  const found = new Map<FamilyCode, number>();
  for (const { code, index } of foundIn(form)) {
    const offset = form.sourceOfLines(index);
    found.set(code, Math.min(offset, found.get(code) ?? offset));
  }
  return found;
}

/** How many instructions of each family a text has, overlapping or not. */
export function countInstructions(text: string): ReadonlyMap<FamilyCode, number> {
  const counts = new Map<FamilyCode, number>();
  for (const { code } of foundIn(normalForm(text))) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}

function foundIn({ lines }: NormalForm): { code: FamilyCode; index: number }[] {
  const marks = FAMILIES.flatMap(({ code, patterns }) =>
    patterns.flatMap((pattern) =>
      // A pattern may take in the line end before.
      Array.from(lines.matchAll(pattern), ({ 0: match, index }) => ({
        code,
        index: index + match.search(/\S/),
      })),
    ),
  );
  return [...marks, ...instructionsIn(lines)];
}

export function injectionSightings(families: FoundFamilies): Sighting[] {
  const found = Array.from(families, ([code, offset]) => ({ code, count: 1, offset }));
  const offset = Math.min(...families.values());
  return families.size > 1 ? [{ code: "INJECTION_COMBINED", count: 1, offset }, ...found] : found;
}
