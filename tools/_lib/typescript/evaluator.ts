import type {
  Node,
  TSConditionalType,
  TSLiteralType,
  TSTupleType,
  TSType,
  TSTypeReference,
} from "@babel/types";
import type { Entry } from "../../_core/tool.ts";
import type { EntryList } from "../entry-list.ts";
import { Fault } from "../fault.ts";
import { positionFinder } from "../text-position.ts";
import { isAssignable, spreadParts } from "./assignable.ts";
import { bind, type Context, type ConvertFailure, type Env, startOf } from "./context.ts";
import { constantOf, enumValues } from "./enums.ts";
import { declaredObject, keyForNode, literalObject } from "./members.ts";
import { accessed, intersect, keysOf, mapped } from "./operators.ts";
import { tooDeep } from "./parse.ts";
import {
  type Declaration,
  find,
  isImported,
  parametersOf,
  pathOf,
  type Scope,
  typeIn,
} from "./scope.ts";
import { templateType } from "./templates.ts";
import {
  ANY,
  type Instance,
  isKeyword,
  keyOf,
  type Keyword,
  keyword,
  type Lazy,
  literal,
  type Member,
  NULL,
  type ObjectType,
  type TupleElement,
  type Type,
  union,
} from "./types.ts";
import { utilityType } from "./utilities.ts";
import { typeOfName } from "./values.ts";

const DEEPEST = 1000;
const LONGEST_EXCERPT = 200;

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ["TSAnyKeyword", "any"],
  ["TSUnknownKeyword", "any"],
  ["TSStringKeyword", "string"],
  ["TSNumberKeyword", "number"],
  ["TSBooleanKeyword", "boolean"],
  ["TSBigIntKeyword", "bigint"],
  ["TSNullKeyword", "null"],
  ["TSUndefinedKeyword", "undefined"],
  ["TSVoidKeyword", "undefined"],
  ["TSNeverKeyword", "never"],
  ["TSObjectKeyword", "object"],
  ["TSSymbolKeyword", "symbol"],
  ["TSFunctionType", "function"],
  ["TSConstructorType", "function"],
  ["TSTypePredicate", "boolean"],
]);

export type Warnings = EntryList<
  "MEMBER_DROPPED" | "TAG_INVALID" | "TS_UNSUPPORTED" | "TYPE_UNRESOLVED" | "LONE_SURROGATE",
  "WARNINGS_TRUNCATED"
>;

/** A part of the source that has no schema. */
export interface Unsupported {
  readonly offset: number;
  readonly found: string;
  readonly text: string;
}

/** Gives types as written their meaning, name by name, each declaration at most once. */
export class Evaluator implements Context {
  readonly source: string;
  readonly warnings: Warnings;
  readonly position: (offset: number) => Pick<Entry, "line" | "column" | "offset">;
  readonly spend: (units: number) => void;
  readonly #unsupported = new Map<number, Unsupported>();
  readonly #unresolved = new Set<string>();
  readonly #instances = new Map<string, Instance>();
  readonly #expanded = new Map<string, Type>();
  readonly #expanding = new Set<string>();
  #depth = 0;

  constructor(source: string, warnings: Warnings, spend: (units: number) => void) {
    this.source = source;
    this.warnings = warnings;
    this.position = positionFinder(source);
    this.spend = spend;
  }

  /** What had no schema, in the order of the text. */
  get unsupportedParts(): readonly Unsupported[] {
    return [...this.#unsupported.values()].toSorted((a, b) => a.offset - b.offset);
  }

  unsupported(node: Node, found: string): Type {
    const offset = startOf(node);
    if (!this.#unsupported.has(offset))
      this.#unsupported.set(offset, { offset, found, text: this.sourceOf(node) });
    return ANY;
  }

  unresolved(node: Node, name: string): Type {
    if (!this.#unresolved.has(name)) {
      this.#unresolved.add(name);
      this.warnings.add("TYPE_UNRESOLVED", () => ({
        message: `${name.slice(0, LONGEST_EXCERPT)} is not declared here, so that its schema allows anything`,
        ...this.position(startOf(node)),
        received: name.slice(0, LONGEST_EXCERPT),
      }));
    }
    return ANY;
  }

  sourceOf(node: Node): string {
    return this.source.slice(startOf(node), Math.min(node.end ?? 0, startOf(node) + LONGEST_EXCERPT));
  }

  lazy(key: string, node: Node, compute: () => Type): Lazy<Type> {
    let type: Type | undefined;
    let isComputing = false;
    const get = (): Type => {
      if (type !== undefined) return type;
      if (isComputing) throw cycle(startOf(node), this.sourceOf(node));
      isComputing = true;
      type = compute();
      return type;
    };
    return Object.assign(get, { key });
  }

  evaluate(node: TSType, env: Env): Type {
    if (this.#depth >= DEEPEST) throw new Fault<ConvertFailure>(tooDeep(startOf(node)));
    this.spend(1);
    this.#depth++;
    const type = this.#evaluate(node, env);
    this.#depth--;
    return type;
  }

  #evaluate(node: TSType, env: Env): Type {
    const name = KEYWORDS.get(node.type);
    if (name !== undefined) return keyword(name);
    switch (node.type) {
      case "TSParenthesizedType":
        return this.evaluate(node.typeAnnotation, env);
      case "TSTypeReference":
        return this.#reference(node, env);
      case "TSLiteralType":
        return this.#literal(node, env);
      case "TSUnionType":
        return union(node.types.map((part) => this.evaluate(part, env)));
      case "TSIntersectionType":
        return intersect(
          this,
          node.types.map((part) => this.evaluate(part, env)),
          node,
        );
      case "TSArrayType": {
        const { elementType } = node;
        const key = keyForNode(this, elementType, env);
        const element = this.lazy(key, node, () => this.evaluate(elementType, env));
        return { kind: "array", element, unique: false };
      }
      case "TSTupleType":
        return this.#tuple(node, env);
      case "TSTypeLiteral":
        return literalObject(this, node, node.members, env);
      default:
        return this.#operator(node, env);
    }
  }

  #operator(node: TSType, env: Env): Type {
    switch (node.type) {
      case "TSTypeOperator":
        if (node.operator === "unique") return keyword("symbol");
        if (node.operator === "readonly") return this.evaluate(node.typeAnnotation, env);
        return keysOf(this, this.evaluate(node.typeAnnotation, env), node);
      case "TSIndexedAccessType": {
        const object = this.evaluate(node.objectType, env);
        return accessed(this, object, this.evaluate(node.indexType, env), node);
      }
      case "TSMappedType":
        return mapped(this, node, env);
      case "TSConditionalType":
        return this.#conditional(node, env);
      case "TSTemplateLiteralType": {
        const quasis = node.quasis.map(({ value }) => value.cooked ?? value.raw);
        return this.#template(node, quasis, node.types, env);
      }
      case "TSTypeQuery":
        if (node.exprName.type === "TSImportType")
          return this.unsupported(node, "a type of another file");
        return typeOfName(this, node.exprName, env);
      case "TSThisType":
        return env.bindings.get("this") ?? ANY;
      case "TSImportType":
        return this.unsupported(node, "a type of another file");
      case "TSInferType":
        return this.unsupported(node, "an inferred type");
      default:
        return this.unsupported(node, "a type that has no schema");
    }
  }

  #literal({ literal: node }: TSLiteralType, env: Env): Type {
    if (node.type === "BigIntLiteral") return literal(BigInt(node.value));
    if (node.type === "UnaryExpression" && node.argument.type === "BigIntLiteral")
      return literal(-BigInt(node.argument.value));
    const value = constantOf(this, env.scope, node);
    if (value === undefined) return this.unsupported(node, "a literal that is computed");
    return value === null ? NULL : literal(value);
  }

  #template(
    node: Node,
    quasis: readonly string[],
    holes: readonly TSType[],
    env: Env,
  ): Type {
    const parts = holes.map((hole) =>
      spreadParts(this, this.evaluate(hole, env), hole).map((part) => this.resolve(part, hole)),
    );
    return templateType(quasis, parts) ?? this.unsupported(node, "a template of what is no text");
  }

  #tuple(node: TSTupleType, env: Env): Type {
    const elements = node.elementTypes.flatMap((element): readonly TupleElement[] => {
      if (element.type === "TSRestType") {
        const { typeAnnotation: inner } = element;
        const written = inner.type === "TSNamedTupleMember" ? inner.elementType : inner;
        return this.#spread(this.evaluate(written, env), element);
      }
      const plain = { optional: false, rest: false };
      if (element.type === "TSOptionalType")
        return [{ ...plain, type: this.evaluate(element.typeAnnotation, env), optional: true }];
      if (element.type === "TSNamedTupleMember") {
        const optional = element.optional;
        return [{ ...plain, type: this.evaluate(element.elementType, env), optional }];
      }
      return [{ ...plain, type: this.evaluate(element, env) }];
    });
    this.spend(elements.length);
    return { kind: "tuple", elements };
  }

  #spread(type: Type, node: Node): readonly TupleElement[] {
    const resolved = this.resolve(type, node);
    if (resolved.kind === "tuple") return resolved.elements;
    let element: Type = ANY;
    if (resolved.kind === "array") element = resolved.element();
    else if (!isKeyword(resolved, "any")) this.unsupported(node, "a rest that is no array");
    return [{ type: element, optional: false, rest: true }];
  }

  #conditional(node: TSConditionalType, env: Env): Type {
    if (/\binfer\b/.test(this.source.slice(startOf(node.extendsType), node.extendsType.end ?? 0)))
      return this.unsupported(node, "a conditional type that infers");
    const { checkType } = node;
    const name =
      checkType.type === "TSTypeReference" && checkType.typeName.type === "Identifier"
        ? checkType.typeName.name
        : "";
    const bound = env.bindings.get(name);
    if (bound === undefined) return this.#branch(node, this.evaluate(checkType, env), env);
    if (this.resolve(bound, node).kind === "parameter")
      return this.unsupported(node, "a conditional type of a free parameter");
    if (!env.constraints.has(name)) return this.#branch(node, bound, env);
    const parts = spreadParts(this, bound, node).flatMap((part) =>
      isKeyword(this.resolve(part, node), "boolean") ? [literal(true), literal(false)] : [part],
    );
    const results = parts.map((part) =>
      this.#branch(node, part, bind(env, name, part, keyOf(part))),
    );
    return mergedBooleans(results);
  }

  #branch(node: TSConditionalType, check: Type, env: Env): Type {
    const verdict = isAssignable(this, check, this.evaluate(node.extendsType, env), node);
    if (verdict === undefined)
      return this.unsupported(node, "a conditional type that cannot be decided");
    return this.evaluate(verdict ? node.trueType : node.falseType, env);
  }

  #reference(node: TSTypeReference, env: Env): Type {
    const path = pathOf(node.typeName) ?? [];
    const [first = ""] = path;
    const bound = path.length === 1 ? env.bindings.get(first) : undefined;
    if (bound !== undefined) return bound;
    const given = (node.typeArguments?.params ?? []).map((part) => this.evaluate(part, env));
    const declared = find(env.scope, path, typeIn);
    if (declared !== undefined) {
      if (declared.rest.length === 0) {
        const instance = this.instantiate(declared.found, given, node);
        return { kind: "reference", instance };
      }
      const value = enumValues(this, declared.found).get(declared.rest.join("."));
      if (value !== undefined) return value === null ? NULL : literal(value);
    }
    if (isImported(env.scope, first)) return this.unsupported(node, "a type of another file");
    const utility =
      path.length === 1 ? utilityType(this, first, given, node) : undefined;
    return utility ?? this.unresolved(node.typeName, path.join("."));
  }

  instantiate(declaration: Declaration, given: readonly Type[], node: Node): Instance {
    const parameters = parametersOf(declaration);
    const bindings = new Map<string, Type>();
    let isDefault = true;
    let env = environment(declaration.scope, bindings, "");
    for (const [index, parameter] of parameters.entries()) {
      const { name } = parameter.name;
      env = { ...env, key: `${declaration.name}.${[...bindings.values()].map(keyOf).join()}` };
      const fallback = parameter.default ? this.evaluate(parameter.default, env) : undefined;
      const constraint = parameter.constraint;
      const isGiven = given[index] !== undefined;
      const free = (): Type => ({
        kind: "parameter",
        name,
        constraint: constraint ? this.evaluate(constraint, env) : undefined,
      });
      const type = given[index] ?? fallback ?? free();
      if (isGiven && (fallback === undefined || keyOf(fallback) !== keyOf(type))) isDefault = false;
      bindings.set(name, type);
    }
    const keys = [...bindings.values()].map(keyOf).join();
    const key = parameters.length === 0 ? declaration.name : `${declaration.name}<${keys}>`;
    this.spend(key.length);
    const known = this.#instances.get(key);
    if (known !== undefined) return known;
    const names = isDefault ? [] : [...bindings.values()];
    const offset = startOf(node);
    const instance: Instance = { declaration, arguments: names, bindings, key, offset };
    this.#instances.set(key, instance);
    return instance;
  }

  resolve(type: Type, node: Node): Type {
    let at = type;
    let steps = 0;
    while (at.kind === "reference") {
      at = this.expand(at.instance, node);
      if (++steps > this.#instances.size) throw cycle(startOf(node), this.sourceOf(node));
    }
    return at;
  }

  /** What the declaration of a name says, which may be another name. */
  expand(instance: Instance, node?: Node): Type {
    const { key, declaration } = instance;
    const known = this.#expanded.get(key);
    if (known !== undefined) return known;
    const offset = node === undefined ? instance.offset : startOf(node);
    if (this.#expanding.has(key)) throw cycle(offset, declaration.name);
    this.#expanding.add(key);
    const type = this.#body(instance);
    this.#expanding.delete(key);
    this.#expanded.set(key, type);
    return type;
  }

  #body(instance: Instance): Type {
    const { declaration, key } = instance;
    const { nodes, scope } = declaration;
    const [node] = nodes;
    const constraints = new Map<string, TSType>();
    for (const { name, constraint } of parametersOf(declaration))
      constraints.set(name.name, constraint ?? ({ type: "TSUnknownKeyword" } as TSType));
    const env = { ...environment(scope, instance.bindings, key), constraints };
    if (node?.type === "TSTypeAliasDeclaration") return this.evaluate(node.typeAnnotation, env);
    if (node?.type === "TSEnumDeclaration") {
      const values = enumValues(this, declaration).values();
      return union(Array.from(values, (value) => (value === null ? NULL : literal(value))));
    }
    const self = new Map(instance.bindings).set("this", { kind: "reference", instance });
    return declaredObject(this, nodes, { ...env, bindings: self });
  }

  shape(type: Type, node: Node): ObjectType | undefined {
    const resolved = this.resolve(type, node);
    if (resolved.kind === "object") return resolved;
    if (resolved.kind === "parameter" && resolved.constraint !== undefined)
      return this.shape(resolved.constraint, node);
    return resolved.kind === "union" ? this.#commonShape(resolved.types, resolved, node) : undefined;
  }

  /** The members that all types of a union have. */
  #commonShape(types: readonly Type[], whole: Type, node: Node): ObjectType | undefined {
    const shapes = types.map((part) => this.shape(part, node));
    const [first] = shapes;
    if (first === undefined || shapes.includes(undefined)) return undefined;
    const members = new Map<string, Member>();
    for (const [name, member] of first.members) {
      const all = (shapes as ObjectType[]).map((shape) => shape.members.get(name));
      this.spend(all.length);
      if (all.includes(undefined)) continue;
      const same = all as Member[];
      const key = `(${same.map((each) => each.type.key).join("|")})`;
      const type = this.lazy(key, node, () => union(same.map((each) => each.type())));
      members.set(name, { ...member, optional: same.some((each) => each.optional), type });
    }
    return { kind: "object", key: `common{${keyOf(whole)}}`, members, signatures: [] };
  }
}

/** The environment of a declaration. */
function environment(scope: Scope, bindings: ReadonlyMap<string, Type>, key: string): Env {
  return { scope, bindings, constraints: new Map(), key: key || scope.prefix };
}

/** The union, with `boolean` whole again where both of its values are in it. */
function mergedBooleans(types: readonly Type[]): Type {
  const merged = union(types);
  if (merged.kind !== "union") return merged;
  const isValue = (part: Type) => part.kind === "literal" && typeof part.value === "boolean";
  if (merged.types.filter(isValue).length < 2) return merged;
  return union([...merged.types.filter((part) => !isValue(part)), keyword("boolean")]);
}

/** The end of a run over a name that only names itself. */
export function cycle(offset: number, received: string): Fault<ConvertFailure> {
  return new Fault<ConvertFailure>({
    code: "TYPE_CYCLE",
    offset,
    found: "a type that only names itself",
    expected: "a type that ends",
    received,
  });
}
