import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import kit from "../../../kits/provider-message-migration-kit.ts";
import { runUnit } from "../../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const PROVIDERS = ["openai-chat", "openai-responses", "anthropic", "gemini"] as const;
const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run(input).value as Value;

const text = fc.oneof(
  fc.constantFrom("", "a", "Hi\nthere", "é😀", "[x]"),
  fc.string({ maxLength: 6 }),
);
const id = fc.constantFrom("c1", "c2", "call_1", "t");
const name = fc.constantFrom("get", "a.b", "a_b", "long name");
const mediaType = fc.option(
  fc.constantFrom(
    "image/png",
    "application/pdf",
    "text/plain",
    "audio/wav",
    "audio/mp3",
    "video/mp4",
  ),
);
const data = fc.constantFrom("iVBORw0KGgo=", "JVBERi0=", "aGk=", "");
const url = fc.constantFrom("https://x.y/a.png", "https://x.y/a", "https://x.y/b.pdf");
const source = fc.oneof(
  fc.record({ data }),
  fc.record({ url }),
  fc.record({ fileId: fc.constant("file-1") }),
);
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.record({ output: text }),
  fc.record({ error: text }),
);
const block = fc.record({
  type: fc.constant("provider" as const),
  provider: fc.constantFrom(...PROVIDERS),
  block: fc.record({ type: fc.constant("thing") }),
});
const textPart = fc.record(
  { type: fc.constant("text" as const), text, cache: fc.constant(true as const) },
  { requiredKeys: ["type", "text"] },
);
const image = fc
  .tuple(
    fc.record({ type: fc.constant("image" as const), mediaType }),
    source,
    fc.option(fc.constant("low")),
  )
  .map(([head, tail, detail]) => ({ ...head, ...tail, ...(detail === null ? {} : { detail }) }));
const file = fc
  .tuple(
    fc.record({
      type: fc.constant("file" as const),
      mediaType,
      name: fc.option(fc.constant("a.txt")),
    }),
    fc.oneof(source, fc.record({ text })),
  )
  .map(([head, tail]) => ({ ...head, ...tail }));
const result = fc.record({
  type: fc.constant("result" as const),
  id,
  name: fc.option(name),
  content: fc.array(
    fc.oneof(
      textPart,
      fc.record({ type: fc.constant("json" as const), value: json }),
      image,
      file,
      block,
    ),
    { maxLength: 3 },
  ),
  isError: fc.boolean(),
});
const call = fc.record(
  {
    type: fc.constant("call" as const),
    id,
    name,
    arguments: fc.oneof(
      fc.dictionary(fc.constantFrom("a", "__proto__", "$text"), json),
      fc.record({ $text: fc.constantFrom("", "{}", "{x", '{"a":1}') }),
    ),
    signature: fc.constant("s"),
  },
  { requiredKeys: ["type", "id", "name", "arguments"] },
);
const audio = fc.record({ type: fc.constant("audio" as const), mediaType, data });
const reasoning = fc.record({
  type: fc.constant("reasoning" as const),
  text,
  signature: fc.option(fc.constant("sig")),
  redacted: fc.boolean(),
});
const refusal = fc.record({ type: fc.constant("refusal" as const), text });
const part = fc.oneof(
  textPart,
  textPart,
  image,
  audio,
  file,
  reasoning,
  call,
  result,
  refusal,
  block,
);
const message = fc.record({
  role: fc.constantFrom("user", "assistant", "system"),
  parts: fc.array(part, { maxLength: 4 }),
});
const settings = fc.record(
  {
    maxTokens: fc.integer({ min: 1, max: 100 }),
    temperature: fc.constantFrom(0, 0.5, 1.5),
    topP: fc.constant(0.5),
    topK: fc.constant(3),
    stop: fc.array(text, { minLength: 1, maxLength: 6 }),
    seed: fc.constant(7),
    presencePenalty: fc.constant(0.1),
    frequencyPenalty: fc.constant(0.2),
    n: fc.constant(2),
    responseFormat: fc.record(
      {
        type: fc.constantFrom("text", "json", "json-schema"),
        name: fc.constant("n"),
        schema: fc.constant({ type: "object" }),
        strict: fc.boolean(),
      },
      { requiredKeys: ["type"] },
    ),
    effort: fc.constantFrom("low", "high"),
    stream: fc.boolean(),
    user: fc.constant("u"),
  },
  { requiredKeys: [] },
);
const tool = fc.record({
  name,
  description: fc.option(text),
  parameters: fc.constantFrom<object>(
    { type: "object", properties: { a: { type: "string" } } },
    { type: "object" },
    {
      anyOf: [
        { type: "object", properties: {} },
        { type: "object", properties: { b: {} } },
      ],
    },
    { type: "string" },
  ),
  strict: fc.option(fc.boolean()),
});
const request = fc.record({
  canonical: fc.constant(1),
  kind: fc.constant("request"),
  model: fc.option(fc.constant("m")),
  system: fc.array(
    fc.record(
      {
        type: fc.constant("text"),
        text,
        origin: fc.constant("developer"),
        cache: fc.constant(true),
      },
      { requiredKeys: ["type", "text"] },
    ),
    { maxLength: 3 },
  ),
  messages: fc.array(message, { maxLength: 5 }),
  tools: fc.uniqueArray(tool, { maxLength: 3, selector: (one) => one.name }),
  toolChoice: fc.oneof(
    fc.constantFrom("auto", "none", "required", null),
    name.map((one) => ({ tool: one })),
  ),
  parallelToolCalls: fc.option(fc.boolean()),
  settings,
  extras: fc.dictionary(fc.constantFrom("/x", "/messages/0/y"), json),
});
const response = fc.record({
  canonical: fc.constant(1),
  kind: fc.constant("response"),
  id: fc.option(fc.constant("r1")),
  model: fc.option(fc.constant("m")),
  parts: fc.array(part, { maxLength: 4 }),
  finishReason: fc.constantFrom("stop", "tool-calls", "length", "content-filter", "other"),
  usage: fc.option(
    fc.record({
      input: fc.nat(50),
      output: fc.nat(50),
      cached: fc.nat(50),
      reasoning: fc.nat(50),
    }),
  ),
  extras: fc.constant({}),
});

const RUNS = Number(Bun.env["LAW_RUNS"] ?? 60);
const seeded = Bun.env["LAW_SEED"] === "random" ? {} : { seed: 20_261_127 };

describe("what comes back differs only where a loss says so", () => {
  const explained = (input: object) => {
    const { fixtures = [] } = (run(input).value ?? {}) as Partial<Value>;
    for (const { self, targets } of fixtures) {
      expect(self).toEqual({ identical: true, differences: [] });
      for (const { provider, roundTrip } of targets)
        expect({ provider, ...roundTrip, identical: null }).toMatchObject({ explained: true });
    }
    return fixtures;
  };

  test.each(["openai-chat", "anthropic", "gemini"])("of any canonical request for %s", (to) => {
    fc.assert(
      fc.property(request, (one) => {
        expect(explained({ fixtures: [one], to: [to] })).toHaveLength(1);
      }),
      { numRuns: RUNS, ...seeded },
    );
  });

  test("of any canonical response", () => {
    fc.assert(
      fc.property(response, (one) => {
        expect(explained({ fixtures: [one] })).toHaveLength(1);
      }),
      { numRuns: RUNS, ...seeded },
    );
  });

  test.each(["openai-chat", "anthropic", "gemini"] as const)(
    "of what %s says, in its own shape and in those of the others",
    (provider) => {
      fc.assert(
        fc.property(fc.oneof(request, response), (one) => {
          const written = valueOf({ fixtures: [one], to: [provider] }).fixtures[0]?.targets[0];
          if (written === undefined) return;
          explained({ fixtures: [{ provider, body: written.body }], to: PROVIDERS });
        }),
        { numRuns: RUNS, ...seeded },
      );
    },
  );
});
