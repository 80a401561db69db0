import type {
  ArrayExpression,
  Expression,
  Node,
  ObjectExpression,
  TSEntityName,
  TSType,
} from "@babel/types";
import { type Context, type Env, placeKey } from "./context.ts";
import { constantOf, enumValues } from "./enums.ts";
import {
  type Declaration,
  find,
  isImported,
  pathOf,
  typeIn,
  type Value,
  valueIn,
} from "./scope.ts";
import {
  type Keyword,
  keyword,
  literal,
  type LiteralType,
  type Member,
  NEVER,
  NULL,
  ready,
  type TupleElement,
  type Type,
  UNDEFINED,
  union,
} from "./types.ts";

/** Which literals of an expression keep their values: with `as const` all, of a constant the whole. */
export type Keep = "all" | "top" | "none";

/** What `typeof` gives for the name of a value. */
export function typeOfName(context: Context, node: TSEntityName, env: Env): Type {
  const path = pathOf(node) ?? [];
  const value = find(env.scope, path, valueIn);
  if (value !== undefined) {
    return value.rest.reduce(
      (type, name) => memberType(context, type, name, node),
      typeOfValue(context, value.found, env),
    );
  }
  const declared = find(env.scope, path, typeIn);
  if (declared?.found.nodes[0]?.type === "TSEnumDeclaration") {
    const [name] = declared.rest;
    if (name === undefined) return enumObject(context, declared.found);
    const constant = enumValues(context, declared.found).get(name);
    if (constant !== undefined) return constant === null ? NULL : literal(constant);
  }
  if (declared?.rest.length === 0) return keyword("function");
  if (declared !== undefined) return context.unsupported(node, "a static member of a class");
  const [first = ""] = path;
  if (isImported(env.scope, first)) return context.unsupported(node, "a value of another file");
  return context.unresolved(node, path.join("."));
}

function typeOfValue(context: Context, value: Value, env: Env): Type {
  const { node, constant, scope } = value;
  if (node.type !== "VariableDeclarator") return keyword("function");
  const outer: Env = { ...env, scope, bindings: new Map(), key: scope.prefix };
  const known = context.values.get(value);
  if (known !== undefined) return known();
  const type = context.lazy(placeKey(node, outer), node, () => {
    const annotation = annotationOf(node.id);
    if (annotation !== undefined) return context.evaluate(annotation, outer);
    if (!node.init) return keyword("any");
    return typeOfExpression(context, node.init, outer, constant ? "top" : "none");
  });
  context.values.set(value, type);
  return type();
}

function annotationOf(id: Node): TSType | undefined {
  if (!("typeAnnotation" in id)) return undefined;
  const annotation = id.typeAnnotation as { readonly typeAnnotation?: TSType } | null | undefined;
  return annotation?.typeAnnotation;
}

/** The object that an enum is while running. */
function enumObject(context: Context, declaration: Declaration): Type {
  const members = new Map<string, Member>();
  for (const [name, value] of enumValues(context, declaration)) {
    const type = ready(value === null ? NULL : literal(value));
    const plain = { name, numeric: false, optional: false, doc: undefined, place: {} };
    members.set(name, { ...plain, type });
  }
  return { kind: "object", key: `typeof ${declaration.name}`, members, signatures: [] };
}

function memberType(context: Context, type: Type, name: string, node: Node): Type {
  const member = context.shape(type, node)?.members.get(name);
  return member?.type() ?? context.unsupported(node, `a value without the member ${name}`);
}

/** The type that the language infers for an expression. */
export function typeOfExpression(context: Context, node: Expression, env: Env, keep: Keep): Type {
  const constant = typeOfConstant(context, node, env, keep);
  if (constant !== undefined) return constant;
  switch (node.type) {
    case "TSAsExpression":
    case "TSTypeAssertion":
      return isConst(node.typeAnnotation)
        ? typeOfExpression(context, node.expression, env, "all")
        : context.evaluate(node.typeAnnotation, env);
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "ParenthesizedExpression":
      return typeOfExpression(context, node.expression, env, keep);
    case "ArrayExpression":
      return arrayOf(context, node, env, inside(keep));
    case "ObjectExpression":
      return objectOf(context, node, env, inside(keep));
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "ClassExpression":
      return keyword("function");
    case "Identifier":
    case "MemberExpression":
      return typeOfPath(context, node, env);
    case "NewExpression":
      return created(context, node.callee as Expression, node, env);
    default:
      return context.unsupported(node, "a value that is computed");
  }
}

/** What the parts of an expression keep. */
function inside(keep: Keep): Keep {
  return keep === "all" ? "all" : "none";
}

function arrayOf(context: Context, node: ArrayExpression, env: Env, keep: Keep): Type {
  const elements = elementsOf(context, node.elements, env, keep);
  if (keep === "all") return { kind: "tuple", elements };
  const types = elements.map(({ type }) => type);
  const element = types.length === 0 ? keyword("any") : union(types);
  return { kind: "array", element: ready(element), unique: false };
}

function isConst(type: TSType): boolean {
  return (
    type.type === "TSTypeReference" &&
    type.typeName.type === "Identifier" &&
    type.typeName.name === "const"
  );
}

function typeOfConstant(
  context: Context,
  node: Expression,
  env: Env,
  keep: Keep,
): Type | undefined {
  if (node.type === "BigIntLiteral")
    return keep === "none" ? keyword("bigint") : literal(BigInt(node.value));
  if (node.type === "Identifier" && node.name === "undefined") return UNDEFINED;
  if (node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression") return undefined;
  const isText = node.type === "TemplateLiteral" && node.expressions.length > 0;
  const value = constantOf(context, env.scope, node);
  if (value === undefined) {
    if (isText) return keyword("string");
    return node.type === "UnaryExpression" ? ofUnary(node.operator) : undefined;
  }
  if (value === null) return NULL;
  if (keep === "none" || (isText && keep === "top")) return keyword(typeof value as Keyword);
  return literal(value);
}

function ofUnary(operator: string): Type | undefined {
  if (operator === "!") return keyword("boolean");
  if (operator === "typeof") return keyword("string");
  return operator === "void" ? UNDEFINED : undefined;
}

function typeOfPath(context: Context, node: Expression, env: Env): Type {
  if (pathOf(node) === undefined) return context.unsupported(node, "a value that is computed");
  return typeOfName(context, asEntityName(node) as TSEntityName, env);
}

/** A path of member accesses as the name of a type. */
export function asEntityName(node: Expression): unknown {
  if (node.type !== "MemberExpression") return node;
  const left = asEntityName(node.object as Expression);
  return { type: "TSQualifiedName", left, right: node.property, start: node.start, end: node.end };
}

function created(context: Context, callee: Expression, node: Node, env: Env): Type {
  if (pathOf(callee) === undefined) return context.unsupported(node, "a value that is computed");
  const typeArguments = "typeArguments" in node ? node.typeArguments : undefined;
  const typeName = asEntityName(callee);
  const { start, end } = node;
  const reference = { type: "TSTypeReference", typeName, typeArguments, start, end };
  return context.evaluate(reference as unknown as TSType, env);
}

function elementsOf(
  context: Context,
  nodes: readonly (Expression | Node | null)[],
  env: Env,
  keep: Keep,
): readonly TupleElement[] {
  return nodes.flatMap((node): readonly TupleElement[] => {
    const plain = { optional: false, rest: false };
    if (node === null) return [{ type: UNDEFINED, ...plain }];
    if (node.type !== "SpreadElement") {
      return [{ type: typeOfExpression(context, node as Expression, env, keep), ...plain }];
    }
    const type = context.resolve(typeOfExpression(context, node.argument, env, keep), node);
    if (type.kind === "tuple") return type.elements;
    if (type.kind === "array") return [{ type: type.element(), optional: false, rest: true }];
    return [{ type: context.unsupported(node, "a spread of what is no array"), ...plain }];
  });
}

export interface MemberName {
  readonly text: string;
  /** Written as a number. */
  readonly numeric: boolean;
}

/** The name of a member, undefined where only running the code would tell. */
export function nameOfKey(
  context: Context,
  key: Node,
  computed: boolean,
  env: Env,
): MemberName | undefined {
  if (!computed) {
    if (key.type === "Identifier") return { text: key.name, numeric: false };
    if (key.type === "BigIntLiteral") return { text: String(key.value), numeric: true };
  }
  const value = constantOf(context, env.scope, key as Expression) ?? memberValue(context, key, env);
  if (typeof value === "string") return { text: value, numeric: false };
  return typeof value === "number" ? { text: String(value), numeric: true } : undefined;
}

/** The literal that `names.key` stands for. */
function memberValue(context: Context, key: Node, env: Env): LiteralType["value"] | undefined {
  const path = key.type === "MemberExpression" ? pathOf(key) : undefined;
  if (path === undefined || find(env.scope, path, valueIn) === undefined) return undefined;
  const type = context.resolve(typeOfPath(context, key as Expression, env), key);
  return type.kind === "literal" ? type.value : undefined;
}

function objectOf(context: Context, node: ObjectExpression, env: Env, keep: Keep): Type {
  const members = new Map<string, Member>();
  for (const property of node.properties) {
    if (property.type === "SpreadElement") {
      const spread = typeOfExpression(context, property.argument, env, keep);
      const shape = context.shape(spread, property);
      if (shape === undefined) context.unsupported(property, "a spread of what is no object");
      for (const [name, member] of shape?.members ?? []) members.set(name, member);
      continue;
    }
    const { key } = property;
    const name = nameOfKey(context, key, property.computed, env);
    if (name === undefined) {
      context.unsupported(key, "a member whose name is computed");
      continue;
    }
    const value = property.type === "ObjectProperty" ? (property.value as Expression) : undefined;
    const type =
      value === undefined
        ? ready(property.type === "ObjectMethod" ? keyword("function") : NEVER)
        : context.lazy(placeKey(value, env), value, () =>
            typeOfExpression(context, value, env, keep),
          );
    members.set(name.text, {
      name: name.text,
      numeric: name.numeric,
      optional: false,
      type,
      doc: undefined,
      place: property,
    });
  }
  return { kind: "object", key: `value{${placeKey(node, env)}}`, members, signatures: [] };
}
