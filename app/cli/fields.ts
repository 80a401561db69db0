/** A tool's fields as flags: `--sort-keys`, `--schema-file PATH`, `--schema @PATH`. */
import { basename } from "node:path";
import { toBase64 } from "../../tools/_lib/bytes/base64.ts";
import { decodeUtf8 } from "../../tools/_lib/bytes/encodings.ts";
import type { Flag, FlagKind } from "../flags/flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import type { PublishedInput } from "../registry-entry.ts";
import { readBytes, readSource } from "./source.ts";

export type Properties = PublishedInput["properties"];
type FieldSchema = Properties[string];

export interface Target {
  readonly field: string;
  /** Whether the flag names a file that holds the value. */
  readonly isFile: boolean;
}

const FILE_SUFFIX = "-file";

/** What a flag fills; in camelCase or kebab-case. */
export function targetOf(properties: Properties, flag: string): Target | undefined {
  const named = fieldOf(properties, flag);
  if (named !== undefined) return { field: named, isFile: false };
  if (!flag.endsWith(FILE_SUFFIX)) return undefined;
  const field = fieldOf(properties, flag.slice(0, -FILE_SUFFIX.length));
  return field === undefined ? undefined : { field, isFile: true };
}

function fieldOf(properties: Properties, flag: string): string | undefined {
  const camel = flag.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return [flag, camel].find((name) => Object.hasOwn(properties, name));
}

export function kebab(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function kindOfField({ isFile }: Target, field: FieldSchema = {}): FlagKind {
  if (listOf(field)) return "list";
  return field["type"] === "boolean" && !isFile ? "switch" : "value";
}

/** The flags of all fields, as help and completions show them. */
export function fieldFlags(properties: Properties): Record<string, Flag> {
  const flags = Object.entries(properties).map(([name, field]) => {
    const words = listed(field);
    return [
      kebab(name),
      {
        about: String(field["description"] ?? ""),
        ...(field["type"] === "boolean" ? {} : { value: describeType(field) }),
        ...(words.length > 0 ? { words } : {}),
        isList: listOf(field) !== undefined,
      },
    ] as const;
  });
  return Object.fromEntries(flags);
}

/** The words that a field may have, if it lists them. */
export function listed({ enum: words }: FieldSchema = {}): readonly string[] {
  return Array.isArray(words) ? words : [];
}

/** What stands behind a flag. */
export interface Part {
  readonly text: string;
  /** Whether it names a file that holds the value. */
  readonly isFile: boolean;
}

/** The file that a part names; text that begins with an @ of its own begins with two. */
export function fileOf({ text, isFile }: Part): string | undefined {
  if (isFile) return text;
  return text.startsWith("@") && !text.startsWith("@@") ? text.slice(1) : undefined;
}

/** A field's value from all that was given for it. */
export async function readField(given: readonly Part[], field: FieldSchema = {}): Promise<unknown> {
  const parts = await Promise.all(
    given.map(async (part) => {
      const { text, isFile } = part;
      const path = fileOf(part);
      if (path !== undefined) return isFile ? readSource(path) : readNamed(path);
      if (text.startsWith("@@")) return text.slice(1);
      const isPath = takesFiles(field) && typeof parsed(text) === "string";
      return isPath ? fileItem(text, await readBytes(text)) : text;
    }),
  );
  const texts = parts.filter((part) => typeof part === "string");
  if (texts.length === parts.length) return fromTexts(texts, field);
  return parts.flatMap((part) => (typeof part === "string" ? (parsed(part) as object) : part));
}

async function readNamed(path: string): Promise<string> {
  try {
    return await readSource(path);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(
      `${error.message}; @ means a file: text that begins with it is written @@`,
    );
  }
}

/** A field's value from its text, or from several. */
export function fromTexts(texts: readonly string[], field: FieldSchema): unknown {
  const [first = "", ...others] = texts;
  const list = listOf(field);
  if (!list) return fromText(first, field);
  // Where one text may hold the whole list, it is parted at its line ends.
  const areWritten = texts.some((text) => text.trimStart().startsWith("["));
  if (takesTextFirst(field) && !areWritten) return texts.join("\n");
  const isOfText = (list["items"] as FieldSchema | undefined)?.["type"] === "string";
  // JSON is left to the tool, which reads it exactly.
  if (others.length === 0 && takesText(field) && !isOfText) return first;
  const values = texts.map((text) =>
    isOfText && !text.trimStart().startsWith("[") ? text : parsed(text),
  );
  const isOne = values.length === 1 && (Array.isArray(values[0]) || !isOfText);
  return isOne ? values[0] : values.flat();
}

/** What takes text gets it; arrays and objects are given as JSON. */
function fromText(text: string, field: FieldSchema): unknown {
  // What is written otherwise is the runner's to read or to refuse.
  if (field["type"] === "boolean") return BOOLEANS.get(text.trim().toLowerCase()) ?? text;
  if (isNumber(field)) return NUMBER.test(text.trim()) ? Number(text) : text;
  return takesText(field) ? text : parsed(text);
}

const BOOLEANS = new Map([
  ["true", true],
  ["false", false],
]);

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

export function isNumber({ type }: FieldSchema): boolean {
  return type === "number" || type === "integer";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function alternativesOf(field: FieldSchema): readonly FieldSchema[] {
  return Array.isArray(field["anyOf"]) ? field["anyOf"] : [field];
}

function takes(field: FieldSchema, type: string): boolean {
  return [field["type"]].flat().includes(type);
}

function takesText(field: FieldSchema): boolean {
  return alternativesOf(field).some((one) => takes(one, "string"));
}

/** A text that is data, too, is published behind the data. */
function takesTextFirst(field: FieldSchema): boolean {
  return takes(alternativesOf(field)[0] ?? {}, "string");
}

/** The array that a field may be. What may be any JSON value is none: its text is read by the tool, exactly. */
function listOf(field: FieldSchema): FieldSchema | undefined {
  return alternativesOf(field).find(({ type }) => type === "array");
}

/** Whether its items are files: those that are named go into it, with what they hold. */
export function takesFiles(field: FieldSchema = {}): boolean {
  const { properties = {} } = (listOf(field)?.["items"] ?? {}) as { properties?: object };
  return Object.hasOwn(properties, "path") && Object.hasOwn(properties, "encoding");
}

/** What is named by a way to another folder goes by its own name. */
export function fileItem(path: string, bytes: Uint8Array): object {
  const content = decodeUtf8(bytes);
  const name =
    path.startsWith("/") || path.startsWith("..") ? basename(path) : path.replace(/^\.\//, "");
  if (content !== undefined) return { path: name, content };
  return { path: name, content: toBase64(bytes), encoding: "base64" };
}

/** `array of { path, content? } or text`. */
export function describeType(field: FieldSchema): string {
  const {
    type,
    items,
    properties,
    required = [],
    minimum,
    maximum,
  } = field as {
    type?: string | readonly string[];
    items?: FieldSchema;
    properties?: Properties;
    required?: readonly string[];
    minimum?: number;
    maximum?: number;
  };
  if (listed(field).length > 0) return listed(field).join("|");
  if (field["anyOf"]) return alternativesOf(field).map(describeType).join(" or ");
  if (properties) {
    const names = Object.keys(properties);
    return `{ ${names.map((name) => (required.includes(name) ? name : `${name}?`)).join(", ")} }`;
  }
  if (items) return `array of ${describeType(items)}`;
  if (typeof type !== "string") return "JSON";
  const bounds =
    minimum === undefined && maximum === undefined ? "" : ` ${minimum ?? ""}…${maximum ?? ""}`;
  return type + bounds;
}
