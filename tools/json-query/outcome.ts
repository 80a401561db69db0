import type { Entry } from "../_core/tool.ts";
import type { JsonNode } from "../_lib/json/tree/tree.ts";
import { beginning } from "../_lib/text/shown.ts";

export const LANGUAGES = ["jq", "jmespath", "jsonpath", "pointer"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Failures of a query, to be spread into a tool's `failures`. */
export const QUERY_FAILURES = {
  QUERY_SYNTAX: "The query is not well-formed in its language",
  QUERY_RUNTIME: "The query met an error while it ran; results before it are kept",
  QUERY_UNSUPPORTED:
    "The query needs modules, files or a construct of regular expressions that there is not",
  QUERY_BUDGET_EXCEEDED:
    "The query takes more than 5,000,000 units of work, or gives more than 100,000 results, 2,000,000 characters or 1,000 levels",
  POINTER_NOT_FOUND: "The pointer leads to nothing in the document",
} as const;

/** Warnings of a query, to be spread into a tool's `warnings`. */
export const QUERY_WARNINGS = {
  NO_RESULTS: "The query gave no results",
  QUERY_DEBUG: "The query called debug, stderr or input_line_number",
  NUMBER_ROUNDED: "A number that no double holds exactly was computed with",
} as const;

export type QueryFailure = keyof typeof QUERY_FAILURES;
export type QueryWarning = keyof typeof QUERY_WARNINGS;

/** What a query gave, and the error that ended it. */
export interface QueryOutcome {
  readonly results: readonly JsonNode[];
  /** Whether the query is well-formed. */
  readonly valid: boolean;
  readonly error?: Entry<QueryFailure>;
  readonly warnings: readonly Entry<QueryWarning | "WARNINGS_TRUNCATED">[];
}

const LONGEST_MESSAGE = 1000;

/** The outcome of a query that is not run, because it is not well-formed or needs what there is not. */
export function refused(error: Entry<QueryFailure>): QueryOutcome {
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

export const TOO_MUCH_WORK = "takes more than 5,000,000 units of work";
