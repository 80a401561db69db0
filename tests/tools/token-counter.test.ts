import { expect, test } from "bun:test";
import tool from "../../tools/token-counter.ts";
import { runUnit } from "../support/run-unit.ts";

interface Value {
  readonly [member: string]: unknown;
}

const count = (input: object) => {
  const {
    value,
    warnings = [],
    errors = [],
  } = runUnit(tool as never, { asOf: "2026-11-20", ...input });
  return { ...(value as Value), codes: [...errors, ...warnings].map(({ code }) => code) };
};

test("a model's name is read in the forms that providers use", () => {
  for (const [model, id] of [
    [" GPT-4o ", "gpt-4o"],
    ["openai/gpt-4o-2024-08-06", "gpt-4o"],
    ["gpt-4o:free", "gpt-4o"],
    ["claude-opus-4.5", "claude-opus-4-5"],
    ["us.anthropic.claude-opus-4-5-20251101-v1:0", "claude-opus-4-5"],
    ["anthropic/claude-sonnet-4-6@20260313", "claude-sonnet-4-6"],
    ["models/gemini-3.8-flash-latest", "gemini-3.8-flash"],
  ] as const) {
    expect(count({ text: "x", model })).toMatchObject({
      model: id,
      known: true,
      codes: expect.not.arrayContaining(["MODEL_UNKNOWN"]),
    });
  }
});

test("a model that is not in the table is counted by its family", () => {
  const families: readonly (readonly [string, string | null])[] = [
    ["gpt-4", "cl100k_base"],
    ["gpt-oss-120b", "o200k_harmony"],
    ["text-davinci-003", "p50k_base"],
    ["gpt2", "r50k_base"],
    ["ft:gpt-4o-mini-2024-07-18:org::id", "o200k_base"],
    ["claude-3-5-sonnet-20241022", null],
    ["qwen3-max", null],
    ["something", null],
  ];
  for (const [model, encoding] of families) {
    expect(count({ text: "hello", model })).toMatchObject({ encoding });
  }
  for (const model of ["something", "gpt-99", "house/qwen-of-ours"]) {
    expect(count({ text: "hello", model })).toMatchObject({ known: false, cost: null });
  }
  // Prices of models that our own table does not have come from the list of many providers.
  expect(count({ text: "hello", model: "groq/llama-3.3-70b-versatile" })).toMatchObject({
    known: true,
    model: "groq/llama-3.3-70b-versatile",
    cost: { inputPerMillion: 0.59 },
  });
  expect(count({ text: "a b c", model: "claude-3-opus" })).toMatchObject({
    tokens: 4,
    low: 3,
    high: 5,
  });
  expect(count({ text: "a b c", model: "claude-sonnet-5" })).toMatchObject({
    tokens: 5,
    low: 3,
    high: 6,
  });
});

test("prices follow the day, the long tier and the caller", () => {
  const at = (asOf: string) =>
    count({ text: "x", model: "gpt-5.6-sol", outputTokens: 1_000_000, asOf });
  expect(at("2026-08-20")).toMatchObject({ cost: { output: 30 }, codes: [] });
  expect(at("2026-08-21")).toMatchObject({ cost: { output: 20 }, codes: [] });
  expect(at("2026-01-01")).toMatchObject({ cost: { output: 30 }, codes: ["PRICE_BEFORE_TABLE"] });
  expect(at("2027-03-20")).toMatchObject({ codes: [] });
  expect(at("2027-03-21")).toMatchObject({ codes: ["PRICE_TABLE_OLD"] });
  const own = count({
    text: "x",
    model: "nobody/knows",
    inputPrice: 2,
    outputPrice: 8,
    outputTokens: 500_000,
  });
  expect(own).toMatchObject({
    cost: { input: 0.000004, output: 4 },
    codes: ["MODEL_UNKNOWN", "ESTIMATE"],
  });
  const zero = count({ text: "x", requestsPerDay: 0 });
  expect(zero).toMatchObject({ cost: { perDay: 0, perMonth: 0 } });
  expect(count({ text: "", outputTokens: 0 })).toMatchObject({
    tokens: 0,
    charactersPerToken: null,
    cost: { perRequest: 0 },
  });
});

test("messages are counted with what stands around them", () => {
  const text = JSON.stringify([
    { role: "system", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "text", text: "hello world" },
        { type: "image_url", image_url: {} },
      ],
      name: "ann",
    },
  ]);
  const counted = count({ text, countAs: "messages" });
  // 3 + (3 + 1 + 3) + (3 + 1 + 2 + 1 + 1)
  expect(counted).toMatchObject({
    method: "estimate",
    tokens: 18,
    low: 5,
    high: 26,
    codes: ["ESTIMATE", "NON_TEXT_IGNORED"],
  });
  expect(count({ text: "[", countAs: "messages" }).codes).toEqual(["JSON_SYNTAX"]);
  expect(count({ text: "{}", countAs: "messages" }).codes).toEqual(["TYPE"]);
});

const tokensOf = (input: object) => (runUnit(tool, input).value as { tokens: number }).tokens;

test("calls and definitions of tools count, in the shapes of both providers alike", () => {
  const args = { city: "Oslo" };
  const tokens = (body: unknown) => tokensOf({ text: JSON.stringify(body), countAs: "messages" });
  const user = { role: "user", content: "Weather?" };
  const asOpenAi = {
    role: "assistant",
    content: null,
    tool_calls: [{ id: "c", function: { name: "get_weather", arguments: JSON.stringify(args) } }],
  };
  const asAnthropic = {
    role: "assistant",
    content: [{ type: "tool_use", id: "c", name: "get_weather", input: args }],
  };
  const plain = { role: "assistant", content: null };
  expect(tokens([user, asOpenAi])).toBe(tokens([user, asAnthropic]));
  // get_weather has 2 tokens, {"city":"Oslo"} has 5 or 6, and there are 8 around them.
  expect(tokens([user, asOpenAi]) - tokens([user, plain])).toBeGreaterThanOrEqual(14);
  const definition = { type: "function", function: { name: "get_weather", parameters: {} } };
  const one = tokens({ messages: [user], tools: [definition] }) - tokens([user]);
  expect(one).toBe(8 + tokensOf({ text: JSON.stringify(definition) }));
  expect(tokens({ messages: [user], tools: [definition, definition, definition] })).toBe(
    tokens([user]) + 3 * one,
  );
  expect(count({ text: JSON.stringify([asAnthropic]), countAs: "messages" }).codes).toEqual([
    "ESTIMATE",
  ]);
  const result = { role: "user", content: [{ type: "tool_result", content: "Rain" }] };
  expect(tokens([result])).toBe(tokens([{ role: "user", content: "Rain" }]));
});

test("pieces name tokens that are no whole characters by their bytes", () => {
  const { pieces } = count({ text: "a👩‍💻", pieces: true }) as {
    pieces?: { text: string; bytesHex?: string }[];
  };
  expect(pieces?.[0]).toEqual({ id: 64, text: "a", start: 0, end: 1 } as never);
  expect(
    pieces?.some(({ text, bytesHex }) => text === "" && /^[0-9a-f]+$/.test(bytesHex ?? "")),
  ).toBe(true);
  expect(count({ text: "a ".repeat(3000), pieces: true }).codes).toEqual(["PIECES_TRUNCATED"]);
  expect(count({ text: "\ud800" }).codes).toEqual(["UNPAIRED_SURROGATE"]);
  expect(count({ text: "x", asOf: "2026-02-30" }).codes).toEqual(["DATE_INVALID"]);
});
