/** A decision table as it is written, whatever the notation. */
import type { Entry } from "../_core/tool.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import type { Scalar } from "./scalar.ts";
import type { Test } from "./unary.ts";

export const MOST_INPUTS = 20;
export const MOST_RULES = 1000;

export const COLUMN_TYPES = ["number", "integer", "string", "boolean", "date"] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];

export interface InputColumn {
  readonly name: string;
  /** That of the literals where it is not given. */
  readonly type?: ColumnType | undefined;
  /** The only values that occur. */
  readonly values?: readonly Scalar[] | undefined;
  /** What every value but null passes: bounds. */
  readonly bounds?: Test | undefined;
  readonly nullable?: boolean | undefined;
}

export interface OutputColumn {
  readonly name: string;
  /** Those of the highest priority first. */
  readonly values?: readonly JsonNode[] | undefined;
}

export interface WrittenRule {
  readonly id: string;
  /** Text in the grammar of unary tests, or a JSON value that is a literal. */
  readonly cells: readonly JsonNode[];
  /** Of the outputs. */
  readonly values: readonly JsonNode[];
  /** Cells that the row has, where there are not as many as columns. */
  readonly ragged?: number | undefined;
}

export interface WrittenTable {
  readonly hitPolicy: unknown;
  readonly aggregation: unknown;
  readonly inputs: readonly InputColumn[];
  readonly outputs: readonly OutputColumn[];
  readonly rules: readonly WrittenRule[];
  readonly defaultOutput?: ReadonlyMap<string, JsonNode> | undefined;
}

export type TableProblem = Entry<"TABLE_INVALID">;

/** A member of the table that does not fit another one. */
export function tableProblem(path: string, found: string, expected: string): TableProblem {
  const message = `Cannot use ${path}: found ${found}, expected ${expected}`;
  return { code: "TABLE_INVALID", message, path, expected };
}
