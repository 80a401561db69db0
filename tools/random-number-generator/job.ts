/** What is to be drawn, and the draws. */
import type { Ctx, Entry } from "../_core/tool.ts";
import { Decimal, toNumber } from "../_lib/numbers/decimal.ts";
import { outOfBounds } from "../_lib/results/input-invalid.ts";
import type { Action, Input, Item } from "../random-number-generator.ts";
import { exponential, normal, poisson } from "./distributions.ts";
import { drawIndices, drawWeighted, gridOf, onGrid, shuffled } from "./draw.ts";
import { type Dice, readDice, readText, type RequestProblem } from "./request.ts";
import { draw, type WordSource } from "../_lib/numbers/xoshiro.ts";

/** What is drawn, with the text of `input` in it. */
export interface Job extends Omit<Input, "action" | "dice" | "items"> {
  readonly action: Action;
  readonly rolled: Dice;
  readonly items: readonly Item[];
}

export interface Drawn {
  readonly values: readonly Item[];
  readonly rolls?: readonly (readonly number[])[];
}

type Problem = Entry<
  "RANGE_INVALID" | "RANGE_TOO_LARGE" | "RANGE_TOO_SMALL" | "ITEMS_MISSING" | "WEIGHTS_INVALID"
>;

/** The job that fields and text ask for. */
export function jobOf(input: Input): Job | RequestProblem {
  const { action, input: text, dice, ...base } = input;
  if (text === undefined) {
    const rolled = readDice(action === "dice" ? dice : "1d6", "/dice");
    return "code" in rolled ? rolled : { ...base, action: action ?? "integer", rolled };
  }
  const spoken = readText(text);
  if ("code" in spoken) return spoken;
  const rolled = spoken.action === "dice" ? spoken.dice : { count: 1, sides: 6, added: 0 };
  const effective = action ?? (spoken.action === "list" ? "pick" : spoken.action);
  if (!FITTING[spoken.action].includes(effective)) return unfit(spoken.action, effective);
  if (spoken.action === "list") {
    return { ...base, action: effective, rolled, items: spoken.items };
  }
  const range = spoken.action === "integer" ? { min: spoken.min, max: spoken.max } : {};
  return { ...base, ...range, action: effective, rolled };
}

/** What may be asked for with such a text. */
const FITTING: Readonly<Record<"integer" | "dice" | "coin" | "list", readonly Action[]>> = {
  integer: ["integer", "decimal"],
  dice: ["dice"],
  coin: ["coin"],
  list: ["pick", "shuffle"],
};

function unfit(found: string, action: Action): RequestProblem {
  const expected = `a text for ${action}, or no input`;
  const kind = found === "integer" ? "a range" : found;
  const message = `Cannot draw ${action} from the text: found ${kind}, expected ${expected}`;
  return { code: "TEXT_NOT_UNDERSTOOD", message, path: "/input", expected };
}

const MOST_POISSON = 500;
/** With a smaller one a value may be more than a double holds. */
const LEAST_RATE = 1e-300;

/** A bound that only one action has. */
export function boundsOf({ action, min, max, mean, rate }: Job): Entry<"RANGE"> | undefined {
  if (action === "poisson" && (mean < 0 || mean > MOST_POISSON)) {
    return outOfBounds("/mean", String(mean), `0 to ${MOST_POISSON} for poisson`);
  }
  if (action === "exponential" && rate < LEAST_RATE) {
    return outOfBounds("/rate", String(rate), `at least ${LEAST_RATE} for exponential`);
  }
  if (action !== "integer") return undefined;
  if (!Number.isInteger(min)) return outOfBounds("/min", String(min), "a whole number");
  return Number.isInteger(max) ? undefined : outOfBounds("/max", String(max), "a whole number");
}

export function drawJob(job: Job, next: WordSource, { budget }: Ctx): Drawn | Problem {
  const { action, count, decimals } = job;
  const times = <T>(one: () => T): T[] => Array.from({ length: count }, one);
  switch (action) {
    case "integer":
    case "decimal":
      return drawFromGrid(job, next);
    case "coin":
      return { values: times(() => (draw(next, 2) === 0 ? "heads" : "tails")) };
    case "dice": {
      const { count: dice, sides, added } = job.rolled;
      budget.spend(count * dice);
      const rolls = times(() => Array.from({ length: dice }, () => draw(next, sides) + 1));
      return { values: rolls.map((roll) => roll.reduce((sum, pips) => sum + pips, added)), rolls };
    }
    case "shuffle":
      return job.items.length === 0 ? noItems() : { values: shuffled(next, job.items) };
    case "pick":
      return pick(job, next);
    case "poisson": {
      const sample = poisson(new Decimal(job.mean));
      return { values: times(() => sample(next)) };
    }
    case "normal": {
      const [mean, deviation] = [new Decimal(job.mean), new Decimal(job.stdDev)];
      return { values: times(() => toNumber(normal(next, mean, deviation), decimals)) };
    }
    case "exponential": {
      const rate = new Decimal(job.rate);
      return { values: times(() => toNumber(exponential(next, rate), decimals)) };
    }
  }
}

const MOST_CANDIDATES = 2 ** 53;

function drawFromGrid(job: Job, next: WordSource): Drawn | Problem {
  const { action, min, max, count, unique } = job;
  if (min > max) {
    const message = `Cannot draw from the range: found ${min} to ${max}, expected a min that is not larger than max`;
    return { code: "RANGE_INVALID", message, path: "/min" };
  }
  const grid = gridOf(min, max, action === "integer" ? job.step : `1e-${job.decimals}`);
  if (grid.size.gt(MOST_CANDIDATES)) {
    const message = `Cannot draw from the range: found ${grid.size.toFixed()} candidates, expected at most 2^53`;
    return { code: "RANGE_TOO_LARGE", message, path: "/max" };
  }
  const size = grid.size.toNumber();
  if (unique && count > size) return tooFew(size, count);
  const indices = drawIndices(next, size, count, unique);
  return { values: indices.map((index) => onGrid(grid, index)) };
}

function tooFew(size: number, count: number): Problem {
  const message = `Cannot draw ${count} without repetition: found ${size} candidates, expected at least ${count}`;
  return { code: "RANGE_TOO_SMALL", message, path: "/count", expected: count, received: size };
}

function noItems(): Problem {
  const message = "Cannot pick or shuffle: found no items, expected an array of them";
  return { code: "ITEMS_MISSING", message, path: "/items" };
}

function pick({ items, weights, count, unique }: Job, next: WordSource): Drawn | Problem {
  if (items.length === 0) return noItems();
  const itemsAt = (indices: readonly number[]): Drawn => ({
    values: indices.map((index) => items[index] as Item),
  });
  if (!weights) {
    if (unique && count > items.length) return tooFew(items.length, count);
    return itemsAt(drawIndices(next, items.length, count, unique));
  }
  const scaled = scaleWeights(weights, items.length);
  if (!Array.isArray(scaled)) return scaled;
  const possible = scaled.filter((weight) => weight > 0).length;
  if (unique && count > possible) return tooFew(possible, count);
  return itemsAt(drawWeighted(next, scaled, count, unique));
}

const WEIGHT_SCALE = 1e6;

/** Whole millionths. */
function scaleWeights(weights: readonly number[], items: number): number[] | Problem {
  const invalid = (found: string, expected: string): Problem => ({
    code: "WEIGHTS_INVALID",
    message: `Cannot pick by weight: found ${found}, expected ${expected}`,
    path: "/weights",
    expected,
  });
  if (weights.length !== items)
    return invalid(`${weights.length} weights`, `${items}, one for each item`);
  const scaled = weights.map((weight) => new Decimal(weight).times(WEIGHT_SCALE));
  if (!scaled.every((weight) => weight.isInteger())) {
    return invalid("a weight of more decimals", "at most 6 decimals");
  }
  const sum = scaled.reduce((total, weight) => total.plus(weight), new Decimal(0));
  if (sum.isZero()) return invalid("no weight above 0", "one at least");
  if (sum.gt(MOST_CANDIDATES)) return invalid("larger weights", "a sum of at most 2^53 millionths");
  return scaled.map((weight) => weight.toNumber());
}
