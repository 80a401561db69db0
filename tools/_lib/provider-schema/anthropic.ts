import { arrayNode, type JsonMember, type JsonNode, memberNode, objectNode } from "../json/tree.ts";
import { type Draft, keywordOf } from "../json-schema/drafts.ts";
import { withMoved } from "./moved.ts";
import { closed, isObjectSchema } from "./objects.ts";

const FORBIDDEN: ReadonlySet<string> = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
]);

/**
 * The schema as Anthropic's structured output takes it: every object closed, keywords that are not
 * allowed there said in the description. Optional members stay optional.
 */
export function anthropicSchema(node: JsonNode, draft: Draft): JsonNode {
  if (node.type !== "object") return node;
  const kept: JsonMember[] = [];
  const moved: JsonMember[] = [];
  for (const member of node.members) {
    if (isForbidden(member)) moved.push(member);
    else kept.push(memberNode(member.key, inside(member, draft)));
  }
  return objectNode(withMoved(isObjectSchema(node) ? closed(kept) : kept, moved));
}

/** Of minItems only 0 and 1 are allowed. */
function isForbidden({ key, value }: JsonMember): boolean {
  if (key !== "minItems") return FORBIDDEN.has(key);
  return value.type !== "number" || Number(value.text) > 1;
}

function inside({ key, value }: JsonMember, draft: Draft): JsonNode {
  const holds = keywordOf(key, draft)?.holds ?? (key === "definitions" ? "map" : undefined);
  if (holds === undefined) return value;
  const isMap = holds === "map" || holds === "dependencies";
  if (isMap && value.type === "object") {
    return objectNode(
      value.members.map((member) => ({ ...member, value: anthropicSchema(member.value, draft) })),
    );
  }
  if (value.type === "array") {
    return arrayNode(value.items.map((item) => anthropicSchema(item, draft)));
  }
  return anthropicSchema(value, draft);
}
