/** A schema without what makes no difference. */
import { byCodeUnit } from "../../tools/_lib/results/pointer.ts";
import { setMember } from "../../tools/_lib/json/tree/value.ts";

/** What only people read. */
export const REMARKS: ReadonlySet<string> = new Set([
  "title",
  "description",
  "default",
  "examples",
  "$comment",
  "deprecated",
]);
const MAPS: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);
const DATA: ReadonlySet<string> = new Set(["enum", "const", "default", "examples"]);

/** The schema with the keywords that are kept, and lists of required members in one order. */
export function schemaWith(schema: unknown, keeps: (keyword: string) => boolean): unknown {
  if (Array.isArray(schema)) return schema.map((item) => schemaWith(item, keeps));
  if (typeof schema !== "object" || schema === null) return schema;
  const result = {};
  for (const [key, value] of Object.entries(schema)) {
    if (!keeps(key)) continue;
    setMember(result, key, keywordWith(key, value, keeps));
  }
  return result;
}

function keywordWith(key: string, value: unknown, keeps: (keyword: string) => boolean): unknown {
  if (DATA.has(key)) return value;
  if (key === "required" && isNames(value)) return value.toSorted(byCodeUnit);
  if (!MAPS.has(key) || typeof value !== "object" || value === null)
    return schemaWith(value, keeps);
  const result = {};
  for (const [name, inner] of Object.entries(value)) {
    setMember(result, name, schemaWith(inner, keeps));
  }
  return result;
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}
