import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import MarkdownIt from "markdown-it";
import Papa from "papaparse";
import { run as runInService } from "../../app/run/run.ts";
import type { Result } from "../../app/run/types.ts";
import kit from "../../kits/finance-scenario-memo-kit.ts";
import mortgage from "../../tools/mortgage-calculator.ts";
import { host, runUnit } from "../support/run-unit.ts";

type Value = Static<typeof kit.value>;

const run = (input: object) => runUnit(kit as never, input);
const valueOf = (input: object) => run(input).value as Value;
const fileOf = (input: object, name: string) =>
  valueOf(input).deliverables.find((file) => file.name === name)?.content ?? "";
const codes = (input: object) => valueOf(input).findings.map(({ code }) => code);
const failures = (input: object) =>
  (run(input).errors ?? []).map(({ code, path }) => [code, path] as const);
const rowsOf = (input: object, name: string) => {
  const { data, errors } = Papa.parse<Record<string, string>>(fileOf(input, name), {
    header: true,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return data;
};

const HOUSE = {
  kind: "mortgage",
  shared: { price: 400_000, downPayment: 80_000, annualRate: 6.5 },
  scenarios: [
    { name: "30 years", input: { years: 30 } },
    { name: "15 years", input: { years: 15 }, note: "What the bank offers" },
    { name: "30 years plus 200", input: { years: 30, extraPayment: 200 } },
  ],
};
const ONE = { ...HOUSE, scenarios: HOUSE.scenarios.slice(0, 1) };
const SAVINGS = {
  kind: "savings",
  scenarios: [
    { name: "plan", input: { principal: 10_000, annualRate: 5, years: 10, contribution: 100 } },
  ],
};
const LOAN = {
  kind: "loan",
  scenarios: [{ name: "base", input: { principal: 10_000, annualRate: 24, payment: 400 } }],
};

describe("scenarios", () => {
  test("are the shared fields, their own over them, and the currency", () => {
    const value = valueOf({
      ...HOUSE,
      currency: "jpy",
      scenarios: [
        { name: "a", input: { annualRate: 5, schedule: "full", currency: "EUR" } },
        { name: "b", input: { downPayment: null } },
        { name: "c" },
      ],
    });
    expect(value.currency).toBe("JPY");
    expect(value.scenarios.map(({ input }) => input)).toEqual([
      { price: 400_000, downPayment: 80_000, annualRate: 5, currency: "JPY" },
      { price: 400_000, annualRate: 6.5, currency: "JPY" },
      { price: 400_000, downPayment: 80_000, annualRate: 6.5, currency: "JPY" },
    ]);
    const overridden = value.findings.find(({ code }) => code === "CURRENCY_OVERRIDDEN");
    expect(overridden).toMatchObject({ severity: "info", path: "/scenarios/0/input/currency" });
  });

  test("have the calculator's own figures and words", () => {
    const [scenario] = valueOf({
      ...ONE,
      metrics: ["costs.pmiMonths", "monthlyPayment"],
    }).scenarios;
    const alone = runUnit(mortgage as never, { ...scenario?.input });
    expect(scenario?.metrics).toEqual({ "costs.pmiMonths": 0, monthlyPayment: 2022.62 });
    expect(scenario?.output).toBe(alone.output ?? "");
  });

  test("that fail are told, and the others go on", () => {
    const input = {
      kind: "loan",
      shared: { annualRate: 24 },
      scenarios: [
        { name: "bad", input: { principal: 10_000, payment: 150 } },
        { name: "good", input: { principal: 10_000, payment: 400 } },
        { name: "wrong", input: { principal: -1, payment: 400 } },
      ],
    };
    const { ok, valid, errors } = run(input);
    const value = valueOf(input);
    expect([ok, valid, value.verdict]).toEqual([true, false, "fail"]);
    expect(value.scenarios.map(({ error }) => error)).toEqual([
      "PAYMENT_TOO_SMALL",
      null,
      "TOOL_INPUT_INVALID",
    ]);
    expect(errors).toMatchObject([
      { code: "SCENARIO_FAILED", subject: "bad", received: "PAYMENT_TOO_SMALL" },
      { code: "SCENARIO_FAILED", subject: "wrong", path: "/scenarios/2/input/principal" },
    ]);
    // The baseline failed, so that there is nothing to compare with.
    expect(value.comparison[0]?.values.map(({ difference }) => difference)).toEqual([
      null,
      null,
      null,
    ]);
    expect(value.comparison[0]?.values.map(({ best }) => best)).toEqual([false, true, false]);
    expect(value.counts).toMatchObject({ scenarios: 3, failed: 2, runs: 3 });
    expect(run({ ...input, failOn: "error" })).toMatchObject({
      ok: false,
      error: { code: "FINANCE_SCENARIO_MEMO_KIT_FAILED" },
      value: { deliverables: [{ name: "memo.md" }, {}, {}, {}] },
    });
  });

  test("the calculator's warnings are taken over with the scenario's name and the caller's field", () => {
    const input = { ...HOUSE, shared: { ...HOUSE.shared, annualRate: 0.065 } };
    const [warning] = run(input).warnings ?? [];
    expect(warning).toMatchObject({ code: "RATE_LOOKS_LIKE_FRACTION", subject: "15 years" });
    expect(fileOf(input, "memo.md")).toContain("- 15 years: ");
  });

  test("with equal input are told, and are both best", () => {
    const input = { ...HOUSE, scenarios: [{ name: "a" }, { name: "b" }] };
    expect(codes(input)).toEqual(["SAME_INPUT"]);
    expect(valueOf(input).comparison[0]?.values.map(({ best }) => best)).toEqual([true, true]);
  });
});

describe("what is asked is checked against the calculator", () => {
  const field = (name: string) => ({ ...ONE, sensitivity: [{ field: name, values: [1] }] });
  const search = { field: "extraPayment", metric: "payoffPeriods", target: 240, min: 0, max: 9 };
  const cases: readonly (readonly [object, ...(readonly [string, string])[]])[] = [
    [
      { ...HOUSE, shared: { prise: 1 }, scenarios: [{ name: "a", input: { yaers: 3 } }] },
      ["UNKNOWN_FIELD", "/shared/prise"],
      ["UNKNOWN_FIELD", "/scenarios/0/input/yaers"],
    ],
    [{ ...ONE, sensitivity: [{ field: "price" }] }, ["REQUIRED", "/sensitivity/0/values"]],
    [
      { ...ONE, sensitivity: [{ field: "price", values: [1], percent: [1] }] },
      ["CONFLICTING_FIELDS", "/sensitivity/0/percent"],
    ],
    [
      { ...HOUSE, scenarios: [{ name: "a" }, { name: "a" }] },
      ["SCENARIO_NAME_DUPLICATE", "/scenarios/1/name"],
    ],
    [{ ...HOUSE, baseline: "15 yaers" }, ["BASELINE_UNKNOWN", "/baseline"]],
    [{ ...HOUSE, metrics: ["totalIntrest"] }, ["METRIC_UNKNOWN", "/metrics/0"]],
    [{ ...HOUSE, metrics: ["schedule.0.interest"] }, ["METRIC_UNKNOWN", "/metrics/0"]],
    [{ ...HOUSE, better: { "a/b": "lower" } }, ["METRIC_UNKNOWN", "/better/a~1b"]],
    [
      { ...HOUSE, decision: { metric: "x", constraints: [{ metric: "y", op: "<=", value: 1 }] } },
      ["METRIC_UNKNOWN", "/decision/metric"],
      ["METRIC_UNKNOWN", "/decision/constraints/0/metric"],
    ],
    [field("extra"), ["FIELD_UNKNOWN", "/sensitivity/0/field"]],
    [field("compounding"), ["FIELD_NOT_NUMBER", "/sensitivity/0/field"]],
    [
      { ...ONE, sensitivity: [{ field: "extraPayment", percent: [1] }] },
      ["FIELD_NOT_NUMBER", "/sensitivity/0/field"],
    ],
    [{ ...ONE, breakEven: { ...search, max: 0, step: 1 } }, ["BREAK_EVEN_RANGE", "/breakEven/max"]],
    [
      { ...ONE, breakEven: { ...search, step: 0.000_009 } },
      ["BREAK_EVEN_RANGE", "/breakEven/step"],
    ],
    [
      { ...ONE, breakEven: { ...search, step: 1, target: "x" } },
      ["TARGET_UNKNOWN", "/breakEven/target"],
    ],
    [{ ...ONE, asOf: "2026-02-30" }, ["DATE_INVALID", "/asOf"]],
    [{ ...ONE, currency: "DOL" }, ["CURRENCY_UNKNOWN", "/currency"]],
    [{ ...ONE, scenarios: [] }, ["RANGE", "/scenarios"]],
    [
      { ...ONE, scenarios: [{ nam: "a" }] },
      ["REQUIRED", "/scenarios/0/name"],
      ["UNKNOWN_FIELD", "/scenarios/0/nam"],
    ],
  ];
  test.each(cases)("%j", (input, ...expected) => {
    const found = failures(input);
    for (const entry of expected) expect(found).toContainEqual(entry);
    expect(found.length).toBe(expected.length);
  });

  test("points without end are told in words", () => {
    const endless = { ...search, step: Number.MIN_VALUE };
    expect(run({ ...ONE, breakEven: endless }).errors?.[0]?.message).toContain(
      "more points than can be counted",
    );
  });

  test("a misspelt name has a hint", () => {
    expect(run({ ...HOUSE, metrics: ["totalIntrest"] }).errors?.[0]?.hint).toContain(
      "totalInterest",
    );
    expect(run({ ...HOUSE, shared: { prise: 1 } }).errors?.[0]?.hint).toBe("Did you mean price?");
  });
});

describe("comparison", () => {
  test("is exact, against a baseline that need not be first", () => {
    const value = valueOf({ ...HOUSE, baseline: "15 years", metrics: ["payoffPeriods"] });
    expect(value.comparison).toEqual([
      {
        metric: "payoffPeriods",
        better: "lower",
        values: [
          {
            scenario: "30 years",
            value: 360,
            difference: 180,
            differencePercent: 100,
            best: false,
          },
          { scenario: "15 years", value: 180, difference: 0, differencePercent: 0, best: true },
          {
            scenario: "30 years plus 200",
            value: 281,
            difference: 101,
            differencePercent: 56.11,
            best: false,
          },
        ],
      },
    ]);
    const reversed = valueOf({
      ...HOUSE,
      metrics: ["payoffPeriods"],
      better: { payoffPeriods: "higher" },
    });
    expect(reversed.comparison[0]?.values.map(({ best }) => best)).toEqual([true, false, false]);
  });

  test("a difference to nothing has no percent", () => {
    const input = {
      kind: "pricing",
      scenarios: [
        { name: "at cost", input: { cost: 10, price: 10 } },
        { name: "below", input: { cost: 10, price: 8 } },
      ],
    };
    const value = valueOf(input);
    expect(value.comparison[1]).toMatchObject({
      metric: "profit",
      better: "higher",
      values: [
        { value: 0, difference: 0, differencePercent: null },
        { value: -2, difference: -2, differencePercent: null },
      ],
    });
    expect(codes(input)).toEqual(["SELLING_BELOW_COST"]);
  });

  test("a metric that is null is told where it was asked for, and else left out", () => {
    const plan = { kind: "retirement", scenarios: [{ name: "a", input: { currentAge: 40 } }] };
    expect(valueOf(plan).comparison.map(({ metric }) => metric)).toEqual([
      "savingsAtRetirement",
      "sustainableMonthlyIncome",
    ]);
    expect(codes(plan)).toEqual([]);
    const asked = { ...plan, metrics: ["shortfall"] };
    expect(run(asked).warnings).toMatchObject([
      { code: "METRIC_NULL", path: "/metrics/0", subject: "a" },
    ]);
    expect(valueOf(asked).comparison[0]?.values[0]).toEqual({
      scenario: "a",
      value: null,
      difference: null,
      differencePercent: null,
      best: false,
    });
  });
});

describe("sensitivity", () => {
  test("has rows as they were asked for, the strongest field first", () => {
    const { sensitivity, counts } = valueOf({
      ...SAVINGS,
      sensitivity: [
        { field: "annualRate", values: [6, 4] },
        { field: "contribution", percent: [-20, 0, 20] },
        { field: "years", values: [-1] },
      ],
    });
    expect(sensitivity.map(({ field, swing }) => [field, swing])).toEqual([
      ["contribution", 6211.29],
      ["annualRate", 4948.59],
      ["years", null],
    ]);
    expect(sensitivity.map(({ rows }) => rows.map(({ value }) => value))).toEqual([
      [80, 100, 120],
      [6, 4],
      [-1],
    ]);
    expect(sensitivity[2]?.rows[0]?.metrics["futureValue"]).toBeNull();
    expect(counts).toMatchObject({ runs: 7, byCode: { SENSITIVITY_RUN_FAILED: 1 }, info: 1 });
  });

  test("percent is exact, and whole where the field is", () => {
    const percents = (input: object, field: string, percent: number[]) =>
      valueOf({ ...input, sensitivity: [{ field, percent }] }).sensitivity[0]?.rows.map(
        ({ value }) => value,
      );
    expect(percents(ONE, "annualRate", [10, -10, 0.1])).toEqual([7.15, 5.85, 6.5065]);
    const plan = { kind: "retirement", scenarios: [{ name: "a", input: { currentAge: 45 } }] };
    expect(percents(plan, "currentAge", [-10, 10, 1])).toEqual([40, 50, 45]);
  });

  test("swings by the metric that decides", () => {
    const input = { ...ONE, sensitivity: [{ field: "years", values: [15, 30] }] };
    expect(valueOf(input).sensitivity[0]?.swing).toBe(764.92);
    const decided = { ...input, decision: { metric: "payoffPeriods" } };
    expect(valueOf(decided).sensitivity[0]?.swing).toBe(180);
  });
});

describe("break-even", () => {
  const found = (input: object, breakEven: object) => {
    const value = valueOf({ ...input, breakEven });
    return [value.breakEven?.value, value.breakEven?.metricAtValue, codes({ ...input, breakEven })];
  };
  const extra = { field: "extraPayment", metric: "payoffPeriods", target: 240, min: 0, max: 2000 };

  test("is the first value on the grid that reaches or passes the target", () => {
    expect(found(ONE, { ...extra, step: 1 })).toEqual([364, 240, []]);
    expect(found(ONE, { ...extra, step: 100 })).toEqual([400, 233, []]);
    expect(found(ONE, { ...extra, target: 360, step: 1 })).toEqual([0, 360, []]);
    // One step below it is not there yet.
    const { metrics } = valueOf({
      ...ONE,
      scenarios: [{ name: "a", input: { years: 30, extraPayment: 363 } }],
    }).scenarios[0] as Value["scenarios"][number];
    expect(metrics["payoffPeriods"]).toBe(241);
  });

  test("may be another scenario's figure", () => {
    const breakEven = { ...extra, metric: "totalInterest", target: "15 years", step: 1 };
    const value = valueOf({ ...HOUSE, breakEven });
    expect(value.breakEven?.target).toBe("15 years");
    expect(value.breakEven?.metricAtValue).toBeLessThanOrEqual(181_758.21);
  });

  test("at the baseline's own figure is at or before the baseline's field", () => {
    const target = valueOf(SAVINGS).scenarios[0]?.metrics["futureValue"] as number;
    const breakEven = {
      field: "annualRate",
      metric: "futureValue",
      target,
      min: 0,
      max: 9,
      step: 0.25,
    };
    expect(found(SAVINGS, breakEven)).toEqual([5, target, []]);
  });

  test("is not found where both ends lie on one side", () => {
    expect(found(ONE, { ...extra, target: 400, step: 1 })).toEqual([null, null, ["NO_BREAK_EVEN"]]);
  });

  test("begins with the first value that runs, and says which value does not", () => {
    const payment = { field: "payment", metric: "payoffPeriods", target: 36, min: 0, step: 1 };
    const [value, metric, none] = found(LOAN, { ...payment, max: 1000 });
    expect([metric, none]).toEqual([36, []]);
    expect(value).toBeGreaterThan(200);
    const input = { ...LOAN, breakEven: { ...payment, max: 150 } };
    expect(codes(input)).toEqual(["NO_BREAK_EVEN"]);
    const [warning] = run(input).warnings ?? [];
    expect(warning?.message).toContain("payment = 150");
    expect(warning?.message).toContain("PAYMENT_TOO_SMALL");
  });
});

describe("decision", () => {
  const decision = {
    metric: "totalInterest",
    constraints: [{ metric: "monthlyTotal", op: "<=", value: 2500 }],
  };

  test("ranks what is feasible first", () => {
    const value = valueOf({ ...HOUSE, decision });
    expect(value.ranking).toEqual([
      { rank: 1, scenario: "30 years plus 200", value: 302_712.79, feasible: true, violations: [] },
      { rank: 2, scenario: "30 years", value: 408_140.64, feasible: true, violations: [] },
      {
        rank: 3,
        scenario: "15 years",
        value: 181_758.21,
        feasible: false,
        violations: ["monthlyTotal <= 2500 (is 2787.54)"],
      },
    ]);
    expect(fileOf({ ...HOUSE, decision }, "memo.md")).toContain(
      "30 years plus 200 is the best feasible scenario: totalInterest USD 302,712.79, USD -105,427.85 against 30 years.\n",
    );
  });

  test("nothing may be feasible", () => {
    const constraints = [{ metric: "monthlyTotal", op: "<=", value: 1 }];
    const input = { ...HOUSE, decision: { ...decision, constraints } };
    expect(codes(input)).toEqual(["NO_FEASIBLE_SCENARIO"]);
    expect(valueOf(input).choice).toBeNull();
    expect(fileOf(input, "memo.md")).toContain("No scenario meets every constraint.");
  });

  test("what cannot be computed is never chosen, and a null violates", () => {
    const input = {
      kind: "investment",
      scenarios: [
        { name: "none", input: { years: 3 } },
        { name: "no rate", input: { cashFlows: [100, 100] } },
        { name: "fine", input: { cashFlows: [-100, 60, 60] } },
      ],
      decision: { metric: "gain", constraints: [{ metric: "irr", op: ">=", value: 1 }] },
    };
    const { ranking, choice } = valueOf(input);
    expect(choice).toBe("fine");
    expect(ranking?.filter(({ feasible }) => feasible).length).toBe(1);
  });
});

describe("files", () => {
  const input = {
    ...HOUSE,
    title: "House\non the hill",
    asOf: "2026-05-01",
    scenarios: [
      { name: "a | b", input: { years: 30 }, note: "one\ntwo" },
      { name: "=SUM(A1)", input: { years: 15 } },
    ],
    sensitivity: [{ field: "price", percent: [-10, 10] }],
    breakEven: {
      field: "extraPayment",
      metric: "payoffPeriods",
      target: 240,
      min: 0,
      max: 2000,
      step: 1,
    },
    assumptions: ["The rate stays"],
  };

  test("the memo has its parts in their order, and whole tables", () => {
    const memo = fileOf(input, "memo.md");
    expect(memo.match(/^#{1,2} .*$/gm)).toEqual([
      "# House on the hill",
      "## Answer",
      "## Scenarios",
      "## Results",
      "## Difference to a | b",
      "## Sensitivity",
      "## Break-even",
      "## Assumptions",
      "## Notes",
      "## How this was computed",
    ]);
    expect(memo).toContain("\nDate: 2026-05-01\n");
    expect(memo).toContain("- a | b: one two\n");
    expect(memo).toContain("- The rate stays\n");
    expect(memo).toContain("mortgage-calculator ");
    expect(memo.endsWith("\nEstimate only, not financial or tax advice.\n")).toBe(true);
    const tokens = new MarkdownIt().parse(memo, {});
    const cells = tokens.filter(({ type }) => type === "th_open").length;
    // Scenarios, results: 3 columns each; differences: 2; sensitivity: 5.
    expect(cells).toBe(13);
  });

  test("one scenario is compared with nothing", () => {
    const memo = fileOf(ONE, "memo.md");
    expect(memo).toContain("1 scenario of mortgage compared with 30 years.");
    expect(memo).toContain("## Difference to 30 years\n\nNone.\n");
    expect(memo).not.toContain("## Sensitivity");
  });

  test("figures are money, percent or numbers by what they are", () => {
    const memo = fileOf(
      { ...HOUSE, metrics: ["loanToValue", "periods", "costs.pmiMonths", "interestSaved"] },
      "memo.md",
    );
    expect(memo).toContain("| loanToValue | **80%** |");
    expect(memo).toContain("| periods | 360 |");
    expect(memo).toContain("| costs.pmiMonths | **0** |");
    expect(memo).toContain("USD 105,427.85");
    expect(fileOf({ ...ONE, currency: "JPY" }, "memo.md")).toContain("JPY 2,023");
  });

  test("spreadsheets read the tables", () => {
    expect(rowsOf(input, "scenarios.csv")).toMatchObject([
      { name: "a | b", ok: "true", payoffPeriods: "360", years: "30", currency: "USD" },
      { name: "'=SUM(A1)", ok: "true", payoffPeriods: "180", years: "15" },
    ]);
    expect(rowsOf(input, "comparison.csv")[1]).toEqual({
      metric: "monthlyTotal",
      scenario: "'=SUM(A1)",
      value: "2787.54",
      difference: "764.92",
      differencePercent: "37.82",
      best: "false",
    });
    expect(rowsOf(input, "sensitivity.csv").map((row) => row["value"])).toEqual([
      "360000",
      "440000",
    ]);
    const priced = { kind: "pricing", scenarios: [{ name: "a", input: { cost: 8, price: 10 } }] };
    expect(rowsOf(priced, "scenarios.csv")).toMatchObject([
      { price: "10", "input.price": "10", cost: "8" },
    ]);
  });

  test("model.json holds all that is needed to run it again", () => {
    const model = JSON.parse(fileOf(input, "model.json"));
    expect(Object.keys(model)).toEqual([
      "kind",
      "currency",
      "asOf",
      "calculator",
      "scenarios",
      "sensitivity",
      "breakEven",
      "ranking",
      "input",
    ]);
    const again = valueOf(model.input);
    expect(again.scenarios).toEqual(valueOf(input).scenarios);
    expect(again.deliverables).toEqual(valueOf(input).deliverables);
  });

  test("sensitivity.csv is there only where something was varied", () => {
    const names = (given: object) => valueOf(given).deliverables.map(({ name }) => name);
    expect(names(HOUSE)).toEqual(["memo.md", "scenarios.csv", "comparison.csv", "model.json"]);
    expect(names(input)[3]).toBe("sensitivity.csv");
  });
});

test("the receipt holds nothing that the caller wrote", async () => {
  const input = { ...HOUSE, title: "Confidential house", assumptions: ["Nobody knows"] };
  const { body } = await runInService({ tool_id: kit.id, input }, host);
  const { value } = body.result as Result;
  const { receipt, deliverables } = value as Value & { receipt: Record<string, unknown> };
  const text = JSON.stringify(receipt);
  for (const word of ["Confidential", "Nobody", "30 years", "400000", "bank"]) {
    expect(text).not.toContain(word);
  }
  expect(receipt["deliverables"]).toEqual(
    deliverables.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
  );
});

test("the largest request is answered in time", () => {
  const years = { annualRate: 0.5, principal: 10_000, frequency: "weekly" };
  const scenarios = Array.from({ length: 12 }, (_, index) => ({
    name: `s${index}`,
    input: { years: 50 - index },
  }));
  const values = Array.from({ length: 15 }, (_, index) => index + 1);
  const sensitivity = ["annualRate", "fees", "balloon", "extraPayment", "years"].map((field) => ({
    field,
    values,
  }));
  const { counts } = valueOf({ kind: "loan", shared: years, scenarios, sensitivity });
  expect(counts.runs).toBe(87);
});
