/** What tool a name that no tool has may mean. */
import type { Budget } from "../../../_core/tool.ts";
import { compareCodePoints } from "../../text/code-points.ts";
import { nearest } from "../../text/nearest.ts";

const MOST_SUGGESTED = 3;

export interface Meant {
  /** The only tool whose name differs in nothing but its spelling. */
  readonly same: string | undefined;
  readonly suggestions: readonly string[];
}

/** Steps of the budget for comparing two names. */
const COMPARISON_COST = 5;

export function meantBy(name: string, names: readonly string[], budget: Budget): Meant {
  budget.spend(COMPARISON_COST * names.length);
  const bare = bareToolName(name);
  const equal = names
    .filter((other) => bare !== "" && bareToolName(other) === bare)
    .toSorted(compareCodePoints);
  const suggestions = [...new Set([...equal, ...nearest(name, names)])].slice(0, MOST_SUGGESTED);
  return { same: equal.length === 1 ? equal[0] : undefined, suggestions };
}

/** Without case, the marks between words and the prefix that clients put before the tools of a server. */
function bareToolName(name: string): string {
  return name
    .replace(/^mcp__.+?__/i, "")
    .toLowerCase()
    .replace(/[_.-]/g, "");
}
