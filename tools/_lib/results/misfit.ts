/** Says in words why a value does not fit a field's schema. */
import { Kind, type TSchema, TypeGuard } from "@sinclair/typebox";
import { Errors, type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { ENUMERATION } from "../../_core/fields.ts";
import type { Entry } from "../../_core/tool.ts";
import { nearest } from "../text/nearest.ts";
import { shortened } from "../text/shown.ts";
import { parsePointer } from "./pointer.ts";

export type MisfitCode = "TYPE" | "RANGE" | "REQUIRED" | "ENUM" | "UNKNOWN_FIELD";

const LONGEST_SHOWN = 101;
const MOST_PLACES = 100;

/** The problems of `value`, one entry for each place, at most 100; `secret` ones do not show what was found. */
export function explainMisfit(
  schema: TSchema,
  value: unknown,
  base: string,
  secret = false,
): Entry<MisfitCode>[] {
  const entries = new Map<string, Entry<MisfitCode>>();
  for (const cause of causesOf(Errors(schema, value))) {
    const path = base + cause.error.path;
    if (!entries.has(path)) entries.set(path, entryOf(cause, path, secret));
    if (entries.size === MOST_PLACES) break;
  }
  return [...entries.values()];
}

interface Cause {
  readonly error: ValueError;
  /** Of a union what each alternative misses first. */
  readonly alternatives: readonly ValueError[];
}

/** What errors come down to: of a union those of the alternative that the value fits until deepest inside. */
function* causesOf(errors: Iterable<ValueError>): Generator<Cause> {
  for (const error of errors) {
    const alternatives = alternativesOf(error);
    const [meant] = alternatives
      .filter(({ first }) => first.path !== error.path)
      .toSorted((left, right) => depthOf(right.first) - depthOf(left.first));
    if (meant) {
      yield* causesOf([meant.first]);
      yield* causesOf(meant.others);
    } else yield { error, alternatives: alternatives.map(({ first }) => first) };
  }
}

/** They can be asked for once only. */
function alternativesOf({ type, errors }: ValueError) {
  if (type !== ValueErrorType.Union) return [];
  return errors.flatMap((others) => {
    const first = others.First();
    return first ? [{ first, others }] : [];
  });
}

function depthOf({ path }: ValueError): number {
  return path.split("/").length;
}

function entryOf(cause: Cause, path: string, secret: boolean): Entry<MisfitCode> {
  const { error } = cause;
  const code = codeOf(cause);
  const expected = expectationOf(error, code);
  const received = secret ? undefined : show(error.value);
  const found = received === undefined ? typeName(error.value) : JSON.stringify(received);
  return {
    code,
    message: `Cannot use ${path}: found ${code === "REQUIRED" ? "nothing" : found}, expected ${expected}`,
    path,
    expected,
    ...hintFor(error, code),
    ...(received === undefined ? {} : { received }),
  };
}

/** Which of the members a name that is none of them may be meant for. */
function hintFor({ path, schema }: ValueError, code: MisfitCode): { hint?: string } {
  if (code !== "UNKNOWN_FIELD") return {};
  const [near] = nearest(
    parsePointer(path)?.at(-1) ?? "",
    Object.keys(schema["properties"] ?? {}),
    { limit: 1 },
  );
  return near === undefined ? {} : { hint: `Did you mean ${near}?` };
}

function expectationOf({ schema }: ValueError, code: MisfitCode): string {
  if (code !== "UNKNOWN_FIELD") return describe(schema);
  const names = Object.keys((schema["properties"] as object | undefined) ?? {});
  return names.length === 0 ? "no member" : `no member but ${names.join(", ")}`;
}

const TYPE_ERRORS: ReadonlySet<ValueErrorType> = new Set([
  ValueErrorType.Array,
  ValueErrorType.Boolean,
  ValueErrorType.Integer,
  ValueErrorType.Null,
  ValueErrorType.Number,
  ValueErrorType.Object,
  ValueErrorType.String,
  ValueErrorType.Union,
  ValueErrorType.Tuple,
]);

/** A union is missed by its bounds where one of its alternatives is, and as a list of words where all are literals. */
function codeOf({ error: { type, schema, value }, alternatives }: Cause): MisfitCode {
  if (alternatives.some((alternative) => isBound(alternative))) return "RANGE";
  if (alternatives.length > 0 && alternatives.every((one) => isLiteralLike(one, value)))
    return "ENUM";
  if (type === ValueErrorType.ObjectRequiredProperty) return "REQUIRED";
  if (type === ValueErrorType.ObjectAdditionalProperties) return "UNKNOWN_FIELD";
  if (type === ValueErrorType.Literal) return "ENUM";
  if (type === ValueErrorType.Kind && schema[Kind] === ENUMERATION) {
    return typeof value === "string" ? "ENUM" : "TYPE";
  }
  return TYPE_ERRORS.has(type) ? "TYPE" : "RANGE";
}

function isLiteralLike({ type, schema }: ValueError, value: unknown): boolean {
  return type === ValueErrorType.Literal && typeof schema["const"] === typeof value;
}

function isBound(error: ValueError): boolean {
  const [cause] = causesOf([error]);
  return cause !== undefined && codeOf(cause) === "RANGE";
}

/** What the schema asks for: `a whole number from 1 to 1000`. */
function describe(schema: TSchema): string {
  if (Array.isArray(schema["enum"])) return `one of ${schema["enum"].join(", ")}`;
  if (TypeGuard.IsUnion(schema)) return schema.anyOf.map(describe).join(" or ");
  if (TypeGuard.IsLiteral(schema)) return JSON.stringify(schema.const);
  if (TypeGuard.IsNumber(schema) || TypeGuard.IsInteger(schema)) return describeNumber(schema);
  if (TypeGuard.IsString(schema)) return describeSized("text", "characters", schema, "Length");
  if (TypeGuard.IsArray(schema)) return describeSized("an array", "items", schema, "Items");
  if (TypeGuard.IsBoolean(schema)) return "true or false";
  if (TypeGuard.IsNull(schema)) return "null";
  if (TypeGuard.IsObject(schema) || TypeGuard.IsRecord(schema)) return "an object";
  return schema.description ?? "another value";
}

function describeNumber(schema: TSchema): string {
  const noun =
    schema["multipleOf"] === 1 || schema["type"] === "integer" ? "a whole number" : "a number";
  const parts = [noun];
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema as Record<
    string,
    unknown
  >;
  if (minimum !== undefined && maximum !== undefined) parts.push(`from ${minimum} to ${maximum}`);
  else {
    if (minimum !== undefined) parts.push(`of at least ${minimum}`);
    if (maximum !== undefined) parts.push(`of at most ${maximum}`);
  }
  if (exclusiveMinimum !== undefined) parts.push(`above ${exclusiveMinimum}`);
  if (exclusiveMaximum !== undefined) parts.push(`below ${exclusiveMaximum}`);
  return parts.join(" ");
}

function describeSized(noun: string, units: string, schema: TSchema, suffix: string): string {
  const least = schema[`min${suffix}`] as number | undefined;
  const most = schema[`max${suffix}`] as number | undefined;
  const pattern = schema["pattern"] as string | undefined;
  const parts = [noun];
  if (least !== undefined && most !== undefined) parts.push(`of ${least} to ${most} ${units}`);
  else if (least === 1) parts.push("that is not empty");
  else if (least !== undefined) parts.push(`of at least ${least} ${units}`);
  else if (most !== undefined) parts.push(`of at most ${most} ${units}`);
  if (pattern !== undefined) parts.push(`matching ${pattern}`);
  return parts.join(" ");
}

/** The value itself where it is short; nothing where showing it would flood the message. */
function show(value: unknown): unknown {
  if (value === undefined || (typeof value === "object" && value !== null)) return undefined;
  return typeof value === "string" ? shortened(value, LONGEST_SHOWN) : value;
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return value === null ? "null" : "an object";
  return typeof value === "string" ? "text" : `a ${typeof value}`;
}
