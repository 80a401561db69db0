import { arrayNode, type JsonNode } from "../../json/tree/tree.ts";
import { repairArray } from "./arrays.ts";
import type { Draft } from "./change.ts";
import { repairChoice } from "./enums.ts";
import { repairObject } from "./objects.ts";
import type { Spot } from "./repairer.ts";
import { repairNumber, repairString } from "./scalars.ts";
import { convert, fitsType, typesOf } from "./types.ts";

/** Repairs a value by type, by enum and const, and then by the keywords for values of its type. */
export function repairByOwnKeywords(draft: Draft, schema: JsonNode, spot: Spot): void {
  repairType(draft, schema, spot);
  repairChoice(draft, schema, spot);
  const { type } = draft.node;
  if (type === "string") repairString(draft, schema, spot);
  else if (type === "number") repairNumber(draft, schema, spot);
  else if (type === "array") repairArray(draft, schema, spot);
  else if (type === "object") repairObject(draft, schema, spot);
}

/** Gives the value one of the types: its own as another type, itself in an array, or its only item. */
function repairType(draft: Draft, schema: JsonNode, spot: Spot): void {
  const types = typesOf(schema);
  if (types === undefined) return;
  while (!fitsType(draft.node, types, spot)) {
    const converted = convert(draft.node, types, spot);
    if (converted !== undefined) draft.become(converted.code, converted.node);
    else if (types.includes("array") && mayBeItem(draft.node, schema, spot)) {
      draft.become("WRAPPED_IN_ARRAY", arrayNode([draft.node]));
    } else if (!unwrap(draft, types, spot)) return;
  }
}

function mayBeItem(node: JsonNode, schema: JsonNode, { parts, inside }: Spot): boolean {
  const { prefix, rest } = parts.ofItems(schema);
  const part = prefix[0] ?? rest;
  return part === undefined || parts.accepts(part, inside(node, part).node);
}

/** The item of an array that holds no other. */
export function onlyItem(node: JsonNode): JsonNode | undefined {
  return node.type === "array" && node.items.length === 1 ? node.items[0] : undefined;
}

/** Takes the first value that is or can become one of the types out of the arrays that hold nothing else. */
function unwrap(draft: Draft, types: readonly string[], spot: Spot): boolean {
  const found: JsonNode[] = [];
  for (let at = onlyItem(draft.node); at !== undefined; at = onlyItem(at)) {
    found.push(at);
    if (!fitsType(at, types, spot) && convert(at, types, spot) === undefined) continue;
    for (const node of found) draft.become("UNWRAPPED_SINGLE", node);
    return true;
  }
  return false;
}
