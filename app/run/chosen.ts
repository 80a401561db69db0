/** Units that a kit runs because its caller names them: which they are, and how the kit calls them. */
import type { CallAnswer, CallRequest, CallResult, KitCtx } from "../../kits/_core/kit.ts";
import { type Budget, BudgetExceeded } from "../../tools/_core/tool.ts";
import type { RegistryEntry, Unit } from "../registry-entry.ts";
import { findByAnyName, findEntry, loadedUnit, loadUnit } from "../registry.ts";
import { conclude, look, prepare, receivedOf, toFields } from "./call.ts";
import { CRASHED, RequestError } from "./errors.ts";
import { execute } from "./inline.ts";
import type { Job } from "./lane.ts";
import { normalise } from "./normalise.ts";
import { writeReceipt } from "./receipt.ts";
import type { Result } from "./types.ts";

/** What the kit would run for this input; nothing for an input that is refused. */
export async function chosenBy(
  entry: RegistryEntry,
  given: Readonly<Record<string, unknown>>,
): Promise<readonly RegistryEntry[]> {
  const unit = await loadUnit(entry);
  const { input, errors } = normalise(unit, given, {}, {});
  return errors.length > 0 ? [] : entriesOf(unit, input);
}

function entriesOf(unit: Unit, input: Job["input"]): readonly RegistryEntry[] {
  const names = "uses" in unit ? unit.chosen?.(input as never) : undefined;
  return [...new Set((names ?? []).flatMap((name) => findByAnyName(name) ?? []))];
}

/** Steps that all calls of one run may take together, */
const CALL_STEPS = 200_000_000;
/** and what each counts for at least. */
const STEPS_OF_A_CALL = 1_000_000;

export function callsOf(job: Job): KitCtx["call"] {
  const chosen = new Set(entriesOf(job.unit, job.input));
  const budget = new SharedSteps();
  return (request) => {
    const entry = findEntry(request.tool_id);
    const unit = entry && loadedUnit(entry);
    if (!entry || !unit || !chosen.has(entry)) {
      throw new Error(`${job.unit.id} calls ${request.tool_id} but does not choose it`);
    }
    if (budget.areSpent) return null;
    budget.take(STEPS_OF_A_CALL);
    const answer = answerTo(request, { entry, unit }, { ...job, budget });
    return budget.areSpent ? null : answer;
  };
}

class SharedSteps implements Budget {
  #left = CALL_STEPS;

  get areSpent(): boolean {
    return this.#left < 0;
  }

  take(units: number): void {
    this.#left -= units;
  }

  spend(units: number): void {
    this.take(units);
    if (this.areSpent) throw new BudgetExceeded(CALL_STEPS);
  }
}

interface Called {
  readonly entry: RegistryEntry;
  readonly unit: Unit;
}

function answerTo(request: CallRequest, { entry, unit }: Called, job: Job): CallAnswer {
  try {
    const given = toFields(receivedOf(request), entry.primary);
    const measured = look(given, request.options);
    const call = prepare(request, { entry, unit, given, measured }, job.clock);
    const { input, texts, clock, received, refusal } = call;
    const { characters } = measured;
    const outcome = execute({ ...job, unit, input, texts, refusal, characters, clock });
    const receipt = call.wantsReceipt ? writeReceipt(unit, received, outcome, clock) : undefined;
    const { status, body } = conclude(call, { unit, outcome, receipt, mode: "full" }, 0);
    const result = body.result as Result as CallResult;
    return body.success ? { status, result } : { status, result, error: body.error };
  } catch (error) {
    if (error instanceof RequestError) return { status: error.status, error: error.error };
    job.onCrash?.(entry.id, error);
    return { status: 500, error: CRASHED };
  }
}
