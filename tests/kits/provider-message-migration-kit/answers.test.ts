import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import kit from "../../../kits/provider-message-migration-kit.ts";
import envelope from "../../../tools/provider-request-envelope.ts";
import { detectAnswer, detectProvider } from "../../../tools/_lib/agents/tool-call/detect.ts";
import { readTrace } from "../../../tools/_lib/agents/trace/read.ts";
import { toNode } from "../../../tools/_lib/json/tree/exact.ts";
import { runUnit } from "../../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const migrated = (fixture: object, more: object = {}) => {
  const { value } = runUnit(kit as never, { fixtures: [fixture], ...more });
  const [only] = (value as Value).fixtures;
  if (only === undefined) throw new Error("No fixture");
  expect(only.self).toEqual({ identical: true, differences: [] });
  for (const { roundTrip } of only.targets) expect(roundTrip.explained).toBe(true);
  return only;
};

/** What all of them answer: a text, and a call. */
const ANSWERS = {
  "openai-chat": {
    object: "chat.completion",
    choices: [
      {
        index: 0,
        finish_reason: "tool_calls",
        message: {
          role: "assistant",
          content: "Hi",
          tool_calls: [
            { id: "a", type: "function", function: { name: "f", arguments: '{"x":1}' } },
          ],
        },
      },
    ],
  },
  "openai-responses": {
    object: "response",
    status: "completed",
    output: [
      {
        type: "message",
        role: "assistant",
        content: [{ type: "output_text", text: "Hi", annotations: [] }],
      },
      { type: "function_call", call_id: "a", name: "f", arguments: '{"x":1}', status: "completed" },
    ],
    // Answers repeat what the request said: that makes them no request.
    instructions: "Be brief.",
    tools: [],
  },
  anthropic: {
    type: "message",
    role: "assistant",
    content: [
      { type: "text", text: "Hi" },
      { type: "tool_use", id: "a", name: "f", input: { x: 1 } },
    ],
    stop_reason: "tool_use",
  },
  gemini: {
    candidates: [
      {
        content: {
          role: "model",
          parts: [{ text: "Hi" }, { functionCall: { id: "a", name: "f", args: { x: 1 } } }],
        },
        finishReason: "STOP",
      },
    ],
  },
} as const;

describe.each(Object.entries(ANSWERS))("an answer of %s", (provider, answer) => {
  test("is known as one, and is no request", () => {
    const node = toNode(answer);
    expect([detectAnswer(node), detectProvider(node)]).toEqual([provider as never, undefined]);
    expect(runUnit(envelope as never, { request: answer })).toMatchObject({
      ok: false,
      errors: [{ code: "PROVIDER_UNRECOGNISED", message: expect.stringContaining(provider) }],
    });
  });

  test("says the same in the canonical shape", () => {
    const { provider: origin, kind, canonical } = migrated(answer);
    expect({ origin, kind, canonical }).toMatchObject({
      origin: provider,
      kind: "response",
      canonical: {
        parts: [
          { type: "text", text: "Hi" },
          { type: "call", id: "a", name: "f", arguments: { x: 1 } },
        ],
        finishReason: "tool-calls",
      },
    });
  });

  test("is a text and a call where traces are read", () => {
    const read = readTrace(answer, { path: "/trace", mostEvents: 100 });
    const events = "events" in read ? read.events : [];
    const ofAssistant = events.filter(
      (event) => event.type !== "message" || event.role !== "system",
    );
    expect(ofAssistant).toMatchObject([
      { type: "message", role: "assistant", text: "Hi" },
      { type: "call", tool: "f", callId: "a" },
    ]);
  });
});

describe("an answer of the Responses API", () => {
  const response = (output: readonly object[], more: object = {}) => ({
    id: "r",
    object: "response",
    status: "completed",
    model: "gpt-5",
    output,
    ...more,
  });
  const partsOf = (output: readonly object[]) =>
    (migrated(response(output)).canonical as { parts: object[] }).parts;

  test("keeps the reasoning, with its summary and what only the provider reads", () => {
    const summary = (text: string) => ({ type: "summary_text", text });
    const reasoning = (texts: readonly string[], more: object = {}) => ({
      type: "reasoning",
      id: "rs",
      summary: texts.map(summary),
      ...more,
    });
    const read = { type: "reasoning", signature: null, redacted: false };
    expect(partsOf([reasoning([])])).toEqual([{ ...read, text: "" }]);
    expect(partsOf([reasoning(["a"], { encrypted_content: "e" })])).toEqual([
      { ...read, text: "a", signature: "e" },
    ]);
    expect(partsOf([reasoning(["a", "b"])])).toEqual([{ ...read, text: "a\n\nb" }]);
    expect(
      partsOf([reasoning(["a"], { content: [{ type: "reasoning_text", text: "t" }] })]),
    ).toEqual([{ ...read, text: "a" }]);
  });

  test("keeps the messages apart, what is refused, and what it does not know", () => {
    const text = (value: string, more: object = {}) => ({
      type: "output_text",
      text: value,
      ...more,
    });
    const message = (content: readonly object[], more: object = {}) => ({
      type: "message",
      role: "assistant",
      content,
      ...more,
    });
    const search = { type: "web_search_call", id: "ws", status: "completed" };
    const cited = text("b", { annotations: [{ type: "url_citation", url: "https://x.test" }] });
    const image = { type: "output_image", image_url: "https://x.test/a.png" };
    expect(
      partsOf([
        message([text("a"), cited], { id: "m1", status: "completed" }),
        search,
        message([]),
        message([image]),
        message([{ type: "refusal", refusal: "no" }], { status: "incomplete" }),
        { type: "function_call", name: "f", arguments: "" },
      ]),
    ).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
      { type: "provider", provider: "openai-responses", block: search },
      { type: "provider", provider: "openai-responses", block: image },
      { type: "refusal", text: "no" },
      { type: "call", id: "call_1", name: "f", arguments: {} },
    ]);
  });

  test("says why it ended, and what it cost", () => {
    const endOf = (more: object) => {
      const { canonical } = migrated(response([], more));
      return canonical as { finishReason: string; usage: object | null };
    };
    expect(endOf({}).finishReason).toBe("stop");
    const incomplete = (reason: string) => ({
      status: "incomplete",
      incomplete_details: { reason },
    });
    expect(endOf(incomplete("max_output_tokens")).finishReason).toBe("length");
    expect(endOf(incomplete("content_filter")).finishReason).toBe("content-filter");
    expect(endOf(incomplete("constructor")).finishReason).toBe("other");
    expect(endOf({ status: "failed", error: { code: "x" } }).finishReason).toBe("other");
    const usage = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 2 },
      total_tokens: 17,
    };
    expect(endOf({ usage }).usage).toEqual({ input: 10, output: 7, cached: 4, reasoning: 2 });
  });

  test("loses nothing in silence", () => {
    const { targets } = migrated(
      response(
        [
          { type: "reasoning", summary: [] },
          { type: "web_search_call", id: "ws" },
        ],
        {
          temperature: 1,
        },
      ),
      { to: ["anthropic"] },
    );
    expect(targets[0]?.losses.map(({ code }) => code)).toEqual([
      "REASONING_DROPPED",
      "PROVIDER_BLOCK_DROPPED",
      "EXTRAS_DROPPED",
    ]);
  });
});
