import {
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { formatPointer } from "../../results/pointer.ts";
import { type Draft, keywordOf } from "../../schemas/json-schema/drafts.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { convertDraft } from "../../schemas/drafts/draft.ts";
import { mapSchemas } from "../provider-schema/map-schemas.ts";
import { mergedObjects } from "../provider-schema/merged-objects.ts";
import { unescapeToken } from "../provider-schema/reference.ts";
import type { Change } from "./changes.ts";

/** A schema of draft 2020-12 as all providers start from. */
export interface CommonSchema {
  readonly root: JsonObject;
  readonly changes: readonly Change[];
  /** Whether the root says that it is an object. */
  readonly isObject: boolean;
  /** `anyOf` or `oneOf` of the root. */
  readonly combinator: string | undefined;
}

/** Undefined where the root is no object of JSON. */
export function commonSchema(given: JsonNode, draft: Draft): CommonSchema | undefined {
  const upgraded =
    draft === "2020-12" ? { root: given, losses: [] } : convertDraft(given, draft, "2020-12");
  if (upgraded.root.type !== "object") return undefined;
  const changes: Change[] = upgraded.losses.flatMap(({ code, path, detail }) =>
    code === "ONEOF_AS_UNION" ? [] : [{ code, path, detail }],
  );
  const dropped = upgraded.root.members.filter(({ key }) => key !== "$schema" && key !== "$id");
  let root = withDefinitions(withPointers(objectNode(dropped)));
  const merged = mergedObjects(root);
  if (merged !== undefined) {
    changes.push({ code: "ALLOF_MERGED", path: "/allOf", detail: "merged into the root" });
    root = merged;
  }
  const types = typeNames(root);
  if (
    types === undefined &&
    memberOf(root, "properties") !== undefined &&
    combinatorOf(root) === undefined
  ) {
    changes.push({ code: "TYPE_ADDED", path: "", detail: "type: object" });
    root = objectNode([memberNode("type", stringNode("object")), ...root.members]);
  } else if (types?.length === 1) {
    root = withValue(root, "type", stringNode(types[0] ?? ""));
  }
  const isObject = textOf(memberOf(root, "type")) === "object";
  return { root: withUsedDefinitions(root), changes, isObject, combinator: combinatorOf(root) };
}

function combinatorOf(root: JsonObject): string | undefined {
  return root.members.find(({ key }) => key === "anyOf" || key === "oneOf")?.key;
}

function typeNames(root: JsonObject): readonly string[] | undefined {
  const type = memberOf(root, "type");
  if (type === undefined) return undefined;
  return (type.type === "array" ? type.items : [type]).map((name) => textOf(name) ?? "");
}

function withValue(node: JsonObject, key: string, value: JsonNode): JsonObject {
  return objectNode(
    node.members.map((member) => (member.key === key ? memberNode(key, value) : member)),
  );
}

/** `definitions` of the root as `$defs`, and the references to them. */
function withDefinitions(root: JsonObject): JsonObject {
  const old = memberOf(root, "definitions");
  if (old?.type !== "object") return root;
  const defs = memberOf(root, "$defs");
  const known = defs?.type === "object" ? defs.members : [];
  const taken = new Set(known.map(({ key }) => key));
  const all = objectNode([...known, ...old.members.filter(({ key }) => !taken.has(key))]);
  const others = root.members.filter(({ key }) => key !== "$defs" && key !== "definitions");
  const moved = objectNode([...others, memberNode("$defs", all)]);
  return withReferences(moved, (reference) =>
    reference.startsWith("#/definitions/") ? `#/$defs/${reference.slice(14)}` : reference,
  );
}

/** References to anchors as references to places; what is below half a surrogate pair no reference can name. */
export function withPointers(root: JsonObject): JsonObject {
  const places = new Map<string, string>();
  visitSchemas(root, [], (node, tokens) => {
    const pointer = formatPointer(tokens);
    if (!pointer.isWellFormed()) return;
    for (const keyword of ["$anchor", "$dynamicAnchor"]) {
      const anchor = textOf(memberOf(node, keyword));
      if (anchor !== undefined) places.set(`#${anchor}`, `#${encodeURI(pointer)}`);
    }
  });
  if (places.size === 0) return root;
  return withReferences(root, (reference) => places.get(reference) ?? reference);
}

/** Without definitions that nothing leads to. */
function withUsedDefinitions(root: JsonObject): JsonObject {
  const defs = memberOf(root, "$defs");
  if (defs?.type !== "object") return root;
  const used = new Set<string>();
  const pending: JsonNode[] = [objectNode(root.members.filter(({ key }) => key !== "$defs"))];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const reference of referencesIn(node)) {
      const name = definitionName(reference);
      if (name === undefined || used.has(name)) continue;
      used.add(name);
      const value = memberOf(defs, name);
      if (value !== undefined) pending.push(value);
    }
  }
  const kept = defs.members.filter(({ key }) => used.has(key));
  if (kept.length === 0) return objectNode(root.members.filter(({ key }) => key !== "$defs"));
  return withValue(root, "$defs", objectNode(kept));
}

/** The definition that a reference leads to or into. */
function definitionName(reference: string): string | undefined {
  const token = /^#\/\$defs\/([^/]*)/.exec(reference)?.[1];
  return token === undefined ? undefined : unescapeToken(token);
}

function referencesIn(node: JsonNode): string[] {
  const found: string[] = [];
  visitSchemas(node, [], (schema) => {
    const reference = textOf(memberOf(schema, "$ref"));
    if (reference !== undefined) found.push(reference);
  });
  return found;
}

type Visit = (schema: JsonObject, tokens: readonly (string | number)[]) => void;

/** Every schema in a schema; data such as enum values is not looked into. */
export function visitSchemas(node: JsonNode, tokens: (string | number)[], visit: Visit): void {
  if (node.type !== "object") return;
  visit(node, tokens);
  for (const { key, value } of node.members) {
    const holds = holdsOf(key);
    if (holds === undefined) continue;
    tokens.push(key);
    if (value.type === "array") {
      for (const [index, item] of value.items.entries()) visitAt(item, index, tokens, visit);
    } else if (holds === "map" && value.type === "object") {
      for (const member of value.members) visitAt(member.value, member.key, tokens, visit);
    } else visitSchemas(value, tokens, visit);
    tokens.pop();
  }
}

function visitAt(
  node: JsonNode,
  token: string | number,
  tokens: (string | number)[],
  visit: Visit,
): void {
  tokens.push(token);
  visitSchemas(node, tokens, visit);
  tokens.pop();
}

function holdsOf(key: string): "map" | "other" | undefined {
  const holds = keywordOf(key, "2020-12")?.holds;
  if (holds === undefined) return undefined;
  return holds === "map" ? "map" : "other";
}

/** A schema with other references. */
export function withReferences<T extends JsonNode>(
  root: T,
  change: (reference: string) => string,
): T {
  const changed = mapSchemas(root, (node) => {
    const reference = textOf(memberOf(node, "$ref"));
    if (node.type !== "object" || reference === undefined) return node;
    const other = change(reference);
    return other === reference ? node : withValue(node, "$ref", stringNode(other));
  });
  return changed as T;
}
