import { isBlankText } from "../_lib/formats/markdown/blanks.ts";
import type { Inline } from "../_lib/formats/markdown/inline.ts";
import { cut, type Edit, type EditedLine, NEW_LINE } from "./edit.ts";
import { guard } from "./guard.ts";

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

const ONLY_MARKERS = /^(?:[ \t>*+-]|\d{1,9}[.)])*$/;

const LONGEST_HEAD = 12;

/** Code spans on several lines that come to stand where they would be fences, on one line instead. */
function withSpansOnOneLine(
  text: string,
  edits: readonly Edit[],
  inlines: readonly Inline[],
): readonly Edit[] {
  const joints: Edit[] = [];
  let next = 0;
  for (const { kind, from, to } of inlines) {
    if (kind !== "code" || !text.startsWith("```", from)) continue;
    const lineEnds = [...text.slice(from, to).matchAll(/\n/g)].map(({ index }) => from + index);
    if (lineEnds.length === 0) continue;
    const start = text.lastIndexOf("\n", from) + 1;
    while ((edits[next]?.from ?? Infinity) < start) next++;
    const first = next;
    while ((edits[next]?.to ?? Infinity) <= from) next++;
    if (next === first) continue;
    const above = edits
      .slice(first, next)
      .map((edit) => ({ ...edit, from: edit.from - start, to: edit.to - start }));
    const head = cut(text.slice(start, from), above).parts;
    if (ONLY_MARKERS.test(head.slice(head.lastIndexOf(NEW_LINE) + 1)))
      joints.push(...lineEnds.map((end) => ({ from: end, to: end + 1, put: " " })));
  }
  if (joints.length === 0) return edits;
  return [...edits, ...joints].toSorted((one, other) => one.from - other.from || one.to - other.to);
}

/** A backslash before what is put, where it would begin a heading or list, or underline the line above. */
function withTextualMarkers(text: string, edits: readonly Edit[]): Edit[] {
  /** The beginning of the line that is being put together. */
  let head = "";
  const add = (piece: string) => {
    const start = Math.max(piece.lastIndexOf("\n"), piece.lastIndexOf(NEW_LINE)) + 1;
    const more = piece.slice(start, start + LONGEST_HEAD);
    head = start === 0 ? (head + more).slice(0, LONGEST_HEAD) : more;
  };
  let at = 0;
  return edits.map((edit) => {
    add(text.slice(at, edit.from));
    const isMarker = /^[.)]/.test(edit.put)
      ? /^[ \t]*\d+$/.test(head)
      : /^[#+=-]/.test(edit.put) && isBlankText(head);
    add(edit.put);
    at = edit.to;
    return isMarker ? { ...edit, put: `\\${edit.put}` } : edit;
  });
}
