import type { Context } from "./context.ts";
import {
  ANY,
  isKeyword,
  keyOf,
  keywordOfLiteral,
  type Lazy,
  type Member,
  NEVER,
  type ObjectType,
  partsOf,
  type Place,
  ready,
  type Signature,
  type Type,
  union,
} from "./types.ts";

/** `A & B`: objects become one, a union is distributed, what cannot be one stays an intersection. */
export function intersect(context: Context, types: readonly Type[], node: Place): Type {
  const objects = types.map((type) => objectOf(context, type, node));
  if (objects.length > 1 && !objects.includes(undefined))
    return merge(context, objects as ObjectType[], node);
  let result: Type | undefined;
  for (const type of types)
    result = result === undefined ? type : both(context, result, type, node);
  return result ?? ANY;
}

function objectOf(context: Context, type: Type, node: Place): ObjectType | undefined {
  const resolved = context.resolve(type, node);
  return resolved.kind === "object" ? resolved : undefined;
}

function both(context: Context, left: Type, right: Type, node: Place): Type {
  if (keyOf(left) === keyOf(right)) return right;
  const first = context.resolve(left, node);
  const second = context.resolve(right, node);
  if (isKeyword(first, "any", "unknown")) return besideAny(context, first, second, right, node);
  if (isKeyword(second, "any", "unknown")) return besideAny(context, second, first, left, node);
  context.spend(partsOf(first).length * partsOf(second).length);
  if (first.kind === "union")
    return union(first.types.map((part) => both(context, part, right, node)));
  if (second.kind === "union")
    return union(second.types.map((part) => both(context, left, part, node)));
  if (first.kind === "object" && second.kind === "object")
    return merge(context, [first, second], node);
  return narrower(first, second, left, right) ?? apart(left, right);
}

/** An object whose members nothing is known of. */
const OPEN: ObjectType = {
  kind: "object",
  key: "any",
  members: new Map(),
  signatures: [{ pattern: undefined, numeric: false, type: ready(ANY) }],
};

/** What is known of the other side; an object has further members where a side may be anything. */
function besideAny(context: Context, any: Type, other: Type, written: Type, node: Place): Type {
  if (isKeyword(any, "unknown")) return written;
  if (other.kind === "object") return merge(context, [other, OPEN], node);
  return other.kind === "literal" ? ANY : written;
}

/** The one side that says all that both say, where there is such a side. */
function narrower(first: Type, second: Type, left: Type, right: Type): Type | undefined {
  if (isKeyword(first, "never") || isKeyword(second, "never")) return NEVER;
  if (isKeyword(first, "object")) return right;
  if (isKeyword(second, "object")) return left;
  if (isScalar(first) && isScalar(second)) return bothScalars(first, second, left, right);
  // A primitive type with members is a primitive type with a brand.
  if (isScalar(first) && second.kind === "object") return left;
  return isScalar(second) && first.kind === "object" ? right : undefined;
}

function apart(...types: readonly Type[]): Type {
  const parts = types.flatMap((type) => (type.kind === "intersection" ? type.types : [type]));
  return { kind: "intersection", types: parts };
}

export function isScalar(type: Type): boolean {
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

/** Units of a key that cost as much as one member. */
const KEY_UNITS = 8;

function merge(context: Context, shapes: readonly ObjectType[], node: Place): ObjectType {
  const members = new Map<string, Member>();
  let signatures: readonly Signature[] = [];
  for (const shape of shapes) {
    for (const [name, member] of shape.members) {
      const earlier = members.get(name);
      members.set(name, earlier ? mergeMember(context, earlier, member, node) : member);
    }
    signatures = mergeSignatures(context, signatures, shape.signatures, node);
  }
  const key = `(${shapes.map((shape) => shape.key).join("&")})`;
  // A union of objects times another makes as many objects, with keys of all of their parts.
  context.spend(members.size + Math.ceil(key.length / KEY_UNITS));
  return { kind: "object", key, members, signatures };
}

function mergeMember(context: Context, first: Member, second: Member, node: Place): Member {
  const optional = first.optional && second.optional;
  const type = bothTypes(context, first.type, second.type, node);
  return { ...first, optional, type, doc: first.doc ?? second.doc };
}

/** The type of a member that both sides have; a contradiction stays visible as an intersection. */
function bothTypes(context: Context, left: Lazy<Type>, right: Lazy<Type>, node: Place): Lazy<Type> {
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
  node: Place,
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

/** The members that all types of a union have; undefined where one of them has none at all. */
export function commonShape(
  context: Context,
  whole: Extract<Type, { kind: "union" }>,
  node: Place,
): ObjectType | undefined {
  const shapes = whole.types.map((part) => context.shape(part, node));
  const [first] = shapes;
  if (first === undefined || shapes.includes(undefined)) return undefined;
  const members = new Map<string, Member>();
  for (const [name, member] of first.members) {
    const all = (shapes as ObjectType[]).map((shape) => shape.members.get(name));
    context.spend(all.length);
    if (all.includes(undefined)) continue;
    const same = all as Member[];
    const key = `(${same.map((each) => each.type.key).join("|")})`;
    const type = context.lazy(key, node, () => union(same.map((each) => each.type())));
    members.set(name, { ...member, optional: same.some((each) => each.optional), type });
  }
  return { kind: "object", key: `common{${keyOf(whole)}}`, members, signatures: [] };
}
