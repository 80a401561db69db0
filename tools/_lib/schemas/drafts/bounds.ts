import { memberOf } from "../../json/tree/members.ts";
import type { JsonNode } from "../../json/tree/tree.ts";

/** The keywords of a bound: a number each since draft-06, number and flag before. */
export const BOUNDS = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
] as const;

/** Whether a keyword is there and true. */
export function isTrue(node: JsonNode, keyword: string): boolean {
  const value = memberOf(node, keyword);
  return value?.type === "boolean" && value.value;
}
