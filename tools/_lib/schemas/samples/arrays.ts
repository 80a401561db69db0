/** Arrays at the bounds of a schema. */
import {
  arrayNode,
  type JsonArray,
  type JsonNode,
  numberNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { ValueIds } from "../../json/tree/value-ids.ts";
import type { Keywords } from "./keywords.ts";
import type { SampleSource } from "./source.ts";

/** What a sample has at most. */
export const MOST_ITEMS = 1000;

/** The lengths at the bounds: the least, one more, and the most. */
export function arrayLengths(keywords: Keywords): number[] {
  const least = keywords.count("minItems", "largest") ?? 0;
  const most = keywords.count("maxItems", "least");
  const lengths = [...new Set([least, least + 1, most ?? 1])];
  return lengths
    .filter((length) => length >= least && length <= (most ?? Infinity))
    .toSorted((left, right) => left - right);
}

/** An array of that length of the items' first values, or of distinct ones; undefined where there are too few. */
export function arrayOf(
  length: number,
  keywords: Keywords,
  source: SampleSource,
): JsonArray | undefined {
  const { prefix, rest } = itemSchemas(keywords, source);
  const items: JsonNode[] = [];
  const isUnique = keywords.isTrue("uniqueItems");
  const ids = new ValueIds();
  const taken = new Set<number>();
  const containing = containingItems(keywords, source);
  const others = isUnique ? endless(rest, source) : undefined;
  while (items.length < length) {
    const schemas = prefix[items.length] ?? rest;
    const wanted = [...containing.splice(0, 1), ...firstOf(schemas, source, isUnique)];
    const free = (node: JsonNode) => !isUnique || !taken.has(ids.idOf(node));
    const fits = (node: JsonNode) => free(node) && source.accepts(schemas, node);
    const item = wanted.find(fits) ?? nextOf(others, fits);
    if (item === undefined) return undefined;
    taken.add(ids.idOf(item));
    items.push(item);
  }
  return arrayNode(items);
}

function firstOf(
  schemas: readonly JsonNode[],
  source: SampleSource,
  isUnique: boolean,
): readonly JsonNode[] {
  const { nodes } = source.of(schemas);
  return isUnique ? nodes : nodes.slice(0, 1);
}

interface ItemSchemas {
  readonly prefix: readonly (readonly JsonNode[])[];
  readonly rest: readonly JsonNode[];
}

function itemSchemas(keywords: Keywords, { parts }: SampleSource): ItemSchemas {
  const all = keywords.schemas.map((schema) => parts.ofItems(schema));
  const longest = Math.max(0, ...all.map(({ prefix }) => prefix.length));
  const rest = all.flatMap((items) => items.rest ?? []);
  const prefix = Array.from({ length: Math.min(longest, MOST_ITEMS) }, (_, index) =>
    all.flatMap((items) => items.prefix[index] ?? items.rest ?? []),
  );
  return { prefix, rest };
}

/** As many items as `contains` asks for at least. */
function containingItems(keywords: Keywords, source: SampleSource): JsonNode[] {
  const contains = keywords.all("contains");
  const count = Math.min(keywords.count("minContains", "largest") ?? 1, MOST_ITEMS);
  const item = contains.length === 0 ? undefined : source.first(contains);
  return item === undefined ? [] : Array.from({ length: count }, () => item);
}

/** Different values, as long as the schemas accept them. */
function* endless(schemas: readonly JsonNode[], source: SampleSource): Generator<JsonNode> {
  yield* source.of(schemas).nodes;
  for (let count = 1; count <= MOST_ITEMS; count++) {
    yield stringNode("a".repeat(count));
    yield stringNode(`a${count}`);
    yield numberNode(String(count));
    yield numberNode(String(-count));
  }
}

function nextOf(
  nodes: Generator<JsonNode> | undefined,
  fits: (node: JsonNode) => boolean,
): JsonNode | undefined {
  for (let next = nodes?.next(); next && !next.done; next = nodes?.next()) {
    if (fits(next.value)) return next.value;
  }
  return undefined;
}
