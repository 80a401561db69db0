/** Arrays and objects that may also be given as JSON text, with every problem at its pointer. */
import type { Static, TSchema } from "@sinclair/typebox";
import { Check } from "@sinclair/typebox/value";
import { type Entry, fail, type Outcome } from "../../_core/tool.ts";
import { INPUT_FAILURES, inputInvalid } from "../results/input-invalid.ts";
import { explainMisfit } from "../results/misfit.ts";
import { type JsonWarning, readJsonField } from "../json/tree/json-field.ts";

/** What stands in `failures` of a tool with such a field. */
export const STRUCTURED_FAILURES = {
  ...INPUT_FAILURES,
  JSON_SYNTAX: "A field given as text is not well-formed JSON",
  INPUT_TOO_DEEP: "A field is nested deeper than 1,000 levels",
} as const;

export type StructuredFailure = keyof typeof STRUCTURED_FAILURES;

export type Structured<S extends TSchema> =
  | {
      readonly value: Static<S>;
      /** What was lost in reading it, at its place in the input. */
      readonly warnings: readonly Entry<JsonWarning>[];
      readonly failure?: undefined;
    }
  | { readonly failure: Outcome<never, StructuredFailure, never>; readonly value?: undefined };

/** The field's data, checked against the schema; numbers are doubles. */
export function readStructured<S extends TSchema>(
  given: unknown,
  schema: S,
  path: string,
): Structured<S> {
  const read = readJsonField(given, path);
  if (!read.ok) return { failure: fail<never, StructuredFailure, never>(read.error) };
  // The text was found well-formed and not too deep, so that the engine's parser cannot stumble.
  const value: unknown =
    typeof given === "string" ? JSON.parse(given.replace(/^\ufeff/, "")) : given;
  if (Check(schema, value)) {
    const warnings = read.warnings.map((entry) => ({
      ...entry,
      path: `${path}${entry.path ?? ""}`,
    }));
    return { value, warnings };
  }
  const [first, ...others] = explainMisfit(schema, value, path);
  return {
    failure: inputInvalid([
      first ?? { code: "TYPE", message: `Cannot use ${path}`, path },
      ...others,
    ]),
  };
}

/** Whether a field is left out: no value or blank text. */
export function isNothing(field: unknown): boolean {
  if (typeof field === "string") return field.replace(/^\ufeff/, "").trim() === "";
  return field === undefined || field === null;
}
