import {
  arrayNode,
  type JsonNode,
  type JsonObject,
  memberNode,
  nullNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { minifyJson } from "../../json/tree/write.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { beginning } from "../../text/shown.ts";
import { nullType, typesOf, withMember } from "../provider-schema/objects.ts";
import { type StrictChange, type StrictRules, writeStrict } from "../provider-schema/strict.ts";
import type { Change, NotStrict } from "./changes.ts";
import { withParts } from "./parts.ts";

export interface StrictResult {
  readonly schema: JsonObject;
  readonly changes: readonly Change[];
  readonly obstacle: NotStrict | undefined;
}

/**
 * The schema as strict mode takes it; with an obstacle it cannot be one. What a reference leads to is a definition
 * there: a property that becomes nullable is not so for those that refer to it, and keywords move on the way.
 */
export function strictSchema(given: JsonObject, rules: StrictRules): StrictResult {
  const changes: Change[] = [];
  let obstacle: NotStrict | undefined;
  const { root, places } = withParts(given, namesOf(given));
  const schema = writeStrict(root, "", rules, (change) => {
    const path = placeGiven(change.path, places);
    if (change.kind !== "free-map") changes.push(changeOf({ ...change, path }));
    else obstacle ??= { path, message: FREE_MAP };
  });
  return { schema: schema as JsonObject, changes, obstacle };
}

/** Definitions keep their names; other parts are called by their keys, with a number where that is taken. */
function namesOf(root: JsonObject): (key: string, isDefinition: boolean) => string {
  const map = memberOf(root, "$defs");
  const taken = new Set(map?.type === "object" ? map.members.map(({ key }) => key) : []);
  return (key, isDefinition) => {
    if (isDefinition) return key;
    const stem = key.replace(/[^A-Za-z0-9_]/g, "_");
    let name = stem;
    for (let number = 2; taken.has(name); number++) name = `${stem}${number}`;
    taken.add(name);
    return name;
  };
}

/** Where something stood before parts became definitions. */
function placeGiven(path: string, places: ReadonlyMap<string, string>): string {
  const [, list = "", key = ""] = path.split("/", 3);
  const part = `/${list}/${key}`;
  const place = places.get(part);
  return place === undefined ? path : place + path.slice(part.length);
}

const FREE_MAP = "an object takes any property, which strict mode cannot say";
const LONGEST_DETAIL = 80;

function changeOf({ kind, path, before }: StrictChange): Change {
  if (kind === "union") return { code: "ONEOF_TO_ANYOF", path, detail: "written as anyOf" };
  if (kind === "nullable")
    return { code: "OPTIONAL_TO_NULLABLE", path, detail: "required, and may be null" };
  if (kind === "closed") {
    const detail = "additionalProperties: false";
    return before === undefined
      ? { code: "CLOSED_BY_DEFAULT", path, detail }
      : { code: "ADDITIONAL_PROPERTIES_CLOSED", path: `${path}/additionalProperties`, detail };
  }
  const code = "CONSTRAINT_TO_DESCRIPTION";
  if (kind === "undeclared") {
    const names = before?.type === "array" ? before.items.map((name) => textOf(name)) : [];
    return { code, path, detail: beginning(`required: ${names.join(", ")}`, LONGEST_DETAIL) };
  }
  const value = before === undefined ? "" : (minifyJson(before) ?? "");
  const keyword = path.slice(path.lastIndexOf("/") + 1);
  return { code, path, detail: `${keyword}: ${beginning(value, LONGEST_DETAIL)}` };
}

/** A schema that takes null, too. */
export function orNull(schema: JsonNode): JsonNode {
  if (schema.type !== "object") return schema;
  const branches = memberOf(schema, "anyOf");
  const isNull = (node: JsonNode) => textOf(memberOf(node, "type")) === "null";
  if (memberOf(schema, "$ref") !== undefined) {
    return objectNode([memberNode("anyOf", arrayNode([schema, nullType()]))]);
  }
  let { members } = schema;
  if (branches?.type === "array" && !branches.items.some(isNull)) {
    members = withMember(members, "anyOf", arrayNode([...branches.items, nullType()]));
  }
  const types = typesOf(schema);
  if (types !== undefined && !types.includes("null")) {
    const names = [...types, "null"].map((name) => stringNode(name));
    members = withMember(members, "type", arrayNode(names));
  }
  const allowed = memberOf(schema, "enum");
  if (allowed?.type === "array" && !allowed.items.some(({ type }) => type === "null")) {
    members = withMember(members, "enum", arrayNode([...allowed.items, nullNode()]));
  }
  return objectNode(
    members.map((member) =>
      member.key === "const" && member.value.type !== "null"
        ? memberNode("enum", arrayNode([member.value, nullNode()]))
        : member,
    ),
  );
}
