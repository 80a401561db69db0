import type { Node } from "@babel/types";
import { isAssignable, spreadParts } from "./assignable.ts";
import type { Context } from "./context.ts";
import { signaturesOf } from "./members.ts";
import { defined } from "./operators.ts";
import { changeCase } from "./templates.ts";
import {
  ANY,
  isKeyword,
  keyOf,
  keyword,
  type Lazy,
  literal,
  type Member,
  type ObjectType,
  partsOf,
  ready,
  type Type,
  union,
} from "./types.ts";

type Utility = (context: Context, given: readonly Type[], node: Node, name: string) => Type;

const UTILITIES: ReadonlyMap<string, Utility> = new Map<string, Utility>([
  ["Partial", (context, [type = ANY], node) => changed(context, "Partial", type, node)],
  ["Required", (context, [type = ANY], node) => changed(context, "Required", type, node)],
  ["Readonly", (_, [type = ANY]) => type],
  ["NoInfer", (_, [type = ANY]) => type],
  ["Pick", (context, [type = ANY, keys = ANY], node) => chosen(context, type, keys, node, true)],
  ["Omit", (context, [type = ANY, keys = ANY], node) => chosen(context, type, keys, node, false)],
  [
    "Exclude",
    (context, [type = ANY, other = ANY], node) => sifted(context, type, other, node, false),
  ],
  [
    "Extract",
    (context, [type = ANY, other = ANY], node) => sifted(context, type, other, node, true),
  ],
  ["NonNullable", (context, [type = ANY], node) => nonNullable(context, type, node)],
  ["Promise", (_, [result = ANY]) => ({ kind: "promise", result })],
  ["PromiseLike", (_, [result = ANY]) => ({ kind: "promise", result })],
  ["Awaited", (context, [type = ANY], node) => awaited(context, type, node)],
  ["Uppercase", recased],
  ["Lowercase", recased],
  ["Capitalize", recased],
  ["Uncapitalize", recased],
  ["Date", () => ({ kind: "builtin", name: "Date" })],
  ["RegExp", () => ({ kind: "builtin", name: "RegExp" })],
  ["URL", () => ({ kind: "builtin", name: "URL" })],
  ["Uint8Array", () => ({ kind: "builtin", name: "Uint8Array" })],
  ["String", () => keyword("string")],
  ["Number", () => keyword("number")],
  ["Boolean", () => keyword("boolean")],
  ["BigInt", () => keyword("bigint")],
  ["Symbol", () => keyword("symbol")],
  ["Object", () => keyword("object")],
  ["Function", () => keyword("function")],
  ["PropertyKey", () => union([keyword("string"), keyword("number"), keyword("symbol")])],
  ...["ReturnType", "Parameters", "ConstructorParameters", "InstanceType", "ThisType"].map(
    (name): [string, Utility] => [
      name,
      (context, _, node) => context.unsupported(node, `the type ${name}, which is about functions`),
    ],
  ),
]);

/** Types that hold others, which may be the type that is being declared. */
const HOLDERS: ReadonlyMap<
  string,
  (context: Context, given: readonly Lazy<Type>[], node: Node) => Type
> = new Map<string, (context: Context, given: readonly Lazy<Type>[], node: Node) => Type>([
  ["Array", (_, [element]) => list(element, false)],
  ["ReadonlyArray", (_, [element]) => list(element, false)],
  ["Set", (_, [element]) => list(element, true)],
  ["ReadonlySet", (_, [element]) => list(element, true)],
  ["Map", (_, [, value]) => dictionary(value)],
  ["ReadonlyMap", (_, [, value]) => dictionary(value)],
  ["Record", record],
]);

/** Whether the language itself declares a type of that name. */
export function isUtility(name: string): boolean {
  return HOLDERS.has(name) || UTILITIES.has(name);
}

/** The meaning of a name that the language itself declares, undefined where it declares none. */
export function utilityType(
  context: Context,
  name: string,
  given: readonly Lazy<Type>[],
  node: Node,
): Type | undefined {
  const holder = HOLDERS.get(name)?.(context, given, node);
  if (holder !== undefined) return holder;
  const utility = UTILITIES.get(name);
  return utility?.(
    context,
    given.map((type) => type()),
    node,
    name,
  );
}

function list(element: Lazy<Type> | undefined, unique: boolean): Type {
  return { kind: "array", element: element ?? ready(ANY), unique };
}

function dictionary(type: Lazy<Type> = ready(ANY)): Type {
  const signatures = [{ pattern: undefined, numeric: false, type }];
  return { kind: "object", key: `Map{${type.key}}`, members: new Map(), signatures };
}

function record(context: Context, given: readonly Lazy<Type>[], node: Node): Type {
  const keys = given[0]?.() ?? ANY;
  const type = given[1] ?? ready(ANY);
  const parts = spreadParts(context, keys, node).map((part) => context.resolve(part, node));
  const members = new Map<string, Member>();
  for (const part of parts) {
    if (part.kind === "parameter") context.unsupported(node, "a record over a free parameter");
    if (part.kind !== "literal") continue;
    const name = String(part.value);
    const numeric = typeof part.value === "number";
    const plain = { optional: false, doc: undefined, place: node };
    members.set(name, { name, numeric, type, ...plain });
  }
  const signatures = signaturesOf(union(parts), type);
  const key = `Record{${keyOf(keys)},${type.key}}`;
  return { kind: "object", key, members, signatures };
}

/** The type with each member changed; unions member by member, lists item by item. */
function changed(context: Context, how: "Partial" | "Required", type: Type, node: Node): Type {
  const resolved = context.resolve(type, node);
  const optional = how === "Partial";
  if (resolved.kind === "union")
    return union(resolved.types.map((part) => changed(context, how, part, node)));
  if (resolved.kind === "tuple") {
    const elements = resolved.elements.map((element) => ({
      ...element,
      type: optional ? element.type : defined(context, element.type, node),
      optional,
    }));
    return { kind: "tuple", elements };
  }
  if (resolved.kind === "parameter") return type;
  const shape = context.shape(resolved, node);
  if (shape === undefined) {
    return resolved.kind === "intersection"
      ? context.unsupported(node, "an intersection that is no object")
      : type;
  }
  const members = new Map<string, Member>();
  for (const [name, member] of shape.members) {
    const only = optional
      ? member.type
      : context.lazy(`defined(${member.type.key})`, node, () =>
          defined(context, member.type(), node),
        );
    members.set(name, { ...member, optional, type: only });
  }
  return { ...shape, key: `${how}{${shape.key}}`, members };
}

function chosen(context: Context, type: Type, keys: Type, node: Node, keep: boolean): Type {
  if (isKeyword(context.resolve(type, node), "any", "unknown")) return ANY;
  const shape = context.shape(type, node);
  if (shape === undefined) return context.unsupported(node, "a choice of members of what has none");
  const names = new Set<string>();
  let all = false;
  for (const part of spreadParts(context, keys, node)) {
    const key = context.resolve(part, node);
    if (key.kind === "literal") names.add(String(key.value));
    else if (isKeyword(key, "string", "any")) all = true;
    else if (!isKeyword(key, "number", "symbol"))
      return context.unsupported(node, "a choice of members by what are no names");
  }
  const members = new Map<string, Member>();
  for (const [name, member] of shape.members)
    if ((all || names.has(name)) === keep) members.set(name, member);
  const added = keep ? signedMembers(shape, names, node) : [];
  for (const member of added) members.set(member.name, member);
  const signatures = all === keep ? shape.signatures : [];
  const key = `${keep ? "Pick" : "Omit"}{${shape.key},${keyOf(keys)}}`;
  return { kind: "object", key, members, signatures };
}

/** Members that are picked by name where only an index signature has them. */
function signedMembers(shape: ObjectType, names: ReadonlySet<string>, node: Node): Member[] {
  const [signature] = shape.signatures;
  if (signature === undefined) return [];
  const plain = {
    numeric: false,
    optional: false,
    doc: undefined,
    place: node,
    type: signature.type,
  };
  return [...names].filter((name) => !shape.members.has(name)).map((name) => ({ name, ...plain }));
}

function sifted(context: Context, type: Type, other: Type, node: Node, keep: boolean): Type {
  if (isKeyword(context.resolve(type, node), "any")) return keep ? other : ANY;
  const others = spreadParts(context, other, node);
  const keys = new Set(others.map((part) => keyOf(context.resolve(part, node))));
  const onlyLiterals = others.every((part) => context.resolve(part, node).kind === "literal");
  const parts = spreadParts(context, type, node).flatMap((part) =>
    splitBoolean(context.resolve(part, node), part, onlyLiterals),
  );
  const kept = parts.filter((part) => {
    const resolved = context.resolve(part, node);
    const known = keys.has(keyOf(resolved));
    const verdict =
      known || (onlyLiterals && resolved.kind === "literal")
        ? known
        : isAssignable(context, part, other, node);
    if (verdict === undefined)
      context.unsupported(node, "a choice of types that cannot be compared");
    return verdict === keep;
  });
  return union(kept);
}

function splitBoolean(resolved: Type, part: Type, split: boolean): readonly Type[] {
  return split && isKeyword(resolved, "boolean") ? [literal(true), literal(false)] : [part];
}

function nonNullable(context: Context, type: Type, node: Node): Type {
  const parts = spreadParts(context, type, node);
  return union(
    parts.filter((part) => !isKeyword(context.resolve(part, node), "null", "undefined")),
  );
}

function awaited(context: Context, type: Type, node: Node): Type {
  const resolved = context.resolve(type, node);
  if (resolved.kind === "promise") return awaited(context, resolved.result, node);
  if (resolved.kind !== "union") return type;
  return union(resolved.types.map((part) => awaited(context, part, node)));
}

function recased(context: Context, given: readonly Type[], node: Node, name: string): Type {
  const parts = spreadParts(context, given[0] ?? ANY, node).map((part) =>
    context.resolve(part, node),
  );
  const texts = parts.flatMap((part) =>
    part.kind === "literal" && typeof part.value === "string" ? [part.value] : [],
  );
  if (texts.length < partsOf(union(parts)).length)
    return context.unsupported(node, `${name} of what is no literal`);
  return union(texts.map((text) => literal(changeCase(name, text))));
}
