/** Why a job was not answered by the tool that it was for. */
import { RequestError } from "../run/errors.ts";

const RETRY_SECONDS = 1;

/** No call again would help: the same input would need the same memory. */
export function memoryExceeded(): RequestError {
  return new RequestError(422, {
    code: "MEMORY_EXCEEDED",
    message: "The run was stopped: it needs more memory than there is for one call",
    hint: "Make the input smaller or simpler",
  });
}

export function overloaded(reason: string): RequestError {
  return new RequestError(
    503,
    {
      code: "SERVICE_OVERLOADED",
      message: `Cannot run this now: ${reason}`,
      hint: "Call again after the seconds that Retry-After says",
    },
    RETRY_SECONDS,
  );
}
