/** The rows that a JSON document holds: those of an array, one object, or one value on each line. */
import type { Entry } from "../../../_core/tool.ts";
import { WarningList } from "../../results/entry-list.ts";
import {
  bomRemoved,
  type JsonFailure,
  type JsonWarning,
  noteFindings,
  problemEntry,
  readJsonField,
} from "./json-field.ts";
import { isIndexToken, parsePointer } from "../../results/pointer.ts";
import { readJson } from "./read.ts";
import { arrayNode, type JsonNode, withoutRepeats } from "./tree.ts";
import { endOfLine, lineStarts, positionFinder } from "../../text/position.ts";

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

/** Reads a JSON field, or text with a JSON value on each of two or more lines; the first line decides which it is. */
export function readJsonRoot(field: unknown, path: string): JsonRoot {
  const read = readJsonField(field, path);
  if (read.ok) return { ...read, isLines: false };
  return (typeof field === "string" && readLines(field, path)) || read;
}

function readLines(text: string, path: string): JsonRoot | undefined {
  const isMarked = text.startsWith("\ufeff");
  const starts = lineStarts(text)
    .map((start) => (isMarked ? Math.max(start, 1) : start))
    .filter((start) => text.slice(start, endOfLine(text, start)).trim() !== "");
  if (starts.length < 2) return undefined;
  const find = positionFinder(text);
  const items: JsonNode[] = [];
  const findings = new WarningList<"DUPLICATE_KEY" | "LONE_SURROGATE">();
  const warnings = () => [...(isMarked ? [bomRemoved()] : []), ...findings.list()];
  for (const start of starts) {
    const read = readJson(text.slice(start, endOfLine(text, start)));
    if ("code" in read) {
      if (items.length === 0) return undefined;
      const error = problemEntry(read, text, path, "json", start);
      return { ok: false, error, warnings: warnings() };
    }
    items.push(withoutRepeats(read.root, "last"));
    noteFindings(read, (offset) => find(start + offset), findings);
  }
  return { ok: true, root: arrayNode(items), isLines: true, warnings: warnings() };
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

/** The key of the only member that is an array of objects: the rows are hardly the whole. */
export function rowsMember(root: JsonNode): string | undefined {
  if (root.type !== "object") return undefined;
  const [member, other] = root.members.filter(
    ({ value }) =>
      value.type === "array" &&
      value.items.length > 0 &&
      value.items.every(({ type }) => type === "object"),
  );
  return other === undefined ? member?.key : undefined;
}
