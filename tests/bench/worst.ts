/**
 * `bun run bench:worst [ID …] [--size inline|lane] [--sample N]`: the inputs that take a unit longest. Each unit's
 * examples are grown at every place, to 8,000 characters as they run beside others and to 100,000 as they run in a
 * lane. Units run in child processes, one for each core: what is silent for 10 s, as within one call of the engine,
 * is ended and named. Prints the ten worst of each size and fails over its bounds. `LAW_SEED` chooses a sample.
 */
import { writeSync } from "node:fs";
import { availableParallelism } from "node:os";
import fc from "fast-check";
import type { Unit } from "../../app/registry-entry.ts";
import { stoppedAfter, STOPPED } from "../../app/run/stopped.ts";
import { badInputs } from "../support/bad-inputs.ts";
import { runUnit, units } from "../support/run-unit.ts";

interface Size {
  readonly name: string;
  readonly characters: number;
  readonly bound: number;
}

export const SIZES: readonly Size[] = [
  { name: "inline", characters: 8000, bound: 100 },
  { name: "lane", characters: 100_000, bound: 2000 },
];
/** What is found to take so long is not waited for any further. */
const LONGEST_MS = 6000;
/**
 * The shortest of so many runs counts, as the first compiles; of each the processor's time where that is shorter, as
 * others use the machine.
 */
const MOST_RUNS = 3;
const SILENT_MS = 10_000;
const SHOWN = 10;

interface Found {
  readonly unit: string;
  readonly name: string;
  readonly milliseconds: number;
}

/** Told of each input before each of its runs, and not of what is before the input `from`. */
interface Course {
  readonly sample: number;
  readonly from: number;
  readonly begun: (index: number, name: string) => void;
}

const ALL: Course = { sample: Number.POSITIVE_INFINITY, from: 0, begun: () => undefined };

export function worstOf(unit: Unit, size: Size, sample = ALL.sample): Found[] {
  return [...measured(unit, size, { ...ALL, sample })];
}

function* measured(unit: Unit, size: Size, { sample, from, begun }: Course): Generator<Found> {
  const chosen = sample === ALL.sample ? undefined : sampleOf(unit, size, sample);
  let index = -1;
  for (const { name, input } of badInputs(unit, size.characters)) {
    index++;
    if (index < from || chosen?.has(index) === false) continue;
    const told = () => begun(index, name);
    yield { unit: unit.id, name, milliseconds: millisecondsOf(unit, input, size.bound, told) };
  }
}

function millisecondsOf(unit: Unit, input: object, bound: number, told: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < MOST_RUNS && least >= bound; run++) {
    told();
    const [started, before] = [performance.now(), process.cpuUsage()];
    const outcome = stoppedAfter(LONGEST_MS, () => runUnit(unit, input));
    const passed = performance.now() - started;
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, passed, (user + system) / 1000);
    if (outcome === STOPPED) break;
  }
  return least;
}

/** Others with each seed. */
function sampleOf(unit: Unit, { characters }: Size, sample: number): ReadonlySet<number> {
  const inputs = Array.from(badInputs(unit, characters), (_, index) => index);
  const length = Math.min(sample, inputs.length);
  const given = Bun.env["LAW_SEED"] ?? "20261120";
  const seed = given === "random" ? Date.now() : Number(given);
  const some = fc.shuffledSubarray(inputs, { minLength: length, maxLength: length });
  return new Set(fc.sample(some, { seed, numRuns: 1 })[0]);
}

/** What a child is told to measure, a line of JSON each. */
interface Job {
  readonly unit: string;
  readonly size: string;
  readonly sample: number | null;
  readonly from: number;
}

/** What it answers: that it begins with an input, what it found, that the job is done. */
type Line = { readonly index: number; readonly name: string } | Found | { readonly done: true };

async function runChild(): Promise<void> {
  // Written at once, so that the last line names what a child is in when it is ended.
  const say = (line: Line) => writeSync(1, `${JSON.stringify(line)}\n`);
  for await (const text of console) {
    const job = JSON.parse(text) as Job;
    const unit = units.find(({ id }) => id === job.unit);
    const size = SIZES.find(({ name }) => name === job.size);
    if (!unit || !size) throw new Error(`no such job: ${text}`);
    const begun = (index: number, name: string) => say({ index, name });
    const course = { sample: job.sample ?? ALL.sample, from: job.from, begun };
    for (const found of measured(unit, size, course)) say(found);
    say({ done: true });
  }
}

class Child {
  readonly #process = Bun.spawn([process.execPath, import.meta.path, "--child"], {
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  readonly #lines = linesOf(this.#process.stdout);

  send(job: Job): void {
    this.#process.stdin.write(`${JSON.stringify(job)}\n`);
    void this.#process.stdin.flush();
  }

  /** The next line; undefined after too long a silence, or where the child died. */
  async heard(): Promise<Line | undefined> {
    const silence = Promise.withResolvers<undefined>();
    const clock = setTimeout(() => silence.resolve(undefined), SILENT_MS);
    const next = this.#lines.next().then(({ value }) => value as string | undefined);
    const text = await Promise.race([next, silence.promise]);
    clearTimeout(clock);
    return text === undefined ? undefined : (JSON.parse(text) as Line);
  }

  end(): void {
    this.#process.kill("SIGKILL");
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

/** Works through the jobs that are left. A job in which a child was ended goes on after that input in another. */
async function work(jobs: Job[], told: (job: Job, found: readonly Found[]) => void): Promise<void> {
  let child = new Child();
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const found: Found[] = [];
    let at: { readonly index: number; readonly name: string } | undefined;
    child.send(job);
    for (;;) {
      const line = await child.heard();
      if (line === undefined) {
        child.end();
        if (!at) throw new Error(`a child for ${job.unit} did not begin`);
        found.push({ unit: job.unit, name: `${at.name} (ended)`, milliseconds: SILENT_MS });
        child = new Child();
        child.send({ ...job, from: at.index + 1 });
        at = undefined;
      } else if ("index" in line) at = line;
      else if ("unit" in line) found.push(line);
      else break;
    }
    told(job, found);
  }
  child.end();
}

const slowestFirst = (found: readonly Found[]): Found[] =>
  found.toSorted((a, b) => b.milliseconds - a.milliseconds);

const shown = ({ unit, name, milliseconds }: Found): string =>
  `${String(Math.round(milliseconds)).padStart(6)} ms  ${unit}  ${name}`;

async function report(size: Size, ids: readonly string[], sample: number | null): Promise<void> {
  const jobs = ids.map((unit): Job => ({ unit, size: size.name, sample, from: 0 }));
  const all: Found[] = [];
  let ready = 0;
  const told = ({ unit }: Job, found: readonly Found[]) => {
    all.push(...found);
    const [worst] = slowestFirst(found);
    const line = worst ? shown(worst) : `    no inputs  ${unit}`;
    console.error(`${++ready}/${ids.length} ${found.length} inputs, worst ${line}`);
  };
  const cores = Math.min(availableParallelism(), jobs.length);
  await Promise.all(Array.from({ length: cores }, () => work(jobs, told)));

  const { name, characters, bound } = size;
  console.log(`\n${name}: ${characters} characters, at most ${bound} ms; ${all.length} inputs`);
  const worst = slowestFirst(all);
  for (const found of worst.slice(0, SHOWN)) console.log(shown(found));
  const over = worst.filter(({ milliseconds }) => milliseconds > bound);
  const tools = [...new Set(over.map(({ unit }) => unit))];
  console.log(over.length === 0 ? "none over the bound" : `${over.length} over the bound:`);
  for (const tool of tools) console.log(`  ${tool}`);
  if (over.length > 0) process.exitCode = 1;
}

if (import.meta.main) {
  const words = process.argv.slice(2);
  const flag = (name: string): string | undefined => {
    const at = words.indexOf(name);
    return at < 0 ? undefined : words.splice(at, 2)[1];
  };
  if (words.includes("--child")) await runChild();
  else {
    const only = flag("--size");
    const sample = flag("--sample");
    const asked = units.filter(({ id }) => words.length === 0 || words.includes(id));
    for (const size of SIZES) {
      if (only !== undefined && only !== size.name) continue;
      // What always runs in a lane keeps nobody waiting beside it.
      const those = asked.filter(({ isolated }) => size.name !== "inline" || !isolated);
      const ids = those.map(({ id }) => id);
      await report(size, ids, sample === undefined ? null : Number(sample));
    }
  }
}
