/** A tool's input from the flags and files of a command line. */
import { decodeUtf8 } from "../../tools/_lib/bytes/encodings.ts";
import type { Flags } from "../flags/flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import type { RegistryEntry } from "../registry-entry.ts";
import { detailOf } from "../registry.ts";
import { RESPONSE_MODES } from "../run/types.ts";
import {
  fileItem,
  fileOf,
  fromTexts,
  isNumber,
  kindOfField,
  listed,
  type Part,
  type Properties,
  readField,
  type Target,
  takesFiles,
  targetOf,
} from "./fields.ts";
import { readBytes, stdinIsPiped, textOf } from "./source.ts";

interface Fields {
  readonly input: Record<string, unknown>;
  readonly responseMode: string | undefined;
}

/** `--mode compact` is the response mode even where the tool has a field `mode`; words that the field lists are its own. */
export async function readFields(entry: RegistryEntry, { all, named }: Flags): Promise<Fields> {
  const { properties } = detailOf(entry).input_schema;
  const given = new Map<string, readonly Part[]>();
  let responseMode = named.get("response-mode");
  for (const [flag, texts] of all) {
    const [text = ""] = texts;
    const target = flag === "mode" ? targetOfMode(properties, text) : targetOf(properties, flag);
    if (target) {
      const { field, isFile } = target;
      const parts = texts.map((one) => ({ text: one, isFile }));
      given.set(field, joined(target, properties[field], given.get(field) ?? [], parts));
    } else if (flag === "mode") responseMode = text;
  }
  const input: Record<string, unknown> = {};
  // Whether bytes fit is known by all other fields.
  const isPrimary = ([field]: readonly [string, unknown]) => Number(field === entry.primary);
  const order = [...given].toSorted((one, other) => isPrimary(one) - isPrimary(other));
  for (const [field, parts] of order) await fillField(entry, input, field, parts);
  return { input, responseMode };
}

/** A field may be given by several of its names. */
function joined(
  target: Target,
  field: Properties[string] | undefined,
  before: readonly Part[],
  parts: readonly Part[],
): readonly Part[] {
  const [first] = before;
  if (!first) return parts;
  if (kindOfField(target, field) === "list") return [...before, ...parts];
  const [part] = parts;
  if (first.text === part?.text && first.isFile === part.isFile) return before;
  throw new UsageError(`--${target.field} was given twice, and takes one value`);
}

async function fillField(
  entry: RegistryEntry,
  input: Record<string, unknown>,
  field: string,
  parts: readonly Part[],
): Promise<void> {
  const { primary, takesBytes } = entry;
  const [part, ...others] = parts;
  const path = others.length === 0 && part ? fileOf(part) : undefined;
  // As with a file that stands by itself, its bytes need not be text.
  if (path !== undefined && field === primary && takesBytes) {
    fill(entry, input, await readBytes(path), path);
  } else {
    input[field] = await readField(parts, detailOf(entry).input_schema.properties[field]);
  }
}

/** Of the words for both a field's are its own; undefined where it is the response mode. */
function targetOfMode(properties: Properties, text: string): Target | undefined {
  const own = targetOf(properties, "mode");
  if (own && listed(properties["mode"]).includes(text)) return own;
  if (RESPONSE_MODES.some((mode) => mode === text)) return undefined;
  if (own) return own;
  if (Object.hasOwn(properties, "action")) return { field: "action", isFile: false };
  throw new UsageError(`--mode is ${RESPONSE_MODES.join(", ")}, not ${text}`);
}

/** A file, `-` or a pipe fills the primary field where it was not given; several files, where it is a list of them. */
export async function fillPrimary(
  entry: RegistryEntry,
  input: Record<string, unknown>,
  files: readonly string[],
): Promise<void> {
  const { primary } = entry;
  const field = detailOf(entry).input_schema.properties[primary] ?? {};
  const isGiven = Object.hasOwn(input, primary);
  const [file] = files;
  if (file === undefined) {
    if (isGiven || isNumber(field) || field["type"] === "boolean" || !stdinIsPiped()) return;
    const bytes = await readBytes("-");
    if (bytes.length > 0) fill(entry, input, bytes, "-");
    return;
  }
  if (isGiven) throw new UsageError(`Both ${file} and --${primary} were given`);
  if (takesFiles(field) && file !== "-") {
    input[primary] = await Promise.all(
      files.map(async (path) => fileItem(path, await readBytes(path))),
    );
    return;
  }
  if (files.length > 1) {
    throw new UsageError(`${entry.id} takes one file, not ${files.length}: ${files.join(" ")}`);
  }
  fill(entry, input, await readBytes(file), file);
}

/** Sets the primary field, and what goes with it where the bytes are no text. */
function fill(
  entry: RegistryEntry,
  input: Record<string, unknown>,
  bytes: Uint8Array,
  path: string,
): void {
  const { primary, takesBytes = {} } = entry;
  const text = decodeUtf8(bytes);
  const others = Object.entries(takesBytes);
  const isTaken =
    others.length > 0 && others.every(([name, value]) => (input[name] ?? value) === value);
  if (text === undefined && isTaken) {
    Object.assign(input, takesBytes);
    // One character for each byte.
    input[primary] = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  } else {
    const field = detailOf(entry).input_schema.properties[primary] ?? {};
    input[primary] = fromTexts([text ?? textOf(bytes, path)], field);
  }
}
