import type { Entry } from "../_core/tool.ts";
import type { Located } from "../_lib/json/path/evaluate.ts";
import {
  arrayNode,
  type JsonNode,
  memberNode,
  objectNode,
  stringNode,
} from "../_lib/json/tree/tree.ts";
import { dataOf } from "../_lib/json/tree/value.ts";
import { scalarText, writeJson } from "../_lib/json/tree/write.ts";
import { WarningList } from "../_lib/results/entry-list.ts";
import { LONGEST_OUTPUT } from "../_lib/results/output-limit.ts";
import { formatPointer } from "../_lib/results/pointer.ts";

interface Match {
  path: string;
  pointer: string;
  value: unknown;
}

interface MatchList {
  readonly output: string;
  readonly matches: Match[];
  readonly warnings: readonly Entry<"NUMBER_KEPT_AS_TEXT" | "WARNINGS_TRUNCATED">[];
}

/**
 * Matches as data and as pretty JSON of values, paths or both; undefined where either would pass
 * 2,000,000 characters, as nested nodes that are all selected soon do.
 */
export function listMatches(
  nodes: readonly Located[],
  resultType: "values" | "paths" | "pairs",
): MatchList | undefined {
  const sizes = new Map<JsonNode, number>();
  const matches: Match[] = [];
  const items: JsonNode[] = [];
  const list = new WarningList<"NUMBER_KEPT_AS_TEXT">();
  let size = 0;
  for (const [index, located] of nodes.entries()) {
    const { path, pointer } = locate(located);
    size += path.length + pointer.length + sizeOf(located.node, sizes);
    if (size > LONGEST_OUTPUT) return undefined;
    const value = dataOf(located.node, `/matches/${index}/value`, list);
    matches.push({ path, pointer, value });
    items.push(itemOf(resultType, path, located.node));
  }
  const output = writeJson(arrayNode(items));
  return output === undefined ? undefined : { output, matches, warnings: list.list() };
}

function itemOf(resultType: "values" | "paths" | "pairs", path: string, node: JsonNode): JsonNode {
  if (resultType === "values") return node;
  if (resultType === "paths") return stringNode(path);
  return objectNode([memberNode("path", stringNode(path)), memberNode("value", node)]);
}

/** Characters of the minified text, counted once for each node. */
function sizeOf(node: JsonNode, sizes: Map<JsonNode, number>): number {
  if (node.type !== "object" && node.type !== "array") return scalarText(node).length;
  let size = sizes.get(node);
  if (size === undefined) {
    size = 2;
    if (node.type === "array") for (const item of node.items) size += sizeOf(item, sizes) + 1;
    else
      for (const { keyText, value } of node.members)
        size += keyText.length + sizeOf(value, sizes) + 2;
    sizes.set(node, size);
  }
  return size;
}

/** The normalized path of RFC 9535, 2.7, and the RFC 6901 pointer of a node. */
function locate(located: Located): { path: string; pointer: string } {
  const keys: (string | number)[] = [];
  for (let at: Located | undefined = located; at?.parent !== undefined; at = at.parent) {
    keys.push(at.key);
  }
  keys.reverse();
  const path = keys.map((key) => (typeof key === "number" ? `[${key}]` : `['${escapeName(key)}']`));
  return { path: `$${path.join("")}`, pointer: formatPointer(keys) };
}

const ESCAPED: Readonly<Record<string, string>> = {
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "'": "\\'",
  "\\": "\\\\",
};

function escapeName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- the controls are what has to be escaped
  return name.replace(/[\0-\x1f'\\]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, "0");
    return ESCAPED[character] ?? `\\u${code}`;
  });
}
