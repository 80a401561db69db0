/** What a change of types or formats means, by direction and by how values are written. */
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import { constraintsOf, formatOf, keyword, type Schema, typesOf } from "./schema.ts";
import type { TypeFact } from "./facts.ts";

export interface TypeUse {
  readonly role: "parameter" | "request" | "response" | "header";
  /** Values are written as text, in which 1 and "1" are the same. */
  readonly isText: boolean;
  readonly isExploded?: boolean;
}

type Types = ReadonlySet<string> | undefined;

/** The suffix of the rule. */
export function typeSuffix(fact: TypeFact, use: TypeUse, isProperty: boolean): string {
  if (use.role === "response" || use.role === "header") return ofResponse(fact, use.isText);
  if (use.role === "request") return ofRequest(fact, use.isText);
  return isProperty ? ofParameterProperty(fact) : ofParameter(fact, use);
}

function ofRequest({ before, after }: TypeFact, isText: boolean): string {
  if (isGeneralized(before, after)) return "type-generalized";
  return isText && isTextGeneralized(before, after) ? "type-compatible" : "type-changed";
}

function ofParameter({ before, after, items }: TypeFact, use: TypeUse): string {
  const isWider = isGeneralized(before, after) || (use.isText && isTextGeneralized(before, after));
  const isList = use.isExploded === true && items !== undefined && isListOf(after, items, before);
  return isWider || isList ? "type-generalized" : "type-changed";
}

/** Whether an object in a parameter is written as JSON or as text is unknown. */
function ofParameterProperty({ before, after }: TypeFact): string {
  if (isGeneralized(before, after)) return "type-generalized";
  return isTextGeneralized(before, after) ? "type-changed" : "type-specialized";
}

function ofResponse({ before, after }: TypeFact, isText: boolean): string {
  const [was, is] = [typesOf(before), typesOf(after)];
  if (isGeneralized(after, before)) return "type-specialized";
  if (isText && isTextGeneralized(after, before)) return "type-compatible";
  return isWithin(was, is) && !isWithin(is, was) ? "type-generalized" : "type-changed";
}

/** Every value of the narrow type is one of the wide type, and its format is equal or not asked for. */
function isGeneralized(narrow: Schema, wide: Schema): boolean {
  return isWithin(typesOf(narrow), typesOf(wide)) && isFormatKept(narrow, wide);
}

function isTextGeneralized(narrow: Schema, wide: Schema): boolean {
  return typesOf(wide)?.has("string") === true && isFormatKept(narrow, wide);
}

function isFormatKept(narrow: Schema, wide: Schema): boolean {
  const format = formatOf(wide);
  return format === "" || format === formatOf(narrow);
}

export function isWithin(narrow: Types, wide: Types): boolean {
  if (wide === undefined || narrow === undefined) return wide === undefined;
  return [...narrow].every((type) => wide.has(type) || (type === "integer" && wide.has("number")));
}

/** Whether an array takes what the scalar took, as an array of one. */
function isListOf(array: Schema, items: Schema, scalar: Schema): boolean {
  const [types, listed] = [typesOf(scalar), typesOf(array)];
  const isScalar = types !== undefined && !types.has("array") && !types.has("object");
  if (!isScalar || listed?.has("array") !== true) return false;
  const atLeast = keyword(array, "minItems")?.node;
  const takesOne = typeof atLeast !== "number" || atLeast <= 1;
  const isSame = canonicalJson(constraintsOf(scalar)) === canonicalJson(constraintsOf(items));
  return takesOne && isSame && (isGeneralized(scalar, items) || isTextGeneralized(scalar, items));
}

/** `integer (int32)`, `string | null`, `any`. */
export function shownType(schema: Schema): string {
  const [types, format] = [typesOf(schema), formatOf(schema)];
  const name = types === undefined ? "any" : [...types].toSorted().join(" | ");
  return format === "" ? name : `${name} (${format})`;
}

export function typesDiffer(before: Schema, after: Schema): boolean {
  const [was, is] = [typesOf(before), typesOf(after)];
  const isSame =
    was && is ? was.size === is.size && [...was].every((type) => is.has(type)) : was === is;
  return !isSame || formatOf(before) !== formatOf(after);
}
