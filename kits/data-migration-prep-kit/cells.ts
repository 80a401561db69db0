/** What becomes of one cell: steps on its text, then the type of its column. */
import { digitsOf, isWhole, positionalText } from "../../tools/_lib/numbers/decimal-text.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import {
  booleanNode,
  type JsonNode,
  nullNode,
  numberNode,
  stringNode,
  withoutRepeats,
} from "../../tools/_lib/json/tree/tree.ts";
import { documentOf } from "../../tools/_lib/json/tree/value.ts";
import { readDate, readDateTime, daysInMonth } from "../../tools/_lib/time/calendar.ts";
import type { ColumnType, Step } from "../data-migration-prep-kit.ts";
import { cellText } from "./read.ts";

/** The new cell, or the code that says why there is none. */
export type Made = JsonNode | ProblemCode;

/** The last one is no problem of a row: it ends the run. */
export type ProblemCode =
  | "MAP_NO_ENTRY"
  | "NUMBER_INVALID"
  | "DATE_INVALID"
  | "BOOLEAN_INVALID"
  | "TYPE_INVALID"
  | "OUTPUT_TOO_LARGE";

/** By how many characters texts may still grow, all of them together: steps that double one soon fill the memory. */
export interface Growth {
  left: number;
}

export type CellStep = (text: string) => Made;

/** A step ready to be put to every row. */
export function compileStep(step: Step, growth: Growth): CellStep {
  if (typeof step === "string") {
    const change = PLAIN[step];
    return (text) => stringNode(change(text));
  }
  switch (step.op) {
    case "replace":
      return replaceStep(step, growth);
    case "split":
      return (text) => stringNode(text.split(step.separator).at(step.index) ?? "");
    case "map":
      return mapStep(step);
    case "number":
      return numberStep(step.decimal ?? ".", step.thousands ?? "");
    case "date":
      return dateStep(formatsOf(step), step.to === "timestamp");
    case "boolean":
      return booleanStep(step.true ?? TRUE, step.false ?? FALSE);
  }
}

const PLAIN = {
  trim: (text: string) => text.trim(),
  collapse: (text: string) => text.trim().replace(/\s+/g, " "),
  lower: (text: string) => text.toLowerCase(),
  upper: (text: string) => text.toUpperCase(),
  digits: (text: string) => text.replace(/[^0-9]+/g, ""),
} as const;

const TRUE = ["true", "yes", "y", "1", "on"];
const FALSE = ["false", "no", "n", "0", "off"];

type StepOf<Op extends string> = Extract<Step, { op: Op }>;

/** Counted before it is done. */
function replaceStep({ find, with: replacement }: StepOf<"replace">, growth: Growth): CellStep {
  return (text) => {
    const pieces = text.split(find);
    growth.left -= Math.max(0, (pieces.length - 1) * (replacement.length - find.length));
    return growth.left < 0 ? "OUTPUT_TOO_LARGE" : stringNode(pieces.join(replacement));
  };
}

function mapStep({ table, default: fallback }: StepOf<"map">): CellStep {
  const entries = new Map(Object.entries(table));
  return (text) => {
    const entry = entries.has(text) ? entries.get(text) : fallback;
    return entry === undefined ? "MAP_NO_ENTRY" : constantNode(entry);
  };
}

/** A value that the mapping itself names. */
export function constantNode(value: unknown): JsonNode {
  return documentOf(value)?.root ?? nullNode();
}

function booleanStep(yes: readonly string[], no: readonly string[]): CellStep {
  const isIn = (words: readonly string[]) => new Set(words.map((word) => word.toLowerCase()));
  const [trues, falses] = [isIn(yes), isIn(no)];
  return (text) => {
    const word = text.toLowerCase();
    if (trues.has(word)) return booleanNode(true);
    return falses.has(word) ? booleanNode(false) : "BOOLEAN_INVALID";
  };
}

/** Thousands stand in groups of three, or as in India of two before the last three; else a point would pass for a comma. */
function numberStep(decimal: string, thousands: string): CellStep {
  return (given) => {
    const text = given.trim().replace("\u2212", "-");
    const at = text.indexOf(decimal);
    const [whole, fraction] = at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
    const digits = thousands === "" ? whole : ungrouped(whole, thousands);
    if (digits === undefined || (at >= 0 && fraction === "" && digits === "")) {
      return "NUMBER_INVALID";
    }
    // Only its own mark parts a number: of decimal commas 1.234 is none.
    if (decimal !== "." && digits.includes(".")) return "NUMBER_INVALID";
    const token = numberToken(at < 0 ? digits : `${digits}.${fraction}`);
    return token === undefined ? "NUMBER_INVALID" : numberNode(token);
  };
}

function ungrouped(whole: string, thousands: string): string | undefined {
  const [first = "", ...groups] = whole.split(thousands);
  if (groups.length === 0) return whole;
  const last = groups.pop() ?? "";
  const isThree = (group: string) => /^\d{3}$/.test(group);
  const isTwo = (group: string) => /^\d\d$/.test(group);
  const begins = /^[+-]?\d{1,3}$/.test(first);
  const goesOn = groups.every(isThree) || (groups.every(isTwo) && /^[+-]?\d{1,2}$/.test(first));
  return begins && goesOn && isThree(last) ? first + groups.join("") + last : undefined;
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE][+-]?\d{1,4})?$/;
/** Columns as wide as one of their cells cost that much for each row; no database takes more. */
const MOST_DIGITS = 1000;
const MOST_PLACES = BigInt(MOST_DIGITS);

/** A decimal text as JSON writes it, all its digits kept; an exponent becomes places. */
export function numberToken(text: string): string | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, sign, whole = "", fraction = ""] = match;
  if (whole + fraction === "" || whole.length + fraction.length > MOST_DIGITS) return undefined;
  const minus = sign === "-" ? "-" : "";
  const token = `${minus}${whole.replace(/^0+(?=\d)/, "") || "0"}${fraction === "" ? "" : `.${fraction}`}`;
  const mark = text.search(/[eE]/);
  if (mark < 0) return token;
  const digits = digitsOf(token + text.slice(mark));
  const isNear = digits.point <= MOST_PLACES && digits.point >= -MOST_PLACES;
  return isNear ? positionalText(digits) : undefined;
}

export function formatsOf({ format, formats = [] }: StepOf<"date">): readonly string[] {
  return format === undefined ? formats : [format, ...formats];
}

/** Of tokens that begin alike the longest one is meant. */
const TOKENS = ["YYYY", "YY", "MM", "M", "DD", "D", "HH", "mm", "ss"] as const;
type Token = (typeof TOKENS)[number];

type Part = { readonly token: Token } | { readonly literal: string };

function partsOf(format: string): readonly Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < format.length;) {
    const token = TOKENS.find((one) => format.startsWith(one, at));
    parts.push(token === undefined ? { literal: format.charAt(at) } : { token });
    at += token?.length ?? 1;
  }
  return parts;
}

/** Whether a format has a year, a month and a day. */
export function isDateFormat(format: string): boolean {
  const parts = partsOf(format);
  return ["Y", "M", "D"].every((letter) =>
    parts.some((part) => "token" in part && part.token.startsWith(letter)),
  );
}

type Fields = Partial<Record<"Y" | "M" | "D" | "H" | "m" | "s", number>>;

/** The numbers of a text that has the format's shape; they may be no date. */
function fieldsIn(text: string, parts: readonly Part[]): Fields | undefined {
  const fields: Fields = {};
  let at = 0;
  for (const part of parts) {
    if ("literal" in part) {
      if (!text.startsWith(part.literal, at)) return undefined;
      at += part.literal.length;
      continue;
    }
    const { token } = part;
    const most = Math.max(2, token.length);
    const [digits = ""] = /^\d+/.exec(text.slice(at, at + most)) ?? [];
    if (digits.length < token.length) return undefined;
    const number = Number(digits);
    const isShortYear = token === "YY";
    fields[token.charAt(0) as keyof Fields] = isShortYear ? centuryOf(number) : number;
    at += digits.length;
  }
  return at === text.length ? fields : undefined;
}

function centuryOf(year: number): number {
  return year < 70 ? 2000 + year : 1900 + year;
}

/** The first format whose shape fits decides. */
function dateStep(formats: readonly string[], isTimestamp: boolean): CellStep {
  const shapes = formats.map(partsOf);
  return (text) => {
    for (const parts of shapes) {
      const fields = fieldsIn(text, parts);
      if (fields) return dateNode(fields, isTimestamp) ?? "DATE_INVALID";
    }
    return "DATE_INVALID";
  };
}

const pad = (number: number, length = 2) => String(number).padStart(length, "0");

function dateNode(fields: Fields, isTimestamp: boolean): JsonNode | undefined {
  const { Y = 0, M = 0, D = 0, H = 0, m = 0, s = 0 } = fields;
  if (Y < 1 || M < 1 || M > 12 || D < 1 || D > daysInMonth(Y, M)) return undefined;
  if (H > 23 || m > 59 || s > 59) return undefined;
  const date = `${pad(Y, 4)}-${pad(M)}-${pad(D)}`;
  return stringNode(isTimestamp ? `${date}T${pad(H)}:${pad(m)}:${pad(s)}Z` : date);
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** A cell that is not null as the type has it. */
export function typedCell(cell: JsonNode, type: ColumnType): Made {
  const text = cellText(cell);
  switch (type) {
    case "text":
      return cell.type === "string" ? cell : stringNode(text);
    case "integer":
      return integerCell(cell, text);
    case "number": {
      const token = isData(cell) ? undefined : numberToken(text);
      return token === undefined ? "TYPE_INVALID" : numberNode(token);
    }
    case "boolean":
      return /^(?:true|false)$/i.test(text)
        ? booleanNode(text.toLowerCase() === "true")
        : "TYPE_INVALID";
    case "date":
      return readDate(text) ? stringNode(text) : "TYPE_INVALID";
    case "timestamp":
      return isTimestampText(text) ? stringNode(text) : "TYPE_INVALID";
    case "uuid": {
      const lower = text.toLowerCase();
      return UUID.test(lower) ? stringNode(lower) : "TYPE_INVALID";
    }
    case "json":
      return jsonCell(cell, text);
  }
}

/** Of texts only whole numbers as they are counted; a number may be written 5.00. */
function integerCell(cell: JsonNode, text: string): Made {
  const isInteger =
    cell.type === "number" ? isWhole(text) && nearEnough(text) : /^[+-]?\d+$/.test(text);
  if (!isInteger || isData(cell)) return "TYPE_INVALID";
  const token = numberToken(text)?.split(".", 1).join("");
  return token === undefined ? "TYPE_INVALID" : numberNode(token === "-0" ? "0" : token);
}

const nearEnough = (text: string) => numberToken(text) !== undefined;

function isData({ type }: JsonNode): boolean {
  return type === "object" || type === "array" || type === "boolean";
}

function isTimestampText(text: string): boolean {
  const read = readDateTime(text);
  return read !== undefined && read.offset !== undefined && /^.{10}[Tt]/.test(text);
}

function jsonCell(cell: JsonNode, text: string): Made {
  if (cell.type !== "string") return cell;
  const read = readJson(text);
  return "root" in read ? withoutRepeats(read.root, "last") : "TYPE_INVALID";
}

/** The narrowest type that all texts fit; leading zeros and signs that a number would lose keep a text a text. */
export function looksLike(texts: Iterable<string>): ColumnType {
  const open = new Set<ColumnType>(NARROWEST_FIRST);
  let count = 0;
  for (const text of texts) {
    count++;
    for (const type of open) if (!looks(text, type)) open.delete(type);
    if (open.size === 0) return "text";
  }
  return count === 0 ? "text" : (NARROWEST_FIRST.find((type) => open.has(type)) ?? "text");
}

const NARROWEST_FIRST = [
  "integer",
  "number",
  "boolean",
  "date",
  "timestamp",
  "uuid",
  "json",
] as const satisfies readonly ColumnType[];

function looks(text: string, type: ColumnType): boolean {
  if (type === "integer") return /^-?(?:0|[1-9]\d*)$/.test(text);
  if (type === "number") return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text);
  if (type === "json" && !/^\s*[[{]/.test(text)) return false;
  return typeof typedCell(stringNode(text), type) === "object";
}
