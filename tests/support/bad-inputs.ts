/** Inputs that make a tool work as hard as it can: its examples grown at every place, and texts of one piece. */
import type { Unit } from "../../app/registry-entry.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface BadInput {
  readonly name: string;
  readonly input: Fields;
}

/** What many a grammar has to look at again and again. */
const PIECES = [
  " ",
  "\n",
  ".",
  "a",
  "[",
  '"',
  "😀",
  "e\u0301",
  "1",
  ",",
  "{",
  "(",
  "<",
  "*",
  "**/",
  "\\",
  "# ",
  "> ",
  "\t",
  ":",
];
/** Grown in the same way they begin and end where a parser has to remember the beginning. */
const NESTINGS: readonly (readonly [string, string])[] = [
  ["[", "]"],
  ['{"a":', "}"],
  ["(", ")"],
  ["<a>", "</a>"],
  ["**", "**"],
  ["- ", ""],
  ["a.", "a"],
  ["a|", "a"],
];
const MOST_TOKENS = 16;
const MOST_DEPTH = 150;
const MOST_PLACES = 12;

/** Every bad input of the unit, each of about `size` characters. */
export function* badInputs(unit: Unit, size: number): Generator<BadInput> {
  for (const base of basesOf(unit)) {
    for (const place of placesOf(base).slice(0, MOST_PLACES)) {
      const value = valueAt(base, place);
      for (const { name, value: grown } of grownValues(value, size)) {
        yield { name: `${place.join(".")}: ${name}`, input: withValueAt(base, place, grown) };
      }
    }
  }
  for (const [field, schema] of Object.entries(unit.input.properties)) {
    if (schema["type"] !== "string" || schema["enum"] !== undefined) continue;
    const [base = {}] = basesOf(unit);
    if (Object.hasOwn(base, field)) continue;
    for (const { name, value } of grownValues("", size)) {
      yield { name: `${field}: ${name}`, input: { ...base, [field]: value } };
    }
  }
}

function basesOf(unit: Unit): Fields[] {
  return unit.examples.map(({ input }) =>
    typeof input === "string" ? { [unit.primary]: input } : (input as Fields),
  );
}

type Place = readonly (string | number)[];

/** The texts, lists and objects of an input, those further out first. */
function placesOf(base: Fields): Place[] {
  const places: Place[] = [];
  const rest: Place[] = Object.keys(base).map((name) => [name]);
  for (const place of rest) {
    const value = valueAt(base, place);
    if (typeof value !== "string" && (typeof value !== "object" || value === null)) continue;
    places.push(place);
    if (typeof value === "object") for (const key of Object.keys(value)) rest.push([...place, key]);
  }
  return places;
}

function valueAt(base: unknown, place: Place): unknown {
  let value = base;
  for (const key of place) value = (value as Record<string, unknown>)[key];
  return value;
}

function withValueAt(base: unknown, [key, ...rest]: Place, value: unknown): Fields {
  if (key === undefined) return value as Fields;
  const copy = (Array.isArray(base) ? [...base] : { ...(base as object) }) as Record<
    string,
    unknown
  >;
  copy[key] = withValueAt(copy[key], rest, value);
  return copy;
}

interface Grown {
  readonly name: string;
  readonly value: unknown;
}

function* grownValues(value: unknown, size: number): Generator<Grown> {
  if (typeof value === "string") yield* grownTexts(value, size);
  else if (Array.isArray(value)) yield* grownLists(value, size);
  else yield* grownObjects(value as Fields, size);
}

function* grownTexts(text: string, size: number): Generator<Grown> {
  for (const piece of PIECES) yield { name: JSON.stringify(piece), value: times(piece, size) };
  for (const [open, close] of NESTINGS) {
    const depth = Math.floor(size / (open.length + close.length));
    yield { name: `${open}…${close} nested`, value: open.repeat(depth) + close.repeat(depth) };
  }
  if (text === "") return;
  for (const joint of ["", "\n", " ", "\n\n"]) {
    yield { name: `itself${JSON.stringify(joint)}`, value: times(text + joint, size) };
  }
  yield { name: "itself, then spaces", value: text + times(" ", size - text.length) };
  yield { name: "spaces, then itself", value: times(" ", size - text.length) + text };
  const tokens = [...new Set(text.match(/\w+|[^\w\s]+|\s+/g) ?? [])].slice(0, MOST_TOKENS);
  for (const token of tokens) {
    const at = text.indexOf(token);
    const [before, after] = [text.slice(0, at), text.slice(at + token.length)];
    yield { name: `${JSON.stringify(token)} again`, value: before + times(token, size) + after };
  }
}

function times(piece: string, size: number): string {
  return piece.repeat(Math.max(1, Math.floor(size / Math.max(1, piece.length))));
}

function* grownLists(list: readonly unknown[], size: number): Generator<Grown> {
  if (list.length === 0) return;
  const [first] = list;
  const most = Math.max(1, Math.floor(size / Math.max(1, JSON.stringify(first).length)));
  yield { name: "its first item again", value: Array.from({ length: most }, () => first) };
  const width = Math.max(1, JSON.stringify(list).length);
  const rounds = Math.max(1, Math.floor(size / width));
  yield { name: "all items again", value: Array.from({ length: rounds }, () => list).flat() };
  yield {
    name: "items with names of their own",
    value: Array.from({ length: most }, (_, at) => numbered(first, at)),
  };
  yield { name: "nested", value: nested(list, Math.min(MOST_DEPTH, most)) };
}

/** A copy whose short texts differ from those of every other. */
function numbered(value: unknown, at: number): unknown {
  if (typeof value === "string") return value.length < 20 ? `${value}${at}` : value;
  if (Array.isArray(value)) return value.map((item) => numbered(item, at));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, own]) => [key, numbered(own, at)]));
}

function nested(list: readonly unknown[], depth: number): unknown {
  let value: unknown = list;
  for (let at = 0; at < depth; at++) value = [value];
  return value;
}

function* grownObjects(value: Fields, size: number): Generator<Grown> {
  const entries = Object.entries(value);
  const [entry] = entries;
  if (entry === undefined) return;
  const [key, member] = entry;
  const most = Math.max(1, Math.floor(size / (JSON.stringify(member).length + key.length + 6)));
  const members = Array.from({ length: most }, (_, at) => [`${key}${at}`, member]);
  yield { name: "its first member again", value: { ...value, ...Object.fromEntries(members) } };
  let deep: unknown = value;
  for (let at = 0; at < Math.min(MOST_DEPTH, most); at++) deep = { ...value, [key]: deep };
  yield { name: "nested", value: deep };
}
