/** One to five linked runs: each step may use the pipeline's input and the results before it. */
import { findEntry } from "../registry.ts";
import { reduce } from "./assemble.ts";
import { bind, checkBindings } from "./bindings.ts";
import { elapsed, failure, invalidRequest, RequestError, unknownTool } from "./errors.ts";
import { preflight } from "./preflight.ts";
import { readMode, type RunHost, runWhole } from "./run.ts";
import { allowAll, DEADLINES_MS, type Door, type Terms, turn, within } from "./terms.ts";
import type { Answer, ErrorObject, Failure, ResponseMode, Result, Success } from "./types.ts";
import { MAX_STEPS } from "./sizes.ts";

interface Step {
  readonly tool_id: string;
  readonly input?: unknown;
  readonly options?: unknown;
}

interface StepAnswer {
  index: number;
  tool_id: string;
  success: boolean;
  result?: Partial<Result>;
  error?: ErrorObject;
  processing_time_ms: number;
}

export interface PipelineAnswer {
  success: true;
  steps: StepAnswer[];
  output: string | undefined;
  value: unknown;
  tokens_saved_estimate: number;
  processing_time_ms: number;
}

/** Runs the steps in order and stops at the first that fails. Throws `RequestError` for a bad request. */
export async function runPipeline(
  body: Readonly<Record<string, unknown>>,
  host: RunHost,
  terms: Terms = within(DEADLINES_MS.batch),
): Promise<Answer<PipelineAnswer | Failure>> {
  const started = performance.now();
  const { deadline, subject, door, permit } = terms;
  const steps = readSteps(body["steps"], door);
  const mode = readMode(body["response_mode"]);
  const input = body["input"] ?? "";
  await allowAll(steps, terms);
  const done: StepAnswer[] = [];
  const results: Result[] = [];
  let saved = 0;

  const stop = (
    { status, retryAfter }: Pick<Answer, "status" | "retryAfter">,
    error: ErrorObject,
    index: number,
  ): Answer<Failure> => ({
    status,
    body: failure(error, started, { failed_step: index, steps: done }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  });

  for (const [index, step] of steps.entries()) {
    // Others have their turn between two steps.
    if (index > 0) await turn();
    const bound = bindStep(step, input, results);
    if (bound instanceof RequestError) return stop(bound, bound.error, index);
    const ran = await runWhole(
      { tool_id: step.tool_id, input: bound, options: step.options, response_mode: mode },
      host,
      { deadline, subject, door, permit },
    );
    const { body: answer, status } = ran;
    const result = answer.result as Result | undefined;
    done.push(stepAnswer(index, step, answer, mode));
    if (!answer.success || !result) {
      // Of a step that could not be run the caller has to know what the service says, not what the tool says.
      if (status >= 500 && !answer.success) return stop(ran, answer.error, index);
      return stop({ status: 422 }, stepFailed(index, step, done), index);
    }
    results.push(result);
    saved += answer.tokens_saved_estimate;
  }
  const { output, value } = results.at(-1) ?? {};
  const processing_time_ms = elapsed(started);
  return {
    status: 200,
    body: {
      success: true,
      steps: done,
      output,
      value,
      tokens_saved_estimate: saved,
      processing_time_ms,
    },
  };
}

function stepAnswer(
  index: number,
  step: Step,
  answer: Success | Failure,
  mode: ResponseMode,
): StepAnswer {
  const result = answer.result as Result | undefined;
  return {
    index,
    tool_id: answer.tool_id ?? step.tool_id,
    success: answer.success,
    ...(result === undefined ? {} : { result: reduce(result, mode) }),
    ...(answer.success ? {} : { error: answer.error }),
    processing_time_ms: answer.processing_time_ms,
  };
}

/**
 * A step without input gets the step before, the first the pipeline's input, in its primary field.
 * A path that leads nowhere is known only now; it stops the pipeline, too.
 */
function bindStep(step: Step, input: unknown, results: readonly Result[]): unknown {
  const scope = { input, results };
  if (step.input !== undefined) {
    try {
      return bind(step.input, scope);
    } catch (error) {
      if (error instanceof RequestError) return error;
      throw error;
    }
  }
  const value = results.length === 0 ? input : bind("$PREV", scope);
  if (results.length === 0 && typeof value === "object") return value;
  return { [findEntry(step.tool_id)?.primary ?? "input"]: value };
}

function stepFailed(index: number, step: Step, done: readonly StepAnswer[]): ErrorObject {
  const cause = done.at(-1)?.error;
  return {
    code: "PIPELINE_STEP_FAILED",
    message: `Step ${index} (${step.tool_id}) failed: ${cause?.code ?? ""}: ${cause?.message ?? ""}`,
    hint: cause?.hint ?? "See steps for what was done before",
  };
}

const SHAPE = 'Send {"input": "…", "steps": [{"tool_id": "json-formatter"}]}';

/** Everything that can be checked is checked before anything runs. */
function readSteps(steps: unknown, door: Door | undefined): Step[] {
  if (!Array.isArray(steps)) throw invalidRequest("steps is not an array", SHAPE);
  if (steps.length === 0 || steps.length > MAX_STEPS) {
    throw new RequestError(422, {
      code: "PIPELINE_LIMIT_EXCEEDED",
      message: `A pipeline has 1 to ${MAX_STEPS} steps, this one has ${steps.length}`,
      hint: "Split it: the output of one pipeline can be the input of the next",
    });
  }
  return steps.map((step, index) => readStep(step, index, door));
}

function readStep(step: unknown, index: number, door: Door | undefined): Step {
  if (typeof step !== "object" || step === null || Array.isArray(step)) {
    throw invalidRequest(`steps[${index}] is not an object`, SHAPE);
  }
  const { tool_id, input, options } = step as Record<string, unknown>;
  if (typeof tool_id !== "string" || tool_id === "") {
    throw invalidRequest(`steps[${index}].tool_id is missing`, SHAPE);
  }
  const entry = findEntry(tool_id);
  if (!entry) throw unknownTool(tool_id, door);
  if (entry.browser) {
    throw new RequestError(422, {
      code: "PIPELINE_STEP_NOT_ALLOWED",
      message: `steps[${index}]: ${entry.id} works on files in the browser and cannot be a step`,
      hint: "Use its page, or run it by itself",
    });
  }
  const { problem } = preflight(input);
  if (problem) {
    throw new RequestError(422, { ...problem, hint: problem.hint ?? "Make the input smaller" });
  }
  checkBindings(input, index);
  return { tool_id, input, options };
}
