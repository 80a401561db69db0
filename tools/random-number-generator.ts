import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, fail } from "./_core/tool.ts";
import { Decimal } from "./_lib/numbers/decimal.ts";
import { entropyWords, seededWords } from "./_lib/numbers/xoshiro.ts";
import { INPUT_FAILURES, inputInvalid } from "./_lib/results/input-invalid.ts";
import { boundsOf, drawJob, type Drawn, type Job, jobOf } from "./random-number-generator/job.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  TEXT_NOT_UNDERSTOOD: "The text is no range, no dice, no coin and no list",
  DICE_INVALID: "Dice are not written NdS+M, with up to 1000 dice of up to 1,000,000 sides",
  RANGE_INVALID: "The least number is larger than the largest",
  RANGE_TOO_LARGE: "There are more than 2^53 candidates",
  RANGE_TOO_SMALL: "There are fewer candidates than are to be drawn without repetition",
  ITEMS_MISSING: "There are no items to pick or shuffle",
  WEIGHTS_INVALID: "The weights are not one for each item, have more than 6 decimals, or are all 0",
} as const;

const ACTIONS = [
  "integer",
  "decimal",
  "normal",
  "exponential",
  "poisson",
  "coin",
  "dice",
  "shuffle",
  "pick",
] as const;

export type Action = (typeof ACTIONS)[number];

export type Item = string | number;

const MOST = Number.MAX_SAFE_INTEGER;
const MOST_ITEMS = 10_000;
const MOST_NUMBER = 1e15;

const INPUT = Type.Object({
  input: Type.Optional(
    Type.String({ description: "1-100, 3d6+2, coin, or items: a, b, c", maxLength: 10_000 }),
  ),
  action: Type.Optional(oneOf(ACTIONS, { description: "What to draw; integer, if left out" })),
  min: Type.Number({ description: "The least", minimum: -MOST, maximum: MOST, default: 1 }),
  max: Type.Number({ description: "The largest", minimum: -MOST, maximum: MOST, default: 100 }),
  step: whole({
    description: "integer: distance of candidates",
    minimum: 1,
    maximum: MOST,
    default: 1,
  }),
  count: whole({
    description: "How many; shuffle gives all",
    minimum: 1,
    maximum: 10_000,
    default: 1,
  }),
  unique: Type.Boolean({ description: "integer, decimal, pick: none twice", default: false }),
  sort: oneOf(["none", "asc", "desc"], { description: "Of numbers", default: "none" }),
  seed: Type.Optional(
    Type.Union([Type.String({ maxLength: 1000 }), Type.Number()], {
      description: "Equal seeds give equal values, in any program that follows the method",
    }),
  ),
  decimals: whole({
    description: "decimal, normal, exponential",
    minimum: 0,
    maximum: 12,
    default: 6,
  }),
  mean: Type.Number({
    description: "normal, poisson (0 to 500)",
    minimum: -MOST_NUMBER,
    maximum: MOST_NUMBER,
    default: 0,
  }),
  stdDev: Type.Number({ description: "normal", minimum: 0, maximum: MOST_NUMBER, default: 1 }),
  rate: Type.Number({
    description: "exponential",
    exclusiveMinimum: 0,
    maximum: MOST_NUMBER,
    default: 1,
  }),
  dice: Type.String({ description: "NdS+M: 3d6+2", maxLength: 100, default: "1d6" }),
  items: Type.Array(Type.Union([Type.String(), Type.Number()]), {
    description: "shuffle, pick: needed without input, texts or numbers",
    maxItems: MOST_ITEMS,
    default: [],
  }),
  weights: Type.Optional(
    Type.Array(Type.Number({ description: "Up to 6 decimals", minimum: 0, maximum: MOST_NUMBER }), {
      description: "pick: one for each item",
      maxItems: MOST_ITEMS,
    }),
  ),
});

export type Input = Static<typeof INPUT>;

const ALGORITHM = "xoshiro256**" as const;

const VALUE = Type.Object({
  action: oneOf(ACTIONS),
  values: Type.Array(Type.Union([Type.Number(), Type.String()])),
  rolls: Type.Union([Type.Array(Type.Array(Type.Number())), Type.Null()], {
    description: "dice: the single dice of each value",
  }),
  count: Type.Integer(),
  algorithm: Type.Literal(ALGORITHM),
  seeded: Type.Boolean({ description: "Whether the field seed was given" }),
});

// A draw of a continuous distribution takes 0.1 ms: its logarithm and polynomials are decimal, equal in every engine.
// The most that are allowed take seconds, where they keep nobody waiting.
export default defineTool({
  id: "random-number-generator",
  name: "Random Number Generator",
  category: "Generator",
  description: "Draws numbers, dice, picks and shuffles without bias, reproducibly from a seed.",
  keywords: [
    "bingo",
    "coin",
    "coin flip",
    "dice",
    "draw",
    "gaussian",
    "integer",
    "lottery",
    "normal distribution",
    "number",
    "pick",
    "raffle",
    "randint",
    "random",
    "sample",
    "seed",
    "shuffle",
    "weighted",
  ],
  aliases: ["rng", "dice-roller", "random-integer"],
  version: "2026-11-23",

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
    "toss for the bill, who of us pays",
    "bingo caller: numbers from 1 to 75, none repeated",
    "teacher needs to call on pupils in a fair order",
    "one name out of the tombola, everybody may check it afterwards",
    "dungeons and dragons: 4d6, advantage, d20 roll",
    "numpy.random.randint, random.choice, random.sample, Math.random, random.org, RAND()",
    "generate values drawn uniformly or gaussian, the same again with an identical seed",
    "sorteio de números ou nomes, jogar dados, cara ou coroa",
    "münze werfen, lottozahlen ziehen, zufällige reihenfolge",
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
    const job = jobOf(input);
    if ("code" in job) return fail(job);
    const outside = boundsOf(job);
    if (outside) return inputInvalid([outside]);
    const words = input.seed === undefined ? entropyWords(ctx) : seededWords(String(input.seed));
    const drawn = drawJob(job, words, ctx);
    return "code" in drawn ? fail(drawn) : describe(job, drawn);
  },
});

function describe(job: Job, { values, rolls }: Drawn) {
  const { action, sort, seed } = job;
  const order = [...values.keys()];
  const sign = sort === "desc" ? -1 : 1;
  if (sort !== "none" && values.every((value) => typeof value === "number")) {
    order.sort((a, b) => sign * (Number(values[a]) - Number(values[b])) || a - b);
  }
  const sorted = order.flatMap((index) => values[index] ?? []);
  return done({
    output: sorted.map((value) => textOf(value)).join("\n"),
    action,
    value: {
      action,
      values: sorted,
      rolls: rolls ? order.map((index) => [...(rolls[index] ?? [])]) : null,
      count: sorted.length,
      algorithm: ALGORITHM,
      seeded: seed !== undefined,
    },
  });
}

/** Numbers in their number text. */
function textOf(value: Item): string {
  return typeof value === "number" ? new Decimal(value).toString() : value;
}
