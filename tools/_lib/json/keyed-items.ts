/** The elements of arrays by what tells them apart: a member that each has, unique in its array. */
import { numberKey } from "./tree/number.ts";
import type { JsonNode } from "./tree/tree.ts";
import { scalarText } from "./tree/write.ts";
import { memberOf } from "./tree/members.ts";

/** Members that identify an element, if nothing else is said. */
export const ARRAY_KEYS = ["id", "key", "name"] as const;

export interface KeyedItem {
  readonly node: JsonNode;
  readonly index: number;
  /** What stands for its index in a path: `[id=3]`. */
  readonly label: string;
}

/** In the order of the array; equal keys of two arrays mean the same element. */
export type KeyedItems = ReadonlyMap<string, KeyedItem>;

export interface SharedKey {
  readonly key: string;
  readonly versions: readonly KeyedItems[];
}

/** By the first of the keys that every element of all the arrays has. */
export function keyVersions(
  versions: readonly (readonly JsonNode[])[],
  keys: readonly string[],
): SharedKey | undefined {
  for (const key of keys) {
    const keyed = keyEach(versions, key);
    if (keyed !== undefined) return { key, versions: keyed };
  }
  return undefined;
}

function keyEach(versions: readonly (readonly JsonNode[])[], key: string) {
  const keyed: KeyedItems[] = [];
  for (const items of versions) {
    const map = keyItems(items, key);
    if (map === undefined) return undefined;
    keyed.push(map);
  }
  return keyed;
}

/** Undefined where the key is no string or number in some element, or the same in two. */
export function keyItems(items: readonly JsonNode[], key: string): KeyedItems | undefined {
  const keyed = new Map<string, KeyedItem>();
  for (const [index, node] of items.entries()) {
    const value = memberOf(node, key);
    if (value?.type !== "string" && value?.type !== "number") return undefined;
    const text = value.type === "string" ? value.value : scalarText(value);
    const id = value.type === "string" ? `"${text}` : numberKey(text);
    if (keyed.has(id)) return undefined;
    keyed.set(id, { node, index, label: `[${key}=${text}]` });
  }
  return keyed;
}
