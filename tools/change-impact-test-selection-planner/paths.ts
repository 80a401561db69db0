/** Lists of paths or globs, and maps from paths, in their normal form. */
import { Type } from "@sinclair/typebox";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import { normalPath } from "../_lib/text/path-glob/normal-path.ts";
import { readStructured } from "../_lib/fields/structured-field.ts";

const TEXTS = Type.Array(Type.String());

/** A list, the text of a JSON array of texts, or one item on each line of any other text. */
export function textsOf(given: string | readonly string[]): readonly string[] {
  if (typeof given !== "string") return given;
  const array = isJsonArray(given) ? readStructured(given, TEXTS, "").value : undefined;
  return array ?? linesOf(given).map(({ text }) => text);
}

/** A text that may begin like an array and still be a path, such as `[id].ts`. */
export function isJsonArray(text: string): boolean {
  return /^\ufeff?\s*\[/.test(text) && readJsonField(text, "").ok;
}

/** Lines that are not blank, without white space around them; numbered from 1. */
export function linesOf(text: string): { text: string; line: number }[] {
  return text
    .replace(/^\ufeff/, "")
    .split(/\r\n?|\n/)
    .map((line, index) => ({ text: line.trim(), line: index + 1 }))
    .filter((line) => line.text !== "");
}

export type PathMap = ReadonlyMap<string, readonly string[]>;

/** Paths by path; keys that name the same file are one. */
export function pathMapOf(given: Readonly<Record<string, readonly string[]>>): PathMap {
  const map = new Map<string, string[]>();
  for (const [key, paths] of Object.entries(given)) {
    const name = normalPath(key);
    map.set(name, [...(map.get(name) ?? []), ...paths.map(normalPath)]);
  }
  return map;
}

/** Numbers by path; of keys that name the same file the last one counts. */
export function numberMapOf(given: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  return new Map(Object.entries(given).map(([key, value]) => [normalPath(key), value]));
}
