import type { Entry } from "../../../_core/tool.ts";
import { type EntrySink, WarningList } from "../../results/entry-list.ts";
import { placeAt, positionFinder } from "../../text/position.ts";
import { appendPointer } from "../../results/pointer.ts";
import { relatedIn } from "../../results/syntax-problem.ts";
import { quoted } from "../../text/shown.ts";
import { isContainer } from "./members.ts";
import { depthProblem, type JsonProblem, syntaxProblem } from "./problem.ts";
import { type Dialect, readJson } from "./read.ts";
import { type JsonDocument, type JsonNode, withoutRepeats } from "./tree.ts";
import { documentOf } from "./value.ts";

/** The description of a field that `readJsonField` reads. */
export const DOCUMENT =
  "The document: JSON text, which keeps every number exactly, or any other JSON value as it is";

/** Failures of reading JSON, to be spread into a tool's `failures`. */
export const JSON_FAILURES = {
  JSON_SYNTAX: "The text is not well-formed JSON",
  INPUT_TOO_DEEP: "The data is nested deeper than 1,000 levels",
} as const;

/** Warnings of reading JSON, to be spread into a tool's `warnings`. */
export const JSON_WARNINGS = {
  BOM_REMOVED: "A byte order mark stood before the text",
  DUPLICATE_KEY: "An object has the same key again; the last value counts",
  LONE_SURROGATE: "A string holds half of a surrogate pair",
  WARNINGS_TRUNCATED: "More than 100 warnings of one code were found",
} as const;

/** The warning of `commentsRemoved`, to be spread into a tool's `warnings`. */
export const COMMENTS_WARNINGS = {
  COMMENTS_REMOVED: "Comments of the input are not in the output",
} as const;

export type JsonFailure = keyof typeof JSON_FAILURES;
export type JsonWarning = keyof typeof JSON_WARNINGS;

/** A JSON field that was read. */
export interface JsonField {
  readonly ok: true;
  /** The data, the last copy of a repeated key at the first one's place. */
  readonly root: JsonNode;
  /** The data as written, every copy of a repeated key included, with its comments. */
  readonly document: JsonDocument;
  /** The field's text, to which offsets refer; undefined where the field was given as a value. */
  readonly text: string | undefined;
  readonly warnings: readonly Entry<JsonWarning>[];
}

export interface JsonFieldFailure {
  readonly ok: false;
  readonly error: Entry<JsonFailure>;
  readonly warnings: readonly Entry<JsonWarning>[];
}

/** Reads a JSON field: text by the dialect, any other value as it is. `path` is the field's pointer, such as `/input`. */
export function readJsonField(
  field: unknown,
  path: string,
  dialect: Dialect = "json",
): JsonField | JsonFieldFailure {
  if (typeof field !== "string") return readValueField(field, path);
  const marked = field.startsWith("\ufeff");
  // A space in the place of the mark keeps the offsets.
  const text = marked ? ` ${field.slice(1)}` : field;
  const read = /^[ \t\r\n]*$/.test(text)
    ? syntaxProblem("", 0, "a value", "value")
    : readJson(text, dialect);
  if ("type" in read) {
    const error = problemEntry(read, field, path, dialect);
    return { ok: false, error, warnings: marked ? [bomRemoved()] : [] };
  }
  return {
    ok: true,
    root: withoutRepeats(read.root, "last"),
    document: read,
    text: field,
    warnings: [...(marked ? [bomRemoved()] : []), ...findingsOf(read, positionFinder(field))],
  };
}

const NAMES = { json: "JSON", jsonc: "JSONC", json5: "JSON5" } as const;

/** The entry of a problem; `base` is where in `text` the text that was read begins. */
export function problemEntry(
  problem: JsonProblem,
  text: string,
  path: string,
  dialect: Dialect = "json",
  base = 0,
): Entry<JsonFailure> {
  const offset = base + problem.offset;
  return {
    code: problem.code,
    message: `Cannot read ${NAMES[dialect]}: found ${problem.found}, expected ${problem.expected}`,
    path,
    ...placeAt(text, offset),
    expected: problem.expected,
    received: problem.received,
    hint: problem.hint,
    ...relatedIn(text, problem.related, base),
  };
}

function readValueField(field: unknown, path: string): JsonField | JsonFieldFailure {
  const document = documentOf(field);
  if (document === undefined) {
    const { code, found, expected, hint } = depthProblem(0);
    const message = `Cannot read JSON: found ${found}, expected ${expected}`;
    return { ok: false, error: { code, message, path, hint }, warnings: [] };
  }
  const warnings = findingsOf(document, () => ({}));
  return { ok: true, root: document.root, document, text: undefined, warnings };
}

function findingsOf(document: JsonDocument, place: (start: number) => object) {
  const list = new WarningList<"DUPLICATE_KEY" | "LONE_SURROGATE">();
  noteFindings(document, place, list);
  return list.list();
}

/** Adds what was found while reading, in document order; `place` gives the position of an offset. */
export function noteFindings(
  document: JsonDocument,
  place: (start: number) => object,
  list: EntrySink<"DUPLICATE_KEY" | "LONE_SURROGATE">,
): void {
  if (document.repeatedKeys === 0 && document.loneSurrogates === 0) return;
  const noteString = (value: string, start: number, pointer: () => string) => {
    if (value.isWellFormed()) return;
    list.add("LONE_SURROGATE", () => ({
      message: "A string holds a surrogate without its other half",
      path: pointer(),
      ...place(start),
    }));
  };
  walk(document.root, "", {
    member: (key, start, pointer, repeated) => {
      if (repeated) {
        list.add("DUPLICATE_KEY", () => ({
          message: `The key ${quoted(key, LONGEST_KEY)} stands in its object more than once`,
          path: pointer(),
          ...place(start),
        }));
      }
      noteString(key, start, pointer);
    },
    string: noteString,
  });
}

/** The warning that comments are left out of the output; none where there are none. */
export function commentsRemoved({ commentCount }: JsonDocument): Entry<"COMMENTS_REMOVED">[] {
  if (commentCount === 0) return [];
  const what = commentCount === 1 ? "A comment was" : `${commentCount} comments were`;
  const message = `${what} left out of the output`;
  return [{ code: "COMMENTS_REMOVED", message, received: commentCount }];
}

/** The warnings of repeated keys as errors, for a tool that refuses them. */
export function repeatErrors(
  warnings: readonly Entry<JsonWarning>[],
): Entry<"DUPLICATE_KEY" | "ERRORS_TRUNCATED">[] {
  const errors: Entry<"DUPLICATE_KEY" | "ERRORS_TRUNCATED">[] = [];
  const message = "Cannot accept the document: an object repeats a key, expected each key once";
  for (const entry of warnings) {
    if (entry.code === "DUPLICATE_KEY") errors.push({ ...entry, code: entry.code, message });
    if (entry.code === "WARNINGS_TRUNCATED") errors.push({ ...entry, code: "ERRORS_TRUNCATED" });
  }
  return errors;
}

/** The warning that a mark before the text was removed. */
export function bomRemoved(): Entry<"BOM_REMOVED"> {
  const message = "A byte order mark (U+FEFF) before the text was removed";
  return { code: "BOM_REMOVED", message, line: 1, column: 1, offset: 0 };
}

interface Visitor {
  member(key: string, start: number, pointer: () => string, repeated: boolean): void;
  string(value: string, start: number, pointer: () => string): void;
}

function walk(node: JsonNode, pointer: string, visitor: Visitor): void {
  if (node.type === "string") visitor.string(node.value, node.start, () => pointer);
  else if (node.type === "array") {
    for (const [index, item] of node.items.entries()) {
      if (item.type === "string")
        visitor.string(item.value, item.start, () => `${pointer}/${index}`);
      else if (isContainer(item)) walk(item, `${pointer}/${index}`, visitor);
    }
  } else if (node.type === "object") {
    const keys = new Set<string>();
    for (const { key, keyStart, value } of node.members) {
      const at = () => appendPointer(pointer, key);
      visitor.member(key, keyStart, at, node.repeated && keys.has(key));
      if (node.repeated) keys.add(key);
      if (value.type === "string") visitor.string(value.value, value.start, at);
      else if (isContainer(value)) walk(value, at(), visitor);
    }
  }
}

const LONGEST_KEY = 41;
