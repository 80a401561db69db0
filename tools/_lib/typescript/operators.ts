import type { Node, TSMappedType, TSType } from "@babel/types";
import { bind, type Context, type Env, placeKey, startOf } from "./context.ts";
import { signaturesOf } from "./members.ts";
import {
  ANY,
  isKeyword,
  keyOf,
  keyword,
  keywordOfLiteral,
  type Lazy,
  literal,
  type Member,
  NEVER,
  type ObjectType,
  partsOf,
  ready,
  type Signature,
  type Type,
  UNDEFINED,
  union,
} from "./types.ts";

/** `A & B`: objects become one, a union is distributed, what cannot be one stays an intersection. */
export function intersect(context: Context, types: readonly Type[], node: Node): Type {
  let result: Type | undefined;
  for (const type of types) result = result === undefined ? type : both(context, result, type, node);
  return result ?? ANY;
}

function both(context: Context, left: Type, right: Type, node: Node): Type {
  if (isKeyword(left, "any") || keyOf(left) === keyOf(right)) return right;
  if (isKeyword(right, "any")) return left;
  const first = context.resolve(left, node);
  const second = context.resolve(right, node);
  context.spend(partsOf(first).length * partsOf(second).length);
  if (first.kind === "union")
    return union(first.types.map((part) => both(context, part, right, node)));
  if (second.kind === "union")
    return union(second.types.map((part) => both(context, left, part, node)));
  if (first.kind === "object" && second.kind === "object") return merge(context, first, second, node);
  if (isKeyword(first, "never") || isKeyword(second, "never")) return NEVER;
  if (isKeyword(first, "any")) return right;
  if (isKeyword(second, "any")) return left;
  if (isScalar(first) && isScalar(second)) return bothScalars(first, second, left, right);
  // A primitive type with members is a primitive type with a brand.
  if (isScalar(first) && second.kind === "object") return left;
  if (isScalar(second) && first.kind === "object") return right;
  if (isKeyword(first, "object")) return right;
  if (isKeyword(second, "object")) return left;
  const parts = [left, right].flatMap((type) => (type.kind === "intersection" ? type.types : [type]));
  return { kind: "intersection", types: parts };
}

function isScalar(type: Type): boolean {
  return (
    type.kind === "literal" ||
    type.kind === "template" ||
    isKeyword(type, "string", "number", "boolean", "bigint", "null", "undefined", "symbol")
  );
}

function bothScalars(first: Type, second: Type, left: Type, right: Type): Type {
  if (keyOf(first) === keyOf(second)) return left;
  if (coversScalar(first, second)) return right;
  if (coversScalar(second, first)) return left;
  if (first.kind === "template" || second.kind === "template") {
    const other = first.kind === "template" ? second : first;
    const isText =
      other.kind === "template" || (other.kind === "literal" && typeof other.value === "string");
    return isText ? { kind: "intersection", types: [left, right] } : NEVER;
  }
  return NEVER;
}

function coversScalar(wide: Type, narrow: Type): boolean {
  if (narrow.kind === "literal") return isKeyword(wide, keywordOfLiteral(narrow));
  return narrow.kind === "template" && isKeyword(wide, "string");
}

function merge(context: Context, left: ObjectType, right: ObjectType, node: Node): ObjectType {
  const members = new Map(left.members);
  for (const [name, member] of right.members) {
    const earlier = members.get(name);
    if (earlier === undefined) members.set(name, member);
    else {
      const doc = earlier.doc ?? member.doc;
      const optional = earlier.optional && member.optional;
      const type = bothTypes(context, earlier.type, member.type, node);
      members.set(name, { ...earlier, optional, type, doc });
    }
  }
  const signatures = mergeSignatures(context, left.signatures, right.signatures, node);
  return { kind: "object", key: `(${left.key}&${right.key})`, members, signatures };
}

/** The type of a member that both sides have; a contradiction stays visible as an intersection. */
function bothTypes(context: Context, left: Lazy<Type>, right: Lazy<Type>, node: Node): Lazy<Type> {
  if (left.key === right.key) return left;
  return context.lazy(`(${left.key}&${right.key})`, node, () => {
    const types = [left(), right()];
    const result = intersect(context, types, node);
    const isNew = isKeyword(result, "never") && !types.some((type) => isKeyword(type, "never"));
    return isNew ? { kind: "intersection", types } : result;
  });
}

function mergeSignatures(
  context: Context,
  left: readonly Signature[],
  right: readonly Signature[],
  node: Node,
): readonly Signature[] {
  const merged = [...left];
  for (const signature of right) {
    const same = ({ pattern, numeric }: Signature) =>
      pattern === signature.pattern && numeric === signature.numeric;
    const index = merged.findIndex(same);
    const earlier = merged[index];
    if (earlier === undefined) merged.push(signature);
    else {
      const type = bothTypes(context, earlier.type, signature.type, node);
      merged[index] = { ...signature, type };
    }
  }
  return merged;
}

/** `keyof T`. */
export function keysOf(context: Context, type: Type, node: Node): Type {
  const resolved = context.resolve(type, node);
  if (isKeyword(resolved, "any")) return union([keyword("string"), keyword("number")]);
  if (isKeyword(resolved, "object")) return NEVER;
  if (resolved.kind === "parameter" && resolved.constraint !== undefined)
    return keysOf(context, resolved.constraint, node);
  const shape = context.shape(resolved, node);
  if (shape === undefined) return context.unsupported(node, "the keys of a type without members");
  const keys: Type[] = [];
  for (const { pattern, numeric } of shape.signatures) {
    if (pattern !== undefined) keys.push({ kind: "template", pattern });
    else keys.push(...(numeric ? [] : [keyword("string")]), keyword("number"));
  }
  for (const { name, numeric } of shape.members.values())
    keys.push(literal(numeric ? Number(name) : name));
  return union(keys);
}

/** `T[K]`. */
export function accessed(context: Context, object: Type, index: Type, node: Node): Type {
  const target = context.resolve(object, node);
  if (isKeyword(target, "any")) return ANY;
  if (target.kind === "union")
    return union(target.types.map((part) => accessed(context, part, index, node)));
  const keys = context.resolve(index, node);
  if (isKeyword(keys, "any")) return ANY;
  return union(partsOf(keys).map((part) => accessedBy(context, target, context.resolve(part, node), node)));
}

function accessedBy(context: Context, target: Type, key: Type, node: Node): Type {
  context.spend(1);
  if (key.kind === "union")
    return union(key.types.map((part) => accessedBy(context, target, context.resolve(part, node), node)));
  const found =
    target.kind === "array" || target.kind === "tuple"
      ? accessedItem(target, key)
      : accessedMember(context, target, key, node);
  if (found !== undefined) return found;
  const what = key.kind === "literal" ? `a type without the member ${String(key.value)}` : "an index that is no key";
  return context.unsupported(node, what);
}

function accessedMember(context: Context, target: Type, key: Type, node: Node): Type | undefined {
  const shape = context.shape(target, node);
  if (shape === undefined) return undefined;
  if (key.kind === "literal") {
    const member = shape.members.get(String(key.value));
    if (member !== undefined) return withOptional(member.type(), member.optional);
  } else if (!isKeyword(key, "string", "number") && key.kind !== "template") return undefined;
  const wanted = key.kind === "template" ? key.pattern : undefined;
  const signature =
    shape.signatures.find(({ pattern }) => pattern === wanted) ?? shape.signatures[0];
  return signature?.type();
}

function accessedItem(target: Extract<Type, { kind: "array" | "tuple" }>, key: Type): Type | undefined {
  if (target.kind === "array") {
    const isIndex = key.kind === "literal" ? /^\d+$/.test(String(key.value)) : isKeyword(key, "number");
    if (isIndex) return target.element();
    return key.kind === "literal" && key.value === "length" ? keyword("number") : undefined;
  }
  const { elements } = target;
  if (isKeyword(key, "number")) return union(elements.map(({ type }) => type));
  if (key.kind !== "literal") return undefined;
  const open = elements.some(({ optional, rest }) => optional || rest);
  if (key.value === "length") return open ? keyword("number") : literal(elements.length);
  if (!/^\d+$/.test(String(key.value))) return undefined;
  const element = elements[Number(key.value)] ?? elements.find(({ rest }) => rest);
  return element && withOptional(element.type, element.optional);
}

function withOptional(type: Type, optional: boolean): Type {
  return optional ? union([type, UNDEFINED]) : type;
}

/** The type without `undefined`. */
export function defined(context: Context, type: Type, node: Node): Type {
  const resolved = context.resolve(type, node);
  if (!partsOf(resolved).some((part) => isKeyword(part, "undefined"))) return type;
  return union(partsOf(resolved).filter((part) => !isKeyword(part, "undefined")));
}

/** A mapped type. */
export function mapped(context: Context, node: TSMappedType, env: Env): Type {
  const source = sourceOf(node.constraint, env);
  if (source === undefined) return mapKeys(context, node, env, undefined);
  const type = context.evaluate(source, env);
  const resolved = context.resolve(type, node);
  const name = parameterName(source, env);
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
function sourceOf(constraint: TSType, env: Env): TSType | undefined {
  if (constraint.type === "TSParenthesizedType") return sourceOf(constraint.typeAnnotation, env);
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
  const source = written && sourceOf(written, env);
  return source && context.shape(context.evaluate(source, env), node);
}

function mapKeys(context: Context, node: TSMappedType, env: Env, source: Type | undefined): Type {
  const keys = source
    ? keysOf(context, source, node)
    : context.resolve(context.evaluate(node.constraint, env), node);
  const shape = source ? context.shape(source, node) : constraintShape(context, node, env);
  const members = new Map<string, Member>();
  const signatures: Signature[] = [];
  const pending = [...partsOf(keys)].reverse();
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
  const optional = node.optional === "-" ? false : isAdded(node.optional) || from?.optional === true;
  const numeric = typeof name.value === "number";
  const offset = startOf(node);
  return { name: String(name.value), numeric, optional, type, doc: from?.doc, offset };
}
