import type { Node } from "./syntax.ts";

/** The fewest code units that a node can match, up to 1: whether it can match the empty text. */
export function leastLength(node: Node): 0 | 1 {
  switch (node.type) {
    case "char":
    case "any":
      return 1;
    case "set":
      return node.strings ? 0 : 1;
    case "group":
      return leastLength(node.body);
    case "repeat":
      return node.min === 0 ? 0 : leastLength(node.body);
    case "sequence":
      return node.items.some((item) => leastLength(item) > 0) ? 1 : 0;
    case "choice":
      return node.options.every((option) => leastLength(option) > 0) ? 1 : 0;
    default:
      return 0;
  }
}
