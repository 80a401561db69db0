/** Objects of one kind as rows and columns: which there are, in which order, and as CSV. */
import { writeRecord } from "../../../tools/_lib/formats/csv/write.ts";
import { Digits, isNothing, isRecord, isScalar, type Row, textOfCell } from "./shape.ts";

/** Names are data: what every object has is no cell. */
export function cellOf(row: Row, column: string): unknown {
  return Object.hasOwn(row, column) ? row[column] : undefined;
}

const MOST_MEMBERS = 12;

/** Small objects in cells become columns of their own. */
export function flattened(rows: readonly Row[]): readonly Row[] {
  const wide = new Set(Object.keys(rows[0] ?? {}).filter((name) => isFlatColumn(rows, name)));
  if (wide.size === 0) return rows;
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) =>
        wide.has(name) && isRecord(value)
          ? Object.entries(value).map(([member, part]) => [`${name}.${member}`, part] as const)
          : [[name, value] as const],
      ),
    ),
  );
}

function isFlatColumn(rows: readonly Row[], name: string): boolean {
  const members = new Set<string>();
  for (const row of rows) {
    const value = cellOf(row, name);
    if (value === null || value === undefined) continue;
    if (!isRecord(value) || !Object.values(value).every(isScalar)) return false;
    for (const member of Object.keys(value)) members.add(member);
    if (members.size > MOST_MEMBERS) return false;
  }
  return members.size > 0;
}

/** Those that hold something in some row. */
export function columnsOf(rows: readonly Row[]): readonly string[] {
  const columns = new Set<string>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) if (!isNothing(value)) columns.add(name);
  }
  // In the order of the first row, which has them all as a rule.
  const first = Object.keys(rows[0] ?? {}).filter((name) => columns.has(name));
  return [...new Set([...first, ...columns])];
}

/** Columns of numbers stand at the right; the first names the row, and stands at its beginning. */
export function numericOf(rows: readonly Row[], columns: readonly string[]): ReadonlySet<string> {
  return new Set(
    columns.slice(1).filter((column) => rows.every((row) => isNumber(cellOf(row, column)))),
  );
}

function isNumber(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === "number" || value instanceof Digits;
}

export interface Sorting {
  readonly column: string;
  readonly step: 1 | -1;
}

/** Upwards, downwards, as it came. */
export function nextSorting(sorting: Sorting | undefined, column: string): Sorting | undefined {
  if (sorting?.column !== column) return { column, step: 1 };
  return sorting.step === 1 ? { column, step: -1 } : undefined;
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const ORDER = new Intl.Collator("en", { numeric: true });

interface Key {
  readonly row: Row;
  readonly text: string;
  /** NaN for what is no number. */
  readonly number: number;
}

/** Numbers first, by their size, then texts; what is empty stays last either way. */
export function sorted(rows: readonly Row[], sorting: Sorting | undefined): readonly Row[] {
  if (!sorting) return rows;
  const { column, step } = sorting;
  const keys = rows.map((row): Key => {
    const text = textOfCell(cellOf(row, column));
    return { row, text, number: NUMBER.test(text) ? Number(text) : Number.NaN };
  });
  const filled = keys.filter(({ text }) => text !== "");
  const empty = keys.filter(({ text }) => text === "");
  filled.sort((left, right) => step * compare(left, right));
  return [...filled, ...empty].map(({ row }) => row);
}

function compare(left: Key, right: Key): number {
  const isText = Number.isNaN(left.number);
  if (isText !== Number.isNaN(right.number)) return isText ? 1 : -1;
  return isText ? ORDER.compare(left.text, right.text) : left.number - right.number;
}

export function csvOf(columns: readonly string[], rows: readonly Row[]): string {
  return [columns, ...rows.map((row) => columns.map((column) => textOfCell(cellOf(row, column))))]
    .map((cells) => `${writeRecord(cells, ",")}\r\n`)
    .join("");
}
