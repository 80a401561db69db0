import type { EntrySink } from "../_lib/results/entry-list.ts";
import { endOfLine, excerptAt, nextLine, positionFinder } from "../_lib/text/position.ts";
import { noteFindings } from "../_lib/json/tree/json-field.ts";
import { type JsonProblem, syntaxProblem } from "../_lib/json/tree/problem.ts";
import { readJson } from "../_lib/json/tree/read.ts";
import type { JsonMember, JsonNode } from "../_lib/json/tree/tree.ts";

/** One line of JSON lines that holds an object. */
export interface JsonLine {
  /** Where the line begins, to which the offsets of its members are relative. */
  readonly start: number;
  /** The members by key, the last copy of a repeated key at the first one's place. */
  readonly members: ReadonlyMap<string, JsonMember>;
}

export interface JsonLines {
  readonly rows: readonly JsonLine[];
  /** Physical lines, counted from 1, that are no JSON object. */
  readonly skipped: readonly number[];
}

type Problems = EntrySink<"JSONL_LINE_INVALID">;
type Findings = EntrySink<"DUPLICATE_KEY" | "LONE_SURROGATE">;

/** Reads JSON lines; a line ends at CRLF, LF or CR, and a blank one is skipped. */
export function readJsonLines(text: string, problems: Problems, findings: Findings): JsonLines {
  const find = positionFinder(text);
  const rows: JsonLine[] = [];
  const skipped: number[] = [];
  let line = 0;
  for (let start = startOf(text); start < text.length; start = nextLine(text, start)) {
    line++;
    const source = text.slice(start, endOfLine(text, start));
    if (isBlank(source)) continue;
    const read = readJson(source);
    const problem = "type" in read ? read : notAnObject(read.root, source);
    if (problem !== undefined || "type" in read || read.root.type !== "object") {
      skipped.push(line);
      if (problem !== undefined) noteProblem(problem, text, start, find, problems);
      continue;
    }
    const members = new Map(read.root.members.map((member) => [member.key, member]));
    rows.push({ start, members });
    noteFindings(read, (offset) => find(start + offset), findings);
  }
  return { rows, skipped };
}

/** Whether the first line that is not blank is a JSON object. */
export function beginsWithObjectLine(text: string): boolean {
  for (let start = startOf(text); start < text.length; start = nextLine(text, start)) {
    const source = text.slice(start, endOfLine(text, start));
    if (isBlank(source)) continue;
    const read = readJson(source);
    return !("type" in read) && read.root.type === "object";
  }
  return false;
}

function startOf(text: string): number {
  return text.startsWith("\ufeff") ? 1 : 0;
}

function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line);
}

function notAnObject(root: JsonNode, source: string): JsonProblem | undefined {
  if (root.type === "object") return undefined;
  const problem = syntaxProblem(source, root.start, "a JSON object", "value");
  return { ...problem, found: `a value of type ${root.type}` };
}

function noteProblem(
  problem: JsonProblem,
  text: string,
  start: number,
  find: ReturnType<typeof positionFinder>,
  problems: Problems,
): void {
  const offset = start + problem.offset;
  const array = /^[ \t]*\[/.test(text.slice(start, offset + 1));
  problems.add("JSONL_LINE_INVALID", () => ({
    message: `Cannot read the line: found ${problem.found}, expected ${problem.expected}`,
    path: "/input",
    ...find(offset),
    excerpt: excerptAt(text, offset),
    expected: problem.expected,
    received: problem.received,
    hint: array ? "json-to-csv reads a JSON array of objects" : problem.hint,
  }));
}
