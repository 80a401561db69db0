/** `purebox run TOOL [--field value | --field-file PATH]… [FILE|-]`. */
import { readFlags } from "../flags/flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { createHost } from "../lanes/host.ts";
import type { PublishedInput, RegistryEntry } from "../registry-entry.ts";
import { detailOf, findByAnyName, loadDetails, nearestIds } from "../registry.ts";
import { run as runTool } from "../run/run.ts";
import { RESPONSE_MODES } from "../run/types.ts";
import { print, printAnswer } from "./print.ts";
import { saveFiles } from "./save-files.ts";
import { readSource, stdinIsPiped } from "./source.ts";
import { readTerms, TERMS_FLAGS } from "./terms.ts";
import { describeTool } from "./tool-help.ts";

/** Flags of the command itself; a tool's own field of the same name wins where noted. */
const OWN_FLAGS: Readonly<Record<string, boolean>> = {
  json: false,
  help: false,
  receipt: false,
  now: true,
  seed: true,
  mode: true,
  "response-mode": true,
  out: true,
  force: false,
  ...TERMS_FLAGS,
};

export default async function run([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined || name.startsWith("--")) {
    throw new UsageError(
      "run needs a tool: purebox run TOOL [--field value | --field-file PATH]… [FILE|-]",
    );
  }
  const entry = findByAnyName(name);
  if (!entry)
    throw new UsageError(`Unknown tool ${name}; did you mean ${nearestIds(name).join(", ")}?`);
  await loadDetails();
  const { properties } = detailOf(entry).input_schema;
  const { named, words } = readFlags(args, (flag) => {
    const target = targetOf(properties, flag);
    if (target === undefined) return OWN_FLAGS[flag];
    return target.isFile || properties[target.field]?.["type"] !== "boolean";
  });
  if (named.has("help")) {
    print(describeTool(entry));
    return 0;
  }
  const { input, responseMode } = await readFields(named, properties);
  await fillPrimary(entry, input, words);
  const own = ownFlags(named, properties);
  const folder = own.get("out");
  if (folder !== undefined && entry.kind !== "kit") {
    throw new UsageError(`--out is for kits: ${entry.id} makes no files`);
  }
  // Only in this mode the files are not there.
  const mode = folder !== undefined && responseMode === "output" ? undefined : responseMode;
  const answer = await runTool(
    {
      tool_id: entry.aliases.includes(name) ? name : entry.id,
      input,
      options: readOptions(named, properties),
      ...(mode === undefined ? {} : { response_mode: mode }),
    },
    createHost(),
    readTerms(own),
  );
  if (folder !== undefined) await saveFiles(answer, folder, { force: own.has("force") });
  return printAnswer(answer, { json: named.has("json") || responseMode !== undefined });
}

/** The field that a flag names, in camelCase or kebab-case. */
function fieldOf(properties: PublishedInput["properties"], flag: string): string | undefined {
  const camel = flag.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return [flag, camel].find((name) => Object.hasOwn(properties, name));
}

interface Target {
  readonly field: string;
  /** Whether the flag names a file that holds the value. */
  readonly isFile: boolean;
}

const FILE_SUFFIX = "-file";

function targetOf(properties: PublishedInput["properties"], flag: string): Target | undefined {
  const named = fieldOf(properties, flag);
  if (named !== undefined) return { field: named, isFile: false };
  if (!flag.endsWith(FILE_SUFFIX)) return undefined;
  const field = fieldOf(properties, flag.slice(0, -FILE_SUFFIX.length));
  return field === undefined ? undefined : { field, isFile: true };
}

interface Fields {
  readonly input: Record<string, unknown>;
  readonly responseMode: string | undefined;
}

/** `--mode compact` is the response mode even where the tool has a field `mode`; words that the field lists are its own. */
async function readFields(
  named: ReadonlyMap<string, string>,
  properties: PublishedInput["properties"],
): Promise<Fields> {
  const input: Record<string, unknown> = {};
  let responseMode = named.get("response-mode");
  for (const [flag, text] of named) {
    const isOwn = flag === "mode" && listed(properties[flag]).includes(text);
    if (flag === "mode" && !isOwn && RESPONSE_MODES.some((mode) => mode === text)) {
      responseMode = text;
      continue;
    }
    const target = targetOf(properties, flag);
    if (target !== undefined) await fill(input, target, text, properties);
    else if (flag === "mode" && Object.hasOwn(properties, "action")) input["action"] = text;
    else if (flag === "mode") {
      throw new UsageError(`--mode is ${RESPONSE_MODES.join(", ")}, not ${text}`);
    }
  }
  return { input, responseMode };
}

async function fill(
  input: Record<string, unknown>,
  { field, isFile }: Target,
  text: string,
  properties: PublishedInput["properties"],
): Promise<void> {
  if (Object.hasOwn(input, field)) throw new UsageError(`--${field} was given twice`);
  const value = isFile ? await readSource(text) : text;
  input[field] = readValue(value, properties[field]);
}

/** The words that a field may have, if it lists them. */
function listed(field: Readonly<Record<string, unknown>> = {}): readonly unknown[] {
  return Array.isArray(field["enum"]) ? field["enum"] : [];
}

type FieldSchema = PublishedInput["properties"][string];

/** A field's value from its text. What takes text gets it; arrays and objects are given as JSON. */
function readValue(text: string, field: FieldSchema = {}): unknown {
  if (field["type"] === "boolean") return text !== "false";
  if (field["type"] === "number" || field["type"] === "integer") {
    return text.trim() === "" ? text : Number(text);
  }
  if (takesText(field) && !isWrittenList(text, field)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function alternativesOf(field: FieldSchema): readonly FieldSchema[] {
  return Array.isArray(field["anyOf"]) ? field["anyOf"] : [field];
}

function takesText(field: FieldSchema): boolean {
  return alternativesOf(field).some(({ type }) => [type].flat().includes("string"));
}

/** A list of words may be written as a JSON array, too. */
function isWrittenList(text: string, field: FieldSchema): boolean {
  const isList = ({ items }: FieldSchema) =>
    (items as FieldSchema | undefined)?.["type"] === "string";
  return text.trimStart().startsWith("[") && alternativesOf(field).some(isList);
}

/** A tool's own field of the name wins. */
function ownFlags(
  named: ReadonlyMap<string, string>,
  properties: PublishedInput["properties"],
): ReadonlyMap<string, string> {
  return new Map([...named].filter(([name]) => targetOf(properties, name) === undefined));
}

function readOptions(
  named: ReadonlyMap<string, string>,
  properties: PublishedInput["properties"],
): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const name of ["now", "seed"]) {
    if (named.has(name) && !Object.hasOwn(properties, name)) options[name] = named.get(name);
  }
  if (named.has("receipt") && !Object.hasOwn(properties, "receipt")) options["receipt"] = true;
  return options;
}

/** A file, `-` or a pipe fills the primary field where it was not given. */
async function fillPrimary(
  entry: RegistryEntry,
  input: Record<string, unknown>,
  words: readonly string[],
): Promise<void> {
  if (words.length > 1)
    throw new UsageError(`run takes one file, not ${words.length}: ${words.join(" ")}`);
  const [file] = words;
  const field = detailOf(entry).input_schema.properties[entry.primary] ?? {};
  if (file !== undefined) {
    if (Object.hasOwn(input, entry.primary)) {
      throw new UsageError(`Both ${file} and --${entry.primary} were given`);
    }
    input[entry.primary] = readValue(await readSource(file), field);
    return;
  }
  const isScalar = field["type"] === "number" || field["type"] === "boolean";
  if (Object.hasOwn(input, entry.primary) || isScalar || !stdinIsPiped()) return;
  const text = await readSource("-");
  if (text !== "") input[entry.primary] = readValue(text, field);
}
