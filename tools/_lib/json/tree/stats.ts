import type { JsonNode } from "./tree.ts";

/** The figures of a tree; members and values of repeated keys are counted. */
export interface TreeStats {
  type: JsonNode["type"];
  /** Every value, the root included. */
  nodes: number;
  /** Containers on the longest path: 0 for a scalar, 1 for `{}`. */
  depth: number;
  /** Members. */
  keys: number;
  objects: number;
  arrays: number;
  strings: number;
  numbers: number;
  booleans: number;
  nulls: number;
  readonly [detail: string]: unknown;
}

export function treeStats(root: JsonNode): TreeStats {
  const stats = {
    type: root.type,
    nodes: 0,
    depth: 0,
    keys: 0,
    objects: 0,
    arrays: 0,
    strings: 0,
    numbers: 0,
    booleans: 0,
    nulls: 0,
  };
  count(root, 1, stats);
  return stats;
}

const COUNTERS = {
  object: "objects",
  array: "arrays",
  string: "strings",
  number: "numbers",
  boolean: "booleans",
  null: "nulls",
} as const;

function count(node: JsonNode, depth: number, stats: TreeStats): void {
  stats.nodes++;
  stats[COUNTERS[node.type]]++;
  if (node.type === "object") {
    stats.depth = Math.max(stats.depth, depth);
    stats.keys += node.members.length;
    for (const member of node.members) count(member.value, depth + 1, stats);
  } else if (node.type === "array") {
    stats.depth = Math.max(stats.depth, depth);
    for (const item of node.items) count(item, depth + 1, stats);
  }
}

/** The one line of a document that is valid: `valid: object, 3 keys, depth 2`. */
export function validLine(root: JsonNode): string {
  const { depth } = treeStats(root);
  if (root.type === "object") return verdictLine("object", root.members.length, depth);
  return verdictLine(root.type, root.type === "array" ? root.items.length : 0, depth);
}

/** The same from figures; `size` is the number of the root's members or items. */
export function verdictLine(type: JsonNode["type"], size: number, depth: number): string {
  if (type === "object") return `valid: object, ${size} keys, depth ${depth}`;
  if (type === "array") return `valid: array, ${size} items, depth ${depth}`;
  return `valid: ${type}, depth ${depth}`;
}
