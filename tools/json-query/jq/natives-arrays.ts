import type { Spend } from "./budget.ts";
import type { JsonArray, JsonNode } from "../../_lib/json/tree/tree.ts";
import { add } from "./arithmetic.ts";
import { JqError, nameValue, typeError, typeErrors } from "./errors.ts";
import type { Machine } from "./machine.ts";
import type { Native, Natives } from "./native.ts";
import { compareValues, sortValues } from "./order.ts";
import { double, doubleOf, list, NULL, string } from "./values.ts";

function arrayOf(value: JsonNode, complaint: string): JsonArray {
  if (value.type !== "array") throw typeError(value, `${complaint}, as it is not an array`);
  return value;
}

interface Keyed {
  readonly key: JsonNode;
  readonly item: JsonNode;
}

/** The items with their keys, which the argument has in the same order, sorted by them. */
function sortKeyed(
  input: JsonNode,
  args: readonly JsonNode[],
  machine: Machine,
  complaint: string,
): Keyed[] {
  const { items } = arrayOf(input, complaint);
  const keys = args[0]?.type === "array" ? args[0].items : [];
  const { spend } = machine;
  spend(items.length);
  return items
    .map((item, index) => ({ item, key: keys[index] ?? NULL }))
    .toSorted((a, b) => {
      spend(1);
      return compareValues(a.key, b.key, spend);
    });
}

function groupsOf(
  input: JsonNode,
  args: readonly JsonNode[],
  machine: Machine,
  complaint: string,
): JsonNode[][] {
  const groups: JsonNode[][] = [];
  let last: JsonNode | undefined;
  for (const { key, item } of sortKeyed(input, args, machine, complaint)) {
    if (last !== undefined && compareValues(last, key, machine.spend) === 0)
      groups.at(-1)?.push(item);
    else groups.push([item]);
    last = key;
  }
  return groups;
}

/** The first of the least or the last of the greatest items, by keys or by themselves. */
function extreme(sign: 1 | -1): Native {
  return (input, args, machine) => {
    if (input.type !== "array")
      throw typeErrors(input, args[0] ?? input, "cannot be iterated over");
    const { items } = input;
    const keys = args[0]?.type === "array" ? args[0].items : items;
    let best = -1;
    for (let index = 0; index < items.length; index++) {
      machine.spend(1);
      const order =
        best < 0
          ? -1
          : sign * compareValues(keys[index] ?? NULL, keys[best] ?? NULL, machine.spend);
      if (order < 0 || (order === 0 && sign < 0)) best = index;
    }
    return items[best] ?? NULL;
  };
}

const flatten: Native = (input, [depth = double(1e9)], machine) => {
  if (compareValues(depth, ZERO, machine.spend) < 0)
    throw new JqError("flatten depth must not be negative");
  const items = elementsOf(input, machine.spend);
  if (depth.type === "number") return list(flattened(items, doubleOf(depth), machine));
  // What is above every number is no error until 1 is taken from it.
  machine.spend(items.length);
  if (items.some(({ type }) => type === "array"))
    throw typeErrors(depth, double(1), "cannot be subtracted");
  return list(items);
};

const ZERO = double(0);

interface Level {
  readonly items: readonly JsonNode[];
  next: number;
}

function flattened(items: readonly JsonNode[], levels: number, machine: Machine): JsonNode[] {
  const flat: JsonNode[] = [];
  const stack: Level[] = [{ items, next: 0 }];
  for (let level = stack.at(-1); level !== undefined; level = stack.at(-1)) {
    const item = level.items[level.next++];
    if (item === undefined) stack.pop();
    else if (item.type === "array" && stack.length <= levels)
      stack.push({ items: item.items, next: 0 });
    else flat.push(item);
    machine.spend(1);
  }
  return flat;
}

/** The values that `.[]` gives. */
export function elementsOf(value: JsonNode, spend: Spend): readonly JsonNode[] {
  if (value.type === "array") return value.items;
  if (value.type === "object") {
    spend(value.members.length >> 2);
    return value.members.map((member) => member.value);
  }
  throw new JqError(`Cannot iterate over ${nameValue(value)}`);
}

const join: Native = (input, [separator = NULL], machine) => {
  const parts = elementsOf(input, machine.spend);
  machine.spend(parts.length);
  const items = parts.map(joinable);
  const texts = items.filter((item) => item.type === "string").map(({ value }) => value);
  if (separator.type === "string" && texts.length === items.length) {
    const between = separator.value.length * Math.max(0, texts.length - 1);
    machine.spendText(texts.reduce((length, text) => length + text.length, between));
    return string(texts.join(separator.value));
  }
  // What is no text meets the error of the sum that it cannot be part of.
  let joined: JsonNode = string("");
  for (const [index, item] of items.entries()) {
    if (index > 0) joined = add(joined, separator, machine);
    joined = add(joined, item, machine);
  }
  return joined;
};

function joinable(item: JsonNode): JsonNode {
  if (item.type === "null") return string("");
  if (item.type === "boolean") return string(String(item.value));
  return item.type === "number" ? string(item.text) : item;
}

const bsearch: Native = (input, [target = NULL], machine) => {
  const { items } = arrayOf(input, "cannot be searched from");
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = compareValues(items[middle] as JsonNode, target, machine.spend);
    if (order === 0) return double(middle);
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return double(-1 - low);
};

const transpose: Native = (input, _args, machine) => {
  const given = elementsOf(input, machine.spend);
  const isEmpty = (row: JsonNode) =>
    row.type === "null" ||
    (row.type === "object" && row.members.length === 0) ||
    (row.type === "string" && row.value === "") ||
    (row.type === "number" && doubleOf(row) === 0);
  const rows = given.map((row) => (row.type === "array" ? row.items : []));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  // What is no array has no columns, and is an error where there are any.
  const wrong = given.find(
    (row) => row.type !== "array" && row.type !== "null" && (width > 0 || !isEmpty(row)),
  );
  if (wrong !== undefined) throw new JqError(`Cannot index ${wrong.type} with number (0)`);
  machine.spend(rows.length + width * (1 + rows.length));
  return list(
    Array.from({ length: width }, (_, column) => list(rows.map((row) => row[column] ?? NULL))),
  );
};

const reverse: Native = (input, _args, { spend }) => {
  if (input.type === "array") {
    spend(input.items.length >> 2);
    return list(input.items.toReversed());
  }
  if (input.type === "string") {
    spend(input.value.length);
    return string([...input.value].toReversed().join(""));
  }
  if (input.type === "boolean") throw typeError(input, "has no length");
  // What has a length, but no items, meets the error of its last one.
  let size = 0;
  if (input.type === "object") size = input.members.length;
  else if (input.type === "number") size = Math.ceil(Math.abs(doubleOf(input)));
  if (size === 0) return list([]);
  throw new JqError(`Cannot index ${input.type} with number (${size - 1})`);
};

export const ARRAY_NATIVES: Natives = {
  "sort/0": (input, _args, machine) =>
    list(sortValues(arrayOf(input, "cannot be sorted").items, machine.spend)),
  "_sort_by/1": (input, args, machine) =>
    list(sortKeyed(input, args, machine, "cannot be sorted").map(({ item }) => item)),
  "_group_by/1": (input, args, machine) =>
    list(groupsOf(input, args, machine, "cannot be grouped").map(list)),
  "_unique_by/1": (input, args, machine) =>
    list(groupsOf(input, args, machine, "cannot be grouped").map(([first = NULL]) => first)),
  "unique/0": (input, _args, machine) =>
    list(groupsOf(input, [input], machine, "cannot be sorted").map(([first = NULL]) => first)),
  "min/0": extreme(1),
  "max/0": extreme(-1),
  "_min_by/1": extreme(1),
  "_max_by/1": extreme(-1),
  "flatten/0": flatten,
  "flatten/1": flatten,
  "reverse/0": reverse,
  "join/1": join,
  "bsearch/1": bsearch,
  "transpose/0": transpose,
  "toarray/0": (input) => (input.type === "array" ? input : list([input])),
};
