/** The JSON types as sets of bits. Numbers are taken by value: 1.0 is an integer, as draft-04 does not have it. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { isWhole } from "../_lib/numbers/decimal-text.ts";

const NULL = 1;
const BOOLEAN = 2;
export const OBJECT = 4;
export const ARRAY = 8;
export const STRING = 16;
const INTEGER = 32;
const FRACTION = 64;

export const NUMBER = INTEGER | FRACTION;
export const NO_TYPE = 0;
export const ANY_TYPE = NULL | BOOLEAN | OBJECT | ARRAY | STRING | NUMBER;

const TYPES: ReadonlyMap<string, number> = new Map([
  ["null", NULL],
  ["boolean", BOOLEAN],
  ["object", OBJECT],
  ["array", ARRAY],
  ["string", STRING],
  ["number", NUMBER],
  ["integer", INTEGER],
]);

/** What the keyword `type` allows. */
export function typesOf(keyword: JsonNode | undefined): number {
  if (keyword === undefined) return ANY_TYPE;
  const names = keyword.type === "array" ? keyword.items : [keyword];
  const typeOf = (name: JsonNode) =>
    name.type === "string" ? (TYPES.get(name.value) ?? NO_TYPE) : NO_TYPE;
  return names.reduce((types, name) => types | typeOf(name), NO_TYPE);
}

/** The type of one value. */
export function typeOfValue(node: JsonNode): number {
  if (node.type !== "number") return TYPES.get(node.type) ?? NO_TYPE;
  return isWhole(node.text) ? INTEGER : FRACTION;
}

/** Whether numbers of these types are all whole. */
export function areWhole(types: number): boolean {
  return (types & FRACTION) === 0;
}
