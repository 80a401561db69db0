import { describe, expect, test } from "bun:test";
import type { Value } from "../../../tools/provider-request-envelope.ts";
import {
  anthropic,
  ASK,
  chat,
  gemini,
  lost,
  responses,
  run,
  valueOf,
  warned,
  written,
} from "../../support/provider-bodies.ts";

describe("whose body it is", () => {
  test.each([
    [{ contents: [] }, "gemini"],
    [{ input: "x" }, "openai-responses"],
    [{ instructions: "x" }, "openai-responses"],
    [{ messages: [] }, "openai-chat"],
    [{ messages: [], max_tokens: 5 }, "openai-chat"],
    [{ messages: [], system: "x" }, "anthropic"],
    [{ messages: [], thinking: {} }, "anthropic"],
    [{ messages: [], stop_sequences: [] }, "anthropic"],
    [{ messages: [], anthropic_version: "v" }, "anthropic"],
    [{ messages: [], tools: [{ name: "f", input_schema: {} }] }, "anthropic"],
    [
      { messages: [{ role: "user", content: [{ type: "tool_result" }] }], max_tokens: 5 },
      "anthropic",
    ],
    [{ messages: [{ role: "user", content: [{ type: "tool_result" }] }] }, "openai-chat"],
  ])("%j is for %s", (request, from) => {
    expect(valueOf({ request })).toMatchObject({ from, to: from });
  });

  test("openai is short for Chat Completions; what is none has no provider", () => {
    expect(valueOf({ request: chat({}), from: "openai", to: "openai" })).toMatchObject({
      from: "openai-chat",
      to: "openai-chat",
    });
    expect(run({ request: { prompt: "x" } })).toMatchObject({
      ok: false,
      errors: [{ code: "PROVIDER_UNRECOGNISED" }],
    });
    expect(run({ request: [1] })).toMatchObject({
      ok: false,
      error: { code: "TOOL_INPUT_INVALID" },
    });
    expect(run({ request: "{" })).toMatchObject({
      ok: false,
      errors: [{ code: "JSON_SYNTAX", path: "/request" }],
    });
  });
});

describe("for the same provider", () => {
  test("nothing changes, to the last digit", () => {
    const text =
      '{"model":"m","messages":[{"role":"user","content":"\\u00e9"}],"seed":12345678901234567890,"zzz":{"__proto__":1}}';
    const { output, value } = run({ request: text });
    expect(output?.replace(/\s/g, "")).toBe(text);
    expect(value).toMatchObject({ lost: [], added: [], nameMap: [], model: "m" });
    expect(Object.hasOwn((value as Value).request.zzz, "__proto__")).toBe(true);
  });
  test("endpoints", () => {
    expect(valueOf({ request: chat({}) }).endpoint).toBe("POST /v1/chat/completions");
    expect(valueOf({ request: responses({}) }).endpoint).toBe("POST /v1/responses");
    expect(valueOf({ request: anthropic({}) }).endpoint).toBe("POST /v1/messages");
    expect(valueOf({ request: gemini({}), model: "g" }).endpoint).toBe(
      "POST /v1beta/models/g:generateContent",
    );
    expect(valueOf({ request: gemini({}) })).toMatchObject({
      model: null,
      endpoint: "POST /v1beta/models/{model}:generateContent",
    });
    expect(valueOf({ request: chat({ stream: true }), to: "gemini" }).endpoint).toBe(
      "POST /v1beta/models/m:streamGenerateContent",
    );
  });
});

describe("parameters", () => {
  const full = chat({
    max_tokens: 50,
    temperature: 0.5,
    top_p: 0.9,
    stop: "END",
    reasoning_effort: "high",
    seed: 3,
    presence_penalty: 1,
    frequency_penalty: -1,
    n: 2,
    user: "u",
    metadata: { k: "v" },
    stream: true,
    parallel_tool_calls: false,
  });

  test("of Chat for the others", () => {
    expect(written(full, "openai-responses")).toEqual({
      model: "m",
      input: ASK,
      parallel_tool_calls: false,
      max_output_tokens: 50,
      temperature: 0.5,
      top_p: 0.9,
      reasoning: { effort: "high" },
      safety_identifier: "u",
      metadata: { k: "v" },
      stream: true,
    });
    expect(lost(full, "openai-responses")).toEqual([
      "/stop",
      "/seed",
      "/presence_penalty",
      "/frequency_penalty",
      "/n",
    ]);
    expect(written(full, "anthropic")).toEqual({
      model: "m",
      messages: ASK,
      tool_choice: { type: "auto", disable_parallel_tool_use: true },
      max_tokens: 50,
      temperature: 0.5,
      top_p: 0.9,
      stop_sequences: ["END"],
      output_config: { effort: "high" },
      metadata: { user_id: "u" },
      stream: true,
    });
    expect(lost(full, "anthropic")).toEqual([
      "/seed",
      "/presence_penalty",
      "/frequency_penalty",
      "/n",
      "/metadata",
    ]);
    expect(written(full, "gemini")).toEqual({
      contents: [{ role: "user", parts: [{ text: "Hi" }] }],
      generationConfig: {
        maxOutputTokens: 50,
        temperature: 0.5,
        topP: 0.9,
        stopSequences: ["END"],
        thinkingConfig: { thinkingLevel: "HIGH" },
        seed: 3,
        presencePenalty: 1,
        frequencyPenalty: -1,
        candidateCount: 2,
      },
    });
    expect(lost(full, "gemini")).toEqual(["/user", "/metadata", "/parallel_tool_calls"]);
  });

  test("of the others for Chat", () => {
    const from = {
      max_tokens: 7,
      temperature: 1,
      top_p: 0.5,
      top_k: 3,
      stop_sequences: ["a"],
      output_config: { effort: "low" },
      metadata: { user_id: "u" },
      tool_choice: { type: "none" },
      thinking: { type: "disabled" },
    };
    expect(written(anthropic(from), "openai-chat")).toEqual({
      model: "m",
      messages: [{ role: "system", content: "S" }, ...ASK],
      tool_choice: "none",
      max_completion_tokens: 7,
      temperature: 1,
      top_p: 0.5,
      stop: ["a"],
      reasoning_effort: "low",
      safety_identifier: "u",
    });
    expect(lost(anthropic(from), "openai-chat")).toEqual(["/top_k", "/thinking"]);
    const config = {
      temperature: 2,
      topK: 5,
      stopSequences: ["1", "2", "3", "4", "5"],
      thinkingConfig: { thinkingLevel: "LOW", includeThoughts: true },
    };
    expect(written(gemini({ generationConfig: config }), "openai-chat")).toEqual({
      messages: ASK,
      temperature: 2,
      stop: ["1", "2", "3", "4"],
      reasoning_effort: "low",
    });
    expect(lost(gemini({ generationConfig: config }), "openai-chat")).toEqual([
      "/generationConfig/topK",
      "/generationConfig/stopSequences/4",
      "/generationConfig/thinkingConfig/includeThoughts",
    ]);
    expect(
      written(
        responses({ reasoning: { effort: "low", summary: "auto" }, max_output_tokens: 20 }),
        "openai-chat",
      ),
    ).toEqual({ model: "m", messages: ASK, max_completion_tokens: 20, reasoning_effort: "low" });
    expect(
      lost(responses({ reasoning: { effort: "low", summary: "auto" } }), "openai-chat"),
    ).toEqual(["/reasoning/summary"]);
  });

  test("a limit is added where it is needed, values are brought within bounds", () => {
    const added = run({ request: chat({}), to: "anthropic", maxTokens: 10 });
    expect(added.value).toMatchObject({
      request: { max_tokens: 10 },
      added: [{ path: "/max_tokens", value: 10 }],
    });
    expect(added.warnings?.map(({ code }) => code)).toEqual(["MAX_TOKENS_ADDED"]);
    expect(written(chat({ temperature: 1.5 }), "anthropic")["temperature"]).toBe(1);
    expect(warned(chat({ temperature: 1.5, max_completion_tokens: 5 }), "anthropic")).toEqual([
      "VALUE_CLAMPED /request/temperature",
    ]);
    expect(
      written(chat({ max_completion_tokens: 5 }), "openai-responses")["max_output_tokens"],
    ).toBe(16);
    expect(written(anthropic({ max_tokens: 0 }), "gemini")["generationConfig"]).toEqual({
      maxOutputTokens: 0,
    });
  });

  test("members without a counterpart are told, empty ones are not", () => {
    const request = chat({
      logit_bias: { 1: 2 },
      store: true,
      audio: null,
      stream_options: {},
      zzz: 1,
    });
    expect(lost(request, "gemini")).toEqual(["/logit_bias", "/store", "/zzz"]);
    expect(warned(request, "gemini")).toEqual([
      "FIELD_LOST /request/logit_bias",
      "FIELD_LOST /request/store",
      "FIELD_LOST /request/zzz",
      "UNKNOWN_PARAMETER /request/zzz",
    ]);
  });

  test("what both interfaces of OpenAI have goes from one to the other", () => {
    const both = {
      service_tier: "flex",
      store: true,
      prompt_cache_key: "k",
      prompt_cache_retention: "24h",
    };
    const ofChat = chat({ ...both, verbosity: "low" });
    const ofResponses = responses({ ...both, text: { verbosity: "low" } });
    expect(written(ofChat, "openai-responses")).toMatchObject({
      ...both,
      text: { verbosity: "low" },
    });
    expect(written(ofResponses, "openai-chat")).toMatchObject({ ...both, verbosity: "low" });
    expect([lost(ofChat, "openai-responses"), lost(ofResponses, "openai-chat")]).toEqual([[], []]);
  });

  const schema = { type: "object", properties: {} };
  test.each([
    [
      "openai-chat",
      {
        response_format: { type: "json_schema", json_schema: { name: "n", schema, strict: true } },
      },
      chat,
    ],
    [
      "openai-responses",
      { text: { format: { type: "json_schema", name: "n", schema, strict: true } } },
      responses,
    ],
    ["anthropic", { output_config: { format: { type: "json_schema", schema } } }, anthropic],
    [
      "gemini",
      { generationConfig: { responseMimeType: "application/json", responseJsonSchema: schema } },
      gemini,
    ],
  ] as const)("the form of an answer, from %s", (from, given, body) => {
    const name = from.startsWith("openai") ? { name: "n" } : { name: "response" };
    const strict = from.startsWith("openai") ? { strict: true } : {};
    const targets = {
      "openai-chat": {
        response_format: { type: "json_schema", json_schema: { ...name, schema, ...strict } },
      },
      "openai-responses": { text: { format: { type: "json_schema", ...name, schema, ...strict } } },
      anthropic: { output_config: { format: { type: "json_schema", schema } } },
      gemini: {
        generationConfig: { responseMimeType: "application/json", responseJsonSchema: schema },
      },
    };
    for (const [to, expected] of Object.entries(targets)) {
      if (to === from) continue;
      expect(written(body(given), to)).toMatchObject(expected);
      const added =
        from.startsWith("openai") || !to.startsWith("openai")
          ? []
          : [expect.stringMatching(/name$/)];
      const { added: all } = valueOf({ request: body(given), to });
      expect(all.map(({ path }) => path).filter((path) => path !== "/max_tokens")).toEqual(
        added as string[],
      );
    }
  });

  test("any JSON has no form for Anthropic", () => {
    const request = chat({ response_format: { type: "json_object" } });
    expect(written(request, "openai-responses")["text"]).toEqual({
      format: { type: "json_object" },
    });
    expect(written(request, "gemini")["generationConfig"]).toEqual({
      responseMimeType: "application/json",
    });
    expect(lost(request, "anthropic")).toEqual(["/response_format"]);
  });
});
