/** Which columns of the two sides belong together. */
import { type Entry, fail } from "../_core/tool.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Input, Side, Warning } from "../structured-data-reconciliation.ts";
import type { Table } from "./table.ts";

export interface Column {
  /** On the left; where it is not there, on the right. */
  readonly name: string;
  /** Indexes in the tables; undefined where a side does not have it. */
  readonly left: number | undefined;
  readonly right: number | undefined;
}

export interface Columns {
  readonly keys: readonly Column[];
  /** Neither keys nor ignored, in order of first appearance. */
  readonly others: readonly Column[];
  /** Those that are compared. */
  readonly compared: ReadonlySet<Column>;
  readonly warnings: readonly Entry<Warning>[];
}

/** Pairs the columns by the mapping and their names. */
export function pairColumns(input: Input, left: Table, right: Table) {
  const mapping = checkMapping(input.mapping, left, right);
  if (mapping.failure) return { failure: mapping.failure };
  const all = pairs(mapping.names, left, right);
  const byName = new Map(all.map((column) => [column.name, column]));
  const wanted = new Set(typeof input.key === "string" ? [input.key] : input.key);
  const errors = [...wanted].flatMap((name) => missingSides(name, byName.get(name), left, right));
  const [first, ...rest] = errors;
  if (first !== undefined) return { failure: fail([first, ...rest]) };
  const ignored = new Set(input.ignoreColumns);
  const others = all.filter(({ name }) => !wanted.has(name) && !ignored.has(name));
  const chosen = input.columns && new Set(input.columns);
  const columns: Columns = {
    keys: [...wanted].flatMap((name) => byName.get(name) ?? []),
    others,
    compared: new Set(chosen ? others.filter(({ name }) => chosen.has(name)) : others),
    warnings: all.length === 0 ? [] : unknownColumns(input, byName),
  };
  return columns;
}

/** A column of the right that the mapping gives away has no namesake on the left. */
function pairs(mapping: ReadonlyMap<string, string>, left: Table, right: Table): Column[] {
  const given = new Set(mapping.values());
  const indexes = new Map(right.columns.map((name, index) => [name, index]));
  const found = new Set<string>();
  const columns: Column[] = left.columns.map((name, index) => {
    const other = mapping.get(name) ?? (given.has(name) ? undefined : name);
    if (other !== undefined) found.add(other);
    return { name, left: index, right: other === undefined ? undefined : indexes.get(other) };
  });
  for (const [name, index] of indexes) {
    if (!found.has(name)) columns.push({ name, left: undefined, right: index });
  }
  return columns;
}

function checkMapping(mapping: Input["mapping"], left: Table, right: Table) {
  const names = new Map(Object.entries(mapping));
  const [known, others] = [new Set(left.columns), new Set(right.columns)];
  const unknown = [...names].flatMap(([from, to]): Entry<"MAPPING_UNKNOWN">[] => {
    const path = appendPointer("/mapping", from);
    if (!known.has(from) && known.size > 0) return [mappingUnknown(path, from, "left", left)];
    if (!others.has(to) && others.size > 0) return [mappingUnknown(path, to, "right", right)];
    return [];
  });
  const [first, ...rest] = unknown;
  if (first) return { failure: fail([first, ...rest]) };
  const owners = new Map<string, string>();
  for (const [from, to] of names) {
    const owner = owners.get(to);
    if (owner !== undefined) {
      const path = appendPointer("/mapping", from);
      const message = `Cannot map the columns: found ${quoted(to)}, to which ${quoted(owner)} leads, expected another column`;
      return { failure: fail({ code: "MAPPING_REPEATED", message, path }) };
    }
    owners.set(to, from);
  }
  return { names };
}

function mappingUnknown(
  path: string,
  name: string,
  side: Side,
  table: Table,
): Entry<"MAPPING_UNKNOWN"> {
  const message = `Cannot map the columns: found ${quoted(name)}, expected a column of the ${side} side`;
  return { code: "MAPPING_UNKNOWN", message, path, ...suggestion(name, table.columns) };
}

/** A side without any column has no rows either, so that nothing is missing there. */
function missingSides(
  name: string,
  column: Column | undefined,
  left: Table,
  right: Table,
): Entry<"KEY_COLUMN_MISSING">[] {
  const sides = [
    { side: "left", table: left, index: column?.left },
    { side: "right", table: right, index: column?.right },
  ] as const;
  return sides.flatMap(({ side, table, index }) => {
    if (index !== undefined || table.columns.length === 0) return [];
    const message = `Cannot find rows by their key: found no column ${quoted(name)} on the ${side} side`;
    const hint = suggestion(name, table.columns);
    return [{ code: "KEY_COLUMN_MISSING" as const, message, path: "/key", ...hint }];
  });
}

function unknownColumns(
  { columns = [], ignoreColumns, tolerance }: Input,
  known: ReadonlyMap<string, Column>,
): Entry<"COLUMN_UNKNOWN">[] {
  const named: (readonly [path: string, name: string])[] = [
    ...columns.map((name, at) => [`/columns/${at}`, name] as const),
    ...ignoreColumns.map((name, at) => [`/ignoreColumns/${at}`, name] as const),
    ...Object.keys(tolerance.columns ?? {}).map(
      (name) => [appendPointer("/tolerance/columns", name), name] as const,
    ),
  ];
  return named.flatMap(([path, name]) => {
    if (known.has(name)) return [];
    const message = `Neither side has a column ${quoted(name)}`;
    return [{ code: "COLUMN_UNKNOWN", message, path, ...suggestion(name, known.keys()) } as const];
  });
}

function suggestion(name: string, columns: Iterable<string>): { hint?: string } {
  const [near] = nearest(name, columns);
  return near === undefined ? {} : { hint: `Did you mean ${quoted(near)}?` };
}
