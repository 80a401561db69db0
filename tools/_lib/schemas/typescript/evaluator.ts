import type { Node, TSLiteralType, TSTupleType, TSType, TSTypeReference } from "@babel/types";
import { Fault } from "../../results/syntax-problem.ts";
import { spreadParts } from "./assignable.ts";
import { conditionalType } from "./conditional.ts";
import { type Context, type ConvertFailure, type Env, startOf } from "./context.ts";
import { type Constant, constantOf, enumValues } from "./enums.ts";
import { environment, growsOn, Instances } from "./instances.ts";
import { commonShape, intersect } from "./intersection.ts";
import { mapped } from "./mapped.ts";
import { declaredObject, keyForNode, literalObject } from "./members.ts";
import { Notes } from "./notes.ts";
import { accessed, keysOf } from "./operators.ts";
import { tooDeep } from "./parse.ts";
import {
  type Declaration,
  find,
  isImported,
  parametersOf,
  pathOf,
  typeIn,
  type Value,
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
  NULL,
  type ObjectType,
  type Place,
  type TupleElement,
  type Type,
  union,
} from "./types.ts";
import { utilityType } from "./utilities.ts";
import { typeOfName } from "./values.ts";

const DEEPEST = 1000;
/** Steps of the budget for one unit of work here, which is larger than most. */
const STEPS = 4;
const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ["TSAnyKeyword", "any"],
  ["TSUnknownKeyword", "unknown"],
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

/** Gives types as written their meaning, name by name, each declaration at most once. */
export class Evaluator implements Context {
  readonly source: string;
  readonly notes: Notes;
  readonly values = new Map<Value, Lazy<Type>>();
  readonly enums = new Map<Declaration, ReadonlyMap<string, Constant>>();
  readonly spend: (units: number) => void;
  readonly #instances = new Instances(this);
  readonly #expanded = new Map<string, Type>();
  readonly #expanding = new Set<string>();
  readonly #resolved = new Map<string, Type>();
  readonly #utilities = new Map<string, Type | undefined>();
  #depth = 0;

  constructor(source: string, spend: (units: number) => void) {
    this.source = source;
    this.notes = new Notes(source);
    this.spend = (units) => spend(units * STEPS);
  }

  unsupported(node: Place, found: string): Type {
    this.notes.addUnsupported(node, found);
    return ANY;
  }

  unresolved(node: Place, name: string): Type {
    this.notes.addUnresolved(node, name);
    return ANY;
  }

  sourceOf(node: Place): string {
    return this.notes.textOf(node);
  }

  lazy(key: string, node: Place, compute: () => Type): Lazy<Type> {
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
        return { kind: "array", element: this.#held(node.elementType, env), unique: false };
      }
      case "TSTupleType":
        return tupleType(this, node, env);
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
        return conditionalType(this, node, env);
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

  #template(node: Node, quasis: readonly string[], holes: readonly TSType[], env: Env): Type {
    const parts = holes.map((hole) =>
      spreadParts(this, this.evaluate(hole, env), hole).map((part) => this.resolve(part, hole)),
    );
    return templateType(quasis, parts) ?? this.unsupported(node, "a template of what is no text");
  }

  #reference(node: TSTypeReference, env: Env): Type {
    const path = pathOf(node.typeName) ?? [];
    const [first = ""] = path;
    const bound = path.length === 1 ? env.bindings.get(first) : undefined;
    if (bound !== undefined) return bound;
    const given = node.typeArguments?.params ?? [];
    const declared = find(env.scope, path, typeIn);
    if (declared !== undefined) {
      if (declared.rest.length === 0) {
        const types = given.map((part) => this.evaluate(part, env));
        const instance = this.instantiate(declared.found, types, node);
        if (growsOn(instance))
          return this.unsupported(node, "a generic type that grows without end");
        return { kind: "reference", instance };
      }
      const value = enumValues(this, declared.found).get(declared.rest.join("."));
      if (value !== undefined) return value === null ? NULL : literal(value);
    }
    if (isImported(env.scope, first)) return this.unsupported(node, "a type of another file");
    const held = path.length === 1 ? given.map((part) => this.#held(part, env)) : [];
    const utility = path.length === 1 ? this.#utility(first, held, node) : undefined;
    return utility ?? this.unresolved(node.typeName, path.join("."));
  }

  /** A utility type, worked out once for the same types. */
  #utility(name: string, given: readonly Lazy<Type>[], node: TSTypeReference): Type | undefined {
    const key = `${name}<${given.map((type) => type.key).join()}>`;
    this.spend(key.length);
    if (this.#utilities.has(key)) return this.#utilities.get(key);
    const type = utilityType(this, name, given, node);
    this.#utilities.set(key, type);
    return type;
  }

  #held(node: TSType, env: Env): Lazy<Type> {
    return this.lazy(keyForNode(this, node, env), node, () => this.evaluate(node, env));
  }

  instantiate(declaration: Declaration, given: readonly Type[], node: Place): Instance {
    return this.#instances.of(declaration, given, node);
  }

  resolve(type: Type, node: Place): Type {
    if (type.kind !== "reference") return type;
    const known = this.#resolved.get(type.instance.key);
    if (known !== undefined) return known;
    let at: Type = type;
    for (const seen = new Set<string>(); at.kind === "reference";) {
      const key: string = at.instance.key;
      if (seen.has(key)) throw cycle(startOf(node), this.sourceOf(node));
      seen.add(key);
      at = this.#resolved.get(key) ?? this.expand(at.instance, node);
    }
    this.#resolved.set(type.instance.key, at);
    return at;
  }

  /** What the declaration of a name says, which may be another name. */
  expand(instance: Instance, node?: Place): Type {
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
    const { declaration } = instance;
    const { nodes } = declaration;
    const [node] = nodes;
    const env = this.#environmentOf(instance);
    if (node?.type === "TSTypeAliasDeclaration") return this.evaluate(node.typeAnnotation, env);
    if (node?.type === "TSEnumDeclaration") {
      const values = enumValues(this, declaration).values();
      return union(Array.from(values, (value) => (value === null ? NULL : literal(value))));
    }
    return this.#objectOf(instance, { kind: "reference", instance });
  }

  #environmentOf({ declaration, bindings, key }: Instance): Env {
    const constraints = new Map<string, TSType>();
    for (const { name, constraint } of parametersOf(declaration))
      constraints.set(name.name, constraint ?? ({ type: "TSUnknownKeyword" } as TSType));
    return { ...environment(declaration.scope, bindings, key), constraints };
  }

  #objectOf(instance: Instance, self: Type, key = instance.key): Type {
    const bindings = new Map(instance.bindings).set("this", self);
    const env = { ...this.#environmentOf(instance), bindings, key };
    return declaredObject(this, instance.declaration.nodes, env);
  }

  inherited(base: Type, self: Type | undefined, node: Place): ObjectType | undefined {
    const shape = this.shape(base, node);
    if (shape === undefined || self === undefined || base.kind !== "reference") return shape;
    const { instance } = base;
    const [first] = instance.declaration.nodes;
    const isObject = first?.type === "TSInterfaceDeclaration" || first?.type === "ClassDeclaration";
    if (!isObject || !this.#saysThis(instance)) return shape;
    const type = this.#objectOf(instance, self, `${instance.key},this=${keyOf(self)}`);
    return type.kind === "object" ? type : shape;
  }

  #saysThis({ declaration: { nodes } }: Instance): boolean {
    return nodes.some(({ start, end }) => /\bthis\b/.test(this.source.slice(start ?? 0, end ?? 0)));
  }

  shape(type: Type, node: Place): ObjectType | undefined {
    const resolved = this.resolve(type, node);
    if (resolved.kind === "object") return resolved;
    if (resolved.kind === "parameter" && resolved.constraint !== undefined)
      return this.shape(resolved.constraint, node);
    return resolved.kind === "union" ? commonShape(this, resolved, node) : undefined;
  }
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

/** The type of `[A, B?, ...C[]]`; lists that are spread become part of it. */
function tupleType(context: Context, node: TSTupleType, env: Env): Type {
  const elements = node.elementTypes.flatMap((element): readonly TupleElement[] => {
    const plain = { optional: false, rest: false };
    switch (element.type) {
      case "TSRestType": {
        const { typeAnnotation: inner } = element;
        const written = inner.type === "TSNamedTupleMember" ? inner.elementType : inner;
        return spreadElements(context, context.evaluate(written, env), element);
      }
      case "TSOptionalType":
        return [{ ...plain, type: context.evaluate(element.typeAnnotation, env), optional: true }];
      case "TSNamedTupleMember": {
        const { optional, elementType } = element;
        return [{ ...plain, type: context.evaluate(elementType, env), optional }];
      }
      default:
        return [{ ...plain, type: context.evaluate(element, env) }];
    }
  });
  context.spend(elements.length);
  return { kind: "tuple", elements };
}

function spreadElements(context: Context, type: Type, node: Place): readonly TupleElement[] {
  const resolved = context.resolve(type, node);
  if (resolved.kind === "tuple") return resolved.elements;
  let element: Type = ANY;
  if (resolved.kind === "array") element = resolved.element();
  else if (!isKeyword(resolved, "any")) context.unsupported(node, "a rest that is no array");
  return [{ type: element, optional: false, rest: true }];
}
