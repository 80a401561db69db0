/** Reading, setting and deleting the places that paths lead to. */
import {
  arrayNode,
  type JsonArray,
  type JsonNode,
  type JsonNumber,
  type JsonObject,
  objectNode,
} from "../../_lib/json/tree/tree.ts";
import { JqError, nameValue } from "./errors.ts";
import { boundsOf, indicesInArray, sliceText } from "./slices.ts";
import { countCodePoints } from "../../_lib/text/code-points.ts";
import { double, doubleOf, list, NULL, string } from "./values.ts";
import { itemAt, memberOf, sizeOfArray, withItem, withItems, withMember } from "./versions.ts";

const LARGEST_INDEX = 536_870_911;
const LONGEST_PATH = 10_000;

export type Spend = (units: number) => void;

/** The value of `.[key]`. */
export function getIndex(value: JsonNode, key: JsonNode): JsonNode {
  if (value.type === "object" && key.type === "string") return memberOf(value, key.value) ?? NULL;
  if (value.type === "array") {
    if (key.type === "number") return itemAt(value, indexOf(key, sizeOfArray(value))) ?? NULL;
    if (key.type === "object") return getSlice(value, key);
    if (key.type === "array") return list(indicesInArray(value, key).map(double));
  }
  if (value.type === "null" && ["string", "number", "object"].includes(key.type)) {
    if (key.type === "object") boundsOf(key, 0);
    return NULL;
  }
  if (value.type === "string" && key.type === "object") return getSlice(value, key);
  throw new JqError(`Cannot index ${value.type} with ${nameValue(key)}`);
}

/** A fraction is dropped, a negative index counts from the end; -1 for none. */
function indexOf(key: JsonNumber, size: number): number {
  const index = Math.floor(doubleOf(key));
  return index < 0 ? index + size : index;
}

function getSlice(value: JsonNode, key: JsonObject): JsonNode {
  if (value.type === "string") {
    return string(sliceText(value.value, boundsOf(key, countCodePoints(value.value))));
  }
  if (value.type !== "array") return NULL;
  const { from, to } = boundsOf(key, sizeOfArray(value));
  return list(value.items.slice(from, to));
}

export function getPath(root: JsonNode, path: readonly JsonNode[]): JsonNode {
  let value = root;
  for (const key of path) {
    if (value.type === "null") return NULL;
    value = getIndex(value, key);
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
    parent = getIndexToSet(parent, key);
  }
  let changed = value;
  for (let depth = path.length - 1; depth >= 0; depth--) {
    spend(1);
    changed = setIndex(parents[depth] as JsonNode, path[depth] as JsonNode, changed, spend);
  }
  return changed;
}

function getIndexToSet(value: JsonNode, key: JsonNode): JsonNode {
  if (key.type === "array" && value.type === "array")
    throw new JqError("Cannot update field at array index of array");
  return getIndex(value, key);
}

/** The value with `.[key]` replaced; null becomes what the key needs. */
function setIndex(value: JsonNode, key: JsonNode, element: JsonNode, spend: Spend): JsonNode {
  if (key.type === "string" && (value.type === "object" || value.type === "null"))
    return withMember(value.type === "object" ? value : objectNode([]), key.value, element);
  if (value.type === "array" || value.type === "null") {
    const array = value.type === "array" ? value : arrayNode([]);
    if (key.type === "number") return setItem(array, key, element, spend);
    if (key.type === "object") return setSlice(array, key, element);
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
  if (index < size) return withItem(array, index, item);
  spend(index - size);
  return withItems(array, [...Array.from({ length: index - size }, () => NULL), item]);
}

function setSlice(array: JsonArray, key: JsonObject, items: JsonNode): JsonNode {
  const { from, to } = boundsOf(key, sizeOfArray(array));
  if (items.type !== "array")
    throw new JqError("A slice of an array can only be assigned another array");
  return list([...array.items.slice(0, from), ...items.items, ...array.items.slice(to)]);
}

/** The value without the places of all paths, which are all of the value as it was. */
export function deletePaths(
  root: JsonNode,
  paths: readonly (readonly JsonNode[])[],
  spend: Spend,
): JsonNode {
  return deleteAt(root, paths, 0, spend);
}

function deleteAt(
  value: JsonNode,
  paths: readonly (readonly JsonNode[])[],
  depth: number,
  spend: Spend,
): JsonNode {
  spend(paths.length);
  if (paths.some((path) => path.length === depth)) return NULL;
  if (value.type === "null") return NULL;
  const doomed: JsonNode[] = [];
  const deeper = new Map<string, (readonly JsonNode[])[]>();
  for (const path of paths) {
    const key = path[depth] as JsonNode;
    if (path.length === depth + 1) doomed.push(key);
    else {
      const name = nameValue(key);
      const group = deeper.get(name);
      if (group === undefined) deeper.set(name, [path]);
      else group.push(path);
    }
  }
  let changed: JsonNode = value;
  for (const group of deeper.values()) {
    const key = group[0]?.[depth] as JsonNode;
    const child = getIndexToSet(changed, key);
    if (child.type === "null") continue;
    changed = setIndex(changed, key, deleteAt(child, group, depth + 1, spend), spend);
  }
  return doomed.length === 0 ? changed : deleteKeys(changed, doomed);
}

function deleteKeys(value: JsonNode, keys: readonly JsonNode[]): JsonNode {
  if (value.type === "array") return deleteItems(value, keys);
  if (value.type !== "object") throw new JqError(`Cannot delete fields from ${value.type}`);
  const names = new Set<string>();
  for (const key of keys) {
    if (key.type !== "string") throw new JqError(`Cannot delete ${key.type} field of object`);
    names.add(key.value);
  }
  return objectNode(value.members.filter(({ key }) => !names.has(key)));
}

function deleteItems(array: JsonArray, keys: readonly JsonNode[]): JsonNode {
  const { items } = array;
  const doomed = new Set<number>();
  for (const key of keys) {
    if (key.type === "number") doomed.add(indexOf(key, items.length));
    else if (key.type === "object") {
      const { from, to } = boundsOf(key, items.length);
      for (let index = from; index < to; index++) doomed.add(index);
    } else throw new JqError(`Cannot delete ${key.type} element of array`);
  }
  return list(items.filter((_, index) => !doomed.has(index)));
}
