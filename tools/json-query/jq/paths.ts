/** Reading, setting and deleting the places that paths lead to. */
import type { Spend } from "./budget.ts";
import {
  arrayNode,
  type JsonArray,
  type JsonNode,
  type JsonNumber,
  type JsonObject,
  objectNode,
} from "../../_lib/json/tree/tree.ts";
import { dump } from "./dump.ts";
import { JqError, nameValue } from "./errors.ts";
import { boundsOf, indicesInArray, sliceText } from "./slices.ts";
import { countCodePoints } from "../../_lib/text/code-points.ts";
import { double, doubleOf, isLoose, list, NULL, string } from "./values.ts";
import { itemAt, memberOf, sizeOfArray, withItem, withItems, withMember } from "./versions.ts";

const LARGEST_INDEX = 536_870_911;
const LONGEST_PATH = 10_000;

/** The value of `.[key]`. */
export function getIndex(value: JsonNode, key: JsonNode, spend: Spend): JsonNode {
  if (isLoose(key)) spend(key.value.length >> 4);
  if (value.type === "object" && key.type === "string") return memberOf(value, key.value) ?? NULL;
  if (value.type === "array") {
    if (key.type === "number") return itemAt(value, indexOf(key, sizeOfArray(value))) ?? NULL;
    if (key.type === "object") return getSlice(value, key, spend);
    if (key.type === "array") return list(indicesInArray(value, key, spend).map(double));
  }
  if (value.type === "null" && ["string", "number", "object"].includes(key.type)) return NULL;
  if (value.type === "string" && key.type === "object") return getSlice(value, key, spend);
  throw new JqError(`Cannot index ${value.type} with ${nameValue(key)}`);
}

/** A fraction is dropped, a negative index counts from the end; -1 for none. */
function indexOf(key: JsonNumber, size: number): number {
  const index = Math.floor(doubleOf(key));
  return index < 0 ? index + size : index;
}

function getSlice(value: JsonNode, key: JsonObject, spend: Spend): JsonNode {
  if (value.type === "string") {
    // Both bounds are found by counting.
    spend(1 + (value.value.length >> 3));
    return string(sliceText(value.value, boundsOf(key, countCodePoints(value.value))));
  }
  if (value.type !== "array") return NULL;
  const { from, to } = boundsOf(key, sizeOfArray(value));
  spend((to - from) >> 2);
  return list(value.items.slice(from, to));
}

export function getPath(root: JsonNode, path: readonly JsonNode[], spend: Spend): JsonNode {
  let value = root;
  for (const key of path) {
    if (value.type === "null") return NULL;
    spend(1);
    value = getIndex(value, key, spend);
  }
  return value;
}

/** The keys of a path that a query gave. */
export function keysOf(path: JsonNode): readonly JsonNode[] {
  if (path.type !== "array") throw new JqError("Path must be specified as an array");
  return path.items;
}

export function setPath(
  root: JsonNode,
  path: readonly JsonNode[],
  value: JsonNode,
  spend: Spend,
): JsonNode {
  if (path.length > LONGEST_PATH) throw new JqError("Path too deep");
  const parents: JsonNode[] = [];
  let parent = root;
  for (const key of path) {
    parents.push(parent);
    parent = getIndexToSet(parent, key, spend);
  }
  let changed = value;
  for (let depth = path.length - 1; depth >= 0; depth--) {
    spend(1);
    changed = setIndex(parents[depth] as JsonNode, path[depth] as JsonNode, changed, spend);
  }
  return changed;
}

function getIndexToSet(value: JsonNode, key: JsonNode, spend: Spend): JsonNode {
  if (key.type === "array" && value.type === "array")
    throw new JqError("Cannot update field at array index of array");
  return getIndex(value, key, spend);
}

/** The value with `.[key]` replaced; null becomes what the key needs. */
function setIndex(value: JsonNode, key: JsonNode, element: JsonNode, spend: Spend): JsonNode {
  if (key.type === "string" && (value.type === "object" || value.type === "null"))
    return withMember(value.type === "object" ? value : objectNode([]), key.value, element, spend);
  if (value.type === "array" || value.type === "null") {
    const array = value.type === "array" ? value : arrayNode([]);
    if (key.type === "number") return setItem(array, key, element, spend);
    if (key.type === "object") return setSlice(array, key, element, spend);
  }
  if (key.type === "object")
    throw new JqError(`Cannot update field at object index of ${value.type}`);
  if (key.type === "array" && value.type === "array")
    throw new JqError("Cannot update field at array index of array");
  throw new JqError(`Cannot index ${value.type} with ${nameValue(key)}`);
}

function setItem(array: JsonArray, key: JsonNumber, item: JsonNode, spend: Spend): JsonNode {
  const size = sizeOfArray(array);
  const number = doubleOf(key);
  if (Number.isNaN(number)) throw new JqError("Cannot set array element at NaN index");
  const index = indexOf(key, size);
  if (index < 0) throw new JqError("Out of bounds negative array index");
  if (index > LARGEST_INDEX) throw new JqError("Array index too large");
  if (index < size) return withItem(array, index, item, spend);
  spend(index - size);
  return withItems(array, [...Array.from({ length: index - size }, () => NULL), item], spend);
}

function setSlice(array: JsonArray, key: JsonObject, items: JsonNode, spend: Spend): JsonNode {
  const { from, to } = boundsOf(key, sizeOfArray(array));
  if (items.type !== "array")
    throw new JqError("A slice of an array can only be assigned another array");
  spend((array.items.length + items.items.length) >> 2);
  return list([...array.items.slice(0, from), ...items.items, ...array.items.slice(to)]);
}

/** The keys to delete from one place. */
interface Doomed {
  readonly parent: readonly JsonNode[];
  readonly keys: JsonNode[];
}

/** The value without the places of all paths, which are all of the value as it was. */
export function deletePaths(
  root: JsonNode,
  paths: readonly (readonly JsonNode[])[],
  spend: Spend,
): JsonNode {
  if (paths.some((path) => path.length === 0)) return NULL;
  const places = new Map<string, Doomed>();
  for (const path of paths) {
    if (path.length > LONGEST_PATH) throw new JqError("Path too deep");
    const parent = path.slice(0, -1);
    const name = dump(list(parent), spend);
    const last = path.at(-1) as JsonNode;
    const place = places.get(name);
    if (place === undefined) places.set(name, { parent, keys: [last] });
    else place.keys.push(last);
  }
  // From the deepest on, so that what is still to be deleted stays where it was.
  const deepestFirst = [...places.values()].toSorted((a, b) => b.parent.length - a.parent.length);
  let changed = root;
  for (const { parent, keys } of deepestFirst) {
    const value = getPath(changed, parent, spend);
    if (value.type === "null") continue;
    changed = setPath(changed, parent, deleteKeys(value, keys, spend), spend);
  }
  return changed;
}

function deleteKeys(value: JsonNode, keys: readonly JsonNode[], spend: Spend): JsonNode {
  if (value.type === "array") return deleteItems(value, keys, spend);
  if (value.type !== "object") throw new JqError(`Cannot delete fields from ${value.type}`);
  const names = new Set<string>();
  for (const key of keys) {
    if (key.type !== "string") throw new JqError(`Cannot delete ${key.type} field of object`);
    names.add(key.value);
  }
  spend(keys.length + (value.members.length >> 2));
  return objectNode(value.members.filter(({ key }) => !names.has(key)));
}

function deleteItems(array: JsonArray, keys: readonly JsonNode[], spend: Spend): JsonNode {
  const { items } = array;
  spend(keys.length + (items.length >> 2));
  const doomed = new Set<number>();
  for (const key of keys) {
    if (key.type === "number") doomed.add(indexOf(key, items.length));
    else if (key.type === "object") {
      const { from, to } = boundsOf(key, items.length);
      spend(to - from);
      for (let index = from; index < to; index++) doomed.add(index);
    } else throw new JqError(`Cannot delete ${key.type} element of array`);
  }
  return list(items.filter((_, index) => !doomed.has(index)));
}
