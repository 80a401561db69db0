import { PRICE_WARNINGS } from "../_lib/agents/models/request-cost.ts";

export const WARNINGS = {
  CACHE_PRICE_UNKNOWN: "The rate of cached tokens is not published: they are billed as input",
  ...PRICE_WARNINGS,
  LONG_TIER: "The rates of long prompts apply to the whole request",
  MODEL_UNKNOWN: "A model to compare with is not in the table, and left out",
} as const;
