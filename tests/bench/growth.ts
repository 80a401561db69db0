/**
 * `bun run bench:growth [ID …] [--category NAME] [--write]`: how the time of each tool grows with its input. Every
 * text field is filled with texts of many kinds, of 1,000 to 100,000 characters, beside the tool's first example. The
 * last line says whether no exponent is above the bound.
 */
import { parseArgs } from "node:util";
import type { Unit } from "../../app/registry-entry.ts";
import { runUnit, units } from "../support/run-unit.ts";
import { tell } from "../support/proof.ts";
import { SHAPES, type Shape } from "../support/growing.ts";

const SMALL = 1000;
const LARGE = 100_000;
const MOST_EXPONENT = 1.2;
/** Below it the largest input takes no longer than what any call takes. */
const FLAT_MS = 3;
/** A short run is repeated for so long, and its shortest time counts. */
const REPEATED_MS = 15;
const LEAST_RUNS = 3;
/** What is beyond the bound is measured more closely, and of either length the shortest time counts. */
const MOST_TIMES = 5;

interface Growth {
  readonly field: string;
  readonly shape: string;
  /** Of the largest input. */
  readonly millis: number;
  readonly exponent: number;
}

/** `count` runs, by the clock, or by the processor's time where that is shorter, as others use the machine. */
function millisOf(unit: Unit, input: object, count = 1): number {
  let least = Infinity;
  const began = performance.now();
  for (let runs = 0; runs < LEAST_RUNS || performance.now() - began < REPEATED_MS; runs++) {
    const [started, before] = [performance.now(), process.cpuUsage()];
    for (let run = 0; run < count; run++) runUnit(unit, input);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, performance.now() - started, (user + system) / 1000);
    if (least > 1000) break;
  }
  return least;
}

function growthOf(unit: Unit, base: object, field: string, { name, text }: Shape): Growth {
  const inputOf = (size: number): object => ({ ...base, [field]: text(size) });
  const count = LARGE / SMALL;
  // The slope of the line through the logarithms, which is what the time grows with.
  const slope = (): number => Math.log(large / small) / Math.log(count);
  // The small one first, so that the code is compiled for both.
  let small = millisOf(unit, inputOf(SMALL));
  let large = millisOf(unit, inputOf(LARGE));
  if (large < FLAT_MS) return { field, shape: name, millis: large, exponent: 0 };
  let exponent = slope();
  if (exponent > MOST_EXPONENT) small = Infinity;
  for (let times = 0; times < MOST_TIMES && exponent > MOST_EXPONENT; times++) {
    // As many characters as in the large one: both leave the same work to the collector of what is dead.
    small = Math.min(small, millisOf(unit, inputOf(SMALL), count) / count);
    large = Math.min(large, millisOf(unit, inputOf(LARGE)));
    exponent = slope();
  }
  return { field, shape: name, millis: large, exponent };
}

function textFields({ input: { properties } }: Unit): string[] {
  return Object.entries(properties)
    .filter(([, { type, enum: words, anyOf }]) => !words && (type === "string" || anyOf))
    .map(([name]) => name);
}

function growthsOf(unit: Unit): Growth[] {
  const given = unit.examples[0]?.input;
  const base = typeof given === "string" ? { [unit.primary]: given } : (given as object);
  const { primary } = unit;
  const example = (base as Record<string, unknown>)[primary];
  const shapes: Shape[] = [...SHAPES];
  if (typeof example === "string" && example !== "") {
    const repeated = (length: number) => `${example}\n`.repeat(length / (example.length + 1));
    shapes.push({ name: "its example", text: repeated });
  }
  return textFields(unit).flatMap((field) =>
    shapes.map((shape) => growthOf(unit, base, field, shape)),
  );
}

const worstBy = (growths: readonly Growth[], figure: "millis" | "exponent"): Growth | undefined =>
  growths.toSorted((a, b) => b[figure] - a[figure])[0];

const { values: flags, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { category: { type: "string" }, write: { type: "boolean" } },
});
const { category } = flags;
const chosen = units.filter(
  (unit) =>
    (category === undefined || unit.category.toLowerCase() === category.toLowerCase()) &&
    (words.length === 0 || words.includes(unit.id)),
);
if (chosen.length === 0) throw new Error(`No tool is called ${words.join(", ") || category}`);

const placeOf = ({ field, shape }: Growth): string => `${field}: ${shape}`;
let outside = 0;
let measured = 0;
const rows: string[][] = [];
for (const unit of chosen) {
  const growths = growthsOf(unit);
  measured += growths.length;
  const [slowest, steepest] = [worstBy(growths, "millis"), worstBy(growths, "exponent")];
  if (!slowest || !steepest) {
    rows.push([unit.id, "", "no text field", "", "", ""]);
    continue;
  }
  const isFlat = steepest.exponent === 0;
  const holds = steepest.exponent <= MOST_EXPONENT;
  if (!holds) outside++;
  rows.push([
    unit.id,
    slowest.millis.toFixed(1),
    placeOf(slowest),
    isFlat ? "flat" : steepest.exponent.toFixed(2),
    isFlat ? "" : placeOf(steepest),
    holds ? "yes" : "no",
  ]);
  console.error(`${unit.id}: ${slowest.millis.toFixed(1)} ms, ${steepest.exponent.toFixed(2)}`);
}
await tell({
  name: "growth",
  title: "How time grows with the input",
  command: "bun run bench:growth",
  summary: `${chosen.length} tools and kits, ${measured} combinations of a text field and a kind of text, from 1,000 to 100,000 characters: ${chosen.length - outside} grow with an exponent of at most ${MOST_EXPONENT}.`,
  tables: [
    {
      title: "The slowest and the steepest of each",
      columns: ["tool", "ms at 100,000", "field and text", "exponent", "field and text", "within"],
      rows,
    },
  ],
  notes: [
    `Below ${FLAT_MS} ms at 100,000 characters growth is called flat.`,
    "Where one small text against one large says more than 1.2, a hundred small ones are taken against it, up to five times, of which the quickest count: a text alone leaves nothing to the collector of what is dead.",
  ],
});
process.exitCode = outside === 0 ? 0 : 1;
