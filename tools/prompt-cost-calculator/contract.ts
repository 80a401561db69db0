/** What goes into the cost of a workload, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import type { Outcome } from "../_core/tool.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";
import { LINE_KINDS, SERVICE_TIERS } from "./bill.ts";
import { PRICE_WARNINGS } from "../_lib/agents/models/request-cost.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  MODEL_UNKNOWN: "The model is not in the table, and prices are not given",
  CACHE_TOKENS_EXCEED_INPUT: "More tokens are cached than the prompt has",
  USAGE_NOT_FOUND: "An item holds no usage object",
} as const;

export const WARNINGS = {
  CACHE_PRICE_UNKNOWN: "The rate of cached tokens is not published: they are billed as input",
  ...PRICE_WARNINGS,
  LONG_TIER: "The rates of long prompts apply to the whole request",
  MODEL_UNKNOWN: "A model to compare with is not in the table, and left out",
} as const;

const MOST = 1e12;
const tokens = (description: string) =>
  whole({ description, minimum: 0, maximum: MOST, default: 0 });

export const INPUT = Type.Object({
  model: Type.Optional(Type.String({ description: "Any model name; gpt-5 if left out" })),
  inputTokens: tokens("The whole prompt, cached part included"),
  cachedTokens: tokens("Of the prompt, read from the cache"),
  cacheWriteTokens: tokens("Of the prompt, written to the cache by this request"),
  cacheTtl: oneOf(["5m", "1h"], { description: "How long what is written lives", default: "5m" }),
  outputTokens: tokens("Visible answer"),
  reasoningTokens: tokens("Thinking, billed as output on top of outputTokens"),
  usage: Type.Optional(
    jsonField({
      description: "Up to 5000 usage objects or responses, as an array or one on each line",
    }),
  ),
  serviceTier: oneOf(SERVICE_TIERS, {
    description: "batch and flex are half, priority is double",
    default: "standard",
  }),
  requests: Type.Number({ description: "For the total", minimum: 0, maximum: MOST, default: 1 }),
  requestsPerDay: Type.Optional(
    Type.Number({ description: "Gives costs per day, month and year", minimum: 0, maximum: MOST }),
  ),
  daysPerMonth: Type.Number({ description: "Of a month", minimum: 1, maximum: 31, default: 30 }),
  prices: Type.Optional(
    jsonField({
      description:
        "USD per million instead of the table's: { input, output, cacheRead?, cacheWrite5m?, cacheWrite1h?, tier?: { over, inputFactor, outputFactor } }",
    }),
  ),
  compareModels: Type.Optional(
    jsonField({ description: 'Price the same tokens elsewhere: up to 60 names, or "all"' }),
  ),
  asOf: Type.Optional(Type.String({ description: "The day whose prices count, YYYY-MM-DD" })),
});

export type Input = Static<typeof INPUT>;

const money = Type.Number({ description: "USD" });
const nullable = Type.Union([Type.Number(), Type.Null()]);

export const VALUE = Type.Object({
  currency: Type.Literal("USD"),
  tableDate: Type.String(),
  model: Type.String({ description: "The table's id or the name as given; mixed for several" }),
  asOf: Type.String(),
  tier: oneOf(["base", "long"]),
  serviceTier: oneOf(SERVICE_TIERS),
  requests: Type.Number(),
  tokens: Type.Object({
    prompt: Type.Number(),
    uncached: Type.Number(),
    cacheRead: Type.Number(),
    cacheWrite5m: Type.Number(),
    cacheWrite1h: Type.Number(),
    output: Type.Number({ description: "Reasoning included" }),
    reasoning: Type.Number(),
  }),
  lines: Type.Array(
    Type.Object({
      kind: oneOf(LINE_KINDS),
      tokens: Type.Number(),
      perMillion: Type.Number({ description: "After long tier and service tier" }),
      cost: money,
    }),
  ),
  perRequest: Type.Number({ description: "The mean, where usage was given" }),
  total: money,
  perDay: nullable,
  perMonth: nullable,
  perYear: nullable,
  withoutCache: Type.Number({ description: "The same with nothing cached" }),
  cacheSavings: Type.Number({ description: "Negative where caching costs more" }),
  breakEvenRequests: Type.Union([Type.Integer(), Type.Null()], {
    description: "From so many requests with the same prompt on caching is no dearer",
  }),
  items: Type.Optional(
    Type.Array(
      Type.Object({
        index: Type.Integer(),
        model: Type.String(),
        tier: oneOf(["base", "long"]),
        cost: money,
      }),
    ),
  ),
  models: Type.Optional(Type.Array(Type.Object({ model: Type.String(), perRequest: money }))),
});

export type Value = Static<typeof VALUE>;
export type Result = Outcome<Value, keyof typeof FAILURES, keyof typeof WARNINGS>;
