import { cut, type Edit, type EditedLine } from "./edit.ts";
import { guard } from "./guard.ts";
import type { Inline } from "../_lib/formats/markdown/inline.ts";
import { withSpansOnOneLine, withTextualMarkers } from "./textual.ts";

/**
 * Applies the edits, sorted and apart from each other. What only they would make a code span, link or tag of
 * gets a backslash, so that text stays text.
 */
export function applyEdits(
  text: string,
  given: readonly Edit[],
  inlines: readonly Inline[],
  labels: ReadonlySet<string>,
): EditedLine[] {
  const edits = withTextualMarkers(text, withSpansOnOneLine(text, given, inlines));
  const { parts, origins } = cut(text, edits);
  return guard(parts, keptPlaces(inlines, edits), labels)
    .split(/[\n\0]/)
    .map((line, index) => ({ text: line, origin: origins[index] ?? 0 }));
}

/** Where what stays begins after the edits. */
function keptPlaces(inlines: readonly Inline[], edits: readonly Edit[]): Set<number> {
  const places = new Set<number>();
  let shift = 0;
  let next = 0;
  for (const { kind, from } of inlines) {
    if (kind === "missing") continue;
    for (; (edits[next]?.to ?? Infinity) <= from; next++) {
      const edit = edits[next];
      if (edit) shift += edit.put.length - (edit.to - edit.from);
    }
    const inside = edits[next];
    if (!inside || inside.from > from) places.add(from + shift);
  }
  return places;
}
