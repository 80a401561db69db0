import type { Entry } from "../../../_core/tool.ts";
import { byCodeUnit } from "../pointer.ts";
import type { Severity, Verdict } from "./shapes.ts";

/** Something found in the material. It never makes a run fail by itself; a gate may. */
export interface Finding<C extends string = string, S extends Severity = Severity> {
  readonly code: C;
  readonly severity: S;
  readonly message: string;
  /** RFC 6901 pointer into the input. */
  readonly path?: string;
  /** Whom or what it is about, by name. */
  readonly subject?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based. */
  readonly column?: number;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface Review<F extends Finding> {
  /** By severity, code, path and subject. */
  readonly findings: F[];
  readonly counts: { readonly error: number; readonly warning: number; readonly info: number };
  readonly verdict: Verdict;
  /** The verdict is not `fail`. */
  readonly valid: boolean;
  readonly errors: Entry<Of<F, "error">["code"]>[];
  readonly warnings: Entry<Of<F, "warning">["code"]>[];
}

/** Those of the findings that may have a severity. */
type Of<F extends Finding, S extends Severity> = F extends unknown
  ? S extends F["severity"]
    ? F
    : never
  : never;

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Puts findings in order and judges them: `fail` with an error, else `review` with a warning, else `pass`. */
export function reviewOf<F extends Finding>(found: readonly F[]): Review<F> {
  const findings = orderBySeverity(found);
  const of = <S extends Severity>(severity: S) =>
    findings.filter((finding): finding is Of<F, S> => finding.severity === severity);
  const [errors, warnings, infos] = [of("error"), of("warning"), of("info")];
  const counts = { error: errors.length, warning: warnings.length, info: infos.length };
  return {
    findings,
    counts,
    verdict: errors.length > 0 ? "fail" : warnings.length > 0 ? "review" : "pass",
    valid: errors.length === 0,
    errors: errors.map(asEntry),
    warnings: warnings.map(asEntry),
  };
}

/** By severity, then code, path and subject as text; those without a path or subject first. */
export function orderBySeverity<F extends Finding>(findings: readonly F[]): F[] {
  return findings.toSorted(
    (left, right) =>
      RANK[left.severity] - RANK[right.severity] ||
      byCodeUnit(left.code, right.code) ||
      byCodeUnit(left.path ?? "", right.path ?? "") ||
      byCodeUnit(left.subject ?? "", right.subject ?? ""),
  );
}

function asEntry<C extends string>({ code, message, path, line }: Finding<C>): Entry<C> {
  return {
    code,
    message,
    ...(path !== undefined && { path }),
    ...(line !== undefined && { line }),
  };
}
