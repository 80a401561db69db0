/** A tool's input from the flags and files of a command line. */
import { decodeUtf8 } from "../../tools/_lib/bytes/encodings.ts";
import type { Flags } from "../flags/flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import type { RegistryEntry } from "../registry-entry.ts";
import { detailOf } from "../registry.ts";
import { RESPONSE_MODES } from "../run/types.ts";
import {
  fileItem,
  fromTexts,
  kindOfField,
  listed,
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
export async function readFields({ all, named }: Flags, properties: Properties): Promise<Fields> {
  const given = new Map<string, { text: string; isFile: boolean }[]>();
  let responseMode = named.get("response-mode");
  for (const [flag, texts] of all) {
    const [text = ""] = texts;
    const target = flag === "mode" ? targetOfMode(properties, text) : targetOf(properties, flag);
    if (!target) {
      if (flag === "mode") responseMode = text;
      continue;
    }
    const { field, isFile } = target;
    const before = given.get(field) ?? [];
    if (before.length > 0 && kindOfField(target, properties[field]) !== "list") {
      throw new UsageError(`--${field} was given twice, and takes one value`);
    }
    given.set(field, [...before, ...texts.map((one) => ({ text: one, isFile }))]);
  }
  const input: Record<string, unknown> = {};
  for (const [field, parts] of given) input[field] = await readField(parts, properties[field]);
  return { input, responseMode };
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
    const isScalar = field["type"] === "number" || field["type"] === "boolean";
    if (isGiven || isScalar || !stdinIsPiped()) return;
    const bytes = await readBytes("-");
    if (bytes.length > 0) Object.assign(input, valueOf(entry, field, bytes, "-"), input);
    return;
  }
  if (isGiven) throw new UsageError(`Both ${file} and --${primary} were given`);
  if (files.length > 1 && !takesFiles(field)) {
    throw new UsageError(`${entry.id} takes one file, not ${files.length}: ${files.join(" ")}`);
  }
  const bytes = await readBytes(file);
  const isList = decodeUtf8(bytes)?.trimStart().startsWith("[") ?? false;
  if (takesFiles(field) && (files.length > 1 || !isList)) {
    input[primary] = await Promise.all(files.map(fileItem));
  } else Object.assign(input, valueOf(entry, field, bytes, file), input);
}

/** The primary field, and what goes with it where the bytes are no text. */
function valueOf(
  { primary, takesBytes }: RegistryEntry,
  field: Properties[string],
  bytes: Uint8Array,
  path: string,
): Record<string, unknown> {
  const text = decodeUtf8(bytes);
  if (text === undefined && takesBytes) {
    // One character for each byte.
    const written = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
    return { ...takesBytes, [primary]: written };
  }
  return { [primary]: fromTexts([text ?? textOf(bytes, path)], field) };
}
