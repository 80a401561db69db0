/** The rows of the old table: from CSV, a JSON array or JSON lines, each read by the tool that knows it. */
import type { Entry } from "../../tools/_core/tool.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import {
  arrayNode,
  type JsonNode,
  objectNode,
  withoutRepeats,
} from "../../tools/_lib/json/tree/tree.ts";
import { documentOf } from "../../tools/_lib/json/tree/value.ts";
import { minifyJson, scalarText } from "../../tools/_lib/json/tree/write.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import convertLines from "../../tools/csv-jsonl-converter.ts";
import convertCsv from "../../tools/csv-to-json.ts";
import formatJson from "../../tools/json-formatter.ts";
import type { Input, Work } from "../data-migration-prep-kit.ts";

export type SourceRow = ReadonlyMap<string, JsonNode>;

export interface Source {
  /** In order of first occurrence. */
  readonly columns: readonly string[];
  readonly rows: readonly SourceRow[];
  /** What is scanned for personal data. */
  readonly text: string;
}

export type SourceFormat = "csv" | "json" | "jsonl";

export const READERS = { csv: convertCsv, json: formatJson, jsonl: convertLines } as const;

const MARK = "\ufeff";

/** JSON begins with a bracket or a brace; of JSON lines the first line is a whole object. */
export function formatOf({ source, sourceFormat }: Input): SourceFormat {
  if (typeof source !== "string") return "json";
  if (sourceFormat !== "auto") return sourceFormat;
  const text = source.replace(MARK, "").trimStart();
  if (text.startsWith("[")) return "json";
  if (!text.startsWith("{")) return "csv";
  const [first = "", second = ""] = text.split(/\r\n|\n|\r/, 2);
  return second.trim() !== "" && "root" in readJson(first) ? "jsonl" : "json";
}

/** The text of a cell; nothing for null. */
export function cellText(cell: JsonNode): string {
  if (cell.type === "string") return cell.value;
  if (cell.type === "null") return "";
  if (cell.type === "object" || cell.type === "array") return minifyJson(cell, Infinity) ?? "";
  return scalarText(cell);
}

type Read = { readonly source: Source } | { readonly errors: readonly Entry[] };

/** The rows; or why the text cannot be read. */
export function readSource(format: SourceFormat, work: Work): Read {
  const { source } = work.input;
  if (typeof source !== "string") return readJsonText(rowsText(source), work);
  if (format === "csv") return readCsv(source, work);
  return format === "json" ? readJsonText(source, work) : readLines(source, work);
}

function rowsText(rows: readonly object[]): string {
  const nodes = rows.map((row) => documentOf(row)?.root ?? objectNode([]));
  return minifyJson(arrayNode(nodes), Infinity) ?? "[]";
}

const atSource = (entry: Entry): Entry => {
  const { path = "" } = entry;
  return { ...entry, path: path.startsWith("/input") || path === "" ? "/source" : path };
};

function readCsv(text: string, { ctx, input, report }: Work): Read {
  const { ok, value, output, errors, warnings } = ctx.step(convertCsv, {
    input: text,
    delimiter: input.delimiter,
    indent: 0,
  });
  if (!ok || !value) return { errors: (errors ?? []).map(placed) };
  tellLosses(
    // What stands in too many cells would be missing without a word.
    warnings?.map(({ received: _cells, ...entry }) => entry),
    report,
  );
  const columns = value.columns ?? [];
  return { source: { columns, rows: rowsOf(output ?? "[]"), text } };
}

/** What readers say of cells that are not in the rows as they are in the text. */
const LOSSES = { CSV_RAGGED: "info", CSV_DUPLICATE_HEADER: "info", DUPLICATE_KEY: "info" } as const;

function tellLosses(warnings: readonly Entry[] | undefined, report: Work["report"]): void {
  report.takeOver("read", warnings?.map(atSource), LOSSES);
}

/** The delimiter is the caller's own field. */
function placed(entry: Entry): Entry {
  return entry.path === "/delimiter" ? entry : atSource(entry);
}

function readJsonText(text: string, { ctx, report }: Work): Read {
  const { ok, output, errors, warnings } = ctx.step(formatJson, {
    input: text,
    action: "minify",
  });
  if (!ok) return { errors: (errors ?? []).map(atSource) };
  tellLosses(warnings, report);
  return jsonSource(output ?? "[]", text);
}

function readLines(text: string, { ctx, report }: Work): Read {
  const { ok, errors, warnings } = ctx.step(convertLines, {
    input: text,
    direction: "jsonl-to-csv",
    strict: true,
  });
  if (!ok) return { errors: (errors ?? []).map(atSource) };
  tellLosses(warnings, report);
  const lines = text.replace(MARK, "").split(/\r\n|\n|\r/);
  const items = lines.flatMap((line) => nodesOf(line));
  return jsonSource(minifyJson(arrayNode(items), Infinity) ?? "[]", text);
}

function nodesOf(line: string): readonly JsonNode[] {
  if (line.trim() === "") return [];
  const read = readJson(line);
  return "root" in read ? [withoutRepeats(read.root, "last")] : [];
}

function jsonSource(json: string, text: string): Read {
  const [root] = nodesOf(json);
  const items = root?.type === "array" ? root.items : root === undefined ? [] : [root];
  const wrong = items.findIndex(({ type }) => type !== "object");
  if (wrong >= 0) {
    const found = items[wrong]?.type ?? "null";
    const path = root?.type === "array" ? `/source/${wrong}` : "/source";
    const message = `Cannot use a row: found ${found}, expected an object of columns`;
    return { errors: [{ code: "DOCUMENT_TYPE", message, path, expected: "object" }] };
  }
  const rows = items.map(rowOf);
  return { source: { columns: [...new Set(rows.flatMap((row) => [...row.keys()]))], rows, text } };
}

function rowsOf(json: string): readonly SourceRow[] {
  const [root] = nodesOf(json);
  return root?.type === "array" ? root.items.map(rowOf) : [];
}

function rowOf(node: JsonNode): SourceRow {
  const members = node.type === "object" ? node.members : [];
  return new Map(members.map(({ key, value }) => [key, value]));
}

export function readSummary({ rows, columns }: Source, format: SourceFormat): string {
  return `${counted(rows.length, "row")} of ${counted(columns.length, "column")} from ${format}`;
}
