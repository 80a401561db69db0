import { type JsonMember, memberNode, stringNode } from "../../json/tree/tree.ts";
import { minifyJson } from "../../json/tree/write.ts";
import { textOf } from "../../json/tree/members.ts";

/**
 * The keywords that stay, with those that had to go said in the description:
 * `text (minLength: 3; uniqueItems: true)`, in the schema's order, values as compact JSON.
 */
export function withMoved(
  kept: readonly JsonMember[],
  moved: readonly JsonMember[],
): readonly JsonMember[] {
  if (moved.length === 0) return kept;
  const said = `(${moved.map(({ key, value }) => `${key}: ${minifyJson(value) ?? ""}`).join("; ")})`;
  const place = kept.findIndex(({ key }) => key === "description");
  if (place < 0) return [...kept, memberNode("description", stringNode(said))];
  const before = textOf(kept[place]?.value) ?? "";
  const text = before === "" ? said : `${before} ${said}`;
  return kept.with(place, memberNode("description", stringNode(text)));
}
