import { arrayNode, type JsonNode } from "../../json/tree/tree.ts";
import { memberOf, numberOf } from "../../json/tree/members.ts";
import { type Draft, reaches } from "./change.ts";
import type { Spot } from "./repairer.ts";

/** Repairs an array: its items, then what is there twice, then what is too much. */
export function repairArray(draft: Draft, schema: JsonNode, spot: Spot): void {
  repairItems(draft, schema, spot);
  if (reaches(spot.policy, "standard")) removeDuplicates(draft, schema, spot);
  if (reaches(spot.policy, "aggressive")) truncate(draft, schema);
}

/** Repairs each item by the schema that there is for it. */
export function repairItems(draft: Draft, schema: JsonNode, spot: Spot): void {
  if (draft.node.type !== "array") return;
  const { prefix, rest } = spot.parts.ofItems(schema);
  if (prefix.length === 0 && rest === undefined) return;
  let changed = false;
  const items = draft.node.items.map((item, index) => {
    const part = prefix[index] ?? rest;
    if (part === undefined) return item;
    const { node, changes } = spot.inside(item, part);
    draft.changes.addInside(index, changes);
    changed ||= node !== item;
    return node;
  });
  if (changed) draft.node = arrayNode(items);
}

function removeDuplicates(draft: Draft, schema: JsonNode, spot: Spot): void {
  const unique = memberOf(schema, "uniqueItems");
  if (draft.node.type !== "array" || unique?.type !== "boolean" || !unique.value) return;
  const seen = new Set<number>();
  const kept: JsonNode[] = [];
  for (const item of draft.node.items) {
    const id = spot.idOf(item);
    if (!seen.has(id)) kept.push(item);
    else {
      const path = `/${kept.length}`;
      draft.changes.add({ path, code: "DUPLICATE_ITEM_REMOVED", from: item });
    }
    seen.add(id);
  }
  if (kept.length < draft.node.items.length) draft.node = arrayNode(kept);
}

function truncate(draft: Draft, schema: JsonNode): void {
  const most = numberOf(memberOf(schema, "maxItems"));
  if (most === undefined || draft.node.type !== "array" || draft.node.items.length <= most) return;
  draft.become("ARRAY_TRUNCATED", arrayNode(draft.node.items.slice(0, most)));
}
