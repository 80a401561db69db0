/** Rows of the old table become rows of the new one, or are put aside with all that is wrong with them. */
import {
  type JsonNode,
  memberNode,
  nullNode,
  objectNode,
  stringNode,
} from "../../tools/_lib/json/tree/tree.ts";
import { numberKey } from "../../tools/_lib/json/tree/number.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { readDateTime, secondsFromLocal } from "../../tools/_lib/time/calendar.ts";
import type { ColumnType, Entry, Input } from "../data-migration-prep-kit.ts";
import { cellText, type Source, type SourceRow } from "./read.ts";
import { type CellStep, compileStep, constantNode, type Growth, typedCell } from "./cells.ts";

export interface Problem {
  readonly column: string;
  readonly code: string;
}

/** A row of the new table: cells in the order of the mapping. */
export interface NewRow {
  /** From 0 among the rows of the source. */
  readonly row: number;
  readonly cells: readonly JsonNode[];
}

export interface Reject {
  readonly row: number;
  readonly problems: readonly Problem[];
}

export interface Target {
  readonly name: string;
  readonly type: ColumnType;
  readonly entry: Entry;
  /** The columns of the source that it is made of. */
  readonly sources: readonly string[];
  /** Its cells are those of the source, but for their type. */
  readonly isCopy: boolean;
  readonly isKey: boolean;
  /** Which column of the key it is. */
  readonly keyPlace: number;
  make(row: SourceRow): JsonNode | string;
}

/** The columns of the new table, ready to be filled. */
export function targetsOf(
  entries: readonly Entry[],
  { key, nullValues }: Input,
  growth: Growth,
): Target[] {
  const keys = new Map(keysOf(key).map((name, place) => [name, place]));
  const nulls = new Set(nullValues);
  return entries.map((entry) => {
    const { to, type = "text", transform = [] } = entry;
    const sources = sourcesOf(entry);
    return {
      name: to,
      type,
      entry,
      sources,
      isKey: keys.has(to),
      keyPlace: keys.get(to) ?? -1,
      isCopy:
        sources.length === 1 &&
        entry.concat === undefined &&
        transform.length === 0 &&
        entry.default === undefined,
      make: makerOf(
        entry,
        type,
        transform.map((step) => compileStep(step, growth)),
        nulls,
      ),
    };
  });
}

export function keysOf(key: Input["key"]): readonly string[] {
  return typeof key === "string" ? [key] : [...new Set(key)];
}

/** Those of the key, in its order. */
export function inKeyOrder<T>(all: readonly T[], targetOf: (one: T) => Target): readonly T[] {
  return all
    .filter((one) => targetOf(one).isKey)
    .toSorted((one, other) => targetOf(one).keyPlace - targetOf(other).keyPlace);
}

/** A constant is made of no column. */
export function sourcesOf({ to, from = to, value, concat }: Entry): readonly string[] {
  if (value !== undefined) return [];
  return concat ?? [from];
}

const NULL = nullNode();

function makerOf(
  entry: Entry,
  type: ColumnType,
  steps: readonly CellStep[],
  nulls: ReadonlySet<string>,
): Target["make"] {
  const isNull = (cell: JsonNode) =>
    cell.type === "null" || (cell.type === "string" && nulls.has(cell.value));
  const fallback = entry.default === undefined ? NULL : constantNode(entry.default);
  const start = startOf(entry, isNull);
  return (row) => {
    const first = start(row);
    let cell: JsonNode = isNull(first) ? NULL : first;
    for (const step of cell.type === "null" ? [] : steps) {
      const made = step(cellText(cell));
      if (typeof made === "string") return made;
      cell = made;
      if (cell.type === "string" && cell.value === "" && nulls.has("")) cell = NULL;
      if (cell.type === "null") break;
    }
    if (cell.type === "null") cell = fallback;
    const made = cell.type === "null" ? cell : typedCell(cell, type);
    // The JSON text null is null, too.
    return typeof made === "object" && made.type === "null" && entry.required === true
      ? "REQUIRED_EMPTY"
      : made;
  };
}

function startOf(
  { to, from = to, value, concat, separator = " " }: Entry,
  isNull: (cell: JsonNode) => boolean,
): (row: SourceRow) => JsonNode {
  if (value !== undefined) {
    const constant = constantNode(value);
    return () => constant;
  }
  if (concat === undefined) return (row) => row.get(from) ?? NULL;
  return (row) => {
    const texts = concat.flatMap((column) => {
      const cell = row.get(column) ?? NULL;
      const text = isNull(cell) ? "" : cellText(cell).trim();
      return text === "" ? [] : [text];
    });
    return stringNode(texts.join(separator));
  };
}

export interface Mapped {
  readonly rows: readonly NewRow[];
  readonly rejects: readonly Reject[];
}

interface Limits {
  /** Where the new table can hold no U+0000. */
  readonly hasNoNul: boolean;
  /** Characters that the cells of all rows may have together. */
  readonly longest: number;
}

/** All rows, each by itself; undefined where they are more than files may hold. */
export function mapRows(
  { rows }: Source,
  targets: readonly Target[],
  { hasNoNul, longest }: Limits,
): Mapped | undefined {
  let length = 0;
  const made: NewRow[] = [];
  const rejects: Reject[] = [];
  for (const [row, source] of rows.entries()) {
    const problems: Problem[] = [];
    const cells = targets.map(({ name, make }) => {
      const cell = make(source);
      const isRefused = typeof cell === "string" || (hasNoNul && hasNul(cell));
      if (isRefused)
        problems.push({ column: name, code: typeof cell === "string" ? cell : "TEXT_NUL" });
      return typeof cell === "string" ? NULL : cell;
    });
    if (problems.some(({ code }) => code === "OUTPUT_TOO_LARGE")) return undefined;
    if (problems.length > 0) {
      rejects.push({ row, problems });
      continue;
    }
    length += cells.reduce((sum, cell) => sum + cellText(cell).length, 0);
    if (length > longest) return undefined;
    made.push({ row, cells });
  }
  return { rows: made, rejects };
}

/** In JSON the character is escaped, and a database that holds JSON as data refuses it all the same. */
function hasNul(cell: JsonNode): boolean {
  if (cell.type === "string") return cell.value.includes("\0");
  if (cell.type === "array") return cell.items.some(hasNul);
  if (cell.type !== "object") return false;
  return cell.members.some(({ key, value }) => key.includes("\0") || hasNul(value));
}

/** Rows whose key is empty, or that an earlier row has, are put aside. */
export function checkKeys(rows: readonly NewRow[], targets: readonly Target[]): Mapped {
  const keys = inKeyOrder([...targets.entries()], ([, target]) => target).map(([index]) => index);
  if (keys.length === 0) return { rows, rejects: [] };
  const seen = new Set<string>();
  const kept: NewRow[] = [];
  const rejects: Reject[] = [];
  const nameOf = (index: number) => targets[index]?.name ?? "";
  for (const one of rows) {
    const empty = keys.filter((index) => one.cells[index]?.type === "null");
    const text = JSON.stringify(
      keys.map((index) => identity(one.cells[index] ?? NULL, targets[index]?.type)),
    );
    if (empty.length > 0) {
      const problems = empty.map((index) => ({ column: nameOf(index), code: "KEY_EMPTY" }));
      rejects.push({ row: one.row, problems });
    } else if (seen.has(text)) {
      const column = keys.map(nameOf).join(", ");
      rejects.push({ row: one.row, problems: [{ column, code: "KEY_DUPLICATE" }] });
    } else {
      seen.add(text);
      kept.push(one);
    }
  }
  return { rows: kept, rejects };
}

/** One text for all cells that a database takes for the same: 1.0 and 1, or one moment in two zones. */
export function identity(cell: JsonNode, type: ColumnType = "text"): string {
  if (cell.type === "number") return numberKey(cell.text);
  if (cell.type !== "string") return minifyJson(cell, Infinity) ?? "";
  const moment = type === "timestamp" ? readDateTime(cell.value) : undefined;
  if (moment?.offset === undefined) return cell.value;
  return `${secondsFromLocal(moment.local) - moment.offset}.${moment.local.nanosecond}`;
}

export function rowNode({ cells }: NewRow, targets: readonly Target[]): JsonNode {
  return objectNode(targets.map(({ name }, index) => memberNode(name, cells[index] ?? NULL)));
}
