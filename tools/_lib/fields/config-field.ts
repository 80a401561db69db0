/** Reads a field that holds a document in any of the formats that configurations have. */
import type { Entry } from "../../_core/tool.ts";
import { readConfig } from "../formats/config/convert.ts";
import { DOCUMENT_FAILURES, readYamlDocument } from "./document-field.ts";
import { problemEntry } from "../results/syntax-problem.ts";
import { bomRemoved, readJsonField } from "../json/tree/json-field.ts";
import { beginsLikeJson, readRelaxedJson, type RelaxedWarning } from "../json/tree/relaxed.ts";
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

/** Failures of `detectConfigDocument`, to be spread into a tool's `failures`. */
export const DETECTED_FAILURES = {
  ...DOCUMENT_FAILURES,
  TOML_SYNTAX: "The text begins with the header of a table and is not well-formed TOML",
} as const;

export type DetectedFailure = keyof typeof DETECTED_FAILURES;

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
  readonly warnings: readonly Entry<RelaxedWarning | "VARIABLE_KEPT">[];
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
 * Reads text in the format that it has: JSON, relaxed JSON, YAML, TOML, or INI and variables where these are
 * `allowed`. YAML takes nearly any line for a string, so that it is never tried on text that begins as JSON
 * does, and TOML and variables come before a string that is not written as one.
 */
export function detectConfigDocument(
  field: unknown,
  path: string,
  allowed: { readonly flat: boolean },
): Read<DetectedFailure> {
  const strict = readAs(field, path, "json");
  if (strict.ok || typeof field !== "string" || strict.error.code === "INPUT_TOO_DEEP") {
    return strict as Read<DetectedFailure>;
  }
  if (beginsWithHeader(field)) return readHeaded(field, path, allowed.flat);
  const json = readAs(field, path, "relaxed json");
  if (json.ok || beginsLikeJson(field)) return json as Read<DetectedFailure>;
  const yaml = readAs(field, path, "yaml");
  const isTooDeep = !yaml.ok && yaml.error.code === "INPUT_TOO_DEEP";
  const other = isTooDeep ? undefined : readBesideYaml(field, path, yaml, allowed.flat);
  return other ?? (yaml as Read<DetectedFailure>);
}

/** Whether the first line that is neither blank nor a comment is `[name]` or `[[name]]` and nothing else. */
function beginsWithHeader(text: string): boolean {
  return /^\s*(?:\[[^[\]\r\n]+\]|\[\[[^[\]\r\n]+\]\])\s*(?:[#;].*)?$/.test(
    firstLine(text, /^\s*(?:[#;]|$)/),
  );
}

/** TOML, else relaxed JSON, else INI where it is allowed; what is none of them was meant to be TOML. */
function readHeaded(text: string, path: string, allowsIni: boolean): Read<DetectedFailure> {
  const toml = readAs(text, path, "toml");
  if (toml.ok) return toml;
  for (const format of ["relaxed json", ...(allowsIni ? (["ini"] as const) : [])] as const) {
    const read = readAs(text, path, format);
    if (read.ok) return read;
  }
  const { error } = toml;
  const code = error.code === "INPUT_TOO_DEEP" ? error.code : "TOML_SYNTAX";
  return { ok: false, error: { ...error, code } };
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
  return /^\s*(?:export\s+)?[\w.-]+\s*=/.test(firstLine(text, /^\s*(?:#|$)/));
}

/** The first line that is none of those to be passed over. */
function firstLine(text: string, passed: RegExp): string {
  const lines = text.replace("\ufeff", "").split(/\r\n?|\n/);
  return lines.find((line) => !passed.test(line)) ?? "";
}

function readAs(
  field: unknown,
  path: string,
  format: DocumentFormat | "relaxed json",
): Read<string> {
  if (typeof field !== "string" || format === "json" || format === "relaxed json") {
    const read =
      format === "relaxed json" ? readRelaxedJson(field, path) : readJsonField(field, path);
    if (!read.ok) return read;
    const { root } = read;
    const warnings = read.warnings.map((warning) => inField(warning, path));
    const written = typeof field === "string" ? ("json" as const) : undefined;
    const hasComments = read.document.commentCount > 0;
    return { ok: true, root, format: written, warnings, ...NOTHING_MORE, hasComments };
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
