import type { TreeStats } from "../../json/tree/stats.ts";
import { type Resolved, resolveScalar, type YamlVersion } from "./resolve.ts";
import type { YamlNode } from "./tree.ts";

const TYPES: Readonly<Record<Resolved["type"], TreeStats["type"]>> = {
  null: "null",
  boolean: "boolean",
  number: "number",
  "non-finite": "string",
  timestamp: "string",
  string: "string",
};

const COUNTERS = {
  object: "objects",
  array: "arrays",
  string: "strings",
  number: "numbers",
  boolean: "booleans",
  null: "nulls",
} as const;

/** The figures of a document as it is written, where it has no data; an alias is one node. */
export function sourceStats(root: YamlNode, version: YamlVersion): TreeStats {
  const stats = {
    type: typeOf(root, version),
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
  count(root, 1, stats, version);
  return stats;
}

function count(node: YamlNode, depth: number, stats: TreeStats, version: YamlVersion): void {
  stats.nodes++;
  stats[COUNTERS[typeOf(node, version)]]++;
  if (node.type !== "sequence" && node.type !== "mapping") return;
  stats.depth = Math.max(stats.depth, depth);
  if (node.type === "sequence") {
    for (const item of node.items) count(item.node, depth + 1, stats, version);
  } else {
    stats.keys += node.entries.length;
    for (const { value } of node.entries) count(value, depth + 1, stats, version);
  }
}

function typeOf(node: YamlNode, version: YamlVersion): TreeStats["type"] {
  const target = node.type === "alias" ? node.anchor?.node : node;
  if (target === undefined || target.type === "alias") return "null";
  if (target.type === "mapping") return "object";
  if (target.type === "sequence") return "array";
  return TYPES[resolveScalar(target, version).resolved.type];
}
