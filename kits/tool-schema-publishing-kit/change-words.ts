/** What a change of a tool means, in plain words: what it is, and what whoever calls the tool has to do. */
import { beginning, oneLine } from "../../tools/_lib/text/shown.ts";
import type { Drift, SchemaChange } from "../tool-schema-publishing-kit.ts";
import type { PartChange } from "./versions.ts";

export interface ChangeWords {
  readonly what: string;
  /** Undefined where there is nothing to do. */
  readonly todo?: string | undefined;
}

const LONGEST_VALUE = 80;

/** A name between backticks, whatever it holds. */
export function code(text: string): string {
  return `\`${oneLine(text).replaceAll("`", "'")}\``;
}

function value(data: unknown): string {
  return oneLine(beginning(JSON.stringify(data) ?? "nothing", LONGEST_VALUE));
}

function values(data: unknown): string {
  return Array.isArray(data) ? data.map(value).join(", ") : value(data);
}

function change(before: unknown, after: unknown): string {
  const isNew = before === null || before === undefined;
  if (after === null || after === undefined) return `is gone (it was ${value(before)})`;
  return `is now ${value(after)}${isNew ? "" : ` (it was ${value(before)})`}`;
}

export interface Place {
  /** The member as one would write its path, such as `order.items[].sku`; empty for the arguments as a whole. */
  readonly member: string;
  /** The keyword at the end of the pointer; empty where it ends with a schema. */
  readonly keyword: string;
}

/** Where a pointer into a schema, or into a definition with its schemas, leads. */
export function placeOf(pointer: string): Place {
  const tokens = pointer
    .replace(/^\/(?:input|output)Schema(?=\/|$)/, "")
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  let member = "";
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] ?? "";
    if (token === "properties" && at + 1 < tokens.length) {
      member += `${member === "" ? "" : "."}${tokens[++at] ?? ""}`;
    } else if (token === "items") member += "[]";
    else if (token === "additionalProperties" && at + 1 < tokens.length) member += "{}";
    else return { member, keyword: token };
  }
  return { member, keyword: "" };
}

function named({ member }: Place, child?: unknown): string {
  const own = child === undefined ? member : `${member === "" ? "" : `${member}.`}${String(child)}`;
  return own === "" ? "the arguments" : code(own);
}

type Describe = (drift: Drift, place: Place) => ChangeWords;

const gone = (drift: Drift, place: Place, todo: string): ChangeWords => ({
  what: `${named(place)} is gone (it was ${value(drift.before)})`,
  todo,
});

const DRIFTS: Readonly<Record<string, Describe>> = {
  TOOL_REMOVED: () => ({
    what: "the tool is gone",
    todo: "stop calling it, or call its successor",
  }),
  TOOL_RENAMED: ({ before, after }) => ({
    what: `the tool has a new name (now ${code(String(after ?? before))})`,
    todo: "call it by that",
  }),
  TOOL_ADDED: () => ({ what: "the tool is new", todo: "call it where it helps" }),
  REQUIRED_ADDED: ({ after }, place) => ({
    what: `${named(place, after)} is now required`,
    todo: "send it with every call",
  }),
  PROPERTY_REMOVED: (drift, place) => gone(drift, place, "stop sending it"),
  TYPE_NARROWED: ({ before, after }, place) => ({
    what: `${named(place)} takes fewer types (${values(after)}; it took ${values(before ?? "any")})`,
    todo: "send only what is still accepted",
  }),
  TYPE_WIDENED: ({ before, after }, place) => ({
    what: `${named(place)} takes more types (${values(after ?? "any")}; it took ${values(before)})`,
  }),
  ENUM_VALUE_REMOVED: ({ before, after }, place) =>
    before === null || before === undefined
      ? {
          what: `${named(place)} takes only ${values(after)} now`,
          todo: "send one of these values",
        }
      : {
          what: `the value ${value(before)} of ${named(place)} is no longer accepted`,
          todo: "send one of the values that are left",
        },
  CONST_CHANGED: ({ before, after }, place) => ({
    what: `the one value of ${named(place)} ${change(before, after)}`,
    todo: "send the new value",
  }),
  BOUND_TIGHTENED: ({ before, after }, place) => ({
    what: `${code(place.keyword)} of ${named(place)} ${change(before, after)}`,
    todo: "keep to the stricter bound",
  }),
  ADDITIONAL_PROPERTIES_CLOSED: (_drift, place) => ({
    what: `${named(place)}: members that the schema does not name are no longer accepted`,
    todo: "send no others",
  }),
  FORMAT_CHANGED: ({ before, after }, place) => ({
    what: `the format of ${named(place)} ${change(before, after)}`,
    todo: "keep to the new one",
  }),
  DEFAULT_CHANGED: ({ before, after }, place) => ({
    what: `the default of ${named(place)} ${change(before, after)}`,
    todo: "send the old one where it is meant",
  }),
  OUTPUT_PROPERTY_REMOVED: (drift, place) => gone(drift, place, "stop reading it in results"),
  OUTPUT_TYPE_WIDENED: ({ before, after }, place) => ({
    what: `${named(place)} in results has more types (${values(after ?? "any")}; it had ${values(before ?? "any")})`,
    todo: "be ready for the further ones",
  }),
  OUTPUT_NO_LONGER_REQUIRED: ({ before }, place) => ({
    what: `${named(place, before)} may be missing in results`,
    todo: "be ready for results without it",
  }),
  DESCRIPTION_CHANGED: ({ after }, { member }) => ({
    what: `${after === "" ? "there is no description any more" : "the description was changed"}${member === "" ? "" : ` (${code(member)})`}`,
  }),
  ANNOTATION_WEAKENED: ({ before, after }, { keyword }) => ({
    what: `the promise ${code(keyword)} ${change(before, after)}`,
    todo: "do not rely on it any more",
  }),
  SCHEMA_UNCOMPARABLE: (_drift, place) => ({
    what: `${code(place.keyword)} of ${named(place)} was changed`,
    todo: "compare the schemas by hand",
  }),
};

/** What a difference means for whoever calls the tool. */
export function driftWords(drift: Drift): ChangeWords {
  const annotation = /^\/annotations\/(.*)$/.exec(drift.pointer)?.[1];
  const place =
    annotation === undefined ? placeOf(drift.pointer) : { member: "", keyword: annotation };
  const describe = Object.hasOwn(DRIFTS, drift.code) ? DRIFTS[drift.code] : undefined;
  return describe?.(drift, place) ?? { what: drift.code };
}

/** What the comparison of schemas says of a change that breaks nobody. */
export function schemaWords({ code: kind, path, before, after }: SchemaChange): ChangeWords {
  const place = placeOf(path);
  if (kind.startsWith("PROPERTY_ADDED") || kind.startsWith("PROPERTY_WITH_EMPTY_SCHEMA_ADDED"))
    return { what: `${named(place)} is new`, todo: "it may be sent" };
  if (kind === "REQUIRED_ATTRIBUTE_REMOVED")
    return { what: `${named(place)} need not be sent any more` };
  if (kind === "ENUM_ARRAY_EXTENDED" && Array.isArray(before) && Array.isArray(after)) {
    const known = new Set(before.map(value));
    const added = after.filter((one) => !known.has(value(one)));
    return { what: `${named(place)} takes further values: ${values(added)}` };
  }
  const words = kind.toLowerCase().replaceAll("_", " ");
  const isShown = before !== undefined || after !== undefined;
  return {
    what: `${named(place)}: ${words}${isShown ? ` (${value(before)} → ${value(after)})` : ""}`,
  };
}

const PART_NAMES: Readonly<Record<PartChange["part"], string>> = {
  description: "the description",
  inputSchema: "the schema of the arguments",
  outputSchema: "the schema of results",
  annotations: "the annotations",
};

/** What is to be said of a part of a definition of which it is only known that it differs. */
export function partWords({ part, isNew, isGone, isDeep }: PartChange): ChangeWords {
  const name = PART_NAMES[part];
  const are = part === "annotations" ? "are" : "is";
  if (isNew) return { what: `${name} ${are} new` };
  if (isGone) return { what: `${name} ${are} gone`, todo: "rely on none of it" };
  if (part === "description" || part === "annotations")
    return { what: `${name} ${part === "annotations" ? "were" : "was"} changed` };
  if (!isDeep) return { what: `titles, examples or other remarks in ${name} were changed` };
  return { what: `${name} was changed`, todo: "compare both" };
}
