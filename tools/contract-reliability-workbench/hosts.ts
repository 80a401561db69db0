/** Valid values in which parts can be exchanged. */
import {
  arrayNode,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
} from "../_lib/json/tree/tree.ts";
import { minifyJson } from "../_lib/json/tree/write.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import { byCodeUnit } from "../_lib/results/pointer.ts";
import type { SchemaVariants, Trial } from "../_lib/schemas/json-schema/variants.ts";
import { Keywords } from "../_lib/schemas/samples/keywords.ts";
import { furtherMembers, objectShape } from "../_lib/schemas/samples/objects.ts";
import type { SampleSource } from "../_lib/schemas/samples/source.ts";
import type { Subschema } from "./subschemas.ts";

const MOST_HOSTS = 24;
const LONGEST_HOST = 20_000;
const DEEPEST = 6;
/** Keywords whose members have no names of their own. */
const OPEN = ["patternProperties", "additionalProperties"] as const;

/** The shortest of the accepted examples, then samples of the schema; the order of the examples does not matter. */
export function hostsOf(
  accepted: readonly JsonNode[],
  root: JsonNode,
  source: SampleSource,
): JsonNode[] {
  const full = fullSample([root], source, 0);
  const samples = [...source.of([root]).nodes, ...(full === undefined ? [] : [full])];
  const made = samples.filter((sample) => source.accepts([root], sample));
  return [...shortest(accepted), ...shortest(made)];
}

function shortest(nodes: readonly JsonNode[]): JsonNode[] {
  const byText = new Map(nodes.map((node) => [minifyJson(node) ?? "", node]));
  return [...byText]
    .filter(([text]) => text !== "" && text.length <= LONGEST_HOST)
    .toSorted(([left], [right]) => left.length - right.length || byCodeUnit(left, right))
    .slice(0, MOST_HOSTS)
    .map(([, node]) => node);
}

/** A value with every member that is described, and an item in every array. */
function fullSample(
  schemas: readonly JsonNode[],
  source: SampleSource,
  depth: number,
): JsonNode | undefined {
  const first = source.first(schemas);
  if (depth === DEEPEST) return first;
  const keywords = new Keywords(schemas, source.parts);
  const full = first?.type === "array" ? fullArray(keywords, source, depth) : undefined;
  const made = first?.type === "object" ? fullObject(keywords, source, depth) : full;
  return made !== undefined && source.accepts(schemas, made) ? made : first;
}

function fullArray(keywords: Keywords, source: SampleSource, depth: number): JsonNode | undefined {
  const rest = keywords.schemas.flatMap((schema) => source.parts.ofItems(schema).rest ?? []);
  const item = rest.length === 0 ? undefined : fullSample(rest, source, depth + 1);
  return item && arrayNode([item]);
}

function fullObject(keywords: Keywords, source: SampleSource, depth: number): JsonObject {
  const { members } = objectShape(keywords, source.parts);
  const described = [...members].flatMap(([name, schemas]) => {
    const value = fullSample(schemas, source, depth + 1);
    return value === undefined ? [] : [memberNode(name, value)];
  });
  const isMap = OPEN.some((keyword) => keywords.all(keyword).some(({ type }) => type === "object"));
  return objectNode([...described, ...(isMap ? furtherMembers(1, keywords, source) : [])]);
}

/** Valid values that take each branch of unions and conditions, made of those that meet the union. */
export function branchHosts(
  subschemas: readonly Subschema[],
  hosts: readonly Trial[],
  variants: SchemaVariants,
  source: SampleSource,
): Trial[] {
  const found: Trial[] = [];
  for (const { node } of subschemas) {
    const branches = branchesOf(node);
    if (branches.length === 0) continue;
    const host = [...hosts, ...found].find((trial) => variants.met(trial, node).length > 0);
    const [place] = host === undefined ? [] : variants.met(host, node);
    if (host === undefined || place === undefined) continue;
    for (const branch of branches) {
      if (found.length === MOST_HOSTS) return found;
      const sample = fullSample([node, branch], source, 0);
      const value = sample && exchanged(host.data, place, sample);
      if (value !== undefined && variants.accepts(value)) found.push(variants.trial(value));
    }
  }
  return found;
}

function branchesOf(schema: JsonObject): JsonNode[] {
  const lists = ["anyOf", "oneOf"].flatMap((keyword) => memberOf(schema, keyword) ?? []);
  const condition = memberOf(schema, "if");
  return [
    ...lists.flatMap((list) => (list.type === "array" ? list.items : [])),
    ...(condition === undefined ? [] : [condition]),
  ];
}

/** The tree with one of its nodes replaced. */
export function exchanged(root: JsonNode, place: JsonNode, by: JsonNode): JsonNode {
  if (root === place) return by;
  if (root.type === "array") {
    return arrayNode(root.items.map((item) => exchanged(item, place, by)));
  }
  if (root.type !== "object") return root;
  return objectNode(
    root.members.map((member) => ({ ...member, value: exchanged(member.value, place, by) })),
  );
}
