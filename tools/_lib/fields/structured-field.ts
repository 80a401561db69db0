/** Arrays and objects that may also be given as JSON text, with every problem at its pointer. */
import { Kind, type Static, type TSchema } from "@sinclair/typebox";
import { Value, type ValueError, ValueErrorType } from "@sinclair/typebox/value";
import { ENUMERATION } from "../../_core/fields.ts";
import { type Entry, fail, type Outcome } from "../../_core/tool.ts";
import { INPUT_FAILURES, inputInvalid } from "../results/input-invalid.ts";
import { readJsonField } from "../json/tree/json-field.ts";
import { beginning } from "../text/shown.ts";

/** What stands in `failures` of a tool with such a field. */
export const STRUCTURED_FAILURES = {
  ...INPUT_FAILURES,
  JSON_SYNTAX: "A field given as text is not well-formed JSON",
  INPUT_TOO_DEEP: "A field is nested deeper than 1,000 levels",
} as const;

export type StructuredFailure = keyof typeof STRUCTURED_FAILURES;

export type Structured<S extends TSchema> =
  | { readonly value: Static<S>; readonly failure?: undefined }
  | { readonly failure: Outcome<never, StructuredFailure, never> };

/** Problems of one field that are listed. */
const MOST_PROBLEMS = 100;

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
  if (Value.Check(schema, value)) return { value };
  const entries = new Map<string, Entry<"TYPE" | "RANGE" | "REQUIRED">>();
  for (const error of Value.Errors(schema, value)) {
    if (!entries.has(error.path)) entries.set(error.path, explain(error, path));
    if (entries.size === MOST_PROBLEMS) break;
  }
  const [first, ...others] = entries.values();
  const problem = first ?? explainWhole(path);
  return { failure: inputInvalid([problem, ...others]) };
}

/** Whether a field is left out: no value or blank text. */
export function isNothing(field: unknown): boolean {
  if (typeof field === "string") return field.replace(/^\ufeff/, "").trim() === "";
  return field === undefined || field === null;
}

const RANGE_ERRORS: ReadonlySet<ValueErrorType> = new Set([
  ValueErrorType.ArrayMaxItems,
  ValueErrorType.ArrayMinItems,
  ValueErrorType.IntegerExclusiveMinimum,
  ValueErrorType.IntegerMaximum,
  ValueErrorType.IntegerMinimum,
  ValueErrorType.NumberExclusiveMaximum,
  ValueErrorType.NumberExclusiveMinimum,
  ValueErrorType.NumberMaximum,
  ValueErrorType.NumberMinimum,
  ValueErrorType.NumberMultipleOf,
  ValueErrorType.ObjectMaxProperties,
  ValueErrorType.ObjectMinProperties,
  ValueErrorType.StringMaxLength,
  ValueErrorType.StringMinLength,
]);

/** What an error comes down to: of a union the alternative that fails further inside, or else each of them. */
function causesOf(error: ValueError): ValueError[] {
  const firsts = error.errors.flatMap((errors) => errors.First() ?? []);
  if (error.type !== ValueErrorType.Union || firsts.length === 0) return [error];
  const inside = firsts.find(({ path }) => path !== error.path);
  return (inside ? [inside] : firsts).flatMap(causesOf);
}

function explain(error: ValueError, base: string): Entry<"TYPE" | "RANGE" | "REQUIRED"> {
  const causes = causesOf(error);
  const { path, value } = causes[0] ?? error;
  const types = new Set(causes.map(({ type }) => type));
  const missing = types.has(ValueErrorType.ObjectRequiredProperty);
  const inRange = ![...types].some((type) => RANGE_ERRORS.has(type));
  const code = missing ? "REQUIRED" : inRange ? "TYPE" : "RANGE";
  const found = missing ? "nothing" : describe(value);
  const expected = causes.map(expectation).join(" or ");
  return {
    code,
    message: `Cannot use ${base}${path}: found ${found}, expected ${expected}`,
    path: base + path,
    expected,
  };
}

/** In words; TypeBox knows no more of an enumeration than its kind, and of a member too many than that it is one. */
function expectation({ schema, message, type }: ValueError): string {
  if (schema[Kind] === ENUMERATION)
    return `one of ${(schema["enum"] as readonly string[]).join(", ")}`;
  if (type === ValueErrorType.ObjectAdditionalProperties)
    return `no member but ${Object.keys(schema["properties"] as object).join(", ")}`;
  return message.replace(/^Expected /, "");
}

function explainWhole(path: string): Entry<"TYPE"> {
  const message = `Cannot use ${path}: found something else, expected the structure of its description`;
  return { code: "TYPE", message, path };
}

const SHOWN_CHARACTERS = 60;

function describe(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  return beginning(JSON.stringify(value) ?? "nothing", SHOWN_CHARACTERS);
}
