/** Which failed requests were certainly not carried out, and which may be sent twice (RFC 9110, section 9.2.2). */

/** Servers answer so before they do anything. */
const NOT_PROCESSED: ReadonlySet<number> = new Set([408, 421, 425, 429]);

/** The server, or one behind it, may have done what was asked. */
const MAY_HAVE_RUN: ReadonlySet<number> = new Set([
  500, 502, 503, 504, 520, 521, 522, 523, 524, 529,
]);

const IDEMPOTENT_METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "PUT",
  "DELETE",
  "OPTIONS",
  "TRACE",
]);

/** How far a failed request came; a permanent failure is the same every time. */
export type Progress = "not-processed" | "may-have-run" | "permanent";

export function progressOf(status: number): Progress {
  if (NOT_PROCESSED.has(status)) return "not-processed";
  return MAY_HAVE_RUN.has(status) ? "may-have-run" : "permanent";
}

/** In any letter case. */
export function isIdempotentMethod(method: string): boolean {
  return IDEMPOTENT_METHODS.has(method.toUpperCase());
}
