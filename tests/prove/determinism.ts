/**
 * `bun run prove:determinism [--quick] [--seed N] [--only ID,…] [--write]`: the same calls in every engine and through
 * every door, and whether the bytes of their results are the same.
 *
 * What is drawn is another in each run; the seed that it prints makes it again.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import { DEFAULT_URL } from "../../app/lanes/host.ts";
import { tell } from "../support/proof.ts";
import { type Call, caseCalls, drawnCalls, exampleCalls, hasCases } from "./determinism/calls.ts";
import { compare, type Compared, holds, type Reference } from "./determinism/compare.ts";
import { type Engine, type Parties, partiesFor } from "./determinism/parties.ts";
import {
  bunFromSource,
  inReverse,
  type Place,
  referenceOf,
  said,
} from "./determinism/processes.ts";
import { counted, differencesIn, remarksOn, rowOf, summaryOf } from "./determinism/words.ts";

const NAME = "determinism";
const COMMAND = `bun run prove:${NAME}`;
const OF_EACH = 200;
const OF_EACH_QUICK = 20;
/** Of the parties that are asked side by side. */
const AT_ONCE = 2;
const COLUMNS = ["Units", "Inputs compared", "Differences", "Not compared"];
const HERE: Place = { zone: "UTC", language: "en_US" };
/** Of the second process from source. */
const THERE: Place = { zone: "America/Los_Angeles", language: "ja_JP" };

const { values: flags } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    seed: { type: "string" },
    only: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const seed = Number(flags.seed ?? Math.floor(Math.random() * 2 ** 31));
if (!Number.isSafeInteger(seed)) throw new Error(`--seed ${flags.seed} is not a whole number`);
const only = flags.only?.split(",");
const chosen = ({ tool_id }: Call): boolean => only?.includes(tool_id) ?? true;
const examples = exampleCalls().filter(chosen);
const cases = caseCalls().filter(chosen);
const drawn = drawnCalls(flags.quick ? OF_EACH_QUICK : OF_EACH, seed).filter(chosen);
/** One of each unit. */
const firsts = examples.filter(({ tool_id }, at) => examples[at - 1]?.tool_id !== tool_id);
/** For those that need seconds for a call. */
const slow = flags.quick ? firsts : examples;
const calls = [...examples, ...cases, ...drawn];
console.error(
  `--seed ${seed}: ${examples.length} examples, ${cases.length} cases, ${drawn.length} drawn`,
);

const folder = await mkdtemp(`${tmpdir()}/${NAME}-`);
const source = bunFromSource({ place: HERE, publicUrl: DEFAULT_URL, folder });
const reference = referenceOf(source);
const parties = await partiesFor(folder, DEFAULT_URL);
try {
  await prove(parties);
} finally {
  await parties.stop();
  await rm(folder, { recursive: true });
}

async function prove({ engines, doors, commandLine, pages, notes }: Parties): Promise<void> {
  reference.learn(calls);
  const again = inReverse(bunFromSource({ place: THERE, publicUrl: DEFAULT_URL, folder }));
  const all: readonly Engine[] = [{ party: again, place: said(THERE) }, ...engines];
  const byEngine = await sideBySide(
    all.map(
      ({ party, isSlow }) =>
        () =>
          compare(reference, party, isSlow ? slow : calls),
    ),
  );
  const byDoor = await sideBySide([
    ...(pages ? [() => compare(referenceAt(pages.publicUrl), pages.party, firsts)] : []),
    () => compare(reference, commandLine, slow),
    ...doors.map((party) => () => compare(reference, party, examples)),
  ]);
  const compared = [...byEngine, ...byDoor];
  if (!compared.every(holds)) process.exitCode = 1;
  const units = new Set(calls.map(({ tool_id }) => tool_id)).size;
  const own = [source.name, said(HERE), counted(units), counted(calls.length), "held against", "0"];
  await tell({
    name: NAME,
    title: "The same bytes everywhere",
    command: `${COMMAND} --seed ${seed}${flags.quick ? " --quick" : ""}`,
    summary: summaryOf(compared),
    tables: [
      {
        title: "Engines",
        columns: ["Engine", "Time zone, language", ...COLUMNS],
        rows: [own, ...byEngine.map((one, at) => rowOf(one, all[at]?.place))],
      },
      { title: "Doors", columns: ["Door", ...COLUMNS], rows: byDoor.map((one) => rowOf(one)) },
    ],
    notes: [
      await inputsNote(),
      ...notes,
      ...compared.flatMap(remarksOn),
      ...compared.flatMap(differencesIn),
    ],
  });
}

async function inputsNote(): Promise<string> {
  const outcomes = await reference.ask(drawn, "digest");
  const done = outcomes.filter((outcome) => "ok" in outcome && outcome.ok).length;
  const parts = [
    `Inputs: ${counted(examples.length)} examples; ${counted(drawn.length)} drawn with --seed ${seed}, of which ${counted(done)} are answered and the others refused, with what is wrong with them`,
    hasCases
      ? `${counted(cases.length)} cases of the catalogue`
      : "no cases of the catalogue, which is not beside this project",
  ];
  const sampled = flags.quick ? "pages and the command line" : "pages";
  return `${parts.join("; ")}. Doors are asked all examples, but ${sampled} the first of each unit.`;
}

/** Kits of a page name the service from which it came. */
function referenceAt(publicUrl: string): Reference {
  return referenceOf(bunFromSource({ place: HERE, publicUrl, folder }));
}

async function sideBySide(works: readonly (() => Promise<Compared>)[]): Promise<Compared[]> {
  const done: Compared[] = [];
  const rest = works.entries();
  const goOn = async (): Promise<void> => {
    for (const [at, work] of rest) {
      const started = performance.now();
      const one = await work();
      done[at] = one;
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.error(
        `${one.name}: ${one.compared} compared, ${one.differences.length} differ, ${seconds} s`,
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, goOn));
  return done;
}
