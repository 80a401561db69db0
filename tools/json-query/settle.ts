import type { Spend } from "./jq/budget.ts";
import { DEEPEST } from "../_lib/json/tree/problem.ts";
import {
  arrayNode,
  type JsonArray,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  nullNode,
  numberNode,
  objectNode,
} from "../_lib/json/tree/tree.ts";
import { dumpScalar } from "./jq/dump.ts";

interface Plain {
  readonly node: JsonNode;
  /** How many levels it has; 0 for a scalar. */
  readonly height: number;
}

type Container = JsonArray | JsonObject;

/** Makes plain JSON of the results of one run; a part that stands in them more than once is looked at once. */
export class Settler {
  readonly #spend: Spend;
  readonly #known = new Map<Container, Plain>();

  constructor(spend: Spend) {
    this.#spend = spend;
  }

  /** `nan` as null, an infinity as the largest double; undefined where there are more than 1,000 levels. */
  settle(node: JsonNode): JsonNode | undefined {
    return this.#settle(node, 0)?.node;
  }

  #settle(node: JsonNode, depth: number): Plain | undefined {
    if (node.type === "number") return { node: settleNumber(node), height: 0 };
    if (node.type !== "array" && node.type !== "object") return { node, height: 0 };
    const known = this.#known.get(node) ?? this.#settleContainer(node, depth);
    return known !== undefined && depth + known.height <= DEEPEST ? known : undefined;
  }

  #settleContainer(container: Container, depth: number): Plain | undefined {
    if (depth >= DEEPEST) return undefined;
    const parts = container.type === "array" ? container.items : container.members;
    this.#spend(1 + (parts.length >> 2));
    const plainParts: (JsonNode | JsonMember)[] = [];
    let height = 0;
    let isSame = true;
    for (const part of parts) {
      const before = "key" in part ? part.value : part;
      const plain = this.#settle(before, depth + 1);
      if (plain === undefined) return undefined;
      height = Math.max(height, plain.height);
      if (plain.node === before) plainParts.push(part);
      else {
        isSame = false;
        plainParts.push("key" in part ? { ...part, value: plain.node } : plain.node);
      }
    }
    const node = isSame
      ? container
      : container.type === "array"
        ? arrayNode(plainParts as JsonNode[])
        : objectNode(plainParts as JsonMember[]);
    const result = { node, height: height + 1 };
    this.#known.set(container, result);
    return result;
  }
}

function settleNumber(node: JsonNode & { readonly type: "number" }): JsonNode {
  const text = dumpScalar(node);
  if (text === node.text) return node;
  return text === "null" ? nullNode() : numberNode(text);
}
