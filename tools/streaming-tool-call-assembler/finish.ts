/** Why a stream ended, in the words of all providers. */

export const FINISH_REASONS = ["stop", "tool-calls", "length", "content-filter", "error"] as const;
export type FinishReason = (typeof FINISH_REASONS)[number];

/** Said of every answer that came to its end, calls or not. */
const DEPENDS = "by calls";

type Meaning = FinishReason | typeof DEPENDS;

const REASONS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...reasons("stop", "stop", "end_turn", "stop_sequence", "pause_turn"),
  ...reasons(DEPENDS, "completed", "STOP"),
  ...reasons("tool-calls", "tool_calls", "function_call", "tool_use"),
  ...reasons(
    "length",
    "length",
    "max_tokens",
    "max_output_tokens",
    "MAX_TOKENS",
    "model_context_window_exceeded",
  ),
  ...reasons(
    "content-filter",
    "content_filter",
    "refusal",
    "SAFETY",
    "RECITATION",
    "LANGUAGE",
    "BLOCKLIST",
    "PROHIBITED_CONTENT",
    "SPII",
    "MODEL_ARMOR",
    "IMAGE_SAFETY",
    "IMAGE_PROHIBITED_CONTENT",
    "IMAGE_RECITATION",
  ),
  ...reasons(
    "error",
    "error",
    "failed",
    "MALFORMED_FUNCTION_CALL",
    "UNEXPECTED_TOOL_CALL",
    "TOO_MANY_TOOL_CALLS",
  ),
]);

function reasons(reason: Meaning, ...raw: readonly string[]): [string, Meaning][] {
  return raw.map((word) => [word, reason]);
}

/** Null for a word that is not known, and for none. */
export function finishReasonOf(
  raw: string | undefined,
  hasClientCalls: boolean,
): FinishReason | null {
  const reason = raw === undefined ? undefined : REASONS.get(raw);
  if (reason === DEPENDS) return hasClientCalls ? "tool-calls" : "stop";
  return reason ?? null;
}
