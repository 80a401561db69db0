/**
 * `bun run bench:worst [ID …] [--sample N]`: the inputs that take a unit longest. Each unit's examples are grown at
 * every place, to 8,000 characters as they run beside others and to 100,000 as they run in a lane, in a process with
 * a clock. Prints the ten worst of each size and fails over its bounds. `LAW_SEED` chooses a sample.
 */
import fc from "fast-check";
import type { Unit } from "../../app/registry-entry.ts";
import { stoppedAfter, STOPPED } from "../../app/run/stopped.ts";
import { badInputs, type BadInput } from "../support/bad-inputs.ts";
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
const SHOWN = 10;

interface Found {
  readonly unit: string;
  readonly name: string;
  readonly milliseconds: number;
}

/** The shorter of two runs: the first compiles. */
function millisecondsOf(unit: Unit, { input }: BadInput, bound: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 2; round++) {
    const started = performance.now();
    const outcome = stoppedAfter(LONGEST_MS, () => runUnit(unit, input));
    const milliseconds = performance.now() - started;
    least = Math.min(least, milliseconds);
    if (outcome === STOPPED || milliseconds < bound) break;
  }
  return least;
}

export function worstOf(unit: Unit, size: Size, sample = Number.POSITIVE_INFINITY): Found[] {
  const inputs = [...badInputs(unit, size.characters)];
  const chosen = sample >= inputs.length ? inputs : sampleOf(inputs, sample);
  return chosen.map((bad) => {
    const milliseconds = millisecondsOf(unit, bad, size.bound);
    return { unit: unit.id, name: bad.name, milliseconds };
  });
}

/** Others with each seed. */
function sampleOf(inputs: readonly BadInput[], size: number): readonly BadInput[] {
  const given = Bun.env["LAW_SEED"] ?? "20261120";
  const seed = given === "random" ? Date.now() : Number(given);
  const some = fc.shuffledSubarray([...inputs], { minLength: size, maxLength: size });
  return fc.sample(some, { seed, numRuns: 1 })[0] ?? [];
}

if (import.meta.main) {
  const words = process.argv.slice(2);
  const at = words.indexOf("--sample");
  const sample = at < 0 ? Number.POSITIVE_INFINITY : Number(words[at + 1]);
  const ids = words.filter((_, index) => at < 0 || (index !== at && index !== at + 1));
  const chosen = units.filter(({ id }) => ids.length === 0 || ids.includes(id));
  for (const size of SIZES) {
    const found: Found[] = [];
    for (const unit of chosen) {
      const worst = worstOf(unit, size, sample).toSorted((a, b) => b.milliseconds - a.milliseconds);
      found.push(...worst);
    }
    const worst = found.toSorted((a, b) => b.milliseconds - a.milliseconds);
    console.log(
      `\n${size.name}: ${size.characters} characters, at most ${size.bound} ms; ${found.length} inputs`,
    );
    for (const { unit, name, milliseconds } of worst.slice(0, SHOWN)) {
      console.log(`${String(Math.round(milliseconds)).padStart(6)} ms  ${unit}  ${name}`);
    }
    const over = worst.filter(({ milliseconds }) => milliseconds > size.bound);
    const tools = [...new Set(over.map(({ unit }) => unit))];
    console.log(
      over.length === 0
        ? "nothing over the bound"
        : `${over.length} over the bound: ${tools.join(", ")}`,
    );
    if (over.length > 0) process.exitCode = 1;
  }
}
