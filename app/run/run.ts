/** The one way a unit is run; every transport hands its request to this. */
import type { Service } from "../../kits/_core/kit.ts";
import { type Entry, fail, type Outcome } from "../../tools/_core/tool.ts";
import { inlineLane } from "../lanes/inline.ts";
import type { Lane } from "../lanes/lane.ts";
import { findEntry, loadedUnit, loadUnit } from "../registry.ts";
import type { RegistryEntry, Unit } from "../registry-entry.ts";
import { assemble, reduce, tokensSaved } from "./assemble.ts";
import { drawSeed, type RunClock } from "./context.ts";
import { elapsed, failure, invalidRequest, RequestError, unknownTool } from "./errors.ts";
import { normalise } from "./normalise.ts";
import { inputInvalid } from "./outcomes.ts";
import { preflight } from "./preflight.ts";
import { writeReceipt } from "./receipt.ts";
import { type ReadOptions, readOptions } from "./options.ts";
import {
  type Answer,
  type ResponseMode,
  RESPONSE_MODES,
  type Result,
  type RunRequest,
} from "./types.ts";

export interface RunHost {
  readonly service: Service;
  /** Told of every bug in a tool; never of inputs. */
  onCrash(toolId: string, error: unknown): void;
}

/** Answers every request; it never rejects. */
export async function run(request: RunRequest, host: RunHost): Promise<Answer> {
  const whole = await runWhole(request, host);
  const { status, body } = whole;
  const mode = RESPONSE_MODES.find((name) => name === request.response_mode) ?? "full";
  if (mode === "full" || body.result === undefined) return whole;
  return { status, body: { ...body, result: reduce(body.result as Result, mode) } };
}

/** As `run`, with the whole result whatever the response mode asks for. */
export async function runWhole(request: RunRequest, host: RunHost): Promise<Answer> {
  const started = performance.now();
  try {
    return await runChecked(request, host, started);
  } catch (error) {
    if (error instanceof RequestError) return error.answer(started);
    host.onCrash(String(request.tool_id), error);
    return toolCrashed(started);
  }
}

async function runChecked(request: RunRequest, host: RunHost, started: number): Promise<Answer> {
  const entry = resolve(request.tool_id);
  const mode = readMode(request.response_mode);
  const options = readOptions(request.options);
  const unit = loadedUnit(entry) ?? (await loadUnit(entry));
  if (unit.fullOnly && mode !== "full") throw modeRequired(unit);

  const received = request.input === undefined ? {} : request.input;
  const wantsReceipt = options.receipt || entry.kind === "kit";
  const clock: RunClock = {
    now: options.now ?? Date.now(),
    seed: options.seed ?? (wantsReceipt ? drawSeed() : undefined),
    seeded: options.seed !== undefined,
  };
  const ran = await execute(entry, unit, request.tool_id, received, options, clock, host);
  let { outcome } = ran;
  const receipt = wantsReceipt ? writeReceipt(unit, received, outcome, clock) : undefined;
  if (receipt && entry.kind === "kit" && outcome.value) {
    outcome = { ...outcome, value: { ...(outcome.value as object), receipt } };
  }
  const parts = { ...ran, unit, outcome, receipt: options.receipt ? receipt : undefined };
  return answer(unit, received, outcome, assemble(parts), started);
}

interface Ran {
  readonly input: Readonly<Record<string, unknown>>;
  readonly inputChars: number;
  /** The runner's own. */
  readonly warnings: readonly Entry[];
  readonly outcome: Outcome;
}

/** Looks at the input, checks it, and runs the unit in its lane. */
async function execute(
  entry: RegistryEntry,
  unit: Unit,
  name: string,
  received: unknown,
  options: ReadOptions,
  clock: RunClock,
  host: RunHost,
): Promise<Ran> {
  const given = toFields(received, entry.primary);
  const { characters: inputChars, problem } = preflight(given);
  if (problem) return { input: given, inputChars, warnings: [], outcome: fail(problem) };

  const preset = unit.aliasInput?.[name] ?? {};
  const { input, errors, warnings } = normalise(unit, given, preset, options.rest);
  if (errors.length > 0) return { input, inputChars, warnings, outcome: inputInvalid(errors) };

  const job = { unit, input, clock, service: host.service };
  return { input, inputChars, warnings, outcome: await laneOf(entry).execute(job) };
}

function answer(
  unit: Unit,
  received: unknown,
  outcome: Outcome,
  result: Result,
  started: number,
): Answer {
  if (result.error) {
    return { status: 422, body: failure(result.error, started, { tool_id: unit.id, result }) };
  }
  return {
    status: 200,
    body: {
      success: true,
      tool_id: unit.id,
      result,
      tokens_saved_estimate: tokensSaved(unit, received, outcome),
      processing_time_ms: elapsed(started),
    },
  };
}

/** Units marked `isolated` get a lane of their own once there is one that can be killed. */
function laneOf(_entry: RegistryEntry): Lane {
  return inlineLane;
}

function resolve(name: unknown): RegistryEntry {
  if (typeof name !== "string" || name === "") {
    throw invalidRequest(
      "tool_id is missing",
      'Send {"tool_id": "json-formatter", "input": {…}}; GET /api/tools/search?q=… finds the id',
    );
  }
  const entry = findEntry(name);
  if (!entry) throw unknownTool(name);
  return entry;
}

export function readMode(mode: unknown): ResponseMode {
  if (mode === undefined) return "full";
  const known = RESPONSE_MODES.find((name) => name === mode);
  if (known) return known;
  throw invalidRequest(
    `Unknown response_mode ${JSON.stringify(mode)?.slice(0, 80)}`,
    `response_mode is one of ${RESPONSE_MODES.join(", ")}`,
  );
}

/** A string fills the primary field. */
function toFields(input: unknown, primary: string): Readonly<Record<string, unknown>> {
  if (typeof input === "string") return { [primary]: input };
  if (typeof input === "object" && input !== null && !Array.isArray(input)) {
    return input as Record<string, unknown>;
  }
  throw invalidRequest(
    "input is neither an object nor a string",
    "Send the tool's fields as an object, or the main text as a string",
  );
}

function modeRequired(unit: Unit): RequestError {
  return new RequestError(422, {
    code: "RESPONSE_MODE_REQUIRED",
    message: `${unit.name} answers only with response_mode full`,
    hint: "Leave response_mode out or set it to full: the other modes would drop typed fields of its contract",
  });
}

function toolCrashed(started: number): Answer {
  return {
    status: 500,
    body: failure(
      {
        code: "TOOL_RUNTIME_ERROR",
        message: "The tool failed on this input; this is a bug of the service, not of the input",
        hint: "Please report the tool id and, if it may be shared, the input",
      },
      started,
    ),
  };
}
