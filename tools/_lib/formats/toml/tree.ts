import type { Problem } from "../../results/syntax-problem.ts";

export type TomlVersion = "1.0" | "1.1";

export type TomlFailure =
  | "TOML_SYNTAX"
  | "TOML_DUPLICATE_KEY"
  | "TOML_TABLE_REDEFINED"
  | "TOML_DATE_RANGE"
  | "TOML_VERSION"
  | "INPUT_TOO_DEEP";

export type TomlProblem = Problem<TomlFailure>;

/** A stretch of the source; `end` is behind its last unit. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** From its `#` to the end of its line, as written. */
export interface TomlComment extends Span {
  readonly type: "comment";
}

export interface TomlKeyPart extends Span {
  readonly name: string;
}

/** A simple or dotted key. */
export interface TomlKey extends Span {
  readonly parts: readonly TomlKeyPart[];
}

export type TomlMomentType = "offset-date-time" | "local-date-time" | "local-date" | "local-time";

export type TomlScalar =
  TomlString | TomlInteger | TomlFloat | TomlBoolean | (Span & { readonly type: TomlMomentType });

export interface TomlString extends Span {
  readonly type: "string";
  readonly value: string;
}

export interface TomlInteger extends Span {
  readonly type: "integer";
  /** The value as a decimal JSON number. */
  readonly text: string;
  /** Whether it fits into 64 bits with a sign. */
  readonly inRange: boolean;
}

export interface TomlFloat extends Span {
  readonly type: "float";
  /** The value as a JSON number, or `inf`, `-inf`, `nan`. */
  readonly text: string;
}

export interface TomlBoolean extends Span {
  readonly type: "boolean";
  readonly value: boolean;
}

export type TomlValue = TomlScalar | TomlArray | TomlInlineTable;

/** One line of a container that is laid out over several lines. */
export interface TomlSlot<T> {
  /** Whether a blank line stands before it. */
  readonly blank: boolean;
  readonly content: T | TomlComment;
  /** The comment behind the content or its comma, on the same line. */
  readonly after?: TomlComment;
}

interface Container<T> extends Span {
  readonly slots: readonly TomlSlot<T>[];
  /** Whether it is laid out over several lines. */
  readonly broken: boolean;
  /** The comment on the line of the opening bracket. */
  readonly opening?: TomlComment;
  /** Whether a blank line stands before the closing bracket. */
  readonly blankEnd: boolean;
  /** Whether a comma follows the last element. */
  readonly comma: boolean;
}

export interface TomlArray extends Container<TomlValue> {
  readonly type: "array";
}

export interface TomlInlineTable extends Container<TomlPair> {
  readonly type: "inline-table";
  readonly table: TomlTable;
}

export interface TomlPair extends Span {
  readonly type: "pair";
  readonly key: TomlKey;
  readonly value: TomlValue;
}

export interface TomlHeader extends Span {
  readonly type: "header";
  readonly key: TomlKey;
  /** `[[name]]`, which adds a table to an array. */
  readonly list: boolean;
}

/** One statement or comment at the top level of the document. */
export type TomlLine = TomlSlot<TomlPair | TomlHeader>;

export interface TomlDocument {
  readonly text: string;
  readonly lines: readonly TomlLine[];
  readonly comments: readonly TomlComment[];
  readonly root: TomlTable;
}

/** Data: what the statements define. */
export type TomlData = TomlTable | TomlTableList | TomlValue;

export interface TomlTable {
  readonly type: "table";
  readonly members: Map<string, TomlData>;
  /** How it came to be: by a longer header, by its own, by a dotted key, or closed in braces. */
  origin: "implicit" | "header" | "dotted" | "inline";
  /** Containers from the root to it, both counted. */
  readonly depth: number;
  readonly pointer: string;
}

/** An array of tables, which `[[name]]` extends. */
export interface TomlTableList {
  readonly type: "table-list";
  readonly tables: TomlTable[];
  readonly depth: number;
  readonly pointer: string;
}
