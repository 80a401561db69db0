import type {
  ClassBody,
  ClassMethod,
  Expression,
  Node,
  TSClassImplements,
  TSDeclareMethod,
  TSIndexSignature,
  TSInterfaceHeritage,
  TSParameterProperty,
  TSType,
  TSTypeElement,
} from "@babel/types";
import { type Context, type Env, placeKey } from "./context.ts";
import { docBefore } from "./doc-comment.ts";
import { find, pathOf, type TypeNode, valueIn } from "./scope.ts";
import {
  ANY,
  isKeyword,
  keyOf,
  keyword,
  type Lazy,
  type Member,
  type ObjectType,
  partsOf,
  ready,
  type Signature,
  type Type,
} from "./types.ts";
import { asEntityName, type MemberName, nameOfKey, typeOfExpression } from "./values.ts";

const FUNCTION = ready(keyword("function"));
const STRING = keyword("string");

/** The type of `{ … }` written as a type. */
export function literalObject(
  context: Context,
  node: Node,
  members: readonly TSTypeElement[],
  env: Env,
): Type {
  const builder = new Builder(context, env);
  for (const member of members) builder.element(member);
  return builder.isFunction ? keyword("function") : builder.finish(`{${placeKey(node, env)}}`);
}

/** The type of interfaces and classes of one name, with what they extend. */
export function declaredObject(context: Context, nodes: readonly TypeNode[], env: Env): Type {
  const builder = new Builder(context, env);
  for (const node of nodes) {
    if (node.type === "TSInterfaceDeclaration") {
      for (const heritage of node.extends ?? []) builder.inherit(heritage);
    } else if (node.type === "ClassDeclaration" && node.superClass) {
      const typeArguments = node.superTypeArguments;
      builder.inherit({ expression: node.superClass, typeArguments });
    }
  }
  for (const node of nodes) {
    if (node.type === "TSInterfaceDeclaration") {
      for (const member of node.body.body) builder.element(member);
    } else if (node.type === "ClassDeclaration") {
      for (const member of node.body.body) builder.classMember(member);
    }
  }
  return builder.isFunction ? keyword("function") : builder.finish(`{${env.key}}`);
}

type Heritage = Pick<TSInterfaceHeritage, "expression"> & {
  readonly typeArguments?: TSClassImplements["typeArguments"] | Node | null | undefined;
};

class Builder {
  readonly #context: Context;
  readonly #env: Env;
  readonly #members = new Map<string, Member>();
  readonly #signatures: Signature[] = [];
  readonly #own = new Set<string>();
  #calls = false;

  constructor(context: Context, env: Env) {
    this.#context = context;
    this.#env = env;
  }

  /** Whether all that it has is what makes it a function. */
  get isFunction(): boolean {
    return this.#calls && this.#members.size === 0 && this.#signatures.length === 0;
  }

  finish(key: string): ObjectType {
    return { kind: "object", key, members: this.#members, signatures: this.#signatures };
  }

  element(node: TSTypeElement): void {
    switch (node.type) {
      case "TSPropertySignature":
        this.#property(node, this.#annotated(node, node.typeAnnotation), node.optional === true);
        break;
      case "TSMethodSignature":
        if (node.kind === "method") this.#property(node, FUNCTION, node.optional === true);
        else this.#accessor(node, node.kind, node.returnType, node.params[0]);
        break;
      case "TSIndexSignature":
        this.#signature(node);
        break;
      default:
        this.#calls = true;
    }
  }

  classMember(node: ClassBody["body"][number]): void {
    switch (node.type) {
      case "ClassProperty":
      case "ClassAccessorProperty": {
        if (!isPublic(node) || node.key.type === "PrivateName") return;
        const type = node.typeAnnotation
          ? this.#annotated(node, node.typeAnnotation)
          : this.#initial(node, node.value, node.readonly === true);
        this.#property(node as Keyed, type, node.optional === true);
        break;
      }
      case "ClassMethod":
      case "TSDeclareMethod":
        this.#method(node);
        break;
      case "TSIndexSignature":
        if (!node.static) this.#signature(node);
        break;
      default:
    }
  }

  inherit({ expression, typeArguments }: Heritage): void {
    const path = pathOf(expression as Expression);
    if (path === undefined) {
      this.#context.unsupported(expression, "a base that is computed");
      return;
    }
    const reference = {
      type: "TSTypeReference",
      typeName: asEntityName(expression as Expression),
      typeArguments,
      start: expression.start,
      end: expression.end,
    } as unknown as TSType;
    const base = this.#context.evaluate(reference, this.#env);
    const resolved = this.#context.resolve(base, expression);
    const self = this.#env.bindings.get("this");
    const shape = this.#context.inherited(base, self, expression);
    if (shape === undefined) {
      // Of a base that may be anything the members are not known.
      if (isKeyword(resolved, "any")) this.#signatures.push(...signaturesOf(STRING, ready(ANY)));
      else if (!isKeyword(resolved, "function", "object"))
        this.#context.unsupported(expression, "a base without members");
      return;
    }
    for (const [name, member] of shape.members) this.#members.set(name, member);
    this.#signatures.push(...shape.signatures);
  }

  #method(node: ClassMethod | TSDeclareMethod): void {
    if (node.kind === "constructor") {
      for (const parameter of node.params) {
        if (parameter.type === "TSParameterProperty") this.#parameterProperty(parameter);
      }
    } else if (!isPublic(node)) return;
    else if (node.kind === "method")
      this.#property(node as Keyed, FUNCTION, node.optional === true);
    else this.#accessor(node as Keyed, node.kind, node.returnType, node.params[0]);
  }

  #parameterProperty(node: TSParameterProperty): void {
    if (node.accessibility === "private" || node.accessibility === "protected") return;
    const { parameter } = node;
    const target = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
    if (target.type !== "Identifier") return;
    const type =
      parameter.type === "AssignmentPattern" && !target.typeAnnotation
        ? this.#initial(node, parameter.right, false)
        : this.#annotated(target, target.typeAnnotation);
    this.#put(target.name, false, node, type, target.optional === true);
  }

  #accessor(node: Keyed, kind: "get" | "set", result: unknown, parameter: Node | undefined): void {
    const annotation =
      kind === "get"
        ? result
        : parameter !== undefined && "typeAnnotation" in parameter
          ? parameter.typeAnnotation
          : undefined;
    const name = this.#nameOf(node);
    // Of a pair, what is read counts.
    if (kind === "set" && name !== undefined && this.#own.has(name.text)) return;
    this.#property(node, this.#annotated(node, annotation), false);
  }

  #property(node: Keyed, type: Lazy<Type>, optional: boolean): void {
    const name = this.#nameOf(node);
    if (name === undefined) this.#computed(node, type);
    else this.#put(name.text, name.numeric, node, type, optional);
  }

  #put(name: string, numeric: boolean, node: Node, type: Lazy<Type>, optional: boolean): void {
    const doc = docBefore(this.#context.source, node);
    const earlier = this.#own.has(name) ? this.#members.get(name) : undefined;
    this.#own.add(name);
    this.#members.set(name, {
      name,
      numeric,
      optional,
      type,
      doc: doc ?? earlier?.doc,
      place: node,
    });
  }

  #nameOf({ key, computed }: Keyed): MemberName | undefined {
    return nameOfKey(this.#context, key, computed === true, this.#env);
  }

  #computed(node: Keyed, type: Lazy<Type>): void {
    const { key } = node;
    if (this.#isSymbol(pathOf(key as Expression) ?? [])) {
      const text = `[${this.#context.sourceOf(key)}]`;
      this.#put(text, false, node, ready(keyword("symbol")), true);
    } else if (!isKeyword(type(), "function")) {
      this.#context.unsupported(key, "a member whose name is computed");
    }
  }

  #isSymbol(path: readonly string[]): boolean {
    if (path[0] === "Symbol") return true;
    const { scope } = this.#env;
    const declared = find(scope, path, valueIn)?.found.node;
    const id = declared?.type === "VariableDeclarator" ? declared.id : undefined;
    const annotation = id?.type === "Identifier" ? id.typeAnnotation : undefined;
    const type = annotation?.type === "TSTypeAnnotation" ? annotation.typeAnnotation : undefined;
    return type !== undefined && isKeyword(this.#context.evaluate(type, this.#env), "symbol");
  }

  #annotated(node: Node, annotation: unknown): Lazy<Type> {
    const written = annotation as { readonly typeAnnotation?: TSType } | null | undefined;
    const type = written?.typeAnnotation;
    if (!type) return ready(ANY);
    const key = keyForNode(this.#context, type, this.#env);
    return this.#context.lazy(key, node, () => this.#context.evaluate(type, this.#env));
  }

  #initial(node: Node, value: Expression | null | undefined, constant: boolean): Lazy<Type> {
    if (!value) return ready(ANY);
    return this.#context.lazy(placeKey(value, this.#env), node, () =>
      typeOfExpression(this.#context, value, this.#env, constant ? "top" : "none"),
    );
  }

  #signature(node: TSIndexSignature): void {
    const [parameter] = node.parameters;
    const annotation = (parameter as { typeAnnotation?: { typeAnnotation?: TSType } } | undefined)
      ?.typeAnnotation?.typeAnnotation;
    const key = annotation ? this.#context.evaluate(annotation, this.#env) : keyword("string");
    const type = this.#annotated(node, node.typeAnnotation);
    this.#signatures.push(...signaturesOf(this.#context.resolve(key, node), type));
  }
}

/** The index signatures for a key type; literals of it give none. */
export function signaturesOf(key: Type, type: Lazy<Type>): readonly Signature[] {
  return partsOf(key).flatMap((part): Signature[] => {
    if (part.kind === "template") return [{ pattern: part.pattern, numeric: false, type }];
    if (isKeyword(part, "string", "any")) return [{ pattern: undefined, numeric: false, type }];
    return isKeyword(part, "number") ? [{ pattern: undefined, numeric: true, type }] : [];
  });
}

/** Types that are written alike have one key, where that is seen without looking up names. */
export function keyForNode(context: Context, type: TSType, env: Env): string {
  switch (type.type) {
    case "TSStringKeyword":
    case "TSNumberKeyword":
    case "TSBooleanKeyword":
    case "TSNullKeyword":
    case "TSLiteralType":
      return keyOf(context.evaluate(type, env));
    case "TSTypeReference":
      return type.typeArguments ? placeKey(type, env) : keyOf(context.evaluate(type, env));
    default:
      return placeKey(type, env);
  }
}

type Keyed = Node & { readonly key: Node; readonly computed?: boolean | null };

function isPublic(node: { accessibility?: string | null; static?: boolean | null }): boolean {
  return !node.static && node.accessibility !== "private" && node.accessibility !== "protected";
}
