/** Texts with ids, given as a list or as an object from id to text. */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { type Entry, fail, type Outcome } from "../../_core/tool.ts";
import { type JsonWarning, readJsonField } from "../json/tree/json-field.ts";
import { appendPointer } from "../results/pointer.ts";
import type { JsonNode } from "../json/tree/tree.ts";
import { quoted } from "../text/shown.ts";
import { readStructured, type StructuredFailure } from "./structured-field.ts";

export const DUPLICATE_ID_FAILURE = {
  DUPLICATE_SOURCE_ID: "Two sources have the same id",
} as const;

export interface NamedText {
  readonly id: string;
  readonly text: string;
  /** Its place in the input. */
  readonly path: string;
}

type Failed<C extends string> = {
  readonly failure: Outcome<never, C | StructuredFailure, never>;
};

export type NamedTexts =
  | {
      readonly texts: readonly NamedText[];
      readonly warnings: readonly Entry<JsonWarning>[];
      readonly failure?: undefined;
    }
  | Failed<"DUPLICATE_SOURCE_ID">;

const LIST = Type.Array(
  Type.Object({
    id: Type.String(),
    text: Type.String(),
    title: Type.Optional(Type.String()),
  }),
);
const BY_ID = Type.Record(Type.String(), Type.String());

/** Reads a field that is not missing; an object's members count in the order in which they are written. */
export function readNamedTexts(field: unknown, path: string): NamedTexts {
  const read = readJsonField(field, path);
  const isById = read.ok && read.document.root.type === "object";
  const texts = isById ? readById(field, read.document.root, path) : readList(field, path);
  if ("failure" in texts) return texts;
  const failure = repeatedIds(texts, "DUPLICATE_SOURCE_ID", "sources");
  return failure ? { failure } : { texts, warnings: fieldWarnings(field, path) };
}

type Texts = readonly NamedText[] | Failed<never>;

function readList(field: unknown, path: string): Texts {
  const list = readStructured(field, LIST, path);
  if (list.failure) return list;
  return list.value.map(({ id, text }, at) => ({ id, text, path: `${path}/${at}` }));
}

function readById(field: unknown, root: JsonNode, path: string): Texts {
  const checked = readStructured(field, BY_ID, path);
  if (checked.failure) return checked;
  const members = root.type === "object" ? root.members : [];
  return members.map(({ key: id, value }) => ({
    id,
    text: value.type === "string" ? value.value : "",
    path: appendPointer(path, id),
  }));
}

/** The failure of ids that occur again, which is told for each of them; undefined where none does. */
export function repeatedIds<C extends string>(
  items: readonly { readonly id: string; readonly path: string }[],
  code: C,
  what: string,
): Outcome<never, C, never> | undefined {
  const places = new Map<string, string>();
  const repeated: Entry<C>[] = [];
  for (const { id, path } of items) {
    const first = places.get(id);
    if (first === undefined) {
      places.set(id, path);
      continue;
    }
    const found = `${quoted(id)} again, which ${first} has`;
    const message = `Cannot tell ${what} apart: found the id ${found}, expected another`;
    repeated.push({ code, message, path, received: id });
  }
  const [first, ...others] = repeated;
  return first && fail<never, C>([first, ...others]);
}

/** What is lost in reading a JSON field, at its place in the input. */
export function fieldWarnings(field: unknown, path: string): Entry<JsonWarning>[] {
  return readJsonField(field, path).warnings.map((entry) => ({
    ...entry,
    path: `${path}${entry.path ?? ""}`,
  }));
}

/** A list of the schema, with what is lost in reading it. */
export function readRecords<S extends TSchema>(
  field: unknown,
  schema: S,
  path: string,
):
  | {
      readonly value: Static<S>;
      readonly warnings: readonly Entry<JsonWarning>[];
      readonly failure?: undefined;
    }
  | Failed<never> {
  const read = readStructured(field, schema, path);
  return read.failure ? read : { value: read.value, warnings: fieldWarnings(field, path) };
}

/** Whether a field holds nothing: no value, blank text, or an empty list or object, as text too. */
export function isNothingOrEmpty(field: unknown): boolean {
  if (field === undefined || field === null) return true;
  if (typeof field === "string") return /^\ufeff?\s*(?:\[\s*\]|\{\s*\}|null)?\s*$/.test(field);
  return typeof field === "object" && Object.keys(field).length === 0;
}
