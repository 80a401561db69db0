import { type JsonNode, memberNode, objectNode, stringNode } from "../../_lib/json/tree/tree.ts";
import { JqError } from "./errors.ts";
import type { Machine } from "./machine.ts";
import type { Native, Natives } from "./native.ts";
import { setPath } from "./paths.ts";
import { boolean, double, doubleOf, isTruthy, list, NULL } from "./values.ts";
import { memberOf } from "./versions.ts";

/** The events of `tostream`: `[path, leaf]`, and `[path]` behind the last member of a container. */
const events: Native = (input, _args, machine) => {
  const found: JsonNode[] = [];
  stream(input, [], found, machine);
  return list(found);
};

function stream(
  value: JsonNode,
  path: readonly JsonNode[],
  found: JsonNode[],
  machine: Machine,
): void {
  machine.spend(1 + (path.length >> 2));
  const children = childrenOf(value);
  if (children.length === 0) {
    found.push(list([list(path), value]));
    return;
  }
  for (const { key, value: child } of children) stream(child, [...path, key], found, machine);
  const last = children.at(-1)?.key ?? NULL;
  found.push(list([list([...path, last])]));
}

function childrenOf(value: JsonNode): { readonly key: JsonNode; readonly value: JsonNode }[] {
  if (value.type === "array")
    return value.items.map((item, index) => ({ key: double(index), value: item }));
  if (value.type !== "object") return [];
  return value.members.map((member) => ({ key: stringNode(member.key), value: member.value }));
}

/** One step of `fromstream`: the state is `{root, done}`. */
const gather: Native = (input, [event = NULL], machine) => {
  if (event.type !== "array" || event.items[0]?.type !== "array")
    throw new JqError("Invalid streaming format");
  const [{ items: path }, leaf] = event.items as [JsonNode & { type: "array" }, JsonNode?];
  const state = input.type === "object" ? input : objectNode([]);
  const isFresh = isTruthy(memberOf(state, "done") ?? NULL);
  const root = (isFresh ? undefined : memberOf(state, "root")) ?? NULL;
  const grown =
    leaf === undefined ? root : setPath(root, path, leaf, (units) => machine.spend(units));
  const done = leaf === undefined ? path.length === 1 : path.length === 0;
  return objectNode([memberNode("root", grown), memberNode("done", boolean(done))]);
};

/** The event below a depth, as an array of none or one. */
const truncate: Native = (input, [depth = NULL]) => {
  const path = input.type === "array" ? input.items[0] : undefined;
  if (input.type !== "array" || path?.type !== "array")
    throw new JqError("Invalid streaming format");
  if (depth.type !== "number") throw new JqError("truncate_stream requires a number");
  const start = doubleOf(depth);
  if (path.items.length <= start) return list([]);
  return list([list([list(path.items.slice(start)), ...input.items.slice(1)])]);
};

export const STREAM_NATIVES: Natives = {
  "_events/0": events,
  "_gather/1": gather,
  "_truncate/1": truncate,
};
