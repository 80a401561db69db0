/** The rows of a tree: what is open of a value, in order. */
import type { JsonNode } from "../../../tools/_lib/json/tree/tree.ts";
import { appendPointer } from "../../../tools/_lib/results/pointer.ts";

export interface Node {
  readonly type: "object" | "array" | "string" | "number" | "other";
  /** A scalar's JSON. */
  readonly text: string;
  readonly count: number;
  readonly children?: () => readonly Child[];
}

export interface Child {
  readonly key: string | number;
  readonly node: Node;
}

export interface TreeRow {
  readonly pointer: string;
  readonly key: string | undefined;
  readonly node: Node;
  /** From 1. */
  readonly level: number;
  /** Undefined for what cannot be opened. */
  readonly isOpen: boolean | undefined;
  readonly size: number;
  readonly position: number;
}

export function nodeOfValue(value: unknown): Node {
  if (typeof value !== "object" || value === null) {
    const type = typeof value;
    const text = JSON.stringify(value) ?? "null";
    return { type: type === "string" || type === "number" ? type : "other", text, count: 0 };
  }
  if (Array.isArray(value)) {
    return {
      type: "array",
      text: "",
      count: value.length,
      children: () => value.map((item, key) => ({ key, node: nodeOfValue(item) })),
    };
  }
  return {
    type: "object",
    text: "",
    count: Object.keys(value).length,
    children: () =>
      Object.entries(value).map(([key, member]) => ({ key, node: nodeOfValue(member) })),
  };
}

/** Of JSON that was read from a text: numbers keep their digits, and repeated keys stay. */
export function nodeOfJson(json: JsonNode): Node {
  switch (json.type) {
    case "object":
      return {
        type: "object",
        text: "",
        count: json.members.length,
        children: () => json.members.map(({ key, value }) => ({ key, node: nodeOfJson(value) })),
      };
    case "array":
      return {
        type: "array",
        text: "",
        count: json.items.length,
        children: () => json.items.map((item, key) => ({ key, node: nodeOfJson(item) })),
      };
    case "string":
    case "number":
      return { type: json.type, text: json.text, count: 0 };
    case "boolean":
      return { type: "other", text: String(json.value), count: 0 };
    case "null":
      return { type: "other", text: "null", count: 0 };
  }
}

export function rowsOf(root: Node, open: ReadonlySet<string>): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (node: Node, place: Omit<TreeRow, "node" | "isOpen">): void => {
    const { pointer, level } = place;
    const isOpen = node.children && node.count > 0 ? open.has(pointer) : undefined;
    rows.push({ ...place, node, isOpen });
    if (!isOpen) return;
    const children = node.children?.() ?? [];
    for (const [index, child] of children.entries()) {
      add(child.node, {
        pointer: appendPointer(pointer, child.key),
        key: String(child.key),
        level: level + 1,
        size: children.length,
        position: index + 1,
      });
    }
  };
  add(root, { pointer: "", key: undefined, level: 1, size: 1, position: 1 });
  return rows;
}

/** A small tree is open all over, of a large one the first levels. */
const FEW = 150;
const FIRST_LEVELS = 2;
const MOST_OPEN = 20_000;

export function firstOpen(root: Node): ReadonlySet<string> {
  const all = pointersOf(root, Number.POSITIVE_INFINITY, FEW);
  return all ?? pointersOf(root, FIRST_LEVELS, MOST_OPEN) ?? new Set([""]);
}

export function allPointers(root: Node): ReadonlySet<string> {
  return pointersOf(root, Number.POSITIVE_INFINITY, MOST_OPEN) ?? firstOpen(root);
}

/** Of what has members, down to a level; undefined if that would show more rows than `most`. */
function pointersOf(root: Node, levels: number, most: number): Set<string> | undefined {
  const open = new Set<string>();
  let rows = 1;
  let level: readonly (readonly [string, Node])[] = [["", root]];
  for (let depth = 0; depth < levels && level.length > 0; depth++) {
    const below: (readonly [string, Node])[] = [];
    for (const [pointer, node] of level) {
      if (!node.children || node.count === 0) continue;
      open.add(pointer);
      rows += node.count;
      if (rows > most) return undefined;
      for (const { key, node: child } of node.children()) {
        if (child.children) below.push([appendPointer(pointer, key), child]);
      }
    }
    level = below;
  }
  return open;
}

/** The JSON of a node, every digit as it was read. */
export function textOfNode(node: Node, indent = ""): string {
  if (!node.children) return node.text;
  const children = node.children();
  const [opening, closing] = node.type === "array" ? "[]" : "{}";
  if (children.length === 0) return `${opening}${closing}`;
  const inner = `${indent}  `;
  const parts = children.map(({ key, node: child }) => {
    const text = textOfNode(child, inner);
    return node.type === "array" ? inner + text : `${inner}${JSON.stringify(key)}: ${text}`;
  });
  return `${opening}\n${parts.join(",\n")}\n${indent}${closing}`;
}
