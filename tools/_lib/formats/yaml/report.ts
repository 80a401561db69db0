import type { Entry } from "../../../_core/tool.ts";
import { addCounted } from "../../results/entry-counts.ts";
import { type EntryDetail, ErrorList, WarningList } from "../../results/entry-list.ts";
import { treeStats, validLine } from "../../json/tree/stats.ts";
import type { JsonNode } from "../../json/tree/tree.ts";
import { valueOf } from "../../json/tree/value.ts";
import { positionFinder } from "../../text/position.ts";
import { type DataOptions, isNoData, type NoData, yamlTree } from "./data.ts";
import { type HearRepeated, type InspectionWarning, inspect } from "./inspect.ts";
import type { YamlVersion } from "./resolve.ts";
import { sourceStats } from "./stats.ts";
import type { YamlDocument, YamlStream } from "./tree.ts";

export type YamlWarning =
  InspectionWarning | "BOM_REMOVED" | "DUPLICATE_KEY" | "YAML_ALIAS_LIMIT" | "YAML_COMPLEX_KEY";

export interface YamlReport {
  /** The data of each document, or why it has none. */
  readonly trees: readonly (JsonNode | NoData)[];
  /** The same as values; null where there is none. */
  readonly documents: unknown[];
  /** Figures of the first document. */
  readonly stats: Readonly<Record<string, unknown>>;
  /** Repeated keys that are refused. */
  readonly errors: Entry<"DUPLICATE_KEY" | "ERRORS_TRUNCATED">[];
  readonly warnings: Entry<YamlWarning | "WARNINGS_TRUNCATED">[];
}

/** Which repeated keys are errors: none, those equal as YAML, or also those with one text in JSON. */
export type Refused = "none" | "equal" | "same-text";

/** The data of a stream, and what a reader of it has to know. */
export function reportYaml(stream: YamlStream, options: DataOptions, refused: Refused): YamlReport {
  const warnings = new WarningList<YamlWarning>();
  const find = positionFinder(stream.text);
  for (const mark of stream.marks) {
    warnings.add("BOM_REMOVED", () => ({
      message: "A byte order mark (U+FEFF) before a document was removed",
      ...find(mark),
    }));
  }
  const errors = new ErrorList<"DUPLICATE_KEY">();
  const hearRepeated: HearRepeated = (equal, detail) => {
    if (refused === "same-text" || (refused === "equal" && equal)) {
      errors.add("DUPLICATE_KEY", () => refusal(detail()));
    } else warnings.add("DUPLICATE_KEY", detail);
  };
  const expansion = { nodes: 0, characters: 0 };
  const trees = stream.documents.map((document, index) => {
    const version = versionOf(document, options.version);
    const path = stream.documents.length === 1 ? [] : [index];
    const inspection = { source: stream.text, version, find, list: warnings, hearRepeated };
    inspect(document.root, inspection, path);
    return yamlTree(document.root, { ...options, version }, expansion);
  });
  const documents = trees.map((tree, index) => {
    const pointer = trees.length === 1 ? "" : `/${index}`;
    if (!isNoData(tree)) {
      const { value, warnings: kept } = valueOf(tree, pointer);
      addCounted(warnings, "NUMBER_KEPT_AS_TEXT", kept);
      return value;
    }
    // Where the data is wanted, the lack of it is an error and not a warning.
    if (refused === "same-text") return null;
    const { code, offset, found, expected } = tree;
    const message = `No data of the document is given: found ${found}, expected ${expected}`;
    warnings.add(code === "OUTPUT_TOO_LARGE" ? "YAML_ALIAS_LIMIT" : code, () => ({
      message,
      path: pointer,
      ...find(offset),
    }));
    return null;
  });
  const stats = statsOf(stream, trees, options);
  return { trees, documents, stats, errors: errors.list(), warnings: warnings.list() };
}

function refusal({ message, ...rest }: EntryDetail): EntryDetail {
  return { ...rest, message: `Cannot accept the document: ${message}, expected each key once` };
}

function versionOf({ version }: YamlDocument, given: YamlVersion): YamlVersion {
  if (version === undefined) return given;
  return version === "1.1" ? "1.1" : "1.2";
}

function statsOf(
  { documents }: YamlStream,
  [tree]: readonly (JsonNode | NoData)[],
  { version }: DataOptions,
): Record<string, unknown> {
  const [document] = documents;
  if (document === undefined || tree === undefined) return { documents: 0 };
  const figures = isNoData(tree)
    ? sourceStats(document.root, versionOf(document, version))
    : treeStats(tree);
  return { ...figures, documents: documents.length };
}

/** The one line of a stream that is valid: type, size and depth of its first document. */
export function validYamlLine({ documents }: YamlStream, { trees, stats }: YamlReport): string {
  const [tree] = trees;
  const root = documents[0]?.root;
  if (tree === undefined || root === undefined) return "valid: no document";
  if (!isNoData(tree)) return validLine(tree);
  const depth = Number(stats["depth"]);
  if (root.type === "mapping") return `valid: object, ${root.entries.length} keys, depth ${depth}`;
  if (root.type === "sequence") return `valid: array, ${root.items.length} items, depth ${depth}`;
  return `valid: ${String(stats["type"])}, depth ${depth}`;
}
