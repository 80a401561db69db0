import { isExact } from "../../json/tree/number.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { valueOf } from "../../json/tree/value.ts";
import { minifyJson } from "../../json/tree/write.ts";
import { shortened } from "../../text/shown.ts";

const LONGEST_TEXT = 201;
const LONGEST_JSON = 1000;
const LONGEST_IN_WORDS = 61;

/** A value as entries show it: short ones as they are, long texts cut, large containers by what they are. */
export function shown(node: JsonNode): unknown {
  switch (node.type) {
    case "string":
      return shortened(node.value, LONGEST_TEXT);
    case "number":
      return shownNumber(node.text);
    case "boolean":
      return node.value;
    case "null":
      return null;
    case "array":
      return isSmall(node) ? valueOf(node).value : `array of ${node.items.length} items`;
    default:
      return isSmall(node) ? valueOf(node).value : `object of ${node.members.length} members`;
  }
}

/** A number that a double holds as a number, else its text. */
export function shownNumber(text: string): unknown {
  if (isExact(text)) return Number(text) || 0;
  return shortened(text, LONGEST_TEXT);
}

/** A short form for messages: JSON, cut. */
export function inWords(node: JsonNode): string {
  return shortened(JSON.stringify(shown(node)), LONGEST_IN_WORDS);
}

function isSmall(node: JsonNode): boolean {
  return countTo(node, 100) >= 0 && (minifyJson(node)?.length ?? Infinity) <= LONGEST_JSON;
}

/** What is left of a number of nodes after counting those of a tree; negative where it is larger. */
function countTo(node: JsonNode, most: number): number {
  let left = most - 1;
  const parts =
    node.type === "array"
      ? node.items
      : node.type === "object"
        ? node.members.map((m) => m.value)
        : [];
  for (const part of parts) {
    if (left < 0) return left;
    left = countTo(part, left);
  }
  return left;
}
