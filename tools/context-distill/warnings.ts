import { COUNT_WARNINGS } from "../_lib/agents/models/count-warnings.ts";

export const WARNINGS = {
  NOTHING_KEPT: "Not even one unit fits the budget",
  MUST_INCLUDE_NOT_FOUND: "No unit contains a text of mustInclude",
  QUERY_NOT_FOUND: "No unit has a term of the query: scored without it",
  ...COUNT_WARNINGS,
} as const;
