import type { Spend } from "./budget.ts";
import {
  type JsonMember,
  type JsonNode,
  memberNode,
  objectNode,
} from "../../_lib/json/tree/tree.ts";
import { JqError, nameValue, typeError, typeErrors } from "./errors.ts";
import { elementsOf } from "./natives-arrays.ts";
import type { Native, Natives } from "./native.ts";
import { doesContain } from "./containment.ts";
import { sortedKeys } from "./order.ts";
import { deletePaths, getIndex, keysOf, setPath } from "./paths.ts";
import { boolean, double, doubleOf, isTruthy, list, NULL, string } from "./values.ts";
import { memberOf, sizeOfArray } from "./versions.ts";

const keys: Native = (input, _args, { spend }) => {
  if (input.type !== "object") return indicesOf(input, spend);
  const names = sortedKeys(input, spend);
  // Sorting takes some comparisons for each of them.
  spend(names.length * 2);
  return list(names.map(string));
};

const keysUnsorted: Native = (input, _args, { spend }) => {
  if (input.type !== "object") return indicesOf(input, spend);
  spend(input.members.length);
  return list(input.members.map(({ key }) => string(key)));
};

function indicesOf(input: JsonNode, spend: Spend): JsonNode {
  if (input.type !== "array") throw typeError(input, "has no keys");
  spend(input.items.length);
  return list(input.items.map((_, index) => double(index)));
}

const has: Native = (input, [key = NULL]) => {
  if (input.type === "null") return boolean(false);
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
  return boolean(doesContain(input, part, machine.spend));
};

const fromEntries: Native = (input, _args, { spend }) => {
  const members = new Map<string, JsonMember>();
  for (const entry of elementsOf(input, spend)) {
    const key = keyOfEntry(entry, spend);
    spend(4 + (key.length >> 4));
    members.set(key, memberNode(key, valueOfEntry(entry)));
  }
  return objectNode([...members.values()]);
};

const KEY_NAMES = ["key", "Key", "name", "Name"];

/** The first of the names that is neither null nor false. */
function keyOfEntry(entry: JsonNode, spend: Spend): string {
  let found: JsonNode = NULL;
  for (const name of KEY_NAMES) {
    found = getIndex(entry, string(name), spend);
    if (isTruthy(found)) break;
  }
  if (found.type !== "string") throw new JqError(`Cannot use ${nameValue(found)} as object key`);
  return found.value;
}

function valueOfEntry(entry: JsonNode): JsonNode {
  if (entry.type !== "object") return NULL;
  return memberOf(entry, "value") ?? memberOf(entry, "Value") ?? NULL;
}

const setpath: Native = (input, [path = NULL, value = NULL], machine) =>
  setPath(input, keysOf(path), value, machine.spend);

const delpaths: Native = (input, [paths = NULL], machine) => {
  if (paths.type !== "array") throw new JqError("Paths must be specified as an array");
  const lists = paths.items.map((path) => {
    if (path.type !== "array")
      throw new JqError(`Path must be specified as array, not ${path.type}`);
    return path.items;
  });
  if (lists.length === 0) return input;
  return deletePaths(input, lists, machine.spend);
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
