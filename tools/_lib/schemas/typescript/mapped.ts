import type { TSMappedType, TSType } from "@babel/types";
import { bind, type Context, type Env, placeKey } from "./context.ts";
import { isScalar } from "./intersection.ts";
import { signaturesOf } from "./members.ts";
import { defined, keysOf, keyTypesOf } from "./operators.ts";
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
  union,
} from "./types.ts";

/** A mapped type. */
export function mapped(context: Context, node: TSMappedType, env: Env): Type {
  const source = sourceOf(node.constraint);
  if (source === undefined) return mapKeys(context, node, env, undefined);
  const type = context.evaluate(source, env);
  const resolved = context.resolve(type, node);
  const name = parameterName(source, env);
  if (isKeyword(resolved, "unknown")) return type;
  if (resolved.kind === "union" && name !== undefined) {
    return union(
      resolved.types.map((part) => mapped(context, node, bind(env, name, part, keyOf(part)))),
    );
  }
  if (node.nameType) return mapKeys(context, node, env, resolved);
  const each = (element: Type): Type => {
    const inside = bind(env, node.key.name, keyword("number"), "number");
    const inner = name === undefined ? inside : bind(inside, name, listOf(element), keyOf(element));
    return node.typeAnnotation ? context.evaluate(node.typeAnnotation, inner) : ANY;
  };
  if (resolved.kind === "array") return { ...resolved, element: ready(each(resolved.element())) };
  if (resolved.kind === "tuple") {
    const elements = resolved.elements.map((element) => ({
      ...element,
      type: each(element.type),
      optional: node.optional === "-" ? false : element.optional || isAdded(node.optional),
    }));
    return { kind: "tuple", elements };
  }
  return isScalar(resolved) ? type : mapKeys(context, node, env, resolved);
}

function listOf(element: Type): Type {
  return { kind: "array", element: ready(element), unique: false };
}

function isAdded(mark: TSMappedType["optional"]): boolean {
  return mark === true || mark === "+";
}

/** `T` of `K in keyof T`, or of `K in P` where `P extends keyof T`: its members keep what they are. */
function sourceOf(constraint: TSType): TSType | undefined {
  if (constraint.type === "TSParenthesizedType") return sourceOf(constraint.typeAnnotation);
  if (constraint.type === "TSTypeOperator")
    return constraint.operator === "keyof" ? constraint.typeAnnotation : undefined;
  return undefined;
}

function parameterName(node: TSType, env: Env): string | undefined {
  if (node.type !== "TSTypeReference" || node.typeName.type !== "Identifier") return undefined;
  return env.bindings.has(node.typeName.name) ? node.typeName.name : undefined;
}

/** What `P extends keyof T` says about the members that `K in P` makes. */
function constraintShape(context: Context, node: TSMappedType, env: Env): ObjectType | undefined {
  const name = parameterName(node.constraint, env);
  const written = name === undefined ? undefined : env.constraints.get(name);
  const source = written && sourceOf(written);
  return source && context.shape(context.evaluate(source, env), node);
}

function mapKeys(context: Context, node: TSMappedType, env: Env, source: Type | undefined): Type {
  const shape = source ? context.shape(source, node) : constraintShape(context, node, env);
  const keys = source
    ? sourceKeys(context, source, shape, node)
    : partsOf(context.resolve(context.evaluate(node.constraint, env), node));
  const members = new Map<string, Member>();
  const signatures: Signature[] = [];
  const pending = keys.toReversed();
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const key = context.resolve(part, node);
    if (key.kind === "union") {
      pending.push(...key.types.toReversed());
      continue;
    }
    const inside = bind(env, node.key.name, key, keyOf(key));
    const names = node.nameType
      ? context.resolve(context.evaluate(node.nameType, inside), node)
      : key;
    const from = key.kind === "literal" ? shape?.members.get(String(key.value)) : undefined;
    const type = mappedType(context, node, inside);
    for (const name of partsOf(names)) {
      const member = mappedMember(node, context.resolve(name, node), from, type);
      if (member !== undefined) members.set(member.name, member);
    }
    signatures.push(...signaturesOf(names, type));
    if (key.kind === "parameter") context.unsupported(node, "a mapped type over a free parameter");
  }
  return { kind: "object", key: `mapped{${placeKey(node, env)}}`, members, signatures };
}

/** Each key on its own, for a union of them would take in the names that an index signature covers. */
function sourceKeys(
  context: Context,
  source: Type,
  shape: ObjectType | undefined,
  node: TSMappedType,
): readonly Type[] {
  const isFree = source.kind === "parameter";
  return shape && !isFree ? keyTypesOf(shape) : partsOf(keysOf(context, source, node));
}

function mappedType(context: Context, node: TSMappedType, env: Env): Lazy<Type> {
  const { typeAnnotation } = node;
  if (!typeAnnotation) return ready(ANY);
  return context.lazy(placeKey(typeAnnotation, env), node, () => {
    const type = context.evaluate(typeAnnotation, env);
    return node.optional === "-" ? defined(context, type, node) : type;
  });
}

function mappedMember(
  node: TSMappedType,
  name: Type,
  from: Member | undefined,
  type: Lazy<Type>,
): Member | undefined {
  if (name.kind !== "literal") return undefined;
  const optional =
    node.optional === "-" ? false : isAdded(node.optional) || from?.optional === true;
  const numeric = typeof name.value === "number";
  return { name: String(name.value), numeric, optional, type, doc: from?.doc, place: node };
}
