import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import Papa from "papaparse";
import { SaxesParser } from "saxes";
import { run as runRequest } from "../../app/run/run.ts";
import { within } from "../../app/run/terms.ts";
import { verify } from "../../app/run/verify.ts";
import kit from "../../kits/agent-tool-call-replay-kit.ts";
import { host, runUnit, units } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (recording: unknown, more: object = {}) => {
  const { value, errors } = run({ recording, failOn: "none", ...more });
  if (!value) throw new Error(JSON.stringify(errors));
  return value as Value;
};
const statuses = (recording: unknown, more: object = {}) =>
  valueOf(recording, more).calls.map(({ status }) => status);
const codes = ({ findings }: Value) => findings.map(({ code }) => code);
const fileOf = ({ deliverables }: Value, name: string) =>
  deliverables.find((file) => file.name === name)?.content ?? "";
const linesOf = (value: Value, name: string) =>
  fileOf(value, name)
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const HELLO = { tool_id: "base64", input: { input: "Hello", action: "encode" } };
const UUID = { tool_id: "uuid-generator", input: { count: 1 } };

interface Told {
  readonly result: Readonly<Record<string, object>> & {
    readonly value: { readonly receipt: unknown };
    readonly receipt: object;
  };
  readonly error?: unknown;
}

/** What the service answers. */
async function answerTo(request: object): Promise<Told> {
  const { body } = await runRequest(request as never, host, within(Infinity));
  return JSON.parse(JSON.stringify(body)) as Told;
}

const chatCall = (name: string, input: object) => ({
  type: "function",
  function: { name, arguments: JSON.stringify(input) },
});

describe("forms of recordings", () => {
  const RESULT = { ok: true, output: "SGVsbG8=" };
  const ENVELOPE = { success: true, tool_id: "base64", result: RESULT, processing_time_ms: 3 };
  const rpc = (name: string, given: object) => ({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: given },
  });
  const told = (result: object) => ({ jsonrpc: "2.0", id: 1, result });
  const TEXT = { content: [{ type: "text", text: "SGVsbG8=" }] };
  const forms: readonly (readonly [string, unknown])[] = [
    ["a record with a result", [{ ...HELLO, result: RESULT }]],
    ["a record by itself", { ...HELLO, result: RESULT }],
    ["an envelope as result", [{ ...HELLO, result: ENVELOPE }]],
    ["an envelope as response", [{ ...HELLO, response: ENVELOPE }]],
    ["the old field of the tool", [{ tool: "base64", input: HELLO.input, result: RESULT }]],
    ["an alias", [{ ...HELLO, tool_id: " BASE64 ", result: RESULT }]],
    ["JSON lines", `${JSON.stringify({ ...HELLO, result: RESULT })}\r\n`.repeat(1)],
    ["request and response", [{ request: HELLO, response: ENVELOPE }]],
    ["bodies", [{ request: { method: "POST", body: HELLO }, response: { body: ENVELOPE } }]],
    [
      "bodies as text",
      [
        {
          request: { url: "/api/run", body: JSON.stringify(HELLO) },
          response: { status: 200, body: JSON.stringify(ENVELOPE) },
        },
      ],
    ],
    [
      "an entry of a HAR",
      [
        {
          request: { postData: { mimeType: "application/json", text: JSON.stringify(HELLO) } },
          response: { content: { text: JSON.stringify(ENVELOPE) } },
        },
      ],
    ],
    ["MCP, text", [rpc("run_tool", HELLO), told(TEXT)]],
    ["MCP, a prefix", [rpc("mcp__purebox__run_tool", HELLO), told(TEXT)]],
    ["MCP, typed", [rpc("run_tool", HELLO), told({ ...TEXT, structuredContent: ENVELOPE })]],
    ["MCP, the tool itself", [rpc("base64", HELLO.input), told(TEXT)]],
    [
      "messages of Anthropic",
      [
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "t", name: "mcp__purebox__run_tool", input: HELLO }],
        },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "t",
              content: [{ type: "text", text: "SGVsbG8=" }],
            },
          ],
        },
      ],
    ],
    [
      "messages of OpenAI",
      [
        {
          role: "assistant",
          tool_calls: [
            {
              id: "t",
              type: "function",
              function: { name: "run_tool", arguments: JSON.stringify(HELLO) },
            },
          ],
        },
        { role: "tool", tool_call_id: "t", content: "SGVsbG8=" },
      ],
    ],
    ["plain events", [{ type: "call", tool: "base64", arguments: HELLO.input, result: RESULT }]],
  ];
  test.each(forms)("%s", (_, recording) => {
    expect(statuses(recording)).toEqual(["match"]);
    const changed = JSON.parse(JSON.stringify(recording).replaceAll("SGVsbG8=", "SGVsbG8h"));
    expect(statuses(changed)).toEqual(["mismatch"]);
  });

  test("a batch has one call for each item", () => {
    const request = {
      requests: [
        { id: "a", ...HELLO },
        { id: "b", ...HELLO, input: "x" },
      ],
    };
    const answer = {
      success: true,
      results: [
        { id: "b", result: { ok: true, output: "eA==" } },
        { id: "a", result: RESULT },
      ],
    };
    for (const recording of [
      [rpc("run_batch", request), told({ content: [], structuredContent: answer })],
      [{ request: { body: request }, response: { body: answer } }],
    ]) {
      const { calls } = valueOf(recording);
      expect(calls.map(({ id, status }) => [id, status])).toEqual([
        ["a", "match"],
        ["b", "match"],
      ]);
    }
  });

  test("records, messages and foreign calls stand side by side, in their order", () => {
    const { calls } = valueOf([
      { role: "user", content: "hi" },
      { id: "x", ...HELLO, result: RESULT },
      {
        role: "assistant",
        tool_calls: [
          { id: "y", type: "function", function: { name: "get_weather", arguments: "{}" } },
        ],
      },
      { id: 7, ...HELLO, result: RESULT },
    ]);
    expect(calls.map(({ id, status }) => [id, status])).toEqual([
      ["x", "match"],
      ["y", "not-replayable"],
      ["7", "match"],
    ]);
  });

  test("questions to the router are no calls, and pipelines are told", () => {
    const value = valueOf([
      rpc("search_tools", { query: "x" }),
      told({ content: [] }),
      rpc("get_tool_schema", { tool_id: "base64" }),
      told({ content: [] }),
      rpc("mcp__purebox__run_pipeline", { input: "a", steps: [{ tool_id: "base64" }] }),
      told(TEXT),
    ]);
    expect(value.findings.map(({ code, received }) => [code, received])).toEqual([
      ["NOT_REPLAYABLE", "STEPS_LINKED"],
    ]);
  });

  test.each([
    ["mcp__pb__base64", HELLO.input],
    ["pb.base64", HELLO.input],
    ["mcp__pb__run_tool", HELLO],
    ["run_tool", HELLO],
  ])("a record by the name that a client has for the tool: %s", (tool, input) => {
    const records = ["result", "response"].map((member) => ({ tool, input, [member]: RESULT }));
    const value = valueOf([...records, { tool, input }]);
    expect(value.calls.map(({ id, tool_id, status }) => [id, tool_id, status])).toEqual([
      ["call_0", "base64", "match"],
      ["call_1", "base64", "match"],
      ["call_2", "base64", "no-result"],
    ]);
  });

  test("what is no tool of ours is called as it was recorded", () => {
    const tool = "mcp__github__search_issues";
    for (const recording of [
      [{ tool, input: {}, result: RESULT }],
      [{ type: "call", tool, id: "1", arguments: {} }],
    ]) {
      expect(valueOf(recording).calls).toMatchObject([{ tool_id: tool, status: "not-replayable" }]);
    }
  });

  test("a failure is its code, whichever form tells it", () => {
    const input = { input: "***", action: "decode" };
    const error = { code: "BASE64_CHARACTER", message: "No" };
    const call = { type: "call", tool: "base64", id: "1", arguments: input };
    for (const recording of [
      [{ tool_id: "base64", input, error }],
      [{ tool: "mcp__pb__base64", input, error }],
      [call, { type: "result", tool: "base64", id: "1", error }],
      [call, { type: "result", tool: "base64", id: "1", error: "BASE64_CHARACTER: No" }],
      [
        { role: "assistant", tool_calls: [{ id: "1", ...chatCall("base64", input) }] },
        { role: "tool", tool_call_id: "1", is_error: true, content: "BASE64_CHARACTER: No" },
      ],
    ]) {
      expect(statuses(recording)).toEqual(["match"]);
    }
  });

  test("what is of no form among records is told", () => {
    const value = valueOf([
      { ...HELLO, result: RESULT },
      { hello: 1 },
      { ...HELLO, result: RESULT },
    ]);
    expect(value.calls).toHaveLength(2);
    expect(value.findings).toMatchObject([{ code: "ENTRY_IGNORED", path: "/recording/1" }]);
  });

  test.each([
    [[], "RECORDING_EMPTY"],
    ["  \n", "RECORDING_EMPTY"],
    [[{ role: "user", content: "hi" }], "RECORDING_EMPTY"],
    [[{ a: 1 }], "RECORDING_UNRECOGNISED"],
    [5, "RECORDING_UNRECOGNISED"],
    ['[{"tool_id": ]', "JSON_SYNTAX"],
    [Array.from({ length: 51 }, () => HELLO), "TOO_MANY_CALLS"],
  ])("%j", (recording, code) => {
    expect(run({ recording }).errors?.[0]).toMatchObject({ code, path: "/recording" });
  });
});

test("every tool's own examples come out as they did, and their receipts hold", async () => {
  const wrong: unknown[] = [];
  for (const unit of units.filter(
    ({ id }) => !/^(?:agent-tool-call-replay|integration-launch)-kit$/.test(id),
  )) {
    const records = [];
    for (const { input, options } of unit.examples.slice(0, 4)) {
      const request = { tool_id: unit.id, input, options: { ...options, receipt: true } };
      const { result, error } = await answerTo(request);
      records.push({ ...request, result: result ?? { error } });
    }
    const { calls } = valueOf(records);
    for (const call of calls) {
      const isFine =
        call.status === "match" &&
        call.receipt !== "input-differs" &&
        call.receipt !== "output-differs";
      if (!isFine) wrong.push(call);
    }
  }
  expect(wrong).toEqual([]);
});

test("compact answers and outputs alone are compared as far as they go", async () => {
  for (const response_mode of ["compact", "output"]) {
    for (const call of [
      HELLO,
      {
        tool_id: "prompt-regression-kit",
        input: { tests: [{ assert: [{ type: "equals", value: "a" }] }], outputs: ["a"] },
      },
    ]) {
      const request = {
        ...call,
        response_mode,
        options: { now: "2026-01-01T00:00:00Z", seed: "s" },
      };
      const response = await answerTo(request);
      expect(statuses([{ ...request, response }])).toEqual(["match"]);
    }
  }
});

describe("clock and seed", () => {
  const made = (options: object) => answerTo({ ...UUID, options });
  test("recorded ones are used, a number as its text", async () => {
    const options = { now: "2026-01-01T00:00:00Z", seed: "7" };
    const { result } = await made(options);
    const value = valueOf([
      { ...UUID, options, result },
      { ...UUID, options: { ...options, seed: 7 }, result },
    ]);
    expect(value.calls).toMatchObject([
      { status: "match", dependsOn: null, options: { now: options.now, seed: "7" } },
      { status: "match", options: { seed: "7" } },
    ]);
  });

  test("those of the receipt and those of the kit come after", async () => {
    const options = { now: "2026-01-01T00:00:00Z", seed: "" };
    const { result } = await made({ ...options, receipt: true });
    expect(statuses([{ ...UUID, result }])).toEqual(["match"]);
    const { receipt: _receipt, ...bare } = result;
    expect(statuses([{ ...UUID, result: bare }])).toEqual(["not-reproducible"]);
    expect(statuses([{ ...UUID, result: bare }], options)).toEqual(["match"]);
    expect(statuses([{ ...UUID, result: bare, options: { now: options.now } }])).toEqual([
      "not-reproducible",
    ]);
  });

  test("what no clock or seed changes is a mismatch, whatever else depends on them", () => {
    const record = { tool_id: "token-counter", input: { text: "abc" } };
    const [wrong] = valueOf([{ ...record, result: { ok: true, value: { tokens: 999 } } }]).calls;
    expect(wrong?.status).toBe("mismatch");
  });

  test("a pure tool depends on nothing", () => {
    expect(valueOf([{ ...HELLO, result: { output: "no" } }]).calls[0]).toMatchObject({
      status: "mismatch",
      dependsOn: "nothing",
    });
  });

  test("the kit's clock has to be one", () => {
    expect(run({ recording: [HELLO], now: "2026-02-30T00:00:00Z" }).errors?.[0]).toMatchObject({
      code: "FORM",
      path: "/now",
    });
  });
});

describe("what counts as the same", () => {
  const FORMAT = { tool_id: "percentage-calculator", input: { mode: "of", a: 20, b: 50 } };
  test("order of members, 1 and 1.0", async () => {
    const { result } = await answerTo(FORMAT);
    const turned = JSON.stringify(
      Object.fromEntries(Object.entries(result as object).toReversed()),
    );
    const record = `{"tool_id": "percentage-calculator", "input": ${JSON.stringify(FORMAT.input)}, "result": ${turned.replaceAll(/:(\d+)(?=[,}])/g, ":$1.0")}}`;
    expect(statuses(record)).toEqual(["match"]);
  });

  test("a tolerance, and what may differ", async () => {
    const { result } = await answerTo({ tool_id: "hash-generator", input: { text: "a" } });
    const changed = {
      ...result,
      stats: { ...result["stats"], inputChars: 1.0000001 },
      action: "x",
    };
    const record = { tool_id: "hash-generator", input: { text: "a" }, result: changed };
    expect(valueOf([record]).calls[0]?.differences.map(({ path }) => path)).toEqual([
      "/action",
      "/stats/inputChars",
    ]);
    expect(statuses([record], { ignore: ["/action"] })).toEqual(["mismatch"]);
    expect(statuses([record], { ignore: ["/action"], tolerance: 1e-6 })).toEqual(["match"]);
    expect(statuses([record], { ignore: ["/**"] })).toEqual(["match"]);
    expect(statuses([record], { compare: "output" })).toEqual(["match"]);
    expect(statuses([record], { compare: "value" })).toEqual(["match"]);
  });

  test("failures by their code", () => {
    const bad = { tool_id: "base64", input: { input: "%%%", action: "decode" } };
    const failing = (code: string) => ({
      success: false,
      ok: false,
      error: { code, message: "m" },
    });
    const code = valueOf([{ ...bad, response: failing("OTHER") }]).calls[0]?.differences[0]
      ?.replayed;
    expect(statuses([{ ...bad, response: failing(String(code)) }])).toEqual(["match"]);
    expect(statuses([{ ...bad, error: { code } }])).toEqual(["match"]);
    expect(valueOf([{ ...HELLO, error: { code: "X" } }]).calls[0]).toMatchObject({
      status: "mismatch",
      differences: [{ path: "/ok", recorded: false, replayed: true }],
    });
  });

  test("long values are shown by their beginning, and at most 20 differences", () => {
    const input = { input: "a".repeat(2000), action: "encode" };
    const [call] = valueOf([
      { tool_id: "base64", input, result: { output: "b".repeat(2000) } },
    ]).calls;
    expect(String(call?.differences[0]?.recorded)).toBe(`${"b".repeat(500)}…`);
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`k${index}`, index]));
    const value = valueOf([{ ...HELLO, result: { stats: many } }]);
    expect(value.calls[0]?.differences).toHaveLength(20);
    expect(Papa.parse(fileOf(value, "differences.csv").trim()).data.length).toBeGreaterThan(60);
  });
});

describe("what is told", () => {
  test("versions", () => {
    const value = valueOf([{ ...HELLO, tool_version: "2020-01-01", result: { output: "old" } }]);
    expect(value.calls[0]).toMatchObject({
      status: "version-changed",
      recordedVersion: "2020-01-01",
    });
    expect(value.verdict).toBe("review");
    expect(codes(value)).toEqual(["VERSION_CHANGED"]);
  });

  test("what is not made again", () => {
    const value = valueOf([
      { ...HELLO, input: { input: "key [GITHUB_TOKEN_1]" }, result: {} },
      { tool_id: "agent-tool-call-replay-kit", input: { recording: [] }, result: {} },
      { tool_id: "integration-launch-kit", input: {}, result: {} },
      { tool_id: "no-such-tool", result: {} },
    ]);
    expect(value.findings.map(({ code, received }) => [code, received])).toEqual([
      ["NOT_REPLAYABLE", "INPUT_REDACTED"],
      ["NOT_REPLAYABLE", "TOOL_EXCLUDED"],
      ["NOT_REPLAYABLE", "TOOL_EXCLUDED"],
      ["NOT_REPLAYABLE", "TOOL_UNKNOWN"],
    ]);
    expect(value.counts.notReplayable).toBe(4);
    expect(value.reproducible).toBe(100);
    expect(value.deliverables.map(({ name }) => name)).not.toContain("differences.csv");
  });

  test("no result, an input that changed, ids that repeat", () => {
    const value = valueOf([
      { id: "a", ...HELLO },
      {
        id: "a",
        ...HELLO,
        input: { input: "x", urlSafe: "perhaps" },
        error: { code: "TOOL_INPUT_INVALID" },
      },
    ]);
    expect(codes(value).toSorted()).toEqual(["DUPLICATE_CALL_ID", "INPUT_CHANGED", "NO_RESULT"]);
    expect(statuses([{ id: "a", ...HELLO }])).toEqual(["no-result"]);
  });

  test("an input may be text, or missing", () => {
    const value = valueOf([
      { tool_id: "base64", input: "x", result: { output: "eA==" } },
      { tool_id: "uuid-generator" },
    ]);
    expect(value.calls.map(({ status }) => status)).toEqual(["match", "no-result"]);
    expect(codes(value)).toEqual(["NO_RESULT"]);
  });

  test("receipts of another input or result", async () => {
    const { result } = await answerTo({ ...HELLO, options: { receipt: true } });
    const other = { ...HELLO, input: { input: "Hullo", action: "encode" } };
    const changed = { ...result, output: "x" };
    const forged = { ...result, receipt: { ...result.receipt, output_sha256: "0".repeat(64) } };
    const value = valueOf([
      { ...HELLO, result },
      { ...other, result },
      { ...HELLO, result: changed },
      { ...HELLO, result: { output: result["output"] }, receipt: forged["receipt"] },
    ]);
    expect(value.calls.map(({ receipt }) => receipt)).toEqual([
      "valid",
      "input-differs",
      "output-differs",
      "output-differs",
    ]);
    expect(value.counts.byCode["RECEIPT_INVALID"]).toBe(3);
  });

  test("secrets are hashed with their key", async () => {
    const request = { tool_id: "password-strength-checker", input: { password: "correct horse" } };
    const { result } = await answerTo({ ...request, options: { receipt: true } });
    expect(valueOf([{ ...request, result }]).calls[0]).toMatchObject({
      status: "match",
      receipt: "valid",
    });
  });
});

test("calls that take all steps leave the others as they are", () => {
  const heavy = {
    tool_id: "regex-tester",
    input: { pattern: "^(a+)+$", text: `${"a".repeat(40)}b` },
    options: { now: "2026-01-01T00:00:00Z", seed: "s" },
  };
  const records = [
    { ...HELLO, result: { output: "SGVsbG8=" } },
    ...Array.from({ length: 40 }, () => heavy),
  ];
  const { calls } = valueOf(records);
  expect(calls[0]?.status).toBe("match");
  expect(new Set(calls.slice(1).map(({ status }) => status))).toEqual(
    new Set(["no-result", "not-replayable"]),
  );
  expect(calls.at(-1)?.status).toBe("not-replayable");
});

describe("files", () => {
  const value = valueOf([
    { id: "a", ...HELLO, result: { output: "SGVsbG8=" } },
    { id: "b <&\u0001>", ...HELLO, result: { output: "=cmd()" } },
    { id: "c", tool: "send_email", input: {}, result: {} },
    { id: "d", ...UUID },
  ]);

  test("replay.json holds the calls", () => {
    expect(JSON.parse(fileOf(value, "replay.json"))).toEqual(
      JSON.parse(JSON.stringify(value.calls)),
    );
  });

  test("recording.jsonl is a recording that comes out the same", () => {
    expect(linesOf(value, "recording.jsonl").map(({ id }) => id)).toEqual([
      "a",
      "b <&\u0001>",
      "d",
    ]);
    expect(statuses(fileOf(value, "recording.jsonl"))).toEqual(["match", "match", "match"]);
  });

  test("cases.jsonl holds what the service answers, and can be replayed, too", async () => {
    for (const line of linesOf(value, "cases.jsonl")) {
      const { body } = await runRequest(line as never, host, within(Infinity));
      expect(body.result).toMatchObject(line["expect"] as object);
      expect(line["http"]).toBe(200);
    }
    expect(new Set(statuses(fileOf(value, "cases.jsonl")))).toEqual(new Set(["match"]));
    const failed = valueOf([{ tool_id: "base64", input: { input: "%", action: "decode" } }]);
    expect(statuses(fileOf(failed, "cases.jsonl"))).toEqual(["match"]);
    expect(linesOf(failed, "cases.jsonl")[0]).toMatchObject({ http: 422 });
  });

  test("differences.csv is a table that runs nothing", () => {
    const { data } = Papa.parse<Record<string, string>>(fileOf(value, "differences.csv").trim(), {
      header: true,
    });
    expect(data).toMatchObject([
      { index: "1", path: "/output", recorded: '"=cmd()"', status: "mismatch" },
    ]);
  });

  test("junit.xml is XML with a case for each call", () => {
    const names: string[] = [];
    const parser = new SaxesParser();
    parser.on("opentag", ({ name }) => names.push(name));
    parser.on("error", (error) => {
      throw error;
    });
    parser.write(fileOf(value, "junit.xml")).close();
    expect(names).toEqual([
      "testsuites",
      "testsuite",
      "testcase",
      "testcase",
      "failure",
      "testcase",
      "skipped",
      "testcase",
    ]);
  });
});

test("the kit's own receipt holds", async () => {
  const request = { tool_id: kit.id, input: { recording: [HELLO, UUID] } };
  const { result } = await answerTo(request);
  const { body } = await verify({ receipt: result.value.receipt, input: request.input }, host);
  expect(body).toMatchObject({ success: true, verified: true });
});
