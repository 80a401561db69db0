import type { Entry } from "../../_core/tool.ts";
import { EntryList } from "../entry-list.ts";
import { appendPointer } from "../json/pointer.ts";
import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../json/tree.ts";
import { memberOf, textOf } from "../json-schema/node.ts";
import { withMoved } from "./moved.ts";
import { nullable } from "./nullable.ts";
import { closed, isObjectSchema, typesOf, withMember } from "./objects.ts";
import { movedReference } from "./reference.ts";
import { withoutSingleAllOf } from "./single-all-of.ts";

/** What changed a schema on its way to a strict one, to be spread into a tool's `warnings`. */
export const STRICT_WARNINGS = {
  KEYWORD_MOVED: "A keyword that strict mode does not take is said in the description instead",
  OPTIONAL_MADE_NULLABLE:
    "A property that was optional is required in strict mode, and may be null",
  ROOT_NOT_OBJECT: 'The root of a strict schema is an object: it is wrapped as {"value": …}',
  WARNINGS_TRUNCATED: "More than 100 warnings of one code were found",
} as const;

export type StrictWarning = keyof typeof STRICT_WARNINGS;

const KEPT: ReadonlySet<string> = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "const",
  "anyOf",
  "$ref",
  "$defs",
  "title",
  "description",
  "pattern",
  "format",
  "multipleOf",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minItems",
  "maxItems",
]);

/** They name the document and say nothing about data. */
const DROPPED: ReadonlySet<string> = new Set(["$schema", "$id"]);

export interface StrictSchema {
  readonly schema: JsonObject;
  readonly warnings: readonly Entry<StrictWarning>[];
}

/**
 * A schema of draft 2020-12 in OpenAI's strict subset: every object closed and all its properties
 * required, what was optional nullable, other keywords said in descriptions. A strict schema stays as it is.
 * `path` is what paths of the warnings begin with.
 */
export function strictSchema(root: JsonNode, path: string): StrictSchema {
  const isWrapped = !isPlainObject(root);
  const warnings = new EntryList<StrictWarning, "WARNINGS_TRUNCATED">("WARNINGS_TRUNCATED");
  if (isWrapped) {
    warnings.add("ROOT_NOT_OBJECT", () => ({
      message: 'The root is no plain object and is wrapped as {"value": …}',
      path,
    }));
  }
  const strict = new StrictWriter(isWrapped, warnings).schema(root, path);
  const schema = isWrapped ? wrapped(strict) : typed(strict as JsonObject);
  return { schema, warnings: warnings.list() };
}

/** Whether the root can stay: an object, also by its properties alone, and no union. */
function isPlainObject(root: JsonNode): boolean {
  if (root.type !== "object") return false;
  const { members } = root;
  if (members.some(({ key }) => key === "anyOf" || key === "oneOf" || key === "$ref")) return false;
  const types = typesOf(root);
  if (types === undefined) return members.some(({ key }) => key === "properties");
  return types.length === 1 && types[0] === "object";
}

function typed(schema: JsonObject): JsonObject {
  const type = memberNode("type", stringNode("object"));
  const others = schema.members.filter(({ key }) => key !== "type");
  const place = schema.members.findIndex(({ key }) => key === "type");
  return objectNode(place < 0 ? [type, ...others] : schema.members.with(place, type));
}

/** Definitions stay at the root, where references look for them. */
function wrapped(schema: JsonNode): JsonObject {
  const definitions = memberOf(schema, "$defs");
  const value =
    schema.type === "object"
      ? objectNode(schema.members.filter(({ key }) => key !== "$defs"))
      : schema;
  return objectNode([
    memberNode("type", stringNode("object")),
    memberNode("properties", objectNode([memberNode("value", value)])),
    memberNode("required", arrayNode([stringNode("value")])),
    ...closed([]),
    ...(definitions === undefined ? [] : [memberNode("$defs", definitions)]),
  ]);
}

class StrictWriter {
  readonly #isWrapped: boolean;
  readonly #warnings: EntryList<StrictWarning, "WARNINGS_TRUNCATED">;

  constructor(isWrapped: boolean, warnings: EntryList<StrictWarning, "WARNINGS_TRUNCATED">) {
    this.#isWrapped = isWrapped;
    this.#warnings = warnings;
  }

  schema(node: JsonNode, path: string): JsonNode {
    if (node.type !== "object") return node;
    const source = normalized(node);
    const required = new Set(namesIn(memberOf(source, "required")));
    const kept: JsonMember[] = [];
    const moved: JsonMember[] = [];
    for (const member of source.members) {
      if (DROPPED.has(member.key)) continue;
      if (isKept(member))
        kept.push(this.#member(member, appendPointer(path, member.key), required));
      else {
        moved.push(member);
        this.#warnings.add("KEYWORD_MOVED", () => ({
          message: `Strict mode does not take ${member.key.slice(0, 40)}; the description says it instead`,
          path: appendPointer(path, member.key),
        }));
      }
    }
    return objectNode(withMoved(isObjectSchema(source) ? complete(kept) : kept, moved));
  }

  #member({ key, value }: JsonMember, path: string, required: ReadonlySet<string>): JsonMember {
    if (key === "properties" && value.type === "object") {
      return memberNode(key, this.#properties(value, path, required));
    }
    if (key === "$defs" && value.type === "object") {
      const inside = value.members.map((member) => ({
        ...member,
        value: this.schema(member.value, appendPointer(path, member.key)),
      }));
      return memberNode(key, objectNode(inside));
    }
    if (key === "anyOf" && value.type === "array") {
      const branches = value.items.map((item, index) => this.schema(item, `${path}/${index}`));
      return memberNode(key, arrayNode(branches));
    }
    if (key === "items") return memberNode(key, this.schema(value, path));
    if (key === "$ref" && value.type === "string") {
      return memberNode(key, stringNode(movedReference(value.value, this.#isWrapped)));
    }
    return memberNode(key, value);
  }

  #properties(map: JsonObject, path: string, required: ReadonlySet<string>): JsonObject {
    const properties = map.members.map((member) => {
      const place = appendPointer(path, member.key);
      const strict = this.schema(member.value, place);
      const value = required.has(member.key) ? strict : nullable(strict);
      if (value !== strict) {
        this.#warnings.add("OPTIONAL_MADE_NULLABLE", () => ({
          message: "The property was optional; in strict mode it is required and may be null",
          path: place,
        }));
      }
      return { ...member, value };
    });
    return objectNode(properties);
  }
}

/** `definitions` as `$defs`, `oneOf` as `anyOf`, the only schema of an `allOf` in its place. */
function normalized(node: JsonObject): JsonObject {
  let { members } = node;
  for (let merged = withoutSingleAllOf(members); merged; merged = withoutSingleAllOf(members)) {
    members = merged;
  }
  const has = (name: string) => members.some(({ key }) => key === name);
  if (has("oneOf") && !has("anyOf")) members = renamed(members, "oneOf", "anyOf");
  if (has("definitions") && !has("$defs")) members = renamed(members, "definitions", "$defs");
  return members === node.members ? node : objectNode(members);
}

function renamed(members: readonly JsonMember[], from: string, to: string): JsonMember[] {
  return members.map((member) => (member.key === from ? memberNode(to, member.value) : member));
}

/** Lists of item schemas, as drafts before 2020-12 have them, are no items of the subset. */
function isKept({ key, value }: JsonMember): boolean {
  return KEPT.has(key) && (key !== "items" || value.type === "object" || value.type === "boolean");
}

/** An object with all its properties, all of them required, and no others. */
function complete(members: readonly JsonMember[]): readonly JsonMember[] {
  const properties = members.find(({ key }) => key === "properties")?.value ?? objectNode([]);
  const names = properties.type === "object" ? properties.members.map(({ key }) => key) : [];
  const all = withMember(
    withMember(members, "properties", properties),
    "required",
    arrayNode(names.map((name) => stringNode(name))),
  );
  return closed(all);
}

function namesIn(list: JsonNode | undefined): string[] {
  return list?.type === "array" ? list.items.map((item) => textOf(item) ?? "") : [];
}
