/** References of a document that lead nowhere, and the schemas that need them. */
import { memberOf, textOf } from "../../tools/_lib/json/tree/members.ts";
import { nodeAt } from "../../tools/_lib/json/tree/rows.ts";
import type { JsonNode } from "../../tools/_lib/json/tree/tree.ts";
import { decodePercent } from "../../tools/_lib/web/url/percent.ts";

/** Values of these are data: a member called `$ref` in them refers to nothing. */
const DATA: ReadonlySet<string> = new Set(["example", "examples", "default", "const", "enum"]);
/** Except where they are names of properties. */
const NAMES: ReadonlySet<string> = new Set(["properties", "schemas", "definitions", "$defs"]);

interface Read {
  /** Nodes by what is in them; a node of YAML may be in several. */
  readonly holders: Map<JsonNode, JsonNode[]>;
  readonly references: { readonly holder: JsonNode; readonly text: string }[];
}

/** For a schema of the document: a reference that it needs, itself or by way of others, and that leads nowhere. */
export function deadReferences(
  root: JsonNode,
): (schema: JsonNode | undefined) => string | undefined {
  const { holders, references } = readReferences(root);
  const dead = new Map<JsonNode, string>();
  const pointing = new Map<JsonNode, JsonNode[]>();
  const open: { node: JsonNode; text: string }[] = [];
  const targets = new Map<string, ReturnType<typeof targetOf>>();
  for (const { holder, text } of references) {
    if (!targets.has(text)) targets.set(text, targetOf(root, text));
    const target = targets.get(text);
    if (target === "unknown") continue;
    if (target === undefined) open.push({ node: holder, text });
    else addTo(pointing, target, holder);
  }
  // What holds a dead reference is dead, and so is what refers to that.
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { node, text } = one;
    if (dead.has(node)) continue;
    dead.set(node, text);
    for (const other of [...(holders.get(node) ?? []), ...(pointing.get(node) ?? [])]) {
      open.push({ node: other, text });
    }
  }
  return (schema) => schema && dead.get(schema);
}

function readReferences(root: JsonNode): Read {
  const holders = new Map<JsonNode, JsonNode[]>([[root, []]]);
  const references: Read["references"] = [];
  const open: { node: JsonNode; key: string }[] = [{ node: root, key: "" }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { node, key } = one;
    const text = textOf(node.type === "object" ? memberOf(node, "$ref") : undefined);
    if (text !== undefined && !NAMES.has(key)) references.push({ holder: node, text });
    const inside =
      node.type === "array"
        ? node.items.map((item) => ({ node: item, key }))
        : node.type === "object"
          ? node.members.map((member) => ({ node: member.value, key: member.key }))
          : [];
    for (const part of inside) {
      if (part.node.type !== "object" && part.node.type !== "array") continue;
      if (node.type === "object" && DATA.has(part.key) && !NAMES.has(key)) continue;
      if (!holders.has(part.node)) open.push(part);
      addTo(holders, part.node, node);
    }
  }
  return { holders, references };
}

function addTo(lists: Map<JsonNode, JsonNode[]>, key: JsonNode, item: JsonNode): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** Names of anchors and other documents are for the validator to judge. */
function targetOf(root: JsonNode, reference: string): JsonNode | undefined | "unknown" {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return "unknown";
  return nodeAt(root, decodePercent(reference.slice(1)));
}
