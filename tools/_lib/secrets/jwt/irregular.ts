/** What readers of JSON understand differently: repeated members and numbers that a double does not hold. */
import { isExact, isIntegerText } from "../../json/tree/number.ts";
import { formatPointer } from "../../results/pointer.ts";
import type { JsonNode } from "../../json/tree/tree.ts";

export interface Irregular {
  readonly kind: "repeated" | "imprecise";
  /** RFC 6901, below the part's own path. */
  readonly path: string;
}

const LARGEST_SAFE = 2 ** 53;

/** Calls `found` for every repeated member and imprecise number, in document order. */
export function findIrregular(
  node: JsonNode,
  found: (kind: Irregular["kind"], path: () => string) => void,
  tokens: (string | number)[] = [],
): void {
  const path = (): string => formatPointer(tokens);
  if (node.type === "number" && isImprecise(node.text)) found("imprecise", path);
  if (node.type === "array") {
    for (const [index, item] of node.items.entries()) {
      tokens.push(index);
      findIrregular(item, found, tokens);
      tokens.pop();
    }
  }
  if (node.type !== "object") return;
  const keys = new Set<string>();
  for (const { key, value } of node.members) {
    tokens.push(key);
    if (node.repeated && keys.has(key)) found("repeated", path);
    keys.add(key);
    findIrregular(value, found, tokens);
    tokens.pop();
  }
}

/** A double does not hold it, or it is an integer so large that neighbours are no longer told apart. */
function isImprecise(text: string): boolean {
  return !isExact(text) || (isIntegerText(text) && Math.abs(Number(text)) > LARGEST_SAFE);
}
