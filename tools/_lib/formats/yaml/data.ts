import { DEEPEST } from "../../json/tree/problem.ts";
import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  nullNode,
  numberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { LONGEST_OUTPUT } from "../../results/output-limit.ts";
import { isMergeKey, resolveScalar, type YamlVersion } from "./resolve.ts";
import type { YamlAlias, YamlMapping, YamlNode, YamlScalar, YamlSequence } from "./tree.ts";

/** The most nodes that aliases and merges may add to the data of one stream. */
const MOST_COPIES = 100_000;

export interface DataOptions {
  readonly version: YamlVersion;
  /** Whether `<<` merges. */
  readonly merge: boolean;
  /** Infinities and NaN are the number nodes that JSON5 has instead of strings. */
  readonly nonFinite?: boolean;
  /** Sees what each node became; with it no two places of the data share a node. */
  readonly see?: (source: YamlNode, node: JsonNode) => void;
}

/** What aliases and merges have added so far, in all documents of a stream. */
export interface Expansion {
  nodes: number;
  characters: number;
}

/** Why a document has no JSON form. */
export interface NoData {
  readonly code: "YAML_ALIAS_LIMIT" | "YAML_COMPLEX_KEY" | "OUTPUT_TOO_LARGE";
  readonly offset: number;
  readonly found: string;
  readonly expected: string;
}

/** The data of a document as JSON, aliases expanded; equal parts of the tree are shared. */
export function yamlTree(
  root: YamlNode,
  options: DataOptions,
  expansion: Expansion,
): JsonNode | NoData {
  const before = { ...expansion };
  try {
    return new Converter(options, expansion).convert(root).node;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    // A document that gives no data takes nothing from those behind it.
    Object.assign(expansion, before);
    return error.reason;
  }
}

export function isNoData(data: JsonNode | NoData): data is NoData {
  return "code" in data;
}

class Stop extends Error {
  readonly reason: NoData;
  constructor(reason: NoData) {
    super(reason.code);
    this.reason = reason;
  }
}

/** A part of the tree and how large it is with all aliases expanded. */
interface Part {
  readonly node: JsonNode;
  readonly nodes: number;
  readonly characters: number;
  readonly depth: number;
}

class Converter {
  readonly #options: DataOptions;
  readonly #expansion: Expansion;
  /** Anchored nodes that were converted; undefined while one is being. */
  readonly #parts = new Map<YamlNode, Part | undefined>();

  constructor(options: DataOptions, expansion: Expansion) {
    this.#options = options;
    this.#expansion = expansion;
  }

  convert(node: YamlNode): Part {
    const part = this.#part(node);
    const { see } = this.#options;
    if (see === undefined) return part;
    const own = node.type === "alias" ? { ...part, node: copyOf(part.node) } : part;
    see(node, own.node);
    return own;
  }

  #part(node: YamlNode): Part {
    if (node.type === "scalar" && node.properties.anchor === undefined) return this.#scalar(node);
    if (node.type === "alias") return this.#alias(node);
    const { anchor } = node.properties;
    if (anchor !== undefined) this.#parts.set(node, undefined);
    const part =
      node.type === "scalar"
        ? this.#scalar(node)
        : node.type === "sequence"
          ? this.#sequence(node)
          : this.#mapping(node);
    if (anchor !== undefined) this.#parts.set(node, part);
    return part;
  }

  #sequence(node: YamlSequence): Part {
    const parts: Part[] = [];
    for (const item of node.items) parts.push(this.convert(item.node));
    return container(arrayNode(parts.map((part) => part.node)), parts, node);
  }

  #scalar(scalar: YamlScalar): Part {
    const { resolved } = resolveScalar(scalar, this.#options.version);
    const size = { nodes: 1, depth: 0 };
    switch (resolved.type) {
      case "null":
        return { node: nullNode(), ...size, characters: 4 };
      case "boolean":
        return { node: booleanNode(resolved.value), ...size, characters: 5 };
      case "number":
        return { node: numberNode(resolved.text), ...size, characters: resolved.text.length };
      case "non-finite":
        return { node: this.#nonFinite(resolved.text), ...size, characters: resolved.text.length };
      default:
        return { node: stringNode(resolved.value), ...size, characters: resolved.value.length };
    }
  }

  #nonFinite(text: string): JsonNode {
    if (this.#options.nonFinite !== true) return stringNode(text);
    if (/nan$/i.test(text)) return numberNode("NaN");
    return numberNode(text.startsWith("-") ? "-Infinity" : "Infinity");
  }

  #alias(alias: YamlAlias): Part {
    const target = alias.anchor?.node;
    if (target === undefined) return limit(alias, "an alias that stands for itself");
    if (!this.#parts.has(target)) this.convert(target);
    const part = this.#parts.get(target);
    if (part === undefined) return limit(alias, "an alias that stands for itself");
    this.#spend(alias, part);
    return part;
  }

  #spend(node: YamlNode, { nodes, characters }: Pick<Part, "nodes" | "characters">): void {
    this.#expansion.nodes += nodes;
    this.#expansion.characters += characters;
    if (this.#expansion.nodes > MOST_COPIES) {
      limit(node, `aliases that stand for more than ${MOST_COPIES} nodes`);
    }
    if (this.#expansion.characters > LONGEST_OUTPUT) {
      throw new Stop({
        code: "OUTPUT_TOO_LARGE",
        offset: node.start,
        found: `aliases that stand for more than ${LONGEST_OUTPUT} characters`,
        expected: "fewer",
      });
    }
  }

  #mapping(mapping: YamlMapping): Part {
    const members = new Members();
    for (const { key, value } of mapping.entries) {
      const part = this.convert(value);
      if (this.#options.merge && key.type === "scalar" && isMergeKey(key)) {
        const sources = mergeSources(part.node);
        if (sources !== undefined) {
          for (const source of sources) this.#merge(members, source, part, key);
          continue;
        }
      }
      members.own(this.#keyText(key), part);
    }
    const { list, parts, repeated } = members;
    return container(objectNode(list, repeated), parts, mapping);
  }

  #merge(members: Members, source: readonly JsonMember[], part: Part, key: YamlNode): void {
    for (const { key: name, value } of source) {
      if (members.has(name)) continue;
      const size = sizeOf(value);
      this.#spend(key, size);
      const node = this.#options.see === undefined ? value : copyOf(value);
      members.merged(name, { node, ...size, depth: part.depth });
    }
  }

  #keyText(key: YamlNode): string {
    const node = key.type === "alias" ? (key.anchor?.node ?? key) : key;
    // An anchored key may be the target of an alias.
    if (key.properties.anchor !== undefined && key.type === "scalar") this.convert(key);
    if (node.type === "scalar") return node.value;
    throw new Stop({
      code: "YAML_COMPLEX_KEY",
      offset: key.start,
      found: `a ${node.type} as a key`,
      expected: "a scalar",
    });
  }
}

/** The members of an object under construction. */
class Members {
  readonly list: JsonMember[] = [];
  readonly parts: Part[] = [];
  repeated = false;
  /** Where each key stands, and whether it came from a merge. */
  readonly #places = new Map<string, { readonly index: number; readonly merged: boolean }>();

  has(key: string): boolean {
    return this.#places.has(key);
  }

  /** Adds a member of the mapping itself; it takes the place of a merged one. */
  own(key: string, part: Part): void {
    const place = this.#places.get(key);
    const index = place?.merged === true ? place.index : this.list.length;
    if (place?.merged === false) this.repeated = true;
    this.#set(index, key, part, false);
  }

  merged(key: string, part: Part): void {
    this.#set(this.list.length, key, part, true);
  }

  #set(index: number, key: string, part: Part, merged: boolean): void {
    this.list[index] = memberNode(key, part.node);
    this.parts[index] = part;
    this.#places.set(key, { index, merged });
  }
}

function container(
  node: JsonNode,
  parts: readonly Part[],
  { start }: { readonly start: number },
): Part {
  let nodes = 1;
  let characters = 2;
  let depth = 0;
  for (const part of parts) {
    nodes += part.nodes;
    characters += part.characters;
    depth = Math.max(depth, part.depth);
  }
  if (depth >= DEEPEST) {
    throw new Stop({
      code: "YAML_ALIAS_LIMIT",
      offset: start,
      found: `aliases that make more than ${DEEPEST} levels`,
      expected: "fewer",
    });
  }
  return { node, nodes, characters, depth: depth + 1 };
}

function limit(alias: YamlNode, found: string): never {
  throw new Stop({
    code: "YAML_ALIAS_LIMIT",
    offset: alias.start,
    found,
    expected: `at most ${MOST_COPIES} nodes, and none inside itself`,
  });
}

/** The members of the mappings to merge; undefined where the value is no mapping or list of mappings. */
function mergeSources(node: JsonNode): (readonly JsonMember[])[] | undefined {
  if (node.type === "object") return [lastMembers(node)];
  if (node.type !== "array") return undefined;
  const sources: (readonly JsonMember[])[] = [];
  for (const item of node.items) {
    if (item.type !== "object") return undefined;
    sources.push(lastMembers(item));
  }
  return sources;
}

/** The members with the last copy of each key at the first one's place. */
function lastMembers({ members, repeated }: JsonObject): readonly JsonMember[] {
  if (!repeated) return members;
  return [...new Map(members.map((member) => [member.key, member])).values()];
}

function copyOf(node: JsonNode): JsonNode {
  if (node.type === "array") return { ...node, items: node.items.map(copyOf) };
  if (node.type !== "object") return { ...node };
  const members = node.members.map((member) => ({ ...member, value: copyOf(member.value) }));
  return { ...node, members };
}

function sizeOf(node: JsonNode): Pick<Part, "nodes" | "characters"> {
  if (node.type === "array") return sumOf(node.items.map(sizeOf));
  if (node.type === "object") return sumOf(node.members.map(({ value }) => sizeOf(value)));
  const characters = node.type === "string" || node.type === "number" ? node.text.length : 5;
  return { nodes: 1, characters };
}

function sumOf(sizes: readonly Pick<Part, "nodes" | "characters">[]): {
  nodes: number;
  characters: number;
} {
  const sum = { nodes: 1, characters: 2 };
  for (const { nodes, characters } of sizes) {
    sum.nodes += nodes;
    sum.characters += characters;
  }
  return sum;
}
