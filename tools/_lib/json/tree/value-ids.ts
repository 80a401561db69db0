import { numberKey } from "./number.ts";
import type { JsonNode, JsonObject } from "./tree.ts";

/**
 * A number for each JSON value, equal numbers for equal values: 1 equals 1.0, and the order of
 * members does not matter. Each container is read once, so that comparing many values stays linear.
 */
export class ValueIds {
  readonly #ids = new Map<string, number>();
  readonly #known = new Map<JsonNode, number>();

  idOf(node: JsonNode): number {
    const key = scalarKey(node);
    return key === undefined ? this.#containerId(node) : this.#id(key);
  }

  #containerId(node: JsonNode): number {
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const id = this.#id(node.type === "object" ? this.#objectKey(node) : this.#arrayKey(node));
    this.#known.set(node, id);
    return id;
  }

  #arrayKey(node: JsonNode): string {
    if (node.type !== "array") return "";
    return `[${node.items.map((item) => this.idOf(item)).join(",")}`;
  }

  #objectKey({ members }: JsonObject): string {
    const parts = members.map(({ key, value }) => [this.#id(`"${key}`), this.idOf(value)] as const);
    const sorted = parts.toSorted(([left], [right]) => left - right);
    return `{${sorted.map(([key, value]) => `${key}:${value}`).join(",")}`;
  }

  #id(key: string): number {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(key, id);
    return id;
  }
}

/** One text for all scalars that are equal, undefined for a container. */
export function scalarKey(node: JsonNode): string | undefined {
  switch (node.type) {
    case "string":
      return `"${node.value}`;
    case "number":
      return numberKey(node.text);
    case "boolean":
      return String(node.value);
    case "null":
      return "null";
    default:
      return undefined;
  }
}
