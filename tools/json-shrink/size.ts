import { scalarText } from "../_lib/json/tree/write.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { utf8Length } from "../_lib/text/code-points.ts";

/** Bytes of trees in their minified form; each node is measured once. */
export class Sizes {
  readonly #known = new Map<JsonNode, number>();

  of(node: JsonNode): number {
    if (node.type !== "object" && node.type !== "array") return utf8Length(scalarText(node));
    let size = this.#known.get(node);
    if (size === undefined) this.#known.set(node, (size = this.#measure(node)));
    return size;
  }

  #measure(node: JsonNode): number {
    if (node.type === "array") {
      const items = node.items.reduce((sum, item) => sum + this.of(item), 0);
      return items + 2 + Math.max(0, node.items.length - 1);
    }
    if (node.type !== "object") return this.of(node);
    const members = node.members.reduce(
      (sum, { keyText, value }) => sum + utf8Length(keyText) + 1 + this.of(value),
      0,
    );
    return members + 2 + Math.max(0, node.members.length - 1);
  }
}
