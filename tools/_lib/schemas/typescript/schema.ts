import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  memberNode,
  nullNode,
  numberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { escapePointer } from "../../results/pointer.ts";
import type { Annotations } from "./annotations.ts";
import { type Builtin, display, type Instance, type Keyword, type ObjectType } from "./types.ts";

export type Draft = "draft-07" | "2020-12";

export const METASCHEMAS: Readonly<Record<Draft, string>> = {
  "draft-07": "http://json-schema.org/draft-07/schema#",
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
};

/** Keywords in the order in which they are written. */
export type Schema = Map<string, JsonNode>;

/** A schema of some keywords; those that are undefined are left out. */
export function schemaOf(keywords: Readonly<Record<string, JsonNode | undefined>>): Schema {
  const schema: Schema = new Map();
  for (const name in keywords) {
    const value = keywords[name];
    if (value !== undefined) schema.set(name, value);
  }
  return schema;
}

export function schemaNode(schema: Schema): JsonNode {
  return objectNode(Array.from(schema, ([key, value]): JsonMember => memberNode(key, value)));
}

export const NOTHING = (): Schema => schemaOf({ not: objectNode([]) });

const BUILTINS: Readonly<Record<Builtin, readonly (readonly [string, string])[]>> = {
  Date: [["format", "date-time"]],
  RegExp: [],
  URL: [["format", "uri"]],
  Uint8Array: [["contentEncoding", "base64"]],
};

export function builtinSchema(name: Builtin): Schema {
  const rest = BUILTINS[name].map(([key, value]): [string, JsonNode] => [key, stringNode(value)]);
  return new Map([["type", stringNode("string")], ...rest]);
}

const TYPES: ReadonlyMap<Keyword, string> = new Map([
  ["string", "string"],
  ["number", "number"],
  ["boolean", "boolean"],
  ["bigint", "integer"],
  ["null", "null"],
  ["object", "object"],
]);

/** The schema of a keyword; undefined for what no data has. */
export function keywordSchema(name: Keyword): Schema | undefined {
  if (name === "any" || name === "unknown") return new Map();
  if (name === "never" || name === "undefined") return NOTHING();
  const type = TYPES.get(name);
  return type === undefined ? undefined : schemaOf({ type: stringNode(type) });
}

/** A value of an enumeration: a literal, or null. */
export interface Choice {
  readonly type: string;
  readonly node: JsonNode;
}

export const NULL_CHOICE: Choice = { type: "null", node: nullNode() };

export function choiceOf(
  value: string | number | boolean | bigint,
  text: (value: string) => JsonNode,
): Choice {
  if (typeof value === "string") return { type: "string", node: text(value) };
  if (typeof value === "boolean") return { type: "boolean", node: booleanNode(value) };
  if (typeof value === "bigint") return { type: "integer", node: numberNode(String(value)) };
  return { type: "number", node: numberNode(JSON.stringify(value)) };
}

/** The schema that allows some values: `const` for one, unless an enumeration is wanted. */
export function choicesSchema(given: readonly Choice[], asEnum = false): Schema {
  // A number and a bigint may be the same value.
  const choices = [...new Map(given.map((choice) => [tokenOf(choice), choice])).values()];
  const types = new Set(choices.map(({ type }) => type));
  const [first] = choices;
  if (first === undefined) return NOTHING();
  const type = types.size === 1 ? stringNode(first.type) : undefined;
  if (choices.length === 1 && !asEnum) {
    return first.type === "null" ? schemaOf({ type }) : schemaOf({ type, const: first.node });
  }
  return schemaOf({ type, enum: arrayNode(choices.map(({ node }) => node)) });
}

function tokenOf({ node }: Choice): string {
  return "text" in node ? node.text : JSON.stringify("value" in node ? node.value : null);
}

const SCALARS: ReadonlySet<string> = new Set(["string", "number", "boolean", "integer"]);

/** The schema of a simple type or null: its `type` is a list; undefined where it is not simple. */
export function nullable(schema: Schema): Schema | undefined {
  const type = schema.get("type");
  if (type?.type !== "string" || !SCALARS.has(type.value)) return undefined;
  if (schema.has("const") || schema.has("enum")) return undefined;
  return new Map(schema).set("type", arrayNode([type, stringNode("null")]));
}

/** The same schema for whole numbers; undefined where it is not about numbers. */
function whole(schema: Schema): Schema | undefined {
  const type = schema.get("type");
  const integer = stringNode("integer");
  if (type?.type === "string" && (type.value === "number" || type.value === "integer"))
    return new Map(schema).set("type", integer);
  if (
    type?.type !== "array" ||
    type.items[0]?.type !== "string" ||
    type.items[0].value !== "number"
  )
    return undefined;
  return new Map(schema).set("type", arrayNode([integer, ...type.items.slice(1)]));
}

/** The schema with what its doc comment says: title and description first, the rest last. */
export function annotate(
  schema: Schema,
  { title, description, integer, open, keywords }: Annotations,
  draft: Draft,
  notNumber: () => void,
): Schema {
  let body = schema;
  if (integer !== undefined) {
    const numbers = whole(schema);
    if (numbers === undefined) notNumber();
    body = numbers ?? schema;
  }
  const result: Schema = new Map();
  if (title !== undefined) result.set("title", stringNode(title));
  if (description !== undefined) result.set("description", stringNode(description));
  for (const [name, value] of body) result.set(name, value);
  const type = body.get("type");
  if (open !== undefined && type?.type === "string" && type.value === "object")
    result.set("additionalProperties", booleanNode(open));
  for (const [name, value] of keywords) result.set(name, value);
  return draft === "draft-07" ? withoutSiblings(result) : result;
}

/** In draft-07 what stands beside `$ref` is ignored. */
export function withoutSiblings(schema: Schema): Schema {
  const reference = schema.get("$ref");
  if (reference === undefined || schema.size === 1) return schema;
  const result: Schema = new Map();
  for (const [name, value] of schema) {
    if (name === "$ref") result.set("allOf", arrayNode([objectNode([memberNode(name, value)])]));
    else result.set(name, value);
  }
  return result;
}

/** The names that come up in a schema, in the order of their first use. */
export class Definitions {
  /** Grows while it is walked through. */
  readonly pending: (Instance | ObjectType)[] = [];
  readonly #draft: Draft;
  readonly #root: Instance | undefined;
  readonly #names = new Map<string, string>();
  readonly #taken: Set<string>;

  constructor(draft: Draft, root: Instance | undefined, declared: Iterable<string>) {
    this.#draft = draft;
    this.#root = root;
    this.#taken = new Set(declared);
  }

  /** The keyword that holds the definitions. */
  get keyword(): string {
    return this.#draft === "draft-07" ? "definitions" : "$defs";
  }

  /** The `$ref` of a type, whose definition is to be written from now on. */
  refer(type: Instance | ObjectType): string {
    if (type === this.#root) return "#";
    if (!this.#names.has(type.key)) {
      this.#names.set(type.key, this.#newName(type));
      this.pending.push(type);
    }
    return `#/${this.keyword}/${encodeURI(escapePointer(this.nameOf(type)))}`;
  }

  nameOf({ key }: Instance | ObjectType): string {
    return this.#names.get(key) ?? key;
  }

  /** `Page<User>` as `Page_User`; types without a name have one only where they are in themselves. */
  #newName(type: Instance | ObjectType): string {
    if ("kind" in type) return this.#freeName("Recursive");
    const { declaration, arguments: given } = type;
    if (given.length === 0) return declaration.name;
    const text = `${declaration.name}<${given.map((part) => display(part)).join()}`;
    return this.#freeName(text.replaceAll(/[^\p{ID_Continue}$.]+/gu, "_").replace(/_$/, ""));
  }

  /** The name, with a number where another type has it. */
  #freeName(name: string): string {
    let free = name;
    for (let count = 2; this.#taken.has(free); count++) free = `${name}_${count}`;
    this.#taken.add(free);
    return free;
  }
}
