import type { JsonMember, JsonNode, JsonObject } from "../../json/tree/tree.ts";
import { memberOf, textOf } from "../../json/tree/members.ts";
import { OPENAI_KEYWORDS } from "../provider-schema/keywords.ts";
import { limitsPassed } from "../provider-schema/limits.ts";
import { isObjectSchema } from "../provider-schema/objects.ts";
import type { StrictRules } from "../provider-schema/strict.ts";
import type { NotStrict } from "./changes.ts";
import { visitSchemas } from "./common.ts";
import { orNull, type StrictResult, strictSchema } from "./strict.ts";

const SHARED_FORMATS = [
  "date-time",
  "time",
  "date",
  "duration",
  "email",
  "hostname",
  "ipv4",
  "ipv6",
  "uuid",
];
const OPENAI_FORMATS: ReadonlySet<string> = new Set(SHARED_FORMATS);
const ANTHROPIC_FORMATS: ReadonlySet<string> = new Set([...SHARED_FORMATS, "uri"]);

const OPENAI: StrictRules = {
  keeps: (member) =>
    OPENAI_KEYWORDS.has(member.key) &&
    (member.key !== "format" || hasFormat(member, OPENAI_FORMATS)),
  nullable: orNull,
  rewritesCombinators: true,
};

const ANTHROPIC_KEPT: ReadonlySet<string> = new Set([
  "type",
  "const",
  "anyOf",
  "allOf",
  "$ref",
  "$defs",
  "properties",
  "required",
  "items",
  "additionalProperties",
  "title",
  "description",
  "default",
]);

/** Look-around, back references and word boundaries. */
const HARD_PATTERN = /\(\?<?[=!]|\\(?:[1-9]|k<|b|B)/;

const ANTHROPIC: StrictRules = {
  keeps(member) {
    const { key, value } = member;
    if (key === "enum") return value.type === "array" && value.items.every(isScalar);
    if (key === "pattern") return !HARD_PATTERN.test((textOf(value) ?? "").replaceAll("\\\\", ""));
    if (key === "minItems") return value.type === "number" && Number(value.text) <= 1;
    return ANTHROPIC_KEPT.has(key) || hasFormat(member, ANTHROPIC_FORMATS);
  },
  rewritesCombinators: false,
};

function hasFormat({ key, value }: JsonMember, formats: ReadonlySet<string>): boolean {
  return key === "format" && formats.has(textOf(value) ?? "");
}

function isScalar({ type }: JsonNode): boolean {
  return type !== "object" && type !== "array";
}

export function openaiStrict(root: JsonObject): StrictResult {
  const result = strictSchema(root, OPENAI);
  const [passed] = limitsPassed(result.schema);
  if (passed === undefined || result.obstacle !== undefined) return result;
  const { received, what, expected } = passed;
  const message = `the schema has ${received} ${what}, more than ${expected}`;
  return { ...result, obstacle: { path: "", message } };
}

const MOST_OPTIONAL = 24;
const MOST_UNIONS = 16;

export function anthropicStrict(root: JsonObject): StrictResult {
  const result = strictSchema(root, ANTHROPIC);
  const obstacle = result.obstacle ?? tooMany(result.schema);
  return { ...result, obstacle };
}

/** Optional parameters and those with a union, in all objects. */
function tooMany(schema: JsonObject): NotStrict | undefined {
  let optional = 0;
  let unions = 0;
  visitSchemas(schema, [], (node) => {
    const properties = memberOf(node, "properties");
    if (!isObjectSchema(node) || properties?.type !== "object") return;
    const names = memberOf(node, "required");
    const required = new Set(names?.type === "array" ? names.items.map(textOf) : []);
    for (const { key, value } of properties.members) {
      if (!required.has(key)) optional++;
      if (memberOf(value, "type")?.type === "array" || memberOf(value, "anyOf") !== undefined)
        unions++;
    }
  });
  const what =
    optional > MOST_OPTIONAL
      ? `${optional} optional parameters, more than ${MOST_OPTIONAL}`
      : `${unions} parameters with a union, more than ${MOST_UNIONS}`;
  if (optional <= MOST_OPTIONAL && unions <= MOST_UNIONS) return undefined;
  return { path: "", message: `the schema has ${what}` };
}
