import { readDefinition } from "../_lib/formats/markdown/definition.ts";
import { NEW_LINE } from "./edit.ts";
import { htmlBlockStart } from "../_lib/formats/markdown/html-block.ts";
import { scanInline } from "../_lib/formats/markdown/inline.ts";

const MOST_ROUNDS = 6;

const MARKERS = /^(?:[ \t>*+-]|\d{1,9}[.)])*/;

/** A fence, behind the markers of lists and quotes. */
const FENCE = /^((?:[ \t>*+-]|\d{1,9}[.)])*)(?:`{3,}(?=[^`]*$)|~{3,})/;

/** Puts a backslash before all that begins a construct at another place than the `kept` ones. */
export function guard(
  text: string,
  kept: ReadonlySet<number>,
  labels: ReadonlySet<string>,
): string {
  let guarded = text;
  let places = kept;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const made = [...madeInlines(guarded, places, labels), ...madeBlocks(guarded, places)];
    if (made.length === 0) break;
    const found = [...new Set(made)].toSorted((one, other) => one - other);
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

/** Definitions, fences and HTML blocks that lines of the text begin now. */
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
    if (!kept.has(start) && (htmlBlockStart(line, start - from) ?? 7) < 7) places.push(start);
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
