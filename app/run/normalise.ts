/** Input handling that is the same for every tool: conversions, defaults, and all problems at once. */
import { Kind, type TObject, type TSchema, Type, TypeGuard } from "@sinclair/typebox";
import { Check } from "@sinclair/typebox/value";
import { ENUMERATION, JSON_FIELD, shapeOf } from "../../tools/_core/fields.ts";
import type { Entry } from "../../tools/_core/tool.ts";
import { readJsonField } from "../../tools/_lib/json/tree/json-field.ts";
import { explainMisfit } from "../../tools/_lib/results/misfit.ts";
import { appendPointer } from "../../tools/_lib/results/pointer.ts";
import { nearest } from "../../tools/_lib/text/nearest.ts";
import type { Unit } from "../registry-entry.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";

export interface Normalised {
  readonly input: Record<string, unknown>;
  /** Of fields whose data the input has, and which were given as text. */
  readonly texts: Record<string, string>;
  readonly errors: readonly Entry[];
  readonly warnings: readonly Entry[];
}

interface Field {
  readonly name: string;
  readonly schema: TSchema;
  /** The schema of the data, where its JSON text is an equal form of it. */
  readonly shape: TSchema;
  /** It has a place for arrays or objects, so that null is no value of it. */
  readonly holdsData: boolean;
  /** Its text is the JSON of its data. */
  readonly takesData: boolean;
  readonly needed: boolean;
  readonly fallback: unknown;
}

const NUMBER_TEXT = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;
const TWINS: ReadonlyMap<string, string> = new Map([
  ["action", "mode"],
  ["mode", "action"],
]);
const LONGEST_NAME = 80;

type Fields = ReadonlyMap<string, Field>;

const tables = new WeakMap<TObject, Fields>();

function fieldsOf(schema: TObject): Fields {
  let fields = tables.get(schema);
  if (!fields) {
    fields = new Map(
      Object.entries(schema.properties).map(([name, field]) => [
        name,
        {
          name,
          schema: field,
          shape: shapeOf(field),
          holdsData: holdsData(shapeOf(field)),
          takesData: holdsData(shapeOf(field)) && !takesText(shapeOf(field)),
          needed: !TypeGuard.IsOptional(field) && field.default === undefined,
          fallback: TypeGuard.IsOptional(field) ? undefined : completeDefault(field),
        },
      ]),
    );
    tables.set(schema, fields);
  }
  return fields;
}

/**
 * Checks what was sent against the unit's schema and fills in defaults; what was sent is left alone.
 * `preset` holds what the alias used stands for, `options` the run's options, where a tool's own fields may stand, too.
 */
export function normalise(
  unit: Unit,
  sent: Readonly<Record<string, unknown>>,
  preset: Readonly<Record<string, unknown>>,
  options: Readonly<Record<string, unknown>>,
): Normalised {
  const strict = "uses" in unit;
  const fields = fieldsOf(unit.input);
  const errors: Entry[] = [];
  const warnings: Entry[] = [];
  const input: Record<string, unknown> = Object.create(null);
  const texts: Record<string, string> = {};
  const own = new Sources(sent, fields, strict);
  const optional = new Sources(strict ? {} : options, fields, strict);

  for (const field of fields.values()) {
    const source = own.take(field.name) ?? optional.take(field.name);
    const given = source === undefined ? preset[field.name] : source.value;
    if (source?.renamed !== undefined) warnings.push(renamed(source.renamed, field.name));
    const read = given === undefined ? NOTHING : readField(field, given, unit.keepsSecrets);
    noteText(field, given, texts);
    if (read.warnings.length > 0) warnings.push(...read.warnings);
    const value = read.value === undefined ? copy(field.fallback) : read.value;
    if (read.errors) errors.push(...read.errors);
    else if (value !== undefined) input[field.name] = value;
    else if (field.needed) errors.push(missing(field));
  }

  const unknown = strict ? errors : warnings;
  noteUnknown(own.left(), "", fields, unknown, unit.noFields);
  noteUnknown(strict ? Object.keys(options) : optional.left(), "/options", fields, unknown);
  return { input, texts, errors, warnings };
}

interface Source {
  readonly value: unknown;
  /** The name that was given, where it is spelled in another way. */
  readonly renamed?: string;
}

/** Members that fill fields: by their names, or else without regard to case, `_` and `-`; the first of several. */
class Sources {
  readonly #given: Readonly<Record<string, unknown>>;
  readonly #fields: Fields;
  /** Folded name → the first member that is spelled in another way than a field, where there is one. */
  #spelled: Map<string, string> | undefined;
  readonly #names: readonly string[];
  readonly #taken: string[] = [];

  constructor(given: Readonly<Record<string, unknown>>, fields: Fields, strict: boolean) {
    this.#given = given;
    this.#fields = fields;
    this.#names = Object.keys(given);
    if (strict) return;
    for (const name of this.#names) {
      if (fields.has(name)) continue;
      this.#spelled ??= new Map();
      const folded = fold(name);
      if (!this.#spelled.has(folded)) this.#spelled.set(folded, name);
    }
  }

  take(field: string): Source | undefined {
    if (this.#names.length === 0) return undefined;
    const name = Object.hasOwn(this.#given, field) ? field : this.#otherNameOf(field);
    if (name === undefined) return undefined;
    this.#taken.push(name);
    const value = this.#given[name];
    if (name === field) return { value };
    return fold(name) === fold(field) ? { value, renamed: name } : { value };
  }

  /** That of the field's twin where the tool has only one of the two, or another spelling of either. */
  #otherNameOf(field: string): string | undefined {
    const twin = TWINS.get(field);
    if (this.#spelled === undefined && twin === undefined) return undefined;
    const wanted = twin === undefined || this.#fields.has(twin) ? [field] : [field, twin];
    return wanted
      .map((name) => (Object.hasOwn(this.#given, name) ? name : this.#spelled?.get(fold(name))))
      .find((name) => name !== undefined);
  }

  left(): string[] {
    if (this.#names.length === this.#taken.length) return [];
    const taken = new Set(this.#taken);
    return this.#names.filter((name) => !taken.has(name));
  }
}

function fold(name: string): string {
  return name.replaceAll(/[_-]/g, "").toLowerCase();
}

function renamed(name: string, field: string): Entry {
  const message = `The field ${quoted(name, LONGEST_NAME)} was read as \`${field}\``;
  return { code: "FIELD_RENAMED", message, path: appendPointer("", name), expected: field };
}

interface FieldRead {
  /** Undefined where nothing was given after all. */
  readonly value?: unknown;
  readonly errors?: readonly Entry[];
  readonly warnings: readonly Entry[];
}

const NOTHING: FieldRead = { warnings: [] };

function readField(field: Field, given: unknown, secret = false): FieldRead {
  const path = `/${field.name}`;
  const { shape } = field;
  if (given === null && field.holdsData)
    return { warnings: [coerced(path, "Null was read as no value")] };
  const data = field.takesData ? readData(given, field) : { value: given, warnings: [] };
  if (data.errors !== undefined) {
    return secret ? { ...data, errors: data.errors.map(withoutFinding) } : data;
  }
  if (data.value === undefined) return data;
  const warnings = [...data.warnings];
  const value = convert(shape, data.value, path, warnings);
  if (Check(shape, value)) return { value, warnings };
  return { errors: explainMisfit(shape, value, path, secret), warnings };
}

function holdsData(schema: TSchema): boolean {
  if (TypeGuard.IsUnion(schema)) return schema.anyOf.some(holdsData);
  return TypeGuard.IsArray(schema) || TypeGuard.IsObject(schema) || TypeGuard.IsRecord(schema);
}

function takesText(schema: TSchema): boolean {
  if (TypeGuard.IsUnion(schema)) return schema.anyOf.some(takesText);
  if (TypeGuard.IsLiteral(schema)) return typeof schema.const === "string";
  const isAnything = TypeGuard.IsUnknown(schema) || TypeGuard.IsAny(schema);
  return isAnything || [schema["type"]].flat().includes("string");
}

/** The text in which the data of a field was given. */
function noteText({ name, takesData }: Field, given: unknown, texts: Record<string, string>): void {
  if (takesData && typeof given === "string") texts[name] = given;
}

/** The data that a text holds; blank text is no data. */
function readData(given: unknown, { name, schema, shape }: Field): FieldRead {
  const path = `/${name}`;
  if (typeof given !== "string") return { value: given, warnings: [] };
  const told = (what: string) => (schema === shape ? [coerced(path, what)] : []);
  if (/^\ufeff?\s*$/.test(given)) return { warnings: told("Blank text was read as no value") };
  const read = readJsonField(given, path);
  if (!read.ok) return { errors: [read.error], warnings: [] };
  // The text was found well-formed and not too deep, so that the engine's parser cannot stumble.
  const value: unknown = JSON.parse(given.replace(/^\ufeff/, ""));
  const repeated = read.warnings
    .filter(({ code }) => code === "DUPLICATE_KEY" || code === "WARNINGS_TRUNCATED")
    .map((entry) => ({ ...entry, path: path + (entry.path ?? "") }));
  return {
    value,
    warnings: [...told(`JSON text was read as the ${nameOf(value)} that it holds`), ...repeated],
  };
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "object" && value !== null ? "object" : "value";
}

/** What a text holds is not shown where the input is secret. */
function withoutFinding(entry: Entry): Entry {
  const { code, message, path, line, column, offset, related, hint } = entry;
  return {
    code,
    message: withoutFound(message),
    path,
    line,
    column,
    offset,
    related,
    hint,
  };
}

function withoutFound(message: string): string {
  const [found, expected] = [": found ", ", expected "];
  const start = message.indexOf(found);
  const end = message.lastIndexOf(expected);
  if (start < 0 || end < start + found.length) return message;
  return `${message.slice(0, start)}: expected ${message.slice(end + expected.length)}`;
}

const MOST_UNKNOWN = 100;

function noteUnknown(
  unknown: readonly string[],
  base: string,
  fields: Fields,
  list: Entry[],
  leftOut: Readonly<Record<string, string>> = {},
): void {
  if (unknown.length === 0) return;
  const names = [...fields.keys()];
  for (const name of unknown.slice(0, MOST_UNKNOWN)) {
    const reason = Object.hasOwn(leftOut, name) ? leftOut[name] : undefined;
    list.push(unknownField(name, base, names, reason));
  }
  const left = unknown.length - MOST_UNKNOWN;
  if (left <= 0) return;
  const message = `${left} more fields are not known`;
  list.push({ code: "UNKNOWN_FIELD", message, received: left });
}

/** The default with what its members have as defaults, as data that is given has them. */
function completeDefault(field: TSchema): unknown {
  return convert(shapeOf(field), field.default, "", []);
}

/** A default is shared by all runs, so no run gets the object itself. */
function copy(fallback: unknown): unknown {
  return typeof fallback === "object" ? structuredClone(fallback) : fallback;
}

/** Text becomes a number or a boolean where one is wanted, and an enumeration's word takes its own letter case. */
function convert(schema: TSchema, value: unknown, path: string, warnings: Entry[]): unknown {
  if (typeof value === "string") {
    const converted = fromText(schema, value);
    if (converted === undefined || converted === value) return value;
    const kind = typeof converted === "string" ? "word" : typeof converted;
    warnings.push(coerced(path, `Text was read as the ${kind} ${String(converted)}`));
    return converted;
  }
  if (schema[Kind] === JSON_FIELD) {
    if (schema["type"] === "string") {
      warnings.push(
        coerced(path, `The ${nameOf(value)} was taken as data; text keeps its numbers exactly`),
      );
    }
    return value;
  }
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value) && TypeGuard.IsArray(schema)) {
    return value.map((item, index) => convert(schema.items, item, `${path}/${index}`, warnings));
  }
  if (Array.isArray(value)) return value;
  const shape = objectIn(schema);
  if (shape) return convertMembers(value as Record<string, unknown>, shape, path, warnings);
  if (!TypeGuard.IsRecord(schema)) return value;
  const [member = Type.Unknown()] = Object.values(schema.patternProperties);
  const entries = Object.entries(value).map(([name, own]) => [
    name,
    convert(member, own, appendPointer(path, name), warnings),
  ]);
  return Object.fromEntries(entries);
}

/** What an object of the schema is; of an object or null, the object. */
function objectIn(schema: TSchema): TObject | undefined {
  if (TypeGuard.IsObject(schema)) return schema;
  if (!TypeGuard.IsUnion(schema)) return undefined;
  const [only, ...others] = schema.anyOf.filter((one) => !TypeGuard.IsNull(one));
  return only && others.length === 0 && TypeGuard.IsObject(only) ? only : undefined;
}

function convertMembers(
  value: Record<string, unknown>,
  schema: TObject,
  path: string,
  warnings: Entry[],
): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const converted = field ? convert(field, member, appendPointer(path, name), warnings) : member;
    Object.defineProperty(members, name, {
      value: converted,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
  for (const { name, fallback } of fieldsOf(schema).values()) {
    if (fallback !== undefined && !Object.hasOwn(members, name)) {
      members[name] = copy(fallback);
    }
  }
  return members;
}

function fromText(schema: TSchema, text: string): unknown {
  switch (schema[Kind]) {
    case "Number":
    case "Integer":
      return NUMBER_TEXT.test(text) ? Number(text) : undefined;
    case "Boolean":
      return /^\s*(?:true|false)\s*$/i.test(text) ? /t/i.test(text) : undefined;
    case ENUMERATION:
      return (schema["enum"] as readonly string[]).find(
        (word) => word.toLowerCase() === text.trim().toLowerCase(),
      );
    case "Union":
      return takesText(schema) ? undefined : fromTextOfUnion(schema["anyOf"], text);
    default:
      return undefined;
  }
}

function fromTextOfUnion(alternatives: readonly TSchema[], text: string): unknown {
  return alternatives
    .map((alternative) => fromText(alternative, text))
    .find((value) => value !== undefined);
}

function coerced(path: string, message: string): Entry {
  return { code: "COERCED", message, path };
}

function missing({ name, schema }: Field): Entry {
  return {
    code: "REQUIRED",
    message: `Cannot run without ${name}: nothing was given, expected ${expectationOf(schema)}`,
    path: `/${name}`,
    expected: expectationOf(schema),
  };
}

function expectationOf(schema: TSchema): string {
  return schema.description ?? "a value";
}

function unknownField(
  name: string,
  base: string,
  names: readonly string[],
  reason?: string,
): Entry {
  const shown = quoted(name, LONGEST_NAME);
  const path = appendPointer(base, name);
  if (reason !== undefined) {
    return { code: "UNKNOWN_FIELD", message: `Unknown field ${shown}`, path, hint: reason };
  }
  const [near] = nearest(name, names, { limit: 1 });
  return {
    code: "UNKNOWN_FIELD",
    message: near
      ? `Unknown field ${shown}, did you mean \`${near}\`?`
      : `Unknown field ${shown}; known fields: ${names.join(", ")}`,
    path,
    ...(near === undefined ? {} : { hint: `did you mean \`${near}\`?` }),
  };
}
