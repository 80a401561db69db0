import { numberKey } from "../../json/tree/number.ts";
import { type Resolved, resolveScalar, type YamlVersion } from "./resolve.ts";
import type { YamlNode, YamlScalar } from "./tree.ts";

/** Tells equal keys: one number for each value, however it is written. */
export class Identities {
  readonly #version: YamlVersion;
  readonly #strings = new Map<string, number>();
  readonly #others = new Map<string, number>();
  #next = 0;
  readonly #known = new Map<YamlNode, number>();

  constructor(version: YamlVersion) {
    this.#version = version;
  }

  /** Whether the key, or what it is an alias of, is a string. */
  isString(key: YamlNode): boolean {
    const node = key.type === "alias" ? key.anchor?.node : key;
    if (node?.type !== "scalar") return false;
    return resolveScalar(node, this.#version).resolved.type === "string";
  }

  of(node: YamlNode): number {
    const { node: target = node } = node.type === "alias" ? (node.anchor ?? {}) : {};
    return this.#of(target);
  }

  #of(node: YamlNode): number {
    if (node.type === "scalar") return this.#ofScalar(node);
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    const parts: string[] = [];
    if (node.type === "sequence")
      for (const item of node.items) parts.push(`${this.#of(item.node)}`);
    else if (node.type === "mapping") {
      for (const { key, value } of node.entries) parts.push(`${this.#of(key)}:${this.#of(value)}`);
      parts.sort();
    } else {
      // Inside a collection an alias equals the aliases of its anchor: what it stands for may be deep.
      parts.push(`*${node.anchor?.start ?? -node.start}`);
    }
    const identity = this.#number(this.#others, `${node.type} ${parts.join()}`);
    this.#known.set(node, identity);
    return identity;
  }

  #ofScalar(scalar: YamlScalar): number {
    const { resolved } = resolveScalar(scalar, this.#version);
    return resolved.type === "string"
      ? this.#number(this.#strings, resolved.value)
      : this.#number(this.#others, describeScalar(resolved));
  }

  #number(numbers: Map<string, number>, text: string): number {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, this.#next);
    return this.#next++;
  }
}

function describeScalar(resolved: Resolved): string {
  switch (resolved.type) {
    case "null":
      return "null";
    case "boolean":
      return `boolean ${resolved.value}`;
    case "number":
      return `number ${numberKey(resolved.text)}`;
    case "non-finite":
      return `number ${resolved.text.toLowerCase().replace("+", "")}`;
    default:
      return `string ${resolved.value}`;
  }
}
