/** Tells formats apart by the members of their rows. */
import type { JsonNode, JsonObject } from "../_lib/json/tree/tree.ts";
import type { Format, SourceFormat } from "../eval-dataset-jsonl-formatter.ts";
import { isGiven, memberOf } from "./row.ts";

type Test = (row: JsonObject) => boolean;

const has =
  (...keys: readonly string[]): Test =>
  (row) =>
    keys.every((key) => isGiven(memberOf(row, key)));

const hasTyped =
  (key: string, type: JsonNode["type"]): Test =>
  (row) =>
    memberOf(row, key)?.type === type;

const TESTS: readonly (readonly [format: Format, test: Test])[] = [
  ["openai-finetune", hasTyped("messages", "array")],
  ["openai-dpo", has("input", "preferred_output")],
  ["openai-evals-api", hasTyped("item", "object")],
  ["promptfoo", hasTyped("vars", "object")],
  ["sharegpt", hasTyped("conversations", "array")],
  ["hf-preference", has("chosen", "rejected")],
  ["alpaca", has("instruction", "output")],
  ["hf-prompt-completion", has("prompt", "completion")],
  ["openai-evals", has("input", "ideal")],
  ["inspect", has("input", "target")],
];

/** The format whose members the row has; generic where it is none. */
export function recogniseFormat(row: JsonObject): SourceFormat {
  return TESTS.find(([, test]) => test(row))?.[0] ?? "generic";
}
