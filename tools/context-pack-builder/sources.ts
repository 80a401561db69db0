/** The sources as they are given, with their defaults. */
import { Type } from "@sinclair/typebox";
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { type JsonWarning, readJsonField } from "../_lib/json/tree/json-field.ts";
import { isNothing, readStructured } from "../_lib/fields/structured-field.ts";
import type { Failure } from "../context-pack-builder.ts";

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

const MOST_SOURCES = 500;
const OPTIONAL_TEXT = Type.Optional(Type.String());

const SOURCES = Type.Array(
  Type.Object({
    id: OPTIONAL_TEXT,
    title: OPTIONAL_TEXT,
    uri: OPTIONAL_TEXT,
    type: OPTIONAL_TEXT,
    text: Type.String(),
    priority: Type.Optional(Type.Number()),
    date: OPTIONAL_TEXT,
    required: Type.Optional(Type.Boolean()),
  }),
  { maxItems: MOST_SOURCES },
);

export type SourcesRead =
  | { readonly sources: readonly Source[]; readonly warnings: readonly Entry<JsonWarning>[] }
  | { readonly failure: Outcome<never, Failure, never> };

const PATH = "/sources";

/** Reads the field `sources`; an id that is missing or empty is made of the place: s1, s2, … */
export function readSources(field: unknown): SourcesRead {
  if (isNothing(field)) return { failure: fail<never, Failure>(sourcesMissing()) };
  const read = readStructured(field, SOURCES, PATH);
  if (read.failure) return { failure: read.failure };
  if (read.value.length === 0) return { failure: fail<never, Failure>(sourcesMissing()) };
  const sources = read.value.map((given, index) => ({
    index,
    id: given.id || `s${index + 1}`,
    title: given.title ?? null,
    uri: given.uri ?? null,
    type: given.type ?? null,
    text: given.text.replaceAll("\r\n", "\n").trim(),
    priority: given.priority ?? 0,
    date: given.date || undefined,
    required: given.required ?? false,
  }));
  const [repeated, ...others] = repeatedIds(sources);
  if (repeated) return { failure: fail<never, Failure>([repeated, ...others]) };
  return { sources, warnings: jsonWarnings(field) };
}

function sourcesMissing(): Entry<"SOURCES_MISSING"> {
  const expected = `1 to ${MOST_SOURCES} sources`;
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

/** What is lost in reading the field, at its place in the input. */
function jsonWarnings(field: unknown): Entry<JsonWarning>[] {
  return readJsonField(field, PATH).warnings.map((entry) => ({
    ...entry,
    path: `${PATH}${entry.path ?? ""}`,
  }));
}
