/** Which parts of a schema speak of a value. */
import type { JsonNode } from "../../json/tree/tree.ts";
import { itemsOf, memberOf, textOf } from "../../json/tree/members.ts";
import type { SchemaParts } from "../../schemas/json-schema/parts.ts";

/** Follows references and combinations; of a union the branches that accept the value, or all where none does. */
export class AppliedSchemas {
  readonly #parts: SchemaParts;

  constructor(parts: SchemaParts) {
    this.#parts = parts;
  }

  /** The schemas themselves and all that they apply to the same value. */
  of(schemas: readonly JsonNode[], node: JsonNode): readonly JsonNode[] {
    const found = new Set<JsonNode>();
    const pending = schemas.toReversed();
    for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
      if (schema.type !== "object" || found.has(schema)) continue;
      found.add(schema);
      pending.push(...this.#appliedBy(schema, node).toReversed());
    }
    return [...found];
  }

  /** What applied schemas say of a member: by its name, or for all that have no name. */
  ofMember(applied: readonly JsonNode[], key: string): JsonNode[] {
    return applied.flatMap((schema) => {
      const named = this.#parts.ofName(schema, key);
      if (named.length > 0) return [...named];
      return ["additionalProperties", "unevaluatedProperties"].flatMap((keyword) => {
        const others = memberOf(schema, keyword);
        return others?.type === "object" && others.members.length > 0 ? [others] : [];
      });
    });
  }

  /** What applied schemas say of an item. */
  ofItem(applied: readonly JsonNode[], index: number): JsonNode[] {
    return applied.flatMap((schema) => {
      const { prefix, rest } = this.#parts.ofItems(schema);
      const part = prefix[index] ?? rest;
      return part === undefined ? [] : [part];
    });
  }

  #appliedBy(schema: JsonNode, node: JsonNode): readonly JsonNode[] {
    const references = ["$ref", "$dynamicRef", "$recursiveRef"].flatMap((keyword) => {
      const reference = textOf(memberOf(schema, keyword));
      const target =
        reference === undefined ? undefined : this.#parts.referredBy(schema, reference);
      return target === undefined ? [] : [target];
    });
    return [
      ...references,
      ...itemsOf(memberOf(schema, "allOf")),
      ...this.#branches(itemsOf(memberOf(schema, "anyOf")), node),
      ...this.#branches(itemsOf(memberOf(schema, "oneOf")), node),
      ...this.#conditional(schema, node),
      ...dependentOn(schema, node),
    ];
  }

  #branches(branches: readonly JsonNode[], node: JsonNode): readonly JsonNode[] {
    const accepting = branches.filter((branch) => this.#parts.accepts(branch, node));
    return accepting.length > 0 ? accepting : branches;
  }

  #conditional(schema: JsonNode, node: JsonNode): JsonNode[] {
    const condition = memberOf(schema, "if");
    if (condition === undefined) return [];
    const holds = this.#parts.accepts(condition, node);
    const chosen = memberOf(schema, holds ? "then" : "else");
    return [...(holds ? [condition] : []), ...(chosen === undefined ? [] : [chosen])];
  }
}

function dependentOn(schema: JsonNode, node: JsonNode): JsonNode[] {
  const dependents = memberOf(schema, "dependentSchemas");
  if (dependents?.type !== "object") return [];
  return dependents.members.flatMap(({ key, value }) =>
    memberOf(node, key) === undefined ? [] : [value],
  );
}
