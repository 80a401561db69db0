/** Names for the parts of a tool's schema that no other tool's part has: the types of all tools share one file. */
import { nodeAt } from "../../tools/_lib/json/tree/rows.ts";
import {
  type JsonNode,
  memberNode,
  objectNode,
  stringNode,
} from "../../tools/_lib/json/tree/tree.ts";
import { appendPointer, parsePointer } from "../../tools/_lib/results/pointer.ts";
import { decodePercent } from "../../tools/_lib/web/url/percent.ts";

const LISTS: readonly string[] = ["$defs", "definitions"];

/** What gets a name. */
interface Part {
  readonly list: string;
  readonly name: string;
  readonly node: JsonNode;
}

/**
 * The schema with a name of `naming` for each definition, and for each other place that a reference leads to: that
 * becomes a definition, as whoever writes types would name it by its key alone.
 */
export function withOwnNames(root: JsonNode, naming: (key: string) => string): JsonNode {
  if (root.type !== "object") return root;
  const parts = partsOf(root, naming);
  const byNode = new Map([...parts.values()].map((part) => [part.node, part]));
  const linked = (node: JsonNode): JsonNode => {
    const part = node.type === "object" ? byNode.get(node) : undefined;
    if (part === undefined) return inside(node);
    return objectNode([memberNode("$ref", stringNode(linkTo(part)))]);
  };
  const inside = (node: JsonNode): JsonNode => {
    if (node.type === "array") return { ...node, items: node.items.map(linked) };
    if (node.type !== "object") return node;
    const members = node.members.map((member) => {
      const { key, value } = member;
      const pointer = key === "$ref" && value.type === "string" ? pointerOf(value.value) : "";
      const part = parts.get(pointer);
      return { ...member, value: part === undefined ? linked(value) : stringNode(linkTo(part)) };
    });
    return { ...node, members };
  };
  const lists = LISTS.flatMap((list) => {
    const own = [...parts.values()].filter((part) => part.list === list);
    const members = own.map(({ name, node }) => memberNode(name, inside(node)));
    return members.length === 0 ? [] : [memberNode(list, objectNode(members))];
  });
  const rest = objectNode(root.members.filter(({ key }) => !LISTS.includes(key)));
  const { members } = inside(rest) as typeof rest;
  return objectNode([...members, ...lists]);
}

/** By their pointers: the definitions, then what else is referred to. */
function partsOf(root: JsonNode & { type: "object" }, naming: (key: string) => string) {
  const parts = new Map<string, Part>();
  const lists = root.members.filter(({ key, value }) => LISTS.includes(key) && isObject(value));
  for (const { key: list, value } of lists) {
    for (const { key, value: node } of isObject(value) ? value.members : [])
      parts.set(appendPointer(`/${list}`, key), { list, name: naming(key), node });
  }
  const home = lists[0]?.key ?? "$defs";
  for (const pointer of new Set(referencesIn(root))) {
    const node = nodeAt(root, pointer);
    if (parts.has(pointer) || node === undefined || node.type === "array") continue;
    parts.set(pointer, { list: home, name: naming(parsePointer(pointer)?.at(-1) ?? ""), node });
  }
  return parts;
}

function isObject(node: JsonNode): node is JsonNode & { type: "object" } {
  return node.type === "object";
}

/** Where references lead to within the document, but to its root. */
function* referencesIn(node: JsonNode): Generator<string> {
  if (node.type === "array") for (const item of node.items) yield* referencesIn(item);
  if (node.type !== "object") return;
  for (const { key, value } of node.members) {
    const pointer = key === "$ref" && value.type === "string" ? pointerOf(value.value) : "";
    if (pointer === "") yield* referencesIn(value);
    else yield pointer;
  }
}

/** Empty for a reference to anything else. */
function pointerOf(reference: string): string {
  return reference.startsWith("#/") ? decodePercent(reference.slice(1)) : "";
}

function linkTo({ list, name }: Part): string {
  return `#/${list}/${name}`;
}
