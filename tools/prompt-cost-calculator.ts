import { type Static, Type } from "@sinclair/typebox";
import { dataOrJson, oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { comparedModels } from "./_lib/agents/models/compare.ts";
import { PRICE_WARNINGS } from "./_lib/agents/models/request-cost.ts";
import { DAY_FAILURE } from "./_lib/fields/date-field.ts";
import { STRUCTURED_FAILURES } from "./_lib/fields/structured-field.ts";
import { LINE_KINDS, SERVICE_TIERS } from "./prompt-cost-calculator/bill.ts";
import { calculateCost } from "./prompt-cost-calculator/prompt-cost.ts";

const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...DAY_FAILURE,
  MODEL_UNKNOWN: "The model is not in the table, and prices are not given",
  CACHE_TOKENS_EXCEED_INPUT: "More tokens are cached than the prompt has",
  USAGE_NOT_FOUND: "An item holds no usage object",
  USAGE_INVALID: "A usage object says something else than a number of tokens",
} as const;

const WARNINGS = {
  CACHE_PRICE_UNKNOWN: "The rate of cached tokens is not published: they are billed as input",
  ...PRICE_WARNINGS,
  UNPRICED_MODEL: "Rows of a log name a model that is in no table; they are not in the total",
  UNPRICED_PART:
    "A part of requests is billed by rates that are not known, and not in the total as such",
  LONG_TIER: "The rates of long prompts apply to the whole request",
  MODEL_UNKNOWN: "A model to compare with is not in the table, and left out",
} as const;

export type Warnings = typeof WARNINGS;

const MOST = 1e12;

const tokens = (description: string) =>
  whole({ description, minimum: 0, maximum: MOST, default: 0 });

const rate = (description: string) => Type.Number({ description, minimum: 0, maximum: 1e6 });

const TIER = Type.Object(
  {
    over: Type.Number({
      description: "Longer prompts are billed by the factors",
      minimum: 0,
      maximum: MOST,
    }),
    inputFactor: rate("On the rates of the prompt"),
    outputFactor: rate("On the rate of the answer"),
  },
  { description: "Of long prompts" },
);

const PRICES = Type.Object({
  input: rate("Of the prompt"),
  output: rate("Of the answer"),
  cacheRead: Type.Optional(rate("Of what is read from the cache")),
  cacheWrite5m: Type.Optional(rate("Of what is written for 5 minutes")),
  cacheWrite1h: Type.Optional(rate("Of what is written for an hour")),
  tier: Type.Optional(TIER),
});

export type Prices = Static<typeof PRICES>;

const INPUT = Type.Object({
  model: Type.Optional(Type.String({ description: "Any model name; gpt-5 if left out" })),
  inputTokens: tokens("The whole prompt, cached part included"),
  cachedTokens: tokens("Of the prompt, read from the cache"),
  cacheWriteTokens: tokens("Of the prompt, written to the cache by this request"),
  cacheTtl: oneOf(["5m", "1h"], { description: "How long what is written lives", default: "5m" }),
  outputTokens: tokens("Visible answer"),
  reasoningTokens: tokens("Thinking, billed as output on top of outputTokens"),
  usage: Type.Optional(
    Type.Union(
      [
        Type.Array(Type.Unknown({ description: "A usage object, or a response with one" }), {
          maxItems: 5000,
        }),
        Type.Object({}, { description: "One of them" }),
        Type.String({ description: "Their JSON, or one on each line" }),
      ],
      { description: "Logged requests, up to 5000, instead of the tokens" },
    ),
  ),
  serviceTier: oneOf(SERVICE_TIERS, {
    description: "batch and flex are half, priority is double; a log's own where this is standard",
    default: "standard",
  }),
  requests: Type.Number({ description: "For the total", minimum: 0, maximum: MOST, default: 1 }),
  requestsPerDay: Type.Optional(
    Type.Number({ description: "Gives costs per day, month and year", minimum: 0, maximum: MOST }),
  ),
  daysPerMonth: Type.Number({ description: "Of a month", minimum: 1, maximum: 31, default: 30 }),
  prices: Type.Optional(
    dataOrJson(PRICES, { description: "USD per million tokens, instead of the table's" }),
  ),
  compareModels: comparedModels("Models at whose prices the same tokens are billed"),
  asOf: Type.Optional(Type.String({ description: "The day whose prices count, YYYY-MM-DD" })),
});

export type Input = Static<typeof INPUT>;

const money = Type.Number({ description: "USD" });

const nullable = Type.Union([Type.Number(), Type.Null()]);

const VALUE = Type.Object({
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
      tokens: Type.Number({ description: "Of web-search: searches" }),
      perMillion: Type.Number({ description: "After long tier, service tier and place" }),
      cost: money,
    }),
  ),
  perRequest: Type.Number({ description: "The mean of what is priced, where usage was given" }),
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
        cost: Type.Union([Type.Number(), Type.Null()], {
          description: "USD; null where the model is in no table",
        }),
      }),
    ),
  ),
  models: Type.Optional(Type.Array(Type.Object({ model: Type.String(), perRequest: money }))),
});

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "prompt-cost-calculator",
  name: "Prompt Cost Calculator",
  category: "AI",
  description:
    "Prices model requests as billed: caching, batch, long prompts; or what logged usage has cost.",
  keywords: [
    "api cost",
    "batch",
    "billing",
    "budget",
    "cache",
    "claude",
    "gemini",
    "gpt",
    "llm",
    "openai pricing",
    "price",
    "prompt caching",
    "token price",
    "tokens",
    "usage",
  ],
  aliases: ["llm-cost-calculator"],
  version: "2026-11-23",

  input: INPUT,
  primary: "model",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "what does this llm workload cost",
    "price of 1 million tokens with gpt-5",
    "prompt caching savings",
    "when does prompt caching pay off",
    "cost of usage logs from openai and anthropic",
    "batch api discount cost",
    "monthly cost of an ai agent",
    "compare model prices for the same tokens",
    "long context pricing above 200k tokens",
    "claude api cost per request",
    "gemini thinking tokens cost",
    "cost from response.usage",
    "what will my chatbot cost a month with a thousand users",
    "ai bill was higher than expected, where does the money go",
    "budget for a million requests, input and output priced apart",
    "cheaper model for the same work, savings",
    "spend forecast from usage records, cached and batched",
    "invoice of the model provider recomputed from logs",
    "cents per conversation for a support bot",
    "llm kosten berechnen",
    "calcular coste de la api de openai",
    "coût d'un appel llm avec cache",
    "大模型 调用 费用 计算",
    "llm 料金 計算",
    "cuánto me costará al mes usar la ia",
    "was kostet mich der chatbot im monat, ki kosten",
    "combien coûte l'ia par mois",
    "人工智能 接口 每月 花费 多少 钱",
    "ai の利用料金 毎月いくら",
    "boss asks what the assistant would come to for the whole staff per month, in dollars",
    "we send the same long instructions each time, how much does reusing them save in money",
    "yesterday's api calls in a json dump, add up what the vendor will charge",
    "sonnet or haiku, gpt or mini: which bill is smaller for equal traffic",
    "litellm cost map, helicone, langfuse spend, openai usage dashboard, flex and priority tier",
    "derive the dollar amount from prompt, cached, reasoning and completion token numbers",
    "quanto custa usar a api da openai por mês",
  ],
  effort: 3,

  laws: [
    {
      name: "tokens cost half in a batch, searches the same",
      holds(run, { serviceTier: _tier, requests: _requests, ...input }) {
        // A log's own tier stands in the place of the standard one.
        if (JSON.stringify(input.usage ?? null).includes("service_tier")) return true;
        const costs = (serviceTier: "standard" | "batch") =>
          run({ ...input, serviceTier }).value?.lines.map(({ kind, cost }) => ({ kind, cost }));
        const [standard, batch] = [costs("standard"), costs("batch")];
        if (standard === undefined || batch === undefined) return standard === batch;
        return standard.every(({ kind, cost }, at) => {
          const factor = kind === "web-search" ? 1 : 2;
          return Math.abs(cost - factor * (batch[at]?.cost ?? 0)) <= 2e-8 + cost * 1e-12;
        });
      },
    },
    {
      name: "the order of usage does not matter, and the total is the sum",
      holds(run, { inputTokens = 7, outputTokens = 3, asOf }) {
        const usage = [
          { prompt_tokens: inputTokens, completion_tokens: outputTokens },
          { input_tokens: 5, cache_read_input_tokens: 9, output_tokens: 1, model: "claude-opus-5" },
        ];
        const given = asOf === undefined ? {} : { asOf };
        const [one, other] = [usage, usage.toReversed()].map(
          (items) => run({ ...given, usage: items }).value,
        );
        if (!one || !other) return one === other;
        const sum = (one.items ?? []).reduce((all, { cost }) => all + (cost ?? 0), 0);
        return one.total === other.total && Math.abs(sum - one.total) <= 1e-7 + sum * 1e-12;
      },
    },
    {
      name: "reading from the cache is never dearer, where its rate is lower",
      holds(run, { inputTokens = 1000 }) {
        const cost = (cachedTokens: number) =>
          run({ model: "gpt-5", inputTokens, cachedTokens }).value?.perRequest ?? 0;
        return cost(inputTokens) <= cost(Math.floor(inputTokens / 2));
      },
    },
  ],
  examples: [
    {
      title: "Most of the prompt from the cache",
      input: {
        model: "gpt-5",
        inputTokens: 10_000,
        cachedTokens: 8000,
        outputTokens: 500,
        requestsPerDay: 2000,
        asOf: "2026-11-20",
      },
      expect: {
        output: "0.0085",
        value: { perRequest: 0.0085, withoutCache: 0.0175, cacheSavings: 0.009, perMonth: 510 },
      },
    },
    {
      title: "One token too many for the base rate",
      input: {
        model: "claude-haiku-5-5",
        inputTokens: 100_001,
        outputTokens: 1000,
        asOf: "2026-11-20",
      },
      expect: {
        value: { tier: "long", perRequest: 0.0525005 },
        warnings: [{ code: "LONG_TIER", received: 1 }],
      },
    },
    {
      title: "Logged usage of several providers",
      input: {
        usage: [
          {
            model: "claude-sonnet-4-6",
            usage: { input_tokens: 21, cache_read_input_tokens: 20_000, output_tokens: 393 },
          },
          {
            modelVersion: "gemini-2.5-flash",
            usageMetadata: {
              promptTokenCount: 13,
              candidatesTokenCount: 10,
              thoughtsTokenCount: 61,
            },
          },
        ],
        asOf: "2026-11-20",
      },
      expect: {
        value: {
          model: "mixed",
          total: 0.0121394,
          tokens: { prompt: 20_034, reasoning: 61 },
          items: [{ cost: 0.011958 }, { cost: 0.0001814 }],
        },
      },
    },
    {
      title: "A log with a model that nobody knows, searches, and inference in one country",
      input: {
        usage: [
          { model: "house-model-9", usage: { prompt_tokens: 10, completion_tokens: 10 } },
          {
            model: "global.anthropic.claude-opus-4-6-v1",
            usage: {
              input_tokens: 1000,
              output_tokens: 100,
              cache_read_input_tokens: 0,
              inference_geo: "us",
              server_tool_use: { web_search_requests: 2 },
            },
          },
          {
            model: "groq/llama-3.3-70b-versatile",
            usage: { prompt_tokens: 1e6, completion_tokens: 0 },
          },
        ],
        asOf: "2026-11-20",
      },
      expect: {
        value: {
          total: 0.61825,
          items: [{ cost: null }, { cost: 0.02825 }, { cost: 0.59 }],
        },
        warnings: [{ code: "UNPRICED_MODEL", path: "/usage/0" }],
      },
    },
    {
      title: "More cached than there is",
      input: { inputTokens: 10, cachedTokens: 8, cacheWriteTokens: 3 },
      expect: { ok: false, error: { code: "CACHE_TOKENS_EXCEED_INPUT" } },
    },
  ],

  run: (input, ctx) => calculateCost(input, ctx, WARNINGS),
});
