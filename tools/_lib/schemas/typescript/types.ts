/** What types mean once their names are looked up: the terms that the evaluator computes with. */
import { beginning } from "../../text/shown.ts";
import type { DocComment } from "./doc-comment.ts";
import type { Declaration } from "./scope.ts";

export type Keyword =
  | "any"
  | "bigint"
  | "boolean"
  | "function"
  | "never"
  | "null"
  | "number"
  | "object"
  | "string"
  | "symbol"
  | "undefined"
  | "unknown";

export type Type =
  | { readonly kind: "keyword"; readonly name: Keyword }
  | LiteralType
  | { readonly kind: "builtin"; readonly name: Builtin }
  | { readonly kind: "array"; readonly element: Lazy<Type>; readonly unique: boolean }
  | TupleType
  | ObjectType
  | { readonly kind: "union"; readonly types: readonly Type[] }
  | { readonly kind: "intersection"; readonly types: readonly Type[] }
  | ReferenceType
  /** Texts that a regular expression describes, without its anchors. */
  | { readonly kind: "template"; readonly pattern: string }
  /** A type parameter that nothing was given for. */
  | { readonly kind: "parameter"; readonly name: string; readonly constraint: Type | undefined }
  | { readonly kind: "promise"; readonly result: Type };

export type Builtin = "Date" | "RegExp" | "URL" | "Uint8Array";

export interface LiteralType {
  readonly kind: "literal";
  readonly value: string | number | boolean | bigint;
}

export interface TupleType {
  readonly kind: "tuple";
  readonly elements: readonly TupleElement[];
}

export interface TupleElement {
  readonly type: Type;
  readonly optional: boolean;
  /** The type is that of each of any number of items. */
  readonly rest: boolean;
}

export interface ObjectType {
  readonly kind: "object";
  /** Equal for shapes that are the same by construction. */
  readonly key: string;
  readonly members: ReadonlyMap<string, Member>;
  readonly signatures: readonly Signature[];
}

export interface Member {
  readonly name: string;
  /** Written as a number, so that `keyof` gives one. */
  readonly numeric: boolean;
  readonly optional: boolean;
  readonly type: Lazy<Type>;
  readonly doc: DocComment | undefined;
  /** Where it is written. */
  readonly place: Place;
}

/** A part of the source, for entries that are about it. */
export interface Place {
  readonly start?: number | null | undefined;
  readonly end?: number | null | undefined;
}

/** An index signature: what members have that are not named. */
export interface Signature {
  /** What their names match; undefined for any name. */
  readonly pattern: string | undefined;
  readonly numeric: boolean;
  readonly type: Lazy<Type>;
}

export interface ReferenceType {
  readonly kind: "reference";
  readonly instance: Instance;
}

/** A declared type with the types given for its parameters. */
export interface Instance {
  readonly declaration: Declaration;
  /** For its name: none where all are the defaults. */
  readonly arguments: readonly Type[];
  readonly bindings: ReadonlyMap<string, Type>;
  readonly key: string;
  /** Of the reference that asked for it first. */
  readonly offset: number;
}

/** Computed when it is first asked for, so that types may name themselves in their members. */
export interface Lazy<T> {
  (): T;
  /** Says which type it is without computing it. */
  readonly key: string;
}

export function keyword(name: Keyword): Type {
  return { kind: "keyword", name };
}

export function literal(value: LiteralType["value"]): LiteralType {
  return { kind: "literal", value };
}

export const NEVER: Type = keyword("never");
export const ANY: Type = keyword("any");
export const UNKNOWN: Type = keyword("unknown");
export const UNDEFINED: Type = keyword("undefined");
export const NULL: Type = keyword("null");

export function isKeyword(type: Type, ...names: readonly Keyword[]): boolean {
  return type.kind === "keyword" && names.includes(type.name);
}

/** The keyword that a literal belongs to. */
export function keywordOfLiteral({ value }: LiteralType): Keyword {
  return typeof value as "string" | "number" | "boolean" | "bigint";
}

export function ready(type: Type): Lazy<Type> {
  return Object.assign(() => type, { key: keyOf(type) });
}

/** A text that is equal for equal types; different texts do not mean different types. */
export function keyOf(type: Type): string {
  switch (type.kind) {
    case "keyword":
    case "builtin":
      return type.name;
    case "literal":
      return typeof type.value === "bigint" ? `${type.value}n` : JSON.stringify(type.value);
    case "array":
      return `${type.unique ? "Set" : "Array"}(${type.element.key})`;
    case "tuple":
      return `[${type.elements.map((element) => `${element.rest ? "..." : ""}${keyOf(element.type)}${element.optional ? "?" : ""}`).join()}]`;
    case "object":
      return type.key;
    case "union":
      return `(${type.types.map(keyOf).join("|")})`;
    case "intersection":
      return `(${type.types.map(keyOf).join("&")})`;
    case "reference":
      return type.instance.key;
    case "template":
      return `/${type.pattern}/`;
    case "parameter":
      return `<${type.name}>`;
    case "promise":
      return `Promise(${keyOf(type.result)})`;
  }
}

/** The union as the language reduces it: flat, without repeats, without literals that a keyword covers. */
export function union(types: readonly Type[]): Type {
  const seen = new Map<string, Type>();
  for (const type of types) {
    for (const part of type.kind === "union" ? type.types : [type]) {
      if (isKeyword(part, "any")) return ANY;
      if (!isKeyword(part, "never")) {
        const key = keyOf(part);
        if (!seen.has(key)) seen.set(key, part);
      }
    }
  }
  if (seen.has("unknown")) return UNKNOWN;
  const parts = [...seen.values()].filter(
    (part) => part.kind !== "literal" || !seen.has(keywordOfLiteral(part)),
  );
  if (parts.length < 2) return parts[0] ?? NEVER;
  return { kind: "union", types: parts };
}

/** The types that a union names, or the type alone. */
export function partsOf(type: Type): readonly Type[] {
  if (type.kind === "union") return type.types;
  return isKeyword(type, "never") ? [] : [type];
}

const LONGEST_NAME = 80;
const WIDEST = 8;
const DEEPEST_NAME = 3;

/** How a type reads in the name of a generic instance; what is long or deep is left out. */
export function display(type: Type, depth = 0): string {
  if (depth > DEEPEST_NAME) return "";
  const list = (types: readonly Type[], separator: string) =>
    beginning(
      types
        .slice(0, WIDEST)
        .map((part) => display(part, depth + 1))
        .join(separator),
      LONGEST_NAME,
    );
  switch (type.kind) {
    case "reference": {
      const { declaration, arguments: given } = type.instance;
      return given.length === 0 ? declaration.name : `${declaration.name}<${list(given, ",")}>`;
    }
    case "literal":
      return beginning(String(type.value), LONGEST_NAME);
    case "array":
      return `${display(type.element(), depth + 1)}[]`;
    case "union":
      return list(type.types, "|");
    case "intersection":
      return list(type.types, "&");
    case "tuple":
      return `[${list(
        type.elements.map((element) => element.type),
        ",",
      )}]`;
    case "object":
      return (
        beginning([...type.members.keys()].slice(0, WIDEST).join("_"), LONGEST_NAME) || "object"
      );
    case "template":
      return "template";
    case "promise":
      return `Promise<${display(type.result, depth + 1)}>`;
    default:
      return type.name;
  }
}
