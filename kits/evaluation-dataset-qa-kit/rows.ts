/** What rows ask and what they want for an answer, as the formatter of datasets reads them. */
import { groupBy } from "../../tools/_lib/algorithms/group-by.ts";
import { memberOf } from "../../tools/_lib/json/tree/members.ts";
import { readJson } from "../../tools/_lib/json/tree/read.ts";
import { type JsonNode, type JsonObject, objectNode } from "../../tools/_lib/json/tree/tree.ts";
import { minifyJson, scalarText } from "../../tools/_lib/json/tree/write.ts";
import formatRows from "../../tools/eval-dataset-jsonl-formatter.ts";
import type { Entry, Outcome } from "../../tools/_core/tool.ts";
import type { Work } from "../evaluation-dataset-qa-kit.ts";
import type { SourceRow } from "./read.ts";

export interface Asked {
  /** What the user says. */
  readonly input: string;
  /** The first right answer. */
  readonly target: string | null;
}

interface ReadRows {
  /** How the rows are written; mixed where they differ. */
  readonly format: string;
  readonly asked: ReadonlyMap<number, Asked>;
  /** Why rows make no line, by their index. */
  readonly refused: ReadonlyMap<number, "INPUT_MISSING" | "ROLE_INVALID">;
  /** Rows of no known format with nothing to answer: the whole is none, when all are. */
  readonly errors?: readonly Entry[];
}

/** A row as it is handed on: what is blank is nothing. */
export function givenOf({ node }: SourceRow): JsonObject {
  const members = node?.members.filter(
    ({ value }) => value.type !== "string" || value.value.trim() !== "",
  );
  return objectNode(members ?? []);
}

export function rowsText(rows: readonly SourceRow[]): string {
  return `[${rows.map((row) => minifyJson(givenOf(row)) ?? "{}").join(",")}]`;
}

type Refusals = Map<number, "INPUT_MISSING" | "ROLE_INVALID">;

export function understand(sources: readonly SourceRow[], work: Work): ReadRows {
  const { format } = work.input;
  const refused: Refusals = new Map();
  const asked = new Map<number, Asked>();
  const readable = sources.filter(({ node }) => node !== undefined);
  if (readable.length === 0) return { format, asked, refused };
  const { rows, read } = readRecognised(readable, refused, work);
  if (!read.ok || !read.value) {
    const errors = (read.errors ?? []).map((error) => placed(error, rows));
    return { format, asked, refused, errors };
  }
  const dropped = new Map(read.value.dropped.map(({ index, reason }) => [rows[index], reason]));
  const lines = linesOf(read.output);
  for (const [at, row] of rows.filter((one) => !dropped.has(one)).entries()) {
    asked.set(row.index, askedOf(lines[at]));
  }
  const unanswered = rows.filter((row) => dropped.get(row) === "target-missing");
  if (unanswered.length > 0) readUnanswered(unanswered, asked, work);
  for (const row of rows) {
    if (asked.get(row.index)?.input.trim()) continue;
    asked.delete(row.index);
    refused.set(row.index, dropped.get(row) === "role-invalid" ? "ROLE_INVALID" : "INPUT_MISSING");
  }
  return { format: read.value.from, asked, refused };
}

function formatAs(to: "inspect" | "hf-messages", rows: readonly SourceRow[], work: Work) {
  const { format, mapping } = work.input;
  const given = { rows: rowsText(rows), from: format, to, mapping, dedup: "none" } as const;
  return work.ctx.step(formatRows, given);
}

/** A row of no format fails them all: those with members like its own are left out. */
function readRecognised(readable: readonly SourceRow[], refused: Refusals, work: Work) {
  const read = formatAs("inspect", readable, work);
  if (!isUnrecognised(read)) return { rows: readable, read };
  for (const [first, ...others] of groupBy(readable, kindOf).values()) {
    if (first === undefined || !isUnrecognised(formatAs("inspect", [first], work))) continue;
    for (const { index } of [first, ...others]) refused.set(index, "INPUT_MISSING");
  }
  const rows = readable.filter(({ index }) => !refused.has(index));
  return rows.length === 0
    ? { rows: readable, read }
    : { rows, read: formatAs("inspect", rows, work) };
}

/** Conversations may go on: they need no target. */
function readUnanswered(rows: readonly SourceRow[], asked: Map<number, Asked>, work: Work): void {
  const { output, value } = formatAs("hf-messages", rows, work);
  const dropped = new Set(value?.dropped.map(({ index }) => index));
  const lines = linesOf(output);
  for (const [at, row] of rows.filter((_, index) => !dropped.has(index)).entries()) {
    asked.set(row.index, { ...askedOf(lines[at]), target: null });
  }
}

function isUnrecognised({ ok, error, errors }: Outcome): boolean {
  return !ok && (error ?? errors?.[0])?.code === "FORMAT_UNRECOGNISED";
}

/** Rows of one kind have the same members of the same types, so that all of them are of a format or none is. */
function kindOf({ node }: SourceRow): string {
  const given = node?.members.filter(
    ({ value }) => value.type !== "null" && (value.type !== "string" || value.value.trim() !== ""),
  );
  return JSON.stringify(given?.map(({ key, value }) => [key, value.type]).toSorted());
}

function placed(error: Entry, rows: readonly SourceRow[]): Entry {
  const path = (error.path ?? "/rows").replace(
    /^\/rows(?:\/(\d+))?/,
    (_, at: string | undefined) =>
      at === undefined ? "/dataset" : `/dataset/${rows[Number(at)]?.index ?? at}`,
  );
  const { index: _index, ...entry } = error;
  return { ...entry, path };
}

function linesOf(output: string | undefined): JsonNode[] {
  return (output ?? "").split("\n").flatMap((line) => {
    const read = line === "" ? undefined : readJson(line);
    return read !== undefined && "root" in read ? [read.root] : [];
  });
}

function askedOf(line: JsonNode | undefined): Asked {
  const input = line && (memberOf(line, "input") ?? memberOf(line, "messages"));
  const target = line && memberOf(line, "target");
  const first = target?.type === "array" ? target.items[0] : target;
  return {
    input: input?.type === "array" ? userText(input.items) : wordsOf(input),
    target: wordsOf(first).trim() === "" ? null : wordsOf(first),
  };
}

function userText(messages: readonly JsonNode[]): string {
  return messages
    .filter((message) => wordsOf(memberOf(message, "role")) === "user")
    .map((message) => wordsOf(memberOf(message, "content")))
    .join("\n");
}

/** The text of a content; of a list of parts that of those of text. */
function wordsOf(node: JsonNode | undefined): string {
  if (node === undefined || node.type === "null" || node.type === "object") return "";
  if (node.type !== "array") return node.type === "string" ? node.value : scalarText(node);
  return node.items
    .map((part) => wordsOf(part.type === "object" ? memberOf(part, "text") : part))
    .filter((text) => text !== "")
    .join("\n");
}
