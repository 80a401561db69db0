import { memberOf, textOf } from "../json-schema/node.ts";
import { appendPointer } from "../json/pointer.ts";
import type { JsonMember, JsonNode, JsonObject } from "../json/tree.ts";
import { minifyJson } from "../json/write.ts";
import { dependenciesFirst } from "./order.ts";
import {
  arrayShape,
  type Declaration,
  type Loss,
  objectShape,
  propertyName,
  type SchemaNames,
  typesOf,
  unsupportedKeywords,
} from "./schema.ts";
import type { Code } from "./typescript.ts";

/** Schemas for @sinclair/typebox, those that others need first. */
export function writeTypeBox(names: SchemaNames): Code {
  const writer = new TypeBoxWriter(names);
  const declarations = dependenciesFirst(names).map((declaration) => writer.declare(declaration));
  const head = 'import { Type, type Static } from "@sinclair/typebox";';
  return { code: `${head}\n\n${declarations.join("\n\n")}\n`, losses: writer.losses };
}

const PLAIN: Readonly<Record<string, string>> = {
  string: "String",
  number: "Number",
  integer: "Integer",
  boolean: "Boolean",
  null: "Null",
};

/** Keywords of the code's own making, or that say where a schema stands. */
const STRUCTURE = new Set([
  "$schema",
  "$id",
  "id",
  "$ref",
  "$defs",
  "definitions",
  "type",
  "properties",
  "required",
  "items",
  "prefixItems",
  "additionalItems",
  "additionalProperties",
  "allOf",
  "anyOf",
  "oneOf",
  "enum",
  "const",
]);

class TypeBoxWriter {
  readonly losses: Loss[] = [];
  readonly #names: SchemaNames;
  readonly #written = new Set<string>();
  #current = "";
  #refersToItself = false;

  constructor(names: SchemaNames) {
    this.#names = names;
  }

  declare({ name, node, path }: Declaration): string {
    this.#current = name;
    this.#refersToItself = false;
    const text = this.#schema(node, path, "");
    this.#written.add(name);
    const whole = this.#refersToItself
      ? `Type.Recursive((This) => ${text}, { $id: ${JSON.stringify(name)} })`
      : text;
    return `export const ${name} = ${whole};\nexport type ${name} = Static<typeof ${name}>;`;
  }

  #schema(node: JsonNode, path: string, indent: string): string {
    if (node.type !== "object")
      return node.type === "boolean" && !node.value ? "Type.Never()" : "Type.Unknown()";
    this.losses.push(...unsupportedKeywords(node, path));
    const parts = this.#parts(node, path, indent);
    const options = optionsOf(node);
    if (parts.length === 0) return `Type.Unknown(${options ?? ""})`;
    const [first = ""] = parts;
    if (parts.length === 1) return first;
    return `Type.Intersect([${parts.join(", ")}]${options === undefined ? "" : `, ${options}`})`;
  }

  #parts(node: JsonObject, path: string, indent: string): string[] {
    const parts: string[] = [];
    const reference = textOf(memberOf(node, "$ref"));
    if (reference !== undefined) parts.push(this.#reference(reference));
    const own = this.#own(node, path, indent);
    if (own !== undefined) parts.push(own);
    for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
      const list = memberOf(node, keyword);
      if (list?.type !== "array") continue;
      if (keyword === "oneOf") {
        const detail = "A union does not refuse what fits two of its parts";
        this.losses.push({ code: "ONEOF_AS_UNION", path: `${path}/oneOf`, keyword, detail });
      }
      const schemas = list.items.map((item, index) =>
        this.#schema(item, `${path}/${keyword}/${index}`, indent),
      );
      const call = keyword === "allOf" ? "Intersect" : "Union";
      parts.push(
        schemas.length === 1 ? (schemas[0] ?? "") : `Type.${call}([${schemas.join(", ")}])`,
      );
    }
    return parts;
  }

  #reference(reference: string): string {
    const name = this.#names.target(reference)?.name;
    if (name === undefined) return "Type.Unknown()";
    if (name === this.#current) {
      this.#refersToItself = true;
      return "This";
    }
    return this.#written.has(name) ? name : `Type.Ref(${JSON.stringify(name)})`;
  }

  #own(node: JsonObject, path: string, indent: string): string | undefined {
    const options = optionsOf(node);
    const constant = memberOf(node, "const");
    const values = memberOf(node, "enum");
    if (constant) return literal(constant, options);
    if (values?.type === "array")
      return union(
        values.items.map((item) => literal(item)),
        options,
      );
    const types = typesOf(node);
    if (types.length === 0) return undefined;
    return union(types.map((type) => this.#typed(type, node, path, indent, options)));
  }

  #typed(
    type: string,
    node: JsonObject,
    path: string,
    indent: string,
    options: string | undefined,
  ): string {
    if (type === "object") return this.#object(node, path, indent, options);
    if (type === "array") return this.#array(node, path, indent, options);
    return `Type.${PLAIN[type] ?? "Unknown"}(${options ?? ""})`;
  }

  #array(node: JsonObject, path: string, indent: string, options: string | undefined): string {
    const { prefix, rest } = arrayShape(node, this.#names.draft);
    const closed = rest?.type === "boolean" && !rest.value;
    const after = options === undefined ? "" : `, ${options}`;
    if (prefix.length > 0 && closed) {
      const places = prefix.map((item, index) =>
        this.#schema(item, `${path}/prefixItems/${index}`, indent),
      );
      return `Type.Tuple([${places.join(", ")}]${after})`;
    }
    const items =
      rest && prefix.length === 0 ? this.#schema(rest, `${path}/items`, indent) : "Type.Unknown()";
    return `Type.Array(${items}${after})`;
  }

  #object(node: JsonObject, path: string, indent: string, options: string | undefined): string {
    const { properties, additional } = objectShape(node);
    if (properties.length === 0 && additional && additional.type !== "boolean") {
      const values = this.#schema(additional, `${path}/additionalProperties`, indent);
      return `Type.Record(Type.String(), ${values}${options === undefined ? "" : `, ${options}`})`;
    }
    if (properties.length === 0 && additional === undefined) {
      return `Type.Record(Type.String(), Type.Unknown()${options === undefined ? "" : `, ${options}`})`;
    }
    const inner = `${indent}  `;
    const members = properties.map(({ key, schema, required }) => {
      const text = this.#schema(schema, appendPointer(`${path}/properties`, key), inner);
      return `${inner}${propertyName(key)}: ${required ? text : `Type.Optional(${text})`},\n`;
    });
    const body = members.length === 0 ? "{}" : `{\n${members.join("")}${indent}}`;
    const settings = [
      ...(additional
        ? [`additionalProperties: ${this.#additional(additional, path, indent)}`]
        : []),
      ...(options === undefined ? [] : [options.slice(2, -2)]),
    ];
    return `Type.Object(${body}${settings.length === 0 ? "" : `, { ${settings.join(", ")} }`})`;
  }

  #additional(node: JsonNode, path: string, indent: string): string {
    if (node.type === "boolean") return String(node.value);
    return this.#schema(node, `${path}/additionalProperties`, indent);
  }
}

function union(schemas: readonly string[], options?: string): string {
  if (schemas.length === 0) return "Type.Never()";
  if (schemas.length === 1) return schemas[0] ?? "";
  return `Type.Union([${schemas.join(", ")}]${options === undefined ? "" : `, ${options}`})`;
}

/** TypeBox has literals for strings, numbers and booleans; other values are a `const` of its own. */
function literal(node: JsonNode, options?: string): string {
  const text = minifyJson(node) ?? "null";
  const after = options === undefined ? "" : `, ${options}`;
  if (node.type === "null") return `Type.Null(${options ?? ""})`;
  if (node.type === "object" || node.type === "array")
    return `Type.Unsafe<unknown>({ const: ${text} })`;
  return `Type.Literal(${text}${after})`;
}

/** Keywords that pass through as they are; undefined where there is none. */
function optionsOf({ members }: JsonObject): string | undefined {
  const kept = members.filter(({ key }) => !STRUCTURE.has(key));
  return kept.length === 0 ? undefined : `{ ${kept.map(option).join(", ")} }`;
}

function option({ key, value }: JsonMember): string {
  return `${propertyName(key)}: ${minifyJson(value) ?? "null"}`;
}
