/** Whether a prompt and its answer fit a model's window. */
import { ratio } from "../_lib/agents/models/cost.ts";
import type { TokenCount } from "../_lib/agents/models/families.ts";
import type { Model } from "../_lib/agents/models/models.ts";

export interface ModelFit {
  /** Null for a model whose window is not known, as the other two. */
  readonly contextWindow: number | null;
  /** Of the window, to two decimals. */
  readonly contextPercent: number | null;
  readonly fits: boolean | null;
}

/** Whether a prompt and its answer fit a model's window and limits; an estimate has to fit with its upper end. */
export function fitModel(
  model: Model | undefined,
  { tokens, high }: Pick<TokenCount, "tokens" | "high">,
  outputTokens: number,
): ModelFit {
  if (model?.context === undefined) {
    return { contextWindow: null, contextPercent: null, fits: null };
  }
  const { context, maxInput = context, maxOutput = context, shared } = model;
  const inWindow = !shared || high + outputTokens <= context;
  return {
    contextWindow: context,
    contextPercent: ratio(100 * (tokens + outputTokens), context),
    fits: inWindow && high <= maxInput && outputTokens <= maxOutput,
  };
}
