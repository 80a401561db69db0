/** What the random number generator takes and gives. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";
import { REQUEST_FAILURES } from "./request.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...REQUEST_FAILURES,
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

const MOST = Number.MAX_SAFE_INTEGER;
const MOST_ITEMS = 10_000;
const MOST_NUMBER = 1e15;

export const INPUT = Type.Object({
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
  items: Type.Optional(
    jsonField({ description: "shuffle, pick: an array of 1 to 10,000 texts or numbers" }),
  ),
  weights: Type.Optional(
    jsonField({ description: "pick: an array with a number of 0 or more for each item" }),
  ),
});

export const VALUE = Type.Object({
  action: oneOf(ACTIONS),
  values: Type.Array(Type.Union([Type.Number(), Type.String()])),
  rolls: Type.Union([Type.Array(Type.Array(Type.Number())), Type.Null()], {
    description: "dice: the single dice of each value",
  }),
  count: Type.Integer(),
  algorithm: Type.Literal("xoshiro256**"),
  seeded: Type.Boolean({ description: "Whether the field seed was given" }),
});

export const ITEMS = Type.Array(Type.Union([Type.String(), Type.Number()]), {
  maxItems: MOST_ITEMS,
});
export const WEIGHTS = Type.Array(Type.Number({ minimum: 0, maximum: MOST_NUMBER }), {
  maxItems: MOST_ITEMS,
});

export type Input = Static<typeof INPUT>;
export type Item = string | number;
export type Failure = keyof typeof FAILURES;
