import { Fault } from "../../results/syntax-problem.ts";
import {
  arrayNode,
  booleanNode,
  type JsonNode,
  memberNode,
  numberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { annotationsOf, isHidden } from "./annotations.ts";
import type { ConvertFailure } from "./context.ts";
import type { DocComment, DocTag } from "./doc-comment.ts";
import {
  annotate,
  builtinSchema,
  type Choice,
  choiceOf,
  choicesSchema,
  Definitions,
  type Draft,
  keywordSchema,
  NOTHING,
  NULL_CHOICE,
  nullable,
  type Schema,
  schemaNode,
  schemaOf,
} from "./schema.ts";
import type { Evaluator } from "./evaluator.ts";
import { type Nature, Natures } from "./nature.ts";
import { tooDeep } from "./parse.ts";
import {
  type Instance,
  isKeyword,
  type LiteralType,
  NULL,
  type ObjectType,
  type Place,
  partsOf,
  type TupleType,
  type Type,
  union,
} from "./types.ts";

export interface EmitOptions {
  readonly draft: Draft;
  /** Objects allow what they do not name. */
  readonly additionalProperties: boolean;
  readonly nullOptional: boolean;
}

const DEEPEST = 1000;
/** More schemas and values than these are longer than the longest output. */
const MOST_SCHEMAS = 250_000;

// Each type costs some microseconds: 100,000 characters of small types take longer than most tools do.

/** Writes types as schemas; names that come up are collected as definitions. */
export class Emitter {
  /** Properties written so far. */
  properties = 0;
  readonly #evaluator: Evaluator;
  readonly #options: EmitOptions;
  readonly #definitions: Definitions;
  readonly #natures: Natures;
  /** Objects without a name that are being written. */
  readonly #open = new Set<string>();
  #place: Place = { start: 0, end: 0 };
  #depth = 0;
  #schemas = 0;

  constructor(
    evaluator: Evaluator,
    options: EmitOptions,
    root: Instance | undefined,
    declared: Iterable<string>,
  ) {
    this.#evaluator = evaluator;
    this.#options = options;
    this.#definitions = new Definitions(options.draft, root, declared);
    this.#natures = new Natures(evaluator);
  }

  get definitionsKeyword(): string {
    return this.#definitions.keyword;
  }

  /** The schemas of all names that came up, in the order of their first use; more come up meanwhile. */
  definitions(): Schema {
    const definitions: Schema = new Map();
    for (const type of this.#definitions.pending) {
      const schema = "kind" in type ? this.#object(type) : this.declared(type);
      definitions.set(this.#definitions.nameOf(type), schemaNode(schema));
    }
    return definitions;
  }

  /** The schema of what a declaration says. */
  declared(instance: Instance): Schema {
    const { doc, nodes } = instance.declaration;
    const [node] = nodes;
    this.#place = (node?.type === "TSTypeAliasDeclaration" ? node.typeAnnotation : node) ?? {};
    const type = this.#evaluator.expand(instance);
    this.#natures.checkEnd(instance);
    const isEnum = node?.type === "TSEnumDeclaration";
    const schema = isEnum ? this.#choices(partsOf(type), true) : this.#schema(type);
    return this.#annotate(schema, doc);
  }

  /** The reference to a named type; its definition is to be written. */
  refer(instance: Instance): string {
    return this.#definitions.refer(instance);
  }

  /** Whether values of the type are data. */
  isData(instance: Instance): boolean {
    return !this.#nature({ kind: "reference", instance }).dropped;
  }

  #schema(type: Type): Schema {
    this.#count(1);
    if (this.#depth >= DEEPEST) throw new Fault<ConvertFailure>(tooDeep(this.#place.start ?? 0));
    this.#evaluator.spend(1);
    this.#depth++;
    const schema = this.#schemaOf(type);
    this.#depth--;
    return schema;
  }

  #schemaOf(type: Type): Schema {
    switch (type.kind) {
      case "keyword":
        return keywordSchema(type.name) ?? this.#unsupported(`a ${type.name} where data is wanted`);
      case "literal":
      case "union":
        return this.#union(partsOf(type));
      case "builtin":
        return builtinSchema(type.name);
      case "array":
        return this.#array(type.element(), type.unique);
      case "tuple":
        return this.#tuple(type);
      case "object":
        return this.#open.has(type.key)
          ? schemaOf({ $ref: stringNode(this.#definitions.refer(type)) })
          : this.#object(type);
      case "intersection":
        return schemaOf({ allOf: arrayNode(type.types.map((part) => this.#node(part))) });
      case "reference":
        return schemaOf({ $ref: stringNode(this.refer(type.instance)) });
      case "template":
        return schemaOf({ type: stringNode("string"), pattern: this.#text(`^${type.pattern}$`) });
      case "parameter":
        return type.constraint === undefined ? new Map() : this.#schema(type.constraint);
      case "promise":
        return this.#unsupported("a promise where data is wanted");
    }
  }

  #node(type: Type): JsonNode {
    return schemaNode(this.#schema(type));
  }

  #text(value: string): JsonNode {
    if (!value.isWellFormed()) {
      this.#evaluator.notes.addLoneSurrogate();
    }
    return stringNode(value);
  }

  #unsupported(found: string): Schema {
    this.#evaluator.unsupported(this.#place, found);
    return new Map();
  }

  /** The type without what is no data: `undefined`, functions and symbols beside other types. */
  #data(type: Type): Type {
    if (type.kind !== "union") return type;
    return union(type.types.filter((part) => this.#isDataPart(part)));
  }

  #isDataPart(part: Type): boolean {
    if (isKeyword(part, "undefined", "function", "symbol")) return false;
    return part.kind !== "reference" || !this.#nature(part).dropped;
  }

  #union(types: readonly Type[]): Schema {
    const parts = types.filter((part) => this.#isDataPart(part));
    if (parts.length === 0 && types.length > 0) {
      const isFunction = types.some((part) => !isKeyword(part, "undefined"));
      return isFunction ? this.#unsupported("a function where data is wanted") : NOTHING();
    }
    const isChoice = (part: Type) => part.kind === "literal" || isKeyword(part, "null");
    if (parts.every(isChoice)) return this.#choices(parts, false);
    const others = parts.filter((part) => !isKeyword(part, "null"));
    const [only] = others;
    if (others.length === 1 && only !== undefined) {
      const schema = this.#schema(only);
      if (parts.length === 1) return schema;
      const simple = nullable(schema);
      if (simple !== undefined) return simple;
      return schemaOf({
        anyOf: arrayNode(
          parts.map((part) => (part === only ? schemaNode(schema) : this.#node(part))),
        ),
      });
    }
    return this.#alternatives(parts);
  }

  /** The parts in their order, literals together in the place of the first of them. */
  #alternatives(parts: readonly Type[]): Schema {
    const literals = parts.filter((part) => part.kind === "literal");
    const nodes = parts.flatMap((part) => {
      if (part.kind !== "literal") return [this.#node(part)];
      return part === literals[0] ? [schemaNode(this.#choices(literals, false))] : [];
    });
    return schemaOf({ anyOf: arrayNode(nodes) });
  }

  #count(written: number): void {
    this.#schemas += written;
    if (this.#schemas > MOST_SCHEMAS) throw new TooLarge();
  }

  #choices(parts: readonly Type[], asEnum: boolean): Schema {
    this.#count(parts.length);
    const choices = parts.map((part): Choice =>
      part.kind === "literal"
        ? choiceOf((part as LiteralType).value, (value) => this.#text(value))
        : NULL_CHOICE,
    );
    return choicesSchema(choices, asEnum);
  }

  #array(element: Type, unique: boolean): Schema {
    return schemaOf({
      type: stringNode("array"),
      items: this.#node(this.#data(element)),
      uniqueItems: unique ? booleanNode(true) : undefined,
    });
  }

  #tuple({ elements }: TupleType): Schema {
    const rest = elements.findIndex((element) => element.rest);
    const fixed = rest < 0 ? elements : elements.slice(0, rest);
    const least = elements.filter((element) => !element.rest && !element.optional).length;
    const open = rest < 0 ? undefined : union(elements.slice(rest).map(({ type }) => type));
    const others = open === undefined ? booleanNode(false) : this.#node(this.#data(open));
    const type = stringNode("array");
    const minItems = numberNode(String(least));
    const maxItems = rest < 0 ? numberNode(String(elements.length)) : undefined;
    if (fixed.length === 0) {
      return schemaOf({
        type,
        items: others,
        minItems: least > 0 || maxItems !== undefined ? minItems : undefined,
        maxItems,
      });
    }
    const items = arrayNode(fixed.map((element) => this.#node(this.#data(element.type))));
    return this.#options.draft === "draft-07"
      ? schemaOf({ type, items, additionalItems: others, minItems, maxItems })
      : schemaOf({ type, prefixItems: items, items: others, minItems, maxItems });
  }

  #object({ key, members, signatures }: ObjectType): Schema {
    this.#open.add(key);
    const properties = [];
    const required: JsonNode[] = [];
    for (const member of members.values()) {
      if (isHidden(member.doc)) continue;
      const place = this.#place;
      this.#place = member.place;
      const type = member.type();
      const { optional, dropped } = this.#nature(type);
      if (dropped) this.#evaluator.notes.addDropped(member);
      else {
        const isOptional = optional || member.optional;
        const schema = this.#annotate(this.#schema(this.#memberType(type, isOptional)), member.doc);
        const name = this.#text(member.name);
        properties.push(memberNode(member.name, schemaNode(schema)));
        if (!isOptional) required.push(name);
      }
      this.#place = place;
    }
    this.properties += properties.length;
    const patterns = signatures.flatMap(({ pattern, type }) =>
      pattern === undefined ? [] : [memberNode(`^${pattern}$`, this.#node(this.#data(type())))],
    );
    const open = signatures
      .filter(({ pattern }) => pattern === undefined)
      .map(({ type }) => type());
    const others = this.#others(open);
    this.#open.delete(key);
    return schemaOf({
      type: stringNode("object"),
      properties: properties.length > 0 ? objectNode(properties) : undefined,
      required: required.length > 0 ? arrayNode(required) : undefined,
      patternProperties: patterns.length > 0 ? objectNode(patterns) : undefined,
      additionalProperties: others,
    });
  }

  #others(open: readonly Type[]): JsonNode | undefined {
    const types = open.filter((type) => !this.#nature(type).dropped);
    if (types.length > 0) return this.#node(this.#data(union(types)));
    return this.#options.additionalProperties ? undefined : booleanNode(false);
  }

  #memberType(type: Type, isOptional: boolean): Type {
    const data = this.#data(type);
    return isOptional && this.#options.nullOptional ? union([data, NULL]) : data;
  }

  #nature(type: Type): Nature {
    return this.#natures.of(type, this.#place);
  }

  #annotate(schema: Schema, doc: DocComment | undefined): Schema {
    const invalid = (tag: DocTag, expected: string) =>
      this.#evaluator.notes.addInvalidTag(tag, expected);
    const annotations = annotationsOf(doc, invalid);
    return annotate(schema, annotations, this.#options.draft, () => {
      if (annotations.integer !== undefined) invalid(annotations.integer, "a type of numbers");
    });
  }
}

/** Carries out of the emitter that the output would be too long. */
export class TooLarge extends Error {}
