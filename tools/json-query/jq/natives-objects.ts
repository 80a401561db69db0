import {
  type JsonMember,
  type JsonNode,
  memberNode,
  objectNode,
} from "../../_lib/json/tree/tree.ts";
import { JqError, nameValue, typeError, typeErrors } from "./errors.ts";
import { dump } from "./dump.ts";
import type { Machine } from "./machine.ts";
import { elementsOf } from "./natives-arrays.ts";
import type { Native, Natives } from "./native.ts";
import { areEqual, sortedKeys } from "./order.ts";
import { deletePaths, getIndex, keysOf, setPath } from "./paths.ts";
import { boolean, double, doubleOf, isTruthy, list, NULL, string } from "./values.ts";
import { memberOf, sizeOfArray } from "./versions.ts";

const keys: Native = (input) => {
  if (input.type === "object") return list(sortedKeys(input).map(string));
  return indicesOf(input);
};

const keysUnsorted: Native = (input) =>
  input.type === "object" ? list(input.members.map(({ key }) => string(key))) : indicesOf(input);

function indicesOf(input: JsonNode): JsonNode {
  if (input.type !== "array") throw typeError(input, "has no keys");
  return list(input.items.map((_, index) => double(index)));
}

const has: Native = (input, [key = NULL]) => {
  if (input.type === "object" && key.type === "string")
    return boolean(memberOf(input, key.value) !== undefined);
  if (input.type === "array" && key.type === "number") {
    const index = Math.trunc(doubleOf(key));
    return boolean(index >= 0 && index < sizeOfArray(input));
  }
  throw new JqError(`Cannot check whether ${input.type} has a ${key.type} key`);
};

const contains: Native = (input, [part = NULL], machine) => {
  if (input.type !== part.type)
    throw typeErrors(input, part, "cannot have their containment checked");
  return boolean(doesContain(input, part, machine, 0));
};

const DEEPEST_CONTAINMENT = 10_000;

function doesContain(whole: JsonNode, part: JsonNode, machine: Machine, depth: number): boolean {
  machine.spend(1);
  if (depth > DEEPEST_CONTAINMENT) throw new JqError("Containment check too deep");
  if (whole.type === "object" && part.type === "object") {
    return part.members.every(({ key, value }) => {
      const member = memberOf(whole, key);
      return member !== undefined && doesContain(member, value, machine, depth + 1);
    });
  }
  if (whole.type === "array" && part.type === "array") {
    return part.items.every((item) =>
      whole.items.some((other) => doesContain(other, item, machine, depth + 1)),
    );
  }
  if (whole.type === "string" && part.type === "string") return whole.value.includes(part.value);
  return areEqual(whole, part, (units) => machine.spend(units));
}

const fromEntries: Native = (input) => {
  const members = new Map<string, JsonMember>();
  for (const entry of elementsOf(input)) {
    const key = keyOfEntry(entry);
    members.set(key, memberNode(key, valueOfEntry(entry)));
  }
  return objectNode([...members.values()]);
};

const KEY_NAMES = ["key", "k", "name", "Name", "K", "Key"];

/** The first of the names that is neither null nor false; a key that is false is told from a missing one. */
function keyOfEntry(entry: JsonNode): string {
  const key = getIndex(entry, string("key"));
  let found = key;
  for (const name of KEY_NAMES) {
    if (isTruthy(found) || (found === key && key.type === "boolean")) break;
    found = getIndex(entry, string(name));
  }
  if (found.type === "string") return found.value;
  if (found.type === "array" || found.type === "object")
    throw new JqError(`Cannot use ${nameValue(found)} as object key`);
  return dump(found);
}

const VALUE_NAMES = ["value", "v", "Value", "V"];

function valueOfEntry(entry: JsonNode): JsonNode {
  if (entry.type !== "object") return NULL;
  for (const name of VALUE_NAMES) {
    const value = memberOf(entry, name);
    if (value !== undefined) return value;
  }
  return NULL;
}

const setpath: Native = (input, [path = NULL, value = NULL], machine) =>
  setPath(input, keysOf(path), value, (units) => machine.spend(units));

const delpaths: Native = (input, [paths = NULL], machine) => {
  if (paths.type !== "array") throw new JqError("Paths must be specified as an array");
  const lists = paths.items.map((path) => {
    if (path.type !== "array")
      throw new JqError(`Path must be specified as array, not ${path.type}`);
    return path.items;
  });
  if (lists.length === 0) return input;
  return deletePaths(input, lists, (units) => machine.spend(units));
};

export const OBJECT_NATIVES: Natives = {
  "keys/0": keys,
  "keys_unsorted/0": keysUnsorted,
  "has/1": has,
  "contains/1": contains,
  "from_entries/0": fromEntries,
  "setpath/2": setpath,
  "delpaths/1": delpaths,
  "type/0": (input) => string(input.type),
  "not/0": (input) => boolean(!isTruthy(input)),
};
