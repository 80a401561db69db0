/** What tools can do to the world, and what their definitions declare of it. */
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";

export const CAPABILITIES = [
  "private-data",
  "untrusted-content",
  "outbound",
  "write",
  "destructive",
  "execute",
  "money",
  "secrets",
  "delegate",
] as const;
export type Capability = (typeof CAPABILITIES)[number];

export function isCapability(name: string): name is Capability {
  return (CAPABILITIES as readonly string[]).includes(name);
}

/** In the order in which capabilities are always told. */
export function inOrder(capabilities: ReadonlySet<Capability>): Capability[] {
  return CAPABILITIES.filter((capability) => capabilities.has(capability));
}

/** What a definition says of itself; undefined where it says nothing. */
export function declaredNames(
  node: JsonNode | undefined,
): readonly (string | undefined)[] | undefined {
  if (!node) return undefined;
  const inside = memberOf(node, "function");
  const list = memberOf(node, "capabilities") ?? (inside && memberOf(inside, "capabilities"));
  return list?.type === "array" ? list.items.map((item) => textOf(item)) : undefined;
}
