import { keywordOf } from "../json-schema/drafts.ts";
import { memberOf } from "../../json/tree/members.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import type { DraftConverter } from "./draft.ts";

/**
 * A pointer's text (as in a fragment, percent-encoded or not) after the keywords on its way got their new
 * names. Only keywords of schemas are renamed, not members of data or of maps that are called like one.
 */
export function movedPointer(pointer: string, root: JsonNode, converter: DraftConverter): string {
  let node: JsonNode | undefined = root;
  let place: Place = "schema";
  let moved = "";
  for (const name of pointer.split("/").slice(1)) {
    const token = decodeToken(name);
    const known = place === "schema" && node ? renamed(token, node, converter) : undefined;
    moved += `/${known ?? name}`;
    node = node && childOf(node, token);
    place = placeBelow(place, token, node, converter);
  }
  return moved;
}

/** A holder is what stands between a keyword and its schemas: a list, or a map by name. */
type Place = "schema" | "holder" | "data";

function placeBelow(
  place: Place,
  token: string,
  node: JsonNode | undefined,
  { from }: DraftConverter,
): Place {
  if (place !== "schema") return place === "holder" ? "schema" : "data";
  const holds = keywordOf(token, from)?.holds;
  if (holds === undefined) return "data";
  const isHolder = holds === "map" || holds === "dependencies" || node?.type === "array";
  return isHolder ? "holder" : "schema";
}

function childOf(node: JsonNode, token: string): JsonNode | undefined {
  return node.type === "array" ? node.items[Number(token)] : memberOf(node, token);
}

const NEWER_2019 = { definitions: "$defs", dependencies: "dependentSchemas" };
const OLDER_2019 = { $defs: "definitions", dependentSchemas: "dependencies" };

/** The new name of a keyword; undefined where it keeps its own. */
function renamed(keyword: string, schema: JsonNode, converter: DraftConverter): string | undefined {
  const { upgrades } = converter;
  const names: Readonly<Record<string, string>> = upgrades ? NEWER_2019 : OLDER_2019;
  if (converter.passes("2019-09") && Object.hasOwn(names, keyword)) return names[keyword];
  if (!converter.passes("2020-12")) return undefined;
  return upgrades ? upgradedItems(keyword, schema) : downgradedItems(keyword, schema);
}

function upgradedItems(keyword: string, schema: JsonNode): string | undefined {
  if (keyword === "additionalItems") return "items";
  const isList = keyword === "items" && memberOf(schema, "items")?.type === "array";
  return isList ? "prefixItems" : undefined;
}

function downgradedItems(keyword: string, schema: JsonNode): string | undefined {
  if (keyword === "prefixItems") return "items";
  return keyword === "items" && memberOf(schema, "prefixItems") ? "additionalItems" : undefined;
}

/** The member's name that a token of a fragment stands for; as it is where its escapes are broken. */
function decodeToken(token: string): string {
  try {
    return decodeURIComponent(token).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return token;
  }
}
