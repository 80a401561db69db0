import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import tool from "../../../tools/tool-call-trace-conformance.ts";
import { runUnit } from "../../support/run-unit.ts";

type Input = Partial<Static<typeof tool.input>>;
type Value = Static<typeof tool.value>;

function read(trace: unknown, policy: unknown = {}, more: Input = {}) {
  const outcome = runUnit(tool as never, { trace, policy, ...more });
  const { errors = [], warnings = [] } = outcome;
  const found = errors.map(({ code, path }) => `${code} ${path}`);
  const warned = warnings.map(({ code, path }) => `${code} ${path}`);
  return { ...outcome, value: outcome.value as Value, found, warned };
}

const call = (name: string, more: object = {}) => ({ tool: name, result: 1, ...more });
const failed = (name: string) => ({ tool: name, error: "x" });

describe("limits", () => {
  test("allow and deny, one finding for each call; deny wins", () => {
    const policy = { allow: ["fs.*"], deny: ["*.delete"] };
    const { found, value, valid } = read(
      [call("fs.read"), call("fs.delete"), call("net.get")],
      policy,
    );
    expect(found).toEqual(["TOOL_DENIED /trace/1", "TOOL_NOT_ALLOWED /trace/2"]);
    expect(valid).toBe(false);
    expect(value.rules).toMatchObject([
      {
        id: "allow",
        type: "allow",
        verdict: "violated",
        activations: 3,
        witnesses: [{ index: 4 }],
      },
      { id: "deny", type: "deny", verdict: "violated", activations: 1, witnesses: [{ index: 2 }] },
    ]);
    expect(read([call("a")], { allow: [] }).found).toEqual(["TOOL_NOT_ALLOWED /trace/0"]);
  });

  test("numbers of calls", () => {
    const calls = [call("a"), call("b"), call("a"), call("a")];
    const { found, value } = read(calls, {
      maxCalls: 2,
      maxCallsPerTool: { a: 2, "*": 3, "x/y": 0 },
    });
    expect(found).toEqual([
      "MAX_CALLS /policy/maxCalls",
      "MAX_CALLS_PER_TOOL /policy/maxCallsPerTool/a",
    ]);
    expect(
      value.rules.map(({ violations, witnesses }) => [
        violations,
        witnesses.map(({ index }) => index),
      ]),
    ).toEqual([
      [2, [4, 6]],
      [1, [6]],
    ]);
    expect(read([call("x/y")], { maxCallsPerTool: { "x/y": 0 } }).found).toEqual([
      "MAX_CALLS_PER_TOOL /policy/maxCallsPerTool/x~1y",
    ]);
    expect(read([], { maxCalls: 0 }).value.rules[0]?.verdict).toBe("vacuous");
  });

  test("errors in a row", () => {
    const calls = [failed("a"), failed("b"), call("a"), failed("a"), failed("a"), failed("b")];
    const { found, value } = read(calls, { maxConsecutiveErrors: 2 });
    expect(found).toEqual(["MAX_CONSECUTIVE_ERRORS /policy/maxConsecutiveErrors"]);
    expect(value.rules[0]?.witnesses).toEqual([{ index: 10, tool: "b" }]);
    expect(read(calls, { maxConsecutiveErrors: 3 }).valid).toBe(true);
  });

  test("the same call in a row, whatever the order of its members", () => {
    const calls = [
      call("a", { arguments: { x: 1, y: 2 } }),
      call("a", { arguments: '{"y":2,"x":1.0}' }),
      call("a", { arguments: { x: 1 } }),
      call("b", { arguments: { x: 1 } }),
      call("a", { arguments: { x: 1 } }),
    ];
    expect(read(calls, { maxIdenticalCalls: 1 }).value.rules[0]?.witnesses).toEqual([
      { index: 2, tool: "a" },
    ]);
    expect(read(calls, { maxIdenticalCalls: 2 }).valid).toBe(true);
  });

  test("the time from the first to the last event", () => {
    const calls = [
      { tool: "a", id: 1, time: 1 },
      { tool: "b", id: 2, time: "1970-01-01T00:00:01.200Z" },
      { id: 1, result: 1, time: 1.5 },
      { id: 2, error: "x", time: 1.2505 },
    ];
    const { found, value } = read(calls, { maxDurationMs: 499 });
    expect(found).toEqual(["MAX_DURATION /policy/maxDurationMs"]);
    expect(value.rules[0]).toMatchObject({ verdict: "violated", violations: 1, witnesses: [] });
    expect(read(calls, { maxDurationMs: 500 }).valid).toBe(true);
    expect(read([call("a")], { maxDurationMs: 0 }).valid).toBe(true);
    const warned = (list: object[]) => read(list, { maxDurationMs: 9999 }).warned;
    expect(warned(calls)).toEqual([]);
    expect(warned([call("a"), call("b")])).toContain("LIMIT_UNCHECKED /policy/maxDurationMs");
    expect(value.toolStats).toEqual([
      { tool: "a", calls: 1, errors: 0, minMs: 500, maxMs: 500 },
      { tool: "b", calls: 1, errors: 1, minMs: 50.5, maxMs: 50.5 },
    ]);
  });

  test("limits come first, in their order, whatever that of the policy", () => {
    const policy = {
      rules: [
        { type: "existence", a: "a" },
        { id: "mine", type: "absence", a: "b" },
      ],
      maxDurationMs: 1,
      maxIdenticalCalls: 9,
      maxConsecutiveErrors: 9,
      maxCallsPerTool: {},
      maxCalls: 9,
      deny: [],
      allow: ["*"],
    };
    const { value, output } = read([call("a")], policy, { tools: [{ name: "a" }, { name: "b" }] });
    expect(value.rules.map(({ id }) => id)).toEqual([
      "declared-tools",
      "allow",
      "deny",
      "max-calls",
      "max-calls-per-tool",
      "max-consecutive-errors",
      "max-identical-calls",
      "max-duration",
      "rule-1",
      "mine",
    ]);
    expect(output?.split("\n")).toHaveLength(10);
    expect(value.fitness).toBe(1);
  });
});

describe("declared tools", () => {
  const tools = [
    {
      name: "f",
      inputSchema: { type: "object", properties: { x: { type: "integer" } }, required: ["x"] },
    },
    { name: "g" },
  ];

  test("names and arguments", () => {
    const calls = [
      call("f", { arguments: { x: "1" } }),
      call("f"),
      call("f", { arguments: '{"x":1}' }),
      call("f", { arguments: "{oops" }),
      call("g", { arguments: { any: 1 } }),
      call("ff"),
    ];
    const { errors, value } = read(calls, {}, { tools });
    expect(errors).toMatchObject(
      [
        { code: "SCHEMA_REQUIRED", path: "/trace/1", expected: "x" },
        { code: "TOOL_UNDECLARED", path: "/trace/5", hint: 'Did you mean "f"?' },
        { code: "SCHEMA_TYPE", path: "/trace/0/arguments/x" },
        { code: "SCHEMA_TYPE", path: "/trace/3/arguments" },
      ].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    );
    expect(value.rules).toMatchObject([{ id: "declared-tools", violations: 4, activations: 6 }]);
  });

  test("patterns that fit none of them", () => {
    const policy = {
      allow: ["f*"],
      deny: ["rm"],
      maxCallsPerTool: { "h/*": 1 },
      rules: [{ type: "response", a: "f", b: "h" }],
    };
    expect(read([], policy, { tools }).warned).toEqual([
      "RULE_PATTERN_UNUSED /policy/deny/0",
      "RULE_PATTERN_UNUSED /policy/maxCallsPerTool/h~1*",
      "RULE_VACUOUS /policy/rules/0",
      "RULE_PATTERN_UNUSED /policy/rules/0/b",
    ]);
    expect(read([], policy).warned).toEqual(["RULE_VACUOUS /policy/rules/0"]);
  });

  test("definitions that are none", () => {
    expect(read([], {}, { tools: [5] }).found).toEqual(["TOOL_SHAPE_UNKNOWN /tools/0"]);
    const invalid = (definition: object) => read([], {}, { tools: [definition] }).found[0];
    expect(invalid({ name: "f", inputSchema: { type: 1 } })).toBe(
      "SCHEMA_INVALID /tools/0/inputSchema/type",
    );
    expect(invalid({ function: { name: "f", parameters: { minimum: "" } } })).toBe(
      "SCHEMA_INVALID /tools/0/function/parameters/minimum",
    );
  });
});

describe("calls and results", () => {
  test("those without the other, and one too many", () => {
    const trace = [
      { type: "result", id: "z", result: 1 },
      { tool: "a", id: "a" },
      { id: "a", result: 1 },
      { id: "a", error: "x" },
      { tool: "b", id: "b" },
    ];
    trace.splice(
      2,
      2,
      { type: "result", id: "a", result: 1 } as never,
      { type: "result", id: "a", error: "x" } as never,
    );
    const { found, warned, value, stats } = read(trace);
    expect(found).toEqual(["RESULT_WITHOUT_CALL /trace/0", "DUPLICATE_RESULT /trace/3"]);
    expect(warned).toEqual(["CALL_WITHOUT_RESULT /trace/4"]);
    expect(value.toolStats[0]).toMatchObject({ calls: 1, errors: 0 });
    expect([stats?.["calls"], stats?.["results"]]).toEqual([2, 3]);
    expect(value.verdict).toBe("violations");
  });

  test("retries after errors, parallel calls in the order of their message", () => {
    const use = (id: string, name: string) => ({ type: "tool_use", id, name, input: {} });
    const answer = (id: string, is_error = false) => ({
      type: "tool_result",
      tool_use_id: id,
      is_error,
      content: "x",
    });
    const trace = [
      { role: "assistant", content: [use("1", "a"), use("2", "b")] },
      { role: "user", content: [answer("2"), answer("1", true)] },
      { role: "assistant", content: [use("3", "a")] },
      { role: "user", content: [answer("3")] },
    ];
    const rules = [
      { type: "chain-response", a: "a", b: "b" },
      { type: "success-before", a: "a", b: "b" },
    ];
    const { value } = read(trace, { rules });
    expect(value.rules.map(({ verdict }) => verdict)).toEqual(["violated", "violated"]);
    expect(value.rules[0]?.witnesses).toEqual([{ index: 4, tool: "a" }]);
    expect(value.toolStats[0]).toMatchObject({ tool: "a", calls: 2, errors: 1 });
  });
});

describe("rules", () => {
  test("severity, ids and what is told", () => {
    const rules = [
      { id: "tests first", type: "precedence", a: "test", b: "deploy", severity: "warning" },
      { type: "response", a: "deploy", b: "smoke" },
      { type: "response", a: "rm", b: "smoke" },
      { type: "absence", a: "rm" },
    ];
    const { errors, warnings, value, valid } = read([call("deploy")], { rules });
    expect(errors).toMatchObject([
      { code: "RULE_VIOLATED", path: "/policy/rules/1", hint: "rule-2" },
    ]);
    expect(warnings).toMatchObject([
      { code: "RULE_VIOLATED", path: "/policy/rules/0", hint: "tests first" },
      { code: "RULE_VACUOUS", path: "/policy/rules/2" },
    ]);
    expect([value.fitness, valid]).toEqual([0, false]);
    expect(read([call("deploy")], { rules: rules.slice(0, 1) })).toMatchObject({
      valid: true,
      value: { verdict: "conformant" },
    });
  });

  test("fitness to 4 decimals, and at most 20 witnesses", () => {
    const rules = ["absence", "existence", "existence"].map((type) => ({ type, a: "a" }));
    const { value } = read(
      Array.from({ length: 30 }, () => call("a")),
      { rules },
    );
    expect(value.fitness).toBe(0.6667);
    expect([value.rules[0]?.violations, value.rules[0]?.witnesses.length]).toEqual([30, 20]);
  });

  test("an empty trace, and none", () => {
    expect(read([], { rules: [{ type: "existence", a: "a" }] })).toMatchObject({
      found: ["RULE_VIOLATED /policy/rules/0"],
      output: "rule-1  existence  violated  no call",
      value: { events: 0, fitness: 0 },
    });
    expect(read([])).toMatchObject({ valid: true, output: "", value: { rules: [], fitness: 1 } });
    for (const trace of [undefined, null, "", " \n"])
      expect(read(trace).found).toEqual(["TRACE_MISSING /trace"]);
    expect(read({ a: 1 }).found).toEqual(["TRACE_UNRECOGNISED /trace"]);
    expect(read("[").found).toEqual(["JSON_SYNTAX /trace"]);
    expect(read(Array.from({ length: 20_001 }, () => ({ tool: "a" }))).found).toEqual([
      "RANGE /trace",
    ]);
  });

  test("rules that cannot be used, all at once", () => {
    const rules = [
      { type: "respons", a: "a" },
      { type: "response", a: "a" },
      { type: "exactly", a: "a" },
      { type: "same-argument", a: "a", b: "b" },
    ];
    const { found, error } = read([], { rules });
    expect(found).toEqual([
      "RULE_UNKNOWN /policy/rules/0/type",
      "RULE_INCOMPLETE /policy/rules/1/b",
      "RULE_INCOMPLETE /policy/rules/2/n",
      "RULE_INCOMPLETE /policy/rules/3/where",
    ]);
    expect(error?.code ?? "RULE_UNKNOWN").toBe("RULE_UNKNOWN");
    expect(read([], { rules: [{ type: "absence", a: "a", n: 0 }] }).found).toEqual([
      "RANGE /policy/rules/0/n",
    ]);
    expect(read([], { rules: [{ type: "absence" }] }).found).toEqual([
      "REQUIRED /policy/rules/0/a",
    ]);
    expect(read([], { maxCalls: -1 }).found).toEqual(["RANGE /policy/maxCalls"]);
    expect(
      read([], { rules: Array.from({ length: 501 }, () => ({ type: "init", a: "a" })) }).found,
    ).toEqual(["RANGE /policy/rules"]);
    expect(read([], "{").found).toEqual(["JSON_SYNTAX /policy"]);
  });

  test("members of the policy that nobody knows", () => {
    const rules = [{ type: "existence", a: "a", sevrity: "error", where: { "/x": { in: [1] } } }];
    const { warned, warnings } = read([call("a", { arguments: { x: 1 } })], {
      rules,
      maxcalls: 1,
      maxCallsPerTool: { "a/*": 3 },
    });
    expect(warned).toEqual([
      "UNKNOWN_FIELD /policy/maxcalls",
      "UNKNOWN_FIELD /policy/rules/0/sevrity",
    ]);
    expect(warnings?.[0]).toMatchObject({ hint: "did you mean `maxCalls`?" });
    const { errors } = read([], { rules: [{ type: "init", a: "a", severity: "fatal" }] });
    expect(errors?.[0]).toMatchObject({ code: "ENUM", expected: "one of error, warning" });
  });

  test("names that every object has", () => {
    const trace = JSON.parse('[{"tool":"__proto__","result":1},{"tool":"constructor","result":1}]');
    const policy = JSON.parse(
      '{"maxCallsPerTool":{"__proto__":0},"rules":[{"type":"absence","a":"constructor","where":{"/__proto__":{"absent":true}}}]}',
    );
    expect(read(trace, policy).found).toEqual([
      "MAX_CALLS_PER_TOOL /policy/maxCallsPerTool/__proto__",
      "RULE_VIOLATED /policy/rules/0",
    ]);
  });
});
