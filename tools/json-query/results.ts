import type { Entry } from "../_core/tool.ts";
import { WarningList } from "../_lib/results/entry-list.ts";
import { dumpScalar } from "./jq/dump.ts";
import { DEEPEST } from "../_lib/json/tree/problem.ts";
import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  nullNode,
  numberNode,
  objectNode,
} from "../_lib/json/tree/tree.ts";
import { dataOf } from "../_lib/json/tree/value.ts";
import { writeJson } from "../_lib/json/tree/write.ts";
import { TextBuilder } from "../_lib/results/output-builder.ts";

export interface ResultLayout {
  readonly rawOutput: boolean;
  readonly compact: boolean;
  readonly sortKeys: boolean;
}

export interface ListedResults {
  readonly output: string;
  readonly results: unknown[];
  readonly warnings: readonly Entry<"NUMBER_KEPT_AS_TEXT" | "WARNINGS_TRUNCATED">[];
  /** What does not fit: the results before it are listed. */
  readonly excess: "characters" | "levels" | undefined;
}

/** Results as text, a line end between them, and as data. */
export function listResults(nodes: readonly JsonNode[], layout: ResultLayout): ListedResults {
  const list = new WarningList<"NUMBER_KEPT_AS_TEXT">();
  const settled = new Map<JsonNode, JsonNode | undefined>();
  const text = new TextBuilder();
  const lines: string[] = [];
  const results: unknown[] = [];
  let excess: ListedResults["excess"];
  for (const node of nodes) {
    const result = settle(node, 0, settled);
    if (result === undefined) {
      excess = "levels";
      break;
    }
    const line = writeResult(result, layout);
    text.put(line ?? "");
    text.put("\n");
    if (line === undefined || text.isFull) {
      excess = "characters";
      break;
    }
    lines.push(line);
    results.push(dataOf(result, `/results/${results.length}`, list));
  }
  return { output: lines.join("\n"), results, warnings: list.list(), excess };
}

function writeResult(
  node: JsonNode,
  { rawOutput, compact, sortKeys }: ResultLayout,
): string | undefined {
  if (rawOutput && node.type === "string") return node.value;
  return writeJson(node, { indent: compact ? "" : "  ", sortKeys });
}

/**
 * The value as plain JSON: `nan` as null, an infinity as the largest double; undefined where it is
 * nested deeper than 1,000 levels. Parts that stand in it more than once are settled once.
 */
function settle(
  node: JsonNode,
  depth: number,
  settled: Map<JsonNode, JsonNode | undefined>,
): JsonNode | undefined {
  if (node.type === "number") return settleNumber(node);
  if (node.type !== "array" && node.type !== "object") return node;
  if (depth >= DEEPEST) return undefined;
  if (settled.has(node)) return settled.get(node);
  const plain =
    node.type === "array" ? settleArray(node, depth, settled) : settleObject(node, depth, settled);
  settled.set(node, plain);
  return plain;
}

function settleNumber(node: JsonNode): JsonNode {
  const text = dumpScalar(node);
  if (node.type === "number" && text === node.text) return node;
  return text === "null" ? nullNode() : numberNode(text);
}

function settleArray(
  node: JsonNode & { readonly type: "array" },
  depth: number,
  settled: Map<JsonNode, JsonNode | undefined>,
): JsonNode | undefined {
  const items: JsonNode[] = [];
  let isSame = true;
  for (const item of node.items) {
    const plain = settle(item, depth + 1, settled);
    if (plain === undefined) return undefined;
    isSame &&= plain === item;
    items.push(plain);
  }
  return isSame ? node : arrayNode(items);
}

function settleObject(
  node: JsonNode & { readonly type: "object" },
  depth: number,
  settled: Map<JsonNode, JsonNode | undefined>,
): JsonNode | undefined {
  const members: JsonMember[] = [];
  let isSame = true;
  for (const member of node.members) {
    const value = settle(member.value, depth + 1, settled);
    if (value === undefined) return undefined;
    isSame &&= value === member.value;
    members.push(value === member.value ? member : { ...member, value });
  }
  return isSame ? node : objectNode(members);
}
