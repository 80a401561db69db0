import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import kit from "../../kits/prompt-regression-kit.ts";
import csvToJson from "../../tools/csv-to-json.ts";
import xmlFormatter from "../../tools/xml-formatter.ts";
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import { runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const run = (input: object) => runUnit(kit as never, { failOn: "none", ...input });
const valueOf = (input: object) => run(input).value as Value;
const codes = (input: object, severity: "error" | "warning" | "info") =>
  valueOf(input)
    .findings.filter((finding) => finding.severity === severity)
    .map(({ code }) => code);
const fileOf = (input: object, name: string) =>
  valueOf(input).deliverables.find((file) => file.name === name)?.content ?? "";
const judgeOne = (assertion: object, output: unknown) => {
  const [only] = valueOf({ tests: [{ assert: [assertion] }], outputs: [output] }).tests;
  return only?.assertions[0];
};

describe("assertions", () => {
  const SCHEMA = { type: "object", required: ["ok"], properties: { ok: { type: "boolean" } } };
  const cases: readonly (readonly [object, unknown, boolean])[] = [
    [{ type: "equals", value: 4 }, "4", true],
    [{ type: "equals", value: 4 }, { output: 4 }, true],
    [{ type: "equals", value: null }, { output: null }, true],
    [{ type: "equals", value: { a: [1, 2], b: null } }, '{"b": null, "a": [1.0, 2]}', true],
    [{ type: "equals", value: { a: 1 } }, '{"a": 2}', false],
    [{ type: "contains", value: "Ab" }, "xAby", true],
    [{ type: "contains", value: "ab" }, "xAby", false],
    [{ type: "icontains", value: "AB" }, "xaby", true],
    [{ type: "contains-any", value: ["q", "b"] }, "abc", true],
    [{ type: "contains-all", value: "a, b" }, "abc", true],
    [{ type: "contains-all", value: "a, z" }, "abc", false],
    [{ type: "contains-any", value: 'x, "a, b"' }, "so a, b", true],
    [{ type: "contains-any", value: 'x, "say ""hi"""' }, 'I say "hi"', true],
    [{ type: "contains-any", value: '"say \\"hi\\"",' }, 'I say "hi"', true],
    [{ type: "icontains-all", value: ["A", "B"] }, "ab", true],
    [{ type: "starts-with", value: "He" }, "Hello", true],
    [{ type: "regex", value: "^p[io]ng$" }, "pong", true],
    [{ type: "regex", value: "PONG" }, "pong", false],
    [{ type: "is-json" }, "[1, 2]", true],
    [{ type: "is-json" }, "[1, 2,]", false],
    [{ type: "is-json" }, "", false],
    [{ type: "is-json", value: SCHEMA }, '{"ok": true}', true],
    [{ type: "is-json", value: JSON.stringify(SCHEMA) }, '{"ok": 1}', false],
    [{ type: "not-is-json", value: SCHEMA }, '{"ok": 1}', true],
    [{ type: "not-is-json", value: SCHEMA }, "no", true],
    [{ type: "contains-json" }, "Sure: {a: 'x}', b: 1,} ok", true],
    [{ type: "contains-json" }, "none {here", false],
    [{ type: "contains-json", value: SCHEMA }, 'A {"no": 1} then {"ok": true}', true],
    [{ type: "contains-json", value: SCHEMA }, 'it\'s {broken {"ok": false}', true],
    [{ type: "contains-json", value: SCHEMA }, '{"no": 1}', false],
    [{ type: "is-xml" }, "<a><b/></a>", true],
    [{ type: "is-xml" }, "x <a/>", false],
    [{ type: "is-xml", value: "a.b" }, "<a><c/><b/></a>", true],
    [{ type: "is-xml", value: ["a.b", "a.d"] }, "<a><b/></a>", false],
    [{ type: "contains-xml" }, "Here <br> you go: <a x='>'>1</a>!", true],
    [{ type: "contains-xml" }, "1 < 2 and <b> is open", false],
    [{ type: "contains-xml", value: "r.a" }, "x <r><a/></r> y", true],
    [{ type: "contains-xml", value: "r.b" }, "x <r><a/></r> y", false],
    [{ type: "levenshtein", value: "kitten" }, "sitting", true],
    [{ type: "levenshtein", value: "kitten", threshold: 2 }, "sitting", false],
    [{ type: "levenshtein", value: "ab", threshold: 1 }, "ba", false],
    [{ type: "word-count", value: 3 }, " one two  three\n", true],
    [{ type: "word-count", value: { min: 2 } }, "one", false],
    [{ type: "token-count", value: { max: 3 } }, "Hello there", true],
    [{ type: "token-count", value: { min: 30 } }, "Hello there", false],
    [{ type: "latency", threshold: 100 }, { output: "x", latencyMs: 100 }, true],
    [{ type: "latency", threshold: 100 }, "x", false],
    [{ type: "cost", threshold: 0.01 }, { output: "x", cost: 0.02 }, false],
    [{ type: "finish-reason", value: "STOP" }, { output: "x", finishReason: "stop" }, true],
    [{ type: "finish-reason", value: "stop" }, "x", false],
  ];
  test.each(cases)("%j on %j: %p", (assertion, output, pass) => {
    expect(judgeOne(assertion, output)).toMatchObject({ pass, score: Number(pass) });
    const { type } = assertion as { type: string };
    const not = type.startsWith("not-") ? type.slice(4) : `not-${type}`;
    expect(judgeOne({ ...assertion, type: not }, output)).toMatchObject({ pass: !pass });
  });

  test("overlap is scored as promptfoo scores it", () => {
    const value = "The cat sat on the mat";
    const output = "The cat sat on a mat";
    expect(judgeOne({ type: "bleu", value }, output)?.score).toBe(0.537285);
    expect(judgeOne({ type: "not-bleu", value }, output)?.score).toBe(0.462715);
    expect(judgeOne({ type: "gleu", value }, output)?.score).toBe(0.611111);
    expect(judgeOne({ type: "rouge-n", value }, output)?.score).toBe(0.833333);
    expect(judgeOne({ type: "bleu", value: ["x", value] }, value)?.score).toBe(1);
    expect(judgeOne({ type: "bleu", value }, " ")?.score).toBe(0);
    expect(judgeOne({ type: "gleu", value: "Yes..." }, "yes")?.score).toBe(1);
  });

  test("tools that were called are found in the forms of the providers", () => {
    const value = ["get_weather", "send"];
    const call = { function: { name: "get_weather" } };
    const forms: readonly unknown[] = [
      { output: { tool_calls: [call, { name: "send" }] } },
      {
        output: [
          { type: "text", text: "x" },
          { type: "tool_use", name: "get_weather" },
          { type: "tool_use", name: "send" },
        ],
      },
      {
        output: {
          parts: [{ functionCall: { name: "get_weather" } }, { functionCall: { name: "send" } }],
        },
      },
      '[{"name": "send"}, {"name": "get_weather"}]',
    ];
    for (const form of forms) {
      expect(judgeOne({ type: "tool-call-f1", value }, form)).toMatchObject({
        pass: true,
        score: 1,
      });
    }
    const half = judgeOne({ type: "tool-call-f1", value, threshold: 0.5 }, '[{"name": "send"}]');
    expect(half).toMatchObject({ pass: true, score: 0.666667 });
    const not = judgeOne({ type: "not-tool-call-f1", value }, '[{"name": "send"}]');
    expect(not).toMatchObject({ pass: true, score: 0.666667 });
  });

  test("a set counts once, with its own threshold", () => {
    const assert = [
      { type: "contains", value: "a", metric: "in" },
      { type: "contains", value: "z" },
    ];
    const set = { type: "assert-set", threshold: 0.5, weight: 3, metric: "set", assert };
    const { tests, metrics } = valueOf({
      tests: [{ assert: [set, { type: "contains", value: "z" }], threshold: 0.3 }],
      outputs: ["abc"],
    });
    expect(tests[0]).toMatchObject({ outcome: "pass", score: 0.375 });
    expect(tests[0]?.assertions.map(({ path, pass, score }) => [path, pass, score])).toEqual([
      ["/tests/0/assert/0", true, 0.5],
      ["/tests/0/assert/0/assert/0", true, 1],
      ["/tests/0/assert/0/assert/1", false, 0],
      ["/tests/0/assert/1", false, 0],
    ]);
    expect(metrics).toEqual([{ metric: "set", score: 0.5, count: 1 }]);
  });
});

describe("tests", () => {
  test("have variables in the places of their names", () => {
    const vars = { user: { names: ["Ann", "Bo"] }, raw: "{{user}}", n: 5, list: [1] };
    const value = "{{ user.names.1 }} {{user.names[0]}} {{raw}} {{n}} {{list}}{{none}}";
    const tests = [{ vars, assert: [{ type: "equals", value }] }];
    expect(valueOf({ tests, outputs: ["Bo Ann {{user}} 5 [1]"] }).verdict).toBe("pass");
    const filter = [{ vars, assert: [{ type: "equals", value: "{{ n | upper }}" }] }];
    expect(codes({ tests: filter, outputs: ["5"] }, "error")).toContain("TEMPLATE_UNSUPPORTED");
    const inside = [{ vars, assert: [{ type: "equals", value: { a: "{{n}}" } }] }];
    expect(valueOf({ tests: inside, outputs: ['{"a": "{{n}}"}'] }).verdict).toBe("pass");
  });

  test("take what is default, and win over it", () => {
    const value = valueOf({
      tests: { defaultTest: { vars: { a: "x" }, threshold: 1 }, tests: [{ vars: { b: "y" } }] },
      defaultTest: { assert: [{ type: "equals", value: "{{a}}{{b}}" }] },
      outputs: ["xy"],
    });
    expect(value.tests[0]?.assertions).toMatchObject([
      { path: "/defaultTest/assert/0", pass: true },
    ]);
  });

  test("are told whole what is wrong with them", () => {
    const wrong = run({
      tests: [{ assert: [{ tipe: "x" }], vars: 1 }, 5],
      outputs: ["x"],
      defaultTest: { a: 1 },
    });
    expect(wrong.error?.code as string).toBe("TOOL_INPUT_INVALID");
    expect(wrong.errors?.map(({ code, path }) => [code, path])).toContainEqual([
      "TYPE",
      "/tests/1",
    ]);
    expect(wrong.errors?.map(({ code, path }) => [code, path])).toContainEqual([
      "UNKNOWN_FIELD",
      "/defaultTest/a",
    ]);
    expect(run({ tests: "a: [", outputs: ["x"] }).errors?.[0]).toMatchObject({
      code: "TESTS_SYNTAX",
      line: 1,
    });
    expect(run({ tests: '[{"a" 1}]', outputs: ["x"] }).errors?.[0]).toMatchObject({
      code: "TESTS_SYNTAX",
      column: 7,
    });
    expect(run({ tests: { prompts: [] }, outputs: ["x"] }).errors?.[0]?.code as string).toBe(
      "TESTS_EMPTY",
    );
    expect(run({ tests: [{}], outputs: [] }).errors?.[0]?.code as string).toBe("OUTPUTS_EMPTY");
    expect(run({ tests: [{}], outputs: "{" }).errors?.[0]?.code as string).toBe("JSON_SYNTAX");
    expect(run({ tests: [{}], outputs: [{ foo: 1 }] }).errors?.[0]).toMatchObject({
      code: "UNKNOWN_FIELD",
      path: "/outputs/0/foo",
    });
    expect(
      run({ tests: Array.from({ length: 501 }, () => ({})), outputs: ["x"] }).errors?.[0],
    ).toMatchObject({ code: "RANGE", path: "/tests" });
  });

  test("that cannot be judged say why, once", () => {
    const error = (assertion: object, output = "x") =>
      codes({ tests: [{ assert: [assertion] }], outputs: [output], minPassRate: 0 }, "error");
    expect(error({ type: "contains" })).toEqual(["ASSERTION_INVALID"]);
    expect(error({ type: "latency" })).toEqual(["ASSERTION_INVALID"]);
    const slow = { tests: [{ assert: [{ type: "latency", threshold: 5 }] }] };
    expect(
      valueOf({ ...slow, outputs: [{ output: "x", latencyMs: 6 }] }).tests[0]?.assertions[0]
        ?.reason,
    ).toBe("The output should have a latency of at most 5 ms; found 6 ms");
    expect(error({ type: "not-regex", value: "(" })).toEqual(["ASSERTION_INVALID"]);
    expect(error({ type: "is-json", value: { type: "objekt" } }, "{}")).toEqual([
      "ASSERTION_INVALID",
    ]);
    expect(error({ type: "assert-set", assert: [] })).toEqual(["ASSERTION_INVALID"]);
    expect(error({ type: "javascript", value: "true" })).toEqual(["ASSERTION_UNSUPPORTED"]);
    expect(error({ type: "equals", value: "x", transform: "output.a" })).toEqual([
      "ASSERTION_UNSUPPORTED",
    ]);
    for (const type of ["contains", "not-contains", "is-json"])
      expect(error({ type, value: "file://b.json" }, "file://b.json")).toEqual([
        "ASSERTION_UNSUPPORTED",
      ]);
    expect(error({ type: "regex", value: "^(a+)+$" }, `${"a".repeat(60)}b`)).toEqual([
      "REGEX_BUDGET_EXCEEDED",
    ]);
    const general = {
      tests: [{}, {}],
      defaultTest: { assert: [{ type: "python" }] },
      outputs: ["a", "b"],
    };
    expect(valueOf(general).counts.byCode).toMatchObject({ ASSERTION_UNSUPPORTED: 1 });
    expect(valueOf(general).tests.map(({ outcome }) => outcome)).toEqual([
      "unsupported",
      "unsupported",
    ]);
  });

  test("without assertions pass, with a warning; without output they are missing", () => {
    expect(codes({ tests: [{}], outputs: [""] }, "warning")).toEqual(["NO_ASSERTIONS"]);
    expect(codes({ tests: [{}, {}], outputs: ["x"], minPassRate: 50 }, "error")).toEqual([
      "OUTPUT_MISSING",
    ]);
  });
});

describe("outputs", () => {
  const tests = ["a", "b", "b"].map((description) => ({
    description,
    assert: [{ type: "equals", value: "1" }],
  }));

  test("go to the test that they name, or in order", () => {
    const named = [
      { output: "1", test: "a" },
      { text: "1", testIdx: 2 },
      { response: { output: 1 }, testIndex: 1 },
    ];
    expect(valueOf({ tests, outputs: named }).passRate).toBe(100);
    expect(canonicalJson(valueOf({ tests, outputs: named.toReversed() }).tests)).toBe(
      canonicalJson(valueOf({ tests, outputs: named }).tests),
    );
    expect(
      codes({ tests, outputs: ["1", "1", "1", "1", { output: "1", test: "z" }] }, "warning"),
    ).toEqual(["OUTPUT_WITHOUT_TEST", "OUTPUT_WITHOUT_TEST"]);
    expect(
      codes({ tests, outputs: [{ output: "1", test: "b" }], minPassRate: 0 }, "error"),
    ).toContain("ASSERTION_INVALID");
  });

  test("may be several of one test", () => {
    const samples = ["1", "1", "2"].map((output) => ({ output, testIndex: 0 }));
    const input = { tests: tests.slice(0, 1), outputs: samples };
    expect(valueOf(input).tests[0]).toMatchObject({
      outcome: "fail",
      samples: 3,
      samplesPassed: 2,
      score: 0.666667,
    });
    expect(valueOf({ ...input, minSamplePass: 66 }).tests[0]?.outcome).toBe("pass");
  });

  test("may have failed", () => {
    const input = { tests: tests.slice(0, 1), outputs: [{ error: "timeout" }], minPassRate: 0 };
    expect(codes(input, "error")).toEqual(["OUTPUT_ERROR"]);
    expect(valueOf(input).tests[0]).toMatchObject({ outcome: "fail", score: 0 });
  });

  test("are read from a results file of promptfoo", () => {
    const row = { promptIdx: 0, vars: {}, success: true, latencyMs: 12, cost: 0.1 };
    const rows = [
      { ...row, testIdx: 1, response: { output: "1", finishReason: "stop" } },
      { ...row, testIdx: 0, response: { output: "2" }, error: "Expected 1", failureReason: 1 },
      { ...row, testIdx: 0, promptIdx: 1, response: { output: "1" } },
    ];
    for (const outputs of [
      { results: { results: rows } },
      { results: rows },
      JSON.stringify({ results: rows }),
    ]) {
      const input = { tests: tests.slice(0, 2), outputs, minPassRate: 0 };
      expect(valueOf(input).tests.map(({ outcome }) => outcome)).toEqual(["fail", "pass"]);
      expect(codes(input, "warning")).toContain("OTHER_PROMPTS_IGNORED");
      expect(codes(input, "error")).toEqual([]);
    }
  });
});

describe("comparison", () => {
  const tests = Array.from({ length: 4 }, () => ({ assert: [{ type: "equals", value: "1" }] }));

  test("tells what got worse, better, or is new", () => {
    const value = valueOf({
      tests,
      outputs: ["1", "2", "2", "1"],
      baselineOutputs: ["2", "1", "2"],
    });
    expect(value.tests.map(({ change }) => change)).toEqual([
      "fixed",
      "regressed",
      "still-failing",
      "new",
    ]);
    expect(value.comparison).toEqual({
      regressed: [1],
      fixed: [0],
      stillFailing: [2],
      passRateBefore: 33.33,
      difference: 16.67,
      mcnemarP: 1,
    });
    expect(value.counts.byCode).toMatchObject({ REGRESSION: 1, TEST_FIXED: 1, FEW_TESTS: 1 });
  });

  test("tolerates as many regressions as it may", () => {
    const input = {
      tests,
      outputs: ["1", "2", "1", "1"],
      baselineOutputs: ["1", "1", "1", "1"],
      minPassRate: 50,
    };
    expect(codes(input, "error")).toEqual(["REGRESSION"]);
    expect(codes({ ...input, maxRegressions: 1 }, "error")).toEqual([]);
    expect(run({ ...input, failOn: "error" })).toMatchObject({
      ok: false,
      error: { code: "PROMPT_REGRESSION_KIT_FAILED" },
    });
  });

  test("of a baseline without any of the tests is skipped", () => {
    const value = valueOf({
      tests,
      outputs: ["1"],
      baselineOutputs: [{ output: "1", testIndex: 9 }],
    });
    expect(value.stages.find(({ id }) => id === "delta")?.status).toBe("skipped");
    expect(value.comparison?.mcnemarP).toBe(1);
  });

  test("of prompts counts lines by their longest common subsequence", () => {
    const { prompts } = valueOf({
      tests: [{}],
      outputs: ["x"],
      baselinePrompt: "a\nb\nc\nd",
      prompt: "a\nx\nc\r\nd\ne",
    });
    expect(prompts).toMatchObject({ linesAdded: 2, linesRemoved: 1 });
  });
});

describe("files", () => {
  const tests = [
    { description: 'a "b" <c>\u0001', assert: [{ type: "equals", value: "1" }] },
    { description: "=sum(1)", assert: [{ type: "equals", value: "x, y" }] },
    { description: "none" },
  ];
  const outputs = ["1", { output: [1], latencyMs: 5 }];
  const input = {
    tests,
    outputs: '"1"\n{"output": [12345678901234567890], "latencyMs": 5}',
    minPassRate: 0,
  };

  test("can be read by what reads them", () => {
    const xml = fileOf({ tests, outputs }, "junit.xml");
    const checked = runUnit(xmlFormatter as never, { input: xml, action: "validate" });
    expect(checked.valid).toBe(true);
    expect(xml).toContain('tests="3" failures="1" errors="1"');
    const table = runUnit(csvToJson as never, { input: fileOf(input, "results.csv") });
    expect(JSON.parse(table.output ?? "")).toMatchObject([
      { outcome: "pass" },
      { description: "'=sum(1)", outcome: "fail" },
      { outcome: "missing" },
    ]);
    const { tests: judged, passRate } = valueOf(input);
    expect(JSON.parse(fileOf(input, "results.json"))).toMatchObject({ tests: judged, passRate });
  });

  test("hold the outputs as the next run's baseline, with every digit", () => {
    const baselineOutputs = fileOf(input, "baseline.jsonl");
    expect(baselineOutputs).toBe(
      '{"testIndex":0,"output":"1"}\n{"testIndex":1,"output":[12345678901234567890],"latencyMs":5}\n',
    );
    const { comparison } = valueOf({ ...input, baselineOutputs });
    expect(comparison).toMatchObject({ regressed: [], fixed: [], difference: -16.67 });
  });
});

test("long and nested texts cost little", () => {
  const hostile = [
    "{".repeat(100_000),
    "<a ".repeat(30_000),
    "<a>".repeat(30_000),
    '{"'.repeat(50_000),
  ];
  const assert = ["contains-json", "contains-xml"].map((type) => ({ type }));
  const started = performance.now();
  valueOf({ tests: hostile.map(() => ({ assert })), outputs: hostile });
  expect(performance.now() - started).toBeLessThan(5000);
});
