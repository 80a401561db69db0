import { countCodePoints } from "../../_lib/text/code-points.ts";
import { dump } from "../jq/dump.ts";
import { includes } from "../jq/occurrences.ts";
import { areEqual, compareValues, sortValues } from "../jq/order.ts";
import {
  absolute,
  boolean,
  double,
  doubleOf,
  isComputed,
  list,
  NULL,
  string,
} from "../jq/values.ts";
import { isExact, isNumberText, jsonNumber } from "../../_lib/json/tree/number.ts";
import {
  type JsonArray,
  type JsonMember,
  type JsonNode,
  type JsonNumber,
  type JsonObject,
  type JsonString,
  numberNode,
  objectNode,
} from "../../_lib/json/tree/tree.ts";
import { JmespathError } from "./errors.ts";
import type { Evaluator, Reference } from "./evaluate.ts";
import type { Argument, FunctionSpec, ValueType } from "./function-spec.ts";

const NUMBER = ["number"] as const;
const STRING = ["string"] as const;
const ARRAY = ["array"] as const;
const OBJECT = ["object"] as const;

function numberAt(args: readonly Argument[], index: number): JsonNumber {
  return args[index] as JsonNumber;
}

function textAt(args: readonly Argument[], index: number): string {
  return (args[index] as JsonString).value;
}

function itemsAt(args: readonly Argument[], index: number): readonly JsonNode[] {
  return (args[index] as JsonArray).items;
}

function membersAt(args: readonly Argument[], index: number): readonly JsonMember[] {
  return (args[index] as JsonObject).members;
}

/** The double to compute with; what its text loses is noted. */
function operand(node: JsonNumber, { note }: Evaluator): number {
  const value = doubleOf(node);
  if (!isComputed(node) && !isExact(node.text)) note(node.text, jsonNumber(value));
  return value;
}

/** Refuses items that are not all of the type, which has to be one of those given. */
function checkItems(name: string, items: readonly JsonNode[], types: readonly ValueType[]): void {
  const [first] = items;
  if (first === undefined) return;
  for (const item of items) {
    if (item.type === first.type && types.includes(item.type)) continue;
    const detail = `${name}() takes only ${types.join("s, or only ")}s, found ${item.type}`;
    throw new JmespathError("invalid-type", detail);
  }
}

function sum(name: string, args: readonly Argument[], evaluator: Evaluator): number {
  const items = itemsAt(args, 0);
  checkItems(name, items, NUMBER);
  evaluator.spend(items.length >> 2);
  return items.reduce((total, item) => total + operand(item as JsonNumber, evaluator), 0);
}

function rounded(round: (x: number) => number): FunctionSpec {
  return {
    wants: [NUMBER],
    run: (args, evaluator) => {
      const node = numberAt(args, 0);
      return /^-?[0-9]+$/.test(node.text) ? node : double(round(operand(node, evaluator)));
    },
  };
}

/** The keys that an expression gives for the items, of one type. */
function keysBy(name: string, args: readonly Argument[]): JsonNode[] {
  const key = args[1] as Reference;
  const keys = itemsAt(args, 0).map((item) => key(item));
  checkItems(`the expression of ${name}`, keys, ["number", "string"]);
  return keys;
}

/** The first of the greatest or least. */
function best(
  items: readonly JsonNode[],
  keys: readonly JsonNode[],
  sign: 1 | -1,
  evaluator: Evaluator,
): JsonNode {
  let found = 0;
  for (let index = 1; index < items.length; index++) {
    const order = compareValues(keys[index] ?? NULL, keys[found] ?? NULL, evaluator.spend);
    if (sign * order > 0) found = index;
  }
  evaluator.spend(items.length >> 2);
  return items[found] ?? NULL;
}

function extreme(name: string, sign: 1 | -1): FunctionSpec {
  return {
    wants: [ARRAY],
    run: (args, evaluator) => {
      const items = itemsAt(args, 0);
      checkItems(name, items, ["number", "string"]);
      return best(items, items, sign, evaluator);
    },
  };
}

function extremeBy(name: string, sign: 1 | -1): FunctionSpec {
  return {
    wants: [ARRAY, "reference"],
    run: (args, evaluator) => best(itemsAt(args, 0), keysBy(name, args), sign, evaluator),
  };
}

function contains([subject, part]: readonly Argument[], evaluator: Evaluator): boolean {
  const whole = subject as JsonArray | JsonString;
  const wanted = part as JsonNode;
  if (whole.type === "string")
    return wanted.type === "string" && includes(whole.value, wanted.value, evaluator.spend);
  return whole.items.some((item) => areEqual(item, wanted, evaluator.spend));
}

function lengthOf(node: JsonNode, evaluator: Evaluator): number {
  if (node.type === "string") {
    evaluator.spendText(node.value.length);
    return countCodePoints(node.value);
  }
  if (node.type === "array") return node.items.length;
  return node.type === "object" ? node.members.length : 0;
}

function merge(args: readonly Argument[], { spend }: Evaluator): JsonNode {
  const members = new Map<string, JsonMember>();
  for (const [index] of args.entries()) {
    spend(membersAt(args, index).length);
    for (const member of membersAt(args, index)) members.set(member.key, member);
  }
  return objectNode([...members.values()]);
}

function sortBy(args: readonly Argument[], evaluator: Evaluator): JsonNode {
  const keys = keysBy("sort_by", args);
  const keyed = itemsAt(args, 0).map((item, index) => ({ item, key: keys[index] ?? NULL }));
  const { spend } = evaluator;
  keyed.sort((a, b) => {
    spend(1);
    return compareValues(a.key, b.key, spend);
  });
  return list(keyed.map(({ item }) => item));
}

function toNumber(node: JsonNode, { spend }: Evaluator): JsonNode {
  if (node.type === "number") return node;
  if (node.type === "string") spend(node.value.length >> 2);
  return node.type === "string" && isNumberText(node.value) ? numberNode(node.value) : NULL;
}

/** The functions of the specification. */
export const FUNCTIONS: ReadonlyMap<string, FunctionSpec> = new Map<string, FunctionSpec>([
  ["abs", { wants: [NUMBER], run: (args) => absolute(numberAt(args, 0)) }],
  [
    "avg",
    {
      wants: [ARRAY],
      run: (args, evaluator) => {
        const total = sum("avg", args, evaluator);
        const count = itemsAt(args, 0).length;
        return count === 0 ? NULL : double(total / count);
      },
    },
  ],
  ["ceil", rounded(Math.ceil)],
  [
    "contains",
    {
      wants: [["array", "string"], "any"],
      run: (args, evaluator) => boolean(contains(args, evaluator)),
    },
  ],
  [
    "ends_with",
    {
      wants: [STRING, STRING],
      run: (args, evaluator) => {
        evaluator.spendText(textAt(args, 1).length);
        return boolean(textAt(args, 0).endsWith(textAt(args, 1)));
      },
    },
  ],
  ["floor", rounded(Math.floor)],
  [
    "join",
    {
      wants: [STRING, ARRAY],
      run: (args, evaluator) => {
        const items = itemsAt(args, 1);
        evaluator.spend(items.length);
        checkItems("join", items, STRING);
        const texts = items.map((item) => (item as JsonString).value);
        const between = textAt(args, 0).length * Math.max(0, texts.length - 1);
        evaluator.spendText(texts.reduce((length, text) => length + text.length, between));
        return string(texts.join(textAt(args, 0)));
      },
    },
  ],
  [
    "keys",
    {
      wants: [OBJECT],
      run: (args, { spend }) => {
        spend(membersAt(args, 0).length);
        return list(membersAt(args, 0).map(({ key }) => string(key)));
      },
    },
  ],
  [
    "length",
    {
      wants: [["string", "array", "object"]],
      run: (args, evaluator) => double(lengthOf(args[0] as JsonNode, evaluator)),
    },
  ],
  [
    "map",
    {
      wants: ["reference", ARRAY],
      run: (args) => list(itemsAt(args, 1).map((item) => (args[0] as Reference)(item))),
    },
  ],
  ["max", extreme("max", 1)],
  ["max_by", extremeBy("max_by", 1)],
  ["merge", { wants: [OBJECT], variadic: true, run: merge }],
  ["min", extreme("min", -1)],
  ["min_by", extremeBy("min_by", -1)],
  [
    "not_null",
    {
      wants: ["any"],
      variadic: true,
      run: (args) => (args as JsonNode[]).find(({ type }) => type !== "null") ?? NULL,
    },
  ],
  [
    "reverse",
    {
      wants: [["array", "string"]],
      run: ([subject], { spend }) => {
        const whole = subject as JsonArray | JsonString;
        spend(whole.type === "array" ? whole.items.length >> 2 : whole.value.length);
        if (whole.type === "array") return list(whole.items.toReversed());
        return string([...whole.value].toReversed().join(""));
      },
    },
  ],
  [
    "sort",
    {
      wants: [ARRAY],
      run: (args, evaluator) => {
        const items = itemsAt(args, 0);
        checkItems("sort", items, ["number", "string"]);
        return list(sortValues(items, evaluator.spend));
      },
    },
  ],
  ["sort_by", { wants: [ARRAY, "reference"], run: sortBy }],
  [
    "starts_with",
    {
      wants: [STRING, STRING],
      run: (args, evaluator) => {
        evaluator.spendText(textAt(args, 1).length);
        return boolean(textAt(args, 0).startsWith(textAt(args, 1)));
      },
    },
  ],
  ["sum", { wants: [ARRAY], run: (args, evaluator) => double(sum("sum", args, evaluator)) }],
  [
    "to_array",
    {
      wants: ["any"],
      run: ([value]) =>
        (value as JsonNode).type === "array" ? (value as JsonArray) : list([value as JsonNode]),
    },
  ],
  [
    "to_number",
    { wants: ["any"], run: ([value], evaluator) => toNumber(value as JsonNode, evaluator) },
  ],
  [
    "to_string",
    {
      wants: ["any"],
      run: ([value], { spend }) =>
        (value as JsonNode).type === "string"
          ? (value as JsonNode)
          : string(dump(value as JsonNode, spend)),
    },
  ],
  ["type", { wants: ["any"], run: ([value]) => string((value as JsonNode).type) }],
  [
    "values",
    {
      wants: [OBJECT],
      run: (args, { spend }) => {
        spend(membersAt(args, 0).length);
        return list(membersAt(args, 0).map(({ value }) => value));
      },
    },
  ],
]);
