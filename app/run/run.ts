/** The one way a unit is run; every transport hands its request to this. */
import type { Service } from "../../kits/_core/kit.ts";
import { type Entry, fail, type Outcome } from "../../tools/_core/tool.ts";
import { beginning } from "../../tools/_lib/text/shown.ts";
import type { RegistryEntry, Unit } from "../registry-entry.ts";
import { findEntry, loadDetails, loadedUnit, loadUnit } from "../registry.ts";
import { assemble, reduce, tokensSaved } from "./assemble.ts";
import { drawSeed, type RunClock } from "./clock.ts";
import {
  deadlineExceeded,
  elapsed,
  failure,
  invalidRequest,
  RequestError,
  toolCrashed,
  unknownTool,
  wordsOf,
} from "./errors.ts";
import type { execute } from "./inline.ts";
import type { IsolatedLane } from "./lane.ts";
import { normalise } from "./normalise.ts";
import { readOptions } from "./options.ts";
import { inputInvalid } from "./outcomes.ts";
import { Patience } from "./patience.ts";
import { type Preflight, preflight } from "./preflight.ts";
import type { writeReceipt } from "./receipt.ts";
import { STOPPED, stoppedAfter, stoppedAfterWorking } from "./stopped.ts";
import { DEADLINES_MS, type Door, type Terms, toolsOf, within } from "./terms.ts";
import {
  type Answer,
  type Media,
  type Receipt,
  type ResponseMode,
  RESPONSE_MODES,
  type RunRequest,
} from "./types.ts";

export interface RunHost {
  readonly service: Service;
  /** Where runs go that may have to be stopped; without it all runs are inline. */
  readonly isolated?: IsolatedLane | undefined;
  /** Called once, before anything runs in this very process. */
  readonly onFirstRun?: (() => Promise<void>) | undefined;
  /** Told of every bug in a tool; never of inputs. */
  onCrash(toolId: string, error: unknown): void;
}

/** A larger input takes longer, and what takes long must not keep others waiting. */
const MOST_INLINE_WEIGHT = 8000;
/** A run that takes too long is stopped, and done again where it can take its time. */
const patience = new Patience();

/** Answers every request; it never rejects. */
export function run(
  request: RunRequest,
  host: RunHost,
  terms: Terms = within(DEADLINES_MS.run),
): Promise<Answer> {
  return answerTo(request, host, terms, true);
}

/** As `run`, with the whole result whatever the response mode asks for. */
export function runWhole(request: RunRequest, host: RunHost, terms: Terms): Promise<Answer> {
  return answerTo(request, host, terms, false);
}

async function answerTo(
  request: RunRequest,
  host: RunHost,
  terms: Terms,
  reduced: boolean,
): Promise<Answer> {
  const started = performance.now();
  const { door } = terms;
  try {
    const entry = resolve(request.tool_id, door);
    const mode = readMode(request.response_mode);
    const allowed = terms.allow?.(toolsOf(entry), 1);
    if (allowed) await allowed;
    const given = toFields(receivedOf(request), entry.primary);
    const measured = look(given, request.options);
    const { isolated, service } = host;
    const here = () =>
      answerHere(request, { entry, given, measured, mode, reduced }, host, started);
    if (!isolated) return inTime(await here(), terms.deadline);
    const { subject = "", deadline } = terms;
    const { publicUrl } = service;
    const elsewhere = () =>
      isolated.answer(request, { deadline, subject, door, publicUrl, whole: !reduced });
    const milliseconds = mayTakeLong(entry, measured) ? 0 : patience.for(subject, entry.id);
    if (milliseconds === 0) return await elsewhere();
    const answer = stoppedAfterWorking(milliseconds, await here());
    if (answer !== STOPPED) return answer;
    patience.try(subject, entry.id);
    return await elsewhere();
  } catch (error) {
    if (error instanceof RequestError) return error.answer(started);
    host.onCrash(String(request.tool_id), error);
    return toolCrashed(started);
  }
}

/** Where no other process can be stopped, this one stops itself. */
function inTime(work: () => Answer, deadline: number): Answer {
  if (deadline === Number.POSITIVE_INFINITY) return work();
  const left = Math.floor(deadline - performance.now());
  const answer = left < 1 ? STOPPED : stoppedAfter(left, work);
  if (answer === STOPPED) throw deadlineExceeded();
  return answer;
}

interface Asked {
  readonly entry: RegistryEntry;
  readonly given: Readonly<Record<string, unknown>>;
  readonly measured: Preflight;
  readonly mode: ResponseMode;
  readonly reduced: boolean;
}

/** Loads all that the run needs; what it gives is the run itself, from the input to the answer, which waits for nothing. */
async function answerHere(
  request: RunRequest,
  { entry, given, measured, mode, reduced }: Asked,
  { service, onFirstRun }: RunHost,
  started: number,
): Promise<() => Answer> {
  const unit = loadedUnit(entry) ?? (await loadUnit(entry));
  const isKit = entry.kind === "kit";
  if (isKit) await loadDetails();
  if (unit.fullOnly && mode !== "full") throw modeRequired(unit);
  if (!loadedParts) await onFirstRun?.();
  const parts = loadedParts ?? (await loadParts());
  if (isKit || asksForReceipt(request)) await parts.loadReceipts();
  return () => {
    const call = prepare(request, { entry, unit, given, measured });
    const { input, clock } = call;
    const { characters } = measured;
    const outcome = call.refusal ?? parts.execute({ unit, input, characters, clock, service });
    const receipt = call.wantsReceipt
      ? parts.writeReceipt?.(unit, call.received, outcome, clock)
      : undefined;
    return conclude(call, { unit, outcome, receipt, mode: reduced ? mode : "full" }, started);
  };
}

/** A call whose input has been looked at and checked. */
interface Call extends Preflight {
  /** As it came, before anything was converted. */
  readonly received: unknown;
  readonly input: Readonly<Record<string, unknown>>;
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

function prepare(request: RunRequest, { entry, unit, given, measured }: Wanted): Call {
  const options = readOptions(request.options);
  const received = receivedOf(request);
  const drawn = options.receipt || entry.kind === "kit" ? drawSeed() : undefined;
  const clock: RunClock = {
    now: options.now ?? Date.now(),
    seed: options.seed ?? drawn,
    seeded: options.seed !== undefined,
  };
  const { characters, bytes, weight, problem } = measured;
  const preset = unit.aliasInput?.[request.tool_id] ?? {};
  const { input, errors, warnings } = problem
    ? { input: given, errors: [], warnings: [] }
    : normalise(unit, given, preset, options.rest);
  let refusal: Outcome | undefined;
  if (problem) refusal = fail(problem);
  else if (errors.length > 0) refusal = inputInvalid(errors);
  // Kits always have one; what was too much to look at is too much to hash.
  const wantsReceipt = (options.receipt || entry.kind === "kit") && !problem;
  const showsReceipt = options.receipt && wantsReceipt;
  const size = { characters, bytes, weight };
  return { ...size, received, input, clock, warnings, wantsReceipt, showsReceipt, refusal };
}

/** What a run gave, and how it is to be told. */
interface Run {
  readonly unit: Unit;
  readonly outcome: Outcome;
  readonly receipt: Receipt | undefined;
  readonly mode: ResponseMode;
}

function conclude(call: Call, { unit, outcome: ran, receipt, mode }: Run, started: number): Answer {
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
function look(given: unknown, options: unknown): Preflight {
  const input = preflight(given);
  if (options === undefined || input.problem) return input;
  const { weight, problem } = preflight(options);
  return { ...input, weight: input.weight + weight, ...(problem && { problem }) };
}

/** What the runner refuses needs no other process. */
function mayTakeLong({ isolated }: RegistryEntry, { weight, problem }: Preflight): boolean {
  return (isolated || weight > MOST_INLINE_WEIGHT) && !problem;
}

// What only runs need is loaded with the first of them, so that the service starts sooner.

interface RunParts {
  readonly execute: typeof execute;
  writeReceipt?: typeof writeReceipt;
  loadReceipts(): Promise<void>;
}

let loadedParts: RunParts | undefined;

async function loadParts(): Promise<RunParts> {
  const { execute } = await import("./inline.ts");
  loadedParts ??= {
    execute,
    async loadReceipts() {
      this.writeReceipt ??= (await import("./receipt.ts")).writeReceipt;
    },
  };
  return loadedParts;
}

function asksForReceipt({ options }: RunRequest): boolean {
  return (options as { receipt?: unknown } | null | undefined)?.receipt === true;
}

function resolve(name: unknown, door: Door | undefined): RegistryEntry {
  if (typeof name !== "string" || name === "") {
    const { search } = wordsOf(door);
    throw invalidRequest(
      "tool_id is missing",
      `Send {"tool_id": "json-formatter", "input": {…}}; ${search} finds the id`,
    );
  }
  const entry = findEntry(name);
  if (!entry) throw unknownTool(name, door);
  return entry;
}

export function readMode(mode: unknown): ResponseMode {
  if (mode === undefined) return "full";
  const known = RESPONSE_MODES.find((name) => name === mode);
  if (known) return known;
  throw invalidRequest(
    typeof mode === "string"
      ? `Unknown response_mode ${JSON.stringify(beginning(mode, 80))}`
      : "response_mode is not a string",
    `response_mode is one of ${RESPONSE_MODES.join(", ")}`,
  );
}

/** No input is an empty one; null is none that could be meant. */
function receivedOf({ input }: RunRequest): unknown {
  return input === undefined ? {} : input;
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
