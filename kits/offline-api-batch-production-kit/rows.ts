/** The rows of a batch: from JSON, JSON lines or CSV, each with its columns. */
import type { Entry } from "../../tools/_core/tool.ts";
import {
  fromNode,
  isList,
  isMembers,
  type Json,
  type JsonMembers,
} from "../../tools/_lib/json/tree/exact.ts";
import { readJsonRoot } from "../../tools/_lib/json/tree/rows.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import { outOfBounds } from "../../tools/_lib/results/input-invalid.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import convertCsv from "../../tools/csv-jsonl-converter.ts";
import type { Work } from "../offline-api-batch-production-kit.ts";

export interface Row {
  /** From 1. */
  readonly number: number;
  readonly cells: JsonMembers;
}

export interface Rows {
  readonly rows: readonly Row[];
  /** In order of first occurrence. */
  readonly columns: readonly string[];
}

const FIELD = "/rows";
const MOST_ROWS = 5000;
const MARK = "\ufeff";

/** The rows; or what is wrong with the field, or with the text. */
export function readRows(
  work: Work,
): Rows | { readonly misuses: readonly Entry[] } | { readonly errors: readonly Entry[] } {
  const { rows: given } = work.input;
  const isCsv = typeof given === "string" && isTable(given);
  const read = isCsv ? readCsv(given, work) : readJsonRows(given);
  if ("errors" in read) return read;
  const misuses = read.items.flatMap((item, index): Entry[] => {
    if (isMembers(item)) return [];
    const message = `Cannot use ${FIELD}/${index}: found no object, expected a row as an object of columns`;
    return [{ code: "TYPE", message, path: `${FIELD}/${index}`, expected: "an object" }];
  });
  if (read.items.length > MOST_ROWS)
    return { misuses: [outOfBounds(FIELD, `${read.items.length} rows`, `at most ${MOST_ROWS}`)] };
  if (misuses.length > 0) return { misuses: misuses.slice(0, 100) };
  const rows = read.items.map((cells, index) => ({
    number: index + 1,
    cells: cells as JsonMembers,
  }));
  if (!isCsv)
    work.report.skipped(
      "rows",
      `${counted(rows.length, "row")} of JSON; CSV text in \`rows\` would be converted`,
    );
  return { rows, columns: [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))] };
}

type Items = { readonly items: readonly Json[] } | { readonly errors: readonly Entry[] };

/** JSON begins with a bracket, or has an object on some line; all else is CSV. */
function isTable(text: string): boolean {
  const body = text.startsWith(MARK) ? text.slice(1) : text;
  const start = body.trimStart();
  if (start === "" || start.startsWith("[") || start.startsWith("{")) return false;
  return !body.split(/\r\n|\n|\r/).some((line) => {
    if (!/^\s*\{/.test(line)) return false;
    const read = readJson(line);
    return "root" in read && read.root.type === "object";
  });
}

function readJsonRows(given: unknown): Items {
  if (typeof given === "string" && given.replace(MARK, "").trim() === "") return { items: [] };
  const read = readJsonRoot(given, FIELD);
  if (!read.ok) return { errors: [read.error] };
  const root = fromNode(read.root);
  return { items: isList(root) ? root : [root] };
}

function readCsv(text: string, { ctx, report }: Work): Items {
  const converted = ctx.step(convertCsv, {
    input: text,
    direction: "csv-to-jsonl",
    types: "strings",
  });
  const { ok, errors = [], warnings = [], output = "" } = converted;
  if (!ok) return { errors: errors.map((entry) => ({ ...entry, path: FIELD })) };
  const items = output.split("\n").flatMap((line): Json[] => {
    const read = line === "" ? undefined : readJson(line);
    return read !== undefined && "root" in read ? [fromNode(read.root)] : [];
  });
  // A record that is no row would be missing without a word.
  for (const entry of warnings) report.find("warning", "rows", { ...entry, path: FIELD });
  report.done(
    "rows",
    `${counted(items.length, "row")} of CSV`,
    warnings.length > 0 ? "review" : "pass",
  );
  return { items };
}
