/** How four databases write names, types and literals, and what they cannot hold. */
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import {
  localFromSeconds,
  readDateTime,
  secondsFromLocal,
  writeLocal,
  writeOffset,
} from "../../tools/_lib/time/calendar.ts";
import { utf8Length } from "../../tools/_lib/text/code-points.ts";
import type { DialectName } from "../data-migration-prep-kit.ts";
import { cellText } from "./read.ts";
import type { ColumnFacts, NumberFacts } from "./columns.ts";

export interface Dialect {
  readonly begin: string;
  /** Whether names that differ only in letter case are one. */
  readonly ignoresCase: boolean;
  name(name: string): string;
  /** Why a name cannot be used. */
  nameProblem(name: string): string | undefined;
  type(column: ColumnFacts): string;
  /** Why numbers of the column cannot be held. */
  numberProblem(numbers: NumberFacts): string | undefined;
  /** Why the column cannot be part of a primary key. */
  keyProblem(column: ColumnFacts): string | undefined;
  /** Why the columns cannot be a primary key together. */
  wholeKeyProblem(columns: readonly ColumnFacts[]): string | undefined;
  readonly booleans: readonly [no: string, yes: string];
  text(text: string): string;
  timestamp(text: string): string;
}

const quoteWith = (open: string, close: string) => (name: string) =>
  `${open}${name.toWellFormed().replaceAll(close, close + close)}${close}`;

const quote = (text: string) => `'${text.toWellFormed().replaceAll("'", "''")}'`;

const INT32 = 2n ** 31n;
const INT64 = 2n ** 63n;

function fits({ highest, lowest }: NumberFacts, limit: bigint): boolean {
  return highest < limit && lowest >= -limit;
}

/** int or bigint; beyond 64 bits a decimal number of as many digits. */
function integerType(
  numbers: NumberFacts | null,
  names: readonly [string, string, string],
): string {
  const [small, large, decimal] = names;
  if (numbers === null || fits(numbers, INT32)) return small;
  return fits(numbers, INT64) ? large : `${decimal}(${numbers.whole},0)`;
}

function decimalType(numbers: NumberFacts | null, name: string): string {
  const { whole = 1, scale = 0 } = numbers ?? {};
  return `${name}(${whole + scale},${scale})`;
}

function tooWide(
  { whole, scale }: NumberFacts,
  digits: number,
  places: number,
): string | undefined {
  const isTooWide = whole + scale > digits || scale > places;
  return isTooWide
    ? `numbers of ${whole + scale} digits, ${scale} of them behind the point, where at most ${digits} and ${places} are held`
    : undefined;
}

function lengthProblem(length: number, most: number, unit: string): string | undefined {
  if (length === 0) return "an empty name";
  return length > most ? `a name of ${length} ${unit}, where at most ${most} count` : undefined;
}

/** Texts up to so many code units; longer ones have a type of their own. */
const SHORT_TEXT = 255;

/** A key has to have a length that an index can hold. */
function textType(
  { maxLength, target }: ColumnFacts,
  [short, long]: readonly [string, string],
  longestKey: number,
): string {
  const length = maxLength ?? 0;
  if (length <= SHORT_TEXT) return `${short}(${SHORT_TEXT})`;
  return target.isKey && length <= longestKey ? `${short}(${length})` : long;
}

function keyLength({ type, maxLength }: ColumnFacts, most: number): string | undefined {
  if (type === "json") return "JSON, which no primary key may hold";
  const length = maxLength ?? 0;
  return length > most ? `texts of ${length} characters, where an index holds ${most}` : undefined;
}

function keyTogether(length: number, most: number): string | undefined {
  return length > most
    ? `texts of ${length} characters together, where an index holds ${most}`
    : undefined;
}

/** MySQL counts what columns are declared to hold. */
function declaredLength({ type, maxLength }: ColumnFacts): number {
  if (type === "text") return Math.max(SHORT_TEXT, maxLength ?? 0);
  return type === "uuid" ? UUID_LENGTH : 0;
}

const UUID_LENGTH = 36;

/** SQL Server counts what a row holds. */
function longestKeyText(columns: readonly ColumnFacts[]): number {
  const texts = columns.filter(({ type }) => type === "text");
  const lengths = texts[0]?.cells.map((_, row) =>
    texts.reduce((sum, { cells }) => sum + cellText(cells[row] as JsonNode).length, 0),
  );
  return (lengths ?? []).reduce((most, length) => Math.max(most, length), 0);
}

const none = () => undefined;

const postgresql: Dialect = {
  begin: "BEGIN;",
  ignoresCase: false,
  name: quoteWith('"', '"'),
  nameProblem: (name) => lengthProblem(utf8Length(name), 63, "bytes"),
  type: ({ type, numbers }) => {
    if (type === "integer") return integerType(numbers, ["integer", "bigint", "numeric"]);
    if (type === "number") return decimalType(numbers, "numeric");
    if (type === "timestamp") return "timestamptz";
    return type === "json" ? "jsonb" : type;
  },
  numberProblem: (numbers) => tooWide(numbers, 1000, 1000),
  keyProblem: none,
  wholeKeyProblem: none,
  booleans: ["FALSE", "TRUE"],
  text: quote,
  timestamp: (text) => quote(isFarther(text, 16 * HOUR - 1) ? `${utcText(text)}Z` : text),
};

const HOUR = 3600;

/** Whether the zone is farther from UTC than a database reads. */
function isFarther(text: string, most: number): boolean {
  return Math.abs(readDateTime(text)?.offset ?? 0) > most;
}

const mysql: Dialect = {
  begin: "BEGIN;",
  ignoresCase: true,
  name: quoteWith("`", "`"),
  nameProblem: (name) =>
    name.endsWith(" ")
      ? "a name that ends with a blank"
      : lengthProblem(name.length, 64, "characters"),
  type: (column) => {
    const { type, numbers } = column;
    if (type === "text") return textType(column, ["varchar", "longtext"], 768);
    if (type === "integer") return integerType(numbers, ["int", "bigint", "decimal"]);
    if (type === "number") return decimalType(numbers, "decimal");
    if (type === "timestamp") return "datetime(6)";
    return type === "uuid" ? "char(36)" : type;
  },
  numberProblem: (numbers) => tooWide(numbers, 65, 30),
  keyProblem: (column) => keyLength(column, 768),
  wholeKeyProblem: (columns) =>
    keyTogether(
      columns.reduce((sum, column) => sum + declaredLength(column), 0),
      768,
    ),
  booleans: ["FALSE", "TRUE"],
  // Its client reads CR LF as LF.
  text: (text) =>
    quote(text.replaceAll("\\", "\\\\").replaceAll("\0", "\\0").replaceAll("\r", "\\r")),
  // A date-time of MySQL has no zone.
  timestamp: (text) => quote(utcText(text)),
};

function utcText(text: string, digits: 6 | 9 = 6): string {
  const read = readDateTime(text);
  if (read?.offset === undefined) return text;
  const seconds = secondsFromLocal(read.local) - read.offset;
  const local = localFromSeconds(seconds, read.local.nanosecond);
  return writeLocal(local, { digits: local.nanosecond === 0 ? 0 : digits }).replace("T", " ");
}

const sqlite: Dialect = {
  begin: "BEGIN;",
  ignoresCase: true,
  name: quoteWith('"', '"'),
  nameProblem: (name) => lengthProblem(name.length, 10_000, "characters"),
  type: ({ type, numbers }) => {
    if (type === "integer") return numbers && isTooFine(type, numbers) ? "TEXT" : "INTEGER";
    if (type === "number") return numbers && isTooFine(type, numbers) ? "TEXT" : "NUMERIC";
    return type === "boolean" ? "INTEGER" : "TEXT";
  },
  numberProblem: none,
  keyProblem: none,
  wholeKeyProblem: none,
  booleans: ["0", "1"],
  text: sqliteText,
  timestamp: quote,
};

/** A statement ends at U+0000, and the shell reads CR LF as LF: others stand for both until it runs. */
function sqliteText(text: string): string {
  const told = ["\0", "\r"].filter((character) => text.includes(character));
  if (told.length === 0) return quote(text);
  const used = new Set(text);
  let code = FIRST_PRIVATE;
  return told.reduce((written, character) => {
    while (used.has(String.fromCharCode(code))) code++;
    const mark = String.fromCharCode(code++);
    const marked = written.replaceAll(character, mark);
    return `replace(${marked}, '${mark}', char(${character.charCodeAt(0)}))`;
  }, quote(text));
}

const FIRST_PRIVATE = 0xe000;

/** Numbers that SQLite would round to a double: it keeps their digits as text. */
export function isTooFine(type: string, numbers: NumberFacts): boolean {
  const { highest, lowest } = numbers;
  if (type === "integer") return !fits(numbers, INT64);
  return highest > DOUBLE_KEEPS || lowest < -DOUBLE_KEEPS;
}

const DOUBLE_KEEPS = 10n ** 15n;

const mssql: Dialect = {
  begin: "BEGIN TRANSACTION;",
  ignoresCase: true,
  name: quoteWith("[", "]"),
  nameProblem: (name) => lengthProblem(name.length, 128, "characters"),
  type: (column) => {
    const { type, numbers } = column;
    if (type === "text") {
      const [short, max] = ["nvarchar", "nvarchar(max)"] as const;
      return textType(column, [short, max], 450);
    }
    if (type === "integer") return integerType(numbers, ["int", "bigint", "decimal"]);
    if (type === "number") return decimalType(numbers, "decimal");
    return MSSQL_TYPES[type];
  },
  numberProblem: (numbers) => tooWide(numbers, 38, 38),
  keyProblem: (column) => keyLength(column, 450),
  wholeKeyProblem: (columns) => keyTogether(longestKeyText(columns), 450),
  booleans: ["0", "1"],
  text: mssqlText,
  timestamp: (text) =>
    mssqlText(offsetText(isFarther(text, 14 * HOUR) ? `${utcText(text, 9)}Z` : text)),
};

const MSSQL_TYPES = {
  boolean: "bit",
  date: "date",
  timestamp: "datetimeoffset",
  uuid: "uniqueidentifier",
  json: "nvarchar(max)",
} as const;

/** SQL Server reads seconds, at most seven digits behind them, and a zone with a colon. */
function offsetText(text: string): string {
  const read = readDateTime(text);
  if (read?.offset === undefined) return text;
  const { local, offset } = read;
  const whole = writeLocal({ ...local, nanosecond: 0 }, { digits: 0 });
  const fraction = String(local.nanosecond).padStart(9, "0").slice(0, 7);
  const zone = offset === 0 ? "Z" : writeOffset(offset);
  return `${whole}${local.nanosecond === 0 ? "" : `.${fraction}`}${zone}`;
}

/** Where sqlcmd or the server would read more than text: a line GO, a variable $(x), a backslash before a line end. */
const MEANT_OTHERWISE = /\\(?=[\r\n])|[\r\n](?=[ \t]*GO\b)|\$(?=\()/gi;
/** A literal that is put together of shorter ones would be cut there. */
const LONGEST_SHORT = 4000;

function mssqlText(text: string): string {
  const pieces = text.split("\0").map((piece) =>
    splitBehind(piece)
      .map((part) => `N${quote(part)}`)
      .join(" + "),
  );
  const joined = pieces.join(" + NCHAR(0) + ");
  const isOne = pieces.length === 1 && splitBehind(text).length === 1;
  return isOne || text.length <= LONGEST_SHORT ? joined : `CAST(N'' AS nvarchar(max)) + ${joined}`;
}

function splitBehind(text: string): readonly string[] {
  const parts: string[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(MEANT_OTHERWISE)) {
    parts.push(text.slice(at, index + found.length));
    at = index + found.length;
  }
  return [...parts, text.slice(at)];
}

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  postgresql,
  mysql,
  sqlite,
  mssql,
};

/** A cell as the database reads it. */
export function literal(cell: JsonNode, { type, numbers }: ColumnFacts, name: DialectName): string {
  const dialect = DIALECTS[name];
  if (cell.type === "null") return "NULL";
  if (type === "boolean") return dialect.booleans[cell.type === "boolean" && cell.value ? 1 : 0];
  const text = cellText(cell);
  if (type === "timestamp") return dialect.timestamp(text);
  if (type === "json") return dialect.text(minifyJson(cell, Infinity) ?? "null");
  if (numbers === null) return dialect.text(text);
  return name === "sqlite" && isTooFine(type, numbers) ? dialect.text(text) : text;
}
