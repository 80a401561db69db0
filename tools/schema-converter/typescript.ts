import { isTrue, memberOf, textOf } from "../_lib/json/tree/members.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import { minifyJson } from "../_lib/json/tree/write.ts";
import { isRecursive } from "./order.ts";
import { type Declaration, propertyName, type SchemaNames } from "./type-names.ts";
import {
  arrayShape,
  choicesOf,
  ignoredSiblings,
  ignoresSiblings,
  type Loss,
  objectShape,
  oneOfAsUnion,
  schemasWithin,
  typesOf,
  unsupportedKeywords,
} from "../_lib/schemas/drafts/schema.ts";

export interface Code {
  readonly code: string;
  readonly losses: readonly Loss[];
}

/** Interfaces and types, the root first. */
export function writeTypeScript(names: SchemaNames): Code {
  const writer = new TypeScriptWriter(names);
  const declarations = names.declarations.map((declaration) => writer.declare(declaration));
  return { code: `${declarations.join("\n\n")}\n`, losses: writer.losses };
}

/** A type and how loosely its parts hang together. */
interface TypeText {
  readonly text: string;
  readonly joins: "none" | "and" | "or";
}

const PLAIN: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

class TypeScriptWriter {
  readonly losses: Loss[] = [];
  readonly #names: SchemaNames;
  readonly #isRecursive: boolean;

  constructor(names: SchemaNames) {
    this.#names = names;
    this.#isRecursive = isRecursive(names);
  }

  declare({ name, node, path }: Declaration): string {
    const comment = docComment(node, "");
    if (node.type === "object" && isInterface(node)) {
      this.losses.push(...unsupportedKeywords(node, path));
      return `${comment}export interface ${name} ${this.#members(node, path, "")}`;
    }
    return `${comment}export type ${name} = ${this.#type(node, path, "").text};`;
  }

  #type(node: JsonNode, path: string, indent: string): TypeText {
    if (node.type !== "object")
      return plain(node.type === "boolean" && !node.value ? "never" : "unknown");
    const reference = textOf(memberOf(node, "$ref"));
    const name = reference === undefined ? undefined : plain(this.#nameOf(reference));
    if (name !== undefined && ignoresSiblings(this.#names.draft)) {
      this.losses.push(...ignoredSiblings(node, path, this.#names.draft));
      return name;
    }
    this.losses.push(...unsupportedKeywords(node, path));
    return this.#combine(node, path, indent, name);
  }

  #nameOf(reference: string): string {
    return this.#names.target(reference)?.name ?? "unknown";
  }

  /** The type of the schema itself, and of each of its combinations. */
  #combine(node: JsonObject, path: string, indent: string, reference?: TypeText): TypeText {
    const parts = reference === undefined ? [] : [reference];
    const own = this.#own(node, path, indent);
    if (own) parts.push(own);
    for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
      const list = memberOf(node, keyword);
      if (list?.type !== "array") continue;
      if (keyword === "oneOf") this.losses.push(oneOfAsUnion(path));
      const types = list.items.map((item, index) =>
        this.#type(item, `${path}/${keyword}/${index}`, indent),
      );
      if (keyword === "allOf") parts.push(...types);
      else parts.push(join(types, "or"));
    }
    return parts.length === 0 ? plain("unknown") : join(parts, "and");
  }

  #own(node: JsonObject, path: string, indent: string): TypeText | undefined {
    const choices = choicesOf(node)?.map((choice) => plain(literal(choice)));
    if (choices !== undefined) return join(choices, "or");
    const types = typesOf(node).map((type) => this.#typed(type, node, path, indent));
    return types.length === 0 ? undefined : join(unique(types), "or");
  }

  #typed(type: string, node: JsonObject, path: string, indent: string): TypeText {
    if (type === "array") return this.#array(node, path, indent);
    if (type === "object") return plain(this.#object(node, path, indent));
    return plain(PLAIN[type] ?? "unknown");
  }

  #object(node: JsonObject, path: string, indent: string): string {
    const { properties, additional } = objectShape(node);
    if (properties.length > 0) return this.#members(node, path, indent);
    if (!additional) return "Record<string, unknown>";
    const { text } = this.#type(additional, `${path}/additionalProperties`, indent);
    return indent === "" && this.#leadsBack(additional)
      ? `{ [key: string]: ${text} }`
      : `Record<string, ${text}>`;
  }

  /** The compiler refuses a type that is a `Record` of itself, but not an index signature. */
  #leadsBack(node: JsonNode): boolean {
    if (!this.#isRecursive) return false;
    const schemas = [...schemasWithin(node, this.#names.draft)];
    return schemas.some((schema) => memberOf(schema, "$ref") !== undefined);
  }

  #members(node: JsonObject, path: string, indent: string): string {
    const { properties, additional } = objectShape(node);
    const inner = `${indent}  `;
    const lines = properties.map(({ key, schema, required }) => {
      const { text } = this.#type(schema, appendPointer(`${path}/properties`, key), inner);
      const readOnly = isTrue(memberOf(schema, "readOnly")) ? "readonly " : "";
      return `${docComment(schema, inner)}${inner}${readOnly}${propertyName(key)}${required ? "" : "?"}: ${text};`;
    });
    if (additional && !(additional.type === "boolean" && !additional.value)) {
      lines.push(`${inner}[key: string]: unknown;`);
    }
    return `{\n${lines.join("\n")}\n${indent}}`;
  }

  #array(node: JsonObject, path: string, indent: string): TypeText {
    const { prefix, rest, closed, minItems } = arrayShape(node, this.#names.draft);
    const restText = rest ? this.#type(rest, `${path}/items`, indent) : plain("unknown");
    if (prefix.length === 0) return plain(`${operand(restText)}[]`);
    const places = prefix.map((item, index) => {
      const type = this.#type(item, `${path}/prefixItems/${index}`, indent);
      return index < minItems ? type.text : `${operand(type)}?`;
    });
    if (!closed) places.push(`...${operand(restText)}[]`);
    return plain(`[${places.join(", ")}]`);
  }
}

function plain(text: string): TypeText {
  return { text, joins: "none" };
}

/** The type where `[]` or `?` follows. */
function operand({ text, joins }: TypeText): string {
  return joins === "none" ? text : `(${text})`;
}

function join(types: readonly TypeText[], joins: "and" | "or"): TypeText {
  const [first] = types;
  if (types.length === 0) return plain("never");
  if (first && types.length === 1) return first;
  const texts = types.map(({ text, joins: inner }) =>
    inner === "or" && joins === "and" ? `(${text})` : text,
  );
  return { text: texts.join(joins === "and" ? " & " : " | "), joins };
}

function unique(types: readonly TypeText[]): TypeText[] {
  return [...new Map(types.map((type) => [type.text, type])).values()];
}

/** An object with properties and nothing that combines it with other types. */
function isInterface(node: JsonObject): boolean {
  const keys = new Set(node.members.map(({ key }) => key));
  const combines = ["$ref", "allOf", "anyOf", "oneOf", "enum", "const"].some((key) =>
    keys.has(key),
  );
  const types = typesOf(node);
  return (
    !combines &&
    types.length === 1 &&
    types[0] === "object" &&
    objectShape(node).properties.length > 0
  );
}

function literal(node: JsonNode): string {
  return minifyJson(node) ?? "unknown";
}

/** Description, deprecation, default and format; with a line end behind it, empty where there is none. */
function docComment(node: JsonNode, indent: string): string {
  const lines = (textOf(memberOf(node, "description")) ?? "").split(/\r\n|\r|\n/);
  if (lines.join("") === "") lines.length = 0;
  if (isTrue(memberOf(node, "deprecated"))) lines.push("@deprecated");
  const standard = memberOf(node, "default");
  if (standard) lines.push(`@default ${literal(standard)}`);
  const format = textOf(memberOf(node, "format"));
  if (format !== undefined) lines.push(`@format ${format}`);
  const safe = lines.map((line) => line.replaceAll("*/", String.raw`*\/`));
  if (safe.length === 0) return "";
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  const body = safe.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`);
  return `${indent}/**\n${body.join("")}${indent} */\n`;
}
