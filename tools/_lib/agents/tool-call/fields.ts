/** Fields that hold tool definitions, calls, messages: read exactly, with warnings at their pointers. */
import type { Entry } from "../../../_core/tool.ts";
import { type JsonFailure, type JsonWarning, readJsonField } from "../../json/tree/json-field.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { memberOf } from "../../json/tree/members.ts";
import type { Item } from "./items.ts";

export interface Tree {
  readonly root: JsonNode;
  readonly warnings: readonly Entry<JsonWarning>[];
}

/** A JSON field; what the data repeats or breaks is told with the pointer of its place. */
export function readTree(
  given: unknown,
  path: string,
): Tree | { readonly error: Entry<JsonFailure> } {
  const read = readJsonField(given, path);
  if (!read.ok) return { error: read.error };
  const warnings = read.warnings.map((entry) => ({ ...entry, path: path + (entry.path ?? "") }));
  return { root: read.root, warnings };
}

/** Whether a field is missing: not given, null, or a list without anything. */
export function isEmpty(given: unknown): boolean {
  return given === undefined || given === null || (Array.isArray(given) && given.length === 0);
}

/** Whether a tree holds nothing: null, or a list without anything. */
export function isEmptyTree(root: JsonNode): boolean {
  return root.type === "null" || (root.type === "array" && root.items.length === 0);
}

const CALL_TYPES: ReadonlySet<string> = new Set([
  "function",
  "function_call",
  "custom_tool_call",
  "tool_use",
]);

/** Whether something was meant as a call or a message, but is of no shape that is known. */
export function isMalformed(item: Item): boolean {
  if (item.kind !== "other") return false;
  const type = memberOf(item.node, "type");
  return type?.type !== "string" || CALL_TYPES.has(type.value);
}

/** The problem of a place that is of no known shape. */
export function unknownShape<C extends string>(code: C, path: string, expected: string): Entry<C> {
  const message = `Cannot use ${path}: found another structure, expected ${expected}`;
  return { code, message, path, expected };
}
