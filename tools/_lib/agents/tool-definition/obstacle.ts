/** What a strict form could only say by destroying it. */
import type { JsonNode, JsonObject } from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { formatPointer } from "../../results/pointer.ts";
import { nodeReferredBy } from "../provider-schema/reference.ts";
import { isObjectSchema, typesOf } from "../provider-schema/objects.ts";
import type { NotStrict } from "./changes.ts";
import { visitSchemas } from "./common.ts";

export interface ObstacleRules {
  /** Whether the provider takes no schema that refers to itself, but arrays of anything; else it is the other way. */
  readonly refusesRecursion: boolean;
}

/** The first part of a schema that strict mode cannot keep: a map, a value of any type, a recursion where refused. */
export function strictObstacle(
  root: JsonNode,
  { refusesRecursion }: ObstacleRules,
): NotStrict | undefined {
  let found: NotStrict | undefined;
  visitSchemas(root, [], (node, tokens) => {
    if (found !== undefined) return;
    const isOpen = isUntyped(node, tokens) || (!refusesRecursion && isBareArray(node));
    const message = isMap(node) ? MAP : isOpen ? UNTYPED : undefined;
    if (message !== undefined) found = { path: formatPointer(tokens), message };
  });
  if (found !== undefined || !refusesRecursion) return found;
  const reference = recursiveReference(root);
  return reference === undefined
    ? undefined
    : { path: placeOf(root, reference), message: RECURSIVE };
}

const MAP = "an object takes any property, which strict mode cannot say";
const UNTYPED = "a value may be anything, which strict mode cannot say";
const RECURSIVE = "a schema refers to itself, which the provider's strict mode does not take";

/** An object whose members have no names: by a schema for them, by patterns, or because any may be there. */
function isMap(node: JsonObject): boolean {
  if (!isObjectSchema(node) && memberOf(node, "patternProperties") === undefined) return false;
  const patterns = memberOf(node, "patternProperties");
  if (patterns?.type === "object" && patterns.members.length > 0) return true;
  const others = memberOf(node, "additionalProperties");
  if (others?.type === "object") return others.members.length > 0 || hasNoNames(node);
  return others?.type === "boolean" && others.value && hasNoNames(node);
}

function hasNoNames(node: JsonObject): boolean {
  const properties = memberOf(node, "properties");
  return properties?.type !== "object" || properties.members.length === 0;
}

const SAYING: readonly string[] = [
  "type",
  "enum",
  "const",
  "$ref",
  "anyOf",
  "oneOf",
  "allOf",
  "properties",
  "items",
  "prefixItems",
  "not",
  "if",
];

/** A schema that says nothing of the type; at the root, in definitions nobody uses and in logic it is no value. */
function isUntyped(node: JsonObject, tokens: readonly (string | number)[]): boolean {
  const holder = tokens.at(-1) === "items" ? "items" : tokens.at(-2);
  if (holder !== "properties" && holder !== "items" && holder !== "prefixItems") return false;
  return SAYING.every((keyword) => memberOf(node, keyword) === undefined);
}

function isBareArray(node: JsonObject): boolean {
  const isArray = typesOf(node)?.includes("array") === true;
  return isArray && ["items", "prefixItems"].every((key) => memberOf(node, key) === undefined);
}

/** A reference that leads back to itself. */
export function recursiveReference(root: JsonNode): string | undefined {
  const state = new Map<string, "open" | "done">();
  const follow = (reference: string): string | undefined => {
    if (state.has(reference)) return state.get(reference) === "open" ? reference : undefined;
    state.set(reference, "open");
    const target = nodeReferredBy(root, reference);
    for (const next of target === undefined ? [] : referencesIn(target)) {
      const found = follow(next);
      if (found !== undefined) return found;
    }
    state.set(reference, "done");
    return undefined;
  };
  for (const reference of referencesIn(root)) {
    const found = follow(reference);
    if (found !== undefined) return found;
  }
  return undefined;
}

function referencesIn(node: JsonNode): readonly string[] {
  const found = new Set<string>();
  visitSchemas(node, [], (schema) => {
    const reference = textOf(memberOf(schema, "$ref"));
    if (reference !== undefined) found.add(reference);
  });
  return [...found];
}

/** Where a reference stands first. */
function placeOf(root: JsonNode, reference: string): string {
  let place: string | undefined;
  visitSchemas(root, [], (node, tokens) => {
    if (textOf(memberOf(node, "$ref")) === reference) place ??= formatPointer([...tokens, "$ref"]);
  });
  return place ?? "";
}
