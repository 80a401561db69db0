import type { JsonMember } from "../../json/tree/tree.ts";

/** The members with those of the one schema in `allOf`; undefined where there is not one, or keys would meet. */
export function withoutSingleAllOf(members: readonly JsonMember[]): JsonMember[] | undefined {
  const all = members.find(({ key }) => key === "allOf");
  if (all?.value.type !== "array" || all.value.items.length !== 1) return undefined;
  const [only] = all.value.items;
  if (only?.type !== "object") return undefined;
  const others = new Set(members.filter((member) => member !== all).map(({ key }) => key));
  if (only.members.some(({ key }) => others.has(key))) return undefined;
  return members.flatMap((member) => (member === all ? only.members : [member]));
}
