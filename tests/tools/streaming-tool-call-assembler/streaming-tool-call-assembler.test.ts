import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import tool from "../../../tools/streaming-tool-call-assembler.ts";
import { runUnit } from "../../support/run-unit.ts";

type Input = Partial<Static<typeof tool.input>>;
type Value = Static<typeof tool.value>;

function run(stream: unknown, more: Input = {}) {
  const outcome = runUnit(tool as never, { stream, ...more });
  return { ...outcome, value: outcome.value as Value };
}

/** The value, and every code with its path. */
function read(stream: unknown, more: Input = {}) {
  const { value, valid, ok, output, errors = [], warnings = [] } = run(stream, more);
  const codes = [...errors, ...warnings].map(({ code, path }) => `${code} ${path}`);
  return { ...value, value, valid, ok, output, errors, warnings, codes };
}

/** What came of each call: name, then arguments, or what there is of them behind a `!`. */
function calls(stream: unknown, more: Input = {}) {
  return run(stream, more).value.calls.map((call) =>
    call.complete
      ? `${call.id} ${call.name} ${JSON.stringify(call.arguments)}`
      : `${call.id} ${call.name} !${JSON.stringify(call.partialArguments)}`,
  );
}

interface Piece {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly name?: string;
  readonly text?: unknown;
}

/** A chunk of Chat Completions. */
function chat(pieces: readonly Piece[], finish: string | null = null, choice = 0) {
  const tool_calls = pieces.map(({ index = 0, id, name, text }) => ({
    ...(index === null ? {} : { index }),
    ...(id === undefined ? {} : { id }),
    function: { ...(name === undefined ? {} : { name }), arguments: text ?? "" },
  }));
  return { choices: [{ index: choice, delta: { tool_calls }, finish_reason: finish }] };
}

const END = chat([], "tool_calls");
const text = (content: string, choice = 0) => ({
  choices: [{ index: choice, delta: { content } }],
});

describe("splitting", () => {
  const CHUNKS = [chat([{ id: "a", name: "f", text: '{"x":' }]), chat([{ text: "1}" }]), END];
  const LINES = CHUNKS.map((chunk) => JSON.stringify(chunk));

  test.each<[string, unknown]>([
    ["events", LINES.map((line) => `data: ${line}\n\n`).join("")],
    ["events without blanks and without the last end", LINES.map((l) => `data:${l}`).join("\n\n")],
    ["events with CR", LINES.map((line) => `data: ${line}\r\r`).join("")],
    ["events with CRLF and a mark", `\ufeff${LINES.map((l) => `data: ${l}\r\n\r\n`).join("")}`],
    [
      "comments and other fields",
      `: hi\n\nid: 1\n${LINES.map((l) => `event: x\ndata: ${l}\n\n`).join(": ping\n\n")}`,
    ],
    [
      "data of one event on several lines",
      `data: {"choices":\ndata: []}\n\n${LINES.map((l) => `data: ${l}\n\n`).join("")}`,
    ],
    [
      "events one after another without blank lines",
      LINES.map((line) => `data: ${line}\n`).join(""),
    ],
    [
      "everything behind the mark is left",
      `${LINES.map((l) => `data: ${l}\n\n`).join("")}data: [DONE]\n\ndata: {"choices":1`,
    ],
    ["lines", LINES.join("\n")],
    ["lines with the mark", `${LINES.join("\r\n\r\n")}\n[DONE]\n`],
    ["several on a line", LINES.join(" ")],
    [
      "documents over several lines",
      CHUNKS.map((chunk) => JSON.stringify(chunk, null, 2)).join("\n"),
    ],
    ["an array as text", JSON.stringify(CHUNKS, null, 1)],
    ["an array", CHUNKS],
    ["lines as an array", LINES],
    ["lines of events as an array", LINES.flatMap((line) => [`data: ${line}`, ""])],
    ["events as an array", LINES.map((line) => `data: ${line}`)],
    ["pieces of text", `data: ${LINES.join("\n\ndata: ")}\n\n`.split(/(?=[aeiou"])/)],
  ])("%s", (_, stream) => {
    expect(calls(stream)).toEqual(['a f {"x":1}']);
    expect(read(stream).codes).toEqual([]);
  });

  test("nothing at all", () => {
    for (const stream of [
      undefined,
      null,
      "",
      " \n",
      "\ufeff",
      [],
      [""],
      "data: [DONE]\n\n",
      ": x\n",
    ])
      expect(run(stream).errors?.[0]?.code).toBe("STREAM_EMPTY");
  });

  test("nothing that is known", () => {
    for (const stream of ["hello", "[1]", "{}", "null", [{ serverContent: {} }], '{"type":"ping"}'])
      expect(run(stream).errors?.[0]?.code).toBe("STREAM_UNRECOGNISED");
    expect(run(CHUNKS, { provider: "gemini" }).errors?.[0]?.code).toBe("STREAM_UNRECOGNISED");
    expect(run("oops").errors?.map(({ code }) => code)).toEqual([
      "STREAM_UNRECOGNISED",
      "CHUNK_NOT_JSON",
    ]);
  });

  test("a broken chunk has its place, and the rest is read", () => {
    const broken = `${LINES[0]}\r\n{"choices": [}\r\n${LINES[1]}\r\n${LINES[2]}`;
    const { errors, value, valid } = read(broken);
    expect(errors).toMatchObject([
      { code: "CHUNK_NOT_JSON", path: "/stream", line: 2, column: 14, received: "}" },
    ]);
    expect([value.calls[0]?.complete, valid, value.chunks]).toEqual([true, false, 3]);
    const event = `data: ${LINES[0]}\n\ndata: {"choices"\ndata: x}\n\ndata: ${LINES[1]}\n\ndata: ${LINES[2]}\n\n`;
    expect(read(event).errors).toMatchObject([{ code: "CHUNK_NOT_JSON", line: 4, column: 7 }]);
    expect(calls(event)).toEqual(['a f {"x":1}']);
  });

  test("a line that was cut off costs no other", () => {
    const cut = `${LINES[0]?.slice(0, -4)}\n${LINES.join("\n")}`;
    expect(calls(cut)).toEqual(['a f {"x":1}']);
    expect(read(cut).codes).toEqual(["CHUNK_NOT_JSON /stream"]);
    const last = `${LINES.join("\n")}\n${LINES[0]?.slice(0, 20)}`;
    expect(read(last).errors).toMatchObject([{ line: 4, column: 21 }]);
  });
});

describe("Chat Completions", () => {
  test("interleaved calls, indexes from 1, in the order of indexes", () => {
    const stream = [
      chat([{ index: 2, id: "b", name: "g" }]),
      chat([{ index: 1, id: "a", name: "f", text: "{" }]),
      chat([
        { index: 2, text: '{"y"' },
        { index: 1, text: '"x":1' },
      ]),
      chat(
        [
          { index: 1, text: "}" },
          { index: 2, text: ":2}" },
        ],
        "tool_calls",
      ),
    ];
    expect(calls(stream)).toEqual(['a f {"x":1}', 'b g {"y":2}']);
    expect(run(stream).value.calls.map(({ index, chunks }) => [index, chunks])).toEqual([
      [0, 3],
      [1, 3],
    ]);
  });

  test("without an index a new id opens a call, and none goes on with the last", () => {
    const stream = [
      chat([{ index: null, id: "a", name: "f", text: '{"x":' }]),
      chat([{ index: null, text: "1}" }]),
      chat([{ index: null, id: "b", name: "g", text: "{}" }]),
      chat([{ index: null, id: "a", text: " " }]),
      END,
    ];
    expect(calls(stream)).toEqual(['a f {"x":1}', "b g {}"]);
    expect(read(stream).codes).toEqual([]);
  });

  test("another id at an index that is open", () => {
    const stream = [
      chat([{ id: "a", name: "f", text: "{}" }]),
      chat([{ id: "b", name: "g", text: '{"x"' }]),
      chat([{ id: "b", text: ":1}" }]),
      END,
    ];
    expect(calls(stream)).toEqual(["a f {}", 'b g {"x":1}']);
    expect(read(stream).warnings).toMatchObject([
      { code: "INDEX_REUSED", path: "/stream/1", expected: "a", received: "b" },
    ]);
  });

  test("names: the first that is not empty counts", () => {
    const stream = [
      chat([{ id: "a", name: "" }]),
      chat([{ name: "f" }]),
      chat([{ name: "f" }]),
      chat([{ name: "g", text: "{}" }]),
      END,
    ];
    expect(calls(stream)).toEqual(["a f {}"]);
    expect(read(stream).codes).toEqual(["NAME_CONFLICT /stream/3"]);
  });

  test("whole arguments that come again, and others that only look like it", () => {
    const twice = [
      chat([{ id: "a", name: "f", text: '{"x":1}' }]),
      chat([{ text: '{"x":1}' }]),
      END,
    ];
    expect(calls(twice)).toEqual(['a f {"x":1}']);
    expect(read(twice).codes).toEqual(["DUPLICATE_ARGUMENTS /stream/1"]);
    const half = ['{"x":"', "aa", '"}'].map((part) => chat([{ text: part }]));
    const doubled = [chat([{ id: "a", name: "f" }]), ...half.slice(0, 2), ...half.slice(1), END];
    expect(calls(doubled)).toEqual(['a f {"x":"aaaa"}']);
  });

  test("arguments that are empty, an object, a string, cut in an escape or a pair", () => {
    const one = (...parts: unknown[]) => [
      chat([{ id: "a", name: "f" }]),
      ...parts.map((part) => chat([{ text: part }])),
      END,
    ];
    expect(calls(one())).toEqual(["a f {}"]);
    expect(run(one("  ")).value.calls[0]?.argumentsText).toBe("  ");
    expect(calls(one({ x: 1 }))).toEqual(['a f {"x":1}']);
    expect(calls(one('{"x":"\\u00', "e9 \ud83d", '\ude00"}'))).toEqual(['a f {"x":"é 😀"}']);
    for (const part of ['"{}"', "[1]", "5", "null", '{"x":1}}', "{x}"]) {
      const { codes, valid } = read(one(part));
      expect([part, ...codes, valid]).toEqual([
        part,
        "ARGUMENTS_NOT_JSON /value/calls/0/argumentsText",
        false,
      ]);
    }
  });

  test("numbers keep their digits in the output", () => {
    const big = [chat([{ id: "a", name: "f", text: '{"x":12345678901234567890}' }], "stop")];
    expect(run(big).output).toContain('"x": 12345678901234567890');
    expect(read(big).codes).toEqual(["NUMBER_KEPT_AS_TEXT /value/calls/0/arguments/x"]);
  });

  test("the older function_call is one call", () => {
    const delta = (function_call: object, finish_reason: string | null = null) => ({
      choices: [{ index: 0, delta: { function_call }, finish_reason }],
    });
    const stream = [
      delta({ name: "f", arguments: '{"x"' }),
      delta({ arguments: ":1}" }, "function_call"),
    ];
    expect(calls(stream)).toEqual(['call_0 f {"x":1}']);
    expect(run(stream).value.finishReason).toBe("tool-calls");
  });

  test("several choices: calls of all, text and reason of the first", () => {
    const stream = [
      text("b", 1),
      chat([{ id: "b", name: "g", text: "{}" }], "tool_calls", 1),
      text("a"),
      chat([{ id: "a", name: "f", text: "{}" }], "stop"),
    ];
    expect(calls(stream)).toEqual(["a f {}", "b g {}"]);
    expect(run(stream).value).toMatchObject({ text: "a", finishReason: "stop" });
  });

  test("a start that comes twice, text that only repeats, chunks of usage alone", () => {
    const start = { choices: [{ index: 0, delta: { role: "assistant", content: "a" } }] };
    const stream = [start, start, text("ha"), text("ha"), { choices: [], usage: { n: 1 } }];
    expect(read(stream)).toMatchObject({
      text: "ahaha",
      duplicates: 1,
      usage: { n: 1 },
      chunks: 5,
    });
    expect(read(stream).codes).toEqual(["DUPLICATE_CHUNK /stream/1", "STREAM_ENDED_EARLY /stream"]);
  });

  test("what was never closed, by index", () => {
    const stream = [
      chat([{ index: 1, id: "b", name: "g", text: '{"y": [1, {"z": "q' }]),
      chat([{ id: "a", name: "f", text: "tr" }]),
    ];
    expect(calls(stream)).toEqual(["a f !null", 'b g !{"y":[1,{"z":"q"}]}']);
    expect(read(stream).codes).toEqual([
      "CALL_INCOMPLETE /value/calls/0",
      "CALL_INCOMPLETE /value/calls/1",
      "STREAM_ENDED_EARLY /stream",
    ]);
    expect(read(stream).output).toContain('"arguments": null');
  });

  test.each([
    ["stop", "stop"],
    ["length", "length"],
    ["tool_calls", "tool-calls"],
    ["content_filter", "content-filter"],
    ["error", "error"],
    ["a new word", null],
  ])("finish reason %s", (raw, reason) => {
    const { finishReason, rawFinishReason } = run([chat([], raw)]).value;
    expect([finishReason, rawFinishReason]).toEqual([reason, raw]);
  });

  test("an error ends the stream", () => {
    const stream = [text("a"), { error: { message: "overloaded" } }];
    expect(run(stream).value).toMatchObject({ finishReason: "error", rawFinishReason: "error" });
  });
});

describe("declared tools", () => {
  const tools = [
    { name: "get_weather", parameters: { type: "object", required: ["city"] } },
    { name: "other", input_schema: { type: "object" } },
  ];

  test("names and arguments are checked, incomplete arguments are not", () => {
    const stream = [
      chat([{ id: "a", name: "get_wether", text: "{}" }]),
      chat([{ index: 1, id: "b", name: "get_weather", text: "{}" }]),
      chat([{ index: 2, id: "c", name: "get_weather", text: "{" }]),
      END,
    ];
    expect(read(stream, { tools }).errors).toMatchObject([
      { code: "TOOL_UNKNOWN", path: "/value/calls/0/name", hint: 'Did you mean "get_weather"?' },
      { code: "SCHEMA_REQUIRED", path: "/value/calls/1/arguments", expected: "city" },
      { code: "ARGUMENTS_NOT_JSON", path: "/value/calls/2/argumentsText" },
    ]);
  });

  test("definitions that are none", () => {
    const first = (given: unknown) => run([END], { tools: given }).errors?.[0];
    expect(first([{ x: 1 }])).toMatchObject({ code: "TOOL_SHAPE_UNKNOWN", path: "/tools/0" });
    expect(first("[")?.code).toBe("JSON_SYNTAX");
    const invalid = [{ name: "f", inputSchema: { type: 5 } }];
    expect(first(invalid)).toMatchObject({ code: "SCHEMA_INVALID" });
    expect(first(invalid)?.path).toStartWith("/tools/0");
  });
});

describe("laws", () => {
  const args = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ maxDepth: 2 }), {
    maxKeys: 3,
  });
  const cuts = fc.array(fc.nat(400), { maxLength: 8 });
  const cut = (whole: string, at: readonly number[]) => {
    const places = [
      ...new Set([0, ...at.map((place) => place % (whole.length + 1)), whole.length]),
    ];
    return places
      .toSorted((a, b) => a - b)
      .map((place, index, all) => whole.slice(place, all[index + 1]))
      .slice(0, -1);
  };

  test("fragments of any size give the arguments back, however calls are mixed", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(args, cuts), { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat()),
        (given, order) => {
          const queues = given.map(([data, at], index) => [
            chat([{ index, id: `c${index}`, name: "f" }]),
            ...cut(JSON.stringify(data), at).map((part) => chat([{ index, text: part }])),
          ]);
          const stream: unknown[] = [];
          for (let open = queues; open.length > 0; open = open.filter((queue) => queue.length > 0))
            stream.push(open[(order.next().value as number) % open.length]?.shift());
          const { value } = run([...stream.filter(Boolean), END]);
          expect(value.calls.map((call) => call.argumentsText)).toEqual(
            given.map(([data]) => JSON.stringify(data)),
          );
          expect(value.calls.every(({ complete }) => complete)).toBe(true);
        },
      ),
    );
  });

  test("events cut anywhere give the same calls", () => {
    fc.assert(
      fc.property(
        args,
        cuts,
        cuts,
        fc.constantFrom("\n", "\r\n", "\r"),
        (data, at, pieces, end) => {
          const parts = cut(JSON.stringify(data), at).map((part) =>
            chat([{ id: "a", name: "f", text: part }]),
          );
          const sse = [...parts, END]
            .map((chunk) => `data: ${JSON.stringify(chunk)}${end}${end}`)
            .join("");
          expect(run(cut(sse, pieces)).output).toBe(run(sse).output as string);
        },
      ),
    );
  });
});
