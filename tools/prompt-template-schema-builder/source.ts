/** The schema of the answer, from what the caller gives of it. */
import type { Budget, Entry } from "../_core/tool.ts";
import { isNothing } from "../_lib/fields/structured-field.ts";
import { readFields } from "../_lib/schemas/shorthand/fields.ts";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import type { JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import type { Draft } from "../_lib/schemas/json-schema/drafts.ts";
import { memberOf } from "../_lib/json/tree/members.ts";
import { compileSchema, type Validator } from "../_lib/schemas/json-schema/validator.ts";
import type { Failure, Value, Warning } from "../prompt-template-schema-builder.ts";
import { schemaOfSample } from "./sample.ts";

const PATH = "/schema";

/** Names of types in shorthand that stand for a string of that format. */
const FORMATS: ReadonlySet<string> = new Set(["date", "date-time", "email", "uri", "uuid"]);

/** The schema of the answer, and what it was made of. */
export interface AnswerSchema {
  readonly ok: true;
  readonly source: Value["schemaSource"];
  /** Undefined where the answer is plain text. */
  readonly schema: JsonObject | undefined;
  readonly validator: Validator | undefined;
  readonly draft: Draft;
  readonly warnings: readonly Entry<Warning>[];
}

export interface SchemaTrouble {
  readonly ok: false;
  readonly errors: readonly [Entry<Failure>, ...Entry<Failure>[]];
  readonly warnings: readonly Entry<Warning>[];
}

/** Reads the field: JSON that looks like a schema is one, other JSON is a sample, other text is shorthand. */
export function readAnswerSchema(
  field: unknown,
  hasExamples: boolean,
  budget: Budget,
): AnswerSchema | SchemaTrouble {
  if (isNothing(field)) {
    return {
      ok: true,
      source: "none",
      schema: undefined,
      validator: undefined,
      draft: "2020-12",
      warnings: [],
    };
  }
  const read = readJsonField(field, PATH);
  if (!read.ok) {
    const { error, warnings } = read;
    if (error.code !== "JSON_SYNTAX" || typeof field !== "string") {
      return { ok: false, errors: [error], warnings };
    }
    const shorthand = readShorthand(field, error, warnings, budget);
    return hasExamples && shorthand.ok ? compiled(shorthand, budget) : shorthand;
  }
  const { root, warnings } = read;
  if (isSchema(root)) return compiled(made("json-schema", root, warnings), budget);
  const sample = made("sample", schemaOfSample(root), warnings);
  return hasExamples ? compiled(sample, budget) : sample;
}

function readShorthand(
  text: string,
  syntax: Entry,
  warnings: readonly Entry<Warning>[],
  budget: Budget,
): ReturnType<typeof made> | SchemaTrouble {
  const fields = readFields(text, { path: PATH, formats: FORMATS, listMarkers: true, budget });
  if (fields.ok) return made("shorthand", fields.schema, warnings);
  const [first, ...others] = fields.errors;
  // Text that begins as JSON does was most likely meant as JSON.
  const hint = /^[\ufeff\s]*[[{]/.test(text) ? `Read as JSON: ${syntax.message}` : first.hint;
  return {
    ok: false,
    errors: [hint === undefined ? first : { ...first, hint }, ...others],
    warnings,
  };
}

/** A schema that needs no check as long as no example is held against it. */
function made(
  source: Value["schemaSource"],
  schema: JsonObject,
  warnings: readonly Entry<Warning>[],
): AnswerSchema & { readonly schema: JsonObject } {
  return { ok: true, source, schema, validator: undefined, draft: "2020-12", warnings };
}

function compiled(answer: ReturnType<typeof made>, budget: Budget): AnswerSchema | SchemaTrouble {
  const { schema, warnings } = answer;
  const result = compileSchema(schema, { path: PATH, budget });
  if (!result.ok) return { ok: false, errors: result.errors, warnings };
  const { validator } = result;
  return { ...answer, validator, draft: validator.draft };
}

const TYPES: ReadonlySet<string> = new Set([
  "null",
  "boolean",
  "object",
  "array",
  "number",
  "string",
  "integer",
]);

/** The keywords that tell a schema, and what their values have to be. */
const SIGNS: readonly (readonly [keyword: string, fits: (value: JsonNode) => boolean])[] = [
  ["$schema", isText],
  ["$ref", isText],
  ["type", (value) => isTypeName(value) || (isFilled(value) && value.items.every(isTypeName))],
  ["properties", isMapOfSchemas],
  ["items", isSchemaKind],
  ["enum", (value) => value.type === "array"],
  ["const", () => true],
  ["anyOf", isListOfSchemas],
  ["oneOf", isListOfSchemas],
  ["allOf", isListOfSchemas],
];

function isSchema(root: JsonNode): root is JsonObject {
  return SIGNS.some(([keyword, fits]) => {
    const value = memberOf(root, keyword);
    return value !== undefined && fits(value);
  });
}

function isText({ type }: JsonNode): boolean {
  return type === "string";
}

function isTypeName(value: JsonNode): boolean {
  return value.type === "string" && TYPES.has(value.value);
}

function isFilled(value: JsonNode): value is JsonNode & { type: "array" } {
  return value.type === "array" && value.items.length > 0;
}

function isSchemaKind({ type }: JsonNode): boolean {
  return type === "object" || type === "boolean";
}

function isMapOfSchemas(value: JsonNode): boolean {
  return value.type === "object" && value.members.every((member) => isSchemaKind(member.value));
}

function isListOfSchemas(value: JsonNode): boolean {
  return isFilled(value) && value.items.every(isSchemaKind);
}
