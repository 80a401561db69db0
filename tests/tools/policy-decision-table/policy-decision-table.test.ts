import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../../tools/policy-decision-table.ts";
import type { Value } from "../../../tools/policy-decision-table.ts";
import { runUnit } from "../../support/run-unit.ts";

type Fields = Record<string, unknown>;

function run(table: unknown, facts?: unknown, more: Fields = {}) {
  const outcome = runUnit(tool as never, { table, ...(facts !== undefined && { facts }), ...more });
  return { ...outcome, value: outcome.value as Value };
}

/** A table of rules `cells → outputs`, of which the inputs are `a`, `b` and so on, the outputs `x`, `y` and so on. */
function tableOf(rules: readonly (readonly [unknown[], unknown[]])[], more: Fields = {}) {
  const [[cells, values] = [[], []]] = rules;
  return {
    inputs: cells.map((_, at) => ({ name: "abcdef"[at] })),
    outputs: values.map((_, at) => ({ name: "xyz"[at] })),
    // oxlint-disable-next-line unicorn/no-thenable -- the name of a field
    rules: rules.map(([when, outputs]) => ({ when, then: outputs })),
    ...more,
  };
}

/** For each of the facts the ids that match, the outputs and the error. */
function decided(table: unknown, facts: unknown, more: Fields = {}) {
  const { value } = run(table, facts, more);
  return value.results.map(({ matched, outputs, error }) => [matched.join(" "), outputs, error]);
}

const codes = (entries: readonly { code: string; path?: string | undefined }[] | undefined) =>
  (entries ?? []).map(({ code, path }) => `${code} ${path ?? ""}`.trim());

describe("hit policies", () => {
  const rules = [
    [[">1"], ["low"]],
    [[">2"], ["high"]],
    [[">3"], ["low"]],
  ] as [unknown[], unknown[]][];
  const listed = (hitPolicy: string) =>
    tableOf(rules, { hitPolicy, outputs: [{ name: "x", values: ["high", "low"] }] });
  const facts = [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }];
  const [low, high] = [{ x: "low" }, { x: "high" }];

  test.each<[string, unknown[]]>([
    ["unique", [null, low, null, null]],
    ["any", [null, low, null, null]],
    ["first", [null, low, low, low]],
    ["priority", [null, low, high, high]],
    ["collect", [[], [low], [low, high], [low, high, low]]],
    ["rule-order", [[], [low], [low, high], [low, high, low]]],
    ["output-order", [[], [low], [high, low], [high, low, low]]],
    ["C#", [{ x: 0 }, { x: 1 }, { x: 2 }, { x: 3 }]],
  ])("%s", (hitPolicy, outputs) => {
    const results = decided(listed(hitPolicy), facts);
    expect(results.map(([, given]) => given)).toEqual(outputs);
    expect(results.map(([matched]) => matched)).toEqual(["", "1", "1 2", "1 2 3"]);
    const violated = { unique: "UNIQUE_VIOLATED", any: "ANY_CONFLICT" }[hitPolicy] ?? null;
    const single = ["unique", "any", "first", "priority"].includes(hitPolicy);
    const none = single ? "NO_RULE_MATCHED" : null;
    expect(results.map(([, , error]) => error)).toEqual([none, null, violated, violated]);
  });

  test("unique does not take two rules of equal outputs, any does", () => {
    const same = [
      [[">1"], [1.0, "a"]],
      [[">1", "<9"].slice(0, 1), [1, "a"]],
    ] as [unknown[], unknown[]][];
    expect(decided(tableOf(same), { a: 2 })).toEqual([["1 2", null, "UNIQUE_VIOLATED"]]);
    const any = tableOf(same, { hitPolicy: "any" });
    expect(decided(any, { a: 2 })).toEqual([["1 2", { x: 1, y: "a" }, null]]);
    expect(run(any).value.analysis?.overlaps[0]?.conflict).toBe(false);
    expect(run(any).valid).toBe(true);
    expect(codes(run(tableOf(same)).errors)).toEqual(["RULE_OVERLAP /table/rules/0"]);
  });

  test("outputs of any JSON are compared by value", () => {
    const table = tableOf(
      [
        [["-"], [{ a: 1, b: [2] }]],
        [["-"], [{ b: [2.0], a: 1 }]],
      ],
      { hitPolicy: "any" },
    );
    expect(decided(table, {})).toEqual([["1 2", { x: { a: 1, b: [2] } }, null]]);
  });

  test("priority goes output by output, ties by the order of the rules", () => {
    const outputs = [
      { name: "x", values: ["A", "B"] },
      { name: "y", values: [1, 2] },
      { name: "z" },
    ];
    const table = tableOf(
      [
        [["-"], ["B", 1, "p"]],
        [["-"], ["A", 2, "q"]],
        [[">0"], ["A", 1, "r"]],
        [[">0"], ["A", 1.0, "s"]],
      ],
      { outputs, hitPolicy: "priority" },
    );
    expect(decided(table, [{ a: 1 }, { a: -1 }]).map(([, given]) => given)).toEqual([
      { x: "A", y: 1, z: "r" },
      { x: "A", y: 2, z: "q" },
    ]);
    const { value, warnings } = run(table);
    expect(codes(value.findings)).toEqual([
      "PRIORITY_TIE /table/rules/2",
      "RULE_UNREACHABLE /table/rules/0",
      "RULE_UNREACHABLE /table/rules/3",
    ]);
    expect(codes(warnings)).toEqual(codes(value.findings));
  });

  test("numbers are added and compared exactly", () => {
    const table = (hitPolicy: string) =>
      tableOf(
        [
          [["-"], [0.1]],
          [["-"], [0.2]],
          [[">5"], [-7]],
        ],
        { hitPolicy },
      );
    const numbers = (hitPolicy: string) =>
      decided(table(hitPolicy), [{ a: 1 }, { a: 6 }]).map(
        ([, given]) => (given as { x: number }).x,
      );
    expect(numbers("C+")).toEqual([0.3, -6.7]);
    expect(numbers("C<")).toEqual([0.1, -7]);
    expect(numbers("C>")).toEqual([0.2, 0.2]);
    expect(numbers("C#")).toEqual([2, 3]);
    const large = `{"hitPolicy":"C+","inputs":[{"name":"a"}],"outputs":[{"name":"x"}],"rules":[{"when":["-"],"then":[9007199254740993]},{"when":["-"],"then":[1e-3]}]}`;
    const { value, warnings } = run(large, {});
    expect(value.results[0]?.outputs).toEqual({ x: "9007199254740993.001" });
    expect(codes(warnings)).toContain("NUMBER_KEPT_AS_TEXT /table/rules");
  });

  test("nothing to aggregate is null, or 0 of a count", () => {
    for (const [hitPolicy, x] of [
      ["C+", null],
      ["C<", null],
      ["C>", null],
      ["C#", 0],
    ] as const)
      expect(decided(tableOf([[[">1"], [1]]], { hitPolicy }), {})).toEqual([["", { x }, null]]);
  });

  test("the default output stands in for a single hit alone", () => {
    const defaultOutput = { x: "none" };
    const rule: [unknown[], unknown[]] = [[">1"], ["a", 1]];
    const outputs = { x: "none", y: null };
    expect(decided(tableOf([rule], { defaultOutput }), {})).toEqual([["", outputs, null]]);
    const list = tableOf([rule], { defaultOutput, hitPolicy: "collect" });
    expect(decided(list, {})).toEqual([["", [], null]]);
    expect(codes(run(tableOf([rule], { defaultOutput }), {}).warnings)).toEqual([
      "TABLE_INCOMPLETE /table",
    ]);
  });
});

describe("facts", () => {
  const table = tableOf([
    [["null", "-"], ["null"]],
    [["not(null, 5)", "-"], ["not"]],
    [["!= 5", "-"], ["other"]],
  ]);

  test("one that is missing is null", () => {
    const collect = { ...table, hitPolicy: "C" };
    const matched = decided(collect, [{}, { a: null }, { a: 5 }, { a: 6 }, { b: 1, c: 2 }]);
    expect(matched.map(([ids]) => ids)).toEqual(["1", "1", "", "2 3", "1"]);
  });

  test("none, an empty list and blank text are no facts", () => {
    for (const facts of [undefined, [], "", " ", "[]"])
      expect(run(table, facts).value.results).toEqual([]);
  });

  test("may be text, of which numbers are exact", () => {
    const exact = tableOf([[[">0.3"], [1]]]);
    const facts = '[{"a":0.30000000000000000000000000000001},{"a":0.3}]';
    expect(decided(exact, facts).map(([ids]) => ids)).toEqual(["1", ""]);
    expect(decided(exact, "a: 1")).toEqual([["1", { x: 1 }, null]]);
  });

  test("of another type than their column match as they are, with a warning", () => {
    const inputs = [{ name: "a", type: "integer" }, { name: "b" }];
    const typed = { ...tableOf([[[">1", '"p"'], [1]]]), inputs };
    const facts = [
      { a: "2", b: "p" },
      { a: 2.5, b: "p" },
      { a: 2, b: 3 },
      { a: [], b: null },
    ];
    expect(decided(typed, facts).map(([ids]) => ids)).toEqual(["", "1", "", ""]);
    const { warnings } = run(typed, facts);
    expect(codes(warnings).filter((one) => one.startsWith("TYPE"))).toEqual([
      "TYPE_MISMATCH /facts/0/a",
      "TYPE_MISMATCH /facts/1/a",
      "TYPE_MISMATCH /facts/2/b",
      "TYPE_MISMATCH /facts/3/a",
    ]);
  });

  test("are named in what is found", () => {
    const two = tableOf([
      [["1"], [1]],
      [["<2"], [2]],
    ]);
    const { errors, warnings } = run(two, [{ a: 0 }, { a: 1 }, { a: 9 }]);
    expect(codes(errors)).toEqual(["RULE_OVERLAP /table/rules/0", "UNIQUE_VIOLATED /facts/1"]);
    expect(codes(warnings)).toEqual(["NO_RULE_MATCHED /facts/2", "TABLE_INCOMPLETE /table"]);
    const any = { ...two, hitPolicy: "any" };
    expect(codes(run(any, { a: 1 }).errors)).toEqual([
      "ANY_CONFLICT /facts",
      "RULE_OVERLAP /table/rules/0",
    ]);
  });

  test("and names such as __proto__ are data", () => {
    const odd =
      '{"inputs":[{"name":"__proto__"},{"name":"constructor"}],"outputs":[{"name":"__proto__"}],"rules":[{"when":["1","-"],"then":[2]}]}';
    const { value } = run(odd, '{"__proto__":1}');
    expect(JSON.stringify(value.results)).toBe(
      '[{"matched":["1"],"outputs":{"__proto__":2},"error":null}]',
    );
    expect(JSON.stringify(value.analysis?.gaps)).toBe('[{"__proto__":"<1, >1","constructor":"-"}]');
  });

  test("are at most 1,000 objects", () => {
    const rule = tableOf([[["-"], [1]]]);
    const many = (count: number) => Array.from({ length: count }, () => ({}));
    expect(run(rule, many(1000)).value.results).toHaveLength(1000);
    expect(run(rule, many(1001)).error?.code).toBe("TOOL_INPUT_INVALID");
    expect(run(rule, [{}, 5]).errors).toMatchObject([{ code: "TYPE", path: "/facts/1" }]);
    expect(run(rule, 5).errors).toMatchObject([{ code: "TYPE", path: "/facts" }]);
    expect(run(rule, "5").errors).toMatchObject([{ code: "DOCUMENT_TYPE", path: "/facts" }]);
    expect(run(rule, "[{").errors).toMatchObject([{ code: "JSON_SYNTAX", path: "/facts" }]);
  });
});

describe("the result", () => {
  test("of a sheet without marked columns says how they are marked", () => {
    const { errors } = runUnit(tool, { table: "age,fee\n<18,0\n" });
    expect(errors).toMatchObject([{ code: "DOCUMENT_TYPE", path: "/table", received: "string" }]);
    expect(errors?.[0]?.message).toContain("columns named in:… and out:…");
  });

  const gap = tableOf([[["true"], [1]]]);

  test("begins with the decisions and ends with the findings", () => {
    const { output = "" } = run(gap, [{ a: true }, { a: false }]);
    expect(output.split("\n")).toEqual([
      "| Facts | Matched | Outputs | Error |",
      "| --- | --- | --- | --- |",
      '| 0 | 1 | {"x":1} |  |',
      "| 1 |  | null | NO_RULE_MATCHED |",
      "",
      "# policy-decision-table: REVIEW",
      "",
      "1 rule, 1 input, unique; 1 of 2 cells covered, 1 gap, 0 overlaps, 0 unreachable; 2 facts decided",
      "",
      "| Severity | Code | Where | Message |",
      "| --- | --- | --- | --- |",
      "| warning | NO_RULE_MATCHED | /facts/1 | No rule matches, and there is no default output |",
      "| warning | TABLE_INCOMPLETE | /table | Cannot decide on all input values: found 1 gap, first: a false, expected a rule for each |",
    ]);
    expect(run(gap).output?.split("\n")[0]).toBe("# policy-decision-table: REVIEW");
  });

  test("passes a gate as far as its findings allow", () => {
    const error = (more: Fields) => run(gap, undefined, more).error?.code;
    const failed = "POLICY_DECISION_TABLE_FAILED";
    expect(error({})).toBeUndefined();
    expect(error({ failOn: "error" })).toBeUndefined();
    expect(error({ failOn: "warning" })).toBe(failed);
    expect(error({ failOn: "error", requireComplete: true })).toBe(failed);
    const { ok, valid, value } = run(gap, undefined, { requireComplete: true });
    expect([ok, valid, value.verdict]).toEqual([true, false, "fail"]);
    expect(value.counts).toEqual({ error: 1, warning: 0, info: 0 });
  });

  test("is refused where it would be too long", () => {
    const rules = Array.from({ length: 500 }, (_, at) => [["-"], [at]] as [string[], number[]]);
    const facts = Array.from({ length: 1000 }, () => ({}));
    const { errors } = run(tableOf(rules, { hitPolicy: "C" }), facts);
    expect(codes(errors)).toEqual(["OUTPUT_TOO_LARGE"]);
  });

  test("does not depend on the other facts", () => {
    const rules = tableOf([
      [["[1..5]", "-"], [1]],
      [["not(3)", "true"], [2]],
    ]);
    const fact = fc.record({ a: fc.integer({ min: 0, max: 6 }), b: fc.boolean() });
    fc.assert(
      fc.property(fc.array(fact, { minLength: 1, maxLength: 8 }), (facts) => {
        expect(decided(rules, facts)).toEqual(facts.flatMap((one) => decided(rules, one)));
      }),
    );
  });
});
