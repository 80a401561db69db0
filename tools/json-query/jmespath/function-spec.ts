import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import type { Evaluator, Reference } from "./evaluate.ts";

export type ValueType = JsonNode["type"];
export type Wanted = "any" | "reference" | readonly ValueType[];
export type Argument = JsonNode | Reference;

export interface FunctionSpec {
  /** What each argument has to be; the last one is that of all further ones, too, where `variadic`. */
  readonly wants: readonly Wanted[];
  readonly variadic?: boolean;
  run(args: readonly Argument[], evaluator: Evaluator): JsonNode;
}
