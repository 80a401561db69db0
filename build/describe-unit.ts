/** Turns a unit's definition into what the registry keeps of it. */
import { type TObject, type TSchema, TypeGuard } from "@sinclair/typebox";
import { kitValueSchema } from "../app/run/result-schema.ts";
import { withHints } from "./hints.ts";
import type { PublishedInput, RegistryEntry, Unit, UnitDetail } from "../app/registry-entry.ts";

const SUMMARY_LENGTH = 100;
const SIGNATURE_LENGTH = 120;

/** `path` is the unit's module as the registry imports it. */
export function describeUnit(kind: "tool" | "kit", unit: Unit, path: string): RegistryEntry {
  return {
    id: unit.id,
    kind,
    name: unit.name,
    category: unit.category,
    summary: shorten(unit.description, SUMMARY_LENGTH),
    signature: signatureOf(unit.id, unit.input),
    aliases: unit.aliases,
    version: unit.version,
    primary: unit.primary,
    isolated: unit.isolated === true,
    browser: unit.browser === true,
    ...(unit.detect ? { detects: unit.detected ?? { field: unit.primary } } : {}),
    ...(unit.takesBytes ? { takesBytes: unit.takesBytes } : {}),
    uses: "uses" in unit ? unit.uses.map((tool) => tool.id).toSorted() : [],
    chooses: "uses" in unit && unit.chosen !== undefined,
    // The text of this function is what the registry holds.
    load: { toString: () => `() => import(${JSON.stringify(path)})` } as never,
  };
}

export function detailOf(kind: "tool" | "kit", unit: Unit): UnitDetail {
  return {
    description: unit.description,
    keywords: unit.keywords,
    intents: unit.intents,
    failures: unit.failures,
    warnings: unit.warnings,
    full_only: unit.fullOnly === true,
    input_schema: publishInput(kind, unit),
    value_schema: kind === "kit" ? kitValueSchema(unit.value) : unit.value,
    examples: unit.examples,
  };
}

/** Tools take any member and need none on paper; kits are strict. What the runner fills in is not required. */
function publishInput(kind: "tool" | "kit", unit: Unit): PublishedInput {
  const { input } = unit;
  const plain = JSON.parse(JSON.stringify(input), withoutFilled) as PublishedInput;
  return {
    type: "object",
    properties: withHints(unit, plain.properties),
    required: kind === "kit" ? neededFields(input) : [],
    additionalProperties: kind === "tool",
  };
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly default?: unknown }>>;
  readonly required?: readonly string[];
}

function withoutFilled(_name: string, schema: ObjectSchema | null): unknown {
  const { properties, required } = schema ?? {};
  if (typeof properties !== "object" || !Array.isArray(required)) return schema;
  const needed = required.filter((name) => properties[name]?.default === undefined);
  const { required: _all, ...others } = schema as ObjectSchema;
  return needed.length === 0 ? others : { ...schema, required: needed };
}

function neededFields(input: TObject): string[] {
  return Object.entries(input.properties)
    .filter(([, field]) => !TypeGuard.IsOptional(field) && field.default === undefined)
    .map(([name]) => name);
}

/** `json-formatter(input, action?: format|minify, …)`. */
function signatureOf(id: string, input: TObject): string {
  const needed = new Set(neededFields(input));
  const fields = Object.entries(input.properties)
    .toSorted(([a], [b]) => Number(needed.has(b)) - Number(needed.has(a)))
    .map(([name, field]) => `${name}${needed.has(name) ? "" : "?"}${typeOf(field)}`);
  let signature = `${id}(`;
  for (const [index, field] of fields.entries()) {
    const separator = index === 0 ? "" : ", ";
    const last = index === fields.length - 1;
    const room = SIGNATURE_LENGTH - (last ? ")" : ", …)").length;
    if (signature.length + separator.length + field.length > room) {
      return `${signature}${separator}…)`;
    }
    signature += separator + field;
  }
  return `${signature})`;
}

/** Of more values than that, the first are shown. */
const SHOWN_VALUES_LENGTH = 48;

function typeOf(field: TSchema): string {
  if (Array.isArray(field["enum"])) {
    const values = field["enum"].map(String);
    if (values.join("|").length <= SHOWN_VALUES_LENGTH) return `: ${values.join("|")}`;
    const fits = values.findLastIndex(
      (_, index) => values.slice(0, index + 1).join("|").length <= SHOWN_VALUES_LENGTH - 2,
    );
    return `: ${[...values.slice(0, fits + 1), "…"].join("|")}`;
  }
  const type: unknown = field["type"];
  return type === "string" || typeof type !== "string" ? "" : `: ${type}`;
}

/** Words that lead on to another: a text that is cut behind one of them breaks off. */
const LEADING =
  /^(?:an?|the|and|or|nor|but|so|yet|as|at|by|for|from|in|into|of|on|onto|over|per|than|to|under|with|within|without|between|against|before|behind|after|about|across|through|until|if|whether|that|which|who|whom|whose|what|when|where|why|how|is|are|was|were|be|can|may|must|should|will|would|has|have|its|their|this|these|those|each|every|any|some|no|not|only|one|two)$/i;
/** Where a part of a sentence ends: at a mark, or before a word that begins another. */
const PARTS = [/[,;:] /g, / (?:that|which|and|or|with|without|so|than) /g];

/** The sentences or parts of one that end within the length, if they are no stump; else as many words as do not break off. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  const sentence = cut.lastIndexOf(". ") + 1;
  if (sentence >= length / 2) return cut.slice(0, sentence);
  for (const part of PARTS) {
    const ends = [...cut.matchAll(part)].map(({ index }) => index);
    // Of a part of one word nobody knows whether it leads on.
    const end = ends.findLast((at, n) => cut.slice((ends[n - 1] ?? 0) + 2, at).includes(" "));
    if (end !== undefined && end >= length / 2) return `${cut.slice(0, end)}…`;
  }
  const words = cut.slice(0, cut.lastIndexOf(" ")).split(" ");
  while (words.length > 1 && LEADING.test(words.at(-1) ?? "")) words.pop();
  return `${words.join(" ").replace(/[,;:]$/, "")}…`;
}
