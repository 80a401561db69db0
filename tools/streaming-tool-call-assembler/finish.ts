/** Why a stream ended, in the words of all providers. */

export const FINISH_REASONS = ["stop", "tool-calls", "length", "content-filter", "error"] as const;
export type FinishReason = (typeof FINISH_REASONS)[number];

/** Said of every answer that came to its end, calls or not. */
const DEPENDS = "by calls";

type Meaning = FinishReason | typeof DEPENDS;

const REASONS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ...reasons(
    "stop",
    "stop",
    "end_turn",
    "stop_sequence",
    "pause_turn",
    "COMPLETE",
    "STOP_SEQUENCE",
  ),
  ...reasons(DEPENDS, "completed", "STOP"),
  ...reasons("tool-calls", "tool_calls", "function_call", "tool_use", "TOOL_CALL"),
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
    "guardrail_intervened",
    "content_filtered",
    "ERROR_TOXIC",
  ),
  ...reasons(
    "error",
    "error",
    "failed",
    "MALFORMED_FUNCTION_CALL",
    "UNEXPECTED_TOOL_CALL",
    "TOO_MANY_TOOL_CALLS",
    "ERROR",
    "TIMEOUT",
    "malformed_model_output",
    "malformed_tool_use",
  ),
]);

function reasons(reason: Meaning, ...raw: readonly string[]): [string, Meaning][] {
  return raw.map((word) => [word, reason]);
}

/** Whether a stream that ends so has failed. */
export function meansError(raw: string): boolean {
  return REASONS.get(raw) === "error";
}

/** Null for a word that is not known, and for none; Ollama says `stop` whether there are calls or not. */
export function finishReasonOf(
  raw: string | undefined,
  hasClientCalls: boolean,
  saysStopOfAll: boolean,
): FinishReason | null {
  const reason = raw === undefined ? undefined : REASONS.get(raw);
  if (reason === DEPENDS || (saysStopOfAll && reason === "stop"))
    return hasClientCalls ? "tool-calls" : "stop";
  return reason ?? null;
}
