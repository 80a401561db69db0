/** What came of a call: its bytes, or their digest where there are too many to keep. */
import type { RunRequest } from "../../../app/run/types.ts";
import { sha256Hex } from "../../../tools/_lib/bytes/sha256.ts";
import { canonicalJson } from "../../../tools/_lib/json/tree/canonical.ts";

export type Request = Pick<RunRequest, "tool_id" | "input" | "options">;

/** The envelope of an answer, as far as it is the same everywhere: the time that it took is not. */
export interface Answered {
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown } | undefined;
}

export type Form = "digest" | "text";

/** In the form that was asked for, and whether the tool did its job; or why there is nothing to compare. */
export type Outcome =
  { readonly bytes: string; readonly ok: boolean } | { readonly omitted: string };

/** What a service says where a run took too much of its time, or of a process's memory. */
const STOPS: ReadonlyMap<unknown, string> = new Map([
  ["DEADLINE_EXCEEDED", "stopped, as it took too long"],
  ["MEMORY_EXCEEDED", "stopped, as it took too much memory"],
  ["SERVICE_OVERLOADED", "not begun, as the service was busy"],
]);
/** Of these there may be few only. */
export const STOPPED: ReadonlySet<string> = new Set(STOPS.values());

export function outcomeOf({ result, error }: Answered, form: Form): Outcome {
  const stopped = STOPS.get(error?.code);
  if (stopped !== undefined) return { omitted: stopped };
  // What is refused before it runs has no result.
  const text = canonicalJson(JSON.parse(JSON.stringify(result ?? { error })));
  const { ok = false } = (result ?? {}) as { readonly ok?: boolean };
  return { bytes: form === "text" ? text : sha256Hex(text), ok };
}
