import {
  arrayNode,
  type JsonNode,
  type JsonObject,
  memberNode,
  nullNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { itemsOf, memberOf, textOf } from "../../json/tree/members.ts";
import { nodeReferredBy } from "./reference.ts";
import { nullType, typesOf, withMember } from "./objects.ts";

/** Keywords beside `type` and `enum` by which null could still be refused. */
const OTHERS: readonly string[] = ["const", "$ref", "anyOf"];

/** A strict schema that takes null, too; the schema itself where it does already. */
export function nullable(schema: JsonNode, takesNull: (schema: JsonNode) => boolean): JsonNode {
  if (takesNull(schema)) return schema;
  if (schema.type !== "object" || OTHERS.some((key) => memberOf(schema, key) !== undefined)) {
    return orNull(schema);
  }
  const types = typesOf(schema);
  const allowed = memberOf(schema, "enum");
  if (types === undefined && allowed === undefined) return orNull(schema);
  let { members } = schema;
  if (types !== undefined && !types.includes("null")) {
    const names = [...types, "null"].map((name) => stringNode(name));
    members = withMember(members, "type", arrayNode(names));
  }
  if (allowed?.type === "array" && !allowed.items.some(({ type }) => type === "null")) {
    members = withMember(members, "enum", arrayNode([...allowed.items, nullNode()]));
  }
  return members === schema.members ? schema : objectNode(members);
}

function orNull(schema: JsonNode): JsonObject {
  return objectNode([memberNode("anyOf", arrayNode([schema, nullType()]))]);
}

/** References behind one another; what is behind more of them is taken for no null. */
const MOST_REFERENCES = 100;

/** Tells of schemas of the subset whether null fits, also of what they refer to in their document. */
export class NullTest {
  readonly #root: JsonNode;
  /** What is known of references; one that is not looked through yet takes none. */
  readonly #known = new Map<string, boolean>();
  #depth = 0;

  constructor(root: JsonNode) {
    this.#root = root;
  }

  fits(schema: JsonNode): boolean {
    if (schema.type !== "object") return schema.type === "boolean" && schema.value;
    const types = typesOf(schema);
    if (types !== undefined && !types.includes("null")) return false;
    return schema.members.every(({ key, value }) => {
      switch (key) {
        case "const":
          return value.type === "null";
        case "enum":
          return itemsOf(value).some(({ type }) => type === "null");
        case "anyOf":
        case "oneOf":
          return itemsOf(value).some((branch) => this.fits(branch));
        case "allOf":
          return itemsOf(value).every((part) => this.fits(part));
        case "$ref":
          return this.#referred(textOf(value) ?? "");
        default:
          return true;
      }
    });
  }

  #referred(reference: string): boolean {
    const known = this.#known.get(reference);
    if (known !== undefined) return known;
    this.#known.set(reference, false);
    const target = reference.startsWith("#") ? nodeReferredBy(this.#root, reference) : undefined;
    if (target === undefined || this.#depth >= MOST_REFERENCES) return false;
    this.#depth++;
    const fits = this.fits(target);
    this.#depth--;
    this.#known.set(reference, fits);
    return fits;
  }
}
