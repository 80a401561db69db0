/** What the payload is: as the caller says, else by its looks. */
import type { Entry } from "../../tools/_core/tool.ts";
import { chooseDelimiter } from "../../tools/_lib/formats/csv/delimiter.ts";
import { CsvReader } from "../../tools/_lib/formats/csv/read.ts";
import { type JsonField, readJsonField } from "../../tools/_lib/json/tree/json-field.ts";
import { documentOf } from "../../tools/_lib/json/tree/value.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import type { Input, Kind } from "../large-payload-reduction-kit.ts";

export interface Payload {
  readonly kind: Kind;
  /** As it was given. */
  readonly text: string;
  /** The text of the data: of JSON lines the array of all. */
  readonly json: string | undefined;
  readonly isGuessed: boolean;
}

/** The text of the payload; of what is no string its JSON. */
export function textOfPayload(payload: unknown): string | undefined {
  if (typeof payload === "string") return payload;
  const document = documentOf(payload);
  return document && minifyJson(document.root);
}

const GUESSED: ReadonlySet<Kind> = new Set(["csv", "log", "markdown"]);

/** The payload and what it is, or why it is not what the caller says. */
export function readPayload(text: string, kind: Input["kind"]): Payload | readonly Entry[] {
  if (kind === "json") {
    const read = readJsonField(text, "/payload");
    if (!read.ok) return [read.error];
    // A string that may hold anything is what it holds.
    const isText = read.document.root.type === "string";
    return { kind: isText ? "text" : "json", text, json: text, isGuessed: false };
  }
  if (kind === "jsonl") {
    const lines = jsonLines(text, false);
    if (Array.isArray(lines)) return lines;
    return { kind, text, json: lines as string, isGuessed: false };
  }
  const found = kind === "auto" ? guessKind(text.trim()) : kind;
  const json = found === "json" ? text : undefined;
  const lines = found === "jsonl" ? (jsonLines(text, true) as string) : undefined;
  const isGuessed = kind === "auto" && GUESSED.has(found);
  return { kind: found, text, json: json ?? lines, isGuessed };
}

/** The lines as one array; what is wrong with the first that is no JSON. */
function jsonLines(text: string, objectsOnly: boolean): string | Entry[] | undefined {
  const values: string[] = [];
  let line = 0;
  for (const raw of text.replace(/^\ufeff/, "").split("\n")) {
    line++;
    if (raw.trim() === "") continue;
    const read: JsonField | { ok: false; error: Entry } = readJsonField(raw, "/payload");
    if (!read.ok) {
      if (objectsOnly) return undefined;
      const { message } = read.error;
      return [{ ...read.error, message: `${message}, in line ${line}`, line }];
    }
    if (objectsOnly && read.document.root.type !== "object") return undefined;
    values.push(raw.trim());
  }
  if (objectsOnly && values.length < 2) return undefined;
  return `[${values.join(",")}]`;
}

const HTML = /<!doctype\b|<html\b|<\/(?:p|div|li|td|span)\s{0,20}>/i;
const FEWEST_RECORDS = 3;
const FEWEST_LOG_LINES = 5;
const LOG_LINE =
  /\d{4}[-/]\d\d[-/]\d\d|\b\d{1,2}:\d\d(?::\d\d)?\b|\b(?:DEBUG|INFO|WARN|ERROR|FATAL)\b|[[(<](?:debug|info|warn|error|fatal)[\])>]/;
const MARKDOWN = /^(?:#{1,6}\s|```|~~~|\|.*\|[ \t]*$)/m;
const LIST_ITEM = /^[ \t]{0,8}(?:[-*+]|\d{1,9}[.)])[ \t]+\S/gm;

function guessKind(text: string): Kind {
  if (/^\ufeff?[[{]/.test(text)) {
    if (readJsonField(text, "/payload").ok) return "json";
    if (jsonLines(text, true) !== undefined) return "jsonl";
  }
  if (HTML.test(text)) return "html";
  if (looksLikeCsv(text)) return "csv";
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const dated = lines.filter((line) => LOG_LINE.test(line)).length;
  if (lines.length >= FEWEST_LOG_LINES && 2 * dated >= lines.length) return "log";
  const items = text.match(LIST_ITEM)?.length ?? 0;
  return MARKDOWN.test(text) || items >= 2 ? "markdown" : "text";
}

function looksLikeCsv(text: string): boolean {
  const chosen = chooseDelimiter(text, 0, "auto");
  if (chosen.guessed) return false;
  const reader = new CsvReader(text, chosen);
  const widths = new Map<number, number>();
  let records = 0;
  for (let record = reader.next(); record !== undefined; record = reader.next()) {
    records++;
    widths.set(record.cells.length, (widths.get(record.cells.length) ?? 0) + 1);
  }
  const [width = 0, most = 0] = [...widths].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  return records >= FEWEST_RECORDS && width >= 2 && 10 * most >= 9 * records;
}

export function emptyPayload(text: string): Entry<"PAYLOAD_EMPTY"> {
  const found = text === "" ? "nothing" : counted(text.length, "character") + " of white space";
  const message = `Cannot reduce the payload: found ${found}, expected data or text`;
  return { code: "PAYLOAD_EMPTY", message, path: "/payload" };
}
