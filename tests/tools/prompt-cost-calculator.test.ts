import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../tools/prompt-cost-calculator.ts";
import tool from "../../tools/prompt-cost-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

const DAY = { asOf: "2026-11-20" };
const run = (input: object) => runUnit(tool, { ...DAY, ...input });
const figures = (input: object) => run(input).value as Value;
const lines = (input: object) =>
  figures(input).lines.map(({ kind, tokens, perMillion, cost }) => [
    kind,
    tokens,
    perMillion,
    cost,
  ]);
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);
const failure = (input: object) => {
  const [entry] = run(input).errors ?? [];
  return `${entry?.code} ${entry?.path}`;
};

describe("lines", () => {
  test("in their order, without those of no tokens", () => {
    const input = {
      model: "claude-opus-5-5",
      inputTokens: 1000,
      cachedTokens: 300,
      cacheWriteTokens: 200,
      outputTokens: 50,
      reasoningTokens: 25,
    };
    expect(lines(input)).toEqual([
      ["uncached-input", 500, 4, 0.002],
      ["cache-read", 300, 0.2, 0.00006],
      ["cache-write-5m", 200, 5, 0.001],
      ["output", 75, 20, 0.0015],
    ]);
    expect(lines({ ...input, cacheTtl: "1h" })[2]).toEqual(["cache-write-1h", 200, 8, 0.0016]);
    expect(figures(input).tokens).toEqual({
      prompt: 1000,
      uncached: 500,
      cacheRead: 300,
      cacheWrite5m: 200,
      cacheWrite1h: 0,
      output: 75,
      reasoning: 25,
    });
    expect(lines({})).toEqual([]);
    expect(run({}).output).toBe("0");
  });

  test("writes are input where that is the rule, and so is what has no published rate", () => {
    const written = { model: "gpt-5", inputTokens: 100, cacheWriteTokens: 100 };
    expect(lines(written)).toEqual([["cache-write-5m", 100, 1.25, 0.000125]]);
    expect(codes(written)).toEqual([]);
    const unknown = { model: "gpt-6.2-astra", inputTokens: 100, cacheWriteTokens: 60 };
    expect(lines(unknown)[1]).toEqual(["cache-write-5m", 60, 8, 0.00048]);
    expect(codes(unknown)).toEqual(["CACHE_PRICE_UNKNOWN"]);
    expect(codes({ model: "gpt-6.2-sol", inputTokens: 10, cachedTokens: 1 })).toEqual([
      "CACHE_PRICE_UNKNOWN",
    ]);
  });
});

describe("tiers", () => {
  test("the long rate is for the whole request, from one token more on", () => {
    const at = (inputTokens: number) =>
      figures({ model: "gpt-6-sol", inputTokens, cachedTokens: 1000, outputTokens: 1000 });
    expect(at(272_000)).toMatchObject({ tier: "base", perRequest: 0.5522 });
    expect(at(272_001)).toMatchObject({ tier: "long", perRequest: 1.099404 });
    expect(run({ model: "gpt-6-sol", inputTokens: 300_000 }).warnings).toMatchObject([
      { code: "LONG_TIER", received: 28_000 },
    ]);
  });

  test("of service", () => {
    const input = { model: "gpt-5", inputTokens: 1000, cachedTokens: 400, outputTokens: 100 };
    const cost = (serviceTier: string) => figures({ ...input, serviceTier }).perRequest;
    expect(["standard", "batch", "flex", "priority"].map(cost)).toEqual([
      0.0018, 0.0009, 0.0009, 0.0036,
    ]);
    expect(lines({ ...input, serviceTier: "batch" })[1]).toEqual([
      "cache-read",
      400,
      0.0625,
      0.000025,
    ]);
  });
});

describe("dates", () => {
  const cost = (asOf: string) =>
    figures({ model: "claude-sonnet-5-5", inputTokens: 1e6, cachedTokens: 1e6, asOf }).total;

  test("pick the price", () => {
    expect(cost("2026-10-06")).toBe(0.2);
    expect(cost("2026-10-07")).toBe(0.1);
  });

  test("before the first price and long after the table", () => {
    expect(codes({ model: "gpt-6-astra", inputTokens: 1, asOf: "2026-01-01" })).toEqual([
      "PRICE_BEFORE_TABLE",
    ]);
    expect(codes({ model: "gpt-5", inputTokens: 1, asOf: "2027-03-20" })).toEqual([]);
    expect(codes({ model: "gpt-5", inputTokens: 1, asOf: "2027-03-21" })).toEqual([
      "PRICE_TABLE_OLD",
    ]);
    expect(codes({ prices: { input: 1, output: 1 }, asOf: "2030-01-01" })).toEqual([]);
  });
});

describe("many requests", () => {
  test("total, day, month and year come from the unrounded cost", () => {
    const input = { model: "gpt-5-nano", inputTokens: 1, requests: 3, requestsPerDay: 1e6 };
    expect(figures(input)).toMatchObject({
      perRequest: 0.00000005,
      total: 0.00000015,
      perDay: 0.05,
      perMonth: 1.5,
      perYear: 18.25,
    });
    expect(figures({ ...input, daysPerMonth: 22 }).perMonth).toBe(1.1);
    expect(figures({ ...input, requestsPerDay: 0 })).toMatchObject({ perDay: 0, perYear: 0 });
    expect(figures({ model: "gpt-5" }).perDay).toBeNull();
    expect(run({ ...input, requests: 1 }).output).toBe("0.00000005");
  });

  test("large numbers stay exact", () => {
    expect(figures({ model: "gpt-5", inputTokens: 1e12, outputTokens: 1 }).total).toBe(
      1_250_000.00001,
    );
  });
});

describe("caching", () => {
  test("what it saves, or costs", () => {
    const read = { model: "gpt-5", inputTokens: 10_000, cachedTokens: 8000, outputTokens: 500 };
    expect(figures(read)).toMatchObject({ withoutCache: 0.0175, cacheSavings: 0.009 });
    const written = { model: "claude-opus-5-5", inputTokens: 10_000, cacheWriteTokens: 10_000 };
    expect(figures({ ...written, cacheTtl: "1h" })).toMatchObject({
      perRequest: 0.08,
      cacheSavings: -0.04,
      breakEvenRequests: 3,
    });
    expect(figures(written).breakEvenRequests).toBe(2);
    expect(figures(read).breakEvenRequests).toBeNull();
  });

  test("breaks even at once where writing costs nothing more, and never where reading saves nothing", () => {
    const even = (prices: object) =>
      figures({ prices: { input: 1, output: 1, ...prices } }).breakEvenRequests;
    expect(even({ cacheRead: 0.1, cacheWrite5m: 1 })).toBe(1);
    expect(even({ cacheRead: 0.1, cacheWrite1h: 1.9 })).toBe(2);
    expect(even({ cacheRead: 1, cacheWrite5m: 1 })).toBeNull();
    expect(even({ cacheWrite5m: 1 })).toBeNull();
  });
});

test("own prices, with a tier", () => {
  const prices =
    '{"input":1,"output":2,"cacheRead":0.5,"tier":{"over":10,"inputFactor":3,"outputFactor":4}}';
  const input = { model: "mine", inputTokens: 11, cachedTokens: 1, outputTokens: 1, prices };
  expect(lines(input)).toEqual([
    ["uncached-input", 10, 3, 0.00003],
    ["cache-read", 1, 1.5, 0.0000015],
    ["output", 1, 8, 0.000008],
  ]);
  expect(figures(input).model).toBe("mine");
});

describe("usage", () => {
  const CHAT = {
    prompt_tokens: 100,
    completion_tokens: 20,
    prompt_tokens_details: { cached_tokens: 40 },
    completion_tokens_details: { reasoning_tokens: 15 },
  };
  const RESPONSES = {
    input_tokens: 100,
    output_tokens: 20,
    input_tokens_details: { cached_tokens: 40, cache_write_tokens: 10 },
    output_tokens_details: { reasoning_tokens: 15 },
  };
  const ANTHROPIC = {
    input_tokens: 50,
    cache_read_input_tokens: 40,
    cache_creation_input_tokens: 10,
    output_tokens: 20,
  };
  const GEMINI = {
    promptTokenCount: 90,
    toolUsePromptTokenCount: 10,
    cachedContentTokenCount: 40,
    candidatesTokenCount: 5,
    thoughtsTokenCount: 15,
  };

  test.each([
    ["Chat", CHAT, { cacheWrite5m: 0, reasoning: 15 }],
    ["Responses", RESPONSES, { cacheWrite5m: 10, reasoning: 15 }],
    ["Anthropic", ANTHROPIC, { cacheWrite5m: 10, reasoning: 0 }],
    ["Gemini", GEMINI, { cacheWrite5m: 0, reasoning: 15 }],
    [
      "Anthropic by lifetime",
      {
        ...ANTHROPIC,
        cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 7 },
      },
      { cacheWrite5m: 3, cacheWrite1h: 7 },
    ],
  ])("of %s", (_, usage, expected) => {
    expect(figures({ usage: [usage] }).tokens).toMatchObject({
      prompt: 100,
      cacheRead: 40,
      output: 20,
      ...expected,
    });
  });

  test("nulls count nothing, and a bare pair is one of Responses", () => {
    expect(
      figures({ usage: { prompt_tokens: 5, completion_tokens: null, prompt_tokens_details: null } })
        .tokens,
    ).toMatchObject({ prompt: 5, output: 0 });
    expect(figures({ usage: { input_tokens: 5, output_tokens: 1 } }).tokens.prompt).toBe(5);
  });

  test("is found in responses, with their model", () => {
    const usage = [
      { usage: CHAT, model: "gpt-5" },
      { response: { usage: RESPONSES, model: "gpt-5-mini" } },
      { type: "message_start", message: { usage: ANTHROPIC, model: "claude-opus-5" } },
      { usageMetadata: GEMINI, modelVersion: "gemini-2.5-flash" },
      CHAT,
    ];
    const value = figures({ usage });
    expect(value.items?.map(({ model }) => model)).toEqual([
      "gpt-5",
      "gpt-5-mini",
      "claude-opus-5",
      "gemini-2.5-flash",
      "gpt-5",
    ]);
    expect(value).toMatchObject({ model: "mixed", requests: 5 });
    expect(value.lines.filter(({ kind }) => kind === "output").length).toBe(4);
    const same = figures({ usage, model: "o3" });
    expect(same.items?.every(({ model }) => model === "o3")).toBe(true);
    expect(same.lines.length).toBe(4);
  });

  test("as lines of JSON, each with a tier of its own", () => {
    const usage =
      '{"model":"gpt-6-sol","prompt_tokens":300000}\n\n{"model":"gpt-6-sol","prompt_tokens":10}\r\n';
    const value = figures({ usage });
    expect(value.items?.map(({ tier, cost }) => [tier, cost])).toEqual([
      ["long", 1.2],
      ["base", 0.00002],
    ]);
    expect(value).toMatchObject({ tier: "long", total: 1.20002, perRequest: 0.60001 });
    expect(run({ usage }).warnings?.[0]).toMatchObject({ code: "LONG_TIER", path: "/usage/0" });
  });

  test("of nobody costs nothing", () => {
    expect(figures({ usage: [] })).toMatchObject({
      total: 0,
      perRequest: 0,
      requests: 0,
      items: [],
    });
  });

  test.each([
    [[{ a: 1 }], "USAGE_NOT_FOUND /usage/0"],
    [{ a: 1 }, "USAGE_NOT_FOUND /usage"],
    [{ prompt_tokens: -1 }, "USAGE_INVALID /usage/prompt_tokens"],
    [[CHAT, 5], "USAGE_NOT_FOUND /usage/1"],
    [[{ usage: { prompt_tokens: "5" } }], "USAGE_INVALID /usage/0/usage/prompt_tokens"],
    [[{ prompt_tokens: -1 }], "USAGE_INVALID /usage/0/prompt_tokens"],
    [
      [{ prompt_tokens: 1, prompt_tokens_details: { cached_tokens: 2 } }],
      "CACHE_TOKENS_EXCEED_INPUT /usage/0",
    ],
    ["[{", "JSON_SYNTAX /usage"],
    [Array.from({ length: 5001 }, () => CHAT), "RANGE /usage"],
  ])("that is none: %#", (usage, expected) => {
    expect(failure({ usage })).toBe(expected);
  });
});

test("other models, the cheapest first", () => {
  const input = {
    inputTokens: 1000,
    outputTokens: 100,
    compareModels: ["claude-opus-5", "gpt-5-nano", "gpt-99"],
  };
  expect(figures(input).models).toEqual([
    { model: "gpt-5-nano", perRequest: 0.00009 },
    { model: "claude-opus-5", perRequest: 0.0075 },
  ]);
  expect(codes(input)).toEqual(["MODEL_UNKNOWN"]);
});

describe("failures", () => {
  test("a model that is not in the table is named", () => {
    const { message } = run({ model: "gpt-99" }).errors?.[0] ?? {};
    expect(message).toMatch(
      /^Cannot find the model: found "gpt-99", expected one of the table of /,
    );
  });

  test.each([
    [{ model: "gpt-99" }, "MODEL_UNKNOWN /model"],
    [{ inputTokens: 10, cachedTokens: 11 }, "CACHE_TOKENS_EXCEED_INPUT /cachedTokens"],
    [{ prices: { input: 1 } }, "REQUIRED /prices/output"],
    [{ prices: { input: -1, output: 1 } }, "RANGE /prices/input"],
    [{ asOf: "2026-13-01" }, "DATE_INVALID /asOf"],
    [{ daysPerMonth: 32 }, "RANGE /daysPerMonth"],
  ])("%p", (input, expected) => {
    expect(failure(input)).toBe(expected);
  });
});

test("prices that are k times as high make all amounts so", () => {
  const rate = fc.integer({ min: 0, max: 1000 });
  fc.assert(
    fc.property(
      rate,
      rate,
      rate,
      fc.nat(100_000),
      fc.nat(100_000),
      (input, output, cacheRead, tokens, out) => {
        const at = (k: number) =>
          figures({
            inputTokens: tokens,
            cachedTokens: Math.floor(tokens / 2),
            outputTokens: out,
            prices: { input: k * input, output: k * output, cacheRead: k * cacheRead },
          }).total;
        expect(at(4)).toBeCloseTo(4 * at(1), 6);
      },
    ),
  );
});

describe("what is not plain tokens", () => {
  const CLAUDE = { input_tokens: 1_000_000, cache_read_input_tokens: 0, output_tokens: 0 };
  const cost = (usage: object, more: object = {}) => figures({ usage: [usage], ...more }).total;
  const notes = (usage: object) =>
    (run({ usage: [usage] }).warnings ?? []).map(({ code, message }) => `${code} ${message}`);

  test("rows of a model that nobody knows stay unpriced, wherever they stand", () => {
    const known = { model: "gpt-5", usage: { prompt_tokens: 1000, completion_tokens: 10 } };
    const unknown = { ...known, model: "gpt-99" };
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), (mask) => {
        const value = figures({ usage: mask.map((is) => (is ? known : unknown)) });
        const priced = mask.filter(Boolean).length;
        expect(value.total).toBeCloseTo(priced * figures({ usage: [known] }).total, 10);
        expect(value.items?.map(({ cost: one }) => one !== null)).toEqual(mask);
        expect(value.requests).toBe(mask.length);
      }),
    );
    expect(codes({ usage: [unknown, unknown] })).toEqual(["UNPRICED_MODEL"]);
  });

  test.each([
    [{ ...CLAUDE, service_tier: "batch" }, 2.5],
    [{ ...CLAUDE, service_tier: "standard" }, 5],
    [{ ...CLAUDE, inference_geo: "us" }, 5.5],
    [{ ...CLAUDE, inference_geo: "not_available" }, 5],
    [{ ...CLAUDE, speed: "fast" }, 10],
    [{ ...CLAUDE, server_tool_use: { web_search_requests: 3 } }, 5.03],
    [{ ...CLAUDE, cache_creation_input_tokens: 1_000_000, input_tokens: 0 }, 6.25],
  ])("Claude Opus 5: %j costs %d", (usage, expected) => {
    expect(cost({ model: "claude-opus-5", usage })).toBe(expected);
    expect(notes({ model: "claude-opus-5", usage })).toEqual([]);
  });

  test.each([
    [{ ...CLAUDE, service_tier: "priority" }, "the service tier priority"],
    [{ ...CLAUDE, inference_geo: "eu" }, "inference in eu"],
    [{ ...CLAUDE, speed: "warp" }, "the speed warp"],
    [{ prompt_tokens: 5, prompt_tokens_details: { audio_tokens: 3 } }, "audio tokens"],
  ])("%j is named", (usage, part) => {
    expect(notes({ model: "claude-opus-5", usage })[0]).toContain(part);
    expect(notes({ model: "claude-opus-5", usage })[0]).toStartWith("UNPRICED_PART");
  });

  test("a tier of the response, prices by the hour, and fees", () => {
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 0 };
    const half = cost({ model: "gpt-5", usage }) / 2;
    expect(cost({ model: "gpt-5", usage, service_tier: "flex" })).toBe(half);
    expect(cost({ model: "gpt-5", usage, service_tier: "priority" })).toBe(4 * half);
    expect(cost({ model: "gpt-5", usage, service_tier: "default" })).toBe(2 * half);
    expect(cost({ model: "deepseek-reasoner", usage })).toBe(0.55);
    expect(notes({ model: "deepseek-reasoner", usage })[0]).toContain("times of the day");
    expect(notes({ model: "perplexity/sonar", usage })[0]).toContain("requests fees");
  });

  test("cache writes of every shape", () => {
    const shapes = [
      { prompt_tokens: 1e6, prompt_tokens_details: { cache_write_tokens: 1e6 } },
      { input_tokens: 1e6, input_tokens_details: { cache_write_tokens: 1e6 } },
      { input_tokens: 0, cache_creation_input_tokens: 1e6 },
      { inputTokens: 0, cacheWriteInputTokens: 1e6, outputTokens: 0 },
    ];
    for (const usage of shapes) expect(cost({ model: "claude-opus-5", usage })).toBe(6.25);
    const long = [
      { input_tokens: 0, cache_creation: { ephemeral_1h_input_tokens: 1e6 } },
      {
        inputTokens: 0,
        cacheWriteInputTokens: 1e6,
        cacheDetails: [{ ttl: "1h", inputTokens: 1e6 }],
      },
    ];
    for (const usage of long) expect(cost({ model: "claude-opus-5", usage })).toBe(10);
  });

  test("a model under every prefix that leads to it", () => {
    const prefix = fc.constantFrom(
      "openrouter/anthropic/",
      "bedrock/global.anthropic.",
      "us.anthropic.",
      "vertex_ai/publishers/anthropic/models/",
      "litellm_proxy/openrouter/anthropic/",
      "anthropic/",
      "bedrock/converse/eu.anthropic.",
    );
    const ending = fc.constantFrom("", "-20260101", "-v1:0", "@20260101", ":thinking");
    fc.assert(
      fc.property(prefix, ending, (before, behind) => {
        expect(figures({ model: `${before}claude-opus-5${behind}` }).model).toBe("claude-opus-5");
      }),
    );
  });
});
