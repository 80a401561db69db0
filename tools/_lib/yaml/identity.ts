import { numberKey } from "../json/number.ts";
import { resolveScalar, type YamlVersion } from "./resolve.ts";
import type { YamlNode, YamlScalar } from "./tree.ts";

/** Tells equal keys: one number for each value, however it is written. */
export class Identities {
  readonly #version: YamlVersion;
  readonly #numbers = new Map<string, number>();
  readonly #known = new Map<YamlNode, number>();

  constructor(version: YamlVersion) {
    this.#version = version;
  }

  of(node: YamlNode): number {
    if (node.type === "scalar") return this.#number(scalarIdentity(node, this.#version));
    const known = this.#known.get(node);
    if (known !== undefined) return known;
    // An alias inside its own anchor equals nothing else.
    this.#known.set(node, this.#number(`*${node.start}`));
    const identity = this.#number(this.#describe(node));
    this.#known.set(node, identity);
    return identity;
  }

  #describe(node: Exclude<YamlNode, YamlScalar>): string {
    switch (node.type) {
      case "alias":
        return node.anchor?.node === undefined ? `*${node.start}` : `=${this.of(node.anchor.node)}`;
      case "sequence":
        return `[${node.items.map((item) => this.of(item.node)).join()}]`;
      case "mapping": {
        const entries = node.entries.map(({ key, value }) => `${this.of(key)}:${this.of(value)}`);
        return `{${entries.toSorted().join()}}`;
      }
    }
  }

  #number(text: string): number {
    // An alias is what it stands for.
    if (text.startsWith("=")) return Number(text.slice(1));
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

function scalarIdentity(scalar: YamlScalar, version: YamlVersion): string {
  const { resolved } = resolveScalar(scalar, version);
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
