/** The contract as JSON Schema of draft 2020-12. */
import { setMember } from "../_lib/json/tree/value.ts";
import type { Variable, VariableType } from "../environment-contract-compiler.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

export function jsonSchemaOf(variables: readonly Variable[]): JsonSchema {
  const properties = {};
  for (const variable of variables) setMember(properties, variable.name, propertyOf(variable));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties,
    required: variables.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: true,
  };
}

const SCHEMA_TYPES: Readonly<Record<VariableType, JsonSchema>> = {
  string: { type: "string" },
  integer: { type: "integer" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  url: { type: "string", format: "uri" },
  email: { type: "string", format: "email" },
  json: { type: "string", contentMediaType: "application/json" },
};

function propertyOf(variable: Variable): JsonSchema {
  const { type, format, contentMediaType } = SCHEMA_TYPES[variable.type];
  const { enum: choices, min, max, pattern, description, secret } = variable;
  return {
    type,
    ...(choices && { enum: choices }),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(pattern !== undefined && { pattern }),
    ...(format !== undefined && { format }),
    ...(contentMediaType !== undefined && { contentMediaType }),
    ...(Object.hasOwn(variable, "default") && { default: variable.default }),
    ...(description !== "" && { description }),
    ...(secret && { writeOnly: true }),
  };
}
