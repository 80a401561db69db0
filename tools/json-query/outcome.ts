import type { Entry } from "../_core/tool.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import type { Failure, Warning } from "../json-query.ts";
import { beginning } from "../_lib/text/shown.ts";

export const LANGUAGES = ["jq", "jmespath", "jsonpath", "pointer"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a query gave, and the error that ended it. */
export interface QueryOutcome {
  /** Plain JSON of at most 1,000 levels. */
  readonly results: readonly JsonNode[];
  /** Whether the query is well-formed. */
  readonly valid: boolean;
  readonly error?: Entry<Failure>;
  readonly warnings: readonly Entry<Warning>[];
}

export const LONGEST_MESSAGE = 1000;

/** The outcome of a query that is not run, because it is not well-formed or needs what there is not. */
export function refused(error: Entry<Failure>): QueryOutcome {
  return { results: [], valid: error.code !== "QUERY_SYNTAX", error, warnings: [] };
}

/** An error in the language's own words. */
export function runtimeError(message: string, hint?: string): Entry<"QUERY_RUNTIME"> {
  const shown = message === "" ? "The query ended with an error without a message" : message;
  const error = {
    code: "QUERY_RUNTIME",
    message: beginning(shown, LONGEST_MESSAGE),
    path: "/query",
  } as const;
  return hint === undefined ? error : { ...error, hint };
}

export function budgetError(what: string): Entry<"QUERY_BUDGET_EXCEEDED"> {
  return {
    code: "QUERY_BUDGET_EXCEEDED",
    message: `Cannot run the query: it ${what}, expected less`,
    path: "/query",
  };
}

export const TOO_MANY_LEVELS = "gives a result of more than 1,000 levels";
export const TOO_MUCH_WORK = "takes more than 5,000,000 units of work";
