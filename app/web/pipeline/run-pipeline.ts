/** A pipeline run step by step in this browser, with the bindings of the service. */
import { bind } from "../../run/bindings.ts";
import { RequestError } from "../../run/errors.ts";
import type { Result } from "../../run/types.ts";
import { type Body, runHere, type Running, Stopped } from "../runner.ts";

export interface PipelineStep {
  readonly tool_id: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

export interface StepOutcome {
  readonly body: Body;
  readonly milliseconds: number;
}

export interface PipelineRun {
  stop(): void;
}

/** `tell` is called after each step with what came so far; the last time with `isOver`. */
export function runPipelineHere(
  input: string,
  steps: readonly PipelineStep[],
  tell: (outcomes: readonly StepOutcome[], isOver: boolean) => void,
): PipelineRun {
  let running: Running | undefined;
  let isStopped = false;
  const work = async (): Promise<void> => {
    const outcomes: StepOutcome[] = [];
    const results: Result[] = [];
    for (const step of steps) {
      if (isStopped) return;
      const started = performance.now();
      const body = await runStep(step, { input, results }, (run) => (running = run));
      outcomes.push({ body, milliseconds: performance.now() - started });
      const isLast = !body.success || outcomes.length === steps.length;
      tell([...outcomes], isLast);
      if (isLast) return;
      results.push(body.result as Result);
    }
    tell([], true);
  };
  void work().catch((error: unknown) => {
    if (!(error instanceof Stopped)) throw error;
  });
  return {
    stop() {
      isStopped = true;
      running?.stop();
    },
  };
}

async function runStep(
  { tool_id, input, options }: PipelineStep,
  scope: Parameters<typeof bind>[1],
  started: (run: Running) => void,
): Promise<Body> {
  try {
    const run = runHere({
      tool_id,
      input: bind(input, scope),
      ...(options ? { options } : {}),
    });
    started(run);
    return await run.body;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return error.answer(performance.now()).body;
  }
}
