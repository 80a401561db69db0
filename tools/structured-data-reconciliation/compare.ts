/** Rows by their keys, and what differs in those that both sides have. */
import {
  compareDecimals,
  type Decimal,
  decimalText,
  readDecimal,
  subtractDecimals,
} from "../_lib/numbers/decimal-text.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import { type Cell, normalizedText, type Tolerance, toleranceOf } from "./cell.ts";
import type { Column, Columns } from "./columns.ts";
import type { DifferenceKind, Input, Side } from "../structured-data-reconciliation.ts";
import type { Row, Table } from "./table.ts";

export type Key = readonly string[];

export interface Difference {
  readonly key: Key;
  readonly column: string;
  readonly left: Cell;
  readonly right: Cell;
  readonly kind: DifferenceKind;
  /** As decimal text, what the right one is above the left one. */
  readonly delta: string | undefined;
}

interface OneSided {
  readonly key: Key;
  readonly row: number;
}

export interface Comparison {
  readonly keys: number;
  readonly matched: number;
  readonly different: number;
  readonly withinTolerance: number;
  readonly duplicateKeys: number;
  readonly differences: readonly Difference[];
  readonly leftOnly: readonly OneSided[];
  readonly rightOnly: readonly OneSided[];
  readonly duplicates: readonly { side: Side; key: Key; rows: readonly number[] }[];
}

export function compareTables(
  input: Input,
  columns: Columns,
  left: Table,
  right: Table,
): Comparison {
  const found = {
    differences: [] as Difference[],
    leftOnly: [] as OneSided[],
    rightOnly: [] as OneSided[],
    duplicates: [] as { side: Side; key: Key; rows: readonly number[] }[],
  };
  let [matched, different, duplicateKeys] = [0, 0, 0];
  const cells = new CellComparison(input, columns);
  const entries = rowsByKey(input, columns.keys, left, right);
  for (const { key, left: lefts, right: rights } of entries) {
    if (lefts.length > 1) found.duplicates.push({ side: "left", key, rows: lefts });
    if (rights.length > 1) found.duplicates.push({ side: "right", key, rows: rights });
    if (lefts.length > 1 || rights.length > 1) {
      duplicateKeys++;
      if (input.duplicates === "report") continue;
    }
    const which = input.duplicates === "last" ? -1 : 0;
    const [ours, theirs] = [lefts.at(which), rights.at(which)];
    if (theirs === undefined) found.leftOnly.push({ key, row: ours ?? 0 });
    else if (ours === undefined) found.rightOnly.push({ key, row: theirs });
    else {
      const differences = cells.compare(key, left.rows[ours], right.rows[theirs]);
      found.differences.push(...differences);
      if (differences.length === 0) matched++;
      else different++;
    }
  }
  const { withinTolerance } = cells;
  return { keys: entries.length, matched, different, duplicateKeys, withinTolerance, ...found };
}

interface KeyedRows {
  readonly key: Key;
  readonly left: number[];
  readonly right: number[];
}

/** Sorted by the parts of the key. */
function rowsByKey(input: Input, keys: readonly Column[], left: Table, right: Table): KeyedRows[] {
  const entries = new Map<string, KeyedRows>();
  const addRows = (side: Side, { rows }: Table) => {
    for (const [index, row] of rows.entries()) {
      const key = keys.map((column) => normalizedText(row.get(column[side] ?? -1), input));
      const id = JSON.stringify(key);
      const entry = entries.get(id) ?? { key, left: [], right: [] };
      entries.set(id, entry);
      entry[side].push(index);
    }
  };
  addRows("left", left);
  addRows("right", right);
  return [...entries.values()].toSorted((a, b) => byParts(a.key, b.key));
}

function byParts(left: Key, right: Key): number {
  for (const [at, part] of left.entries()) {
    const order = byCodeUnit(part, right[at] ?? "");
    if (order !== 0) return order;
  }
  return 0;
}

class CellComparison {
  /** Cells that differ by no more than they may. */
  withinTolerance = 0;
  readonly #input: Input;
  readonly #columns: readonly Column[];
  /** By the index of a table's column, the index in `#columns`. */
  readonly #lefts = new Map<number, number>();
  readonly #rights = new Map<number, number>();
  readonly #tolerances: readonly Tolerance[];

  constructor(input: Input, { others, compared }: Columns) {
    this.#input = input;
    this.#columns = others.filter((column) => compared.has(column));
    for (const [at, { left, right }] of this.#columns.entries()) {
      if (left !== undefined) this.#lefts.set(left, at);
      if (right !== undefined) this.#rights.set(right, at);
    }
    const own = new Map(Object.entries(input.tolerance.columns ?? {}));
    const general = toleranceOf(input.tolerance);
    this.#tolerances = this.#columns.map(({ name }) => {
      const bounds = own.get(name);
      return bounds ? toleranceOf(bounds) : general;
    });
  }

  compare(key: Key, left: Row = new Map(), right: Row = new Map()): Difference[] {
    const differences: Difference[] = [];
    for (const at of this.#present(left, right)) {
      const {
        name: column,
        left: leftIndex = -1,
        right: rightIndex = -1,
      } = this.#columns[at] as Column;
      const cells = { left: left.get(leftIndex), right: right.get(rightIndex) };
      const found = this.#compareCells(cells.left, cells.right, at);
      if (found) differences.push({ key, column, ...cells, ...found });
    }
    return differences;
  }

  /** Rows may have few of many columns: only those of either one are looked at. */
  #present(left: Row, right: Row): number[] {
    const present = new Set<number>();
    for (const index of left.keys()) present.add(this.#lefts.get(index) ?? -1);
    for (const index of right.keys()) present.add(this.#rights.get(index) ?? -1);
    present.delete(-1);
    return [...present].toSorted((a, b) => a - b);
  }

  #compareCells(
    left: Cell,
    right: Cell,
    at: number,
  ): Pick<Difference, "kind" | "delta"> | undefined {
    const [ours, theirs] = [normalizedText(left, this.#input), normalizedText(right, this.#input)];
    if (ours === theirs) return undefined;
    if (ours === "" || theirs === "") return { kind: "missing", delta: undefined };
    const [a, b] = [readDecimal(ours), readDecimal(theirs)];
    if (!a || !b) return { kind: "text", delta: undefined };
    const delta = subtractDecimals(b, a);
    if (delta.numerator === 0n) return undefined;
    if (!isWithin(delta, a, b, this.#tolerances[at] as Tolerance)) {
      return { kind: "number", delta: decimalText(delta) };
    }
    this.withinTolerance++;
    return undefined;
  }
}

function isWithin(delta: Decimal, a: Decimal, b: Decimal, { abs, relPercent }: Tolerance): boolean {
  const size = magnitude(delta);
  if (compareDecimals(size, abs) <= 0) return true;
  const [ours, theirs] = [magnitude(a), magnitude(b)];
  const larger = compareDecimals(ours, theirs) < 0 ? theirs : ours;
  // size ≤ relPercent / 100 × larger
  const bound = {
    numerator: relPercent.numerator * larger.numerator,
    denominator: relPercent.denominator * larger.denominator,
  };
  return compareDecimals({ ...size, numerator: size.numerator * 100n }, bound) <= 0;
}

function magnitude({ numerator, denominator }: Decimal): Decimal {
  return { numerator: numerator < 0n ? -numerator : numerator, denominator };
}
