import { describe, expect, test } from "bun:test";
import type { Value } from "../../../tools/provider-request-envelope.ts";
import tool from "../../../tools/provider-request-envelope.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run(input).value as Value;
const lost = (request: object, to: string) => valueOf({ request, to }).lost.map(({ path }) => path);
const warned = (request: object, to: string) =>
  run({ request, to }).warnings?.map(({ code, path }) => `${code} ${path}`) ?? [];
const chat = (messages: readonly object[]) => ({ model: "m", max_completion_tokens: 99, messages });
const anthropic = (messages: readonly object[], more: object = {}) => ({
  model: "m",
  max_tokens: 99,
  stop_sequences: [],
  messages,
  ...more,
});
const items = (input: readonly object[], more: object = {}) => ({ model: "m", input, ...more });
const contents = (list: readonly object[]) => ({ contents: list });
/** The messages of the written body. */
const told = (request: object, to: string) => {
  const body = valueOf({ request, to }).request as Record<string, unknown>;
  return body["messages"] ?? body["contents"] ?? body["input"];
};
const user = (content: unknown) => ({ role: "user", content });
const toolCall = (id: string, name: string, args = "{}") => ({
  id,
  type: "function",
  function: { name, arguments: args },
});
const IMAGE = "data:image/png;base64,AAAA";

describe("what is said", () => {
  test("system messages: instructions, the system member, or in their place", () => {
    const messages = [
      { role: "system", content: "A" },
      { role: "developer", content: "B" },
      user("Hi"),
      { role: "developer", content: "C" },
      user("Ho"),
    ];
    expect(valueOf({ request: chat(messages), to: "openai-responses" }).request).toMatchObject({
      instructions: "A\n\nB",
      input: [user("Hi"), { role: "developer", content: "C" }, user("Ho")],
    });
    expect(valueOf({ request: chat(messages), to: "anthropic" }).request).toMatchObject({
      system: "A\n\nB\n\nC",
      messages: [
        user([
          { type: "text", text: "Hi" },
          { type: "text", text: "Ho" },
        ]),
      ],
    });
    expect(warned(chat(messages), "anthropic")).toEqual([
      "SYSTEM_MOVED /request/messages/3",
      "MESSAGES_MERGED /request/messages/4",
    ]);
    expect(valueOf({ request: chat(messages), to: "gemini" }).request).toMatchObject({
      systemInstruction: { parts: [{ text: "A" }, { text: "B" }, { text: "C" }] },
    });
    const blocks = anthropic([user("Hi")], {
      system: [
        { type: "text", text: "A", cache_control: { type: "ephemeral" } },
        { type: "text", text: "B" },
      ],
    });
    expect(told(blocks, "openai-chat")).toEqual([
      {
        role: "system",
        content: [
          { type: "text", text: "A" },
          { type: "text", text: "B" },
        ],
      },
      user("Hi"),
    ]);
    expect(lost(blocks, "openai-chat")).toEqual(["/system/0/cache_control"]);
    expect(told({ ...items([user("Hi")]), instructions: "A" }, "openai-chat")).toEqual([
      { role: "system", content: "A" },
      user("Hi"),
    ]);
  });

  test("one text is a string, several are a list; what was a string stays one", () => {
    expect(told(chat([user([{ type: "text", text: "a" }])]), "anthropic")).toEqual([user("a")]);
    expect(told(chat([user([{ type: "text", text: "a" }])]), "openai-responses")).toEqual([
      user([{ type: "input_text", text: "a" }]),
    ]);
    expect(
      told(chat([user("a"), { role: "assistant", content: "b" }]), "openai-responses"),
    ).toEqual([user("a"), { role: "assistant", content: [{ type: "output_text", text: "b" }] }]);
    expect(
      told(
        items([
          {
            role: "assistant",
            content: [
              { type: "output_text", text: "a", annotations: [] },
              { type: "output_text", text: "b" },
            ],
          },
        ]),
        "openai-chat",
      ),
    ).toEqual([
      {
        role: "assistant",
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      },
    ]);
    expect(
      told(
        contents([{ role: "model", parts: [{ text: "x" }] }, { parts: [{ text: "y" }] }]),
        "anthropic",
      ),
    ).toEqual([{ role: "assistant", content: "x" }, user("y")]);
  });

  test("images, as data and by address", () => {
    const request = chat([
      user([
        { type: "image_url", image_url: { url: IMAGE } },
        { type: "image_url", image_url: { url: "https://x.test/a.png" } },
      ]),
    ]);
    expect(told(request, "openai-responses")).toEqual([
      user([
        { type: "input_image", image_url: IMAGE },
        { type: "input_image", image_url: "https://x.test/a.png" },
      ]),
    ]);
    const blocks = [
      { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
      { type: "image", source: { type: "url", url: "https://x.test/a.png" } },
    ];
    expect(told(request, "anthropic")).toEqual([user(blocks)]);
    const parts = [
      { inlineData: { mimeType: "image/png", data: "AAAA" } },
      { fileData: { fileUri: "https://x.test/a.png" } },
    ];
    expect(told(request, "gemini")).toEqual([{ role: "user", parts }]);
    const plain = [
      { type: "image_url", image_url: { url: IMAGE } },
      { type: "image_url", image_url: { url: "https://x.test/a.png" } },
    ];
    expect(told(anthropic([user(blocks)]), "openai-chat")).toEqual([user(plain)]);
    expect(told(contents([{ role: "user", parts }]), "openai-chat")).toEqual([user(plain)]);
  });

  test("how closely an image is looked at goes where it has a place, and is told elsewhere", () => {
    const inChat = user([{ type: "image_url", image_url: { url: IMAGE, detail: "low" } }]);
    const inItems = user([{ type: "input_image", image_url: IMAGE, detail: "low" }]);
    expect(told(chat([inChat]), "openai-responses")).toEqual([inItems]);
    expect(told(items([inItems]), "openai-chat")).toEqual([inChat]);
    for (const to of ["openai-chat", "openai-responses"]) {
      expect(lost(chat([inChat]), to)).toEqual([]);
      expect(lost(items([inItems]), to)).toEqual([]);
    }
    for (const to of ["anthropic", "gemini"]) {
      expect(lost(chat([inChat]), to)).toEqual(["/messages/0/content/0/image_url/detail"]);
      expect(lost(items([inItems]), to)).toEqual(["/input/0/content/0/detail"]);
    }
  });

  test("nothing within an image is lost in silence", () => {
    const image = { type: "image_url", image_url: { url: IMAGE, format: "image/png" } };
    expect(lost(chat([user([image])]), "anthropic")).toEqual([
      "/messages/0/content/0/image_url/format",
    ]);
    const block = {
      type: "image",
      source: { type: "base64", media_type: "image/png", data: "AAAA", note: "n" },
    };
    expect(lost(anthropic([user([block])]), "openai-chat")).toEqual([
      "/messages/0/content/0/source/note",
    ]);
    const part = { inlineData: { mimeType: "image/png", data: "AAAA", displayName: "a.png" } };
    expect(lost(contents([{ role: "user", parts: [part] }]), "openai-chat")).toEqual([
      "/contents/0/parts/0/inlineData/displayName",
    ]);
    const snake = { inline_data: { mime_type: "image/png", data: "AAAA" } };
    expect(told(contents([{ role: "user", parts: [snake] }]), "openai-chat")).toEqual([
      user([{ type: "image_url", image_url: { url: IMAGE } }]),
    ]);
  });

  test("parts of results tell what is lost of them, too", () => {
    const output = [
      { type: "input_text", text: "a", mark: 1 },
      { type: "input_image", image_url: IMAGE, detail: "high" },
    ];
    const call = { type: "function_call", call_id: "c", name: "f", arguments: "{}" };
    const request = items([call, { type: "function_call_output", call_id: "c", output }]);
    expect(lost(request, "anthropic")).toEqual([
      "/input/1/output/0/mark",
      "/input/1/output/1/detail",
    ]);
    expect(lost(request, "openai-chat")).toEqual(["/input/1", "/input/1/output/0/mark"]);
  });

  test("what no other provider has is told, a message of nothing else goes", () => {
    const parts = [
      { type: "text", text: "a" },
      { type: "input_audio", input_audio: {} },
      { type: "zzz" },
    ];
    expect(lost(chat([user(parts)]), "anthropic")).toEqual([
      "/messages/0/content/1",
      "/messages/0/content/2",
    ]);
    const thinking = anthropic([
      user("Hi"),
      { role: "assistant", content: [{ type: "thinking", thinking: "…", signature: "s" }] },
      user("Ho"),
    ]);
    expect(told(thinking, "openai-chat")).toEqual([user("Hi"), user("Ho")]);
    expect(lost(thinking, "openai-chat")).toEqual(["/messages/1/content/0"]);
    const reasoning = items([
      { type: "reasoning", id: "r", summary: [] },
      { type: "item_reference", id: "x" },
      user("Hi"),
    ]);
    expect(lost(reasoning, "openai-chat")).toEqual(["/input/0", "/input/1"]);
    expect(
      lost(
        contents([
          {
            role: "model",
            parts: [
              { text: "x", thought: true },
              { text: "y", thoughtSignature: "s" },
            ],
          },
        ]),
        "openai-chat",
      ),
    ).toEqual(["/contents/0/parts/0", "/contents/0/parts/1/thoughtSignature"]);
    expect(
      lost(
        chat([
          { role: "user", content: "x", name: "ann" },
          { role: "assistant", content: null, refusal: "No." },
        ]),
        "anthropic",
      ),
    ).toEqual(["/messages/0/name", "/messages/1/refusal"]);
  });

  test("an answer that was begun", () => {
    const request = anthropic([user("Hi"), { role: "assistant", content: "{" }]);
    expect(told(request, "openai-chat")).toEqual([user("Hi"), { role: "assistant", content: "{" }]);
    expect(warned(request, "openai-chat")).toEqual(["ASSISTANT_LAST /request/messages/1"]);
    expect(warned(request, "gemini")).toEqual([]);
  });
});

describe("calls and results", () => {
  const answered = chat([
    user("Go"),
    {
      role: "assistant",
      content: "So",
      tool_calls: [toolCall("a", "f", '{"x": 1}'), toolCall("b", "g", "")],
    },
    { role: "tool", tool_call_id: "b", content: "two" },
    {
      role: "tool",
      tool_call_id: "a",
      content: [
        { type: "text", text: "o" },
        { type: "text", text: "ne" },
      ],
    },
    user("And?"),
  ]);

  test("results share a message and come first in it", () => {
    expect(told(answered, "anthropic")).toEqual([
      user("Go"),
      {
        role: "assistant",
        content: [
          { type: "text", text: "So" },
          { type: "tool_use", id: "a", name: "f", input: { x: 1 } },
          { type: "tool_use", id: "b", name: "g", input: {} },
        ],
      },
      user([
        { type: "tool_result", tool_use_id: "b", content: "two" },
        {
          type: "tool_result",
          tool_use_id: "a",
          content: [
            { type: "text", text: "o" },
            { type: "text", text: "ne" },
          ],
        },
        { type: "text", text: "And?" },
      ]),
    ]);
    const before = anthropic([
      user("Go"),
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
      user([
        { type: "text", text: "Look" },
        { type: "tool_result", tool_use_id: "a", content: "x" },
      ]),
    ]);
    expect(told(before, "openai-chat")).toEqual([
      user("Go"),
      { role: "assistant", content: null, tool_calls: [toolCall("a", "f")] },
      { role: "tool", tool_call_id: "a", content: "x" },
      user("Look"),
    ]);
  });

  test("items of Responses", () => {
    const list = [
      user("Go"),
      { role: "assistant", content: [{ type: "output_text", text: "So" }] },
      { type: "function_call", call_id: "a", name: "f", arguments: '{"x":1}' },
      { type: "function_call", call_id: "b", name: "g", arguments: "{}" },
      { type: "function_call_output", call_id: "b", output: "two" },
      {
        type: "function_call_output",
        call_id: "a",
        output: [
          { type: "input_text", text: "o" },
          { type: "input_text", text: "ne" },
        ],
      },
      user("And?"),
    ];
    expect(told(answered, "openai-responses")).toEqual(list);
    const back = structuredClone(answered.messages) as { tool_calls?: unknown }[];
    (back[1] ?? {}).tool_calls = [toolCall("a", "f", '{"x":1}'), toolCall("b", "g", "{}")];
    expect(told(items(list), "openai-chat")).toEqual(back);
  });

  test("Gemini without ids: calls are counted, results paired by name in order", () => {
    const call = (name: string, args?: object) => ({
      functionCall: { name, ...(args && { args }) },
    });
    const response = (name: string, answer: object) => ({
      functionResponse: { name, response: answer },
    });
    const request = contents([
      { role: "user", parts: [{ text: "Go" }] },
      { role: "model", parts: [call("f", { x: 1 }), call("g"), call("f", { x: 2 })] },
      {
        role: "user",
        parts: [
          response("g", { output: { t: 1 } }),
          response("f", { output: "one" }),
          response("f", { error: "two" }),
        ],
      },
    ]);
    expect(told(request, "anthropic")).toEqual([
      user("Go"),
      {
        role: "assistant",
        content: [
          { type: "tool_use", id: "call_0", name: "f", input: { x: 1 } },
          { type: "tool_use", id: "call_1", name: "g", input: {} },
          { type: "tool_use", id: "call_2", name: "f", input: { x: 2 } },
        ],
      },
      user([
        { type: "tool_result", tool_use_id: "call_1", content: '{"t":1}' },
        { type: "tool_result", tool_use_id: "call_0", content: "one" },
        { type: "tool_result", tool_use_id: "call_2", content: "two", is_error: true },
      ]),
    ]);
    expect(lost(request, "anthropic")).toEqual(["/contents/2/parts/0"]);
    expect(run({ request }).valid).toBe(true);
    expect(lost(request, "openai-chat")).toEqual([
      "/contents/2/parts/0",
      "/contents/2/parts/2/functionResponse/response/error",
    ]);
  });

  test("an error has a mark for Anthropic and Gemini only", () => {
    const request = anthropic([
      user("Go"),
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
      user([{ type: "tool_result", tool_use_id: "a", content: "no", is_error: true }]),
    ]);
    expect(told(request, "gemini")).toMatchObject([
      {},
      {},
      { parts: [{ functionResponse: { id: "a", name: "f", response: { error: "no" } } }] },
    ]);
    expect(lost(request, "openai-responses")).toEqual(["/messages/2/content/0/is_error"]);
  });

  test("arguments that are no JSON stay text where they may, wrapped ones follow their schema", () => {
    const request = chat([
      user("Go"),
      { role: "assistant", content: null, tool_calls: [toolCall("a", "f", "{x")] },
    ]);
    expect(told(request, "openai-responses")).toMatchObject([{}, { arguments: "{x" }]);
    expect(told(request, "anthropic")).toMatchObject([{}, { content: [{ input: {} }] }]);
    expect(lost(request, "anthropic")).toEqual(["/messages/1/tool_calls/0/function/arguments"]);
    const listed = {
      ...chat([
        user("Go"),
        { role: "assistant", content: null, tool_calls: [toolCall("a", "f", "[1]")] },
      ]),
      tools: [{ type: "function", function: { name: "f", parameters: { type: "array" } } }],
    };
    expect(told(listed, "anthropic")).toMatchObject([{}, { content: [{ input: { input: [1] } }] }]);
  });
});
