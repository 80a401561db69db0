/** Schemas of OpenAPI 3.0, 3.1 and 3.2 under one view: references followed, dialects evened out. */
import { isObject } from "../_lib/json/tree/members.ts";
import { type OpenApi, resolve } from "../_lib/web/openapi/document.ts";
import { itemsOf, memberOf, membersOf, type Site, textOf } from "../_lib/web/openapi/site.ts";

/**
 * A schema. It has several parts where keywords stand beside a `$ref`: those that refer come first
 * and win; properties, required names and allOf add up.
 */
export interface Schema {
  readonly document: OpenApi;
  readonly parts: readonly [Site, ...Site[]];
  /** It stands in a wrapper that lets it be null. */
  readonly isNullableAround?: true;
  /** Pointers of the branches of allOf that are among the parts. */
  readonly absorbed?: ReadonlySet<string>;
}

export type Combiner = "allOf" | "anyOf" | "oneOf";
export const COMBINERS: readonly Combiner[] = ["allOf", "anyOf", "oneOf"];

const ANNOTATIONS: ReadonlySet<string> = new Set([
  "$anchor",
  "$comment",
  "$id",
  "$ref",
  "$schema",
  "deprecated",
  "description",
  "example",
  "examples",
  "externalDocs",
  "readOnly",
  "summary",
  "title",
  "writeOnly",
  "xml",
]);

/** Gives one and the same object for one place. */
export class Schemas {
  readonly #document: OpenApi;
  readonly #known = new Map<string, Schema>();

  constructor(document: OpenApi) {
    this.#document = document;
  }

  at(site: Site): Schema {
    const parts = this.#parts(site);
    const known = this.#known.get(parts[0].pointer);
    if (known !== undefined) return known;
    const schema = { document: this.#document, parts };
    this.#known.set(parts[0].pointer, schema);
    return schema;
  }

  /** The only schema that another one wraps. */
  within(wrapper: Schema, site: Site): Schema {
    const schema = this.at(site);
    if (!isNullable(wrapper) || isNullable(schema)) return schema;
    const key = `${pointerOf(schema)} or null`;
    const known = this.#known.get(key) ?? { ...schema, isNullableAround: true };
    this.#known.set(key, known);
    return known;
  }

  #parts(site: Site): [Site, ...Site[]] {
    const target = resolve(this.#document, site);
    const standsAlone = target.pointer === site.pointer || this.#document.isOld || !saysMore(site);
    return standsAlone ? [target] : [site, target];
  }
}

const TEXTS: ReadonlySet<string> = new Set(["$comment", "$ref", "description", "summary", "title"]);

/** Whether something that counts stands beside a `$ref`. */
function saysMore({ node }: Site): boolean {
  return isObject(node) && Object.keys(node).some((key) => !TEXTS.has(key));
}

/** Whether anything but annotations stands in the schema itself. */
function isConstrained({ node }: Site): boolean {
  return isObject(node) && Object.keys(node).some((key) => !isAnnotation(key));
}

export function isAnnotation(key: string): boolean {
  return ANNOTATIONS.has(key) || key.startsWith("x-");
}

/** Whether the schema says nothing about values. */
export function isAnnotationOnly({ parts }: Schema): boolean {
  return parts.every((part) => !isConstrained(part));
}

/** Whether the schema says nothing but the keyword, and may be null. */
export function saysOnly({ parts }: Schema, only: string): boolean {
  return parts.every(
    ({ node }) =>
      isObject(node) &&
      Object.keys(node).every((key) => key === only || key === "nullable" || isAnnotation(key)),
  );
}

const OF_OBJECTS: ReadonlySet<string> = new Set(["properties", "required", "type"]);

/** Whether the schema says only which properties an object has, and which of them it needs. */
export function isBareObject(schema: Schema): boolean {
  const says = ({ node }: Site) =>
    isObject(node) && Object.keys(node).every((key) => OF_OBJECTS.has(key) || isAnnotation(key));
  const type = keyword(schema, "type")?.node;
  return schema.parts.every(says) && (type === undefined || type === "object");
}

export function keyword({ parts }: Schema, key: string): Site | undefined {
  for (const part of parts) {
    const site = memberOf(part, key);
    if (site !== undefined) return site;
  }
  return undefined;
}

export function pointerOf({ parts }: Schema): string {
  return parts[0].pointer;
}

export function propertiesOf({ parts }: Schema): Map<string, Site> {
  const maps = parts.toReversed().map((part) => membersOf(memberOf(part, "properties")));
  return new Map(maps.flatMap((map) => [...map]));
}

export function requiredOf({ parts }: Schema): Set<string> {
  const lists = parts.map((part) => memberOf(part, "required")?.node);
  const names = lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []));
  return new Set(names.filter((name) => typeof name === "string"));
}

/** The branches of a combiner, without one that is only for null. */
export function branchesOf(schema: Schema, combiner: Combiner): Site[] {
  if (keyword(schema, combiner) === undefined) return [];
  const { parts, absorbed } = schema;
  const all = parts.flatMap((part) => itemsOf(memberOf(part, combiner)));
  return combiner === "allOf"
    ? all.filter(({ pointer }) => !absorbed?.has(pointer))
    : all.filter((site) => !isNullBranch(site));
}

function isNullBranch({ node }: Site): boolean {
  if (!isObject(node)) return false;
  const { type } = node;
  return type === "null" || (Array.isArray(type) && type.length === 1 && type[0] === "null");
}

/** Whether a branch names types and says nothing more. */
export function isBareType({ node }: Site): boolean {
  if (!isObject(node) || !Object.hasOwn(node, "type") || Object.hasOwn(node, "$ref")) return false;
  const types: unknown[] = [node["type"]].flat();
  const isNamed = types.every((type) => typeof type === "string");
  return isNamed && Object.keys(node).every((key) => key === "type" || isAnnotation(key));
}

/** By `nullable`, by "null" among the types, or by a branch for null. */
export function isNullable(schema: Schema): boolean {
  if (schema.isNullableAround || keyword(schema, "nullable")?.node === true) return true;
  const type = keyword(schema, "type")?.node;
  if (Array.isArray(type) ? type.includes("null") : type === "null") return true;
  return schema.parts.some((part) =>
    (["anyOf", "oneOf"] as const).some((key) => itemsOf(memberOf(part, key)).some(isNullBranch)),
  );
}

/** The types besides null; undefined where any type will do. */
export function typesOf(schema: Schema): ReadonlySet<string> | undefined {
  const type = keyword(schema, "type")?.node;
  const listed: unknown[] = Array.isArray(type) ? type : [type];
  const names = listed.filter((name) => typeof name === "string");
  const types = names.filter((name) => name !== "null");
  return names.length === 0 ? undefined : new Set(types.length === 0 ? names : types);
}

export function formatOf(schema: Schema): string {
  const format = keyword(schema, "format")?.node;
  return typeof format === "string" ? format : "";
}

export function titleOf({ parts }: Schema): string {
  return textOf(parts[0], "title") ?? "";
}

/** What the schema says about values besides their type and format. */
export function constraintsOf({ parts }: Schema): Record<string, unknown> {
  const entries = parts
    .toReversed()
    .flatMap(({ node }) => (isObject(node) ? Object.entries(node) : []))
    .filter(([key]) => !isAnnotation(key) && !TYPE_KEYS.has(key));
  return Object.fromEntries(entries);
}

const TYPE_KEYS: ReadonlySet<string> = new Set(["default", "format", "nullable", "type"]);

/** Whether both say the same in plain words: most schemas do, and need no closer look. */
export function isSamePlain(left: Schema, right: Schema): boolean {
  const [{ node }, { node: other }] = [left.parts[0], right.parts[0]];
  if (left.parts.length + right.parts.length > 2 || !isObject(node) || !isObject(other))
    return false;
  const keys = Object.keys(node);
  return (
    left.isNullableAround === right.isNullableAround &&
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        typeof node[key] !== "object" && Object.hasOwn(other, key) && node[key] === other[key],
    )
  );
}
