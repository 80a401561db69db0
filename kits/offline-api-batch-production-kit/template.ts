/** Placeholders in the strings of a body, and what cells make of them. */
import { appendPointer } from "../../tools/_lib/results/pointer.ts";
import {
  isList,
  isMembers,
  type Json,
  type JsonMembers,
  objectOf,
  textOfJson,
} from "../../tools/_lib/json/tree/exact.ts";

type Piece = string | { readonly column: string };

/** A body whose strings were taken apart. */
type Compiled =
  | { readonly kind: "as-is"; readonly value: Json }
  | { readonly kind: "text"; readonly pieces: readonly Piece[]; readonly isText: boolean }
  | { readonly kind: "list"; readonly items: readonly Compiled[] }
  | { readonly kind: "object"; readonly members: readonly (readonly [string, Compiled])[] };

export interface SyntaxFault {
  readonly path: string;
  readonly found: string;
}

export interface Template {
  readonly columns: ReadonlySet<string>;
  readonly faults: readonly SyntaxFault[];
  render(cells: JsonMembers): Rendered;
}

export interface Rendered {
  readonly body: Json;
  /** Columns that the row lacks. */
  readonly missing: readonly string[];
  /** Columns whose cell is null or an empty text. */
  readonly empty: readonly string[];
}

/** Members that hold what is said, where a number is its text. */
const SAID: ReadonlySet<string> = new Set(["content", "text", "system", "instructions", "input"]);

/** `alwaysText` for a body of prompt and system, in which a placeholder never becomes data. */
export function compileTemplate(body: Json, path: string, alwaysText: boolean): Template {
  const columns = new Set<string>();
  const faults: SyntaxFault[] = [];
  const compile = (value: Json, place: string, key: string): Compiled => {
    if (typeof value === "string") {
      const pieces = piecesOf(value, (found) => faults.push({ path: place, found }));
      if (pieces === undefined) return { kind: "as-is", value };
      for (const piece of pieces) if (typeof piece !== "string") columns.add(piece.column);
      return { kind: "text", pieces, isText: alwaysText || SAID.has(key) };
    }
    if (isList(value)) {
      const items = value.map((item, index) => compile(item, `${place}/${index}`, key));
      return { kind: "list", items };
    }
    if (!isMembers(value)) return { kind: "as-is", value };
    const members = Object.entries(value).map(
      ([name, member]) => [name, compile(member, appendPointer(place, name), name)] as const,
    );
    return { kind: "object", members };
  };
  const compiled = compile(body, path, "");
  return { columns, faults, render: (cells) => render(compiled, cells) };
}

/** The text between placeholders, and their names; undefined where there is none. */
function piecesOf(text: string, hearFault: (found: string) => void): Piece[] | undefined {
  if (!text.includes("{{")) return undefined;
  const pieces: Piece[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf("{{", at);
    const end = start < 0 ? -1 : text.indexOf("}}", start + 2);
    if (start < 0) break;
    const column = end < 0 ? "" : text.slice(start + 2, end).trim();
    if (end < 0 || column === "") {
      hearFault(end < 0 ? "{{ without }}" : "{{ }} without a name");
      return undefined;
    }
    if (start > at) pieces.push(text.slice(at, start));
    pieces.push({ column });
    at = end + 2;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}

function render(compiled: Compiled, cells: JsonMembers): Rendered {
  const missing = new Set<string>();
  const empty = new Set<string>();
  const cellOf = (column: string): Json => {
    if (!Object.hasOwn(cells, column)) {
      missing.add(column);
      return "";
    }
    const cell = cells[column] ?? "";
    if (cell === "") empty.add(column);
    return cell;
  };
  const build = (node: Compiled): Json => {
    switch (node.kind) {
      case "as-is":
        return node.value;
      case "list":
        return node.items.map(build);
      case "object":
        return objectOf(node.members.map(([name, member]) => [name, build(member)]));
      case "text":
        return textFor(node, cellOf);
    }
  };
  const body = build(compiled);
  return { body, missing: [...missing], empty: [...empty] };
}

function textFor(
  { pieces, isText }: Extract<Compiled, { kind: "text" }>,
  cellOf: (column: string) => Json,
): Json {
  const [only] = pieces;
  if (pieces.length === 1 && typeof only === "object") {
    const cell = cellOf(only.column);
    // Data in the place of a text is a list of parts; a number there is meant as its text.
    const isData = isText ? isList(cell) : true;
    return typeof cell === "string" || isData ? cell : textOfCell(cell);
  }
  return pieces
    .map((piece) => (typeof piece === "string" ? piece : textOfCell(cellOf(piece.column))))
    .join("");
}

/** A string as it is, null as nothing, another value as its JSON. */
export function textOfCell(cell: Json): string {
  if (cell === null) return "";
  return typeof cell === "string" ? cell : textOfJson(cell);
}
