/** Reads rows from JSON, JSON lines or CSV, each by itself, so that a broken line costs no other. */
import type { Entry } from "../../tools/_core/tool.ts";
import { readJsonField } from "../../tools/_lib/json/tree/json-field.ts";
import { memberOf } from "../../tools/_lib/json/tree/members.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import {
  arrayNode,
  type JsonNode,
  type JsonObject,
  objectNode,
  stringNode,
  withoutRepeats,
} from "../../tools/_lib/json/tree/tree.ts";
import { minifyJson, scalarText } from "../../tools/_lib/json/tree/write.ts";
import { outOfBounds } from "../../tools/_lib/results/input-invalid.ts";
import convertCsv from "../../tools/csv-jsonl-converter.ts";
import type { Work } from "../evaluation-dataset-qa-kit.ts";

const MOST_ROWS = 5000;

export interface SourceRow {
  /** From 0, over all rows. */
  readonly index: number;
  /** Of JSON lines, from 1. */
  readonly line: number | null;
  /** Undefined where it is no JSON object. */
  readonly node: JsonObject | undefined;
  /** As it stands where it cannot be read. */
  readonly text: string;
}

type Read =
  | { readonly rows: readonly SourceRow[]; readonly errors?: undefined }
  | { readonly errors: readonly Entry[]; readonly rows?: undefined };

export function readRows(field: unknown, path: string, ctx: Work["ctx"]): Read {
  const read = typeof field === "string" ? readText(field, path, ctx) : readDocument(field, path);
  const count = read.rows?.length ?? 0;
  if (count <= MOST_ROWS) return read;
  return { errors: [outOfBounds(path, `${count} rows`, `at most ${MOST_ROWS}`)] };
}

function readText(given: string, path: string, ctx: Work["ctx"]): Read {
  const text = given.startsWith(MARK) ? given.slice(1) : given;
  if (text.trim() === "") return { rows: [] };
  if (/^\s*\[/.test(text)) return readDocument(given, path);
  const whole = readJson(text);
  if ("root" in whole && whole.root.type === "object") return readDocument(given, path);
  const lines = text.split(/\r\n|\n|\r/).map(readLine);
  if (!lines.some(({ node }) => node)) return readCsv(text, path, ctx);
  return {
    rows: lines
      .filter((line) => line.text.trim() !== "")
      .map(({ node, text: raw, line }, index) => ({ index, line, node, text: raw })),
  };
}

const MARK = "\ufeff";

function readLine(text: string, at: number) {
  return { text, line: at + 1, node: /^\s*\{/.test(text) ? objectIn(text) : undefined };
}

function objectIn(text: string): JsonObject | undefined {
  const read = readJson(text);
  if (!("root" in read) || read.root.type !== "object") return undefined;
  return withoutRepeats(read.root, "last") as JsonObject;
}

function readDocument(field: unknown, path: string): Read {
  const read = readJsonField(field, path);
  if (!read.ok) return { errors: [read.error] };
  const { root } = read;
  if (root.type !== "array" && root.type !== "object") {
    const expected = "rows: an array, JSON lines or CSV";
    const message = `Cannot use ${path}: found ${root.type}, expected ${expected}`;
    return { errors: [{ code: "TYPE", message, path, expected }] };
  }
  const items = root.type === "array" ? root.items : [root];
  return { rows: items.map((item, index) => rowOf(item, index, null)) };
}

function readCsv(text: string, path: string, ctx: Work["ctx"]): Read {
  const read = ctx.step(convertCsv, { input: text, direction: "csv-to-jsonl", types: "json" });
  if (!read.ok) return { errors: (read.errors ?? []).map((error) => ({ ...error, path })) };
  const lines = (read.output ?? "").split("\n").filter((line) => line !== "");
  return {
    rows: lines.map((line, index) => ({ index, line: null, node: objectIn(line), text: line })),
  };
}

function rowOf(node: JsonNode, index: number, line: number | null): SourceRow {
  return {
    index,
    line,
    node: node.type === "object" ? node : undefined,
    text: minifyJson(node) ?? "",
  };
}

/** The texts of rows, by which secrets are found. */
export function* textsOfRows(rows: readonly SourceRow[]): Generator<string> {
  for (const { node, text } of rows) {
    if (node === undefined) yield text;
    else yield* textsOfNode(node);
  }
}

function* textsOfNode(node: JsonNode): Generator<string> {
  if (node.type === "string") yield node.value;
  else if (node.type === "array") for (const item of node.items) yield* textsOfNode(item);
  else if (node.type === "object") {
    for (const { value } of node.members) yield* textsOfNode(value);
  }
}

/** The same rows with each of their texts replaced. */
export function replaceInRows(
  rows: readonly SourceRow[],
  replace: (text: string) => string,
): readonly SourceRow[] {
  return rows.map((row) => {
    if (row.node === undefined) return { ...row, text: replace(row.text) };
    return { ...row, node: replaceIn(row.node, replace) as JsonObject };
  });
}

function replaceIn(node: JsonNode, replace: (text: string) => string): JsonNode {
  if (node.type === "string") {
    const text = replace(node.value);
    return text === node.value ? node : stringNode(text);
  }
  if (node.type === "array") return arrayNode(node.items.map((item) => replaceIn(item, replace)));
  if (node.type !== "object") return node;
  return objectNode(
    node.members.map((member) => ({ ...member, value: replaceIn(member.value, replace) })),
  );
}

/** By what the row is named: 1 and "1" are the same. */
export function idOf({ node }: SourceRow, key: string): string | null {
  if (node === undefined) return null;
  const item = memberOf(node, "item");
  const isPromptfoo = memberOf(node, "vars")?.type === "object";
  const id =
    memberOf(node, key) ??
    (item && memberOf(item, key)) ??
    (isPromptfoo ? memberOf(node, "description") : undefined);
  if (id?.type === "number") return scalarText(id);
  return id?.type === "string" && id.value !== "" ? id.value : null;
}
