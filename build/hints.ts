/**
 * What a form has to know of a field that its JSON Schema does not say: `x-order`, its place among the fields;
 * `x-unit`, what its number counts, or the field that says so; `x-group`, what it belongs to; `x-multiline`, that it
 * holds a document. All is read off the face; what a face states itself, as an option of a field, goes before.
 */
import type { TSchema } from "@sinclair/typebox";
import type { PublishedInput, Unit } from "../app/registry-entry.ts";

type Properties = PublishedInput["properties"];

/** The fields with their hints. */
export function withHints(unit: Unit, properties: Properties): Properties {
  const groups = groupsOf(unit);
  const documents = documentsOf(unit);
  return Object.fromEntries(
    Object.entries(properties).map(([name, field], order) => {
      const measure = unitOf(name, unit);
      const group = groups.get(name);
      const hints = {
        "x-order": order,
        ...(measure === undefined ? {} : { "x-unit": measure }),
        ...(group === undefined ? {} : { "x-group": group }),
        ...(documents.has(name) ? { "x-multiline": true } : {}),
      };
      return [name, { ...field, ...hints }];
    }),
  );
}

interface FieldSchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly FieldSchema[];
  readonly description?: string;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly "x-unit"?: string;
  readonly "x-group"?: string;
}

function fieldOf(unit: Unit, name: string): FieldSchema {
  return (unit.input.properties[name] ?? {}) as TSchema as FieldSchema;
}

/** What the last word of a name, or the name, says that a number counts. */
const UNITS_OF_NAMES: readonly (readonly [pattern: RegExp, unit: string])[] = [
  [/Percent$|^percent/, "percent"],
  [/Ms$/, "milliseconds"],
  [/Minutes$/, "minutes"],
  [/Days$|^days$/, "days"],
  [/Years$|^years$|^age$|[a-z]Age$/, "years"],
  [/Tokens$/, "tokens"],
  [/Chars$/, "characters"],
  [/Px$/, "pixels"],
  [/Inches$/, "inches"],
  [/^maxBytes/, "bytes"],
  [/Words$/, "words"],
  [/^watts$/, "watts"],
];

/** What the description of a number says. */
const UNITS_OF_WORDS: readonly (readonly [pattern: RegExp, unit: string])[] = [
  [/^Percent\b|\bpercent\b/i, "percent"],
  [/^Milliseconds\b|\bin milliseconds\b/, "milliseconds"],
  [/^(?:The most )?Seconds\b/i, "seconds"],
  [/\bin characters\b|\bcharacters in all\b/, "characters"],
  [/^(?:Age\b|Whole years\b|Years\b|Term in years\b|Plan to this age)/, "years"],
  [/^Tokens\b/, "tokens"],
  [/^Pixels\b/, "pixels"],
  [/^Spaces per level\b/, "spaces"],
  [/^Columns\b/, "columns"],
  [/^Significant digits\b/, "digits"],
  [/^Lines\b/, "lines"],
  [/^Grams\b/, "grams"],
  [/^Kcal\b/, "kilocalories"],
  [/^Units\b/, "units"],
  [/\bMJ per m³/, "MJ/m³"],
  [/^kg CO2e\b/, "kg CO2e"],
];
/** Amounts of money have room for more. */
const LEAST_MONEY = 1_000_000;

function unitOf(name: string, unit: Unit): string | undefined {
  const field = fieldOf(unit, name);
  if (field["x-unit"] !== undefined) return field["x-unit"];
  if (!isNumber(field)) return undefined;
  const { description = "", maximum = Number.POSITIVE_INFINITY, multipleOf } = field;
  const [, other = ""] = /\b[Ii]n ([a-z]+[A-Z]?[a-z]*)(?: per [A-Za-z]+)?$/.exec(description) ?? [];
  if (Object.hasOwn(unit.input.properties, other)) return other;
  const told =
    UNITS_OF_WORDS.find(([pattern]) => pattern.test(description)) ??
    UNITS_OF_NAMES.find(([pattern]) => pattern.test(name));
  if (told) return told[1];
  const [, same = ""] = /\bas ([a-z]+[A-Z][A-Za-z]*), if left out/.exec(description) ?? [];
  if (Object.hasOwn(unit.input.properties, same)) return unitOf(same, unit);
  const isMoney = Object.hasOwn(unit.input.properties, "currency") && multipleOf === undefined;
  return isMoney && maximum >= LEAST_MONEY ? "currency" : undefined;
}

function isNumber({ type, anyOf = [] }: FieldSchema): boolean {
  if (anyOf.length === 0) return type === "number" || type === "integer";
  return anyOf.every((one) => isNumber(one) || one.type === "null" || "const" in one);
}

/** Words behind which a text names other fields. */
const CUE = /\b(?:[Ii]nstead of|[Tt]wo of|[Ww]ith|In|beside|unless) ([A-Za-z0-9, ]+)/g;

function groupsOf(unit: Unit): ReadonlyMap<string, string> {
  // What is to be done belongs to all.
  const names = Object.keys(unit.input.properties).filter(
    (name) => !/^(?:action|mode)$/.test(name),
  );
  const groups = new Map<string, string>();
  const join = (members: readonly string[], group: string | undefined): void => {
    for (const name of members) if (group && !groups.has(name)) groups.set(name, group);
  };
  for (const name of names) join([name], fieldOf(unit, name)["x-group"]);
  const asked = names.find((name) => name.startsWith("solve"));
  const [, any = ""] = /\btwo of ([a-z, ]+)/.exec(unit.description) ?? [];
  join(listedIn(any, names), "solve");
  const solved = names.filter((name) => isSolvable(name, asked, unit));
  if (solved.length > 1) join(solved, "solve");
  for (const name of names) {
    join([name], actionOf(fieldOf(unit, name), unit));
  }
  for (const name of names) {
    const { description = "" } = fieldOf(unit, name);
    const others = named(description, names).filter((other) => other !== name);
    const [group = /\b[Tt]wo of\b/.test(description) ? "solve" : name] = [name, ...others].flatMap(
      (one) => groups.get(one) ?? [],
    );
    if (others.length > 0) join([name, ...others], group);
  }
  const all = [...groups.values()];
  return new Map([...groups].filter(([, group]) => all.indexOf(group) !== all.lastIndexOf(group)));
}

/** What is asked for, and what the answer may be or needs. */
function isSolvable(name: string, asked: string | undefined, unit: Unit): boolean {
  if (name === asked) return true;
  const words = asked === undefined ? [] : (fieldOf(unit, asked).enum ?? []);
  return words.includes(name) || /\bsolved for\b/.test(fieldOf(unit, name).description ?? "");
}

/** The actions for which alone a field is, as its description begins: `split: the new prefix`. */
function actionOf({ description = "" }: FieldSchema, unit: Unit): string | undefined {
  const [, beginning] = /^([A-Za-z0-9, -]{1,40}):/.exec(description) ?? [];
  if (beginning === undefined) return undefined;
  const { action, mode } = unit.input.properties;
  const words = ((action ?? mode ?? {}) as FieldSchema).enum ?? [];
  const actions = beginning.toLowerCase().split(", ");
  return actions.every((one) => words.some((word) => String(word).toLowerCase() === one))
    ? actions.join(", ")
    : undefined;
}

/** The fields of which a text speaks: in a list behind such words, or spelt as only a field is. */
function named(description: string, names: readonly string[]): readonly string[] {
  const listed = [...description.matchAll(CUE)].flatMap(([, list = ""]) => listedIn(list, names));
  const spelt = description.match(/\b[a-z]+[A-Z][A-Za-z]*\b/g) ?? [];
  return [...listed, ...spelt].filter((name) => names.includes(name));
}

/** `size, rate and time …`, up to the first word that is none. */
function listedIn(list: string, names: readonly string[]): readonly string[] {
  const words = list.split(/,? (?:and |or )?/);
  const end = words.findIndex((word) => !names.includes(word));
  return end < 0 ? words : words.slice(0, end);
}

const OF_TEXTS: ReadonlySet<string> = new Set(
  "AI Agent Code Data Developer Security Text".split(" "),
);
const TEXT_NAMES = /^(?:input|text|json|html|source)$/;
const LONG = 54;

/** The fields that hold documents by their type, by the examples, or by what the unit is about. */
function documentsOf(unit: Unit): ReadonlySet<string> {
  const names = Object.keys(unit.input.properties);
  return new Set(names.filter((name) => isDocument(name, unit)));
}

function isDocument(name: string, { primary, category, examples, input }: Unit): boolean {
  const { type, anyOf, enum: words } = input.properties[name] as TSchema as FieldSchema;
  if (words !== undefined || name === "password") return false;
  if (Array.isArray(type) && type.includes("object")) return true;
  const kinds = anyOf?.map((one) => one.type) ?? [type];
  if (!kinds.includes("string") || kinds.includes("number")) return false;
  const values = examples.map((example): unknown => {
    const given = example.input as string | Readonly<Record<string, unknown>>;
    return typeof given === "string" ? name === primary && given : given[name];
  });
  const isLong = values.some((value) => {
    const text = typeof value === "string" ? value : JSON.stringify(value ?? "");
    return text.length >= LONG || (typeof value === "string" && value.includes("\n"));
  });
  const isNamed = TEXT_NAMES.test(name) && type === "string" && OF_TEXTS.has(category);
  return isLong || isNamed || (name === primary && kinds.length > 1);
}
