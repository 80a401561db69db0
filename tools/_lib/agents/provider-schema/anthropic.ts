import { appendPointer } from "../../results/pointer.ts";
import {
  arrayNode,
  booleanNode,
  type JsonMember,
  type JsonNode,
  memberNode,
  objectNode,
} from "../../json/tree/tree.ts";
import { type Draft, keywordOf } from "../../schemas/json-schema/drafts.ts";
import { memberOf } from "../../json/tree/members.ts";
import { ANTHROPIC_FORBIDDEN } from "./keywords.ts";
import { withMoved } from "./moved.ts";
import { closed, isObjectSchema } from "./objects.ts";
import type { HearStrict } from "./strict.ts";

/**
 * The schema as Anthropic's structured output takes it: every object closed, keywords that are not
 * allowed there said in the description. Optional members stay optional.
 */
export function anthropicSchema(
  node: JsonNode,
  draft: Draft,
  hear: HearStrict = () => undefined,
  path = "",
): JsonNode {
  if (node.type !== "object") return node;
  const kept: JsonMember[] = [];
  const moved: JsonMember[] = [];
  for (const member of node.members) {
    const place = appendPointer(path, member.key);
    if (isForbidden(member)) {
      moved.push(member);
      hear({ kind: "moved", path: place, before: member.value });
    } else kept.push(memberNode(member.key, inside(member, draft, hear, place)));
  }
  if (!isObjectSchema(node)) return objectNode(withMoved(kept, moved));
  const others = memberOf(node, "additionalProperties");
  if (others?.type !== "boolean" || others.value)
    hear({ kind: "closed", path, before: others, after: booleanNode(false) });
  return objectNode(withMoved(closed(kept), moved));
}

/** Of minItems only 0 and 1 are allowed. */
export function isForbidden({ key, value }: JsonMember): boolean {
  if (key !== "minItems") return ANTHROPIC_FORBIDDEN.has(key);
  return value.type !== "number" || Number(value.text) > 1;
}

function inside(
  { key, value }: JsonMember,
  draft: Draft,
  hear: HearStrict,
  path: string,
): JsonNode {
  const holds = keywordOf(key, draft)?.holds;
  if (holds === undefined) return value;
  const isMap = holds === "map" || holds === "dependencies";
  if (isMap && value.type === "object") {
    return objectNode(
      value.members.map((member) => {
        const place = appendPointer(path, member.key);
        return { ...member, value: anthropicSchema(member.value, draft, hear, place) };
      }),
    );
  }
  if (value.type === "array") {
    return arrayNode(
      value.items.map((item, index) => anthropicSchema(item, draft, hear, `${path}/${index}`)),
    );
  }
  return anthropicSchema(value, draft, hear, path);
}
