/** What pydantic's Field and the marks of annotated-types say of a parameter. */
import { textOf } from "../_lib/json/tree/members.ts";
import { type JsonMember, type JsonNode, memberNode } from "../_lib/json/tree/tree.ts";
import type { PythonCursor } from "./python-cursor.ts";
import { readPythonValue } from "./python-values.ts";

export interface PythonField {
  readonly description: string;
  /** By the keyword that it is for numbers or all types, or as `length` of whatever has one. */
  readonly bounds: readonly Bound[];
  readonly isOptional: boolean;
  readonly default: JsonNode | undefined;
}

interface Bound {
  readonly name: string;
  readonly value: JsonNode;
}

/** Keyword arguments and marks, by their names in lower case without underscores. */
const KEYWORDS: ReadonlyMap<string, string> = new Map([
  ["gt", "exclusiveMinimum"],
  ["ge", "minimum"],
  ["lt", "exclusiveMaximum"],
  ["le", "maximum"],
  ["multipleof", "multipleOf"],
  ["minlength", "minLength"],
  ["maxlength", "maxLength"],
  ["minlen", "minLength"],
  ["maxlen", "maxLength"],
  ["minitems", "minLength"],
  ["maxitems", "maxLength"],
  ["pattern", "pattern"],
  ["regex", "pattern"],
  ["title", "title"],
  ["examples", "examples"],
  ["deprecated", "deprecated"],
]);

const MARKS = /^(?:Gt|Ge|Lt|Le|MultipleOf|MinLen|MaxLen)$/;
const CALL =
  /(?:[\p{L}_][\p{L}\p{M}\p{N}_]*\.)*(Field|Gt|Ge|Lt|Le|MultipleOf|MinLen|MaxLen|Len|[dD]oc)[ \t]*\(/uy;

/** Reads the call at the position; undefined, and nothing read, where it is another expression. */
export function readPythonField(cursor: PythonCursor): PythonField | undefined {
  const start = cursor.at;
  const name = cursor.match(CALL)?.[1];
  if (name === undefined) return undefined;
  cursor.blank();
  const call = cursor.nested(() => readArguments(cursor));
  if (/[,)\]]/.test(cursor.text.charAt(cursor.at)) || cursor.at >= cursor.text.length) {
    return fieldOf(name, call);
  }
  // What goes on is no such call.
  cursor.at = start;
  return undefined;
}

interface Argument {
  /** Empty where it stands by its place. */
  readonly name: string;
  readonly value: JsonNode | undefined;
  readonly isEllipsis: boolean;
}

function readArguments(cursor: PythonCursor): Argument[] {
  const found: Argument[] = [];
  while (!cursor.take(")")) {
    const start = cursor.at;
    let name = cursor.name() ?? "";
    if (name === "" || cursor.is("==") || !cursor.take("=")) {
      cursor.at = start;
      name = "";
    }
    const isEllipsis = cursor.is("...");
    found.push({ name, isEllipsis, value: readPythonValue(cursor) });
    if (!cursor.take(",") && !cursor.is(")")) cursor.fail('"," or ")"');
  }
  return found;
}

function fieldOf(call: string, given: readonly Argument[]): PythonField {
  const named = (name: string) => given.find((argument) => argument.name === name);
  const placed = given.filter(({ name }) => name === "");
  const bounds = boundsOf([...placedNames(call, placed), ...given]);
  if (call !== "Field") {
    const description = /^[dD]oc$/.test(call) ? (textOf(placed[0]?.value) ?? "") : "";
    return { description, bounds, isOptional: false, default: undefined };
  }
  const fallback = placed[0] ?? named("default");
  const isGiven = fallback !== undefined && !fallback.isEllipsis;
  return {
    description: textOf(named("description")?.value) ?? "",
    bounds,
    isOptional: isGiven || named("default_factory") !== undefined,
    default: fallback?.value,
  };
}

/** The arguments of a mark under the names that they have in Field. */
function placedNames(call: string, placed: readonly Argument[]): Argument[] {
  const names = call === "Len" ? ["min_length", "max_length"] : MARKS.test(call) ? [call] : [];
  return names.flatMap((name, index) => {
    const argument = placed[index];
    return argument === undefined ? [] : [{ ...argument, name }];
  });
}

function boundsOf(given: readonly Argument[]): Bound[] {
  return given.flatMap(({ name, value }) => {
    const keyword = KEYWORDS.get(name.toLowerCase().replaceAll("_", ""));
    return keyword === undefined || value === undefined ? [] : [{ name: keyword, value }];
  });
}

const LENGTHS = { array: ["minItems", "maxItems"], object: ["minProperties", "maxProperties"] };

/** The keywords of a type with those of a field; a bound that is of no use for its keyword is left out. */
export function withBounds(
  keywords: readonly JsonMember[],
  { bounds }: PythonField,
): readonly JsonMember[] {
  const added = new Map<string, JsonMember>();
  for (const { name, value } of bounds) {
    if (!isFitting(name, value)) continue;
    const keyword = lengthKeyword(name, keywords);
    added.set(keyword, memberNode(keyword, value));
  }
  return [...keywords.filter(({ key }) => !added.has(key)), ...added.values()];
}

/** What a length is called for the type. */
function lengthKeyword(name: string, keywords: readonly JsonMember[]): string {
  if (name !== "minLength" && name !== "maxLength") return name;
  const value = keywords.find(({ key }) => key === "type")?.value;
  const types = value?.type === "array" ? value.items : value === undefined ? [] : [value];
  for (const type of types) {
    if (type.type !== "string") continue;
    if (type.value === "array" || type.value === "object") {
      return LENGTHS[type.value][name === "minLength" ? 0 : 1] ?? name;
    }
  }
  return name;
}

function isFitting(name: string, value: JsonNode): boolean {
  switch (name) {
    case "pattern":
    case "title":
      return value.type === "string";
    case "examples":
      return value.type === "array";
    case "deprecated":
      return value.type === "boolean";
    case "minLength":
    case "maxLength":
      return value.type === "number" && /^\d+$/.test(value.text);
    case "multipleOf":
      return value.type === "number" && !/^-|^[0.]+(?:[eE]|$)/.test(value.text);
    default:
      return value.type === "number";
  }
}
