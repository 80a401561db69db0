/** The way of every POST: let in, read, answered, let go, noted. */
import type { Server } from "bun";
import type { Caller, Ticket } from "../limits/gate.ts";
import { checkContentType } from "../run/body.ts";
import { RequestError } from "../run/errors.ts";
import type { Terms } from "../run/terms.ts";
import type { ServeHost } from "./host.ts";
import { jsonText } from "./reply.ts";

/** A request and the server that it reached, which knows the address that it came from. */
export interface Visit {
  readonly request: Request;
  readonly server: Server<unknown> | null;
}

/** The caller left before the answer was there. Nobody hears this; the log has the status that nginx has. */
export function hungUp(): RequestError {
  return new RequestError(499, {
    code: "CLIENT_CLOSED_REQUEST",
    message: "The connection was closed before the request was there",
    hint: "Call again",
  });
}

/** Throws where the service is about to end, or the body is not said to be JSON. */
export function checkVisit({ request }: Visit, { state }: ServeHost): void {
  if (state.isDraining && !state.isBehindFront) throw shuttingDown();
  checkContentType(request);
}

export function callerOf({ request, server }: Visit, { onlyAddress }: ServeHost): Caller {
  return {
    authorization: request.headers.get("authorization"),
    // Asking for it costs a call a fiftieth of its time.
    address: () => onlyAddress ?? server?.requestIP(request)?.address,
    forwardedFor: () => request.headers.get("x-forwarded-for"),
  };
}

export function termsOf(deadline: number, ticket: Ticket | undefined): Terms {
  if (!ticket) return { deadline };
  return {
    deadline,
    subject: ticket.subject,
    allow(toolIds, calls) {
      ticket.permit(toolIds);
      return ticket.charge(calls);
    },
    permit: (toolIds) => ticket.permit(toolIds),
  };
}

/** The answer on the wire. Who is answered while the service ends is told not to come back on this connection. */
export function send(
  text: string,
  { status, retryAfter }: { readonly status: number; readonly retryAfter?: number | undefined },
  { state }: ServeHost,
): Response {
  if (status === 200 && !state.isDraining) return jsonText(text);
  return jsonText(text, status, {
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
    ...(state.isDraining ? { connection: "close" } : {}),
  });
}

const RETRY_SECONDS = 1;

function shuttingDown(): RequestError {
  return new RequestError(
    503,
    {
      code: "SHUTTING_DOWN",
      message: "The service is about to end and takes no more calls",
      hint: "Call again after the seconds that Retry-After says, on a new connection",
    },
    RETRY_SECONDS,
  );
}
