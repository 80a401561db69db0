import { isTrue, memberOf, textOf } from "../_lib/json/tree/members.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import type { JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import { BOUNDS } from "../_lib/schemas/drafts/bounds.ts";
import { type Declaration, expression, memberName, type SchemaNames } from "./type-names.ts";
import { dependenciesFirst, referencesOf } from "./order.ts";
import {
  type ArrayShape,
  arrayShape,
  choicesOf,
  ignoredSiblings,
  ignoresSiblings,
  type Loss,
  objectShape,
  oneOfAsUnion,
  typesOf,
  unsupportedKeywords,
} from "../_lib/schemas/drafts/schema.ts";
import type { Code } from "./typescript.ts";

/** Schemas for @sinclair/typebox, those that others need first. */
export function writeTypeBox(names: SchemaNames): Code {
  const ordered = dependenciesFirst(names);
  const isModule = needsModule(ordered, names);
  const writer = new TypeBoxWriter(names, isModule);
  const head = 'import { Type, type Static } from "@sinclair/typebox";';
  const parts = isModule ? writer.module(ordered) : ordered.map((each) => writer.declare(each));
  return { code: `${[head, ...parts].join("\n\n")}\n`, losses: writer.losses };
}

/**
 * Whether declarations refer to one another in a circle, or a value would hold a recursive one twice:
 * those have an `$id`, which may be only once in a schema. A module gives each value all of them.
 */
function needsModule(ordered: readonly Declaration[], names: SchemaNames): boolean {
  /** How often the value of a declaration holds a recursive one, as far as 2. */
  const held = new Map<Declaration, number>();
  for (const declaration of ordered) {
    let count = 0;
    let isRecursive = false;
    for (const target of referencesOf(declaration, names)) {
      const inside = held.get(target);
      if (target === declaration) isRecursive = true;
      else if (inside === undefined) return true;
      else count = Math.min(2, count + inside);
    }
    if (isRecursive) count++;
    if (count > 1) return true;
    held.set(declaration, count);
  }
  return false;
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
  "$anchor",
  "$dynamicAnchor",
  "$dynamicRef",
  "$recursiveAnchor",
  "$recursiveRef",
  "$vocabulary",
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

/** In a module every reference is by name. */
class TypeBoxWriter {
  readonly losses: Loss[] = [];
  readonly #names: SchemaNames;
  readonly #isModule: boolean;
  #current = "";
  #refersToItself = false;

  constructor(names: SchemaNames, isModule: boolean) {
    this.#names = names;
    this.#isModule = isModule;
  }

  declare({ name, node, path }: Declaration): string {
    this.#current = name;
    this.#refersToItself = false;
    const text = this.#schema(node, path, "");
    return exported(
      name,
      this.#refersToItself
        ? `Type.Recursive((This) => ${text}, { $id: ${JSON.stringify(name)} })`
        : text,
    );
  }

  /** The module, and each declaration imported from it. */
  module(declarations: readonly Declaration[]): string[] {
    const members = declarations.map(
      ({ name, node, path }) => `  ${name}: ${this.#schema(node, path, "  ")},\n`,
    );
    // No other name begins with a small letter.
    return [
      `const schemas = Type.Module({\n${members.join("")}});`,
      ...declarations.map(({ name }) => exported(name, `schemas.Import(${JSON.stringify(name)})`)),
    ];
  }

  #schema(node: JsonNode, path: string, indent: string): string {
    if (node.type !== "object")
      return node.type === "boolean" && !node.value ? "Type.Never()" : "Type.Unknown()";
    const reference = textOf(memberOf(node, "$ref"));
    if (reference !== undefined && ignoresSiblings(this.#names.draft)) {
      this.losses.push(...ignoredSiblings(node, path, this.#names.draft));
      return this.#reference(reference);
    }
    this.losses.push(...unsupportedKeywords(node, path));
    const parts = this.#parts(node, path, indent);
    if (reference !== undefined) parts.unshift(this.#reference(reference));
    const options = optionsOf(node);
    if (parts.length === 0) return `Type.Unknown(${objectOf(options)})`;
    const [first = ""] = parts;
    // Without a type of its own the schema's keywords have no other place.
    const isBare = options.length > 0 && !hasOwn(node);
    if (parts.length === 1 && !isBare) return first;
    return call("Intersect", list(parts), options);
  }

  #parts(node: JsonObject, path: string, indent: string): string[] {
    const parts: string[] = [];
    const own = this.#own(node, path, indent);
    if (own !== undefined) parts.push(own);
    for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
      const branches = memberOf(node, keyword);
      if (branches?.type !== "array") continue;
      if (keyword === "oneOf") this.losses.push(oneOfAsUnion(path));
      const schemas = branches.items.map((item, index) =>
        this.#schema(item, `${path}/${keyword}/${index}`, indent),
      );
      const [only = ""] = schemas;
      const kind = keyword === "allOf" ? "Intersect" : "Union";
      parts.push(schemas.length === 1 ? only : call(kind, list(schemas)));
    }
    return parts;
  }

  #reference(reference: string): string {
    const name = this.#names.target(reference)?.name;
    if (name === undefined) return "Type.Unknown()";
    if (this.#isModule) return `Type.Ref(${JSON.stringify(name)})`;
    if (name !== this.#current) return name;
    this.#refersToItself = true;
    return "This";
  }

  #own(node: JsonObject, path: string, indent: string): string | undefined {
    const options = optionsOf(node);
    const choices = choicesOf(node);
    if (choices !== undefined) return union(choices.map(literal), options);
    const types = typesOf(node);
    const [only] = types;
    if (only === undefined) return undefined;
    if (types.length === 1) return this.#typed(only, node, path, indent, options);
    return union(
      types.map((type) => this.#typed(type, node, path, indent, [])),
      options,
    );
  }

  #typed(
    type: string,
    node: JsonObject,
    path: string,
    indent: string,
    options: readonly string[],
  ): string {
    if (type === "object") return this.#object(node, path, indent, options);
    if (type === "array") return this.#array(node, path, indent, options);
    return `Type.${PLAIN[type] ?? "Unknown"}(${objectOf(options)})`;
  }

  #array(node: JsonObject, path: string, indent: string, options: readonly string[]): string {
    const shape = arrayShape(node, this.#names.draft);
    const rest = shape.rest ? this.#schema(shape.rest, `${path}/items`, indent) : "Type.Unknown()";
    if (shape.prefix.length === 0) return call("Array", rest, options);
    const places = shape.prefix.map((item, index) =>
      this.#schema(item, `${path}/prefixItems/${index}`, indent),
    );
    return tuple(places, shape, rest, options);
  }

  #object(node: JsonObject, path: string, indent: string, options: readonly string[]): string {
    const { properties, additional } = objectShape(node);
    const others = additional && this.#schema(additional, `${path}/additionalProperties`, indent);
    const isOpen = additional === undefined || additional.type !== "boolean";
    if (properties.length === 0 && isOpen)
      return call("Record", `Type.String(), ${others ?? "Type.Unknown()"}`, options);
    const inner = `${indent}  `;
    const members = properties.map(({ key, schema, required }) => {
      const text = this.#schema(schema, appendPointer(`${path}/properties`, key), inner);
      return `${inner}${memberName(key)}: ${required ? text : `Type.Optional(${text})`},\n`;
    });
    const body = members.length === 0 ? "{}" : `{\n${members.join("")}${indent}}`;
    const allowed = additional?.type === "boolean" ? String(additional.value) : others;
    const setting = allowed === undefined ? [] : [`additionalProperties: ${allowed}`];
    return call("Object", body, [...setting, ...options]);
  }
}

function exported(name: string, value: string): string {
  return `export const ${name} = ${value};\nexport type ${name} = Static<typeof ${name}>;`;
}

function list(schemas: readonly string[]): string {
  return `[${schemas.join(", ")}]`;
}

function objectOf(options: readonly string[]): string {
  return options.length === 0 ? "" : `{ ${options.join(", ")} }`;
}

function call(kind: string, content: string, options: readonly string[] = []): string {
  return `Type.${kind}(${content}${options.length === 0 ? "" : `, ${objectOf(options)}`})`;
}

function union(schemas: readonly string[], options: readonly string[]): string {
  const [only] = schemas;
  if (only === undefined) return `Type.Never(${objectOf(options)})`;
  if (schemas.length > 1) return call("Union", list(schemas), options);
  return options.length === 0 ? only : call("Intersect", list(schemas), options);
}

/** Longer tuples that may end early are not written once for each of their lengths. */
const LONGEST_CHOICE = 8;

/**
 * `Type.Tuple` takes all of its places and nothing else. One that may end early is one of several; one that
 * goes on is written as a schema: TypeBox has no form for it, and does not check it itself.
 */
function tuple(
  places: readonly string[],
  { closed, minItems }: ArrayShape,
  rest: string,
  options: readonly string[],
): string {
  const isWhole = minItems >= places.length;
  if (closed && isWhole) return call("Tuple", list(places), options);
  if (closed && places.length <= LONGEST_CHOICE) {
    const lengths = Array.from({ length: places.length - minItems + 1 }, (_, index) => index);
    const tuples = lengths.map((more) => call("Tuple", list(places.slice(0, minItems + more))));
    return call("Union", list(tuples), options);
  }
  const others = closed ? "false" : rest;
  const keywords = ['type: "array"', `items: ${list(places)}`, `additionalItems: ${others}`];
  return `Type.Unsafe<unknown[]>(Type.Unknown(${objectOf([...keywords, ...options])}))`;
}

/** TypeBox has literals for strings, numbers and booleans; lists and objects are compared by their parts. */
function literal(node: JsonNode): string {
  if (node.type === "null") return "Type.Null()";
  if (node.type === "array") return call("Tuple", list(node.items.map(literal)));
  if (node.type !== "object") return `Type.Literal(${expression(node)})`;
  const members = node.members.map(({ key, value }) => `${memberName(key)}: ${literal(value)}`);
  const body = members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  return call("Object", body, ["additionalProperties: false"]);
}

function hasOwn(node: JsonObject): boolean {
  return choicesOf(node) !== undefined || typesOf(node).length > 0;
}

/** Keywords that pass through as they are, but for bounds with a flag: they are numbers since draft-06. */
function optionsOf(node: JsonObject): readonly string[] {
  const flags = BOUNDS.flatMap(([bound, exclusive]): [string, string | undefined][] =>
    memberOf(node, exclusive)?.type === "boolean"
      ? [
          [exclusive, undefined],
          [bound, isTrue(memberOf(node, exclusive)) ? exclusive : bound],
        ]
      : [],
  );
  const names = new Map<string, string | undefined>(flags);
  return node.members.flatMap(({ key, value }) => {
    const name = names.has(key) ? names.get(key) : key;
    return STRUCTURE.has(key) || name === undefined
      ? []
      : [`${memberName(name)}: ${expression(value)}`];
  });
}
