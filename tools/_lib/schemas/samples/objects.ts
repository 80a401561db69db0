/** What the keywords of an object say of its members, and objects with few and with all of them. */
import {
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { memberOf, textOf, textsOf } from "../../json/tree/members.ts";
import type { SchemaParts } from "../json-schema/parts.ts";
import type { Keywords } from "./keywords.ts";
import type { SampleSource } from "./source.ts";
import { textsOfPattern } from "./strings.ts";

const MOST_NAMES = 2000;
const LONGEST_NAME = 8;

export interface ObjectShape {
  /** The schemas of each member that is described, or needed. */
  readonly members: ReadonlyMap<string, readonly JsonNode[]>;
  /** In the order of the schema. */
  readonly required: ReadonlySet<string>;
  /** Whether members that no keyword describes are forbidden. */
  readonly isClosed: boolean;
}

/** The members of an object, those that are needed without being described at the end. */
export function objectShape(keywords: Keywords, parts: SchemaParts): ObjectShape {
  const required = new Set(keywords.all("required").flatMap(textsOf));
  const names = new Set<string>();
  for (const properties of keywords.all("properties")) {
    if (properties.type !== "object") continue;
    for (const { key } of properties.members) names.add(key);
  }
  for (const name of required) names.add(name);
  const members = new Map([...names].map((name) => [name, schemasOf(name, keywords, parts)]));
  const closing = keywords.all("additionalProperties");
  const isClosed = closing.some((value) => value.type === "boolean" && !value.value);
  return { members, required, isClosed };
}

/** All schemas that a member of that name has to fit. */
function schemasOf(name: string, keywords: Keywords, parts: SchemaParts): JsonNode[] {
  return keywords.schemas.flatMap((schema) => {
    const named = parts.ofName(schema, name);
    const other = memberOf(schema, "additionalProperties");
    return named.length === 0 && other !== undefined ? [other] : named;
  });
}

/** The object with the members it needs, and the one with all that are described. */
export function objectCandidates(keywords: Keywords, source: SampleSource): JsonObject[] {
  const shape = objectShape(keywords, source.parts);
  const least = Math.max(shape.required.size, keywords.count("minProperties", "largest") ?? 0);
  const needed: JsonMember[] = [];
  const optional: JsonMember[] = [];
  for (const [name, schemas] of shape.members) {
    const isNeeded = shape.required.has(name);
    const value = source.first(schemas);
    if (value === undefined && isNeeded) return [];
    if (value !== undefined) (isNeeded ? needed : optional).push(memberNode(name, value));
  }
  const missing = least - needed.length - optional.length;
  optional.push(...furtherMembers(missing, keywords, source));
  const few = new Set([...needed, ...optional.slice(0, least - needed.length)]);
  const most = keywords.count("maxProperties", "least") ?? Infinity;
  const all = new Set([...needed, ...optional].slice(0, Math.max(most, needed.length)));
  const objects = all.size === few.size ? [few] : [few, all];
  return objects.map((members) => inOrder(members, [...shape.members.keys()]));
}

/** Members that no name describes, as many as are asked for and can be found. */
export function furtherMembers(
  count: number,
  keywords: Keywords,
  source: SampleSource,
): JsonMember[] {
  const found = new Map<string, JsonMember>();
  if (count <= 0) return [];
  const { members } = objectShape(keywords, source.parts);
  for (const name of furtherNames(count, keywords, source)) {
    if (found.size === count) break;
    if (members.has(name) || found.has(name)) continue;
    const isAllowed = source.accepts(keywords.all("propertyNames"), stringNode(name));
    const value = isAllowed && source.first(schemasOf(name, keywords, source.parts));
    if (value) found.set(name, memberNode(name, value));
  }
  return [...found.values()];
}

/** Names that match patterns, then those that the schema of names gives, then letters. */
function* furtherNames(count: number, keywords: Keywords, source: SampleSource): Iterable<string> {
  for (const patterns of keywords.all("patternProperties")) {
    if (patterns.type !== "object") continue;
    for (const { key } of patterns.members) yield* textsOfPattern(key, 0);
  }
  const names = keywords.all("propertyNames");
  for (const node of names.length === 0 ? [] : source.of(names).nodes) yield textOf(node) ?? "";
  for (let index = 0; index < Math.min(count * 4, MOST_NAMES); index++) {
    yield "a".repeat(1 + (index % LONGEST_NAME)) + (index < LONGEST_NAME ? "" : index);
  }
}

function inOrder(members: ReadonlySet<JsonMember>, order: readonly string[]): JsonObject {
  const place = new Map(order.map((name, index) => [name, index]));
  const rank = ({ key }: JsonMember) => place.get(key) ?? order.length;
  return objectNode([...members].toSorted((left, right) => rank(left) - rank(right)));
}
