import type { Budget } from "../../../_core/tool.ts";
import { Changes } from "../../schemas/repair/change.ts";
import { copied } from "../../schemas/repair/copy.ts";
import { annotation, requiredNames, schemasOf } from "../../schemas/repair/objects.ts";
import { appendPointer } from "../../results/pointer.ts";
import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  memberNode,
  objectNode,
} from "../../json/tree/tree.ts";
import { itemsOf, memberOf, textOf } from "../../json/tree/members.ts";
import type { SchemaParts } from "../../schemas/json-schema/parts.ts";

export interface Filled {
  readonly node: JsonNode;
  readonly changes: Changes;
}

/** Schemas within schemas, along values within values; what is deeper gets no defaults. */
const DEEPEST_WORK = 2000;

/** Adds the members that are missing and have a default which fits; what was valid stays valid. */
export class Defaults {
  readonly #parts: SchemaParts;
  readonly #budget: Budget;
  readonly #onlyRequired: boolean;
  /** The schemas whose default is being filled in, which would else hold itself without end. */
  readonly #filling = new Set<JsonNode>();
  #work = 0;

  constructor(parts: SchemaParts, budget: Budget, onlyRequired = false) {
    this.#parts = parts;
    this.#budget = budget;
    this.#onlyRequired = onlyRequired;
  }

  fill(node: JsonNode, schema: JsonNode): Filled {
    const changes = new Changes();
    if (schema.type !== "object" || this.#work >= DEEPEST_WORK) return { node, changes };
    this.#budget.spend(5);
    this.#work++;
    const filled = this.#bySchema(node, schema, changes);
    this.#work--;
    const spoils =
      filled !== node && this.#parts.accepts(schema, node) && !this.#parts.accepts(schema, filled);
    return spoils ? { node, changes: new Changes() } : { node: filled, changes };
  }

  #bySchema(given: JsonNode, schema: JsonNode, changes: Changes): JsonNode {
    let node = given;
    for (const part of this.#appliedTo(node, schema)) {
      const filled = this.fill(node, part);
      changes.addAll(filled.changes);
      node = filled.node;
    }
    if (node.type === "array") return this.#fillItems(node, schema, changes);
    return node.type === "object" ? this.#fillMembers(node, schema, changes) : node;
  }

  /** The schemas that speak of the same value: by reference, all of `allOf`, of the others the first that accepts it. */
  #appliedTo(node: JsonNode, schema: JsonNode): readonly JsonNode[] {
    const reference = textOf(memberOf(schema, "$ref"));
    const target = reference === undefined ? undefined : this.#parts.referredBy(schema, reference);
    const branches = ["anyOf", "oneOf"].flatMap((keyword) => {
      const branch = itemsOf(memberOf(schema, keyword)).find((part) =>
        this.#parts.accepts(part, node),
      );
      return branch === undefined ? [] : [branch];
    });
    return [
      ...(target === undefined ? [] : [target]),
      ...itemsOf(memberOf(schema, "allOf")),
      ...branches,
    ];
  }

  #fillItems(node: JsonNode & { type: "array" }, schema: JsonNode, changes: Changes): JsonNode {
    const { prefix, rest } = this.#parts.ofItems(schema);
    if (prefix.length === 0 && rest === undefined) return node;
    let changed = false;
    const items = node.items.map((item, index) => {
      const part = prefix[index] ?? rest;
      if (part === undefined) return item;
      const filled = this.fill(item, part);
      changes.addInside(index, filled.changes);
      changed ||= filled.node !== item;
      return filled.node;
    });
    return changed ? arrayNode(items) : node;
  }

  #fillMembers(node: JsonNode & { type: "object" }, schema: JsonNode, changes: Changes): JsonNode {
    let changed = false;
    const members = node.members.map((member) => {
      let { value } = member;
      for (const part of schemasOf(schema, member.key, { parts: this.#parts })) {
        const filled = this.fill(value, part);
        changes.addInside(member.key, filled.changes);
        value = filled.node;
      }
      changed ||= value !== member.value;
      return value === member.value ? member : { ...member, value };
    });
    const added = this.#missing(node.members, schema, changes);
    return changed || added.length > 0 ? objectNode([...members, ...added]) : node;
  }

  #missing(present: readonly JsonMember[], schema: JsonNode, changes: Changes): JsonMember[] {
    const properties = memberOf(schema, "properties");
    if (properties?.type !== "object") return [];
    const keys = new Set(present.map(({ key }) => key));
    const wanted = this.#onlyRequired ? new Set(requiredNames(schema)) : undefined;
    return properties.members.flatMap(({ key, value: part }) => {
      const isMissing = !keys.has(key) && (wanted?.has(key) ?? true);
      const value = isMissing ? this.#defaultOf(part) : undefined;
      if (value === undefined) return [];
      const path = appendPointer("", key);
      changes.add({ path, code: "DEFAULT_ADDED", to: value.node });
      changes.addInside(key, value.changes);
      return [memberNode(key, value.node)];
    });
  }

  #defaultOf(part: JsonNode): Filled | undefined {
    const found = annotation(part, "default", { parts: this.#parts });
    if (found === undefined || this.#filling.has(part)) return undefined;
    this.#filling.add(part);
    const filled = this.fill(copied(found), part);
    this.#filling.delete(part);
    return this.#parts.accepts(part, filled.node)
      ? { ...filled, changes: new Changes() }
      : undefined;
  }
}
