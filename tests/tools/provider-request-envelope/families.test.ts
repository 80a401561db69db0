import { describe, expect, test } from "bun:test";
import type { Value } from "../../../tools/provider-request-envelope.ts";
import tool from "../../../tools/provider-request-envelope.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const valueOf = (input: object) => run(input).value as Value;
const user = (content: unknown) => [{ role: "user", content }];

describe("where the shape fits several, the model tells", () => {
  const from = (request: object) => valueOf({ request }).from;
  const plain = (model: string, more: object = {}) =>
    from({ model, max_tokens: 9, messages: user("Hi"), ...more });

  test.each([
    "claude-opus-4-5",
    "claude-3-5-sonnet-latest",
    "anthropic.claude-sonnet-4-20250514-v1:0",
    "us.anthropic.claude-sonnet-4-20250514-v1:0",
    "claude-sonnet-4-5@20250929",
  ])("%s is Anthropic's", (model) => expect(plain(model)).toBe("anthropic"));

  test.each(["gpt-5", "gemini-2.5-pro", "anthropic/claude-sonnet-4.5", "my-claude-like"])(
    "%s is not",
    (model) => expect(plain(model)).toBe("openai-chat"),
  );

  test("what only Chat Completions have goes before the model", () => {
    expect(plain("claude-opus-4-5", { response_format: { type: "text" } })).toBe("openai-chat");
    const messages = [{ role: "system", content: "A" }, ...user("Hi")];
    expect(plain("claude-opus-4-5", { messages })).toBe("openai-chat");
    const parts = user([{ type: "image_url", image_url: { url: "https://a.example/b.png" } }]);
    expect(plain("claude-opus-4-5", { messages: parts })).toBe("openai-chat");
  });

  test("so do the blocks of Anthropic", () => {
    const document = { type: "document", source: { type: "url", url: "https://a.example/b.pdf" } };
    expect(plain("m", { messages: user([document]) })).toBe("anthropic");
  });
});

describe("files", () => {
  const PDF = "data:application/pdf;base64,JVBERg==";
  const parts = {
    "openai-chat": { type: "file", file: { filename: "a.pdf", file_data: PDF } },
    "openai-responses": { type: "input_file", filename: "a.pdf", file_data: PDF },
    anthropic: {
      type: "document",
      source: { type: "base64", media_type: "application/pdf", data: "JVBERg==" },
      title: "a.pdf",
    },
  };
  const bodies: Record<string, object> = {
    "openai-chat": { model: "m", messages: user([parts["openai-chat"]]) },
    "openai-responses": { model: "m", input: user([parts["openai-responses"]]) },
    anthropic: { model: "m", max_tokens: 9, messages: user([parts.anthropic]) },
  };
  const written = (request: object, from: string, to: string) => {
    const value = valueOf({ request, from, to });
    const body = value.request as Record<string, { content?: object[]; parts?: object[] }[]>;
    const [message] = body["messages"] ?? body["input"] ?? body["contents"] ?? [];
    return { part: (message?.content ?? message?.parts)?.[0], value };
  };

  test("a PDF goes from every provider to every other", () => {
    for (const from of Object.keys(parts)) {
      for (const to of Object.keys(parts)) {
        const { part, value } = written(bodies[from] ?? {}, from, to);
        expect(part).toEqual(parts[to as keyof typeof parts]);
        expect(value.lost).toEqual([]);
      }
      const gemini = written(bodies[from] ?? {}, from, "gemini");
      expect(gemini.part).toEqual({
        inlineData: { mimeType: "application/pdf", data: "JVBERg==" },
      });
      expect(gemini.value.lost).toHaveLength(1);
    }
  });

  test("a name that OpenAI wants is added, at its place", () => {
    const request = {
      contents: [
        {
          role: "user",
          parts: [{ inlineData: { mimeType: "application/pdf", data: "JVBERg==" } }],
        },
      ],
    };
    const { part, value } = written(request, "gemini", "openai-chat");
    expect(part).toMatchObject({ file: { filename: "document.pdf" } });
    expect(value.added).toEqual([
      { path: "/messages/0/content/0/file/filename", value: "document.pdf" },
    ]);
  });

  test("by address where the provider fetches it", () => {
    const url = "https://a.example/b.pdf";
    const request = { model: "m", input: user([{ type: "input_file", file_url: url }]) };
    expect(written(request, "openai-responses", "anthropic").part).toEqual({
      type: "document",
      source: { type: "url", url },
    });
    expect(written(request, "openai-responses", "gemini").part).toEqual({
      fileData: { mimeType: "application/pdf", fileUri: url },
    });
    const chat = written(request, "openai-responses", "openai-chat");
    expect(chat.value.lost).toMatchObject([{ path: "/input/0/content/0" }]);
  });

  test("uploads stay with their provider", () => {
    for (const [body, from, to] of [
      [user([{ type: "file", file: { file_id: "file-1" } }]), "openai-chat", "anthropic"],
      [user([{ type: "document", source: { type: "file", file_id: "f" } }]), "anthropic", "gemini"],
    ] as const) {
      const request = { model: "m", max_tokens: 9, messages: body };
      expect(valueOf({ request, from, to }).lost).toMatchObject([
        { path: "/messages/0/content/0" },
      ]);
    }
  });

  test("a document of text is a text where only PDF is taken", () => {
    const document = {
      type: "document",
      source: { type: "text", media_type: "text/plain", data: "Grüße" },
    };
    const request = { model: "m", max_tokens: 9, messages: user([document]) };
    expect(valueOf({ request, to: "openai-chat" }).request).toMatchObject({
      messages: [{ content: "Grüße" }],
    });
    expect(written(request, "anthropic", "openai-responses").part).toEqual({
      type: "input_text",
      text: "Grüße",
    });
    expect(written(request, "anthropic", "gemini").part).toEqual({ text: "Grüße" });
    const given = "data:text/plain;base64,R3LDvMOfZQ==";
    const file = { type: "input_file", filename: "a.txt", file_data: given };
    expect(
      written({ model: "m", input: user([file]) }, "openai-responses", "anthropic").part,
    ).toEqual({ ...document, title: "a.txt" });
  });
});

describe("what a family of models refuses", () => {
  const refused = (request: object) =>
    (run({ request: { messages: user("Hi"), ...request } }).warnings ?? [])
      .filter(({ code }) => code === "SAMPLING_UNSUPPORTED")
      .map(({ path }) => path?.slice("/request/".length));

  test("reasoning models of OpenAI", () => {
    const all = {
      temperature: 0.2,
      top_p: 0.9,
      presence_penalty: 1,
      frequency_penalty: 1,
      logprobs: true,
      stop: ["x"],
    };
    expect(refused({ model: "o3-mini", ...all })).toHaveLength(6);
    expect(refused({ model: "gpt-5-2025-08-07", ...all })).toHaveLength(6);
    expect(refused({ model: "openai/gpt-6-sol", ...all })).toHaveLength(6);
    expect(refused({ model: "gpt-4o", ...all })).toEqual([]);
    expect(refused({ model: "gpt-5-chat-latest", ...all })).toEqual([]);
    expect(refused({ model: "o1", temperature: 1, top_p: 1, stop: "x", logprobs: false })).toEqual(
      [],
    );
    const input = { input: "Hi", messages: undefined };
    expect(refused({ ...input, model: "gpt-5", temperature: 0 })).toEqual(["temperature"]);
  });

  test("a temperature without reasoning", () => {
    const cool = { temperature: 0.2, reasoning_effort: "none" };
    expect(refused({ model: "gpt-5.6-sol", ...cool })).toEqual([]);
    expect(refused({ model: "gpt-5.2", temperature: 0.2 })).toEqual([]);
    expect(refused({ model: "gpt-5.6-sol", temperature: 0.2 })).toEqual(["temperature"]);
    expect(refused({ model: "gpt-5.2", temperature: 0.2, reasoning_effort: "low" })).toEqual([
      "temperature",
    ]);
    expect(refused({ model: "gpt-5", ...cool })).toEqual(["temperature"]);
    expect(refused({ model: "gpt-5.2-pro", temperature: 0.2 })).toEqual(["temperature"]);
  });

  test("Claude: thinking, and both ways of sampling", () => {
    const claude = (more: object) => refused({ max_tokens: 9000, system: "A", ...more });
    const thinking = { type: "enabled", budget_tokens: 2000 };
    const model = "claude-sonnet-4-5";
    expect(claude({ model, temperature: 0.5, thinking })).toEqual(["temperature"]);
    expect(claude({ model, temperature: 0.5 })).toEqual([]);
    expect(claude({ model, temperature: 0.5, top_p: 0.5 })).toEqual(["top_p"]);
    expect(claude({ model: "claude-opus-5", thinking })).toEqual(["thinking/budget_tokens"]);
  });

  test("Gemini and Grok", () => {
    const generationConfig = { presencePenalty: 0.2, temperature: 0.2 };
    const contents = [{ parts: [{ text: "Hi" }] }];
    expect(refused({ model: "gemini-2.5-flash", contents, generationConfig })).toEqual([
      "generationConfig/presencePenalty",
    ]);
    expect(refused({ model: "gemini-2.0-flash", contents, generationConfig })).toEqual([]);
    expect(refused({ model: "grok-4", stop: ["x"], temperature: 0.1 })).toEqual(["stop"]);
    expect(refused({ model: "grok-4-fast-non-reasoning", stop: ["x"] })).toEqual([]);
  });

  test("the model of the written body", () => {
    const request = { model: "gpt-4o", messages: user("Hi"), temperature: 0.2, seed: 1 };
    const codes = (more: object) => run({ request, ...more }).warnings?.map(({ code }) => code);
    expect(codes({ to: "openai-responses", model: "gpt-5" })).toContain("SAMPLING_UNSUPPORTED");
    expect(codes({ to: "openai-responses" })).not.toContain("SAMPLING_UNSUPPORTED");
  });
});
