/** The root of a tool's schema as an object, which all providers want. */
import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { isObjectSchema, typesOf, withMember } from "../provider-schema/objects.ts";
import { nodeReferredBy } from "../provider-schema/reference.ts";
import { withReferences } from "../tool-definition/common.ts";
import type { Hear } from "./change.ts";
import { mergedUnion, UNIONS } from "./union.ts";

export interface Root {
  readonly schema: JsonObject;
  /** Whether the schema that was given is now that of the only property, `input`. */
  readonly isWrapped: boolean;
}

/** What becomes of a union of objects at the root. */
export type UnionRule = "keep" | "merge" | "wrap";

/** Makes the root an object. */
export function objectRoot(given: JsonNode, union: UnionRule, hear: Hear): Root {
  const root = resolved(given, hear);
  if (root.type !== "object") {
    return root.type === "boolean" && root.value
      ? { schema: typed(objectNode([]), hear), isWrapped: false }
      : wrapped(root, hear);
  }
  const hasUnion = UNIONS.some((key) => memberOf(root, key) !== undefined);
  if (!speaksOfObjects(root)) return wrapped(root, hear);
  if (union === "keep" || !hasUnion) return { schema: typed(root, hear), isWrapped: false };
  const merged = union === "merge" ? mergedUnion(root) : undefined;
  if (merged === undefined) return wrapped(root, hear);
  hear({ code: "ROOT_UNION_MERGED", path: "", before: root, after: merged });
  return { schema: typed(merged, hear), isWrapped: false };
}

/** The root with what a reference at it leads to, as far as that is an object. */
function resolved(given: JsonNode, hear: Hear): JsonNode {
  const reference = textOf(memberOf(given, "$ref"));
  if (given.type !== "object" || reference === undefined) return given;
  const target = nodeReferredBy(given, reference);
  const isPlain = target?.type === "object" && target !== given;
  if (!isPlain || memberOf(target, "$ref") !== undefined || !speaksOfObjects(target)) return given;
  const beside = given.members.filter(({ key }) => key !== "$ref");
  const own = new Set(beside.map(({ key }) => key));
  const schema = objectNode([...target.members.filter(({ key }) => !own.has(key)), ...beside]);
  hear({
    code: "KEYWORD_CONVERTED",
    path: "/$ref",
    before: stringNode(reference),
    after: target,
  });
  return schema;
}

/** Whether all values of the schema are objects, or it says nothing of others. */
function speaksOfObjects(root: JsonObject): boolean {
  const types = typesOf(root);
  if (types !== undefined) return types.includes("object");
  if (["$ref", "enum", "const", "items", "prefixItems"].some((key) => memberOf(root, key)))
    return false;
  if (isObjectSchema(root)) return true;
  return UNIONS.every((key) => {
    const branches = memberOf(root, key);
    return branches?.type !== "array" || branches.items.every(isObjectBranch);
  });
}

function isObjectBranch(branch: JsonNode): boolean {
  return branch.type === "object" && speaksOfObjects(branch);
}

/** With `type: object`, and properties where there is nothing at all. */
function typed(root: JsonObject, hear: Hear): JsonObject {
  const type = memberOf(root, "type");
  const object = stringNode("object");
  if (textOf(type) === "object") return root;
  if (type !== undefined) {
    hear({ code: "KEYWORD_CONVERTED", path: "/type", before: type, after: object });
    return objectNode(withMember(root.members, "type", object));
  }
  hear({ code: "TYPE_ADDED", path: "", after: object });
  const nothing: JsonMember[] =
    root.members.length === 0 ? [memberNode("properties", objectNode([]))] : [];
  return objectNode([memberNode("type", object), ...root.members, ...nothing]);
}

const DEFINITIONS: ReadonlySet<string> = new Set(["$defs", "definitions"]);
const PLACE = "#/properties/input";

/** The schema as that of the property `input`; definitions stay where references look for them. */
function wrapped(given: JsonNode, hear: Hear): Root {
  const members = given.type === "object" ? given.members : [];
  const moved = withReferences(given, (reference) => movedInside(reference));
  const inside = moved.type === "object" ? moved.members : [];
  const value = moved.type === "object" ? objectNode(inside.filter(isOwn)) : moved;
  const schema = objectNode([
    ...members.filter(({ key }) => key === "$schema"),
    memberNode("type", stringNode("object")),
    memberNode("properties", objectNode([memberNode("input", value)])),
    memberNode("required", arrayNode([stringNode("input")])),
    ...inside.filter(({ key }) => DEFINITIONS.has(key)),
  ]);
  hear({ code: "ROOT_WRAPPED", path: "", before: given, after: schema });
  return { schema, isWrapped: true };
}

function isOwn({ key }: JsonMember): boolean {
  return !DEFINITIONS.has(key) && key !== "$schema";
}

function movedInside(reference: string): string {
  if (reference === "#") return PLACE;
  const first = /^#\/([^/]*)/.exec(reference)?.[1];
  return first === undefined || DEFINITIONS.has(first) ? reference : PLACE + reference.slice(1);
}
