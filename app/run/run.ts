/** The one way a unit is run; every transport hands its request to this. */
import type { Service } from "../../kits/_core/kit.ts";
import { beginning } from "../../tools/_lib/text/shown.ts";
import type { RegistryEntry, Unit } from "../registry-entry.ts";
import { findEntry, loadDetails, loadedUnit, loadUnit } from "../registry.ts";
import { conclude, look, prepare, receivedOf, toFields } from "./call.ts";
import {
  deadlineExceeded,
  invalidRequest,
  RequestError,
  toolCrashed,
  unknownTool,
  wordsOf,
} from "./errors.ts";
import type { execute } from "./inline.ts";
import type { IsolatedLane } from "./lane.ts";
import { Patience } from "./patience.ts";
import type { Preflight } from "./preflight.ts";
import type { writeReceipt } from "./receipt.ts";
import { STOPPED, stoppedAfter, stoppedAfterWorking } from "./stopped.ts";
import { DEADLINES_MS, type Door, type Terms, toolsOf, within } from "./terms.ts";
import { type Answer, type ResponseMode, RESPONSE_MODES, type RunRequest } from "./types.ts";

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
    if (entry.chooses && !measured.problem) await chooseFor(entry, given, terms);
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
  { service, onFirstRun, onCrash }: RunHost,
  started: number,
): Promise<() => Answer> {
  const unit = loadedUnit(entry) ?? (await loadUnit(entry));
  const isKit = entry.kind === "kit";
  if (isKit) await loadDetails();
  if (unit.fullOnly && mode !== "full") throw modeRequired(unit);
  const parts = loadedParts ?? (await (loadingParts ??= loadParts(onFirstRun)));
  if (isKit || asksForReceipt(request)) await parts.loadReceipts();
  const calls = entry.chooses ? (await loadChosen()).callsOf : undefined;
  return () => {
    const call = prepare(request, { entry, unit, given, measured });
    const { input, texts, clock, refusal } = call;
    const { characters } = measured;
    const outcome = parts.execute({
      unit,
      input,
      texts,
      refusal,
      characters,
      clock,
      service,
      calls,
      onCrash,
    });
    const receipt = call.wantsReceipt
      ? parts.writeReceipt?.(unit, call.received, outcome, clock)
      : undefined;
    return conclude(call, { unit, outcome, receipt, mode: reduced ? mode : "full" }, started);
  };
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

/** Its own module, as it is for two kits. */
function loadChosen(): Promise<typeof import("./chosen.ts")> {
  return import("./chosen.ts");
}

/** The caller must be permitted what the kit is to run for it; it is ready to be run then. */
async function chooseFor(
  entry: RegistryEntry,
  given: Readonly<Record<string, unknown>>,
  { permit }: Terms,
): Promise<void> {
  const chosen = await (await loadChosen()).chosenBy(entry, given);
  await permit?.(chosen.flatMap(toolsOf));
  await Promise.all(chosen.map(loadUnit));
}

/** Many runs may be the first at once; all wait for the same. */
let loadingParts: Promise<RunParts> | undefined;

async function loadParts(onFirstRun: RunHost["onFirstRun"]): Promise<RunParts> {
  await onFirstRun?.();
  const { execute } = await import("./inline.ts");
  loadedParts = {
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

function modeRequired(unit: Unit): RequestError {
  return new RequestError(422, {
    code: "RESPONSE_MODE_REQUIRED",
    message: `${unit.name} answers only with response_mode full`,
    hint: "Leave response_mode out or set it to full: the other modes would drop typed fields of its contract",
  });
}
