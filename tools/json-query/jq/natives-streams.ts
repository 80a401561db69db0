import { type JsonNode, memberNode, objectNode, stringNode } from "../../_lib/json/tree/tree.ts";
import { JqError } from "./errors.ts";
import type { Native, Natives } from "./native.ts";
import { setPath } from "./paths.ts";
import { boolean, double, isTruthy, list, NULL } from "./values.ts";
import { memberOf } from "./versions.ts";

/** A container whose events are being listed. */
interface Open {
  readonly path: readonly JsonNode[];
  readonly children: readonly { readonly key: JsonNode; readonly value: JsonNode }[];
  next: number;
}

/** The events of `tostream`: `[path, leaf]`, and `[path]` behind the last member of a container. */
const events: Native = (input, _args, { spend }) => {
  const found: JsonNode[] = [];
  const stack: Open[] = [];
  const enter = (value: JsonNode, path: readonly JsonNode[]): void => {
    const children = childrenOf(value);
    spend(2 + children.length + (path.length >> 2));
    if (children.length === 0) found.push(list([list(path), value]));
    else stack.push({ path, children, next: 0 });
  };
  enter(input, []);
  for (let open = stack.at(-1); open !== undefined; open = stack.at(-1)) {
    const child = open.children[open.next++];
    if (child !== undefined) {
      enter(child.value, [...open.path, child.key]);
      continue;
    }
    stack.pop();
    spend(2 + (open.path.length >> 2));
    found.push(list([list([...open.path, open.children.at(-1)?.key ?? NULL])]));
  }
  return list(found);
};

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
  const grown = leaf === undefined ? root : setPath(root, path, leaf, machine.spend);
  const done = leaf === undefined ? path.length === 1 : path.length === 0;
  return objectNode([memberNode("root", grown), memberNode("done", boolean(done))]);
};

export const STREAM_NATIVES: Natives = {
  "_events/0": events,
  "_gather/1": gather,
};
