import type { Entry } from "../../../_core/tool.ts";
import { WarningList } from "../../results/entry-list.ts";
import {
  arrayNode,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  memberNode,
  objectNode,
  stringNode,
} from "../../json/tree/tree.ts";
import { memberOf } from "../../json/tree/members.ts";
import { beginning } from "../../text/shown.ts";
import { OPENAI_KEYWORDS } from "./keywords.ts";
import { mapSchemas } from "./map-schemas.ts";
import { nullable, NullTest } from "./nullable.ts";
import { closed, typesOf } from "./objects.ts";
import { movedReference } from "./reference.ts";
import { type HearStrict, type StrictChange, type StrictRules, writeStrict } from "./strict.ts";

/** What changed a schema on its way to a strict one, to be spread into a tool's `warnings`. */
export const STRICT_WARNINGS = {
  KEYWORD_MOVED: "A keyword that strict mode does not take is said in the description instead",
  OPTIONAL_MADE_NULLABLE:
    "A property that was optional is required in strict mode, and may be null",
  ROOT_NOT_OBJECT: 'The root of a strict schema is an object: it is wrapped as {"value": …}',
  WARNINGS_TRUNCATED: "More than 100 warnings of one code were found",
} as const;

export type StrictWarning = keyof typeof STRICT_WARNINGS;

export interface StrictSchema {
  readonly schema: JsonObject;
  readonly warnings: readonly Entry<StrictWarning>[];
}

/**
 * A schema of draft 2020-12 in OpenAI's strict subset: every object closed and all its properties
 * required, what was optional nullable, other keywords said in descriptions. A strict schema stays as it is.
 * `path` is what paths of the warnings begin with.
 */
export function strictSchema(root: JsonNode, path: string): StrictSchema {
  const isWrapped = !isPlainObject(root);
  const warnings = new WarningList<StrictWarning>();
  if (isWrapped) {
    warnings.add("ROOT_NOT_OBJECT", () => ({
      message: 'The root is no plain object and is wrapped as {"value": …}',
      path,
    }));
  }
  const strict = openAiStrict(root, path, (change) => note(change, warnings), isWrapped);
  const schema = isWrapped ? wrapped(strict) : typed(strict as JsonObject);
  return { schema, warnings: warnings.list() };
}

/** The same for a schema whose root is an object, or will be that of the property `value`, with every change heard. */
export function openAiStrict(
  root: JsonNode,
  path: string,
  hear: HearStrict,
  isWrapped = false,
): JsonNode {
  const document = prepared(root, isWrapped);
  const nullTest = new NullTest(isWrapped ? wrapped(document) : document);
  const rules: StrictRules = {
    keeps: isKept,
    nullable: (schema) => nullable(schema, (one) => nullTest.fits(one)),
    rewritesCombinators: true,
  };
  return writeStrict(document, path, rules, hear);
}

type Warnings = WarningList<StrictWarning>;

/** What a schema no longer says, or says otherwise, is worth a warning; that objects are closed is what was asked for. */
function note({ kind, path, before, after }: StrictChange, warnings: Warnings): void {
  if (kind === "moved" || kind === "undeclared") {
    const keyword = path.slice(path.lastIndexOf("/") + 1);
    warnings.add("KEYWORD_MOVED", () => ({
      message: `Strict mode does not take ${beginning(keyword, 40)}; the description says it instead`,
      path,
    }));
  } else if (kind === "nullable" && after !== before) {
    warnings.add("OPTIONAL_MADE_NULLABLE", () => ({
      message: "The property was optional; in strict mode it is required and may be null",
      path,
    }));
  }
}

/** Whether the root can stay: an object, also by its properties alone, and no union. */
function isPlainObject(root: JsonNode): boolean {
  if (root.type !== "object") return false;
  const { members } = root;
  if (members.some(({ key }) => key === "anyOf" || key === "oneOf" || key === "$ref")) return false;
  const types = typesOf(root);
  if (types === undefined) return members.some(({ key }) => key === "properties");
  return types.length === 1 && types[0] === "object";
}

function typed(schema: JsonObject): JsonObject {
  const type = memberNode("type", stringNode("object"));
  const others = schema.members.filter(({ key }) => key !== "type");
  const place = schema.members.findIndex(({ key }) => key === "type");
  return objectNode(place < 0 ? [type, ...others] : schema.members.with(place, type));
}

/** Definitions stay at the root, where references look for them. */
function wrapped(schema: JsonNode): JsonObject {
  const definitions = memberOf(schema, "$defs");
  const value =
    schema.type === "object"
      ? objectNode(schema.members.filter(({ key }) => key !== "$defs"))
      : schema;
  return objectNode([
    memberNode("type", stringNode("object")),
    memberNode("properties", objectNode([memberNode("value", value)])),
    memberNode("required", arrayNode([stringNode("value")])),
    ...closed([]),
    ...(definitions === undefined ? [] : [memberNode("$defs", definitions)]),
  ]);
}

/** `definitions` as `$defs`, and every reference led to where its target will be. */
function prepared(root: JsonNode, isWrapped: boolean): JsonNode {
  return mapSchemas(root, (node) => {
    if (node.type !== "object") return node;
    const hasDefs = node.members.some(({ key }) => key === "$defs");
    const members = node.members.map(({ key, value }): JsonMember => {
      if (key === "$ref" && value.type === "string")
        return memberNode(key, stringNode(movedReference(value.value, isWrapped)));
      return memberNode(key === "definitions" && !hasDefs ? "$defs" : key, value);
    });
    return objectNode(members);
  });
}

/** Lists of item schemas, as drafts before 2020-12 have them, are no items of the subset. */
function isKept({ key, value }: JsonMember): boolean {
  return (
    OPENAI_KEYWORDS.has(key) &&
    (key !== "items" || value.type === "object" || value.type === "boolean")
  );
}
