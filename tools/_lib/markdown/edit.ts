import { readDefinition } from "./definition.ts";
import { type Inline, scanInline } from "./inline.ts";

/** Text from `from` to `to` gives way to `put`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

/** A line end that was none: the line goes on where it was. U+0000 is in no Markdown text. */
export const NEW_LINE = "\0";

/** A line after the edits, and which line it was before; several may have been one. */
export interface EditedLine {
  readonly text: string;
  readonly origin: number;
}

const MOST_ROUNDS = 6;

const MARKERS = /^(?:[ \t>*+-]|\d{1,9}[.)])*/;

/** A fence, behind the markers of lists and quotes. */
const FENCE = /^((?:[ \t>*+-]|\d{1,9}[.)])*)(?:`{3,}(?=[^`]*$)|~{3,})/;

/**
 * Applies the edits, sorted and apart from each other. What only they would make a code span, link or tag of
 * gets a backslash, so that text stays text.
 */
export function applyEdits(
  text: string,
  edits: readonly Edit[],
  inlines: readonly Inline[],
  labels: ReadonlySet<string>,
): EditedLine[] {
  const { parts, origins } = cut(text, edits);
  const kept = keptPlaces(inlines, edits);
  const guarded = guard(parts, kept, (made, places) => [
    ...madeInlines(made, places, labels),
    ...madeBlocks(made, places),
  ]);
  return guarded
    .split(/[\n\0]/)
    .map((line, index) => ({ text: line, origin: origins[index] ?? 0 }));
}

function cut(text: string, edits: readonly Edit[]): { parts: string; origins: number[] } {
  const parts: string[] = [];
  const origins = [0];
  let line = 0;
  let at = 0;
  const keep = (to: number) => {
    const piece = text.slice(at, to);
    parts.push(piece);
    for (let end = piece.indexOf("\n"); end !== -1; end = piece.indexOf("\n", end + 1))
      origins.push(++line);
  };
  for (const { from, to, put } of edits) {
    keep(from);
    parts.push(put);
    if (put === NEW_LINE) origins.push(line);
    for (
      let end = text.indexOf("\n", from);
      end !== -1 && end < to;
      end = text.indexOf("\n", end + 1)
    )
      line++;
    at = to;
  }
  keep(text.length);
  return { parts: parts.join(""), origins };
}

/** Where what stays begins after the edits. */
function keptPlaces(inlines: readonly Inline[], edits: readonly Edit[]): Set<number> {
  const places = new Set<number>();
  let shift = 0;
  let next = 0;
  for (const { from } of inlines) {
    for (; (edits[next]?.to ?? Infinity) <= from; next++) {
      const edit = edits[next];
      if (edit) shift += edit.put.length - (edit.to - edit.from);
    }
    const inside = edits[next];
    if (!inside || inside.from > from) places.add(from + shift);
  }
  return places;
}

/** Puts a backslash before all that `find` finds, until it finds no more. */
function guard(
  text: string,
  kept: ReadonlySet<number>,
  find: (text: string, kept: ReadonlySet<number>) => readonly number[],
): string {
  let guarded = text;
  let places = kept;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const found = [...new Set(find(guarded, places))].toSorted((one, other) => one - other);
    if (found.length === 0) break;
    places = shifted(places, found);
    guarded = withBackslashes(guarded, found);
  }
  return guarded;
}

function madeInlines(
  text: string,
  kept: ReadonlySet<number>,
  labels: ReadonlySet<string>,
): number[] {
  return scanInline(text.replaceAll(NEW_LINE, "\n"), labels)
    .filter(({ kind, from }) => !kept.has(from) && kind !== "math" && kind !== "missing")
    .map(({ kind, from }) => (kind === "image" ? from + 1 : from));
}

/** Definitions and fences that lines of the text begin now. */
function madeBlocks(text: string, kept: ReadonlySet<number>): number[] {
  const places: number[] = [];
  const lines = text.replaceAll(NEW_LINE, "\n");
  for (let from = 0; from < lines.length;) {
    const found = lines.indexOf("\n", from);
    const to = found === -1 ? lines.length : found;
    const line = lines.slice(from, to);
    const start = from + (MARKERS.exec(line)?.[0].length ?? 0);
    const markers = FENCE.exec(line)?.[1];
    if (markers !== undefined && !kept.has(from + markers.length))
      places.push(from + markers.length);
    if (lines[start] === "[" && !kept.has(start) && readDefinition(lines, start))
      places.push(start);
    from = to + 1;
  }
  return places;
}

function shifted(places: ReadonlySet<number>, inserted: readonly number[]): Set<number> {
  const sorted = [...places].toSorted((one, other) => one - other);
  let count = 0;
  return new Set(
    sorted.map((place) => {
      while ((inserted[count] ?? Infinity) <= place) count++;
      return place + count;
    }),
  );
}

function withBackslashes(text: string, places: readonly number[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const place of places) {
    parts.push(text.slice(at, place), "\\");
    at = place;
  }
  return parts.join("") + text.slice(at);
}
