import { defineTool } from "./_core/tool.ts";
import { FAILURES, INPUT, VALUE, WARNINGS } from "./streaming-tool-call-assembler/contract.ts";
import { STREAM_LAWS } from "./streaming-tool-call-assembler/laws.ts";
import { assembleStream } from "./streaming-tool-call-assembler/run.ts";

export default defineTool({
  id: "streaming-tool-call-assembler",
  name: "Streaming Tool Call Assembler",
  category: "AI",
  description:
    "Puts the tool calls of a recorded model stream together from their fragments, and names what was cut, doubled or out of order.",
  keywords: [
    "anthropic",
    "chunks",
    "delta",
    "function calling",
    "gemini",
    "input_json_delta",
    "openai",
    "partial json",
    "responses api",
    "server-sent events",
    "sse",
    "streaming",
    "tool call",
    "tool_calls",
  ],
  aliases: ["tool-call-stream-assembler"],
  version: "2026-11-22",

  input: INPUT,
  primary: "stream",
  value: VALUE,
  verb: "assemble",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "assemble streamed tool calls",
    "join tool call deltas from an sse log",
    "reconstruct function call arguments from chunks",
    "why is my streamed tool call incomplete",
    "merge input_json_delta events into json",
    "parse openai chat completion chunks with tool_calls",
    "read a responses api event stream",
    "gemini partialArgs to arguments",
    "which tool calls came out of this recorded stream",
    "tool call cut off at max tokens",
    "duplicate or out of order stream events",
    "check streamed arguments against the tool schema",
    "answer arrived in many small pieces, glue the function arguments together",
    "data lines of an event stream into one finished invocation",
    "captured server-sent events with fragments of arguments",
    "partial deltas to complete calls, gaps and duplicates reported",
    "the connection closed while the model was still writing the arguments",
    "rebuild what the assistant wanted to call from raw chunks",
    "gestreamte tool aufrufe aus sse zusammensetzen",
    "unir fragmentos de llamadas a herramientas de un stream",
    "assembler les appels d'outils d'un flux sse",
    "拼接 流式 工具 调用 的 参数 片段",
    "ストリームのツール呼び出しの断片を結合する",
    "juntar los trozos de una llamada recibida en streaming",
    "bruchstücke eines streams zu einem aufruf zusammenfügen",
    "recoller les morceaux d'un appel reçu en streaming",
  ],
  effort: 3,
  isolated: true,

  laws: STREAM_LAWS,
  examples: [
    {
      title: "One call in three chunks",
      input: {
        stream: [
          'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_a","function":{"name":"get_weather","arguments":""}}]}}]}',
          'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"city\\":\\"Pa"}}]}}]}',
          'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"ris\\"}"}}]},"finish_reason":"tool_calls"}]}',
          "data: [DONE]",
        ].join("\n\n"),
      },
      expect: {
        valid: true,
        output:
          '[\n  {\n    "id": "call_a",\n    "name": "get_weather",\n    "arguments": {\n      "city": "Paris"\n    }\n  }\n]',
        value: { provider: "openai-chat", finishReason: "tool-calls", chunks: 3 },
      },
    },
    {
      title: "Cut off at the limit of tokens",
      input: {
        stream: [
          '{"type":"message_start","message":{"id":"m","content":[]}}',
          '{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"make_file","input":{}}}',
          '{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"filename\\": \\"taxes.txt\\", \\"lines\\": [\\"a\\","}}',
          '{"type":"message_delta","delta":{"stop_reason":"max_tokens"},"usage":{"output_tokens":124}}',
        ].join("\n"),
      },
      expect: {
        valid: false,
        errors: [{ code: "CALL_INCOMPLETE", path: "/value/calls/0" }],
        value: {
          finishReason: "length",
          calls: [
            {
              complete: false,
              arguments: null,
              partialArguments: { filename: "taxes.txt", lines: ["a"] },
            },
          ],
        },
      },
    },
    {
      title: "Events out of order, one of them twice",
      input: {
        stream: [
          {
            type: "response.output_item.added",
            sequence_number: 1,
            output_index: 0,
            item: { type: "function_call", id: "fc_1", call_id: "call_9", name: "add" },
          },
          {
            type: "response.function_call_arguments.delta",
            sequence_number: 3,
            item_id: "fc_1",
            delta: '"b":2}',
          },
          {
            type: "response.function_call_arguments.delta",
            sequence_number: 2,
            item_id: "fc_1",
            delta: '{"a":1,',
          },
          {
            type: "response.function_call_arguments.delta",
            sequence_number: 2,
            item_id: "fc_1",
            delta: '{"a":1,',
          },
          {
            type: "response.function_call_arguments.done",
            sequence_number: 4,
            item_id: "fc_1",
            arguments: '{"a":1,"b":2}',
          },
          {
            type: "response.completed",
            sequence_number: 5,
            response: { id: "r", status: "completed" },
          },
        ],
      },
      expect: {
        valid: true,
        value: { duplicates: 1, calls: [{ id: "call_9", arguments: { a: 1, b: 2 } }] },
        warnings: [{ code: "OUT_OF_ORDER" }, { code: "DUPLICATE_CHUNK" }],
      },
    },
    {
      title: "Arguments in pieces, checked against the declared tool",
      input: {
        stream: [
          {
            candidates: [
              {
                content: { parts: [{ functionCall: { name: "getWeather", willContinue: true } }] },
              },
            ],
          },
          {
            candidates: [
              {
                content: {
                  parts: [
                    {
                      functionCall: {
                        partialArgs: [
                          { jsonPath: "$.place.city", stringValue: "Bos", willContinue: true },
                          { jsonPath: "$.place.city", stringValue: "ton" },
                          { jsonPath: "$.days[0]", numberValue: 1.5 },
                        ],
                      },
                    },
                  ],
                },
                finishReason: "STOP",
              },
            ],
          },
        ],
        tools: [
          {
            name: "getWeather",
            parameters: {
              type: "object",
              properties: {
                place: { type: "object" },
                days: { type: "array", items: { type: "integer" } },
              },
            },
          },
        ],
      },
      expect: {
        valid: false,
        errors: [{ code: "SCHEMA_TYPE", path: "/value/calls/0/arguments/days/0" }],
        value: {
          calls: [{ id: "call_0", arguments: { place: { city: "Boston" }, days: [1.5] } }],
        },
      },
    },
    {
      title: "No stream of a provider",
      input: { stream: '{"hello":"world"}' },
      expect: { ok: false, error: { code: "STREAM_UNRECOGNISED" } },
    },
    {
      title: "Nothing",
      input: { stream: ": keep-alive\n\n" },
      expect: { ok: false, error: { code: "STREAM_EMPTY" } },
    },
  ],

  run: assembleStream,
});
