/** Sends every unit its inputs over HTTP and MCP, and holds each answer against what the service says of that unit. */
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import { detailOf, ENTRIES } from "../../../app/registry.ts";
import type { RegistryEntry } from "../../../app/registry-entry.ts";
import { DEADLINES_MS } from "../../../app/run/terms.ts";
import { RUNNER_ERRORS } from "../../support/runner-codes.ts";
import { poolOf } from "./changed-values.ts";
import type { Findings } from "./findings.ts";
import { shrunk } from "./shrink.ts";
import { callsOf, type FuzzedCall, type Kind, KINDS } from "./unit-inputs.ts";

/** Of any unit; what is too large is refused unread. */
const ERRORS: ReadonlySet<string> = new Set([...RUNNER_ERRORS, "INPUT_TOO_LARGE"]);
/** What the runner refuses before it looks at any field: the input is no object, a mode leaves out what was promised. */
const REFUSALS: ReadonlySet<string> = new Set(["INVALID_REQUEST", "RESPONSE_MODE_REQUIRED"]);
const RUNNER_WARNINGS: ReadonlySet<string> = new Set([
  "UNKNOWN_FIELD",
  "FIELD_RENAMED",
  "COERCED",
  "DUPLICATE_KEY",
  "WARNINGS_TRUNCATED",
]);
const BATCH = 5;
const CONNECTIONS = 6;
/** One batch in so many goes over MCP, and one is sent as single runs. */
const OTHER_DOORS_OF = 10;
const MODES = ["full", "full", "full", "compact", "output"] as const;
/** The shortest of so many runs counts. */
const SLOW_RUNS = 3;
/** So long a silence is no answer. */
const SILENT_MS = 60_000;

interface Entry {
  readonly code: string;
  readonly message: string;
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
}

interface Result {
  readonly ok: boolean;
  readonly errors?: readonly Entry[];
  readonly warnings?: readonly Entry[];
  readonly [member: string]: unknown;
}

/** What was answered to one call, at whichever door. */
interface Part {
  readonly success: boolean;
  readonly result?: Result;
  readonly error?: Entry;
  readonly processing_time_ms: number;
}

export interface Tally {
  inputs: number;
  done: number;
  /** The unit ran and said no, or the input did not fit its schema. */
  refused: number;
}

export interface UnitsTold {
  readonly units: number;
  readonly tallies: ReadonlyMap<Kind, Tally>;
  /** Different pairs of a unit and the code of an error. */
  readonly codes: number;
  readonly connections: number;
  readonly slowest: { readonly id: string; readonly milliseconds: number };
}

interface Course {
  readonly base: string;
  readonly seed: number;
  readonly inputs: number;
  readonly entries: readonly RegistryEntry[];
  readonly findings: Findings;
}

type Mode = (typeof MODES)[number];
type Door = "batch" | "mcp" | "single";

interface Job {
  readonly subject: Subject;
  readonly calls: readonly FuzzedCall[];
  readonly mode: Mode;
  readonly door: Door;
}

export async function fuzzUnits(course: Course): Promise<UnitsTold> {
  const run = new UnitRun(course);
  const jobs = run.jobs();
  const work = async () => {
    for (const job of jobs) await run.send(job);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  await run.askSlowAgain();
  return run.told();
}

const TOO_SLOW = "slower than the deadline of a run";

type Problem = readonly [what: string, more: string];

/** A unit as the service publishes it. */
export class Subject {
  readonly id: string;
  readonly failures: ReadonlySet<string>;
  readonly warnings: ReadonlySet<string>;
  readonly fits: ValidateFunction;

  constructor(id: string, tool: PublishedTool, ajv: Ajv2020) {
    this.id = id;
    this.failures = new Set(Object.keys(tool.failures));
    this.warnings = new Set(Object.keys(tool.warnings));
    this.fits = ajv.compile(tool.output_schema);
  }

  /** What is wrong with an answer: a word for its kind, and more of it. */
  problems(part: Part, { input }: Pick<FuzzedCall, "input">, mode: Mode): Problem[] {
    const { success, result, error } = part;
    if (success !== (error === undefined)) return [["success and error do not agree", ""]];
    const isKnown = error === undefined || this.#isError(error.code) || REFUSALS.has(error.code);
    const found: Problem[] = isKnown ? [] : [[`error ${error.code}`, error.message]];
    const milliseconds = part.processing_time_ms;
    if (milliseconds > DEADLINES_MS.run) found.push([TOO_SLOW, `${milliseconds} ms`]);
    if (result === undefined) return success ? [["a success without a result", ""]] : found;
    const given = JSON.stringify(input).toLowerCase();
    const entries = [...(result.errors ?? []), ...(result.warnings ?? [])];
    const more = entries.flatMap((entry) => unsaid(entry, given));
    return [...found, ...more, ...this.#ofResult(result, mode)];
  }

  #ofResult(result: Result, mode: Mode): Problem[] {
    const { errors = [], warnings = [] } = result;
    const isWarning = (code: string) => this.warnings.has(code) || RUNNER_WARNINGS.has(code);
    return [
      ...errors
        .filter(({ code }) => !this.#isError(code))
        .map(({ code, message }): Problem => [`error ${code} within the result`, message]),
      ...warnings
        .filter(({ code }) => !isWarning(code))
        .map(({ code, message }): Problem => [`warning ${code}`, message]),
      ...(mode === "full" ? this.#misfits(result) : []),
    ];
  }

  #misfits(result: Result): Problem[] {
    if (this.fits(result)) return [];
    const [first] = this.fits.errors ?? [];
    const place = first?.instancePath ?? "";
    const kind = place.replaceAll(/\d+/g, "N");
    return [[`off its schema at ${kind}: ${first?.message}`, place]];
  }

  #isError(code: string): boolean {
    return this.failures.has(code) || ERRORS.has(code);
  }
}

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
/** What JavaScript says where nobody thought of a value. */
const NO_VALUE = /\[object \w+\]|(?<=found )(?:undefined|NaN|Infinity)\b/;

/** Whether an entry says what is wrong with what was given, and where. */
function unsaid(
  { code, message, path = "", line = 1, column = 1 }: Entry,
  given: string,
): Problem[] {
  const found: Problem[] = [];
  const [word] = NO_VALUE.exec(message) ?? [];
  if (message.trim() === "") found.push([`${code} without a message`, ""]);
  if (word !== undefined && !given.includes(word.toLowerCase())) {
    found.push([`${code} names what nobody gave`, message]);
  }
  if (!POINTER.test(path)) found.push([`${code} at what is no pointer`, path]);
  if (line < 1 || column < 1) found.push([`${code} at no place`, `${line}:${column}`]);
  return found;
}

interface PublishedTool {
  readonly failures: object;
  readonly warnings: object;
  readonly output_schema: object;
}

class UnitRun {
  readonly #course: Course;
  readonly #tallies = new Map<Kind, Tally>(
    KINDS.map((kind) => [kind, { inputs: 0, done: 0, refused: 0 }]),
  );
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false });
  readonly #codes = new Set<string>();
  readonly #slow: { readonly subject: Subject; readonly call: FuzzedCall; readonly mode: Mode }[] =
    [];
  #slowest = { id: "", milliseconds: 0 };

  constructor(course: Course) {
    this.#course = course;
  }

  told(): UnitsTold {
    return {
      units: this.#course.entries.length,
      tallies: this.#tallies,
      codes: this.#codes.size,
      connections: CONNECTIONS,
      slowest: this.#slowest,
    };
  }

  *jobs(): Generator<Promise<Job> | Job> {
    const pool = poolOf(ENTRIES.flatMap((entry) => detailOf(entry).examples.map((e) => e.input)));
    const { entries, seed, inputs } = this.#course;
    for (const [index, entry] of entries.entries()) {
      const calls = callsOf(entry, detailOf(entry), { seed, inputs, pool });
      console.error(`${index + 1}/${entries.length} ${entry.id}`);
      const subject = this.#subjectOf(entry.id);
      for (let at = 0; at < calls.length; at += BATCH) {
        const round = at / BATCH;
        const turn = round % OTHER_DOORS_OF;
        const job = {
          calls: calls.slice(at, at + BATCH),
          mode: MODES[round % MODES.length] as Mode,
          door: turn === 1 ? ("mcp" as const) : turn === 2 ? ("single" as const) : "batch",
        } as const;
        yield subject.then((known) => ({ ...job, subject: known }));
      }
    }
  }

  async #subjectOf(id: string): Promise<Subject> {
    const answer = await fetch(`${this.#course.base}/api/tools/${id}/schema`);
    const { tool } = (await answer.json()) as { tool: PublishedTool };
    return new Subject(id, tool, this.#ajv);
  }

  async send(coming: Promise<Job> | Job): Promise<void> {
    const { subject, calls, mode, door } = await coming;
    const parts = await this.#ask(door, calls, mode).catch((error: unknown) => String(error));
    if (typeof parts === "string") {
      const what = `no answer to be read (${door})`;
      if (!this.#course.findings.isNew(subject.id, what)) return;
      const request = JSON.stringify(calls.map(({ kind: _kind, ...call }) => call));
      this.#course.findings.show({ where: subject.id, what, more: parts, request });
      return;
    }
    for (const [at, call] of calls.entries()) {
      const part = parts[at];
      if (part === undefined) throw new Error(`${parts.length} answers to ${calls.length} calls`);
      this.#count(subject, call, part);
      for (const problem of subject.problems(part, call, mode)) {
        if (problem[0] === TOO_SLOW) this.#slow.push({ subject, call, mode });
        else await this.#look(subject, call, problem, mode);
      }
    }
  }

  /** Who waits for others is slow, too: what was slow is asked again once nobody else asks. */
  async askSlowAgain(): Promise<void> {
    const { base, findings } = this.#course;
    for (const { subject, call, mode } of this.#slow) {
      const times: number[] = [];
      for (let left = SLOW_RUNS; left > 0; left--) {
        times.push((await askOnce(base, call, mode)).processing_time_ms);
      }
      const milliseconds = Math.min(...times);
      if (milliseconds <= DEADLINES_MS.run || !findings.isNew(subject.id, TOO_SLOW)) continue;
      const { kind: _kind, ...request } = call;
      const more = `${milliseconds} ms at least, of ${SLOW_RUNS} runs alone`;
      findings.show({ where: subject.id, what: TOO_SLOW, more, request: JSON.stringify(request) });
    }
  }

  #count({ id }: Subject, { kind }: FuzzedCall, { success, error, processing_time_ms }: Part) {
    const tally = this.#tallies.get(kind) as Tally;
    tally.inputs++;
    if (success) tally.done++;
    else tally.refused++;
    if (error) this.#codes.add(`${id} ${error.code}`);
    if (processing_time_ms > this.#slowest.milliseconds) {
      this.#slowest = { id, milliseconds: processing_time_ms };
    }
  }

  #ask(door: Door, calls: readonly FuzzedCall[], mode: Mode): Promise<Part[]> {
    const { base } = this.#course;
    if (door === "single") {
      return Promise.all(calls.map((call) => askOnce(base, call, mode)));
    }
    const requests = calls.map(({ kind: _kind, ...call }, at) => ({ id: String(at), ...call }));
    const batch = { requests, response_mode: mode };
    return door === "mcp" ? askOverMcp(base, batch) : askInBatch(base, batch);
  }

  /** Asks again, alone, to see that it was no chance, and with less and less, to see what it takes. */
  async #look(subject: Subject, call: FuzzedCall, [what, more]: Problem, mode: Mode) {
    const { base, findings } = this.#course;
    const shows = async (input: unknown): Promise<boolean> => {
      const one = { ...call, input };
      const part = await askOnce(base, one, mode).catch(() => undefined);
      return (
        part !== undefined && subject.problems(part, one, mode).some(([kind]) => kind === what)
      );
    };
    if (!findings.isNew(subject.id, what)) return;
    const input = await shrunk(call.input, shows);
    const { kind: _kind, ...request } = { ...call, input };
    findings.show({ where: subject.id, what, more, request: JSON.stringify(request) });
  }
}

async function post(url: string, body: object): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(SILENT_MS),
  });
  return { status: answer.status, body: await answer.json() };
}

const STATUSES: Readonly<Record<string, number>> = { INVALID_REQUEST: 400 };

/** As `POST /api/run` answers; throws where status and body do not belong together. */
async function askOnce(
  base: string,
  { kind: _kind, ...call }: FuzzedCall,
  response_mode: Mode,
): Promise<Part> {
  // With the mode "output" a picture comes as itself.
  const mode = response_mode === "output" ? "compact" : response_mode;
  const { status, body } = await post(`${base}/api/run`, { ...call, response_mode: mode });
  const part = body as Part;
  const expected = part.error === undefined ? 200 : (STATUSES[part.error.code] ?? 422);
  if (status === expected || status >= 500) return part;
  throw new Error(`${status} with ${part.error?.code ?? "a success"}`);
}

async function askInBatch(base: string, batch: object): Promise<Part[]> {
  const { status, body } = await post(`${base}/api/batch`, batch);
  const { results } = body as { results?: Part[] };
  if (status !== 200 || !results) throw new Error(`${status} ${JSON.stringify(body)}`);
  return results;
}

async function askOverMcp(base: string, batch: object): Promise<Part[]> {
  const params = { name: "run_batch", arguments: batch };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const { status, body } = await post(`${base}/mcp`, message);
  const { result } = body as { result?: { structuredContent?: { results?: Part[] } } };
  const results = result?.structuredContent?.results;
  if (status !== 200 || !results) throw new Error(`${status} ${JSON.stringify(body)}`);
  return results;
}
