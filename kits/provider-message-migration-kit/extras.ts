/** Members of a body that have no canonical place: taken down by their pointers, and put back for their provider. */
import {
  appendPointer,
  byCodeUnit,
  comparePointers,
  isIndexToken,
  parsePointer,
} from "../../tools/_lib/results/pointer.ts";
import { setMember } from "../../tools/_lib/json/tree/value.ts";
import type { Extras } from "./canonical.ts";
import { isList, isMembers, type Json, objectOf } from "../../tools/_lib/json/tree/exact.ts";

/** What a reader finds beside what the canonical shape says. */
export class Notes {
  readonly #extras = new Map<string, Json>();
  /** Calls whose arguments are no object, by pointer in the body. */
  readonly badArguments: { readonly path: string; readonly call: string }[] = [];
  /** Ids that the reader gave to calls. */
  readonly madeIds = new Set<string>();
  /** How many of the system texts stand in each leading message of Chat. */
  readonly systemGroups: number[] = [];
  /** How many parts each message of an answer of the Responses API holds; other items are one part each. */
  readonly itemSizes: (number | "one")[] = [];

  keep(path: string, value: Json | undefined): void {
    if (saysSomething(value)) this.#extras.set(path, value);
  }

  /** Keeps the members of an object that are not among those that were read. */
  keepOthers(value: Json | undefined, path: string, read: readonly string[]): void {
    if (!isMembers(value)) return;
    for (const [key, member] of Object.entries(value)) {
      if (!read.includes(key)) this.keep(appendPointer(path, key), member);
    }
  }

  get extras(): Extras {
    return objectOf(this.#extras);
  }
}

/** Null and an empty list are what is there where nothing is given. */
function saysSomething(value: Json | undefined): value is Json {
  return value !== undefined && value !== null && !(isList(value) && value.length === 0);
}

/** Where the extras of a body stand, for the writer of the same provider's shape. */
export class Places {
  readonly #exact: ReadonlySet<string>;
  readonly #above = new Set<string>();

  constructor(extras: Extras) {
    this.#exact = new Set(Object.keys(extras));
    for (const pointer of this.#exact) {
      for (let end = pointer.length; end > 0; end = pointer.lastIndexOf("/", end - 1))
        this.#above.add(pointer.slice(0, end));
    }
  }

  /** Whether there is something at the place or inside of it. */
  hasIn(pointer: string): boolean {
    return this.#above.has(pointer);
  }

  /** The first place of a list from `index` on that an extra does not take whole. */
  free(list: string, index: number): number {
    let free = index;
    while (this.#exact.has(`${list}/${free}`)) free++;
    return free;
  }
}

export const NO_PLACES = new Places({});

/** The body with its extras at their places: members are set, items of lists put in. */
export function withExtras(body: Json, extras: Extras): Json {
  const entries = Object.entries(extras);
  if (entries.length === 0) return body;
  const root = copyOf(body);
  for (const [pointer, value] of entries.toSorted(([a], [b]) => comparePointers(a, b, byCodeUnit)))
    put(root, parsePointer(pointer) ?? [], value);
  return root;
}

type Open = { [key: string]: Json } | Json[];

function put(root: Json, path: readonly string[], value: Json): void {
  let node: Json = root;
  for (const [depth, token] of path.slice(0, -1).entries()) {
    let next: Json | undefined = childOf(node, token);
    if (!isList(next) && !isMembers(next)) {
      if (isList(node)) return;
      next = isIndexToken(path[depth + 1] ?? "") ? [] : {};
      place(node, token, next, "set");
    }
    node = next;
  }
  const last = path.at(-1);
  if (last !== undefined) place(node, last, value, "insert");
}

function childOf(node: Json, token: string): Json | undefined {
  if (isList(node)) return node[Number(token)];
  return isMembers(node) && Object.hasOwn(node, token) ? node[token] : undefined;
}

function place(node: Json, token: string, value: Json, how: "set" | "insert"): void {
  const open = node as Open;
  if (!Array.isArray(open)) setMember(open, token, value);
  else if (how === "insert") open.splice(Number(token), 0, value);
  else open[Number(token)] = value;
}

/** Objects and lists anew, so that they can be changed. */
function copyOf(value: Json): Json {
  if (isList(value)) return value.map(copyOf);
  if (!isMembers(value)) return value;
  return objectOf(Object.entries(value).map(([key, member]) => [key, copyOf(member)]));
}
