/** Whether a request may be sent again, and why. */
import { isIdempotentMethod, progressOf } from "../_lib/web/http/retry-safety.ts";
import type { Decision, Reason } from "../batch-retry-safety-planner.ts";
import type { Request } from "./requests.ts";

export interface Verdict {
  readonly decision: Decision;
  readonly reason: Reason;
}

export function decide(request: Request, maxAttempts: number): Verdict {
  const settled = settledVerdict(request);
  if (settled) return settled;
  const reason = safetyOf(request);
  if (!reason) return { decision: "needs-review", reason: "MAY_HAVE_EXECUTED" };
  if (request.attempts >= maxAttempts)
    return { decision: "do-not-retry", reason: "ATTEMPTS_EXHAUSTED" };
  return { decision: "retry", reason };
}

/** Of what has succeeded, was not sent, or would fail in the same way again. */
function settledVerdict({ status, error }: Request): Verdict | undefined {
  if (status !== undefined) {
    if (status >= 200 && status < 400) return { decision: "done", reason: "SUCCEEDED" };
    return progressOf(status) === "permanent"
      ? { decision: "do-not-retry", reason: "PERMANENT_STATUS" }
      : undefined;
  }
  if (error === undefined) return { decision: "pending", reason: "NOT_SENT" };
  return stageOf(error) === undefined
    ? { decision: "do-not-retry", reason: "UNKNOWN_ERROR" }
    : undefined;
}

function safetyOf({ status, error = "", method, hasKey }: Request): Reason | undefined {
  const wasProcessed =
    status === undefined ? stageOf(error) === "sent" : progressOf(status) !== "not-processed";
  if (!wasProcessed) return "NOT_PROCESSED";
  if (isIdempotentMethod(method.trim())) return "IDEMPOTENT_METHOD";
  return hasKey ? "IDEMPOTENCY_KEY" : undefined;
}

const CONNECT_ERRORS: ReadonlySet<string> = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "UND_ERR_CONNECT_TIMEOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "CONNECT_TIMEOUT",
]);
const SENT_ERRORS: ReadonlySet<string> = new Set([
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ESOCKETTIMEDOUT",
  "UND_ERR_SOCKET",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "TIMEOUT",
]);

/** How far the request came, by the code in an error; one that may have been sent counts for more. */
function stageOf(error: string): "connect" | "sent" | undefined {
  const codes = error.toUpperCase().match(/[A-Z0-9_]+/g) ?? [];
  if (codes.some((code) => SENT_ERRORS.has(code))) return "sent";
  return codes.some((code) => CONNECT_ERRORS.has(code)) ? "connect" : undefined;
}
