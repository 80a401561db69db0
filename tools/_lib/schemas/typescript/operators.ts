import type { Context } from "./context.ts";
import {
  ANY,
  isKeyword,
  keyword,
  literal,
  NEVER,
  type ObjectType,
  partsOf,
  type Place,
  type Type,
  UNDEFINED,
  union,
} from "./types.ts";

/** `keyof T`. */
export function keysOf(context: Context, type: Type, node: Place): Type {
  const resolved = context.resolve(type, node);
  if (isKeyword(resolved, "any")) return union([keyword("string"), keyword("number")]);
  if (isKeyword(resolved, "object", "unknown")) return NEVER;
  if (resolved.kind === "parameter" && resolved.constraint !== undefined)
    return keysOf(context, resolved.constraint, node);
  const shape = context.shape(resolved, node);
  if (shape === undefined) return context.unsupported(node, "the keys of a type without members");
  const keys = keyTypesOf(shape);
  // What has any name has those that are numbers, too.
  return union(keys.some((key) => isKeyword(key, "string")) ? [...keys, keyword("number")] : keys);
}

/** The type of each index signature's names, and the name of each member. */
export function keyTypesOf({ signatures, members }: ObjectType): readonly Type[] {
  return [
    ...signatures.map(({ pattern, numeric }): Type => {
      if (pattern !== undefined) return { kind: "template", pattern };
      return keyword(numeric ? "number" : "string");
    }),
    ...Array.from(members.values(), ({ name, numeric }) => literal(numeric ? Number(name) : name)),
  ];
}

/** `T[K]`. */
export function accessed(context: Context, object: Type, index: Type, node: Place): Type {
  const target = context.resolve(object, node);
  if (isKeyword(target, "any", "unknown")) return ANY;
  if (target.kind === "union")
    return union(target.types.map((part) => accessed(context, part, index, node)));
  const keys = context.resolve(index, node);
  if (isKeyword(keys, "any")) return ANY;
  return union(
    partsOf(keys).map((part) => accessedBy(context, target, context.resolve(part, node), node)),
  );
}

function accessedBy(context: Context, target: Type, key: Type, node: Place): Type {
  context.spend(1);
  if (key.kind === "union")
    return union(
      key.types.map((part) => accessedBy(context, target, context.resolve(part, node), node)),
    );
  const found =
    target.kind === "array" || target.kind === "tuple"
      ? accessedItem(target, key)
      : accessedMember(context, target, key, node);
  if (found !== undefined) return found;
  const what =
    key.kind === "literal"
      ? `a type without the member ${String(key.value)}`
      : "an index that is no key";
  return context.unsupported(node, what);
}

function accessedMember(context: Context, target: Type, key: Type, node: Place): Type | undefined {
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

function accessedItem(
  target: Extract<Type, { kind: "array" | "tuple" }>,
  key: Type,
): Type | undefined {
  if (target.kind === "array") {
    const isIndex =
      key.kind === "literal" ? /^\d+$/.test(String(key.value)) : isKeyword(key, "number");
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
export function defined(context: Context, type: Type, node: Place): Type {
  const resolved = context.resolve(type, node);
  if (!partsOf(resolved).some((part) => isKeyword(part, "undefined"))) return type;
  return union(partsOf(resolved).filter((part) => !isKeyword(part, "undefined")));
}
