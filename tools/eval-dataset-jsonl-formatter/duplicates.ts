/** Rows that say what an earlier one says. */
import { NearIndex } from "../_lib/text/prose/near-index.ts";
import { shinglesOf } from "../_lib/text/prose/similarity.ts";
import type { Input } from "../eval-dataset-jsonl-formatter.ts";
import type { Identity } from "./identity.ts";
import { type Row, userText } from "./row.ts";

/** A row and the forms by which it is compared. */
export interface Entry {
  readonly row: Row;
  readonly identity: Identity;
}

export interface Duplicate {
  readonly entry: Entry;
  readonly reason: "duplicate" | "near-duplicate";
  /** The row that is kept instead. */
  readonly keeper: Row;
}

export interface Sifted {
  readonly kept: readonly Entry[];
  readonly duplicates: readonly Duplicate[];
}

/** Of rows that say the same, or ask nearly the same, the first is kept. */
export function siftDuplicates(entries: readonly Entry[], dedup: Input["dedup"]): Sifted {
  if (dedup === "none") return { kept: entries, duplicates: [] };
  const questions = dedup === "near" ? new Questions(entries) : undefined;
  const byWhole = new Map<string, Row>();
  const kept: Entry[] = [];
  const duplicates: Duplicate[] = [];
  for (const entry of entries) {
    const same = byWhole.get(entry.identity.whole);
    const keeper = same ?? questions?.keeperOf(entry);
    if (keeper) {
      duplicates.push({ entry, reason: same ? "duplicate" : "near-duplicate", keeper });
      continue;
    }
    byWhole.set(entry.identity.whole, entry.row);
    questions?.keep(entry);
    kept.push(entry);
  }
  return { kept, duplicates };
}

/** The different questions of rows, each with the row that asked it first. */
class Questions {
  readonly #places: ReadonlyMap<string, number>;
  readonly #index: NearIndex;
  readonly #keepers: (Row | undefined)[] = [];

  constructor(entries: readonly Entry[]) {
    const { places, index } = indexQuestions(entries);
    this.#places = places;
    this.#index = index;
  }

  /** The first row kept that asks nearly the same. */
  keeperOf({ identity }: Entry): Row | undefined {
    const at = this.#places.get(identity.question);
    if (at === undefined) return undefined;
    const near = [at, ...this.#index.near(at).map((other) => other.at)];
    const keepers = near.flatMap((place) => this.#keepers[place] ?? []);
    return keepers.toSorted((a, b) => a.index - b.index)[0];
  }

  keep({ row, identity }: Entry): void {
    const at = this.#places.get(identity.question);
    if (at === undefined) return;
    this.#keepers[at] = row;
    this.#index.add(at);
  }
}

/** The different questions by their normal form; rows in which the user says nothing have none. */
export function indexQuestions(entries: readonly Entry[]): {
  readonly places: ReadonlyMap<string, number>;
  readonly index: NearIndex;
} {
  const places = new Map<string, number>();
  const texts: ReturnType<typeof shinglesOf>[] = [];
  for (const { row, identity } of entries) {
    if (identity.question === "" || places.has(identity.question)) continue;
    places.set(identity.question, texts.length);
    texts.push(shinglesOf(userText(row)));
  }
  return { places, index: new NearIndex(texts) };
}

export interface Conflict {
  readonly row: Row;
  /** The first row with the same input. */
  readonly first: Row;
}

/** Rows with the input of an earlier one and another target. */
export function findConflicts(entries: readonly Entry[]): readonly Conflict[] {
  const firsts = new Map<string, Entry>();
  const conflicts: Conflict[] = [];
  for (const entry of entries) {
    const { row, identity } = entry;
    const first = firsts.get(identity.input);
    if (!first) firsts.set(identity.input, entry);
    else if (first.identity.target !== identity.target) conflicts.push({ row, first: first.row });
  }
  return conflicts;
}
