import type { Outcome } from "../../../_core/tool.ts";
import type { FailOn } from "./shapes.ts";

interface Gate<C extends string> {
  readonly failOn: FailOn;
  /** The error of the run where the gate trips. */
  readonly code: C;
  /** Why it trips: `Cannot release: found 2 errors, expected none`. */
  readonly message: string;
}

type Judged<V, C extends string, W extends string> = Omit<Outcome<V, C, W>, "ok" | "error"> & {
  readonly valid: boolean;
};

/**
 * The outcome of a run behind a gate. `error` trips where `valid` is false, `warning` also where there is
 * a warning that is a finding; the whole result stays either way.
 */
export function gated<V, C extends string, W extends string>(
  outcome: Judged<V, C, W>,
  { failOn, code, message }: Gate<C>,
  warningFindings = 0,
): Outcome<V, C, W> {
  const trips =
    failOn !== "none" && (!outcome.valid || (failOn === "warning" && warningFindings > 0));
  return trips ? { ...outcome, ok: false, error: { code, message } } : { ...outcome, ok: true };
}

/** `2 errors and 1 warning`, as far as there are any. */
export function countedFindings(counts: {
  readonly error: number;
  readonly warning: number;
}): string {
  const parts = (["error", "warning"] as const)
    .filter((severity) => counts[severity] > 0)
    .map((severity) => `${counts[severity]} ${severity}${counts[severity] === 1 ? "" : "s"}`);
  return parts.join(" and ") || "no findings";
}
