/** Runs a unit here and now: right for everything whose work is bounded by its input. */
import type { KitCtx } from "../../kits/_core/kit.ts";
import { BudgetExceeded, type Ctx, fail, type Outcome, type Tool } from "../../tools/_core/tool.ts";
import { createContext } from "./context.ts";
import type { Job } from "./lane.ts";
import { normalise } from "./normalise.ts";
import { inputInvalid } from "./outcomes.ts";
import { withPlaces } from "./places.ts";

/** Throws only for a bug in the tool. */
export function execute(job: Job): Outcome {
  return withPlaces(job.unit, job.refusal ?? perform(job), { ...job.input, ...job.texts });
}

/** As `execute`; what a kit makes of its steps points into the kit's input. */
function perform(job: Job): Outcome {
  const ctx = createContext(job.clock, job.characters, job.budget);
  try {
    return "uses" in job.unit
      ? job.unit.run(job.input as never, kitContext(job, ctx))
      : job.unit.run(job.input as never, ctx);
  } catch (error) {
    if (error instanceof BudgetExceeded) return budgetExceeded(error);
    throw error;
  }
}

function budgetExceeded(error: BudgetExceeded): Outcome {
  return fail({
    code: "BUDGET_EXCEEDED",
    message: `Cannot finish: ${error.message}`,
    expected: error.limit,
  });
}

/** A kit runs its tools through the same input handling, with its own clock and seed. */
function kitContext(job: Job, ctx: Ctx): KitCtx {
  const { unit, service } = job;
  let call: KitCtx["call"] | undefined;
  return {
    ...ctx,
    service,
    call(request) {
      call ??= job.calls?.(job);
      if (!call) throw new Error(`${unit.id} calls units but says not which`);
      return call(request);
    },
    step(tool: Tool, given) {
      if (!("uses" in unit) || !unit.uses.includes(tool)) {
        throw new Error(`${unit.id} runs ${tool.id} but does not list it in uses`);
      }
      const { input, errors, warnings } = normalise(tool, given, {}, {});
      if (errors.length > 0) return inputInvalid(errors) as never;
      const outcome = perform({ ...job, unit: tool, input });
      return { ...outcome, warnings: [...warnings, ...(outcome.warnings ?? [])] } as never;
    },
  };
}
