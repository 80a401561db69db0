/** The rows that a JSON document holds: those of an array, one object, or one value on each line. */
import type { Entry } from "../../_core/tool.ts";
import { EntryList } from "../entry-list.ts";
import {
  bomRemoved,
  type JsonFailure,
  type JsonWarning,
  noteFindings,
  problemEntry,
  readJsonField,
} from "./field.ts";
import { isIndexToken, parsePointer } from "./pointer.ts";
import { readJson } from "./read.ts";
import { arrayNode, type JsonNode, withoutRepeats } from "./tree.ts";
import { endOfLine, nextLine, positionFinder } from "../text-position.ts";

export type JsonRoot =
  | {
      readonly ok: true;
      readonly root: JsonNode;
      /** One value on each line. */
      readonly isLines: boolean;
      readonly warnings: readonly Entry<JsonWarning>[];
    }
  | {
      readonly ok: false;
      readonly error: Entry<JsonFailure>;
      readonly warnings: readonly Entry<JsonWarning>[];
    };

/** Reads a JSON field, or text with a JSON value on each line; the first line decides which it is. */
export function readJsonRoot(field: unknown, path: string): JsonRoot {
  const read = readJsonField(field, path);
  if (read.ok) return { ...read, isLines: false };
  const isText = typeof field === "string" && read.error.code === "JSON_SYNTAX";
  return isText && beginsWithLine(field) ? readLines(field, path) : read;
}

const BLANK = /^[ \t]*$/;

/** Whether the first line that is not blank is a value by itself, and there is another line. */
function beginsWithLine(text: string): boolean {
  for (let start = startOf(text); start < text.length; start = nextLine(text, start)) {
    const line = text.slice(start, endOfLine(text, start));
    if (!BLANK.test(line))
      return !("code" in readJson(line)) && nextLine(text, start) < text.length;
  }
  return false;
}

function startOf(text: string): number {
  return text.startsWith("\ufeff") ? 1 : 0;
}

function readLines(text: string, path: string): JsonRoot {
  const find = positionFinder(text);
  const items: JsonNode[] = [];
  const marks = text.startsWith("\ufeff") ? [bomRemoved()] : [];
  const findings = new EntryList<"DUPLICATE_KEY" | "LONE_SURROGATE", "WARNINGS_TRUNCATED">(
    "WARNINGS_TRUNCATED",
  );
  for (let start = startOf(text); start < text.length; start = nextLine(text, start)) {
    const line = text.slice(start, endOfLine(text, start));
    if (BLANK.test(line)) continue;
    const read = readJson(line);
    if ("code" in read) {
      const error = problemEntry(read, text, path, "json", start);
      return { ok: false, error, warnings: [...marks, ...findings.list()] };
    }
    items.push(withoutRepeats(read.root, "last"));
    noteFindings(read, (offset) => find(start + offset), findings);
  }
  const warnings = [...marks, ...findings.list()];
  return { ok: true, root: arrayNode(items), isLines: true, warnings };
}

/** What an RFC 6901 pointer leads to; undefined where it leads nowhere, or is none. */
export function nodeAt(root: JsonNode, pointer: string): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  const tokens = parsePointer(pointer);
  if (!tokens) return undefined;
  for (const token of tokens) {
    if (node?.type === "object") node = node.members.find(({ key }) => key === token)?.value;
    else if (node?.type === "array" && isIndexToken(token)) node = node.items[Number(token)];
    else return undefined;
  }
  return node;
}

/** The only member's key, where that member is an array of objects: the rows are hardly the whole. */
export function rowsMember(root: JsonNode): string | undefined {
  if (root.type !== "object" || root.members.length !== 1) return undefined;
  const [member] = root.members;
  if (member?.value.type !== "array" || member.value.items.length === 0) return undefined;
  return member.value.items.every(({ type }) => type === "object") ? member.key : undefined;
}
