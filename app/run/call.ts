/** One call: its input looked at and checked before the run, its result put together after it. */
import { type Entry, fail, type Outcome } from "../../tools/_core/tool.ts";
import type { RegistryEntry, Unit } from "../registry-entry.ts";
import { assemble, reduce, tokensSaved } from "./assemble.ts";
import { drawSeed, type RunClock } from "./clock.ts";
import { elapsed, failure, invalidRequest } from "./errors.ts";
import { normalise } from "./normalise.ts";
import { type ReadOptions, readOptions } from "./options.ts";
import { inputInvalid } from "./outcomes.ts";
import { type Preflight, preflight } from "./preflight.ts";
import type { Answer, Media, Receipt, ResponseMode, RunRequest } from "./types.ts";

/** A call whose input has been looked at and checked. */
export interface Call extends Preflight {
  /** As it came, before anything was converted. */
  readonly received: unknown;
  readonly input: Readonly<Record<string, unknown>>;
  /** The texts of fields of which the input has the data. */
  readonly texts: Readonly<Record<string, string>>;
  readonly clock: RunClock;
  /** The runner's own. */
  readonly warnings: readonly Entry[];
  readonly wantsReceipt: boolean;
  /** Beside the value of a kit, which holds one already. */
  readonly showsReceipt: boolean;
  /** Why nothing has to run. */
  readonly refusal: Outcome | undefined;
}

interface Wanted {
  readonly entry: RegistryEntry;
  readonly unit: Unit;
  readonly given: Readonly<Record<string, unknown>>;
  readonly measured: Preflight;
}

/** `base`: the clock of the kit that makes the call, for what the options leave out. */
export function prepare(
  request: RunRequest,
  { entry, unit, given, measured }: Wanted,
  base?: RunClock,
): Call {
  const options = readOptions(request.options);
  const received = receivedOf(request);
  const clock = base ? changed(base, options) : drawClock(options, entry);
  const { characters, bytes, weight, problem } = measured;
  const preset = unit.aliasInput?.[request.tool_id] ?? {};
  const { input, texts, errors, warnings } = problem
    ? { input: given, texts: {}, errors: [], warnings: [] }
    : normalise(unit, given, preset, options.rest);
  let refusal: Outcome | undefined;
  if (problem) refusal = fail(problem);
  else if (errors.length > 0) refusal = inputInvalid(errors);
  // Kits always have one; what was too much to look at is too much to hash.
  const wantsReceipt = (options.receipt || entry.kind === "kit") && !problem;
  const showsReceipt = options.receipt && wantsReceipt;
  const size = { characters, bytes, weight };
  return { ...size, received, input, texts, clock, warnings, wantsReceipt, showsReceipt, refusal };
}

function drawClock({ now, seed, receipt }: ReadOptions, { kind }: RegistryEntry): RunClock {
  const drawn = receipt || kind === "kit" ? drawSeed() : undefined;
  return { now: now ?? Date.now(), seed: seed ?? drawn, seeded: seed !== undefined };
}

function changed(base: RunClock, { now, seed }: ReadOptions): RunClock {
  return {
    now: now ?? base.now,
    seed: seed ?? base.seed,
    seeded: base.seeded || seed !== undefined,
  };
}

/** What a run gave, and how it is to be told. */
interface Run {
  readonly unit: Unit;
  readonly outcome: Outcome;
  readonly receipt: Receipt | undefined;
  readonly mode: ResponseMode;
}

export function conclude(
  call: Call,
  { unit, outcome: ran, receipt, mode }: Run,
  started: number,
): Answer {
  // Kits always show their receipt.
  const outcome =
    "uses" in unit && ran.value ? { ...ran, value: { ...(ran.value as object), receipt } } : ran;
  const whole = assemble(unit, call, outcome, call.showsReceipt ? receipt : undefined);
  const result = reduce(whole, mode);
  if (whole.error) {
    return { status: 422, body: failure(whole.error, started, { tool_id: unit.id, result }) };
  }
  return {
    status: 200,
    body: {
      success: true,
      tool_id: unit.id,
      result,
      tokens_saved_estimate: tokensSaved(unit, call, outcome),
      processing_time_ms: elapsed(started),
    },
    media: mediaOf(outcome, mode),
  };
}

function mediaOf({ value }: Outcome, mode: ResponseMode): Media | undefined {
  const { encoding, mediaType } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (encoding !== "base64" || typeof mediaType !== "string") return undefined;
  return { type: mediaType, alone: mode === "output" };
}

/** What the options hold weighs as much as what the input holds, and is no part of what is counted. */
export function look(given: unknown, options: unknown): Preflight {
  const input = preflight(given);
  if (options === undefined || input.problem) return input;
  const { weight, problem } = preflight(options);
  return { ...input, weight: input.weight + weight, ...(problem && { problem }) };
}

/** No input is an empty one; null is none that could be meant. */
export function receivedOf({ input }: RunRequest): unknown {
  return input === undefined ? {} : input;
}

/** A string fills the primary field. */
export function toFields(input: unknown, primary: string): Readonly<Record<string, unknown>> {
  if (typeof input === "string") return { [primary]: input };
  if (typeof input === "object" && input !== null && !Array.isArray(input)) {
    return input as Record<string, unknown>;
  }
  throw invalidRequest(
    "input is neither an object nor a string",
    "Send the tool's fields as an object, or the main text as a string",
  );
}
