import type { Entry } from "../_core/tool.ts";
import { problemEntry } from "../_lib/results/syntax-problem.ts";
import { JSON_WARNINGS, type JsonFailure, readJsonField } from "../_lib/json/tree/json-field.ts";
import { arrayNode, type JsonNode } from "../_lib/json/tree/tree.ts";
import { VALUE_WARNINGS } from "../_lib/json/tree/value.ts";
import { prettyJson } from "../_lib/json/tree/write.ts";
import { outputTooLarge } from "../_lib/results/output-limit.ts";
import { isNoData } from "../_lib/formats/yaml/data.ts";
import { reportYaml } from "../_lib/formats/yaml/report.ts";
import { parseYaml } from "../_lib/formats/yaml/stream.ts";
import { writeYamlData } from "../_lib/formats/yaml/write-data.ts";

export const YAML_MODE_FAILURES = {
  YAML_SYNTAX: "The text is not well-formed YAML 1.2",
  YAML_UNDEFINED_ALIAS: "An alias stands before the anchor of its name, or there is none",
  YAML_ALIAS_LIMIT: "Aliases stand for more than 100,000 nodes or for themselves",
  YAML_COMPLEX_KEY: "A collection is a key, which JSON has no form for",
  DUPLICATE_KEY: "A mapping has the same key again",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

export const YAML_MODE_WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  AMBIGUOUS_SCALAR: "YAML 1.1 and 1.2 read a plain scalar as different values or types",
  TAG_IGNORED: "A tag that JSON has no form for, or that its node does not fit",
  YAML_ALIAS_LIMIT: "A document has no data: its aliases stand for too much or for themselves",
  YAML_COMPLEX_KEY: "A document has no data: a collection is a key",
} as const;

type Failure = keyof typeof YAML_MODE_FAILURES | JsonFailure | "OUTPUT_TOO_LARGE";
type Warnings = readonly Entry<keyof typeof YAML_MODE_WARNINGS>[];

export type YamlConversion =
  | {
      readonly ok: true;
      readonly root: JsonNode;
      readonly output: string;
      readonly warnings: Warnings;
    }
  | {
      readonly ok: false;
      readonly errors: readonly [Entry<Failure>, ...Entry<Failure>[]];
      readonly warnings: Warnings;
    };

export type YamlDirection = "json-to-yaml" | "yaml-to-json" | undefined;

/** Converts data both ways; without a direction, what is JSON becomes YAML and other text is read as YAML. */
export function convertYaml(
  given: unknown,
  path: string,
  direction: YamlDirection,
): YamlConversion {
  if (direction === "yaml-to-json" && typeof given === "string") return toJson(given, path);
  const field = readJsonField(given, path);
  if (!field.ok) {
    if (direction === undefined && typeof given === "string") return toJson(given, path);
    return { ok: false, errors: [field.error], warnings: field.warnings };
  }
  const output = writeYamlData(field.root);
  if (output === undefined)
    return { ok: false, errors: [outputTooLarge()], warnings: field.warnings };
  return { ok: true, root: field.root, output, warnings: field.warnings };
}

function toJson(text: string, path: string): YamlConversion {
  const { stream, problems } = parseYaml(text);
  const [first, ...others] = problems.map((problem) => problemEntry(problem, text, "YAML", path));
  if (first) return { ok: false, errors: [first, ...others], warnings: [] };
  if (!stream) return { ok: false, errors: [outputTooLarge()], warnings: [] };
  const report = reportYaml(stream, { version: "1.2", merge: true }, "same-text");
  // Numbers that are no doubles are told once, with the value that holds them.
  const warnings = report.warnings.filter(({ code }) => code !== "NUMBER_KEPT_AS_TEXT");
  const errors: Entry<Failure>[] = [...report.errors];
  const data: JsonNode[] = [];
  for (const tree of report.trees) {
    if (!isNoData(tree)) data.push(tree);
    else if (tree.code === "OUTPUT_TOO_LARGE") errors.push(outputTooLarge());
    else errors.push(problemEntry({ ...tree, code: tree.code }, text, "YAML", path));
  }
  const [error, ...more] = errors;
  if (error) return { ok: false, errors: [error, ...more], warnings };
  const [only] = data;
  const root = data.length === 1 && only ? only : arrayNode(data);
  const output = prettyJson(root);
  if (output === undefined) return { ok: false, errors: [outputTooLarge()], warnings };
  return { ok: true, root, output, warnings };
}
