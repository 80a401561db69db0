/** Puts a run's result together, and cuts it down to the response mode. */
import type { Entry, Outcome } from "../../tools/_core/tool.ts";
import type { Unit } from "../registry-entry.ts";
import { byteLength } from "./byte-length.ts";
import { hintFor } from "./errors.ts";
import type { Preflight } from "./preflight.ts";
import { writeReport } from "./report.ts";
import type { ErrorObject, Receipt, ResponseMode, Result } from "./types.ts";

/** What the runner knows of a run besides its outcome. */
interface RunFacts extends Preflight {
  readonly input: Readonly<Record<string, unknown>>;
  /** The runner's own; they come before the tool's. */
  readonly warnings: readonly Entry[];
}

/** The whole result. */
export function assemble(
  unit: Unit,
  facts: RunFacts,
  outcome: Outcome,
  receipt: Receipt | undefined,
): Result {
  const { ok, output, value, valid, errors = [] } = outcome;
  const toolId = unit.id;
  const action = outcome.action ?? actionOf(unit, facts.input);
  const warnings = join(facts.warnings, outcome.warnings ?? []);
  const stats = {
    inputChars: facts.characters,
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

function join(first: readonly Entry[], second: readonly Entry[]): readonly Entry[] {
  return first.length === 0 ? second : [...first, ...second];
}

/** What of the input was ignored or changed is told in every mode. */
const NEVER_HIDDEN: ReadonlySet<string> = new Set(["UNKNOWN_FIELD", "FIELD_RENAMED", "COERCED"]);

/** The members of a result that the response mode keeps. */
export function reduce(result: Result, mode: ResponseMode): Partial<Result> {
  if (mode === "full") return result;
  const { ok, toolId, action, valid, output, value, errors, warnings, receipt, error } = result;
  const answer = output === undefined ? { value } : { output };
  if (mode === "output") {
    const told = warnings.filter(({ code }) => NEVER_HIDDEN.has(code));
    return { ok, ...answer, ...(told.length > 0 ? { warnings: told } : {}), error };
  }
  return {
    ok,
    toolId,
    action,
    valid,
    ...answer,
    ...filesOf(value),
    ...(errors.length > 0 ? { errors } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    receipt,
    error,
  };
}

/** A kit's page without its files would be no answer. */
function filesOf(value: unknown): { readonly value?: object } {
  if (typeof value !== "object" || value === null || !("deliverables" in value)) return {};
  const { verdict, counts, deliverables } = value as Readonly<Record<string, unknown>>;
  return { value: { verdict, counts, deliverables } };
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
 * would have been worked out first, less the tool's name and the texts that the call had to carry.
 */
export function tokensSaved(unit: Unit, { bytes }: Preflight, outcome: Outcome): number {
  const made = outcome.output ?? JSON.stringify(outcome.value ?? null);
  return Math.max(0, unit.effort * tokensOf(byteLength(made)) - tokensOf(unit.id.length + bytes));
}

/** A rough count that needs no tokenizer: one for each four bytes of UTF-8. */
function tokensOf(bytes: number): number {
  return Math.ceil(bytes / 4);
}
