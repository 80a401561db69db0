import type { Context } from "./context.ts";
import { keyOf, type Member, type ObjectType, type Place, type Type, union } from "./types.ts";

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
