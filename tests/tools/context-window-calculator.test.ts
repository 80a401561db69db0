import { describe, expect, test } from "bun:test";
import type { Value } from "../../tools/context-window-calculator.ts";
import tool from "../../tools/context-window-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const figures = (input: object) => run(input).value as Value;
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);
const errors = (input: object) =>
  run(input).errors?.map(({ code, received, expected }) => [code, received, expected]);

describe("limits", () => {
  test.each([
    // gpt-5: 400,000 shared, 272,000 in, 128,000 out.
    [
      { inputTokens: 280_000, outputTokens: 100_000 },
      { fits: false, remaining: -8000, maxOutputNow: 0, tightest: "input" },
    ],
    [
      { inputTokens: 272_000, outputTokens: 128_000 },
      { fits: true, remaining: 0, usedPercent: 100, maxOutputNow: 128_000, tightest: "window" },
    ],
    [
      { inputTokens: 1000, outputTokens: 128_001 },
      { fits: false, tightest: "output" },
    ],
    [
      { inputTokens: 0, outputTokens: 300_000, reasoningTokens: 200_000 },
      { fits: false, inputLimit: -100_000, remaining: -100_000, reservedOutput: 500_000 },
    ],
    // Two separate limits.
    [
      { model: "gemini-2.5-flash", inputTokens: 1_000_000, outputTokens: 65_536 },
      { shared: false, inputLimit: 1_048_576, remaining: 48_576, maxOutputNow: 65_536, fits: true },
    ],
    // No answer at all.
    [
      { model: "text-embedding-3-small", inputTokens: 8192 },
      { fits: true, remaining: 0, reservedOutput: 0, maxOutputNow: 0, maxInputTokens: null },
    ],
    [
      { model: "gpt-4o", inputTokens: 0 },
      { reservedOutput: 4096, inputLimit: 123_904 },
    ],
    [
      { model: "mine", contextWindow: 10_000, inputTokens: 5000 },
      { shared: true, maxOutputTokens: null, remaining: 904, maxOutputNow: 5000, model: "mine" },
    ],
    [
      {
        model: "gpt-5",
        contextWindow: 1000,
        maxInputTokens: 900,
        maxOutputTokens: 50,
        inputTokens: 900,
        outputTokens: 50,
      },
      { contextWindow: 1000, remaining: 0, fits: true, maxOutputNow: 50 },
    ],
  ])("%p", (input, expected) => {
    expect(figures(input)).toMatchObject(expected as object);
  });

  test("that are exceeded are named, with what was asked of them", () => {
    expect(errors({ inputTokens: 300_000, outputTokens: 128_001 })).toEqual([
      ["CONTEXT_EXCEEDED", 428_001, 400_000],
      ["INPUT_EXCEEDS_MAXIMUM", 300_000, 272_000],
      ["OUTPUT_EXCEEDS_MAXIMUM", 128_001, 128_000],
    ]);
    expect(run({ inputTokens: 300_000 })).toMatchObject({ ok: true, valid: false });
    const embedding = { model: "text-embedding-3-large", inputTokens: 8193 };
    expect(errors(embedding)).toEqual([["CONTEXT_EXCEEDED", 8193, 8192]]);
  });

  test("of a model in another spelling", () => {
    expect(figures({ model: " OpenAI/GPT-4o-2024-08-06 " }).model).toBe("gpt-4o");
  });
});

describe("parts", () => {
  test("in their order, without those of nothing", () => {
    const input = {
      text: "hello world",
      inputTokens: 1,
      systemTokens: 2,
      toolTokens: 3,
      historyTokens: 4,
      retrievedTokens: 5,
      safetyMarginPercent: 10,
      outputTokens: 6,
      reasoningTokens: 7,
      contextWindow: 1000,
      maxInputTokens: 900,
    };
    expect(figures(input).parts.map(({ name, tokens }) => `${name} ${tokens}`)).toEqual([
      "text 2",
      "input 1",
      "system 2",
      "tools 3",
      "history 4",
      "retrieved 5",
      "margin 2",
      "output 6",
      "reasoning 7",
      "free 881",
    ]);
    expect(figures(input)).toMatchObject({ inputTokens: 17, marginTokens: 2, remaining: 881 });
    expect(figures({ inputTokens: 300_000 }).parts.map(({ name }) => name)).toEqual([
      "input",
      "output",
    ]);
  });

  test("the margin is rounded up, exactly", () => {
    const margin = (inputTokens: number, safetyMarginPercent: number) =>
      figures({ inputTokens, safetyMarginPercent }).marginTokens;
    expect([margin(100, 7), margin(100, 7.1), margin(1000, 0.1), margin(0, 50)]).toEqual([
      7, 8, 1, 0,
    ]);
  });

  test("as lines", () => {
    expect(run({ model: "gpt-4o", inputTokens: 64_000, outputTokens: 16_000 }).output).toBe(
      ["input      64000     50%", "output     16000   12.5%", "free       48000   37.5%"].join(
        "\n",
      ),
    );
  });

  test("a text of an estimated model counts with its upper end", () => {
    const input = { model: "claude-opus-5", text: "Name the owner.", outputTokens: 0 };
    expect(figures(input)).toMatchObject({ inputTokens: 8 });
    expect(codes(input)).toEqual(["ESTIMATE"]);
    expect(codes({ ...input, text: "" })).toEqual([]);
  });
});

test("turns that are left", () => {
  const turns = (input: object) => figures(input).turnsLeft;
  expect(turns({ inputTokens: 1 })).toBeNull();
  expect(turns({ inputTokens: 271_000, turnTokens: 300 })).toBe(3);
  expect(turns({ inputTokens: 300_000, turnTokens: 300 })).toBe(0);
});

test("tight is less than a tenth of the input limit", () => {
  const limits = { contextWindow: 1100, maxInputTokens: 1000, outputTokens: 100 };
  expect(codes({ ...limits, inputTokens: 900 })).toEqual([]);
  expect(codes({ ...limits, inputTokens: 901 })).toEqual(["CONTEXT_TIGHT"]);
  expect(codes({ ...limits, inputTokens: 1001 })).toEqual([]);
});

describe("other models", () => {
  test("that fit come first, then the cheaper, each once", () => {
    const input = {
      inputTokens: 300_000,
      outputTokens: 1000,
      compareModels: '["gpt-5", "claude-opus-5", "openai/gpt-4.1", "gpt-4.1", "gpt-99"]',
      asOf: "2026-11-20",
    };
    expect(figures(input).models).toEqual([
      {
        model: "gpt-4.1",
        fits: true,
        remaining: 746_576,
        usedPercent: 28.73,
        costPerRequest: 0.608,
      },
      {
        model: "claude-opus-5",
        fits: true,
        remaining: 699_000,
        usedPercent: 30.1,
        costPerRequest: 1.525,
      },
      {
        model: "gpt-5",
        fits: false,
        remaining: -28_000,
        usedPercent: 75.25,
        costPerRequest: 0.385,
      },
    ]);
    expect(run(input).warnings?.[0]).toMatchObject({
      code: "MODEL_UNKNOWN",
      path: "/compareModels/4",
    });
  });

  test("have answers and tokenizers of their own", () => {
    const input = {
      text: "Name the owner.",
      compareModels: ["claude-opus-5", "text-embedding-3-small"],
    };
    const [embedding, claude] = figures(input).models ?? [];
    expect(embedding).toMatchObject({ model: "text-embedding-3-small", remaining: 8188 });
    expect(claude).toMatchObject({ remaining: 1_000_000 - 4096 - 8 });
  });

  test("all of them, with the long rate where it applies", () => {
    const all =
      figures({ inputTokens: 300_000, outputTokens: 0, compareModels: "all" }).models ?? [];
    expect(all.length).toBeGreaterThan(50);
    const sol = all.find(({ model }) => model === "gpt-6.2-sol");
    expect(sol?.costPerRequest).toBe(1.2);
  });
});

describe("failures", () => {
  const failure = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);
  test("messages say what was found, and what was expected", () => {
    const message = (input: object) => run(input).errors?.[0]?.message;
    expect(message({ model: "gpt-99" })).toMatch(/: found "gpt-99", expected one of the table of /);
    expect(message({ model: "gpt-5", inputTokens: 280_000 })).toBe(
      "Cannot send the input: found 280000 tokens, expected at most 272000",
    );
  });

  test.each([
    [{ model: "gpt-99" }, "MODEL_UNKNOWN /model"],
    [{ asOf: "2026-02-30" }, "DATE_INVALID /asOf"],
    [{ compareModels: "[" }, "JSON_SYNTAX /compareModels"],
    [{ compareModels: [1] }, "TYPE /compareModels/0"],
    [{ compareModels: Array.from({ length: 61 }, () => "gpt-5") }, "RANGE /compareModels"],
    [{ inputTokens: -1 }, "RANGE /inputTokens"],
    [{ contextWindow: 0 }, "RANGE /contextWindow"],
  ])("%p", (input, expected) => {
    expect(failure(input)).toEqual([expected]);
  });
});
