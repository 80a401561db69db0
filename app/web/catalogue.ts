/** All units by name, and each unit's fields and examples when its page asks for them. */
import type { SearchIndex } from "../search/search-index.ts";
import { SETUP } from "./setup.ts";

export interface Entry {
  readonly id: string;
  readonly kind: "tool" | "kit";
  readonly name: string;
  readonly category: string;
  readonly description: string;
  readonly aliases?: readonly string[];
  /** What its main field holds: any text, or a number; neither where only some texts mean anything. */
  readonly takes?: "text" | "number";
  readonly secret?: boolean;
}

/** A field's published JSON Schema, as far as the page reads it. */
export interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly FieldSchema[];
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | FieldSchema;
  readonly patternProperties?: Readonly<Record<string, FieldSchema>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly const?: unknown;
  /** What its number counts, or the field that says so. */
  readonly "x-unit"?: string;
  /** What it belongs to. */
  readonly "x-group"?: string;
}

export interface UnitExample {
  readonly title: string;
  readonly input: Readonly<Record<string, unknown>> | string;
  readonly options?: Readonly<Record<string, unknown>>;
}

export interface UnitDetail {
  readonly id: string;
  readonly version: string;
  readonly primary: string;
  /** Where a text that was found to be for it goes, and what is set with it, if not to the primary field alone. */
  readonly detects?: { readonly field: string; readonly with?: Readonly<Record<string, unknown>> };
  readonly uses: readonly string[];
  readonly fields: Readonly<Record<string, FieldSchema>>;
  readonly required: readonly string[];
  /** Names of fields that hold documents; the others are options. */
  readonly texts: readonly string[];
  /** What is put in is not kept, nor shared. */
  readonly secret?: boolean;
  readonly examples: readonly UnitExample[];
  readonly failures: Readonly<Record<string, string>>;
  /** The scripts that its first run fetches. */
  readonly files?: readonly string[];
}

async function fetchJson<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as T;
}

let entries: Promise<readonly Entry[]> | undefined;

export function loadEntries(): Promise<readonly Entry[]> {
  return (entries ??= fetchJson<readonly Entry[]>(SETUP.catalogue));
}

const details = new Map<string, Promise<UnitDetail>>();

export function loadDetail(id: string): Promise<UnitDetail> {
  let detail = details.get(id);
  if (!detail) details.set(id, (detail = fetchJson<UnitDetail>(`${SETUP.units}${id}.json`)));
  return detail;
}

let sizes: Promise<Readonly<Record<string, number>>> | undefined;

/** How many bytes the first run of a unit fetches. */
export async function bytesOf({ files = [] }: UnitDetail): Promise<number> {
  const bytes = await (sizes ??= fetchJson<Readonly<Record<string, number>>>("/files.json"));
  return files.reduce((sum, file) => sum + (bytes[file] ?? 0), 0);
}

let index: Promise<SearchIndex> | undefined;

/** Fetched when it is first asked for: words are searched in this browser. */
export function loadIndex(): Promise<SearchIndex> {
  return (index ??= fetchJson<SearchIndex>(SETUP.search));
}
