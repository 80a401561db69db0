import type { JsonNode } from "../../json/tree/tree.ts";

/** The same value as a tree of its own, so that each node stands at one place only. */
export function copied(node: JsonNode): JsonNode {
  if (node.type === "array") return { ...node, items: node.items.map(copied) };
  if (node.type !== "object") return { ...node };
  return {
    ...node,
    members: node.members.map((member) => ({ ...member, value: copied(member.value) })),
  };
}
