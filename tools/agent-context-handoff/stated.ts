/** What the sender states, field by field. */
import { readStructured } from "../_lib/fields/structured-field.ts";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import type { Input, StatedTexts } from "../agent-context-handoff.ts";

const FIELDS = [
  "constraints",
  "decisions",
  "openQuestions",
  "nextActions",
  "risks",
  "artifacts",
] as const;

type Field = (typeof FIELDS)[number];

export type Stated = Readonly<Record<Field, readonly string[]>>;

export function readStated(input: Input, shape: StatedTexts) {
  const stated: Record<Field, readonly string[]> = {
    constraints: [],
    decisions: [],
    openQuestions: [],
    nextActions: [],
    risks: [],
    artifacts: [],
  };
  for (const field of FIELDS) {
    const { texts, failure } = readTexts(input[field] ?? [], `/${field}`, shape);
    if (failure) return { failure };
    stated[field] = texts;
  }
  return { stated };
}

/** Each text in one line; blank ones count for nothing. */
function readTexts(field: string | readonly string[], path: string, shape: StatedTexts) {
  const isText = typeof field === "string" && !isList(field, path);
  const read = isText ? { value: linesOf(field) } : readStructured(field, shape, path);
  if ("failure" in read && read.failure) return { failure: read.failure };
  const texts = read.value.map(inOneLine).filter((text) => text !== "");
  const { maxItems = Infinity } = shape;
  if (texts.length <= maxItems) return { texts };
  const problem = outOfBounds(path, `${texts.length} texts`, `at most ${maxItems}`);
  return { failure: inputInvalid([problem]) };
}

/** A line may begin with a bracket, too. */
function isList(text: string, path: string): boolean {
  return /^\ufeff?\s*\[/.test(text) && readJsonField(text, path).ok;
}

const LIST_MARKER = /^(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)+/;

/** Lines as they stand in a packet, without their list markers. */
function linesOf(text: string): string[] {
  return splitLines(text.replace(/^\ufeff/, "")).map(withoutMarker);
}

export function splitLines(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}

export function withoutMarker(line: string): string {
  return line.trim().replace(LIST_MARKER, "");
}

export function isListItem(line: string): boolean {
  return LIST_MARKER.test(line.trim());
}

/** Runs of white space become one space. */
export function inOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
