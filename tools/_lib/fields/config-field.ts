/** Reads a field that holds a document in any of the formats that configurations have. */
import type { Entry } from "../../_core/tool.ts";
import { readConfig } from "../formats/config/convert.ts";
import { type DocumentFailure, readYamlDocument } from "./document-field.ts";
import { problemEntry } from "../results/syntax-problem.ts";
import { bomRemoved, type JsonWarning, readJsonField } from "../json/tree/json-field.ts";
import type { JsonNode } from "../json/tree/tree.ts";
import { tomlTree } from "../formats/toml/data.ts";
import { parseToml } from "../formats/toml/parse.ts";

export const FLAT_FORMATS = ["env", "properties", "ini"] as const;
export const DOCUMENT_FORMATS = ["json", "yaml", "toml", ...FLAT_FORMATS] as const;

export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** Failures of `readConfigDocument`, to be spread into a tool's `failures`. */
export const CONFIG_DOCUMENT_FAILURES = {
  FORMAT_SYNTAX: "The text is not well-formed in its format",
  INPUT_TOO_DEEP: "The data is nested deeper than 1,000 levels",
} as const;

export interface ConfigDocument {
  readonly ok: true;
  readonly root: JsonNode;
  /** Undefined where the field was given as a value. */
  readonly format: DocumentFormat | undefined;
  readonly hasComments: boolean;
  readonly hasAliases: boolean;
  /** Strings of `root` that the text has as dates, times, infinities or NaN. */
  readonly moments: ReadonlySet<JsonNode>;
  /** Numbers of `root` that the text spells in another way than JSON. */
  readonly spellings: ReadonlyMap<JsonNode, string>;
  readonly warnings: readonly Entry<JsonWarning | "VARIABLE_KEPT">[];
}

type Unread<C extends string> = { readonly ok: false; readonly error: Entry<C> };
type Read<C extends string> = ConfigDocument | Unread<C>;

const NOTHING_MORE = {
  hasComments: false,
  hasAliases: false,
  moments: new Set<JsonNode>(),
  spellings: new Map<JsonNode, string>(),
};

/** Reads text in one format; any value but text is taken as it is. */
export function readConfigDocument(
  field: unknown,
  path: string,
  format: DocumentFormat,
): Read<keyof typeof CONFIG_DOCUMENT_FAILURES> {
  const read = readAs(field, path, format);
  if (read.ok || read.error.code === "INPUT_TOO_DEEP") return read as Read<"INPUT_TOO_DEEP">;
  return { ok: false, error: { ...read.error, code: "FORMAT_SYNTAX" } };
}

/**
 * Reads text in the format that it has: JSON, YAML, TOML, or variables where they are `allowed`. YAML takes
 * nearly any line for a string, so that TOML and variables come before a string that is not written as one.
 */
export function detectConfigDocument(
  field: unknown,
  path: string,
  allowed: { readonly env: boolean },
): Read<DocumentFailure> {
  const json = readAs(field, path, "json");
  if (json.ok || typeof field !== "string" || json.error.code === "INPUT_TOO_DEEP") {
    return json as Read<DocumentFailure>;
  }
  const yaml = readAs(field, path, "yaml");
  const isTooDeep = !yaml.ok && yaml.error.code === "INPUT_TOO_DEEP";
  const other = isTooDeep ? undefined : readBesideYaml(field, path, yaml, allowed.env);
  if (other !== undefined) return other;
  const isJson = /^\ufeff?\s*[[{]/.test(field);
  return (yaml.ok || isTooDeep || !isJson ? yaml : json) as Read<DocumentFailure>;
}

/** What is rather meant than YAML, if anything. */
function readBesideYaml(
  text: string,
  path: string,
  yaml: Read<string>,
  allowsEnv: boolean,
): ConfigDocument | undefined {
  if (yaml.ok && (yaml.root.type === "array" || !text.includes("="))) return undefined;
  const toml = readAs(text, path, "toml");
  if (toml.ok && (!yaml.ok || hasMembers(toml.root))) return toml;
  if (!allowsEnv || (yaml.ok && yaml.root.type !== "string") || !beginsWithVariable(text)) {
    return undefined;
  }
  const env = readAs(text, path, "env");
  return env.ok ? env : undefined;
}

/** Whether `NAME=` begins the first line that is neither blank nor a comment; the reader takes `NAME: ` as well. */
function beginsWithVariable(text: string): boolean {
  const lines = text.replace("\ufeff", "").split(/\r\n?|\n/);
  const first = lines.find((line) => !/^\s*(?:#|$)/.test(line)) ?? "";
  return /^\s*(?:export\s+)?[\w.-]+\s*=/.test(first);
}

function readAs(field: unknown, path: string, format: DocumentFormat): Read<string> {
  if (typeof field !== "string" || format === "json") {
    const read = readJsonField(field, path);
    if (!read.ok) return read;
    const { root } = read;
    const warnings = read.warnings.map((warning) => inField(warning, path));
    const written = typeof field === "string" ? format : undefined;
    return { ok: true, root, format: written, warnings, ...NOTHING_MORE };
  }
  if (format === "toml") return readToml(field, path);
  if (format !== "yaml") return readFlat(field, path, format);
  const read = readYamlDocument(field, path);
  return read.ok ? { ...NOTHING_MORE, ...read, format } : read;
}

function readToml(text: string, path: string): Read<string> {
  const { document, problems } = parseToml(text, "1.1");
  const [problem] = problems;
  if (problem || !document) {
    const found = problem ?? { code: "TOML_SYNTAX", offset: 0, found: "none", expected: "TOML" };
    return { ok: false, error: problemEntry(found, text, "TOML", path) };
  }
  const moments = new Set<JsonNode>();
  const spellings = new Map<JsonNode, string>();
  const root = tomlTree(document, undefined, {
    see(data, node) {
      if (node.type === "string" && data.type !== "string") moments.add(node);
      if (node.type === "number" && "start" in data) {
        spellings.set(node, text.slice(data.start, data.end));
      }
    },
  });
  return {
    ok: true,
    root,
    format: "toml",
    hasComments: document.comments.length > 0,
    hasAliases: false,
    moments,
    spellings,
    warnings: text.startsWith("\ufeff") ? [{ ...bomRemoved(), path }] : [],
  };
}

/** Values are text, and names are as they stand. */
function readFlat(text: string, path: string, format: (typeof FLAT_FORMATS)[number]): Read<string> {
  const read = readConfig(text, format, { typed: false, separator: "" });
  if (!read.ok) return { ok: false, error: { ...read.errors[0], path } };
  const warnings = read.warnings.map((warning) => ({ ...warning, path }));
  return { ok: true, root: read.root, format, ...NOTHING_MORE, warnings };
}

function hasMembers(root: JsonNode): boolean {
  return root.type === "object" && root.members.length > 0;
}

/** Pointers into the data begin with its field. */
function inField<E extends Entry>(warning: E, path: string): E {
  return { ...warning, path: path + (warning.path ?? "") };
}
