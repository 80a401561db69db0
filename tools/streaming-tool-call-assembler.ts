import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { DECLARED_FAILURES, DECLARED_WARNINGS } from "./_lib/agents/declared-tools.ts";
import { canonicalJson } from "./_lib/json/tree/canonical.ts";
import { VALUE_WARNINGS } from "./_lib/json/tree/value.ts";
import { OUTPUT_FAILURES } from "./_lib/results/output-limit.ts";
import { FINISH_REASONS } from "./streaming-tool-call-assembler/finish.ts";
import { PROVIDERS } from "./streaming-tool-call-assembler/provider.ts";
import { assembleStream } from "./streaming-tool-call-assembler/run.ts";
import { isEventStream } from "./streaming-tool-call-assembler/sse.ts";

const FAILURES = {
  ...DECLARED_FAILURES,
  ...OUTPUT_FAILURES,
  STREAM_EMPTY: "There are no chunks",
  STREAM_UNRECOGNISED: "No chunk is of a provider that is known, or of the one that was named",
  CALL_INCOMPLETE: "The provider never closed the call, or its beginning is missing",
  ARGUMENTS_NOT_JSON: "The call was closed, but its arguments are no JSON object",
  STREAM_ERROR: "The provider sent an error, or ended the stream for one",
  CHUNK_NOT_JSON: "A chunk is no JSON; the others are read",
  TOOL_UNKNOWN: "No declared tool has the name",
} as const;

const WARNINGS = {
  ...DECLARED_WARNINGS,
  ...VALUE_WARNINGS,
  STREAM_ENDED_EARLY: "There is no finish reason",
  DUPLICATE_CHUNK: "A chunk came again and was dropped",
  DUPLICATE_ARGUMENTS: "The whole arguments came again and were dropped",
  SEQUENCE_GAP: "Sequence numbers are missing",
  DELTA_MISMATCH: "The final arguments differ from the fragments; the final ones count",
  INDEX_REUSED: "Another call came under the index of one that was open",
  NAME_CONFLICT: "A call got a second name; the first counts",
  STREAM_RESTARTED: "The message began anew; what had come of it was dropped",
  OUT_OF_ORDER: "The events were sorted by their sequence numbers",
} as const;

const INPUT = Type.Object({
  stream: Type.Optional(
    Type.Union(
      [
        Type.Array(Type.Unknown({ description: "A chunk, or a piece of the text" })),
        Type.Object({}, { description: "One chunk" }),
        Type.String({ description: "Server-sent events, JSON lines, or JSON" }),
      ],
      { description: "The recording" },
    ),
  ),
  provider: oneOf(["auto", ...PROVIDERS], {
    description: "Whose stream it is; auto takes the first chunk that tells",
    default: "auto",
  }),
  tools: Type.Optional(
    jsonField({
      description: "Declared tools, of any provider: names and arguments are checked against them",
    }),
  ),
});

export type Input = Static<typeof INPUT>;

const NULLABLE = (description: string) => Type.Any({ description });

const VALUE = Type.Object({
  provider: oneOf(PROVIDERS),
  calls: Type.Array(
    Type.Object({
      index: Type.Integer({ description: "Position in the list" }),
      id: Type.String({ description: "`call_<index>` where the stream has none" }),
      name: Type.String(),
      argumentsText: Type.String({ description: "The fragments, joined" }),
      arguments: NULLABLE("The object; null for a call that is not complete"),
      partialArguments: NULLABLE("Of a call that is not complete: what of it has arrived"),
      complete: Type.Boolean(),
      providerExecuted: Type.Boolean({ description: "The provider ran the tool itself" }),
      chunks: Type.Integer({ description: "Of the call" }),
    }),
    { description: "By choice and index" },
  ),
  text: Type.String({ description: "Visible text of the first choice" }),
  finishReason: Type.Union([oneOf(FINISH_REASONS), Type.Null()]),
  rawFinishReason: Type.Union([Type.String(), Type.Null()]),
  chunks: Type.Integer({ description: "In the recording, those that were dropped included" }),
  duplicates: Type.Integer({ description: "Chunks that were dropped" }),
  usage: NULLABLE("As the provider says it, or null"),
});

export type Value = Static<typeof VALUE>;

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

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
    "event stream",
    "fragments",
    "function calling",
    "gemini",
    "input_json_delta",
    "openai",
    "partial arguments",
    "partial json",
    "responses api",
    "server-sent events",
    "sse",
    "stream",
    "streaming",
    "tool call",
    "tool_calls",
  ],
  aliases: ["tool-call-stream-assembler"],
  version: "2026-11-23",

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
    "log is full of delta lines with half words and quotes, what function was meant",
    "response.function_call_arguments.delta events, give me the finished arguments",
    "finish_reason length came before the closing brace of the function input",
    "bot's live answer was saved chunk by chunk, put the calls back into one piece",
    "content_block_delta, data: [DONE], index of tool_calls, chat.completion.chunk, litellm stream",
    "reassemble complete function invocations out of a captured sse transcript",
    "montar chamadas de função a partir de um stream sse gravado",
  ],
  effort: 3,
  isolated: true,
  detect: (sample) =>
    /^\s*(?:(?::|id:|event:|retry:)[^\n]{0,500}\n){0,9}data: ?(?:\{|\[DONE\])/.test(sample)
      ? 0.98
      : 0,

  laws: [
    {
      name: "a stream cut into pieces anywhere gives the same result",
      holds(run, input) {
        const { stream } = input;
        if (typeof stream !== "string" || !isEventStream(stream)) return true;
        const pieces = piecesOf(stream);
        if (!pieces.some((piece) => /[\r\n]/.test(piece))) return true;
        return canonicalJson(run({ ...input, stream: pieces })) === canonicalJson(run(input));
      },
    },
    {
      name: "server-sent events, JSON lines and an array give the same calls",
      holds(run, input) {
        const { stream } = input;
        if (!Array.isArray(stream) || stream.some((chunk) => typeof chunk !== "object" || !chunk))
          return true;
        const lines = stream.map((chunk) => JSON.stringify(chunk));
        const forms = [
          lines.join("\r\n"),
          JSON.stringify(stream, null, 2),
          lines.map((line) => `event: x\n: kept alive\ndata:${line}\n\n`).join(""),
        ];
        const first = run(input);
        if (!first.ok) return true;
        return forms.every((text) => {
          const again = run({ ...input, stream: text });
          return (
            again.output === first.output &&
            canonicalJson(again.value) === canonicalJson(first.value)
          );
        });
      },
    },
    {
      name: "a call is complete exactly if it has arguments, and the output holds them all",
      holds(run, input) {
        const { value, output = "[]" } = run(input);
        if (!value) return true;
        const shown = JSON.parse(output) as { id: string; name: string; arguments: unknown }[];
        return (
          shown.length === value.calls.length &&
          value.calls.every(
            ({ id, name, complete, arguments: data }, index) =>
              complete === (data !== null) &&
              shown[index]?.id === id &&
              shown[index].name === name &&
              (shown[index].arguments !== null) === complete,
          )
        );
      },
    },
    {
      name: "chunks that nobody knows change nothing but the count of chunks",
      holds(run, input) {
        const { stream } = input;
        if (!Array.isArray(stream) || stream.length === 0) return true;
        const isPlain = stream.every((chunk) => typeof chunk === "object" && chunk !== null);
        const first = run(input);
        if (!isPlain || !first.ok) return true;
        const again = run({ ...input, stream: [{ type: "ping" }, ...stream, { type: "ping" }] });
        return again.output === first.output && again.valid === first.valid;
      },
    },
  ],
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

  run: (input, { budget }) => assembleStream(input, budget),
});

/** Pieces of 1, 2, 3, … characters. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let start = 0, length = 1; start < text.length; start += length, length++)
    pieces.push(text.slice(start, start + length));
  return pieces;
}
