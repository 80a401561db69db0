import { peekJson } from "./_lib/json/peek.ts";
import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { GEMINI_SCHEMAS } from "./_lib/agents/provider-tools/definitions.ts";
import { PROVIDERS } from "./_lib/agents/tool-call/content-parts.ts";
import { contentOf, resultText } from "./_lib/agents/tool-call/results.ts";
import { canonicalJson } from "./_lib/json/tree/canonical.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import type { JsonNode } from "./_lib/json/tree/tree.ts";
import { documentOf, VALUE_WARNINGS, valueOf } from "./_lib/json/tree/value.ts";
import { INPUT_FAILURES } from "./_lib/results/input-invalid.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import { envelopeOf } from "./provider-request-envelope/run.ts";
import { toolsOf } from "./provider-request-envelope/tools.ts";
import { readConversationOf } from "./provider-request-envelope/turns.ts";

/** What is wrong with a body for the provider it is meant for. */
const BODY_ERRORS = {
  REQUIRED_FIELD: "A member that the provider needs is missing",
  EMPTY_MESSAGES: "There are no messages",
  WRONG_TYPE: "A value is of another type than its member",
  VALUE_RANGE: "A value is outside the provider's bounds",
  ROLE_INVALID: "A message has a role that the provider does not know",
  CONTENT_TYPE_INVALID: "A part or an item is of a type that the provider does not take there",
  ARGUMENTS_NOT_JSON: "The text of a call's arguments is not well-formed JSON",
  TOOL_CALL_DUPLICATE_ID: "An earlier call has the same id",
  TOOL_RESULT_ORPHAN: "A result answers no earlier call",
  TOOL_RESULT_MISSING: "The conversation goes on without the result of a call",
  NAME_INVALID: "The provider does not take the name of a tool",
  TOOL_CHOICE_UNKNOWN: "The tool that has to be called is not declared",
  DUPLICATE_TOOL: "An earlier tool has the same name",
} as const;

const FAILURES = {
  ...INPUT_FAILURES,
  ...JSON_FAILURES,
  ...OUTPUT_FAILURES,
  ...BODY_ERRORS,
  PROVIDER_UNRECOGNISED: "The body is none of a provider that is known",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

/** What is worth knowing of a body. */
const BODY_WARNINGS = {
  UNKNOWN_PARAMETER: "The provider knows no such member",
  DEPRECATED_PARAMETER: "The provider has another member for it by now",
  SAMPLING_UNSUPPORTED: "The model does not take the parameter, or only at its default",
  FIRST_ROLE_NOT_USER: "The first message is not one of the user",
  TOOL_UNDECLARED: "A call is of a tool that is not declared",
} as const;

/** What a conversion did. */
const CONVERSION_WARNINGS = {
  FIELD_LOST: "The target has no place for a part of the body",
  VALUE_CLAMPED: "A value is outside of what the target takes, and was brought within",
  MAX_TOKENS_ADDED: "The target needs an output limit, and got the one of maxTokens",
  NAME_CHANGED: "A tool has a name that the target does not take, and got another one",
  SYSTEM_MOVED: "A later system message stands at the beginning now",
  MESSAGES_MERGED: "Consecutive messages of one role are one message now",
  ASSISTANT_LAST:
    "The last message is the beginning of an answer, which the target does not go on with",
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  ...BODY_WARNINGS,
  ...CONVERSION_WARNINGS,
} as const;

/** Providers, and the short name of the first of them. */
const SOURCES = ["auto", "openai", ...PROVIDERS] as const;

const TARGETS = ["openai", ...PROVIDERS] as const;

const INPUT = Type.Object({
  request: Type.Union(
    [
      Type.Object({}, { description: "As it is sent" }),
      Type.String({ description: "Its JSON, which keeps every number exactly" }),
    ],
    { description: "The body of a request" },
  ),
  from: oneOf(SOURCES, { description: "Whose API the body is for", default: "auto" }),
  to: Type.Optional(
    oneOf(TARGETS, { description: "Whose API to write it for; that of `from` if not given" }),
  ),
  model: Type.Optional(Type.String({ description: "The model in the written body" })),
  maxTokens: whole({
    description: "Written where the target needs an output limit and the body has none",
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 4096,
  }),
  geminiSchema: oneOf(GEMINI_SCHEMAS, {
    description: "How tools are written for Gemini: parametersJsonSchema or the OpenAPI subset",
    default: "json-schema",
  }),
});

const COUNT = Type.Integer({ minimum: 0 });

const NULLABLE_TEXT = Type.Union([Type.String(), Type.Null()]);

const VALUE = Type.Object({
  from: oneOf(PROVIDERS),
  to: oneOf(PROVIDERS),
  model: NULLABLE_TEXT,
  request: Type.Any({ description: "The body for the target" }),
  endpoint: Type.String(),
  lost: Type.Array(
    Type.Object({
      path: Type.String({ description: "Pointer in the body that was given" }),
      reason: Type.String(),
    }),
  ),
  added: Type.Array(
    Type.Object({
      path: Type.String({ description: "Pointer in the written body" }),
      value: Type.Any(),
    }),
  ),
  nameMap: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
  messages: Type.Integer({ minimum: 0, description: "Messages or items of the body given" }),
  tools: COUNT,
});

export type Input = Static<typeof INPUT>;

export type Value = Static<typeof VALUE>;

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

export type BodyError = keyof typeof BODY_ERRORS;

export type BodyWarning = keyof typeof BODY_WARNINGS;

export type ConversionWarning = keyof typeof CONVERSION_WARNINGS;

export default defineTool({
  id: "provider-request-envelope",
  name: "Provider Request Envelope",
  category: "AI",
  description:
    "Checks a request body for OpenAI, Anthropic or Gemini and carries it to another provider's API, with a list of what could not travel.",
  keywords: [
    "anthropic",
    "chat completions",
    "convert",
    "gemini",
    "generatecontent",
    "llm api",
    "llm gateway",
    "messages api",
    "migration",
    "openai",
    "request body",
    "responses api",
    "validate",
  ],
  aliases: ["provider-request-converter"],
  version: "2026-11-27",

  input: INPUT,
  primary: "request",
  value: VALUE,
  verb: "convert",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "convert an openai request body to anthropic",
    "anthropic messages request to chat completions",
    "migrate chat completions to the responses api",
    "openai request to gemini generatecontent",
    "check an llm request body before it is sent",
    "why does the api refuse my messages",
    "tool result without a preceding tool call",
    "max_tokens is missing in the anthropic request",
    "which parameters are lost when switching the provider",
    "translate the conversation history between llm providers",
    "is temperature supported by this claude model",
    "deprecated parameters in an openai request",
    "we move from gpt to claude, rewrite the call",
    "same chat on another vendor, which settings have no counterpart",
    "lint a completion payload before sending",
    "400 invalid request from the model endpoint, which field is at fault",
    "translate messages, system prompt and images across vendor wire formats",
    "switch supplier without rewriting the application",
    "anfrage von openai nach anthropic umwandeln",
    "convertir una petición de openai a gemini",
    "convertir une requête anthropic vers openai",
    "把 openai 请求 转换 成 anthropic 请求",
    "openaiのリクエストをgeminiに変換する",
    "pasar una llamada de gpt a claude",
    "aufruf von gpt auf claude umstellen",
    "passer un appel de gpt à claude",
    "the same chat body works with one company and gives bad request with the other",
    "which knobs such as temperature, seed or top_p does the other maker not know",
    "i have one completion body here and need it in the other company's shape",
    "litellm, openrouter, vercel ai sdk, portkey: translate the body without a proxy",
    "messages must alternate, first one must be from the user: check before sending",
    "rewrite a single api payload (system, stop, tools, max_tokens) from one llm vendor to another",
    "converter uma requisição da openai para claude ou gemini",
    "openai のリクエスト本文を claude 用に書き換える",
  ],
  effort: 3,
  detect(sample) {
    const names = peekJson(sample)?.names;
    const isRequest =
      names?.has("contents") === true ||
      (names?.has("model") === true && (names.has("messages") || names.has("input")));
    return isRequest ? 0.97 : 0;
  },

  laws: [
    {
      name: "for the provider that it is for, a body stays as it is",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const same = run({ ...input, to: value.from }).value;
        const isSame = same?.lost.length === 0 && same.added.length === 0;
        return (
          isSame &&
          canonicalJson(
            run({ ...input, request: same.request, from: value.from, to: value.from }).value
              ?.request,
          ) === canonicalJson(same.request)
        );
      },
    },
    {
      name: "there and back every text, call, result and tool is there again that is not told to be lost",
      holds(run, input) {
        const first = run(input);
        // Members that are not as they should be have no place to be looked for.
        if (!first.value || first.valid !== true || hasInexact(first.warnings)) return true;
        const { from } = first.value;
        const body = run({ ...input, to: from }).value?.request;
        return PROVIDERS.every((to) => {
          if (to === from) return true;
          const there = run({ ...input, to }).value;
          if (!there) return true;
          const back = run({ request: there.request, from: to, to: from }).value;
          if (!back) return false;
          const lost = [
            ...there.lost.map(({ path }) => path),
            ...back.lost.map(({ path }) => path),
          ];
          if (lost.some((path) => /^\/(?:tools|functions)/.test(path))) return true;
          return keeps(
            contentsOf(body, from, there.lost),
            contentsOf(back.request, from, []),
            there.nameMap,
          );
        });
      },
    },
    {
      name: "results stay paired with their calls",
      holds(run, input) {
        const first = run(input);
        if (!first.value || first.valid !== true) return true;
        return PROVIDERS.every((to) => {
          const there = run({ ...input, to });
          const orphans = run({ request: there.value?.request, from: to }).errors ?? [];
          return orphans.every(({ code }) => code !== "TOOL_RESULT_ORPHAN");
        });
      },
    },
  ],
  examples: [
    {
      title: "Chat Completions to Anthropic",
      input: {
        request: {
          model: "gpt-4o",
          messages: [
            { role: "system", content: "Be brief." },
            { role: "user", content: "Weather in Paris?" },
            {
              role: "assistant",
              content: null,
              tool_calls: [
                {
                  id: "call_1",
                  type: "function",
                  function: { name: "get_weather", arguments: '{"city":"Paris"}' },
                },
              ],
            },
            { role: "tool", tool_call_id: "call_1", content: "18 C" },
          ],
          tools: [
            {
              type: "function",
              function: { name: "get_weather", parameters: { type: "object", properties: {} } },
            },
          ],
          tool_choice: "required",
          stop: ["END"],
          seed: 7,
        },
        to: "anthropic",
        model: "claude-opus-4-5",
      },
      expect: {
        valid: true,
        value: {
          from: "openai-chat",
          request: {
            model: "claude-opus-4-5",
            system: "Be brief.",
            messages: [
              { role: "user", content: "Weather in Paris?" },
              {
                role: "assistant",
                content: [
                  { type: "tool_use", id: "call_1", name: "get_weather", input: { city: "Paris" } },
                ],
              },
              {
                role: "user",
                content: [{ type: "tool_result", tool_use_id: "call_1", content: "18 C" }],
              },
            ],
            tools: [{ name: "get_weather", input_schema: { type: "object", properties: {} } }],
            tool_choice: { type: "any" },
            max_tokens: 4096,
            stop_sequences: ["END"],
          },
          lost: [{ path: "/seed" }],
          added: [{ path: "/max_tokens", value: 4096 }],
          endpoint: "POST /v1/messages",
        },
      },
    },
    {
      title: "Anthropic to Gemini, streamed",
      input: {
        request: {
          model: "claude-sonnet-4-5",
          max_tokens: 100,
          system: "Be brief.",
          messages: [
            { role: "user", content: "Hi" },
            {
              role: "assistant",
              content: [{ type: "tool_use", id: "t1", name: "now", input: {} }],
            },
            {
              role: "user",
              content: [
                { type: "tool_result", tool_use_id: "t1", content: "no clock", is_error: true },
                { type: "text", text: "Guess." },
              ],
            },
          ],
          stream: true,
        },
        to: "gemini",
        model: "gemini-2.5-flash",
      },
      expect: {
        value: {
          request: {
            systemInstruction: { parts: [{ text: "Be brief." }] },
            contents: [
              { role: "user", parts: [{ text: "Hi" }] },
              { role: "model", parts: [{ functionCall: { id: "t1", name: "now", args: {} } }] },
              {
                role: "user",
                parts: [
                  { functionResponse: { id: "t1", name: "now", response: { error: "no clock" } } },
                  { text: "Guess." },
                ],
              },
            ],
            generationConfig: { maxOutputTokens: 100 },
          },
          endpoint: "POST /v1beta/models/gemini-2.5-flash:streamGenerateContent",
        },
        warnings: [{ code: "TOOL_UNDECLARED", path: "/request/messages/1/content/0" }],
      },
    },
    {
      title: "What Anthropic would refuse",
      input: {
        request: {
          model: "claude-opus-5",
          messages: [
            { role: "user", content: [{ type: "tool_result", tool_use_id: "nope", content: "x" }] },
          ],
          temperature: 0.3,
        },
        from: "anthropic",
      },
      expect: {
        valid: false,
        errors: [
          { code: "REQUIRED_FIELD", path: "/request/max_tokens" },
          { code: "TOOL_RESULT_ORPHAN", path: "/request/messages/0/content/0" },
        ],
        warnings: [{ code: "SAMPLING_UNSUPPORTED", path: "/request/temperature" }],
      },
    },
    {
      title: "A PDF, and a temperature that a reasoning model does not take",
      input: {
        request: {
          model: "claude-sonnet-4-5",
          max_tokens: 100,
          messages: [
            {
              role: "user",
              content: [
                {
                  type: "document",
                  source: { type: "base64", media_type: "application/pdf", data: "JVBERg==" },
                  title: "terms.pdf",
                },
                { type: "text", text: "Sum it up." },
              ],
            },
          ],
          temperature: 0.2,
        },
        to: "openai-chat",
        model: "gpt-5-mini",
      },
      expect: {
        valid: true,
        value: {
          from: "anthropic",
          request: {
            model: "gpt-5-mini",
            messages: [
              {
                role: "user",
                content: [
                  {
                    type: "file",
                    file: {
                      filename: "terms.pdf",
                      file_data: "data:application/pdf;base64,JVBERg==",
                    },
                  },
                  { type: "text", text: "Sum it up." },
                ],
              },
            ],
            max_completion_tokens: 100,
            temperature: 0.2,
          },
          lost: [],
        },
        warnings: [{ code: "SAMPLING_UNSUPPORTED", path: "/request/temperature" }],
      },
    },
    {
      title: "Not a body",
      input: { request: { prompt: "Hi" } },
      expect: { ok: false, error: { code: "PROVIDER_UNRECOGNISED" } },
    },
  ],

  run: (input, { budget }) => envelopeOf(input, budget),
});

function hasInexact(warnings: readonly { readonly code: string }[] = []): boolean {
  return warnings.some(({ code }) => code === "NUMBER_KEPT_AS_TEXT");
}

interface Contents {
  readonly texts: readonly string[];
  readonly calls: readonly (readonly [string, string])[];
  readonly results: readonly string[];
  readonly tools: readonly string[];
}

function contentsOf(body: unknown, provider: Value["from"], lost: Value["lost"]): Contents {
  const root = documentOf(body)?.root as JsonNode;
  const paths = lost.map(({ path }) => path);
  const isLost = (place: string) =>
    paths.some(
      (path) => place === path || place.startsWith(`${path}/`) || path.startsWith(`${place}/`),
    );
  const texts: string[] = [];
  const calls: (readonly [string, string])[] = [];
  const results: string[] = [];
  for (const { parts } of readConversationOf(root, provider).turns) {
    for (const part of parts) {
      if (isLost(part.path)) continue;
      if (part.kind === "part" && part.part.kind === "text") texts.push(part.part.text.value);
      if (part.kind === "call")
        calls.push([part.call.name, sorted(part.call.arguments) ?? part.call.argumentsText ?? ""]);
      if (part.kind === "result") results.push(resultText(contentOf(part.result)).value);
    }
  }
  return { texts, calls, results, tools: toolsOf(root).tools.map(({ name }) => name) };
}

function sorted(node: JsonNode | undefined): string | undefined {
  return node && canonicalJson(valueOf(node).value);
}

/** Whether the second contents have all of the first, where system texts may be one text by now. */
function keeps(before: Contents, after: Contents, names: Value["nameMap"]): boolean {
  const other = new Map(names.map(({ from, to }) => [from, to]));
  const text = after.texts.join("\n");
  const has = (list: readonly string[], wanted: readonly string[]) =>
    wanted.every((entry) => list.includes(entry));
  const calls = before.calls.map(([name, args]) => `${other.get(name) ?? name} ${args}`);
  return (
    before.texts.every((part) => text.includes(part)) &&
    has(
      after.calls.map((call) => call.join(" ")),
      calls,
    ) &&
    has(after.results, before.results) &&
    has(
      after.tools,
      before.tools.map((name) => other.get(name) ?? name),
    )
  );
}
