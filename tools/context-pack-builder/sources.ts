/** The sources as they are given, with their defaults. */
import { type Entry, fail } from "../_core/tool.ts";
import type { GivenSource } from "../context-pack-builder.ts";

export interface Source {
  /** Its place in the input. */
  readonly index: number;
  readonly id: string;
  readonly title: string | null;
  readonly uri: string | null;
  readonly type: string | null;
  /** Lines end with LF; no white space at the ends. */
  readonly text: string;
  readonly priority: number;
  /** Undefined sorts last. */
  readonly date: string | undefined;
  readonly required: boolean;
}

const PATH = "/sources";

/** The sources; an id that is missing or empty is made of the place: s1, s2, … */
export function readSources(given: readonly GivenSource[] = []) {
  if (given.length === 0) return { failure: fail(sourcesMissing()) };
  const sources = given.map(
    ({ id, title, uri, type, text, priority, date, required }, index): Source => ({
      index,
      id: id || `s${index + 1}`,
      title: title ?? null,
      uri: uri ?? null,
      type: type ?? null,
      text: text.replaceAll("\r\n", "\n").trim(),
      priority,
      date: date || undefined,
      required,
    }),
  );
  const [repeated, ...others] = repeatedIds(sources);
  return repeated ? { failure: fail([repeated, ...others]) } : { sources };
}

function sourcesMissing(): Entry<"SOURCES_MISSING"> {
  const expected = "1 to 500 sources";
  const message = `Cannot build a pack: found no sources, expected ${expected}`;
  return { code: "SOURCES_MISSING", message, path: PATH, expected };
}

function repeatedIds(sources: readonly Source[]): Entry<"DUPLICATE_SOURCE_ID">[] {
  const places = new Map<string, number>();
  const repeated: Entry<"DUPLICATE_SOURCE_ID">[] = [];
  for (const { id, index } of sources) {
    const first = places.get(id);
    if (first === undefined) {
      places.set(id, index);
      continue;
    }
    const found = `${JSON.stringify(id)}, which ${PATH}/${first} has`;
    const message = `Cannot tell sources apart: found the id ${found}, expected another`;
    repeated.push({
      code: "DUPLICATE_SOURCE_ID",
      message,
      path: `${PATH}/${index}/id`,
      received: id,
    });
  }
  return repeated;
}
