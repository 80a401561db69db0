/** Which tools stay loaded within a budget. */
import { compareCodePoints } from "../_lib/text/code-points.ts";
import { ratio } from "../_lib/agents/models/cost.ts";
import type { Value } from "../tool-catalog-context-budget-auditor.ts";
import type { Measured } from "./measure.ts";

export interface Planning {
  readonly budget: number;
  readonly searchToolTokens: number;
  isPinned(name: string): boolean;
  /** 0 where none were observed. */
  callsOf(name: string): number;
}

export interface Plan {
  readonly kept: ReadonlySet<Measured>;
  readonly shown: Value["plan"];
}

/** Which tools stay loaded: all that fit, else those that are pinned, then the most called as long as they fit. */
export function planTools(tools: readonly Measured[], planning: Planning): Plan {
  const total = sumOf(tools);
  const kept = total <= planning.budget ? new Set(tools) : chosen(tools, planning);
  const deferred = tools.filter((tool) => !kept.has(tool));
  const search = deferred.length > 0 ? planning.searchToolTokens : 0;
  const tokensAfter = sumOf([...kept]) + search;
  return {
    kept,
    shown: {
      keep: namesOf([...kept]),
      defer: namesOf(deferred),
      tokensAfter,
      tokensSaved: total - tokensAfter,
      savedPercent: ratio(100 * (total - tokensAfter), total) ?? 0,
    },
  };
}

function chosen(tools: readonly Measured[], planning: Planning): Set<Measured> {
  const { budget, searchToolTokens, isPinned, callsOf } = planning;
  const kept = new Set(tools.filter(({ name }) => isPinned(name)));
  let tokens = sumOf([...kept]) + searchToolTokens;
  const others = tools
    .filter((tool) => !kept.has(tool))
    .toSorted(
      (left, right) =>
        callsOf(right.name) - callsOf(left.name) ||
        left.tokens - right.tokens ||
        compareCodePoints(left.name, right.name),
    );
  for (const tool of others) {
    tokens += tool.tokens;
    if (tokens > budget) break;
    kept.add(tool);
  }
  return kept;
}

export function sumOf(tools: readonly Measured[]): number {
  return tools.reduce((sum, { tokens }) => sum + tokens, 0);
}

function namesOf(tools: readonly Measured[]): string[] {
  return tools.map(({ name }) => name).toSorted(compareCodePoints);
}
