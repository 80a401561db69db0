import type { Entry } from "../../../_core/tool.ts";
import type { JsonFailure, JsonWarning } from "../../json/tree/json-field.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import type { TomlFailure } from "../toml/tree.ts";
import type { XmlFailure } from "../xml/cursor.ts";
import type { YamlFailure } from "../yaml/tree.ts";
import type { SourceLosses } from "./losses.ts";

export const SOURCE_FORMATS = [
  "json",
  "jsonc",
  "json5",
  "yaml",
  "toml",
  "ini",
  "env",
  "properties",
  "xml",
] as const;

export const TARGET_FORMATS = ["json", "yaml", "toml", "ini", "env", "properties", "xml"] as const;

export type SourceFormat = (typeof SOURCE_FORMATS)[number];
export type TargetFormat = (typeof TARGET_FORMATS)[number];

export type SourceFailure =
  | JsonFailure
  | YamlFailure
  | "YAML_ALIAS_LIMIT"
  | "YAML_COMPLEX_KEY"
  | TomlFailure
  | XmlFailure
  | "XML_ENTITY"
  | "INI_SYNTAX"
  | "ENV_SYNTAX"
  | "PROPERTIES_SYNTAX"
  | "KEY_CONFLICT"
  | "OUTPUT_TOO_LARGE";

export type SourceWarning = JsonWarning | "VARIABLE_KEPT";

export interface ReadOptions {
  /** Numbers, booleans and null are inferred where the format has only strings. */
  readonly typed: boolean;
  /** Divides keys of properties and names of INI sections; empty for names as they stand. */
  readonly separator: string;
}

/** What a configuration says. */
export interface ConfigSource {
  readonly ok: true;
  readonly format: SourceFormat;
  /** Each key once; the text of a number may be `NaN`, `Infinity` or `-Infinity`. */
  readonly root: JsonNode;
  readonly losses: SourceLosses;
  /** Strings of `root` that the source has as dates or times. */
  readonly moments: ReadonlySet<JsonNode>;
  /** Numbers of `root` that the source spells in another way than JSON. */
  readonly spellings: ReadonlyMap<JsonNode, string>;
  readonly warnings: readonly Entry<SourceWarning>[];
}

export interface Unreadable {
  readonly ok: false;
  readonly errors: readonly [Entry<SourceFailure>, ...Entry<SourceFailure>[]];
  readonly warnings: readonly Entry<SourceWarning>[];
}

export const FIELD = "/input";
