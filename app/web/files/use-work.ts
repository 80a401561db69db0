/** The work itself: units shared out to workers, what came of them, and the check of it by the server half's own code. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Deliverable } from "../../../kits/_core/deliverable.ts";
import { say } from "../parts/shell.tsx";
import { type Body, runHere } from "../runner.ts";
import { resultOf } from "../tool/problems.ts";
import type { FileKit, Job, JobFile, MadeOutput, Plan, Problem, Run, Unit } from "./file-kit.ts";
import { NotLoaded, type Part } from "./part.ts";
import { Cancelled, OutOfMemory, type Pool } from "./pool.ts";
import { type Row, type Rows, wordsOfError } from "./use-rows.ts";
import { WORDS } from "./words.ts";
import type { Done } from "./work.ts";

export interface Finished {
  readonly status: "complete" | "partial" | "cancelled";
  /** In the order of the plan. */
  readonly outputs: readonly Delivered[];
  readonly job: Job;
  readonly manifest: Manifest;
  /** Of the server half, run here. */
  readonly body: Body;
  /** Texts of the check and of the plan, each name once. */
  readonly texts: readonly Deliverable[];
}

export interface Manifest {
  readonly inputs: readonly { readonly id: string }[];
  readonly outputs: readonly { readonly name: string; readonly from: readonly string[] }[];
  readonly problems: readonly Problem[];
}

export interface Delivered extends MadeOutput {
  readonly bytes: number;
  readonly sha256: string;
}

export interface Progress {
  readonly part: number;
  readonly words: string;
  readonly elapsed: number;
  readonly left: number | undefined;
  /** Of the units' sizes, how much a second was done. */
  readonly rate: number;
  /** What is just worked on. */
  readonly each: readonly (Pick<Progress, "part" | "words" | "left" | "rate"> & {
    readonly key: string;
  })[];
}

export interface WorkState {
  readonly phase: "idle" | "preparing" | "failed" | "ready" | "running" | "checking";
  /** What was fetched for the work, and what is just being fetched. */
  readonly parts: readonly Part[];
  /** Why it cannot begin. */
  readonly failure: string;
  readonly progress: Progress | undefined;
  /** Milliseconds that the plan will take, once something was measured. */
  readonly expected: number | undefined;
  readonly finished: Finished | undefined;
  run(): void;
  cancel(): void;
  prepare(): void;
}

interface Planned {
  readonly job: Job;
  readonly plan: Plan;
}

/** What a unit made, kept for when it is asked for again. */
type Store = Map<string, Done>;

const TOLD_AFTER_MS = 3000;

export function useWork(
  kit: FileKit,
  pool: Pool,
  rows: Rows,
  planned: Planned | undefined,
): WorkState {
  const [phase, setPhase] = useState<WorkState["phase"]>("idle");
  const [progress, setProgress] = useState<Progress>();
  const [finished, setFinished] = useState<Finished>();
  const [failure, setFailure] = useState("");
  const parts = useParts(pool);
  const store = useRef<Store>(new Map());
  /** Of the last run. */
  const pace = useRef<number>(undefined);
  const expected = useMemo(() => {
    if (pace.current === undefined || !planned) return undefined;
    const units = kit.units(planned.job, planned.plan).map((unit) => withFiles(unit, rows.all));
    const todo = units.filter(({ key }) => !store.current.has(key));
    return pace.current * todo.reduce((sum, { size }) => sum + size, 0);
  }, [planned?.plan, phase]);
  const needs = planned && needsOf(kit, planned.job);
  const signature = JSON.stringify(needs);
  const isBusy = useRef(false);
  /** What was prepared for an earlier plan says nothing of this one. */
  const turn = useRef(0);
  const prepare = (): void => {
    if (!planned || !needs || isBusy.current) return;
    const own = ++turn.current;
    setPhase("preparing");
    pool.limitTo(kit.mostWorkers?.(planned.job) ?? Infinity);
    pool.prepare(needs).then(
      () => own === turn.current && setPhase("ready"),
      (error: unknown) => {
        if (own !== turn.current || error instanceof Cancelled) return;
        setFailure(wordsOfFailure(error));
        setPhase("failed");
      },
    );
  };
  const isLocked = phase === "running" || phase === "checking";
  useEffect(() => {
    if (isBusy.current) return;
    turn.current++;
    if (planned) prepare();
    else setPhase("idle");
    // After the work once more: a pool that was cancelled has no workers, and the plan may be another one.
  }, [planned !== undefined, signature, isLocked]);
  const work = async ({ job, plan }: Planned): Promise<void> => {
    const units = kit.units(job, plan).map((unit) => withFiles(unit, rows.all));
    const problems: Problem[] = [];
    const watch = new Watch(units, setProgress);
    const isWhole = await workOff({
      units,
      rows: rows.all,
      pool,
      store: store.current,
      watch,
      problems,
    });
    pace.current = watch.pace() ?? pace.current;
    setPhase("checking");
    setProgress(undefined);
    if (!isWhole) say(WORDS.cancelled);
    const done = units.flatMap(({ key }) => store.current.get(key) ?? []);
    const status = isWhole ? (problems.length > 0 ? "partial" : "complete") : "cancelled";
    const result = await conclude(kit, runOf(kit, pool), job, { status, done, problems });
    const learnt = learntIn(done);
    for (const file of job.files)
      if (learnt[file.id]) rows.set(file.id, learntOf(file, learnt[file.id]));
    setFinished(result);
    if (isWhole) say(WORDS.finished);
  };
  const run = async (): Promise<void> => {
    if (!planned || phase !== "ready" || isBusy.current) return;
    isBusy.current = true;
    turn.current++;
    setPhase("running");
    say(WORDS.started);
    try {
      await work(planned);
    } finally {
      isBusy.current = false;
      setProgress(undefined);
      setPhase("idle");
    }
  };
  return {
    phase,
    parts,
    failure,
    progress,
    expected,
    finished,
    run: () => void run(),
    cancel: () => pool.stop(),
    prepare,
  };
}

/** Why nothing can begin. */
export function wordsOfFailure(error: unknown): string {
  return error instanceof NotLoaded ? WORDS.partMissing(error.message) : WORDS.notLoaded;
}

/** Every worker fetches them, and those after the first have them from the browser's own store. */
function useParts(pool: Pool): readonly Part[] {
  const [parts, setParts] = useState<ReadonlyMap<string, Part>>(new Map());
  useEffect(() => {
    pool.onPart = (part) =>
      setParts((before) =>
        before.get(part.name)?.bytes === undefined ? new Map(before).set(part.name, part) : before,
      );
  }, [pool]);
  return [...parts.values()];
}

/** Another file under the same id is other work. */
function withFiles(unit: Unit, rows: readonly Row[]): Unit {
  const keys = rows.flatMap(({ key, file }) => (file && unit.files.includes(file.id) ? key : []));
  return { ...unit, key: `${unit.key} ${keys.join()}` };
}

function needsOf(kit: FileKit, job: Job): Job["options"] {
  return kit.needs?.(job) ?? job.options;
}

interface Working {
  readonly units: readonly Unit[];
  readonly rows: readonly Row[];
  readonly pool: Pool;
  readonly store: Store;
  readonly watch: Watch;
  readonly problems: Problem[];
}

/** False where it was cancelled. */
async function workOff(working: Working): Promise<boolean> {
  const { units, store, watch } = working;
  const todo = units.filter(({ key }) => !store.has(key));
  for (const unit of units) if (store.has(unit.key)) watch.skip(unit);
  try {
    await Promise.all(todo.map((unit) => workOn(unit, working)));
    return true;
  } catch (error) {
    if (error instanceof Cancelled) return false;
    throw error;
  } finally {
    watch.stop();
  }
}

async function workOn(unit: Unit, working: Working): Promise<void> {
  const { store, watch, problems, rows } = working;
  try {
    store.set(unit.key, await asked(unit, working));
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    const [id] = unit.files;
    const name = rows.find(({ file }) => file?.id === id)?.source.name ?? unit.words;
    const code = error instanceof OutOfMemory ? "OUT_OF_MEMORY" : "NOT_MADE";
    problems.push({
      ...(id === undefined ? {} : { id }),
      name,
      code,
      message: wordsOfError(error, name),
    });
  }
  watch.end(unit);
}

/** A worker that had too little memory is tried once more, alone. */
async function asked(unit: Unit, { rows, pool, watch }: Working): Promise<Done> {
  const sources = rows.filter(({ file }) => file && unit.files.includes(file.id));
  const files = Object.fromEntries(sources.map(({ file, source }) => [file?.id ?? "", source]));
  const secrets = Object.fromEntries(
    sources.flatMap(({ file, secret }) =>
      file && secret !== undefined ? [[file.id, secret]] : [],
    ),
  );
  const ask = { do: "make", work: { task: unit.task, files, secrets } } as const;
  const report = (part: number): void => watch.report(unit, part);
  try {
    return await pool.ask<Done>(ask, report, unit.limit);
  } catch (error) {
    if (!(error instanceof OutOfMemory)) throw error;
    pool.limitTo(1);
    return await pool.ask<Done>(ask, report, unit.limit);
  }
}

/** How far a unit is, and since when it is worked on. */
interface Begun {
  readonly unit: Unit;
  readonly since: number;
  readonly part: number;
}

/** How much of all is done: never less than before. */
class Watch {
  readonly #started = performance.now();
  readonly #begun = new Map<string, Begun>();
  readonly #tell: (progress: Progress) => void;
  readonly #total: number;
  /** Of the sizes: what an earlier run has done, and what is done now. */
  #before = 0;
  #done = 0;
  #told = 0;
  #words = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(units: readonly Unit[], tell: (progress: Progress) => void) {
    this.#tell = tell;
    this.#total = units.reduce((sum, { size }) => sum + size, 0) || 1;
    this.#words = units[0]?.words ?? "";
    this.#draw();
  }

  /** A unit that was made before. */
  skip({ size }: Unit): void {
    this.#before += size;
  }

  report(unit: Unit, part: number): void {
    const { since = performance.now(), part: before = 0 } = this.#begun.get(unit.key) ?? {};
    const now = Math.max(before, Math.min(1, part));
    this.#begun.set(unit.key, { unit, since, part: now });
    this.#done += unit.size * (now - before);
    this.#words = unit.words;
    // Drawn a few times a second, however often it is told.
    this.#timer ??= setTimeout(() => this.#draw(), 100);
  }

  end(unit: Unit): void {
    this.report(unit, 1);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Milliseconds for each unit of size; undefined before anything was done. */
  pace(): number | undefined {
    return this.#done > 0 ? (performance.now() - this.#started) / this.#done : undefined;
  }

  #draw(): void {
    this.#timer = undefined;
    const elapsed = performance.now() - this.#started;
    const part = (this.#before + this.#done) / this.#total;
    const pace = this.pace();
    const left =
      elapsed > TOLD_AFTER_MS && pace !== undefined
        ? pace * (this.#total - this.#before - this.#done)
        : undefined;
    const rate = pace === undefined ? 0 : 1000 / pace;
    this.#tell({ part, words: this.#words, elapsed, left, rate, each: this.#each() });
    const tenth = Math.floor(part * 10);
    if (tenth > this.#told && tenth < 10) say(WORDS.tenth(tenth * 10));
    this.#told = tenth;
  }

  #each(): Progress["each"] {
    const current = [...this.#begun].filter(([, { part }]) => part > 0 && part < 1);
    return current.map(
      ([
        key,
        {
          unit: { words, size },
          since,
          part,
        },
      ]) => {
        const elapsed = performance.now() - since;
        const left = elapsed > TOLD_AFTER_MS ? (elapsed / part) * (1 - part) : undefined;
        return { key, words, part, left, rate: (size * part * 1000) / elapsed };
      },
    );
  }
}

interface Outcome {
  readonly status: Finished["status"];
  readonly done: readonly Done[];
  readonly problems: readonly Problem[];
}

function learntIn(done: readonly Done[]): NonNullable<Done["facts"]> {
  return Object.assign({}, ...done.map(({ facts = {} }) => facts)) as NonNullable<Done["facts"]>;
}

/** The digest of a loaded job stays what was promised; the manifest says what was read. */
function learntOf(
  { sha256 }: JobFile,
  facts: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return sha256 === undefined ? facts : { ...facts, sha256 };
}

/** Writes the manifest, and has it checked by the kit's own code. */
async function conclude(
  kit: FileKit,
  run: Run,
  before: Job,
  { status, done, problems }: Outcome,
): Promise<Finished> {
  const learnt = learntIn(done);
  const files = before.files.map((file) => ({ ...file, ...learntOf(file, learnt[file.id]) }));
  const planned = await planOf({ ...before, files }, run);
  const { job = before, jobSha256 } = valueOf(planned) as { job?: Job; jobSha256?: string };
  const outputs = done.flatMap(({ outputs: made, digests }) =>
    made.map((output, index) => {
      const { bytes = 0, sha256 = "" } = digests[index] ?? {};
      return { ...output, bytes, sha256 };
    }),
  );
  const manifest = {
    kit: kit.id,
    version: 1,
    jobSha256: jobSha256 ?? "",
    status,
    engine: kit.engine,
    inputs: job.files.flatMap(({ id, bytes, ...file }) => {
      const sha256 = learnt[id]?.["sha256"] ?? file.sha256;
      return sha256 === undefined ? [] : [{ id, bytes, sha256 }];
    }),
    outputs: outputs.map(({ name, mediaType, bytes, sha256, from, facts = {} }) => ({
      name,
      mediaType,
      bytes,
      sha256,
      from,
      ...facts,
    })),
    problems: [...problems, ...done.flatMap(({ problems: own = [] }) => own)],
  };
  const checked = kit.isReport === true ? planned : await checkOf(job, manifest, run);
  const texts = [...textsOf(checked), ...textsOf(planned)];
  const first = texts.filter(
    ({ name }, index) => texts.findIndex((one) => one.name === name) === index,
  );
  return { status, outputs, job, manifest, body: checked, texts: first };
}

/** Nothing of these kits depends on time or chance, so their receipts say none: the same files give the same archive. */
const TIMELESS = { receipt: true, now: "1980-01-01T00:00:00Z", seed: "files" } as const;

/** The check of finished work by the code of the kit that its job is of. */
export function checkOf(job: Job, manifest: object, run: Run = inPage): Promise<Body> {
  const input = { job, manifest, action: "verify" };
  return run({ tool_id: job.kit, input, options: TIMELESS });
}

function textsOf(body: Body): readonly Deliverable[] {
  const { deliverables = [] } = valueOf(body) as { deliverables?: readonly Deliverable[] };
  return deliverables;
}

function valueOf(body: Body): Readonly<Record<string, unknown>> {
  return (resultOf(body).value ?? {}) as Readonly<Record<string, unknown>>;
}

/** The plan of a job by the server half's own code; its receipt brings all code that the check at the end needs. */
export function planOf(job: Job, run: Run = inPage): Promise<Body> {
  return run({ tool_id: job.kit, input: { job, action: "plan" }, options: TIMELESS });
}

const inPage: Run = (request) => runHere(request).body;

/** Where the server half of a kit is run. */
export function runOf({ opensFirst }: FileKit, pool: Pool): Run {
  return opensFirst ? pool.run : inPage;
}
