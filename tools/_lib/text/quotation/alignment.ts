/** Which words of a quotation and of its source go together. */
import type { Budget } from "../../../_core/tool.ts";
import type { PlacedWord } from "../words.ts";
import { isCritical } from "./critical-words.ts";
import { writeWords } from "./passage.ts";

export const OPERATIONS = ["replace", "insert", "delete"] as const;

export interface Difference {
  /** Insert: only the quotation has it; delete: only the source. */
  readonly op: (typeof OPERATIONS)[number];
  readonly quote: string;
  readonly source: string;
  /** Whether it may change what is said. */
  readonly critical: boolean;
}

/** What differs between texts at a known distance in words, in order; neighbours of one kind are one. */
export function differencesOf(
  quote: readonly PlacedWord[],
  source: readonly PlacedWord[],
  distance: number,
  budget: Budget,
): Difference[] {
  const differences: Difference[] = [];
  let [q, s] = [0, 0];
  for (const [step, count] of runsOf(stepsOf(quote, source, distance, budget))) {
    const quoted = step === "delete" ? [] : quote.slice(q, q + count);
    const original = step === "insert" ? [] : source.slice(s, s + count);
    q += quoted.length;
    s += original.length;
    if (step === "match") continue;
    differences.push({
      op: step,
      quote: writeWords(quoted),
      source: writeWords(original),
      critical: [...quoted, ...original].some(({ text }) => isCritical(text)),
    });
  }
  return differences;
}

type Step = Difference["op"] | "match";

function runsOf(steps: readonly Step[]): [Step, number][] {
  const runs: [Step, number][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last?.[0] === step) last[1]++;
    else runs.push([step, 1]);
  }
  return runs;
}

const DIAGONAL = 0;
const DELETE = 1;
const INSERT = 2;
/** Cells of the table that cost as much as one step of a run; all of them are kept. */
const CELLS_PER_STEP = 8;

/** The cheapest steps from the source to the quotation, by the table of distances near its diagonal. */
function stepsOf(
  quote: readonly PlacedWord[],
  source: readonly PlacedWord[],
  distance: number,
  budget: Budget,
): Step[] {
  const width = 2 * distance + 1;
  budget.spend(Math.ceil(((quote.length + 1) * width) / CELLS_PER_STEP));
  const moves = fillTable(quote, source, distance);
  const steps: Step[] = [];
  let [q, s] = [quote.length, source.length];
  while (q > 0 || s > 0) {
    const move = moves[q * width + s - q + distance];
    if (move === DELETE) steps.push("delete");
    else if (move === INSERT) steps.push("insert");
    else steps.push(quote[q - 1]?.text === source[s - 1]?.text ? "match" : "replace");
    if (move !== DELETE) q--;
    if (move !== INSERT) s--;
  }
  return steps.toReversed();
}

/** For each cell of the band, row by row, the move that leads to it at the least cost. */
function fillTable(
  quote: readonly PlacedWord[],
  source: readonly PlacedWord[],
  distance: number,
): Uint8Array {
  const width = 2 * distance + 1;
  const moves = new Uint8Array((quote.length + 1) * width);
  // The costs of the row above, overwritten from left to right; one more cell ends the band. Before the first words
  // both texts have none, which is the same for both.
  const costs = new Float64Array(width + 1).fill(Infinity);
  costs[distance] = 0;
  for (let q = 0; q <= quote.length; q++) {
    const word = quote[q - 1]?.text;
    let left = Infinity;
    for (let cell = 0; cell < width; cell++) {
      const s = q + cell - distance;
      const diagonal = (costs[cell] ?? 0) + (word === source[s - 1]?.text ? 0 : 1);
      const insert = (costs[cell + 1] ?? 0) + 1;
      const least = Math.min(diagonal, left + 1, insert);
      moves[q * width + cell] = moveAt(least, diagonal, left + 1);
      left = s >= 0 && s <= source.length ? least : Infinity;
      costs[cell] = left;
    }
  }
  return moves;
}

/** On equal costs words are replaced rather than left out, and left out rather than added. */
function moveAt(least: number, diagonal: number, left: number): number {
  if (diagonal === least) return DIAGONAL;
  return left === least ? DELETE : INSERT;
}
