/** Whether a request may be sent again, and why. */
import { namedCause } from "../_lib/web/failures/api-codes.ts";
import { type CauseCode, progressOfCause } from "../_lib/web/failures/causes.ts";
import { clientCauses } from "../_lib/web/failures/client-errors.ts";
import { saidStatus } from "../_lib/web/failures/said-status.ts";
import { isIdempotentMethod, type Progress, progressOf } from "../_lib/web/http/retry-safety.ts";
import type { Decision, Reason } from "../batch-retry-safety-planner.ts";
import type { Request } from "./requests.ts";

export interface Verdict {
  readonly decision: Decision;
  readonly reason: Reason;
}

export function decide(request: Request, maxAttempts: number): Verdict {
  const { status, error } = request;
  if (status !== undefined && status >= 200 && status < 400)
    return { decision: "done", reason: "SUCCEEDED" };
  if (status === undefined && error === undefined)
    return { decision: "pending", reason: "NOT_SENT" };
  const progress = status === undefined ? progressOfError(error ?? "") : progressOf(status);
  if (progress === "permanent")
    return {
      decision: "do-not-retry",
      reason: status === undefined ? "PERMANENT_ERROR" : "PERMANENT_STATUS",
    };
  const reason = safetyOf(request, progress);
  if (!reason) return { decision: "needs-review", reason: "MAY_HAVE_EXECUTED" };
  if (request.attempts >= maxAttempts)
    return { decision: "do-not-retry", reason: "ATTEMPTS_EXHAUSTED" };
  return { decision: "retry", reason };
}

function safetyOf({ method, hasKey }: Request, progress: Progress): Reason | undefined {
  if (progress === "not-processed") return "NOT_PROCESSED";
  if (isIdempotentMethod(method.trim())) return "IDEMPOTENT_METHOD";
  return hasKey ? "IDEMPOTENCY_KEY" : undefined;
}

/** How far the request came by what the client says; one that may have been sent counts for more, an unknown error too. */
function progressOfError(error: string): Progress {
  const { found } = clientCauses(error);
  const stages = found.map(({ code }) => progressOfClient(code));
  if (stages.includes("may-have-run")) return "may-have-run";
  const status = found.length === 0 ? saidStatus(error) : undefined;
  if (status !== undefined) return progressOf(status);
  const [first = progressOfName(error)] = stages;
  return first;
}

/** Who cancelled a request does not know how far it came. */
function progressOfClient(code: CauseCode): Progress {
  return code === "REQUEST_ABORTED" ? "may-have-run" : progressOfCause(code);
}

function progressOfName(error: string): Progress {
  const cause = namedCause(error);
  return cause === undefined ? "may-have-run" : progressOfCause(cause.code);
}
