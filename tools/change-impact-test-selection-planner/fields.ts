/** Lists of paths or globs, and maps from paths, given as data or as text. */
import { Type } from "@sinclair/typebox";
import type { Entry } from "../_core/tool.ts";
import { inputInvalid } from "../_lib/results/input-invalid.ts";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { normalPath } from "../_lib/text/path-glob/normal-path.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";
import type { Result } from "../change-impact-test-selection-planner.ts";

export type Read<T> =
  { readonly value: T; readonly failure?: undefined } | { readonly failure: Result };

const TEXTS = Type.Array(Type.String());
const OBJECT = Type.Object({});

/** An array, also as JSON text, or one item on each line of a text. */
export function readTexts(given: unknown, path: string): Read<readonly string[]> {
  if (typeof given !== "string" || isJsonArray(given, path))
    return readStructured(given, TEXTS, path);
  return { value: linesOf(given).map(({ text }) => text) };
}

/** A text that may begin like an array and still be a path, such as `[id].ts`. */
export function isJsonArray(text: string, path: string): boolean {
  return /^\ufeff?\s*\[/.test(text) && readJsonField(text, path).ok;
}

/** Lines that are not blank, without white space around them; numbered from 1. */
export function linesOf(text: string): { text: string; line: number }[] {
  return text
    .replace(/^\ufeff/, "")
    .split(/\r\n?|\n/)
    .map((line, index) => ({ text: line.trim(), line: index + 1 }))
    .filter((line) => line.text !== "");
}

export function readPaths(given: unknown, path: string): Read<readonly string[]> {
  const read = readTexts(given, path);
  return read.failure ? read : { value: read.value.map(normalPath) };
}

/** Paths by path; keys that name the same file are one. */
export function readPathMap(given: unknown, path: string): Read<Map<string, readonly string[]>> {
  return readMap(given, path, "an array of paths", (value, known: readonly string[] = []) =>
    isTextList(value) ? [...known, ...value.map(normalPath)] : undefined,
  );
}

/** Numbers of 0 or more by path; of keys that name the same file the last one counts. */
export function readNumberMap(given: unknown, path: string): Read<Map<string, number>> {
  return readMap(given, path, "a number of 0 or more", (value) =>
    typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined,
  );
}

function readMap<T>(
  given: unknown,
  path: string,
  expected: string,
  convert: (value: unknown, known: T | undefined) => T | undefined,
): Read<Map<string, T>> {
  const read = readStructured(given, OBJECT, path);
  if (read.failure) return read;
  const map = new Map<string, T>();
  const problems: Entry<"TYPE">[] = [];
  for (const [key, value] of Object.entries(read.value)) {
    const name = normalPath(key);
    const converted = convert(value, map.get(name));
    if (converted !== undefined) map.set(name, converted);
    else if (problems.length < MOST_PROBLEMS) {
      const place = appendPointer(path, key);
      const message = `Cannot use ${place}: found something else, expected ${expected}`;
      problems.push({ code: "TYPE", message, path: place, expected });
    }
  }
  const [first, ...others] = problems;
  return first ? { failure: inputInvalid([first, ...others]) } : { value: map };
}

const MOST_PROBLEMS = 100;

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
