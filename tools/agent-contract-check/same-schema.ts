/** Whether two schemas accept the same. */
import type { JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import { ValueIds } from "../_lib/json/tree/value-ids.ts";
import { memberOf, textOf } from "../_lib/json/tree/members.ts";
import { nodeReferredBy } from "../_lib/agents/provider-schema/reference.ts";

const ANNOTATIONS: ReadonlySet<string> = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "$comment",
  "$schema",
  "$id",
  "$defs",
  "definitions",
]);
/** Their members are schemas under names of the data. */
const MAPS: ReadonlySet<string> = new Set(["properties", "patternProperties", "dependentSchemas"]);
/** Arrays of these do not depend on their order. */
const SETS: ReadonlySet<string> = new Set(["type", "required", "enum"]);

/** A schema, with the one that it refers to in its place. */
export function resolved(schema: JsonNode, root: JsonNode): JsonNode {
  const seen = new Set<JsonNode>();
  let node = schema;
  while (!seen.has(node)) {
    seen.add(node);
    const reference = textOf(memberOf(node, "$ref"));
    if (reference === undefined || !/^#(?:\/|$)/.test(reference)) return node;
    const target = nodeReferredBy(root, reference);
    if (target === undefined) return node;
    node = target;
  }
  return node;
}

/** Compares schemas of two documents by what they accept, as far as that can be read off their form. */
export class SchemaEquality {
  readonly #roots: readonly [JsonNode, JsonNode];
  readonly #ids = new ValueIds();
  /** Pairs that are being compared, or were found equal. */
  readonly #same = new Map<JsonNode, Set<JsonNode>>();

  constructor(before: JsonNode, after: JsonNode) {
    this.#roots = [before, after];
  }

  areSame(before: JsonNode, after: JsonNode): boolean {
    const [left, right] = [resolved(before, this.#roots[0]), resolved(after, this.#roots[1])];
    if (left.type !== "object" || right.type !== "object") return this.#areEqual(left, right);
    const known = this.#same.get(left) ?? new Set();
    if (known.has(right)) return true;
    this.#same.set(left, known.add(right));
    const isSame = this.#haveSameMembers(assertions(left), assertions(right), right);
    if (!isSame) known.delete(right);
    return isSame;
  }

  #haveSameMembers(own: Members, others: Members, right: JsonObject): boolean {
    return (
      own.length === others.length &&
      own.every(({ key, value }) => {
        const other = memberOf(right, key);
        return other !== undefined && this.#areSameValues(key, value, other);
      })
    );
  }

  #areSameValues(key: string, left: JsonNode, right: JsonNode): boolean {
    if (SETS.has(key)) return this.#areSameSets(left, right);
    if (key === "const" || left.type !== right.type) return this.#areEqual(left, right);
    if (left.type === "array" && right.type === "array") {
      const others = right.items;
      return (
        left.items.length === others.length &&
        left.items.every((item, at) => this.areSame(item, others[at] as JsonNode))
      );
    }
    if (!MAPS.has(key) || left.type !== "object" || right.type !== "object")
      return this.areSame(left, right);
    return (
      left.members.length === right.members.length &&
      left.members.every(({ key: name, value }) => {
        const other = memberOf(right, name);
        return other !== undefined && this.areSame(value, other);
      })
    );
  }

  #areSameSets(left: JsonNode, right: JsonNode): boolean {
    const ids = (node: JsonNode) =>
      new Set((node.type === "array" ? node.items : [node]).map((item) => this.#ids.idOf(item)));
    const [own, others] = [ids(left), ids(right)];
    return own.size === others.size && [...own].every((id) => others.has(id));
  }

  #areEqual(left: JsonNode, right: JsonNode): boolean {
    return this.#ids.idOf(left) === this.#ids.idOf(right);
  }
}

type Members = JsonObject["members"];

function assertions({ members }: JsonObject): Members {
  return members.filter(({ key }) => !ANNOTATIONS.has(key));
}
