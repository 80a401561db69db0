import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../../tools/agent-contract-check.ts";
import {
  drift,
  inputDrift,
  object,
  run,
  schemaTool,
  valueOf,
} from "../../support/tool-contracts.ts";

describe("retry", () => {
  const schema = object(
    { key: { type: "string" }, note: { type: "string" }, count: { type: "integer" } },
    { required: ["key", "count"] },
  );
  const of = (rule: object, annotations: object = {}) => {
    const { value, errors, warnings } = run({
      tools: [{ name: "t", inputSchema: schema, annotations }],
      retry: { default: rule },
    });
    const codes = [...(errors ?? []), ...(warnings ?? [])].map(({ code }) => code);
    return [(value as Value).retry[0]?.reason, ...codes];
  };

  test.each([
    [{ maxAttempts: 5 }, { readOnlyHint: true }, ["read-only"]],
    [{ maxAttempts: 5 }, { idempotentHint: true }, ["idempotent"]],
    [{ maxAttempts: 1 }, {}, ["no-retry"]],
    [{ maxAttempts: 2 }, {}, ["unsafe", "RETRY_UNSAFE"]],
    [{ maxAttempts: 2, idempotencyKey: "/key" }, {}, ["key"]],
    [{ maxAttempts: 2, idempotencyKey: "/properties/key" }, {}, ["key"]],
    [
      { maxAttempts: 2, idempotencyKey: "/note" },
      {},
      ["unsafe", "RETRY_UNSAFE", "RETRY_KEY_OPTIONAL"],
    ],
    [{ maxAttempts: 2, idempotencyKey: "/x" }, {}, ["unsafe", "RETRY_KEY_MISSING", "RETRY_UNSAFE"]],
    [
      { maxAttempts: 2, idempotencyKey: "/count" },
      {},
      ["unsafe", "RETRY_KEY_MISSING", "RETRY_UNSAFE"],
    ],
  ] as const)("%p %p", (rule, annotations, expected) => {
    expect(of(rule, annotations)).toEqual([...expected]);
  });

  test("where nothing is destroyed it is a warning", () => {
    const input = {
      tools: [{ name: "t", inputSchema: schema, annotations: { destructiveHint: false } }],
      retry: { default: { maxAttempts: 2 } },
    };
    expect(run(input)).toMatchObject({
      ok: true,
      valid: true,
      warnings: [{ code: "RETRY_UNSAFE", path: "/tools/t/retry" }],
      value: { counts: { retry: 1, warnings: 1, errors: 0 } },
    });
    expect(run({ ...input, failOn: "warning" }).ok).toBe(false);
  });

  test("the longest pattern rules, and without a rule there is one attempt", () => {
    const rules = {
      "*": { maxAttempts: 2 },
      "get_*": { maxAttempts: 3 },
      get_a: { maxAttempts: 4 },
    };
    const tools = ["get_a", "get_b", "x"].map((name) => ({ name }));
    const attempts = (retry: object) =>
      valueOf({ tools, retry }).retry.map(({ maxAttempts }) => maxAttempts);
    expect(attempts({ tools: rules })).toEqual([4, 3, 2]);
    expect(attempts({})).toEqual([1, 1, 1]);
  });
});

describe("calls", () => {
  test("are checked as they are, by what the tools are now", () => {
    const tools = [schemaTool(object({ a: { type: "string" } }, { required: ["a"] }))];
    const calls = [
      { id: "1", type: "function", function: { name: "t", arguments: '{"a":"x"}' } },
      { name: "t", arguments: { a: 1 } },
      { name: "u", arguments: {} },
      { name: "t", arguments: "{" },
    ];
    expect(valueOf({ tools, calls }).arguments).toEqual([
      { callIndex: 1, tool: "t", code: "SCHEMA_TYPE", path: "/calls/1/arguments/a" },
      { callIndex: 2, tool: "u", code: "TOOL_UNKNOWN", path: "/calls/2/name" },
      { callIndex: 3, tool: "t", code: "ARGUMENTS_NOT_JSON", path: "/calls/3/arguments" },
    ]);
  });
});

describe("allowances", () => {
  const baseline = [schemaTool(object({ a: {}, b: {} }, { additionalProperties: false }))];
  const tools = [schemaTool(object({}, { additionalProperties: false }))];
  const of = (allowed: string[]) => run({ baseline, tools, allowed });

  test("by code, tool and pointer", () => {
    expect((of([]).value as Value).counts.errors).toBe(2);
    expect((of(["PROPERTY_REMOVED"]).value as Value).counts.errors).toBe(0);
    expect((of(["PROPERTY_REMOVED:t"]).value as Value).allowed).toHaveLength(2);
    const pointer = "PROPERTY_REMOVED:t:/inputSchema/properties/a";
    expect(of([pointer]).value).toMatchObject({
      allowed: [pointer],
      drift: [{ pointer: "/inputSchema/properties/b" }],
      counts: { drift: 1, errors: 1 },
    });
  });

  test("one that matches nothing is told, and trips no gate", () => {
    const { ok, warnings } = run({ baseline, tools: baseline, allowed: ["X"], failOn: "warning" });
    expect(ok).toBe(true);
    expect(warnings).toMatchObject([{ code: "ALLOWANCE_UNUSED", path: "/allowed/0" }]);
  });

  test("the output has a line for each finding that is left", () => {
    expect(of(["PROPERTY_REMOVED"]).output).toBe("Contract holds.");
    expect(of([]).output?.split("\n")[0]).toStartWith(
      "ERROR t /inputSchema/properties/a PROPERTY_REMOVED ",
    );
  });
});

describe("laws", () => {
  const scalar = fc.constantFrom({}, { type: "string" }, { type: "integer" }, { enum: ["a", 1] });
  const schema = fc.record({
    type: fc.constant("object"),
    properties: fc.dictionary(fc.constantFrom("a", "b", "title"), scalar),
    required: fc.subarray(["a", "b"]),
  });

  test("adding an optional member to open schemas is no error; order does not matter", () => {
    fc.assert(
      fc.property(schema, schema, scalar, (before, after, added) => {
        const more = { ...before, properties: { ...before.properties, new: added } };
        expect(drift(schemaTool(before), schemaTool(more))).toEqual([]);
        const turned = Object.fromEntries(Object.entries(after.properties).toReversed());
        const found = inputDrift(before, after);
        expect(inputDrift(before, { ...after, properties: turned }).toSorted()).toEqual(
          found.toSorted(),
        );
      }),
    );
  });
});

describe("bad input", () => {
  const errors = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

  test("fields", () => {
    const tools = [{ name: "t" }];
    expect(errors({})).toEqual(["TOOLS_MISSING /tools"]);
    expect(errors({ tools: [1] })).toEqual(["TOOL_SHAPE_UNKNOWN /tools/0"]);
    expect(errors({ tools, baseline: [1] })).toEqual(["TOOL_SHAPE_UNKNOWN /baseline/0"]);
    expect(errors({ tools: "[" })).toEqual(["JSON_SYNTAX /tools"]);
    expect(errors({ tools, retry: { default: {} } })).toEqual([
      "REQUIRED /retry/default/maxAttempts",
    ]);
    expect(errors({ tools: [schemaTool({ type: "strin" })] })?.[0]).toBe("SCHEMA_INVALID /tools/0");
    expect(errors({ tools, calls: Array.from({ length: 5001 }, () => ({ name: "t" })) })).toEqual([
      "RANGE /calls",
    ]);
  });

  test("settings that nobody knows are told, and trip no gate", () => {
    const { ok, warnings } = run({
      tools: [{ name: "t" }],
      retry: { defaults: { maxAttempts: 3 }, tools: { t: { maxAttempts: 1, retryon: [] } } },
      failOn: "warning",
    });
    expect(ok).toBe(true);
    expect(warnings?.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "UNKNOWN_FIELD /retry/defaults",
      "UNKNOWN_FIELD /retry/tools/t/retryon",
    ]);
  });

  test("an empty baseline: every tool is new", () => {
    expect(valueOf({ tools: [{ name: "t" }], baseline: [] }).drift).toMatchObject([
      { code: "TOOL_ADDED" },
    ]);
  });
});
