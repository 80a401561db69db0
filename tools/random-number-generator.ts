import type { Static } from "@sinclair/typebox";
import { defineTool, done, fail, type Outcome } from "./_core/tool.ts";
import { Decimal } from "./_lib/numbers/decimal.ts";
import { inputInvalid } from "./_lib/results/input-invalid.ts";
import {
  FAILURES,
  type Failure,
  INPUT,
  type Item,
  ITEMS,
  VALUE,
  WEIGHTS,
} from "./random-number-generator/contract.ts";
import { boundsOf, type Drawn, drawJob, type Job, jobOf } from "./random-number-generator/job.ts";
import { entropyWords, seededWords } from "./_lib/numbers/xoshiro.ts";
import { readStructured } from "./_lib/fields/structured-field.ts";

type Result = Outcome<Static<typeof VALUE>, Failure, never>;

// A draw of a continuous distribution takes 0.1 ms: its logarithm and polynomials are decimal, equal in every engine.
// The most that are allowed take seconds, where they keep nobody waiting.
export default defineTool({
  id: "random-number-generator",
  name: "Random Number Generator",
  category: "Generator",
  description: "Draws numbers, dice, picks and shuffles without bias, reproducibly from a seed.",
  keywords: [
    "coin",
    "dice",
    "gaussian",
    "integer",
    "lottery",
    "normal distribution",
    "number",
    "pick",
    "random",
    "sample",
    "seed",
    "shuffle",
    "weighted",
  ],
  aliases: ["rng", "dice-roller", "random-integer"],
  version: "2026-11-22",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "generate",
  failures: FAILURES,
  warnings: {},
  intents: [
    "random number between 1 and 100",
    "roll 3d6+2",
    "flip a coin",
    "pick a random item from a list",
    "shuffle a list",
    "lottery numbers without repetition",
    "random decimal between 0 and 1",
    "random numbers from a normal distribution",
    "poisson random variates",
    "reproducible random numbers from a seed",
    "weighted random choice",
    "draw a raffle winner",
    "draw names out of a hat",
    "who goes first, heads or tails",
    "fair raffle among the participants, three winners",
    "split people into random order, secret santa",
    "throw two dice for a board game",
    "bias-free sampling from a distribution with a repeatable seed",
    "pick six lotto numbers, none twice",
    "any integer from a range",
    "choose one of my pupils or colleagues by chance, who wins the prize",
    "número aleatorio entre 1 y 100",
    "zufallszahl erzeugen",
    "nombre aléatoire",
    "gerar número aleatório",
    "サイコロを振る",
    "随机数生成器",
    "sortear un ganador al azar, tirar un dado",
    "würfeln, losen, zufällig auswählen",
    "tirer au sort, lancer un dé",
    "抽奖 掷骰子 随机 抽签",
    "くじ引き ランダムに選ぶ 抽選",
  ],
  effort: 1,
  isolated: true,
  detect(sample) {
    return /^\s*\d*d\d+(?:[+-]\d+)?\s*$/i.test(sample) ? 0.8 : 0;
  },

  laws: [
    {
      name: "the same seed gives the same values, and a larger count only adds to them",
      holds(run, input) {
        const given = { ...input, seed: input.seed ?? "law", sort: "none" as const };
        const [few, again, many] = [3, 3, 5].map((count) => run({ ...given, count }).value);
        if (!few || !many) return true;
        const isShuffle = few.action === "shuffle";
        const start = isShuffle ? many.values : many.values.slice(0, 3);
        return (
          JSON.stringify(few) === JSON.stringify(again) &&
          JSON.stringify(start) === JSON.stringify(few.values)
        );
      },
    },
    {
      name: "whole numbers are in range and on the grid, and differ where they should",
      holds(run, { min = 1, max = 100, step = 1, seed = "law" }) {
        const given = { action: "integer" as const, min, max, step, seed };
        const { value } = run({ ...given, count: 5, unique: true });
        const numbers = (value?.values ?? []) as number[];
        return (
          new Set(numbers).size === numbers.length &&
          numbers.every((number) => number >= min && number <= max) &&
          numbers.every((number) => (BigInt(number) - BigInt(min)) % BigInt(step) === 0n)
        );
      },
    },
  ],
  examples: [
    {
      title: "Five integers",
      input: { seed: "42", count: 5 },
      expect: { output: "10\n17\n78\n79\n80", value: { algorithm: "xoshiro256**", seeded: true } },
    },
    {
      title: "Lottery",
      input: { seed: "42", min: 1, max: 49, count: 6, unique: true, sort: "asc" },
      expect: { value: { values: [1, 5, 10, 22, 38, 49] } },
    },
    {
      title: "Dice",
      input: { input: "3d6+2", seed: "a", count: 2 },
      expect: {
        output: "13\n11",
        value: {
          rolls: [
            [5, 2, 4],
            [5, 3, 1],
          ],
        },
      },
    },
    {
      title: "Normal distribution",
      input: { action: "normal", seed: "a", count: 3 },
      expect: { value: { values: [-1.492035, -1.421008, 1.344674] } },
    },
    {
      title: "Too few to choose from",
      input: { input: "1-3", count: 4, unique: true },
      expect: { ok: false, error: { code: "RANGE_TOO_SMALL" } },
    },
  ],

  run(input, ctx) {
    const items = readStructured(input.items ?? [], ITEMS, "/items");
    if (items.failure) return items.failure;
    const weights =
      input.weights === undefined ? undefined : readStructured(input.weights, WEIGHTS, "/weights");
    if (weights?.failure) return weights.failure;
    const job = jobOf(input, items.value, weights?.value);
    if ("code" in job) return fail(job);
    const outside = boundsOf(job);
    if (outside) return inputInvalid([outside]);
    const words = input.seed === undefined ? entropyWords(ctx) : seededWords(String(input.seed));
    const drawn = drawJob(job, words, ctx);
    return "code" in drawn ? fail(drawn) : describe(job, drawn);
  },
});

function describe(job: Job, { values, rolls }: Drawn): Result {
  const { action, sort, seed } = job;
  const order = [...values.keys()];
  const sign = sort === "desc" ? -1 : 1;
  if (sort !== "none" && values.every((value) => typeof value === "number")) {
    order.sort((a, b) => sign * (Number(values[a]) - Number(values[b])) || a - b);
  }
  const sorted = order.map((index) => values[index] as Item);
  return done({
    output: sorted.map((value) => textOf(value)).join("\n"),
    action,
    value: {
      action,
      values: sorted,
      rolls: rolls ? order.map((index) => [...(rolls[index] ?? [])]) : null,
      count: sorted.length,
      algorithm: "xoshiro256**",
      seeded: seed !== undefined,
    },
  });
}

/** Numbers in their number text. */
function textOf(value: Item): string {
  return typeof value === "number" ? new Decimal(value).toString() : value;
}
