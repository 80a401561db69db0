import { expect, test } from "bun:test";
import { read } from "../../support/call-streams.ts";

test.each<[string, object[], string, unknown]>([
  [
    "Anthropic",
    [
      { type: "message_start", message: { id: "m" } },
      { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
    ],
    "anthropic",
    { type: "overloaded_error", message: "Overloaded" },
  ],
  [
    "Anthropic, nothing but the error",
    [{ type: "error", error: { type: "api_error", message: "" } }],
    "anthropic",
    { type: "api_error", message: "" },
  ],
  [
    "Chat Completions",
    [{ choices: [] }, { error: { type: "server_error", code: "x", message: "Down" } }],
    "openai-chat",
    { type: "server_error", message: "Down" },
  ],
  [
    "a choice",
    [{ choices: [{ finish_reason: "error", error: { code: 502, message: "Upstream" } }] }],
    "openai-chat",
    { type: "502", message: "Upstream" },
  ],
  [
    "Responses",
    [{ type: "error", code: "rate_limit_exceeded", message: "Slow" }],
    "openai-responses",
    { type: "rate_limit_exceeded", message: "Slow" },
  ],
  [
    "Responses that failed",
    [{ type: "response.failed", response: { error: { code: "server_error", message: "No" } } }],
    "openai-responses",
    { type: "server_error", message: "No" },
  ],
  [
    "Gemini",
    [{ error: { code: 503, status: "UNAVAILABLE", message: "Later" } }],
    "gemini",
    { type: "UNAVAILABLE", message: "Later" },
  ],
  [
    "Gemini's finish",
    [{ candidates: [{ finishReason: "MALFORMED_FUNCTION_CALL", finishMessage: "f(" }] }],
    "gemini",
    { type: "MALFORMED_FUNCTION_CALL", message: "f(" },
  ],
  [
    "Bedrock",
    [{ messageStart: {} }, { throttlingException: { message: "Too many" } }],
    "bedrock",
    { type: "throttlingException", message: "Too many" },
  ],
  [
    "Cohere",
    [{ type: "message-end", delta: { finish_reason: "ERROR", error: "broken" } }],
    "cohere",
    { type: "ERROR", message: "broken" },
  ],
  ["Ollama", [{ error: "no such model" }], "ollama", { type: "error", message: "no such model" }],
])("an error of %s", (_, stream, provider, received) => {
  const { errors, valid, finishReason, value } = read(stream);
  expect(errors).toMatchObject([
    { code: "STREAM_ERROR", path: `/stream/${stream.length - 1}`, received },
  ]);
  expect({ valid, finishReason }).toEqual({ valid: false, finishReason: "error" });
  expect(String(value.provider)).toBe(provider);
});

test("no error, no finding", () => {
  const stream = [{ error: null, choices: [{ delta: { content: "x" }, finish_reason: "stop" }] }];
  expect(read(stream)).toMatchObject({ errors: [], valid: true });
});
