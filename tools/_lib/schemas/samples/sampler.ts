/** Values at the bounds of schemas, every one of them valid. */
import { itemsOf } from "../../json/tree/members.ts";
import { booleanNode, type JsonNode, nullNode, stringNode } from "../../json/tree/tree.ts";
import type { SchemaParts } from "../json-schema/parts.ts";
import { ValueIds } from "../../json/tree/value-ids.ts";
import { arrayLengths, arrayOf, MOST_ITEMS } from "./arrays.ts";
import { Keywords, type TypeName } from "./keywords.ts";
import { boundaryNumbers, numberRange } from "./numbers.ts";
import { objectCandidates } from "./objects.ts";
import type { Samples, SampleSource, SampleTrouble } from "./source.ts";
import { stringCandidates } from "./strings.ts";

const DEEPEST = 100;
/** Values within values: as many as one sample holds. */
const LARGEST = 10_000;
const NOTHING: Samples = { nodes: [], troubles: [] };

export class Sampler implements SampleSource {
  readonly parts: SchemaParts;
  readonly #known = new Map<string, Samples>();
  readonly #ids = new Map<JsonNode, number>();
  readonly #sizes = new WeakMap<JsonNode, number>();
  #depth = 0;

  constructor(parts: SchemaParts) {
    this.parts = parts;
  }

  keywordsOf(schemas: readonly JsonNode[]): Keywords {
    return new Keywords(schemas, this.parts);
  }

  /** The boundary values that all the schemas accept; none of a schema inside itself. */
  of(schemas: readonly JsonNode[]): Samples {
    const key = schemas.map((schema) => this.#idOf(schema)).join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#depth === DEEPEST) return NOTHING;
    this.#known.set(key, NOTHING);
    this.#depth++;
    const samples = this.#make(schemas);
    this.#depth--;
    this.#known.set(key, samples);
    return samples;
  }

  first(schemas: readonly JsonNode[]): JsonNode | undefined {
    return this.of(schemas).nodes[0];
  }

  accepts(schemas: readonly JsonNode[], node: JsonNode): boolean {
    return schemas.every((schema) => this.parts.accepts(schema, node));
  }

  #idOf(schema: JsonNode): number {
    const id = this.#ids.get(schema) ?? this.#ids.size;
    this.#ids.set(schema, id);
    return id;
  }

  #make(schemas: readonly JsonNode[]): Samples {
    const keywords = this.keywordsOf(schemas);
    if (keywords.isImpossible) return NOTHING;
    const troubles = new Set<SampleTrouble>();
    const own = this.#valid(schemas, this.#candidates(keywords, troubles));
    const found = own.length > 0 ? own : this.#valid(schemas, this.#branches(keywords));
    if (found.length === 0 && needsPattern(keywords)) troubles.add("PATTERN_NOT_GENERATED");
    const examples = keywords.all("examples").flatMap((list) => itemsOf(list));
    const given = [...keywords.all("default"), ...examples];
    const nodes = distinctNodes([...found, ...this.#valid(schemas, given)]);
    return { nodes, troubles: [...troubles] };
  }

  #valid(schemas: readonly JsonNode[], nodes: readonly JsonNode[]): JsonNode[] {
    return nodes.filter((node) => this.#sizeOf(node) <= LARGEST && this.accepts(schemas, node));
  }

  #candidates(keywords: Keywords, troubles: Set<SampleTrouble>): readonly JsonNode[] {
    const only = keywords.first("const");
    if (only !== undefined) return [only];
    const choices = keywords.first("enum");
    if (choices !== undefined) return itemsOf(choices);
    const types = keywords.spokenTypes;
    if (types.length > 0) {
      return types.flatMap((type) => this.#ofType(type, keywords, troubles));
    }
    return keywords.has("anyOf") || keywords.has("oneOf") ? [] : [stringNode("a")];
  }

  #branches(keywords: Keywords): JsonNode[] {
    const branches = [...keywords.all("anyOf"), ...keywords.all("oneOf")].flatMap(itemsOf);
    return branches.flatMap((schema) => this.of([schema]).nodes);
  }

  #ofType(type: TypeName, keywords: Keywords, troubles: Set<SampleTrouble>): readonly JsonNode[] {
    switch (type) {
      case "boolean":
        return [booleanNode(true), booleanNode(false)];
      case "null":
        return [nullNode()];
      case "string":
        return this.#strings(keywords, troubles);
      case "array":
        return this.#arrays(keywords, troubles);
      case "object":
        return objectCandidates(keywords, this);
      default:
        return boundaryNumbers(numberRange(keywords, type === "integer"));
    }
  }

  #strings(keywords: Keywords, troubles: Set<SampleTrouble>): readonly JsonNode[] {
    const { nodes, cut } = stringCandidates(keywords);
    if (cut) troubles.add("BOUND_NOT_REACHED");
    return nodes;
  }

  #arrays(keywords: Keywords, troubles: Set<SampleTrouble>): JsonNode[] {
    const lengths = arrayLengths(keywords);
    const short = lengths.filter((length) => length <= MOST_ITEMS);
    if (short.length < lengths.length) troubles.add("BOUND_NOT_REACHED");
    return short.flatMap((length) => arrayOf(length, keywords, this) ?? []);
  }

  /** Values share parts, so that the size of each is found out once. */
  #sizeOf(node: JsonNode): number {
    if (node.type !== "array" && node.type !== "object") return 1;
    const known = this.#sizes.get(node);
    if (known !== undefined) return known;
    const inner = node.type === "array" ? node.items : node.members.map(({ value }) => value);
    const size = inner.reduce((sum, child) => sum + this.#sizeOf(child), 1);
    this.#sizes.set(node, size);
    return size;
  }
}

function needsPattern(keywords: Keywords): boolean {
  const isFixed = keywords.has("const") || keywords.has("enum");
  return !isFixed && keywords.has("pattern") && keywords.spokenTypes.includes("string");
}

/** The values without those that are equal to an earlier one. */
export function distinctNodes(nodes: readonly JsonNode[]): JsonNode[] {
  const ids = new ValueIds();
  const seen = new Set<number>();
  return nodes.filter((node) => {
    const id = ids.idOf(node);
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew;
  });
}
