/** The stages that compute: scenarios, their comparison, sensitivity, break-even and the ranking. */
import type { Tool } from "../../tools/_core/tool.ts";
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import { Decimal, toNumber } from "../../tools/_lib/numbers/decimal.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import type { KitReport } from "../_core/report.ts";
import type { Input, SensitivityResult } from "../finance-scenario-memo-kit.ts";
import type { Computed, Direction, Runs } from "./calculators.ts";
import type { Plan, Scenario } from "./plan.ts";

export type StageId = "merge" | "run" | "compare" | "sensitivity" | "breakeven" | "decide" | "memo";

export interface Work {
  readonly input: Input;
  readonly plan: Plan;
  readonly runs: Runs;
  readonly report: KitReport<Readonly<Record<StageId, Tool | null>>>;
}

export interface ComputedScenario extends Scenario {
  readonly computed: Computed;
}

type Metrics = Record<string, number | null>;

/** Scenarios that are one and the same are told, as a slip of the pen made one of them. */
export function reportMerge({ plan, input, report }: Work): void {
  const first = new Map<string, string>();
  for (const [index, { name, input: merged }] of plan.scenarios.entries()) {
    const key = canonicalJson(merged);
    const twin = first.get(key);
    if (twin === undefined) first.set(key, name);
    else {
      const message = `The scenarios ${quoted(twin)} and ${quoted(name)} have equal input`;
      const path = `/scenarios/${index}`;
      report.find("warning", "merge", { code: "SAME_INPUT", message, path, subject: name });
    }
  }
  for (const [path, currency] of currenciesOf(input)) {
    if (canonicalJson(currency) === canonicalJson(plan.currency.code)) continue;
    const message = `The currency there has no effect: all scenarios are in ${plan.currency.code}, by the field currency`;
    report.find("info", "merge", { code: "CURRENCY_OVERRIDDEN", message, path });
  }
  report.done("merge", counted(plan.scenarios.length, "scenario"));
}

function currenciesOf({ shared, scenarios }: Input) {
  const places = [
    ["/shared", shared] as const,
    ...scenarios.map((scenario, index) => [`/scenarios/${index}/input`, scenario.input] as const),
  ];
  return places.flatMap(([path, fields]) =>
    fields && Object.hasOwn(fields, "currency") && fields["currency"] !== null
      ? [[`${path}/currency`, fields["currency"]] as const]
      : [],
  );
}

export function runScenarios(work: Work): ComputedScenario[] {
  const { plan, runs, report } = work;
  const computed = plan.scenarios.map((scenario, index) => {
    const one = runs.of(scenario.input);
    const { name } = scenario;
    if (one.trouble !== undefined) {
      const { code, message, path = "" } = one.trouble;
      report.find("error", "run", {
        code: "SCENARIO_FAILED",
        message: `The scenario ${quoted(name)} cannot be computed: ${message}`,
        path: placeOf(path, index, work),
        subject: name,
        received: code,
      });
    }
    for (const warning of one.trouble === undefined ? one.warnings : []) {
      const path = warning.path === undefined ? undefined : placeOf(warning.path, index, work);
      report.find("warning", "run", { ...warning, path, subject: name });
    }
    return { ...scenario, computed: one };
  });
  const failed = computed.filter((one) => one.computed.trouble !== undefined).length;
  const summary = `${computed.length - failed} of ${counted(computed.length, "scenario")} computed`;
  report.done("run", summary, failed > 0 ? "fail" : "pass");
  return computed;
}

/** Where the caller wrote a field of the calculator. */
function placeOf(path: string, index: number, { input }: Work): string {
  const [, field = ""] = path.split("/");
  const own = input.scenarios[index]?.input ?? {};
  const isShared = !Object.hasOwn(own, field) && Object.hasOwn(input.shared, field);
  if (field === "currency") return "/currency";
  return isShared ? `/shared${path}` : `/scenarios/${index}/input${path}`;
}

/** Of the metrics that nobody asked for those that no scenario has are left out. */
export function shownMetrics(scenarios: readonly ComputedScenario[], plan: Plan): string[] {
  const ran = scenarios.filter(({ computed }) => computed.trouble === undefined);
  const isShown = (metric: string) =>
    plan.areAsked ||
    ran.length === 0 ||
    ran.some(({ computed }) => computed.metric(metric) !== null);
  const shown = plan.metrics.filter(isShown);
  return shown.length > 0 ? shown : [...plan.metrics];
}

export function metricsOf(computed: Computed, metrics: readonly string[]): Metrics {
  return Object.fromEntries(metrics.map((metric) => [metric, computed.metric(metric)]));
}

export function compare(
  scenarios: readonly ComputedScenario[],
  metrics: readonly string[],
  { plan, report }: Work,
) {
  const asked = plan.areAsked ? metrics : [];
  const { metric: decisive } = plan.decision ?? {};
  for (const metric of new Set([...asked, ...(decisive === undefined ? [] : [decisive])])) {
    for (const { name, computed } of scenarios) {
      if (computed.trouble !== undefined || computed.metric(metric) !== null) continue;
      const message = `The scenario ${quoted(name)} has no ${metric}`;
      const index = metrics.indexOf(metric);
      const path = plan.areAsked && index >= 0 ? `/metrics/${index}` : "/decision/metric";
      report.find("warning", "compare", { code: "METRIC_NULL", message, path, subject: name });
    }
  }
  report.done("compare", `${counted(metrics.length, "metric")} against ${plan.baseline.name}`);
  return metrics.map((metric) => comparisonOf(metric, scenarios, plan));
}

function comparisonOf(metric: string, scenarios: readonly ComputedScenario[], plan: Plan) {
  const better = plan.better(metric);
  const baseline = scenarios.find(({ name }) => name === plan.baseline.name);
  const base = baseline?.computed.metric(metric) ?? null;
  const best = bestOf(
    scenarios.map(({ computed }) => computed.metric(metric)),
    better,
  );
  const values = scenarios.map(({ name, computed }) => {
    const value = computed.metric(metric);
    const isBest = value !== null && value === best;
    return { scenario: name, value, ...differenceOf(value, base), best: isBest };
  });
  return { metric, better, values };
}

function bestOf(values: readonly (number | null)[], better: Direction): number | null {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length === 0) return null;
  return better === "lower" ? Math.min(...numbers) : Math.max(...numbers);
}

const PERCENT_DECIMALS = 2;

function differenceOf(value: number | null, base: number | null) {
  if (value === null || base === null) return { difference: null, differencePercent: null };
  const difference = new Decimal(value).minus(base);
  const percent = base === 0 ? null : difference.times(100).div(new Decimal(base).abs());
  return {
    difference: difference.toNumber() + 0,
    differencePercent: percent && toNumber(percent, PERCENT_DECIMALS),
  };
}

export function varyBaseline(
  metrics: readonly string[],
  { plan, runs, report }: Work,
): SensitivityResult[] {
  if (plan.sensitivity.length === 0) {
    report.skipped("sensitivity", "Nothing is varied; the field `sensitivity` would");
    return [];
  }
  const decisive = plan.decision?.metric ?? metrics[0] ?? "";
  const varied = plan.sensitivity.map(({ field, values, path }) => {
    const decisives: (number | null)[] = [];
    const rows = values.map((value, index) => {
      const computed = runs.of({ ...plan.baseline.input, [field]: value });
      decisives.push(computed.metric(decisive));
      if (computed.trouble !== undefined) {
        const { code, message } = computed.trouble;
        report.find("info", "sensitivity", {
          code: "SENSITIVITY_RUN_FAILED",
          message: `The baseline cannot be computed with ${field} = ${value}: ${message}`,
          path: `${path}/${index}`,
          subject: field,
          received: code,
        });
      }
      return { value, metrics: metricsOf(computed, metrics) };
    });
    return { field, rows, swing: swingOf(decisives) };
  });
  const runCount = varied.reduce((sum, { rows }) => sum + rows.length, 0);
  report.done("sensitivity", `${counted(varied.length, "field")}, ${counted(runCount, "run")}`);
  return varied.toSorted(
    (left, right) =>
      (right.swing ?? Number.NEGATIVE_INFINITY) - (left.swing ?? Number.NEGATIVE_INFINITY) || 0,
  );
}

function swingOf(values: readonly (number | null)[]): number | null {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length === 0) return null;
  return new Decimal(Math.max(...numbers)).minus(Math.min(...numbers)).toNumber() + 0;
}

/** Feasible scenarios first, then by the metric; what cannot be computed is not feasible. */
export function decide(scenarios: readonly ComputedScenario[], { plan, report }: Work) {
  const { decision } = plan;
  if (decision === undefined) {
    report.skipped("decide", "Nothing is ranked; the field `decision` would");
    return { ranking: null, choice: null };
  }
  const { metric, constraints } = decision;
  const judged = scenarios.map(({ name, computed }) => {
    const violations =
      computed.trouble === undefined
        ? violationsOf(computed, constraints)
        : [`cannot be computed (${computed.trouble.code})`];
    const feasible = violations.length === 0;
    return { scenario: name, value: computed.metric(metric), feasible, violations };
  });
  const sign = plan.better(metric) === "lower" ? 1 : -1;
  const ranked = judged.toSorted(
    (left, right) =>
      Number(right.feasible) - Number(left.feasible) ||
      Number(left.value === null) - Number(right.value === null) ||
      sign * ((left.value ?? 0) - (right.value ?? 0)),
  );
  const choice = ranked.find(({ feasible }) => feasible)?.scenario ?? null;
  if (choice === null) {
    const message = `No scenario meets every constraint on ${constraintNames(constraints)}`;
    report.find("error", "decide", {
      code: "NO_FEASIBLE_SCENARIO",
      message,
      path: "/decision/constraints",
    });
  }
  const feasible = judged.filter((one) => one.feasible).length;
  const summary = `${feasible} of ${judged.length} feasible, ${choice === null ? "none" : quoted(choice)} by ${metric}`;
  report.done("decide", summary, choice === null ? "fail" : "pass");
  return { ranking: ranked.map((one, index) => ({ rank: index + 1, ...one })), choice };
}

type Constraints = NonNullable<Input["decision"]>["constraints"];

function constraintNames(constraints: Constraints): string {
  const names = [...new Set(constraints.map(({ metric }) => metric))];
  return names.length === 0 ? "what can be computed" : names.join(", ");
}

function violationsOf(computed: Computed, constraints: Constraints): string[] {
  return constraints
    .map((constraint) => ({ ...constraint, is: computed.metric(constraint.metric) }))
    .filter(({ op, value, is }) => is === null || (op === "<=" ? is > value : is < value))
    .map(({ metric, op, value, is }) => `${metric} ${op} ${value} (is ${is})`);
}
