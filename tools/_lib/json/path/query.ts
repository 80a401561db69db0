import { Fault, type Problem } from "../../results/syntax-problem.ts";
import { checkTypes } from "./check.ts";
import { parseQuery } from "./parse.ts";
import type { Query } from "./syntax.ts";

/** Failures of a query, to be spread into a tool's `failures`. */
export const JSONPATH_FAILURES = {
  JSONPATH_SYNTAX: "The query is not well-formed",
  JSONPATH_TYPE: "The query is well-formed, but not well-typed",
  JSONPATH_RANGE: "An index lies beyond ±(2^53−1)",
} as const;

export interface ReadQuery {
  /** The query, where it is well-formed. */
  readonly query: Query | undefined;
  readonly problems: readonly Problem<keyof typeof JSONPATH_FAILURES>[];
}

/** Reads and checks a query of RFC 9535. */
export function readQuery(text: string): ReadQuery {
  try {
    const query = parseQuery(text);
    return { query, problems: checkTypes(query) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { query: undefined, problems: [error.problem] };
  }
}
