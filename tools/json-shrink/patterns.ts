/** What pointer patterns keep and drop of a tree. */
import { type Pattern, type PatternPlace, rootOf } from "../_lib/results/pointer-patterns.ts";
import type { JsonMember, JsonNode } from "../_lib/json/tree/tree.ts";

/** What the patterns say about the nodes of a tree. */
export interface Marks {
  /** Nodes that a pattern keeps, and all under them. */
  readonly kept: Set<JsonNode>;
  /** Containers with something kept in them. */
  readonly holding: Set<JsonNode>;
  readonly dropped: ReadonlySet<JsonMember>;
}

export function markNodes(
  root: JsonNode,
  drop: readonly Pattern[],
  keep: readonly Pattern[],
): Marks {
  const marks = {
    kept: new Set<JsonNode>(),
    holding: new Set<JsonNode>(),
    dropped: new Set<JsonMember>(),
  };
  const visit = (node: JsonNode, drops: PatternPlace, keeps: PatternPlace): boolean => {
    const isKept = keeps.covered;
    if (isKept) marks.kept.add(node);
    let holds = false;
    if (node.type === "object") {
      for (const member of node.members) {
        const below = drops.enter(member.key);
        if (below.matches) marks.dropped.add(member);
        if (visit(member.value, below, keeps.enter(member.key))) holds = true;
      }
    } else if (node.type === "array") {
      for (const [index, item] of node.items.entries()) {
        const token = String(index);
        if (visit(item, drops.enter(token), keeps.enter(token))) holds = true;
      }
    }
    if (holds) marks.holding.add(node);
    return isKept || holds;
  };
  if (drop.length > 0 || keep.length > 0) visit(root, rootOf(drop), rootOf(keep));
  return marks;
}

/** Whether a node is kept, or holds what is. */
export function isProtected({ kept, holding }: Marks, node: JsonNode): boolean {
  return kept.has(node) || holding.has(node);
}

/** The marks of a node for what takes its place. */
export function passMarks({ kept, holding }: Marks, from: JsonNode, to: JsonNode): void {
  if (from === to) return;
  if (kept.has(from)) kept.add(to);
  if (holding.has(from)) holding.add(to);
}
