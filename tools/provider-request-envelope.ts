import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./provider-request-envelope/contract.ts";
import { ENVELOPE_LAWS } from "./provider-request-envelope/laws.ts";
import { envelopeOf } from "./provider-request-envelope/run.ts";

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
    "messages api",
    "migration",
    "openai",
    "request body",
    "responses api",
    "validate",
  ],
  aliases: ["provider-request-converter"],
  version: "2026-11-22",

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
  ],
  effort: 3,

  laws: ENVELOPE_LAWS,
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
      title: "Not a body",
      input: { request: { prompt: "Hi" } },
      expect: { ok: false, error: { code: "PROVIDER_UNRECOGNISED" } },
    },
  ],

  run: envelopeOf,
});
