/** JSON Schema of types, and what is told of them. */
import tool from "../../tools/typescript-to-json-schema.ts";
import { runUnit } from "./run-unit.ts";

export const run = (input: string, options: object = {}) =>
  runUnit(tool as never, { input, ...options });

export type Schema = Record<string, unknown>;

/** The schema without what all have: `$schema` and the title. */
export function schema(input: string, options: object = {}): Schema {
  const result = run(input, options);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  const { $schema: _, title: __, ...rest } = (result.value as { schema: Schema }).schema;
  return rest;
}

/** The schema of the member `x` of an interface. */
export function member(type: string, before = "", options: object = {}): unknown {
  const whole = schema(`${before}\nexport interface Root { x: ${type} }`, options);
  return (whole["properties"] as Schema)["x"];
}

export const codes = (input: string, options: object = {}) =>
  run(input, options).errors?.map(({ code }) => code);
export const noted = (input: string, options: object = {}) =>
  run(input, options).warnings?.map(({ code }) => code);
