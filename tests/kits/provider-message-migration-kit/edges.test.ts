import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import MarkdownIt from "markdown-it";
import Papa from "papaparse";
import kit from "../../../kits/provider-message-migration-kit.ts";
import { runUnit } from "../../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run(input).value as Value;
const first = (fixture: object, to: readonly string[] = ["openai-chat", "anthropic", "gemini"]) => {
  const [only] = valueOf({ fixtures: [fixture], to }).fixtures;
  if (only === undefined) throw new Error("No fixture");
  expect(only.self).toEqual({ identical: true, differences: [] });
  for (const { roundTrip } of only.targets) expect(roundTrip.explained).toBe(true);
  return only;
};
const lossesFor = (fixture: object, to: string) =>
  first(fixture, [to]).targets[0]?.losses.map(({ code, path }) => [code, path]);
const bodyFor = (fixture: object, to: string) =>
  first(fixture, [to]).targets[0]?.body as Record<string, never>;
const fileOf = (value: Value, name: string) =>
  value.deliverables.find((file) => file.name === name)?.content ?? "";

const chat = (...messages: object[]) => ({ model: "gpt-5", messages });
const claude = (...messages: object[]) => ({
  model: "claude-opus-5",
  max_tokens: 9,
  system: "S",
  messages,
});
const call = (id: string, args: string, name = "get") => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

describe("reading", () => {
  test("content null, empty lists and empty texts say nothing", () => {
    const { canonical } = first(
      chat(
        { role: "user", content: "" },
        { role: "assistant", content: null },
        { role: "user", content: [] },
      ),
    );
    expect((canonical as { messages: object[] }).messages).toEqual([
      { role: "user", parts: [] },
      { role: "assistant", parts: [] },
      { role: "user", parts: [] },
    ]);
  });

  test("a tool message between two user messages begins the second one", () => {
    const { canonical } = first(
      chat(
        { role: "user", content: "a" },
        { role: "assistant", content: null, tool_calls: [call("c1", "")] },
        { role: "tool", tool_call_id: "c1", content: "r" },
        { role: "user", content: "b" },
      ),
    );
    const { messages } = canonical as { messages: { parts: { type: string }[] }[] };
    expect(messages.map(({ parts }) => parts.map(({ type }) => type))).toEqual([
      ["text"],
      ["call"],
      ["result", "text"],
    ]);
  });

  test("calls of Gemini without ids are numbered, and answered in their order", () => {
    const part = (city: string) => ({ functionCall: { name: "get", args: { city } } });
    const answer = (output: string) => ({
      functionResponse: { name: "get", response: { output } },
    });
    const fixture = {
      contents: [
        { role: "user", parts: [{ text: "?" }] },
        { role: "model", parts: [{ text: "Let me see" }, part("Rome"), part("Oslo")] },
        { role: "user", parts: [answer("21"), answer("4")] },
      ],
    };
    const { canonical, targets } = first(fixture, ["openai-chat"]);
    const { messages } = canonical as { messages: { parts: { id?: string }[] }[] };
    expect(messages.flatMap(({ parts }) => parts.flatMap(({ id }) => id ?? []))).toEqual([
      "call_1",
      "call_2",
      "call_1",
      "call_2",
    ]);
    expect(targets[0]?.losses.map(({ code }) => code)).toEqual(["ID_ADDED", "ID_ADDED"]);
  });

  test("names of Gemini in the spelling of protocol buffers are the same names", () => {
    const fixture = {
      system_instruction: { parts: [{ text: "S" }] },
      contents: [
        { role: "user", parts: [{ inline_data: { mime_type: "image/png", data: "aGk=" } }] },
      ],
      generation_config: {
        max_output_tokens: 5,
        thinking_config: { thinking_level: "LOW", include_thoughts: true },
      },
    };
    const { canonical } = first(fixture);
    expect(canonical).toMatchObject({
      system: [{ text: "S" }],
      messages: [{ parts: [{ type: "image", mediaType: "image/png" }] }],
      settings: { maxTokens: 5, effort: "low" },
      extras: { "/generationConfig/thinkingConfig/include_thoughts": true },
    });
  });

  test("numbers of arguments keep their digits", () => {
    const fixture = chat(
      { role: "user", content: "?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [call("c1", '{"n": 12345678901234567890, "x": 1.50}')],
      },
    );
    const value = valueOf({ fixtures: fixture, to: ["anthropic"] });
    expect(fileOf(value, "anthropic.json")).toContain('"n": 12345678901234567890');
    expect(fileOf(value, "anthropic.json")).toContain('"x": 1.50');
    expect(fileOf(value, "openai-chat.json")).toContain(
      String.raw`{\"n\":12345678901234567890,\"x\":1.50}`,
    );
  });

  test("arguments that are no object are kept as text", () => {
    const fixture = chat({
      role: "assistant",
      content: null,
      tool_calls: [call("c1", '{"a": '), call("c2", "[1]")],
    });
    const outcome = run({ fixtures: fixture, to: ["anthropic"] });
    const value = outcome.value as Value;
    expect(
      value.findings
        .filter(({ code }) => code === "ARGUMENTS_NOT_JSON")
        .map(({ stage, path }) => [stage, path]),
    ).toEqual([
      ["read", "/fixtures/0/messages/0/tool_calls/0/function/arguments"],
      ["read", "/fixtures/0/messages/0/tool_calls/1/function/arguments"],
    ]);
    expect(value.fixtures[0]?.self.identical).toBe(true);
    expect(value.fixtures[0]?.targets[0]?.body).toMatchObject({
      messages: [{ content: [{ input: { $text: '{"a": ' } }, { input: { $text: "[1]" } }] }],
    });
  });

  test("faults have places that the fixture has", () => {
    const item = { type: "function_call", call_id: "c", name: "f", arguments: "[1]" };
    const fixtures = [
      { model: "gpt-5", input: [{ role: "user", content: "a" }, item] },
      { id: "r", object: "response", model: "gpt-5", status: "completed", output: [item] },
    ];
    const { findings } = run({ fixtures }).value as Value;
    const paths = findings.flatMap(({ code, path = "" }) =>
      code === "ARGUMENTS_NOT_JSON" ? [path] : [],
    );
    expect(paths).toEqual(["/fixtures/0", "/fixtures/1/output/0/arguments"]);
  });

  test("a system of blocks keeps marks of caches, and their lifetimes in extras", () => {
    const system = [
      { type: "text", text: "A" },
      { type: "text", text: "B", cache_control: { type: "ephemeral", ttl: "1h" } },
    ];
    const fixture = { ...claude({ role: "user", content: "x" }), system };
    const { canonical } = first(fixture);
    expect(canonical).toMatchObject({
      system: [
        { type: "text", text: "A" },
        { type: "text", text: "B", cache: true },
      ],
      extras: { "/system/1/cache_control/ttl": "1h" },
    });
    expect(lossesFor(fixture, "openai-chat")).toEqual([
      ["CACHE_MARK_DROPPED", "/system/1"],
      ["EXTRAS_DROPPED", "/extras/~1system~11~1cache_control~1ttl"],
    ]);
    expect(
      (bodyFor(fixture, "openai-chat")["messages"] as readonly object[] | undefined)?.[0],
    ).toEqual({
      role: "system",
      content: [
        { type: "text", text: "A" },
        { type: "text", text: "B" },
      ],
    } as never);
  });

  test("only a system message is a conversation, too", () => {
    expect(bodyFor(chat({ role: "system", content: "S" }), "anthropic")).toEqual({
      system: "S",
      messages: [],
      max_tokens: 4096,
    } as never);
  });

  test("a data URL without a media type keeps its data, and is told by it", () => {
    const fixture = chat({
      role: "user",
      content: [{ type: "image_url", image_url: { url: "data:;base64,iVBORw0KGgo=" } }],
    });
    expect(first(fixture).canonical).toMatchObject({
      messages: [{ parts: [{ type: "image", mediaType: null, data: "iVBORw0KGgo=" }] }],
    });
    expect(lossesFor(fixture, "gemini")).toEqual([["MEDIA_TYPE_GUESSED", "/messages/0/parts/0"]]);
  });

  test("of several choices the first one is read, and the others are kept", () => {
    const choice = (index: number) => ({
      index,
      message: { role: "assistant", content: `c${index}` },
      finish_reason: "stop",
    });
    const { canonical } = first({
      id: "r",
      object: "chat.completion",
      created: 1,
      model: "m",
      choices: [choice(0), choice(1)],
    });
    expect(canonical).toMatchObject({
      parts: [{ text: "c0" }],
      extras: { "/choices/1": choice(1), "/created": 1 },
    });
  });

  test("usage counts as a bill does", () => {
    const usage = {
      input_tokens: 10,
      output_tokens: 5,
      cache_read_input_tokens: 3,
      cache_creation_input_tokens: 2,
    };
    const fixture = {
      id: "m",
      type: "message",
      role: "assistant",
      model: "c",
      content: [{ type: "text", text: "x" }],
      stop_reason: "stop_sequence",
      stop_sequence: "END",
      usage,
    };
    const { canonical, targets } = first(fixture, ["openai-chat", "gemini"]);
    expect(canonical).toMatchObject({
      finishReason: "stop",
      usage: { input: 15, output: 5, cached: 3, reasoning: 0 },
      extras: { "/stop_reason": "stop_sequence", "/stop_sequence": "END" },
    });
    expect(targets[0]?.body).toMatchObject({
      usage: { prompt_tokens: 15, completion_tokens: 5, total_tokens: 20 },
    });
    expect(targets[1]?.body).toMatchObject({
      usageMetadata: { promptTokenCount: 15, cachedContentTokenCount: 3 },
    });
  });
});

describe("losses", () => {
  const result = (content: unknown, isError = false) => [
    { role: "user", content: "?" },
    { role: "assistant", content: [{ type: "tool_use", id: "t", name: "f", input: {} }] },
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "t", content, is_error: isError }],
    },
  ];
  const image = {
    type: "image",
    source: { type: "base64", media_type: "image/png", data: "aGk=" },
  };

  test.each<readonly [string, object, string, readonly string[]]>([
    [
      "a server tool's block",
      claude(
        { role: "user", content: "x" },
        {
          role: "assistant",
          content: [
            { type: "server_tool_use", id: "s", name: "web_search", input: {} },
            { type: "text", text: "y" },
          ],
        },
      ),
      "openai-chat",
      ["PROVIDER_BLOCK_DROPPED"],
    ],
    [
      "a file by its id",
      claude({
        role: "user",
        content: [
          { type: "image", source: { type: "file", file_id: "f" } },
          { type: "text", text: "y" },
        ],
      }),
      "openai-chat",
      ["FILE_REFERENCE_LOST"],
    ],
    [
      "audio",
      chat({
        role: "user",
        content: [
          { type: "input_audio", input_audio: { data: "aGk=", format: "wav" } },
          { type: "text", text: "y" },
        ],
      }),
      "anthropic",
      ["AUDIO_UNSUPPORTED", "MAX_TOKENS_ADDED"],
    ],
    [
      "an image in a result",
      claude(...result([image, { type: "text", text: "a" }])),
      "openai-chat",
      ["IMAGE_IN_RESULT_DROPPED"],
    ],
    [
      "texts of a result",
      claude(
        ...result([
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ]),
      ),
      "openai-chat",
      ["RESULT_TEXTS_JOINED"],
    ],
    ["a result without content", claude(...result([])), "openai-chat", ["EMPTY_RESULT"]],
    ["a mark of an error", claude(...result("bad", true)), "openai-chat", ["ERROR_FLAG_LOST"]],
    ["a mark of an error for Gemini", claude(...result("bad", true)), "gemini", []],
    [
      "a later system message",
      chat(
        { role: "user", content: "a" },
        { role: "system", content: "b" },
        { role: "user", content: "c" },
      ),
      "anthropic",
      ["SYSTEM_MOVED", "MESSAGES_MERGED", "MAX_TOKENS_ADDED"],
    ],
    [
      "neighbours",
      chat({ role: "user", content: "a" }, { role: "user", content: "b" }),
      "gemini",
      ["MESSAGES_MERGED"],
    ],
    [
      "a refusal",
      chat({ role: "assistant", content: null, refusal: "no" }),
      "gemini",
      ["REFUSAL_AS_TEXT"],
    ],
    [
      "the developer",
      chat({ role: "developer", content: "a" }, { role: "user", content: "b" }),
      "gemini",
      ["DEVELOPER_AS_SYSTEM"],
    ],
    [
      "detail of images",
      chat({
        role: "user",
        content: [{ type: "image_url", image_url: { url: "https://a.b/c.png", detail: "low" } }],
      }),
      "gemini",
      ["MEDIA_TYPE_GUESSED", "IMAGE_DETAIL_DROPPED"],
    ],
    [
      "text after calls",
      claude({
        role: "assistant",
        content: [
          { type: "tool_use", id: "t", name: "f", input: {} },
          { type: "text", text: "a" },
        ],
      }),
      "openai-chat",
      ["ASSISTANT_ORDER"],
    ],
    [
      "results after text",
      claude(...result("a").slice(0, 2), {
        role: "user",
        content: [
          { type: "text", text: "x" },
          { type: "tool_result", tool_use_id: "t", content: "a" },
        ],
      }),
      "openai-chat",
      ["RESULT_ORDER"],
    ],
    [
      "settings",
      {
        ...chat({ role: "user", content: "a" }),
        temperature: 1.5,
        seed: 1,
        stop: "x",
        max_completion_tokens: 5,
        user: "u",
        stream: true,
      },
      "anthropic",
      ["SETTING_CLAMPED", "SETTING_DROPPED"],
    ],
    [
      "choices of one call at a time",
      {
        ...chat({ role: "user", content: "a" }),
        parallel_tool_calls: false,
        tools: [{ type: "function", function: { name: "f", parameters: { type: "object" } } }],
      },
      "anthropic",
      ["MAX_TOKENS_ADDED", "TOOL_CHOICE_ADDED"],
    ],
    [
      "a name",
      {
        ...claude({ role: "user", content: "a" }),
        tools: [{ name: "a.b", input_schema: { type: "object" } }],
      },
      "openai-chat",
      ["NAME_CHANGED"],
    ],
    [
      "a schema",
      {
        ...chat({ role: "user", content: "a" }),
        max_completion_tokens: 5,
        tools: [
          {
            type: "function",
            function: {
              name: "f",
              parameters: {
                anyOf: [
                  { type: "object", properties: {} },
                  { type: "object", properties: { a: {} } },
                ],
              },
            },
          },
        ],
      },
      "anthropic",
      ["TOOL_SCHEMA_CHANGED"],
    ],
    [
      "a signature",
      {
        contents: [
          {
            role: "model",
            parts: [{ functionCall: { id: "c", name: "f", args: {} }, thoughtSignature: "s" }],
          },
        ],
      },
      "openai-chat",
      ["SIGNATURE_DROPPED"],
    ],
    [
      "data of a result",
      {
        contents: [
          { role: "model", parts: [{ functionCall: { id: "c", name: "f", args: {} } }] },
          {
            role: "user",
            parts: [{ functionResponse: { id: "c", name: "f", response: { a: 1 } } }],
          },
        ],
      },
      "openai-chat",
      ["RESULT_JSON_AS_TEXT"],
    ],
  ])("%s", (_, fixture, to, codes) => {
    const told = lossesFor(fixture, to)?.map(([code]) => code);
    expect(told?.toSorted()).toEqual([...codes].toSorted() as never);
  });

  test("that are allowed are notes", () => {
    const fixtures = [chat({ role: "user", content: "a" }, { role: "user", content: "b" })];
    expect(valueOf({ fixtures, to: ["gemini"] }).verdict).toBe("review");
    const allowed = run({
      fixtures,
      to: ["gemini"],
      allowLoss: ["MESSAGES_MERGED"],
      failOn: "warning",
    });
    expect(allowed.ok).toBe(true);
    expect((allowed.value as Value).verdict).toBe("pass");
  });

  test("close the gate", () => {
    const fixtures = [chat({ role: "user", content: "a" }, { role: "user", content: "b" })];
    const outcome = run({ fixtures, to: ["gemini"], failOn: "warning" });
    expect(outcome.ok).toBe(false);
    expect(outcome.error?.code).toBe("PROVIDER_MESSAGE_MIGRATION_KIT_FAILED");
    expect((outcome.value as Value).deliverables).not.toBeEmpty();
  });
});

describe("pairs", () => {
  test("that are none are found", () => {
    const orphan = chat(
      { role: "user", content: "a" },
      { role: "tool", tool_call_id: "x", content: "r" },
    );
    expect(valueOf({ fixtures: orphan }).counts.byCode).toMatchObject({ RESULT_WITHOUT_CALL: 1 });
    const open = chat(
      { role: "assistant", content: null, tool_calls: [call("c", "{}")] },
      { role: "user", content: "a" },
    );
    expect(valueOf({ fixtures: open }).counts.byCode).toMatchObject({ CALL_WITHOUT_RESULT: 1 });
    const last = chat({ role: "assistant", content: null, tool_calls: [call("c", "{}")] });
    expect(valueOf({ fixtures: last }).counts.byCode["CALL_WITHOUT_RESULT"]).toBeUndefined();
  });

  test("calls are checked against the tools of their fixture", () => {
    const fixture = {
      ...chat(
        { role: "user", content: "a" },
        { role: "assistant", content: null, tool_calls: [call("c", '{"n":"x"}', "f")] },
      ),
      tools: [
        {
          type: "function",
          function: {
            name: "f",
            parameters: { type: "object", properties: { n: { type: "integer" } } },
          },
        },
      ],
    };
    const found = valueOf({ fixtures: fixture }).findings.filter(({ stage }) => stage === "calls");
    expect(found).toMatchObject([
      { code: "SCHEMA_TYPE", path: "/fixtures/0/canonical/messages/1/parts/0/arguments/n" },
    ]);
  });
});

describe("what is refused", () => {
  test.each([
    [{ fixtures: { hello: 1 } }, "FIXTURE_UNRECOGNISED", "/fixtures/0"],
    [{ fixtures: [chat(), 5] }, "FIXTURE_UNRECOGNISED", "/fixtures/1"],
    [
      {
        fixtures: [
          { name: "a", body: chat() },
          { name: "a", body: chat() },
        ],
      },
      "FIXTURE_NAME_DUPLICATE",
      "/fixtures/1/name",
    ],
    [{ fixtures: { canonical: 1, kind: "request" } }, "CANONICAL_INVALID", "/fixtures/0/extras"],
    [{ fixtures: [{ nmae: "a", body: chat() }] }, "TOOL_INPUT_INVALID", "/fixtures/0/nmae"],
    [{ fixtures: [{ name: 5, body: chat() }] }, "TOOL_INPUT_INVALID", "/fixtures/0/name"],
    [{ fixtures: [{ provider: "x", body: chat() }] }, "TOOL_INPUT_INVALID", "/fixtures/0/provider"],
    [{ fixtures: "{" }, "JSON_SYNTAX", "/fixtures"],
    [{ fixtures: [{ body: "{" }] }, "JSON_SYNTAX", "/fixtures/0/body"],
    [{ fixtures: [] }, "TOOL_INPUT_INVALID", "/fixtures"],
    [{ fixtures: chat(), to: ["x"] }, "TOOL_INPUT_INVALID", "/to/0"],
    [{ fixtures: chat(), model: { x: "y" } }, "TOOL_INPUT_INVALID", "/model/x"],
  ])("%j with %s", (input, code, path) => {
    const outcome = run(input);
    expect(outcome.ok).toBe(false);
    expect((outcome.error ?? outcome.errors?.[0])?.code).toBe(code);
    expect(outcome.errors?.[0]?.path).toBe(path);
  });
});

describe("files", () => {
  const value = valueOf({
    fixtures: [
      {
        name: '=1+1, "quoted" | piped',
        body: chat({ role: "user", content: "a" }, { role: "user", content: "b" }),
      },
      {
        contents: [{ role: "user", parts: [{ text: "c" }] }],
        generationConfig: { maxOutputTokens: 5 },
      },
    ],
    to: ["anthropic", "gemini"],
  });

  test("are those of the targets and of the sources", () => {
    expect(value.deliverables.map(({ name }) => name)).toEqual([
      "canonical.json",
      "openai-chat.json",
      "anthropic.json",
      "gemini.json",
      "losses.csv",
      "round-trip.json",
    ]);
    expect(JSON.parse(fileOf(value, "gemini.json"))).toMatchObject([
      { endpoint: "POST /v1beta/models/{model}:generateContent" },
      { name: "fixture-2", body: { contents: [{}] } },
    ]);
  });

  test("are read as what they are", () => {
    const { data } = Papa.parse<Record<string, string>>(fileOf(value, "losses.csv"), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data.length).toBe(value.counts.losses);
    expect(data[0]?.["fixture"]).toBe('\'=1+1, "quoted" | piped');
    expect(Object.keys(JSON.parse(fileOf(value, "round-trip.json")) as object)).toEqual([
      "matrix",
      "fixtures",
    ]);
  });

  test("the page has its tables", () => {
    const outcome = run({ fixtures: chat({ role: "user", content: "a|b" }) });
    const html = new MarkdownIt().render(outcome.output ?? "");
    expect(html.match(/<table>/g)?.length).toBe(3);
  });

  test("the canonical file is read again, and says the same", () => {
    const again = valueOf({
      fixtures: fileOf(value, "canonical.json"),
      to: ["anthropic", "gemini"],
    });
    expect(again.fixtures.map(({ canonicalSha256 }) => canonicalSha256)).toEqual(
      value.fixtures.map(({ canonicalSha256 }) => canonicalSha256),
    );
    expect(again.fixtures[0]?.targets[0]?.body).toEqual(
      value.fixtures[0]?.targets[0]?.body as never,
    );
  });
});

test("a conversation without losses has one hash, whoever it came from", () => {
  const fixture = {
    ...chat(
      { role: "system", content: "S" },
      { role: "user", content: "a" },
      { role: "assistant", content: "b" },
    ),
    max_completion_tokens: 7,
  };
  const one = first(fixture);
  for (const { provider, body } of one.targets)
    expect(first({ provider, body }).canonicalSha256).toBe(one.canonicalSha256);
});

test("names of tools stay apart over all fixtures", () => {
  const tool = (name: string) => ({
    ...claude({ role: "user", content: "a" }),
    tools: [{ name, input_schema: { type: "object" } }],
  });
  const value = valueOf({ fixtures: ["a.b", "a/b", "a_b"].map(tool), to: ["openai-chat"] });
  const written = value.fixtures.map(
    ({ targets }) =>
      (targets[0]?.body as { tools: { function: { name: string } }[] } | undefined)?.tools[0]
        ?.function.name,
  );
  expect(new Set(written).size).toBe(3);
  expect(value.nameMap.every(({ provider }) => provider === "openai-chat")).toBe(true);
});

test("many levels and lone surrogates do no harm", () => {
  const fixture = (levels: number) => {
    let deep: unknown = "x";
    for (let level = 0; level < levels; level++) deep = { a: deep };
    const parts = [{ functionCall: { name: "f", args: deep } }, { text: "\ud800" }];
    return { contents: [{ role: "model", parts }] };
  };
  expect(first(fixture(100)).targets).toHaveLength(2);
  // Indented, that is more than an output may be.
  expect(run({ fixtures: fixture(900) }).error?.code).toBe("OUTPUT_TOO_LARGE");
  expect(run({ fixtures: fixture(999) }).error?.code).toBe("INPUT_TOO_DEEP");
});
