/** The smallest value of a field on a grid at which a metric of the baseline reaches its target, or passes it. */
import { counted } from "../../tools/_lib/text/plural.ts";
import { quoted } from "../../tools/_lib/text/shown.ts";
import type { BreakEvenResult } from "../finance-scenario-memo-kit.ts";
import type { ComputedScenario, Work } from "./compute.ts";
import type { BreakEven } from "./plan.ts";

/** The metric at a point, or why there is none. */
interface Point {
  readonly value: number;
  readonly metric: number | null;
  readonly trouble: string;
}

export function searchBreakEven(
  scenarios: readonly ComputedScenario[],
  work: Work,
): BreakEvenResult | null {
  const { plan, report } = work;
  const { breakEven } = plan;
  if (breakEven === undefined) {
    report.skipped("breakeven", "Nothing is searched; the field `breakEven` would");
    return null;
  }
  const { field, metric, target } = breakEven;
  const points = new Points(breakEven, work);
  const wanted =
    typeof target === "number"
      ? target
      : (scenarios.find(({ name }) => name === target)?.computed.metric(metric) ?? null);
  const found =
    wanted === null
      ? `The scenario ${quoted(String(target))} has no ${metric} to be reached`
      : search(points, wanted, breakEven);
  const evaluations = points.count;
  if (typeof found === "string") {
    const finding = { code: "NO_BREAK_EVEN", message: found, path: "/breakEven", subject: field };
    report.find("warning", "breakeven", finding);
    report.done("breakeven", `None, ${counted(evaluations, "run")}`, "review");
    return { field, metric, target, value: null, metricAtValue: null, evaluations };
  }
  report.done("breakeven", `${field} = ${found.value}, ${counted(evaluations, "run")}`, "pass");
  return { field, metric, target, value: found.value, metricAtValue: found.metric, evaluations };
}

class Points {
  readonly #asked: BreakEven;
  readonly #work: Work;
  readonly #known = new Map<number, Point>();

  constructor(asked: BreakEven, work: Work) {
    this.#asked = asked;
    this.#work = work;
  }

  get count(): number {
    return this.#known.size;
  }

  at(index: number): Point {
    const known = this.#known.get(index);
    if (known !== undefined) return known;
    const { field, metric, min, step } = this.#asked;
    const value = min.plus(step.times(index)).toNumber() + 0;
    const { plan, runs } = this.#work;
    const computed = runs.of({ ...plan.baseline.input, [field]: value });
    const trouble = computed.trouble?.code ?? `no ${metric}`;
    const point = { value, metric: computed.metric(metric), trouble };
    this.#known.set(index, point);
    return point;
  }
}

/** The point, or why there is none; assumes that the metric passes its target once. */
function search(
  points: Points,
  target: number,
  { field, metric, last }: BreakEven,
): Point | string {
  const failsAt = ({ value, trouble }: Point) =>
    `The search ends at ${field} = ${value}, where the baseline has no result (${trouble})`;
  const start = firstThatRuns(points, last);
  if (start === undefined) return failsAt(points.at(last));
  const first = points.at(start);
  const side = Math.sign((first.metric ?? 0) - target);
  if (side === 0) return first;
  const end = points.at(last);
  if (end.metric === null) return failsAt(end);
  if (Math.sign(end.metric - target) === side) {
    const place = side > 0 ? "above" : "below";
    return `${metric} is ${place} ${target} at both ends: ${first.metric} with ${field} = ${first.value}, ${end.metric} with ${field} = ${end.value}`;
  }
  let [low, high] = [start, last];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const point = points.at(middle);
    if (point.metric === null) return failsAt(point);
    if (Math.sign(point.metric - target) === side) low = middle;
    else high = middle;
  }
  return points.at(high);
}

/** Values too small for any result are passed over: assumes that from the first that runs on all do. */
function firstThatRuns(points: Points, last: number): number | undefined {
  if (points.at(0).metric !== null) return 0;
  if (points.at(last).metric === null) return undefined;
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (points.at(middle).metric === null) low = middle;
    else high = middle;
  }
  return high;
}
