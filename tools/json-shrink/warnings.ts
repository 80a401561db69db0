import { JSON_WARNINGS } from "../_lib/json/tree/json-field.ts";

export const WARNINGS = {
  ...JSON_WARNINGS,
  BUDGET_NOT_MET: "Even the last level needs more than maxTokens",
  MARKER_COLLISION:
    "The document has a key $cols, $rows, $keys or $data: tables and short keys are off",
  NO_SAVING: "The result costs as many tokens as the input",
} as const;
