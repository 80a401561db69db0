import { Fault } from "../../results/syntax-problem.ts";
import { appendPointer } from "../../results/pointer.ts";
import { DEEPEST } from "../../json/tree/problem.ts";
import { quoted } from "../../text/shown.ts";
import type { Reader } from "./reader.ts";
import type {
  TomlData,
  TomlFailure,
  TomlKey,
  TomlKeyPart,
  TomlTable,
  TomlTableList,
  TomlValue,
} from "./tree.ts";

export function newTable(origin: TomlTable["origin"], depth: number, pointer: string): TomlTable {
  return { type: "table", members: new Map(), origin, depth, pointer };
}

/** Where a pair puts its value. */
export interface Target {
  readonly table: TomlTable;
  readonly name: string;
  readonly pointer: string;
  /** Whether the name is free; if not, a problem was noted. */
  readonly free: boolean;
}

/** Finds the table that a pair under `from` belongs to; dotted keys make the tables between. */
export function locate(reader: Reader, from: TomlTable, key: TomlKey): Target {
  let table = from;
  for (const part of key.parts.slice(0, -1)) {
    const next = table.members.get(part.name);
    const pointer = appendPointer(table.pointer, part.name);
    if (next === undefined) table = addTable(table, part, "dotted");
    else if (next.type === "table" && (next.origin === "dotted" || next.origin === "implicit")) {
      next.origin = "dotted";
      table = next;
    } else {
      noteClosed(reader, part, next, pointer);
      table = newTable("dotted", table.depth + 1, pointer);
    }
  }
  const last = key.parts.at(-1) as TomlKeyPart;
  const pointer = appendPointer(table.pointer, last.name);
  const free = !table.members.has(last.name);
  if (!free) note(reader, "TOML_DUPLICATE_KEY", last, pointer, "again");
  return { table, name: last.name, pointer, free };
}

/** Opens the table of a header, `[[name]]` if `list`. */
export function openTable(reader: Reader, root: TomlTable, key: TomlKey, list: boolean): TomlTable {
  let table = root;
  for (const part of key.parts.slice(0, -1)) {
    const next = table.members.get(part.name);
    if (next === undefined) table = addTable(table, part, "implicit");
    else if (next.type === "table") table = next;
    else if (next.type === "table-list") table = next.tables.at(-1) as TomlTable;
    else {
      const pointer = appendPointer(table.pointer, part.name);
      noteClosed(reader, part, next, pointer);
      table = newTable("implicit", table.depth + 1, pointer);
    }
  }
  const last = key.parts.at(-1) as TomlKeyPart;
  return list ? appendTable(reader, table, last) : defineTable(reader, table, last);
}

function defineTable(reader: Reader, parent: TomlTable, part: TomlKeyPart): TomlTable {
  const before = parent.members.get(part.name);
  if (before === undefined) return addTable(parent, part, "header");
  if (before.type === "table" && before.origin === "implicit") {
    before.origin = "header";
    return before;
  }
  const pointer = appendPointer(parent.pointer, part.name);
  noteClosed(reader, part, before, pointer);
  return newTable("header", parent.depth + 1, pointer);
}

function appendTable(reader: Reader, parent: TomlTable, part: TomlKeyPart): TomlTable {
  const before = parent.members.get(part.name);
  const pointer = appendPointer(parent.pointer, part.name);
  if (before !== undefined && before.type !== "table-list") {
    noteClosed(reader, part, before, pointer);
    return newTable("header", parent.depth + 2, pointer);
  }
  const list = before ?? newList(parent, part, pointer);
  const table = newTable("header", list.depth + 1, `${pointer}/${list.tables.length}`);
  checkDepth(table.depth, part.start);
  list.tables.push(table);
  return table;
}

function newList(parent: TomlTable, part: TomlKeyPart, pointer: string): TomlTableList {
  const list: TomlTableList = {
    type: "table-list",
    tables: [],
    depth: parent.depth + 1,
    pointer,
  };
  parent.members.set(part.name, list);
  return list;
}

function addTable(parent: TomlTable, part: TomlKeyPart, origin: TomlTable["origin"]): TomlTable {
  checkDepth(parent.depth + 1, part.start);
  const table = newTable(origin, parent.depth + 1, appendPointer(parent.pointer, part.name));
  parent.members.set(part.name, table);
  return table;
}

/** Ends the reading where a container at the offset would be deeper than 1,000 levels. */
export function checkDepth(depth: number, offset: number): void {
  if (depth <= DEEPEST) return;
  throw new Fault<TomlFailure>({
    code: "INPUT_TOO_DEEP",
    offset,
    found: `a container at level ${depth}`,
    expected: `at most ${DEEPEST} levels`,
  });
}

const CLOSED: ReadonlyMap<TomlData["type"], string> = new Map<TomlData["type"], string>([
  ["table", "whose table is defined already"],
  ["table-list", "which is an array of tables"],
  ["array", "which is a closed array"],
  ["inline-table", "which is a closed inline table"],
]);

function noteClosed(reader: Reader, part: TomlKeyPart, before: TomlData, pointer: string): void {
  const closed = CLOSED.get(before.type);
  if (closed === undefined) note(reader, "TOML_DUPLICATE_KEY", part, pointer, "which has a value");
  else note(reader, "TOML_TABLE_REDEFINED", part, pointer, closed);
}

const LONGEST_SHOWN = 41;

function note(
  reader: Reader,
  code: "TOML_DUPLICATE_KEY" | "TOML_TABLE_REDEFINED",
  part: TomlKeyPart,
  path: string,
  why: string,
): void {
  const { name, start } = part;
  const expected = code === "TOML_DUPLICATE_KEY" ? "each key once" : "a table that is still open";
  reader.problems.push({
    code,
    offset: start,
    path,
    found: `the key ${quoted(name, LONGEST_SHOWN)} ${why}`,
    expected,
    received: name,
  });
}

/** Puts a value where its pair says, unless the name is taken. */
export function store({ table, name, free }: Target, value: TomlValue): void {
  if (free) table.members.set(name, value);
}
