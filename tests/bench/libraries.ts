/**
 * `bun run bench:libraries [TOOL …] [--write]`: the tools as a program in the same process would call them, beside the
 * libraries that it would use instead, on the same inputs of three sizes. Both take turns. What both tell has to be
 * the same.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { install } from "../support/npm-packages.ts";
import { tell } from "../support/proof.ts";
import { runUnit, units } from "../support/run-unit.ts";
import { median } from "../support/measured.ts";
import { type Case, casesOf, PACKAGES, type Result } from "./library-cases.ts";

const SIZES = [100, 10_000, 90_000] as const;
const ROUNDS = 5;
/** A round takes at least so long, and at least one call. */
const ROUND_MS = 150;
/** Before the first round, until the engine has compiled what it will. */
const WARM_MS = 500;

interface Row {
  readonly one: Case;
  readonly length: number;
  /** Calls per second. */
  readonly tool: number;
  /** Undefined where the library does not take the text. */
  readonly library: number | undefined;
}

/** By the clock, or by the processor's time where that is shorter, as others use the machine. */
function callsPerSecond(call: () => unknown, atLeast: number): number {
  const [began, before] = [performance.now(), process.cpuUsage()];
  let calls = 0;
  let passed: number;
  do {
    call();
    calls++;
    passed = performance.now() - began;
  } while (passed < atLeast);
  const { user, system } = process.cpuUsage(before);
  return (calls * 1000) / Math.min(passed, (user + system) / 1000);
}

function measure(one: Case, length: number): Row {
  const unit = units.find(({ id }) => id === one.tool);
  if (!unit) throw new Error(`There is no tool ${one.tool}`);
  const text = one.text(length);
  const input = one.input(text);
  const calls = { tool: () => runUnit(unit, input), library: () => one.call(text) };
  const outcome = calls.tool();
  if (!outcome.ok) throw new Error(`${one.tool} refuses what ${one.library} is given`);
  const answer = answerOf(calls.library);
  if (answer !== REFUSED) one.agree(outcome as unknown as Result, answer);
  const rates = { tool: [] as number[], library: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of ["tool", "library"] as const) {
      if (name === "library" && answer === REFUSED) continue;
      const rate = callsPerSecond(calls[name], round === 0 ? WARM_MS : ROUND_MS);
      if (round > 0) rates[name].push(rate);
    }
  }
  const library = answer === REFUSED ? undefined : median(rates.library);
  return { one, length: text.length, tool: median(rates.tool), library };
}

const REFUSED = Symbol("refused");

/** What a library throws for a sound text is told in the table. */
function answerOf(call: () => unknown): unknown {
  try {
    return call();
  } catch {
    return REFUSED;
  }
}

const shown = (value: number): string =>
  value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("en");

function cells({ one, length, tool, library }: Row): string[] {
  const start = [one.tool, one.library, length.toLocaleString("en"), shown(tool)];
  if (library === undefined) return [...start, "throws", "", one.lacks];
  const ratio = tool / library;
  const times = ratio < 0.1 ? ratio.toFixed(3) : ratio.toFixed(2);
  return [...start, shown(library), `${times} ×`, one.lacks];
}

const folder = await mkdtemp(`${tmpdir()}/bench-libraries-`);
try {
  const packages = await install(folder, PACKAGES);
  const asked = process.argv.slice(2).filter((word) => !word.startsWith("--"));
  const cases = (await casesOf(packages)).filter(
    ({ tool }) => asked.length === 0 || asked.includes(tool),
  );
  const rows = cases.flatMap((one) =>
    (one.sized ? SIZES : SIZES.slice(0, 1)).map((length) => measure(one, length)),
  );
  const ratios = rows.flatMap(({ tool, library }) =>
    library === undefined ? [] : [tool / library],
  );
  const quicker = ratios.filter((ratio) => ratio >= 1).length;
  const columns = ["Tool", "Library", "Characters", "Tool, calls per second", "Library"];
  await tell({
    name: "libraries",
    title: "Tools against the libraries that a program would use instead",
    command: "bun run bench:libraries",
    summary: `In one process, on the same inputs: in ${quicker} of ${ratios.length} comparisons the tool is at least as quick as the library; the median is ${median(ratios).toFixed(2)} times its calls per second, with checks and reports that the library does not make.`,
    tables: [
      {
        title: "Calls per second in one process",
        columns: [...columns, "Tool to library", "What the library does not tell"],
        rows: rows.map(cells),
      },
    ],
    notes: [
      `Medians of ${ROUNDS} rounds of at least ${ROUND_MS} ms, after one of ${WARM_MS} ms that warms up; both take turns, and the processor's time counts where others used the machine. A tool is called with its whole way: its fields are checked, its value, counts and report are made. What both tell is compared before the first round and has to be the same.`,
      "The tool reads the schema in each call. ajv is made once; a program whose schema stays the same compiles it once, too.",
      ...(packages.failure === undefined
        ? []
        : [`Not measured: ${PACKAGES.join(", ")} (${packages.failure}).`]),
    ],
  });
} finally {
  await rm(folder, { recursive: true });
}
