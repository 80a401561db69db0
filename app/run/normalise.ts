/** Input handling that is the same for every tool: conversions, defaults, and all problems at once. */
import { Kind, type TObject, type TSchema, TypeGuard } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { ENUMERATION, JSON_FIELD } from "../../tools/_core/fields.ts";
import type { Entry } from "../../tools/_core/tool.ts";
import { nearest } from "../../tools/_lib/text/nearest.ts";
import type { Unit } from "../registry-entry.ts";
import { explain } from "./explain.ts";

export interface Normalised {
  readonly input: Record<string, unknown>;
  readonly errors: readonly Entry[];
  readonly warnings: readonly Entry[];
}

interface Field {
  readonly name: string;
  readonly schema: TSchema;
  readonly needed: boolean;
  readonly fallback: unknown;
}

const NUMBER_TEXT = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;
const TWINS = { action: "mode", mode: "action" } as const;

const tables = new WeakMap<TObject, readonly Field[]>();

function fieldsOf(schema: TObject): readonly Field[] {
  let fields = tables.get(schema);
  if (!fields) {
    fields = Object.entries(schema.properties).map(([name, field]) => ({
      name,
      schema: field,
      needed: !TypeGuard.IsOptional(field) && field.default === undefined,
      fallback: TypeGuard.IsOptional(field) ? undefined : (field.default as unknown),
    }));
    tables.set(schema, fields);
  }
  return fields;
}

/**
 * Checks `given` against the unit's schema and fills in defaults; `given` is left alone.
 * `preset` holds what the alias used stands for, `options` the run's options, where a tool's own fields may stand, too.
 */
export function normalise(
  unit: Unit,
  given: Readonly<Record<string, unknown>>,
  preset: Readonly<Record<string, unknown>>,
  options: Readonly<Record<string, unknown>>,
): Normalised {
  const strict = "uses" in unit;
  const fields = fieldsOf(unit.input);
  const errors: Entry[] = [];
  const warnings: Entry[] = [];
  const input: Record<string, unknown> = Object.create(null);
  const taken = new Set<string>();

  for (const field of fields) {
    const source = sourceOf(field.name, unit.input, given);
    let value = source === undefined ? undefined : given[source];
    if (source !== undefined) taken.add(source);
    else if (!strict && Object.hasOwn(options, field.name)) value = options[field.name];
    value ??= value === undefined ? preset[field.name] : value;

    if (value === undefined) {
      if (field.needed) errors.push(missing(field));
      else if (field.fallback !== undefined) input[field.name] = copy(field.fallback);
      continue;
    }
    const converted = convert(field.schema, value, `/${field.name}`, warnings);
    if (Value.Check(field.schema, converted)) input[field.name] = converted;
    else errors.push(...explain(field.schema, converted, `/${field.name}`, unit.keepsSecrets));
  }

  noteUnknown(
    Object.keys(given).filter((name) => !taken.has(name)),
    fields,
    strict ? errors : warnings,
  );
  return { input, errors, warnings };
}

const MOST_UNKNOWN = 100;

function noteUnknown(unknown: readonly string[], fields: readonly Field[], list: Entry[]): void {
  const names = fields.map(({ name }) => name);
  for (const name of unknown.slice(0, MOST_UNKNOWN)) list.push(unknownField(name, names));
  const left = unknown.length - MOST_UNKNOWN;
  if (left <= 0) return;
  const message = `${left} more fields are not known`;
  list.push({ code: "UNKNOWN_FIELD", message, received: left });
}

/** A default is shared by all runs, so no run gets the object itself. */
function copy(fallback: unknown): unknown {
  return typeof fallback === "object" ? structuredClone(fallback) : fallback;
}

/** The member of `given` that fills the field: its own, or its twin where the tool has only one of the two. */
function sourceOf(
  name: string,
  schema: TObject,
  given: Readonly<Record<string, unknown>>,
): string | undefined {
  if (Object.hasOwn(given, name)) return name;
  if (name !== "action" && name !== "mode") return undefined;
  const twin = TWINS[name];
  return Object.hasOwn(given, twin) && !Object.hasOwn(schema.properties, twin) ? twin : undefined;
}

/** Text becomes a number or a boolean where one is wanted, and an enumeration's word takes its own letter case. */
function convert(schema: TSchema, value: unknown, path: string, warnings: Entry[]): unknown {
  if (typeof value === "string") {
    const converted = fromText(schema, value);
    if (converted === undefined) return value;
    if (typeof converted !== "string") warnings.push(coerced(path, converted));
    return converted;
  }
  if (schema[Kind] === JSON_FIELD || value === null || typeof value !== "object") return value;
  if (Array.isArray(value) && TypeGuard.IsArray(schema)) {
    return value.map((item, index) => convert(schema.items, item, `${path}/${index}`, warnings));
  }
  if (!Array.isArray(value) && TypeGuard.IsObject(schema)) {
    return convertMembers(schema, value as Record<string, unknown>, path, warnings);
  }
  return value;
}

function convertMembers(
  schema: TObject,
  value: Record<string, unknown>,
  path: string,
  warnings: Entry[],
): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    const converted = field ? convert(field, member, `${path}/${name}`, warnings) : member;
    Object.defineProperty(members, name, {
      value: converted,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
  for (const { name, fallback } of fieldsOf(schema)) {
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
    default:
      return undefined;
  }
}

function coerced(path: string, value: unknown): Entry {
  return {
    code: "COERCED",
    message: `Text was read as the ${typeof value} ${String(value)}`,
    path,
  };
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

function unknownField(name: string, names: readonly string[]): Entry {
  const [near] = nearest(name, names, { limit: 1 });
  return {
    code: "UNKNOWN_FIELD",
    message: near
      ? `Unknown field ${JSON.stringify(name)}, did you mean \`${near}\`?`
      : `Unknown field ${JSON.stringify(name)}; known fields: ${names.join(", ")}`,
    path: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
    ...(near === undefined ? {} : { hint: `did you mean \`${near}\`?` }),
  };
}
