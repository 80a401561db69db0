import type { Entry } from "../_core/tool.ts";
import { problemEntry } from "../_lib/results/syntax-problem.ts";
import { readJsonField } from "../_lib/json/tree/json-field.ts";
import { beginsLikeJson, readRelaxedJson } from "../_lib/json/tree/relaxed.ts";
import { arrayNode, type JsonNode } from "../_lib/json/tree/tree.ts";
import { prettyJson } from "../_lib/json/tree/write.ts";
import { outputTooLarge } from "../_lib/results/output-limit.ts";
import { isNoData } from "../_lib/formats/yaml/data.ts";
import { reportYaml } from "../_lib/formats/yaml/report.ts";
import { parseYaml } from "../_lib/formats/yaml/stream.ts";
import { writeYamlData } from "../_lib/formats/yaml/write-data.ts";
import type { Failure, Warning } from "../schema-converter.ts";

type Warnings = readonly Entry<Warning>[];

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

/** Converts data both ways; without a direction, what is JSON, relaxed or not, becomes YAML; text that does not begin as JSON does is YAML. */
export function convertYaml(
  given: unknown,
  path: string,
  direction: YamlDirection,
): YamlConversion {
  if (direction === "yaml-to-json" && typeof given === "string") return toJson(given, path);
  const guesses = direction === undefined && typeof given === "string";
  const field = guesses ? readRelaxedJson(given, path) : readJsonField(given, path);
  if (!field.ok) {
    if (guesses && !beginsLikeJson(given)) return toJson(given, path);
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
