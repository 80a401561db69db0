/** What is to be computed: the scenarios' whole inputs, and everything that was asked, checked against the calculator. */
import type { TSchema } from "@sinclair/typebox";
import { type Entry, fail } from "../../tools/_core/tool.ts";
import { isNoDay, readDay } from "../../tools/_lib/fields/date-field.ts";
import { type Currency, isCurrency, readCurrency } from "../../tools/_lib/money/amount.ts";
import { Decimal, toNumber } from "../../tools/_lib/numbers/decimal.ts";
import { inputInvalid } from "../../tools/_lib/results/input-invalid.ts";
import { appendPointer } from "../../tools/_lib/results/pointer.ts";
import { nearest } from "../../tools/_lib/text/nearest.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import { dateFromDays, writeDate } from "../../tools/_lib/time/calendar.ts";
import type { Failure, Input, Result } from "../finance-scenario-memo-kit.ts";
import {
  CALCULATORS,
  type Direction,
  fieldOf,
  fieldsOf,
  isMetric,
  type KindName,
  metricsOf,
  takesNumber,
  takesWholeNumber,
} from "./calculators.ts";

export type Fields = Readonly<Record<string, unknown>>;

export interface Scenario {
  readonly name: string;
  readonly note: string | undefined;
  /** What the calculator gets. */
  readonly input: Fields;
}

export interface Sensitivity {
  readonly field: string;
  readonly values: readonly number[];
  /** Where its values came from. */
  readonly path: string;
}

export interface BreakEven {
  readonly field: string;
  readonly metric: string;
  readonly target: number | string;
  readonly min: Decimal;
  readonly step: Decimal;
  /** The number of the last point; the first one is 0. */
  readonly last: number;
}

export interface Plan {
  readonly kind: KindName;
  readonly currency: Currency;
  readonly asOf: string;
  readonly scenarios: readonly Scenario[];
  readonly baseline: Scenario;
  readonly metrics: readonly string[];
  /** Whether the caller named the metrics. */
  readonly areAsked: boolean;
  readonly better: (metric: string) => Direction;
  readonly sensitivity: readonly Sensitivity[];
  readonly breakEven: BreakEven | undefined;
  readonly decision: Input["decision"];
}

export type Read =
  { readonly plan: Plan } | { readonly plan?: undefined; readonly failure: Result };

const DAY_MS = 86_400_000;
const MOST_POINTS = 1_000_000;

/** The plan, or all that is wrong with it at once. */
export function readPlan(input: Input, now: number): Read {
  const { kind, shared, decision } = input;
  const currency = readCurrency(input.currency);
  const day = readDay(input.asOf, "/asOf") ?? dateFromDays(Math.floor(now / DAY_MS));
  const scenarios = input.scenarios.map((scenario) => ({
    name: scenario.name,
    note: scenario.note,
    input: merged(shared, scenario.input ?? {}, input.currency.trim().toUpperCase()),
  }));
  const first = scenarios[0] as Scenario;
  const baseline = scenarios.find(({ name }) => name === (input.baseline ?? first.name)) ?? first;
  const problems: Entry<Failure>[] = [
    ...unknownFields(input),
    ...valuesOrPercent(input),
    ...nameProblems(input),
    ...metricProblems(input),
    ...fieldProblems(input, baseline.input),
    ...breakEvenProblems(input),
    ...(isNoDay(day) ? [day] : []),
    ...(isCurrency(currency) ? [] : [currency]),
  ];
  if (isNoDay(day) || !isCurrency(currency) || problems.length > 0) return refused(problems);
  const metrics = [...new Set(input.metrics ?? Object.keys(CALCULATORS[kind].metrics))];
  return {
    plan: {
      kind,
      currency,
      asOf: writeDate(day),
      scenarios,
      baseline,
      metrics,
      areAsked: input.metrics !== undefined,
      better: directions(input),
      sensitivity: input.sensitivity.map((asked, index) =>
        sensitivityOf(asked, index, kind, baseline.input),
      ),
      breakEven: breakEvenOf(input),
      decision,
    },
  };
}

/** Input that no calculator would be run with is an input error; the other problems have their own names. */
function refused(problems: readonly Entry<Failure>[]): Read {
  const all = problems as readonly [Entry<Failure>, ...Entry<Failure>[]];
  const isStrict = problems.some(({ code }) => STRICT.has(code));
  return { failure: isStrict ? inputInvalid<Failure>(all) : fail<never, Failure>(all) };
}

const STRICT: ReadonlySet<string> = new Set(["UNKNOWN_FIELD", "REQUIRED", "CONFLICTING_FIELDS"]);

/** `null` takes a field away; a schedule is never asked for. */
function merged(shared: Fields, own: Fields, currency: string): Fields {
  const fields = new Map([...Object.entries(shared), ...Object.entries(own)]);
  fields.delete("schedule");
  fields.delete("currency");
  const given = [...fields].filter(([, value]) => value !== null);
  return Object.fromEntries([...given, ["currency", currency]]);
}

function unknownFields({ kind, shared, scenarios }: Input): Entry<Failure>[] {
  const known = Object.keys(fieldsOf(kind));
  const places = [
    ["/shared", shared] as const,
    ...scenarios.map(({ input = {} }, index) => [`/scenarios/${index}/input`, input] as const),
  ];
  return places.flatMap(([path, fields]) =>
    Object.keys(fields)
      .filter((name) => fieldOf(kind, name) === undefined)
      .map((name) => ({
        code: "UNKNOWN_FIELD" as const,
        message: `Unknown field ${quoted(name)} of ${CALCULATORS[kind].tool.id}; known fields: ${known.join(", ")}`,
        path: appendPointer(path, name),
        ...didYouMean(name, known),
      })),
  );
}

function didYouMean(name: string, known: Iterable<string>): { readonly hint?: string } {
  const near = nearest(name, known);
  return near.length === 0 ? {} : { hint: `Did you mean ${near.join(", ")}?` };
}

function valuesOrPercent({ sensitivity }: Input): Entry<Failure>[] {
  return sensitivity.flatMap(({ values, percent }, index): Entry<Failure>[] => {
    const path = `/sensitivity/${index}`;
    const expected = "exactly one of values and percent";
    if (values === undefined && percent === undefined) {
      const message = `Cannot vary the field: found neither values nor percent, expected ${expected}`;
      return [{ code: "REQUIRED", message, path: `${path}/values`, expected }];
    }
    if (values === undefined || percent === undefined) return [];
    const message = `Cannot vary the field: found values and percent, expected ${expected}`;
    return [{ code: "CONFLICTING_FIELDS", message, path: `${path}/percent`, expected }];
  });
}

function nameProblems({ scenarios, baseline, breakEven }: Input): Entry<Failure>[] {
  const names = new Set<string>();
  const problems: Entry<Failure>[] = [];
  for (const [index, { name }] of scenarios.entries()) {
    if (names.has(name)) {
      const message = `Cannot tell two scenarios apart: found ${quoted(name)} again, expected a name of its own`;
      problems.push({
        code: "SCENARIO_NAME_DUPLICATE",
        message,
        path: `/scenarios/${index}/name`,
      });
    }
    names.add(name);
  }
  const unknown = (name: string, what: string) =>
    `Cannot use the ${what} ${quoted(name)}: expected the name of a scenario`;
  if (baseline !== undefined && !names.has(baseline)) {
    const message = unknown(baseline, "baseline");
    const hint = didYouMean(baseline, names);
    problems.push({ code: "BASELINE_UNKNOWN", message, path: "/baseline", ...hint });
  }
  const target = breakEven?.target;
  if (typeof target === "string" && !names.has(target)) {
    const message = unknown(target, "target");
    const hint = didYouMean(target, names);
    problems.push({ code: "TARGET_UNKNOWN", message, path: "/breakEven/target", ...hint });
  }
  return problems;
}

function metricProblems({ kind, metrics = [], better, decision, breakEven }: Input) {
  const named: (readonly [metric: string, path: string])[] = [
    ...metrics.map((metric, index) => [metric, `/metrics/${index}`] as const),
    ...Object.keys(better).map((metric) => [metric, appendPointer("/better", metric)] as const),
  ];
  if (breakEven !== undefined) named.push([breakEven.metric, "/breakEven/metric"]);
  if (decision !== undefined) {
    named.push([decision.metric, "/decision/metric"]);
    for (const [index, { metric }] of decision.constraints.entries()) {
      named.push([metric, `/decision/constraints/${index}/metric`]);
    }
  }
  return named
    .filter(([metric]) => !isMetric(kind, metric))
    .map(([metric, path]): Entry<Failure> => {
      const known = metricsOf(kind);
      const message = `Unknown metric ${quoted(metric)} of ${CALCULATORS[kind].tool.id}; known metrics: ${known.join(", ")}`;
      return { code: "METRIC_UNKNOWN", message, path, ...didYouMean(metric, known) };
    });
}

function fieldProblems({ kind, sensitivity, breakEven }: Input, baseline: Fields) {
  const asked = sensitivity.map(({ field, percent }, index) => ({
    field,
    path: `/sensitivity/${index}/field`,
    needsBase: percent !== undefined,
  }));
  if (breakEven !== undefined) {
    asked.push({ field: breakEven.field, path: "/breakEven/field", needsBase: false });
  }
  return asked.flatMap(({ field, path, needsBase }): Entry<Failure>[] => {
    const schema = fieldOf(kind, field);
    if (schema === undefined) {
      const known = Object.keys(fieldsOf(kind));
      const message = `Unknown field ${quoted(field)} of ${CALCULATORS[kind].tool.id}; known fields: ${known.join(", ")}`;
      return [{ code: "FIELD_UNKNOWN", message, path, ...didYouMean(field, known) }];
    }
    if (!takesNumber(schema)) {
      const message = `Cannot vary ${field}: found a field that takes no number, expected one that does`;
      return [{ code: "FIELD_NOT_NUMBER", message, path }];
    }
    if (!needsBase || baseOf(baseline, field) !== undefined) return [];
    const message = `Cannot vary ${field} by percent: the baseline sets no number for it, expected one`;
    return [{ code: "FIELD_NOT_NUMBER", message, path, hint: "Give values instead of percent" }];
  });
}

const NUMBER_TEXT = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/** The number of a field, which calculators also take as text. */
function baseOf(fields: Fields, name: string): Decimal | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (typeof value === "number") return new Decimal(value);
  const isText = typeof value === "string" && NUMBER_TEXT.test(value.trim());
  return isText ? new Decimal(Number(value)) : undefined;
}

function breakEvenProblems({ breakEven }: Input): Entry<Failure>[] {
  if (breakEven === undefined) return [];
  const { min, max } = breakEven;
  const last = lastPoint(breakEven);
  if (min < max && last < MOST_POINTS) return [];
  const count = Number.isFinite(last) ? `${last + 1} points` : "more points than can be counted";
  const found = min < max ? count : `from ${min} to ${max}`;
  const expected = `min below max, and at most ${MOST_POINTS} points`;
  const message = `Cannot search a break-even: found ${found}, expected ${expected}`;
  const path = min < max ? "/breakEven/step" : "/breakEven/max";
  return [{ code: "BREAK_EVEN_RANGE", message, path, expected }];
}

function lastPoint({ min, max, step }: NonNullable<Input["breakEven"]>): number {
  return new Decimal(max).minus(min).div(step).floor().toNumber();
}

function breakEvenOf({ breakEven }: Input): BreakEven | undefined {
  if (breakEven === undefined) return undefined;
  const { field, metric, target, min, step } = breakEven;
  const last = lastPoint(breakEven);
  return { field, metric, target, min: new Decimal(min), step: new Decimal(step), last };
}

function directions({ kind, better }: Input): (metric: string) => Direction {
  const { metrics } = CALCULATORS[kind];
  return (metric) => {
    const said = Object.hasOwn(better, metric) ? better[metric] : undefined;
    return said ?? (Object.hasOwn(metrics, metric) ? metrics[metric] : undefined) ?? "lower";
  };
}

const PERCENT_DECIMALS = 10;

function sensitivityOf(
  { field, values, percent = [] }: Input["sensitivity"][number],
  index: number,
  kind: KindName,
  baseline: Fields,
): Sensitivity {
  const path = `/sensitivity/${index}`;
  if (values !== undefined) return { field, values, path: `${path}/values` };
  const base = baseOf(baseline, field) ?? new Decimal(0);
  const decimals = takesWholeNumber(fieldOf(kind, field) as TSchema) ? 0 : PERCENT_DECIMALS;
  const varied = percent.map((share) =>
    toNumber(base.times(new Decimal(share).div(100).plus(1)), decimals),
  );
  return { field, values: varied, path: `${path}/percent` };
}
