/** Decides item by item what of a failed batch is sent again, and when. */
import type { Entry } from "../_core/tool.ts";
import { counted } from "../_lib/text/plural.ts";
import type { DocumentWarning } from "../_lib/fields/document-field.ts";
import { readDecimal } from "../_lib/numbers/decimal-text.ts";
import { orderFindings } from "../_lib/results/finding-order.ts";
import { gated } from "../_lib/results/review/gate.ts";
import { oneLine } from "../_lib/text/shown.ts";
import type { Decision, Item, Planned, Settings, Value } from "../batch-retry-safety-planner.ts";
import { decide } from "./decide.ts";
import { readRequests, type Request } from "./requests.ts";
import { Scheduler } from "./schedule.ts";

interface Batch {
  readonly value: readonly Item[];
  readonly warnings: readonly Entry<DocumentWarning>[];
}

/** Plans the batch that was read; an HTTP date counts from `nowMs`. */
export function planRetries(batch: Batch, settings: Settings, nowMs: number) {
  const { requests, ignored, failure } = readRequests(batch.value, nowMs);
  if (failure) return failure;
  const scheduler = new Scheduler(settings);
  const items = withinBudget(
    requests.map((request) => plan(request, settings.maxAttempts, scheduler)),
    settings.retryBudgetPercent,
  );
  const counts = countsOf(items);
  const worstCaseMs = items.reduce(
    (worst, { schedule }) => Math.max(worst, schedule.at(-1)?.atMs ?? 0),
    0,
  );
  const found = `${counted(counts.needsReview, "item")} that may have been carried out`;
  return gated(
    {
      output: items.map(lineOf).join("\n"),
      value: { items, counts, worstCaseMs },
      valid: counts.needsReview === 0,
      warnings: orderFindings([...batch.warnings, ...ignored]),
      stats: { items: items.length, ...counts, worstCaseMs },
    },
    {
      failOn: settings.failOn,
      code: "BATCH_RETRY_SAFETY_PLANNER_FAILED",
      message: `Cannot retry without a person: found ${found}, expected none`,
    },
  );
}

function plan(request: Request, maxAttempts: number, scheduler: Scheduler): Planned {
  const verdict = decide(request, maxAttempts);
  const { id } = request;
  if (verdict.decision !== "retry") return { id, ...verdict, schedule: [] };
  const schedule = scheduler.scheduleOf(request);
  if (schedule.length > 0) return { id, ...verdict, schedule };
  return { id, decision: "do-not-retry", reason: "DEADLINE_EXCEEDED", schedule };
}

/** The first retries that the budget pays for; the others wait. */
function withinBudget(items: readonly Planned[], percent: number | undefined): Planned[] {
  if (percent === undefined) return [...items];
  const { numerator, denominator } = readDecimal(String(percent)) ?? {
    numerator: 0n,
    denominator: 1n,
  };
  let left = Number((BigInt(items.length) * numerator) / (denominator * 100n));
  return items.map((item) => {
    if (item.decision !== "retry" || left-- > 0) return item;
    return { ...item, decision: "deferred", reason: "RETRY_BUDGET", schedule: [] };
  });
}

function countsOf(items: readonly Planned[]): Value["counts"] {
  const counts = new Map<Decision, number>();
  for (const { decision } of items) counts.set(decision, (counts.get(decision) ?? 0) + 1);
  const of = (decision: Decision) => counts.get(decision) ?? 0;
  return {
    done: of("done"),
    pending: of("pending"),
    retry: of("retry"),
    deferred: of("deferred"),
    needsReview: of("needs-review"),
    doNotRetry: of("do-not-retry"),
  };
}

function lineOf({ id, decision, reason, schedule }: Planned): string {
  const delays = schedule.map(({ delayMs }) => delayMs).join(", ");
  const when = delays === "" ? "" : ` ${delays} ms`;
  return `${oneLine(id)} ${decision} ${reason}${when}`;
}
