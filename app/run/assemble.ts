/** Puts a run's result together, and cuts it down to the response mode. */
import type { Entry, Outcome } from "../../tools/_core/tool.ts";
import { estimateTokens } from "../../tools/_lib/utf8.ts";
import type { Unit } from "../registry-entry.ts";
import { hintFor } from "./errors.ts";
import { writeReport } from "./report.ts";
import type { ErrorObject, Receipt, ResponseMode, Result } from "./types.ts";

export interface Parts {
  readonly unit: Unit;
  readonly input: Readonly<Record<string, unknown>>;
  readonly inputChars: number;
  /** The runner's own; they come before the tool's. */
  readonly warnings: readonly Entry[];
  readonly outcome: Outcome;
  readonly receipt: Receipt | undefined;
}

export function assemble(parts: Parts): Result {
  const { unit, outcome, receipt } = parts;
  const { ok, output, value, valid, errors = [] } = outcome;
  const toolId = unit.id;
  const action = outcome.action ?? actionOf(unit, parts.input);
  const warnings = [...parts.warnings, ...(outcome.warnings ?? [])];
  const stats = {
    inputChars: parts.inputChars,
    outputChars: output?.length ?? 0,
    ...outcome.stats,
  };
  const error = ok ? undefined : errorOf(unit, outcome);
  return {
    ok,
    toolId,
    action,
    output,
    valid,
    value: value === undefined ? null : value,
    stats,
    errors,
    warnings,
    report: outcome.report ?? writeReport(unit, action, outcome, stats, warnings, error),
    summaryJson: { toolId, action, valid, stats, warnings },
    receipt,
    error,
  };
}

/** The members of a result that the response mode keeps. */
export function reduce(result: Result, mode: ResponseMode): Partial<Result> {
  if (mode === "full") return result;
  const { ok, toolId, action, valid, output, value, errors, warnings, receipt, error } = result;
  const answer = output === undefined ? { value } : { output };
  if (mode === "output") return { ok, ...answer, error };
  return {
    ok,
    toolId,
    action,
    valid,
    ...answer,
    ...(errors.length > 0 ? { errors } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    receipt,
    error,
  };
}

function actionOf(unit: Unit, input: Readonly<Record<string, unknown>>): string {
  const action = input["action"] ?? input["mode"];
  return typeof action === "string" ? action : unit.verb;
}

function errorOf(unit: Unit, { error, errors = [] }: Outcome): ErrorObject {
  const first = errors[0];
  const code = error?.code ?? first?.code ?? "TOOL_FAILED";
  return {
    code,
    message: error?.message ?? first?.message ?? `${unit.name} could not do its job`,
    hint: error?.hint ?? first?.hint ?? hintFor(code),
  };
}

/**
 * Tokens that the caller saved: what the result would have cost to write, `effort` times over for what
 * would have been worked out first, less what the call cost. Four bytes of UTF-8 count as one token.
 */
export function tokensSaved(unit: Unit, given: unknown, outcome: Outcome): number {
  if (!outcome.ok) return 0;
  const made = outcome.output ?? JSON.stringify(outcome.value ?? null);
  const call = estimateTokens(JSON.stringify({ tool_id: unit.id, input: given }));
  return Math.max(0, unit.effort * estimateTokens(made) - call);
}
