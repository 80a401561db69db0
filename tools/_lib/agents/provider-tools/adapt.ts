/** A tool's schema made fit for its target. */
import type { JsonNode, JsonObject } from "../../json/tree/tree.ts";
import { memberNode, objectNode } from "../../json/tree/tree.ts";
import type { Draft } from "../../schemas/json-schema/drafts.ts";
import { isTrue, memberOf } from "../../json/tree/members.ts";
import { anthropicSchema } from "../provider-schema/anthropic.ts";
import { mapSchemas } from "../provider-schema/map-schemas.ts";
import { openAiStrict } from "../provider-schema/openai-strict.ts";
import { type NotInlined, type OpenApiChange, writeOpenApi } from "../provider-schema/openapi.ts";
import type { StrictChange } from "../provider-schema/strict.ts";
import { convertDraft } from "../../schemas/drafts/draft.ts";
import type { NameTarget } from "../tool-call/names.ts";
import { withPointers } from "../tool-definition/common.ts";
import type { Change, Hear } from "./change.ts";
import { objectRoot, type UnionRule } from "./root.ts";

export interface AdaptOptions {
  readonly to: NameTarget;
  /** Whether the schema has to be one of the target's strict subset. */
  readonly strict: boolean;
  /** Whether it has to be one of Gemini's OpenAPI subset. */
  readonly openApi: boolean;
}

export interface Adapted {
  readonly schema: JsonNode;
  /** Whether calls have to wrap their arguments as `{"input": …}`. */
  readonly isWrapped: boolean;
}

/** The schema as the target takes it; why not, where it has no form for it. */
export function adaptSchema(
  given: JsonNode,
  draft: Draft,
  { to, strict, openApi }: AdaptOptions,
  hear: Hear,
): Adapted | { readonly reason: NotInlined } {
  const { schema: root, isWrapped } = objectRoot(given, unionRule(to, strict), hear);
  const plain = mapSchemas(root, withoutTrue);
  if (openApi) return openApiSchema(plain as JsonObject, isWrapped, hear);
  return { schema: strict ? strictSchema(plain, draft, to, hear) : plain, isWrapped };
}

/** In a strict schema of OpenAI a union can stand anywhere but at the root. */
function unionRule(to: NameTarget, strict: boolean): UnionRule {
  if (to === "anthropic" || to === "portable") return "merge";
  return strict ? "wrap" : "keep";
}

/** Properties of which anything is allowed as schemas that say nothing: not every provider reads `true`. */
function withoutTrue(schema: JsonNode): JsonNode {
  const map = memberOf(schema, "properties");
  if (schema.type !== "object" || map?.type !== "object") return schema;
  if (!map.members.some(({ value }) => isTrue(value))) return schema;
  const properties = map.members.map((member) =>
    isTrue(member.value) ? { ...member, value: objectNode([]) } : member,
  );
  return objectNode(
    schema.members.map((member) =>
      member.key === "properties" ? memberNode(member.key, objectNode(properties)) : member,
    ),
  );
}

function openApiSchema(
  root: JsonObject,
  isWrapped: boolean,
  hear: Hear,
): Adapted | { readonly reason: NotInlined } {
  const written = writeOpenApi(withPointers(root), { unsupported: "drop" }, (change) =>
    hear(openApiChange(change)),
  );
  return written.ok ? { schema: written.schema, isWrapped } : { reason: written.reason };
}

function openApiChange({ kind, path, before, after }: OpenApiChange): Change {
  return {
    code: kind === "dropped" ? "KEYWORD_DROPPED" : "KEYWORD_CONVERTED",
    path,
    before,
    after,
  };
}

function strictSchema(root: JsonNode, draft: Draft, to: NameTarget, hear: Hear): JsonNode {
  const hearStrict = (change: StrictChange) => {
    const noted = strictChange(change);
    if (noted !== undefined) hear(noted);
  };
  if (to === "anthropic") return anthropicSchema(root, draft, hearStrict);
  const current = draft === "2020-12" ? root : convertDraft(root, draft, "2020-12").root;
  return openAiStrict(current, "", hearStrict);
}

function strictChange({ kind, path, before, after }: StrictChange): Change | undefined {
  switch (kind) {
    case "moved":
    case "undeclared":
      return { code: "KEYWORD_MOVED", path, before };
    case "union":
      return { code: "KEYWORD_CONVERTED", path, before };
    case "closed":
      return { code: "ADDITIONAL_PROPERTIES_CLOSED", path, before, after };
    case "nullable":
      return after === before ? undefined : { code: "OPTIONAL_MADE_NULLABLE", path, before, after };
    case "free-map":
      return undefined;
  }
}
