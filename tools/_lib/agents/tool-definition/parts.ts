/** The parts of a schema that references lead to, each as a definition with a name. */
import {
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { memberOf } from "../../json/tree/members.ts";
import { nodeAt } from "../../json/tree/rows.ts";
import { appendPointer, parsePointer } from "../../results/pointer.ts";
import { decodePercent } from "../../web/url/percent.ts";

const HOME = "$defs";

function listsOf(root: JsonObject): string[] {
  return [HOME, "definitions"].filter((list) => memberOf(root, list)?.type === "object");
}

/** What has a name. */
interface Part {
  readonly list: string;
  readonly name: string;
  readonly node: JsonNode;
}

/** Names a part by its key; `isDefinition`: it has that name already. */
type Naming = (key: string, isDefinition: boolean) => string;

export interface Parted {
  readonly root: JsonObject;
  /** Of each part its pointer in this schema, and where it was. */
  readonly places: ReadonlyMap<string, string>;
}

/** The schema with a name of `naming` for each definition and for each other place that a reference leads to. */
export function withParts(root: JsonObject, naming: Naming): Parted {
  const parts = partsOf(root, naming);
  const byNode = new Map([...parts.values()].map((part) => [part.node, part]));
  const linked = (node: JsonNode): JsonNode => {
    const part = node.type === "object" ? byNode.get(node) : undefined;
    if (part === undefined) return inside(node);
    return objectNode([memberNode("$ref", stringNode(`#${pointerTo(part)}`))]);
  };
  const inside = (node: JsonNode): JsonNode => {
    if (node.type === "array") return { ...node, items: node.items.map(linked) };
    return node.type === "object" ? { ...node, members: node.members.map(written) } : node;
  };
  const written = (member: JsonMember): JsonMember => {
    const { key, value } = member;
    const pointer = key === "$ref" && value.type === "string" ? pointerOf(value.value) : "";
    const part = parts.get(pointer);
    if (part === undefined) return { ...member, value: linked(value) };
    const isSame = pointerTo(part) === pointer;
    return isSame ? member : { ...member, value: stringNode(`#${pointerTo(part)}`) };
  };
  const listOf = (list: string) => {
    const own = [...parts.values()].filter((part) => part.list === list);
    return objectNode(own.map(({ name, node }) => memberNode(name, inside(node))));
  };
  const lists = listsOf(root);
  const members = root.members.map((member) =>
    lists.includes(member.key) ? memberNode(member.key, listOf(member.key)) : written(member),
  );
  const isNew = lists.length === 0 && parts.size > 0;
  const all = isNew ? [...members, memberNode(HOME, listOf(HOME))] : members;
  const places = [...parts].map(([pointer, part]) => [pointerTo(part), pointer] as const);
  return { root: objectNode(all), places: new Map(places) };
}

/** By their pointers: the definitions, then what else is referred to. */
function partsOf(root: JsonObject, naming: Naming): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  const lists = listsOf(root);
  for (const list of lists) {
    const map = memberOf(root, list);
    for (const { key, value: node } of map?.type === "object" ? map.members : [])
      parts.set(appendPointer(`/${list}`, key), { list, name: naming(key, true), node });
  }
  const [home = HOME] = lists;
  for (const pointer of new Set(referencesIn(root))) {
    const node = nodeAt(root, pointer);
    if (parts.has(pointer) || node === undefined || node.type === "array") continue;
    const name = naming(parsePointer(pointer)?.at(-1) ?? "", false);
    parts.set(pointer, { list: home, name, node });
  }
  return parts;
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

function pointerTo({ list, name }: Part): string {
  return appendPointer(`/${list}`, name);
}
