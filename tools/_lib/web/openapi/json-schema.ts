/** Schemas of OpenAPI as JSON Schema has them. */
import { isObject, isTrue, memberOf, textOf } from "../../json/tree/members.ts";
import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { documentOf } from "../../json/tree/value.ts";
import { minifyJson } from "../../json/tree/write.ts";
import { type OpenApi, follow } from "./document.ts";
import type { Site } from "./site.ts";

/** Which way a value of a schema goes; what only the other way has is not required of it. */
export type Way = "request" | "response" | "both";

const OTHER_WAY: Readonly<Record<Way, readonly string[]>> = {
  request: ["readOnly"],
  response: ["writeOnly"],
  both: ["readOnly", "writeOnly"],
};

/** Null in its own way becomes a type; members that only the other way has are not required. */
export function adaptedSchema(node: JsonNode, isOld: boolean, way: Way): JsonNode {
  if (node.type === "array")
    return arrayNode(node.items.map((item) => adaptedSchema(item, isOld, way)));
  if (node.type !== "object") return node;
  const isNullable =
    isOld && isTrue(memberOf(node, "nullable")) && memberOf(node, "type")?.type === "string";
  const members = node.members.flatMap((member): JsonMember[] => {
    const { key, value } = member;
    if (isNullable && key === "type") {
      return [{ ...member, value: arrayNode([value, stringNode("null")]) }];
    }
    if (key !== "required" || value.type !== "array") {
      return [{ ...member, value: adaptedSchema(value, isOld, way) }];
    }
    // An empty list is none: draft-04 takes no such list.
    const items = value.items.filter((item) => !isOther(item, node, OTHER_WAY[way]));
    return items.length === 0 ? [] : [{ ...member, value: arrayNode(items) }];
  });
  return objectNode(members, node.repeated);
}

/** Whether a required name is that of a property with one of the marks. */
function isOther(name: JsonNode, schema: JsonNode, marks: readonly string[]): boolean {
  const properties = memberOf(schema, "properties");
  const property = properties && memberOf(properties, textOf(name) ?? "");
  return property !== undefined && marks.some((mark) => isTrue(memberOf(property, mark)));
}

/** Keys whose values are data, in which nothing refers to anything. */
const DATA: ReadonlySet<string> = new Set(["const", "default", "enum", "example", "examples"]);

/** A schema of a document with all that it refers to, as JSON text of a schema of its own. */
export function standaloneSchema(document: OpenApi, site: Site, way: Way): string {
  const parts = new Parts(document);
  const end = follow(document, site);
  // A schema that only refers is what it refers to.
  const isBare = isObject(site.node) && Object.keys(site.node).join() === "$ref";
  const root = parts.copy((isBare ? end : site) ?? { node: {}, pointer: "" });
  const schema = isObject(root) ? { ...root, ...parts.finish() } : root;
  const tree = documentOf(schema)?.root;
  const adapted = tree && adaptedSchema(tree, document.isOld, way);
  return (adapted && minifyJson(adapted, Number.MAX_SAFE_INTEGER)) ?? "true";
}

/** Copies schemas so that what they refer to stands under the root of the copy. */
class Parts {
  readonly #document: OpenApi;
  readonly #names = new Map<string, string>();
  readonly #open: { readonly name: string; readonly site: Site }[] = [];

  constructor(document: OpenApi) {
    this.#document = document;
  }

  copy({ node, pointer }: Site): unknown {
    if (Array.isArray(node)) {
      return node.map((item: unknown) => this.copy({ node: item, pointer }));
    }
    if (!isObject(node)) return node;
    const copied = Object.entries(node).flatMap(([key, value]): [string, unknown][] => {
      // A base of its own would take references elsewhere.
      if ((key === "$id" || key === "$anchor") && typeof value === "string") return [];
      if (key === "$ref" && typeof value === "string")
        return [[key, this.#referenceTo(node, pointer)]];
      return [[key, DATA.has(key) ? value : this.copy({ node: value, pointer })]];
    });
    return Object.fromEntries(copied);
  }

  get #keyword(): string {
    return this.#document.isOld ? "definitions" : "$defs";
  }

  #referenceTo(node: unknown, pointer: string): string {
    const site = follow(this.#document, { node, pointer }) ?? { node: {}, pointer: "?" };
    const known = this.#names.get(site.pointer);
    const name = known ?? `s${this.#names.size}`;
    if (known === undefined) {
      this.#names.set(site.pointer, name);
      this.#open.push({ name, site });
    }
    return `#/${this.#keyword}/${name}`;
  }

  /** The schemas that were referred to, and the draft whose words OpenAPI 3.0 uses. */
  finish(): object {
    const schemas: Record<string, unknown> = {};
    for (let part = this.#open.shift(); part !== undefined; part = this.#open.shift()) {
      schemas[part.name] = this.copy(part.site);
    }
    const { isOld } = this.#document;
    return {
      ...(isOld ? { $schema: "http://json-schema.org/draft-04/schema#" } : {}),
      ...(this.#names.size > 0 ? { [this.#keyword]: schemas } : {}),
    };
  }
}
