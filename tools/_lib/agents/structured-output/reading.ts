import type { JsonProblem } from "../../json/tree/problem.ts";
import { readJson } from "../../json/tree/read.ts";
import type { JsonDocument, JsonNode } from "../../json/tree/tree.ts";
import { repairJson } from "../../json/repair/repair.ts";
import type { Repair } from "../../json/repair/repairs.ts";
import type { RepairProblem } from "../../json/repair/source.ts";
import { isContainer } from "../../json/tree/members.ts";
import type { Span } from "./marks.ts";

/** A span of a text read as JSON. */
export interface Reading {
  readonly ok: true;
  readonly document: JsonDocument;
  /** What offsets in the tree are counted from. */
  readonly base: number;
  readonly repairs: readonly Repair[];
  /** Whether the text ends before the value does. */
  readonly truncated: boolean;
}

export interface Unreadable {
  readonly ok: false;
  /** At its offset in the whole text. */
  readonly problem: JsonProblem | RepairProblem;
}

export interface ReadOptions {
  readonly mayRepair: boolean;
  /** Whether the text ends with the span, so that what is missing there was cut off. */
  readonly isLast: boolean;
}

/** Reads a span as strict JSON, or else, if that may be, repairs it. */
export function readSpan(
  text: string,
  { start, end }: Span,
  { mayRepair, isLast }: ReadOptions,
): Reading | Unreadable {
  const read = readJson(text.slice(start, end));
  if (!("type" in read)) {
    return { ok: true, document: read, base: start, repairs: [], truncated: false };
  }
  const problem = { ...read, offset: start + read.offset };
  if (!mayRepair || problem.code === "INPUT_TOO_DEEP") return { ok: false, problem };
  const repaired = repairJson(text, { start, end, completesLiterals: isLast });
  if (!repaired.ok) return repaired;
  const { document, repairs, cut } = repaired;
  return { ok: true, document, base: 0, repairs, truncated: cut && isLast };
}

/** Whether nothing but the value stands in the span: no words, and several values only where they are joined. */
export function isAlone({ document, repairs }: Reading, joins: boolean): boolean {
  const { root } = document;
  const codes = new Set(repairs.map(({ code }) => code));
  if (codes.has("PROSE_REMOVED") || codes.has("FENCE_REMOVED")) return false;
  if (codes.has("VALUES_WRAPPED"))
    return joins && root.type === "array" && root.items.some(isContainer);
  if (isContainer(root) || repairs.length === 0) return true;
  // Words that begin with a quotation are no string with quotes in it.
  return root.type === "string" && !codes.has("QUOTE_ESCAPED") && !/["`]/.test(root.value);
}

/** The object or array that is the text of a string, also of a string within a string. */
export function encodedIn(
  root: JsonNode,
): { readonly document: JsonDocument; readonly text: string } | undefined {
  for (let node = root; node.type === "string";) {
    const document = readJson(node.value);
    if ("type" in document) return undefined;
    if (isContainer(document.root)) return { document, text: node.value };
    node = document.root;
  }
  return undefined;
}
