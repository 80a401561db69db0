/** Runs again what a receipt speaks of and says whether every byte is the same. */
import { elapsed, invalidRequest } from "./errors.ts";
import { type RunHost, runWhole } from "./run.ts";
import { DEADLINES_MS, type Terms, within } from "./terms.ts";
import type { Answer, Failure, Receipt, Result } from "./types.ts";

export interface VerifyAnswer {
  success: true;
  verified: boolean;
  tool_id: string;
  /** What was compared, one verdict each. */
  checks: Record<(typeof COMPARED)[number], boolean>;
  receipt: Receipt;
  tokens_saved_estimate: 0;
  processing_time_ms: number;
}

const COMPARED = ["tool_version", "service_version", "input_sha256", "output_sha256"] as const;

/** Throws `RequestError` for a bad request. */
export async function verify(
  body: Readonly<Record<string, unknown>>,
  host: RunHost,
  terms: Terms = within(DEADLINES_MS.run),
): Promise<Answer<VerifyAnswer | Failure>> {
  const started = performance.now();
  const receipt = readReceipt(body["receipt"]);
  const { body: answer, status } = await runWhole(
    {
      tool_id: receipt.tool_id,
      input: body["input"],
      options: { ...receipt.options, receipt: true },
    },
    host,
    terms,
  );
  const again = (answer.result as Result | undefined)?.receipt;
  if (!again) return { status, body: answer as Failure };
  const checks = Object.fromEntries(
    COMPARED.map((member) => [member, again[member] === receipt[member]]),
  ) as VerifyAnswer["checks"];
  return {
    status: 200,
    body: {
      success: true,
      verified: checks.input_sha256 && checks.output_sha256,
      tool_id: again.tool_id,
      checks,
      receipt: again,
      tokens_saved_estimate: 0,
      processing_time_ms: elapsed(started),
    },
  };
}

function readReceipt(receipt: unknown): Receipt {
  const { tool_id, options } = (receipt ?? {}) as Record<string, unknown>;
  const { now, seed } = (options ?? {}) as Record<string, unknown>;
  if ([tool_id, now, seed].every((member) => typeof member === "string")) return receipt as Receipt;
  throw invalidRequest(
    "receipt is not a receipt",
    'Send {"receipt": result.receipt of a run with "options": {"receipt": true}, "input": the same input}',
  );
}
