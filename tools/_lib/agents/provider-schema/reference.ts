import { parsePointer } from "../../results/pointer.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { keywordOf } from "../../schemas/json-schema/drafts.ts";
import { memberOf } from "../../json/tree/members.ts";

/** A token of a pointer in a fragment. */
export function unescapeToken(token: string): string {
  let decoded = token;
  try {
    decoded = decodeURIComponent(token);
  } catch {
    // A percent sign that encodes nothing stands for itself.
  }
  return decoded.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Where a reference by pointer leads in a document. */
export function nodeReferredBy(root: JsonNode, reference: string): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  for (const token of parsePointer(reference.slice(1)) ?? []) {
    const name = unescapeToken(token);
    node = node?.type === "array" ? node.items[Number(name)] : node && memberOf(node, name);
  }
  return node;
}

const RENAMED: ReadonlyMap<string, string> = new Map([
  ["definitions", "$defs"],
  ["oneOf", "anyOf"],
]);

/** Where the root of a wrapped schema went. */
const WRAPPED = "#/properties/value";

/** A reference inside the document, led to where its target is in the strict schema. */
export function movedReference(reference: string, isWrapped: boolean): string {
  if (reference === "#") return isWrapped ? WRAPPED : reference;
  if (!reference.startsWith("#/")) return reference;
  const tokens = reference.slice(2).split("/");
  for (let index = 0; index < tokens.length; index++) {
    const keyword = tokens[index] as string;
    tokens[index] = RENAMED.get(keyword) ?? keyword;
    // A map or a list has one more token before the next schema; a name in it is no keyword.
    const holds = keywordOf(tokens[index] as string, "2020-12")?.holds;
    if (holds === "map" || holds === "list") index++;
  }
  const isLifted = tokens[0] === "$defs" || !isWrapped;
  return `${isLifted ? "#" : WRAPPED}/${tokens.join("/")}`;
}
