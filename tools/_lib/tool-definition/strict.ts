import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  nullNode,
  objectNode,
  stringNode,
} from "../json/tree.ts";
import { appendPointer } from "../json/pointer.ts";
import { minifyJson } from "../json/write.ts";
import { memberOf, textOf } from "../json-schema/node.ts";
import { withMoved } from "../provider-schema/moved.ts";
import { closed, isObjectSchema, typesOf, withMember } from "../provider-schema/objects.ts";
import { withoutSingleAllOf } from "../provider-schema/single-all-of.ts";
import type { Change, ChangeCode, NotStrict } from "./changes.ts";

/** What a provider's strict mode takes. */
export interface StrictRules {
  /** Whether a keyword with this value stays. */
  keeps(member: JsonMember): boolean;
  /** Whether every property has to be required, so that optional ones become nullable. */
  readonly allRequired: boolean;
  /** Whether a oneOf becomes an anyOf, and an allOf of one schema that schema. */
  readonly rewritesCombinators: boolean;
}

export interface StrictResult {
  readonly schema: JsonObject;
  readonly changes: readonly Change[];
  readonly obstacle: NotStrict | undefined;
}

/** The schema as strict mode takes it; with an obstacle it cannot be one. */
export function strictSchema(root: JsonObject, rules: StrictRules): StrictResult {
  const rewriter = new Rewriter(rules);
  const schema = rewriter.schema(root, "") as JsonObject;
  return { schema, changes: rewriter.changes, obstacle: rewriter.obstacle };
}

class Rewriter {
  readonly changes: Change[] = [];
  obstacle: NotStrict | undefined;
  readonly #rules: StrictRules;

  constructor(rules: StrictRules) {
    this.#rules = rules;
  }

  schema(node: JsonNode, path: string): JsonNode {
    if (node.type === "boolean" && node.value) return objectNode([]);
    if (node.type !== "object") return node;
    const source = this.#rules.rewritesCombinators ? this.#combined(node, path) : node;
    const isObject = isObjectSchema(source);
    if (isObject) this.#noteFreeMap(source, path);
    const kept: JsonMember[] = [];
    const moved: JsonMember[] = [];
    for (const member of source.members) {
      if (member.key === "$schema" || member.key === "$id") continue;
      if (isObject && member.key === "additionalProperties") kept.push(member);
      else if (this.#rules.keeps(member))
        kept.push(this.#inside(member, appendPointer(path, member.key)));
      else {
        moved.push(member);
        const detail = `${member.key}: ${minifyJson(member.value)?.slice(0, 80) ?? ""}`;
        this.#note("CONSTRAINT_TO_DESCRIPTION", appendPointer(path, member.key), detail);
      }
    }
    if (!isObject) return objectNode(withMoved(kept, moved));
    const undeclared = this.#undeclared(source, path);
    return objectNode(withMoved(this.#object(source, kept, path), [...moved, ...undeclared]));
  }

  /** The parts inside a keyword that stays. */
  #inside({ key, value }: JsonMember, path: string): JsonMember {
    if ((key === "$defs" || key === "properties") && value.type === "object") {
      const inside = value.members.map((member) => ({
        ...member,
        value: this.schema(member.value, appendPointer(path, member.key)),
      }));
      return memberNode(key, objectNode(inside));
    }
    if ((key === "anyOf" || key === "allOf") && value.type === "array") {
      const branches = value.items.map((item, index) => this.schema(item, `${path}/${index}`));
      return memberNode(key, arrayNode(branches));
    }
    return key === "items" ? memberNode(key, this.schema(value, path)) : memberNode(key, value);
  }

  #combined(node: JsonObject, path: string): JsonObject {
    let { members } = node;
    for (let merged = withoutSingleAllOf(members); merged; merged = withoutSingleAllOf(members)) {
      members = merged;
    }
    if (members.some(({ key }) => key === "anyOf")) return objectNode(members);
    return objectNode(
      members.map((member) => {
        if (member.key !== "oneOf") return member;
        this.#note("ONEOF_TO_ANYOF", `${path}/oneOf`, "written as anyOf");
        return memberNode("anyOf", member.value);
      }),
    );
  }

  #object(source: JsonObject, kept: readonly JsonMember[], path: string): readonly JsonMember[] {
    const additional = memberOf(source, "additionalProperties");
    if (additional === undefined) {
      this.#note("CLOSED_BY_DEFAULT", path, "additionalProperties: false");
    } else if (additional.type !== "boolean" || additional.value) {
      this.#note(
        "ADDITIONAL_PROPERTIES_CLOSED",
        `${path}/additionalProperties`,
        "additionalProperties: false",
      );
    }
    const map = kept.find(({ key }) => key === "properties")?.value;
    const properties = map?.type === "object" ? map.members : [];
    if (!this.#rules.allRequired) {
      const names = new Set(properties.map(({ key }) => key));
      const given = namesIn(source).filter((name) => names.has(name));
      const members = withMember(kept, "properties", objectNode(properties));
      const isNeeded = memberOf(source, "required") !== undefined;
      return closed(isNeeded ? withMember(members, "required", namesNode(given)) : members);
    }
    const required = new Set(namesIn(source));
    const all = properties.map((member) => {
      if (required.has(member.key)) return member;
      const place = appendPointer(`${path}/properties`, member.key);
      this.#note("OPTIONAL_TO_NULLABLE", place, "required, and may be null");
      return { ...member, value: orNull(member.value) };
    });
    const names = namesNode(all.map(({ key }) => key));
    return closed(withMember(withMember(kept, "properties", objectNode(all)), "required", names));
  }

  /** Required names that have no property. */
  #undeclared(source: JsonObject, path: string): JsonMember[] {
    const map = memberOf(source, "properties");
    const known = new Set(map?.type === "object" ? map.members.map(({ key }) => key) : []);
    const names = namesIn(source).filter((name) => !known.has(name));
    if (names.length === 0) return [];
    this.#note(
      "CONSTRAINT_TO_DESCRIPTION",
      `${path}/required`,
      `required: ${names.join(", ")}`.slice(0, 80),
    );
    return [memberNode("required", namesNode(names))];
  }

  #noteFreeMap(node: JsonObject, path: string): void {
    const additional = memberOf(node, "additionalProperties");
    const isOpen = additional !== undefined && (additional.type !== "boolean" || additional.value);
    const properties = memberOf(node, "properties");
    const isEmpty = properties?.type !== "object" || properties.members.length === 0;
    if (!isOpen || !isEmpty) return;
    this.obstacle ??= {
      path,
      message: "an object takes any property, which strict mode cannot say",
    };
  }

  #note(code: ChangeCode, path: string, detail: string): void {
    this.changes.push({ code, path, detail });
  }
}

function namesIn(node: JsonObject): string[] {
  const list = memberOf(node, "required");
  return list?.type === "array" ? list.items.map((item) => textOf(item) ?? "") : [];
}

function namesNode(names: readonly string[]): JsonNode {
  return arrayNode(names.map((name) => stringNode(name)));
}

/** A schema that takes null, too. */
function orNull(schema: JsonNode): JsonNode {
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
    members = withMember(members, "type", namesNode([...types, "null"]));
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

function nullType(): JsonObject {
  return objectNode([memberNode("type", stringNode("null"))]);
}
