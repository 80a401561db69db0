/** Schemas as strict modes take them: every object closed, what cannot be said in keywords said in descriptions. */
import { appendPointer } from "../../results/pointer.ts";
import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { withMoved } from "./moved.ts";
import { closed, isObjectSchema, withMember } from "./objects.ts";
import { withoutSingleAllOf } from "./single-all-of.ts";

/** What a provider's strict mode takes. */
export interface StrictRules {
  /** Whether a keyword with this value stays. */
  keeps(member: JsonMember): boolean;
  /** How every property becomes required: what an optional one becomes, so that it may be null instead of missing. */
  readonly nullable?: (schema: JsonNode) => JsonNode;
  /** Whether a oneOf becomes an anyOf, and an allOf of one schema that schema. */
  readonly rewritesCombinators: boolean;
}

/** One thing that is different in the strict schema. */
export interface StrictChange {
  readonly kind:
    | "moved" // A keyword is said in the description.
    | "undeclared" // Required names without a property are said in the description.
    | "union" // A oneOf is written as an anyOf.
    | "closed" // An object takes no other properties.
    | "nullable" // An optional property is required, and may be null.
    | "free-map"; // An object was all other properties, which strict mode cannot say.
  /** Pointer of the keyword, the object or the property. */
  readonly path: string;
  readonly before?: JsonNode | undefined;
  readonly after?: JsonNode | undefined;
}

/** Hears of the changes, those inside a schema before those of its object. */
export type HearStrict = (change: StrictChange) => void;

/** They name the document and say nothing about data. */
const DROPPED: ReadonlySet<string> = new Set(["$schema", "$id"]);

/** Writes a schema of draft 2020-12 by the rules; pointers begin with `path`. */
export function writeStrict(
  root: JsonNode,
  path: string,
  rules: StrictRules,
  hear: HearStrict,
): JsonNode {
  return new StrictWriter(rules, hear).schema(root, path);
}

class StrictWriter {
  readonly #rules: StrictRules;
  readonly #hear: HearStrict;

  constructor(rules: StrictRules, hear: HearStrict) {
    this.#rules = rules;
    this.#hear = hear;
  }

  schema(node: JsonNode, path: string): JsonNode {
    if (node.type === "boolean" && node.value) return objectNode([]);
    if (node.type !== "object") return node;
    const source = this.#rules.rewritesCombinators ? this.#combined(node, path) : node;
    const isObject = isObjectSchema(source);
    if (isObject && isFreeMap(source)) this.#hear({ kind: "free-map", path });
    const kept: JsonMember[] = [];
    const moved: JsonMember[] = [];
    for (const member of source.members) {
      const place = appendPointer(path, member.key);
      if (DROPPED.has(member.key)) continue;
      if (isObject && member.key === "additionalProperties") kept.push(member);
      else if (this.#rules.keeps(member)) kept.push(this.#inside(member, place));
      else {
        moved.push(member);
        this.#hear({ kind: "moved", path: place, before: member.value });
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
    return memberNode(key, key === "items" ? this.schema(value, path) : value);
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
        this.#hear({ kind: "union", path: `${path}/oneOf`, before: member.value });
        return memberNode("anyOf", member.value);
      }),
    );
  }

  #object(source: JsonObject, kept: readonly JsonMember[], path: string): readonly JsonMember[] {
    const others = memberOf(source, "additionalProperties");
    if (others?.type !== "boolean" || others.value)
      this.#hear({ kind: "closed", path, before: others, after: booleanNode(false) });
    const map = kept.find(({ key }) => key === "properties")?.value;
    const properties = map?.type === "object" ? map.members : [];
    const required = new Set(namesIn(source));
    const { nullable } = this.#rules;
    if (nullable === undefined) {
      const names = new Set(properties.map(({ key }) => key));
      const given = [...required].filter((name) => names.has(name));
      const members = withMember(kept, "properties", objectNode(properties));
      const isNeeded = memberOf(source, "required") !== undefined;
      return closed(isNeeded ? withMember(members, "required", namesNode(given)) : members);
    }
    const all = properties.map((member) => {
      const value = required.has(member.key) ? member.value : nullable(member.value);
      if (required.has(member.key)) return member;
      const place = appendPointer(`${path}/properties`, member.key);
      this.#hear({ kind: "nullable", path: place, before: member.value, after: value });
      return { ...member, value };
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
    const list = namesNode(names);
    this.#hear({ kind: "undeclared", path: `${path}/required`, before: list });
    return [memberNode("required", list)];
  }
}

/** Whether any property may stand in the object, and none has a name. */
function isFreeMap(node: JsonObject): boolean {
  const others = memberOf(node, "additionalProperties");
  const isOpen = others !== undefined && (others.type !== "boolean" || others.value);
  const properties = memberOf(node, "properties");
  return isOpen && (properties?.type !== "object" || properties.members.length === 0);
}

function namesIn(node: JsonObject): string[] {
  const list = memberOf(node, "required");
  return list?.type === "array" ? list.items.map((item) => textOf(item) ?? "") : [];
}

function namesNode(names: readonly string[]): JsonNode {
  return arrayNode(names.map((name) => stringNode(name)));
}
