import type { EntrySink } from "../_lib/results/entry-list.ts";
import type { JsonLine } from "./json-lines.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { minifyJson, scalarText } from "../_lib/json/tree/write.ts";
import { positionFinder } from "../_lib/text/position.ts";
import { writeRecord } from "../_lib/formats/csv/write.ts";
import { beginning } from "../_lib/text/shown.ts";

/** The keys of all lines in order of first appearance. */
export function keysOf(rows: readonly JsonLine[]): string[] {
  const keys = new Set<string>();
  for (const { members } of rows) for (const key of members.keys()) keys.add(key);
  return [...keys];
}

/** Notes each key that no column has, where it stands first; `text` is what the lines were read from. */
export function noteUnknownKeys(
  rows: readonly JsonLine[],
  names: readonly string[],
  text: string,
  problems: EntrySink<"HEADER_UNKNOWN_KEY">,
): void {
  const known = new Set(names);
  const find = positionFinder(text);
  for (const { start, members } of rows) {
    for (const { key, keyStart } of members.values()) {
      if (known.has(key)) continue;
      known.add(key);
      problems.add("HEADER_UNKNOWN_KEY", () => ({
        message: `Cannot write the key ${JSON.stringify(beginning(key, 40))}: customHeaders names no such column, expected one for each key`,
        path: "/customHeaders",
        ...find(start + keyStart),
        received: key,
      }));
    }
  }
}

/** The lines as CSV text; null and missing values are empty, objects and arrays minified JSON. */
export function writeTable(
  rows: readonly JsonLine[],
  columns: readonly string[],
  delimiter: string,
  header: boolean,
): string {
  if (columns.length === 0) return "";
  const lines = header ? [writeRecord(columns, delimiter)] : [];
  for (const { members } of rows) {
    const cells = columns.map((column) => cellText(members.get(column)?.value));
    lines.push(writeRecord(cells, delimiter));
  }
  return lines.map((line) => `${line}\n`).join("");
}

function cellText(node: JsonNode | undefined): string {
  if (node === undefined || node.type === "null") return "";
  if (node.type === "string") return node.value;
  return node.type === "object" || node.type === "array"
    ? (minifyJson(node) ?? "")
    : scalarText(node);
}
