/** The memo, and the tables that spreadsheets open. */
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import { Decimal } from "../../tools/_lib/numbers/decimal.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine } from "../../tools/_lib/text/shown.ts";
import type { CsvCell } from "../_core/csv.ts";
import { tableOr } from "../_core/page.ts";
import type { Facts } from "../finance-scenario-memo-kit.ts";
import { CALCULATORS } from "./calculators.ts";
import type { ComputedScenario, Work } from "./compute.ts";
import { fieldText, figureText } from "./figures.ts";

const NOTHING = "None.";

export function writeMemo(
  facts: Facts,
  scenarios: readonly ComputedScenario[],
  { input, plan, runs }: Work,
): string {
  const { kind, asOf, baseline, currency } = plan;
  const { tool } = CALCULATORS[kind];
  const baselineName = oneLine(baseline.name);
  return [
    `# ${oneLine(input.title)}`,
    `Date: ${asOf}`,
    "## Answer",
    answer(facts, plan),
    "## Scenarios",
    ...scenarioPart(scenarios, plan),
    "## Results",
    results(facts, plan),
    `## Difference to ${baselineName}`,
    differences(facts, plan),
    ...(facts.sensitivity.length > 0 ? ["## Sensitivity", ...sensitivityPart(facts, plan)] : []),
    ...(facts.breakEven === null ? [] : ["## Break-even", breakEvenText(facts, plan)]),
    "## Assumptions",
    list([...input.assumptions, ...remarks(scenarios)]),
    "## Notes",
    list(scenarios.flatMap(({ name, note }) => (note ? [`${name}: ${note}`] : []))),
    "## How this was computed",
    list([
      `${tool.id} ${tool.version}, ${counted(runs.count, "run")}`,
      `Money in ${currency.code}, rounded to its smallest unit by the calculator; differences are exact decimals of the figures shown`,
      "model.json holds the whole input: the same input gives the same figures",
    ]),
    "Estimate only, not financial or tax advice.",
  ].join("\n\n");
}

type PlanOf = Work["plan"];

function answer({ choice, ranking }: Facts, plan: PlanOf): string {
  const { decision, scenarios, kind, baseline, currency } = plan;
  const name = oneLine(baseline.name);
  if (decision === undefined || ranking === null) {
    return `${counted(scenarios.length, "scenario")} of ${kind} compared with ${name}.`;
  }
  if (choice === null) return "No scenario meets every constraint.";
  const { metric } = decision;
  const valueOf = (wanted: string) =>
    ranking.find(({ scenario }) => scenario === wanted)?.value ?? null;
  const [value, base] = [valueOf(choice), valueOf(baseline.name)];
  const shown = figureText(metric, value, currency);
  const difference = value === null || base === null ? null : new Decimal(value).minus(base);
  const against =
    difference === null
      ? ""
      : `, ${figureText(metric, difference.toNumber(), currency)} against ${name}`;
  return `${oneLine(choice)} is the best feasible scenario: ${metric} ${shown}${against}.`;
}

/** What differs as a table, one column per scenario; what is the same in all as a list. */
function scenarioPart(scenarios: readonly ComputedScenario[], { currency }: PlanOf): string[] {
  const [first] = scenarios;
  const differs = (field: string) =>
    new Set(
      scenarios.map(({ input }) =>
        Object.hasOwn(input, field) ? canonicalJson(input[field]) : "",
      ),
    ).size > 1;
  const fields = fieldsOf(scenarios);
  const rows = fields
    .filter(differs)
    .map((field) => [
      field,
      ...scenarios.map(({ input }) => fieldText(field, input[field], currency)),
    ]);
  const shared = fields
    .filter((field) => !differs(field))
    .map((field) => `${field}: ${fieldText(field, first?.input[field], currency)}`);
  return [
    tableOr(NOTHING, ["Field", ...scenarios.map(({ name }) => name)], rows),
    "The same in all:",
    list(shared),
  ];
}

/** All fields, in the order in which the scenarios have them. */
function fieldsOf(scenarios: readonly ComputedScenario[]): string[] {
  return [...new Set(scenarios.flatMap(({ input }) => Object.keys(input)))];
}

function results({ comparison }: Facts, { scenarios, currency }: PlanOf): string {
  return tableOr(
    NOTHING,
    ["Metric", ...scenarios.map(({ name }) => name)],
    comparison.map(({ metric, values }) => [
      metric,
      ...values.map(({ value, best }) => {
        const text = figureText(metric, value, currency);
        return best ? `**${text}**` : text;
      }),
    ]),
  );
}

function differences({ comparison }: Facts, { scenarios, baseline, currency }: PlanOf): string {
  const others = scenarios.filter(({ name }) => name !== baseline.name);
  if (others.length === 0) return NOTHING;
  const rows = comparison.map(({ metric, values }) => [
    metric,
    ...values
      .filter(({ scenario }) => scenario !== baseline.name)
      .map(({ difference, differencePercent }) => {
        const text = figureText(metric, difference, currency);
        return differencePercent === null ? text : `${text} (${differencePercent}%)`;
      }),
  ]);
  return tableOr(NOTHING, ["Metric", ...others.map(({ name }) => name)], rows);
}

function sensitivityPart({ sensitivity, metrics }: Facts, { currency }: PlanOf): string[] {
  return sensitivity.flatMap(({ field, rows }) => [
    `### ${field}`,
    tableOr(
      NOTHING,
      [field, ...metrics],
      rows.map((row) => [
        figureText(field, row.value, currency),
        ...metrics.map((metric) => figureText(metric, row.metrics[metric] ?? null, currency)),
      ]),
    ),
  ]);
}

function breakEvenText({ breakEven }: Facts, { currency }: PlanOf): string {
  if (breakEven === null) return NOTHING;
  const { field, metric, target, value, metricAtValue } = breakEven;
  const wanted =
    typeof target === "number"
      ? figureText(metric, target, currency)
      : `that of ${oneLine(target)}`;
  if (value === null) return `No ${field} in the range brings ${metric} to ${wanted}.`;
  const reached = figureText(metric, metricAtValue, currency);
  return `${field} ${figureText(field, value, currency)} is the first to bring ${metric} to ${wanted}: it is ${reached} there.`;
}

function remarks(scenarios: readonly ComputedScenario[]): string[] {
  return scenarios.flatMap(({ name, computed }) =>
    computed.trouble === undefined
      ? computed.warnings.map(({ message }) => `${name}: ${message}`)
      : [],
  );
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${oneLine(item)}`).join("\n") || NOTHING;
}

/** The files, in their order. */
export function writeFiles(facts: Facts, scenarios: readonly ComputedScenario[], work: Work): void {
  const { input, plan, report } = work;
  const { metrics, comparison, sensitivity, breakEven, ranking } = facts;
  report.file("memo.md", writeMemo(facts, scenarios, work));

  const fields = fieldsOf(scenarios);
  const taken = new Set(["name", "ok", ...metrics]);
  const columns = fields.map((field) => (taken.has(field) ? `input.${field}` : field));
  report.csv(
    "scenarios.csv",
    ["name", "ok", ...metrics, ...columns],
    scenarios.map((scenario) => [
      scenario.name,
      scenario.computed.trouble === undefined,
      ...metrics.map((metric) => scenario.computed.metric(metric)),
      ...fields.map((field) => cellOf(scenario.input[field])),
    ]),
  );
  report.csv(
    "comparison.csv",
    ["metric", "scenario", "value", "difference", "differencePercent", "best"],
    comparison.flatMap(({ metric, values }) =>
      values.map((one) => [
        metric,
        one.scenario,
        one.value,
        one.difference,
        one.differencePercent,
        one.best,
      ]),
    ),
  );
  if (sensitivity.length > 0) {
    report.csv(
      "sensitivity.csv",
      ["field", "value", ...metrics],
      sensitivity.flatMap(({ field, rows }) =>
        rows.map((row) => [field, row.value, ...metrics.map((metric) => row.metrics[metric])]),
      ),
    );
  }
  const { tool } = CALCULATORS[plan.kind];
  report.json("model.json", {
    kind: plan.kind,
    currency: plan.currency.code,
    asOf: plan.asOf,
    calculator: { tool_id: tool.id, version: tool.version },
    scenarios: facts.scenarios,
    sensitivity,
    breakEven,
    ranking,
    input: { ...input, asOf: plan.asOf },
  });
  const names = sensitivity.length > 0 ? "memo, tables and sensitivity" : "memo and tables";
  report.done("memo", `${names} of ${counted(metrics.length, "metric")}`);
}

function cellOf(value: unknown): CsvCell {
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return value as CsvCell;
}

/** The key figures of the page. */
export function figuresLine({ choice, ranking }: Facts, { plan, runs }: Work): string {
  const compared = `${counted(plan.scenarios.length, "scenario")} of ${plan.kind} in ${plan.currency.code}, baseline ${oneLine(plan.baseline.name)}, ${counted(runs.count, "run")}`;
  if (ranking === null) return compared;
  return `${compared}; choice: ${choice === null ? "none" : oneLine(choice)}`;
}

export function nextSteps({ ranking, breakEven }: Facts, { plan, report }: Work): string[] {
  const broken = ranking?.every(({ feasible }) => !feasible);
  return [
    ...(report.verdict === "fail" ? ["Mend `scenarios` where Findings names them."] : []),
    ...(broken ? ["Loosen `decision.constraints`, or add a scenario that meets them."] : []),
    "Hand on `memo.md`; open `scenarios.csv` and `comparison.csv` in a spreadsheet.",
    ...(plan.sensitivity.length === 0
      ? ["Say in `sensitivity` which fields are not sure, to see which matters most."]
      : []),
    ...(breakEven?.value === null ? ["Widen `breakEven.min` and `breakEven.max`."] : []),
    "Keep `model.json`: its `input` gives the same figures again.",
  ];
}
