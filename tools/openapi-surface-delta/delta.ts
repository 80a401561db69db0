import { type Ctx, type Entry, fail } from "../_core/tool.ts";
import { instantFromMs, writeUtc } from "../_lib/time/calendar.ts";
import { missedReference, readOpenApi } from "./openapi/document.ts";
import { surfaceOf } from "./openapi/surface.ts";
import { countedFindings, gated } from "../_lib/results/review/gate.ts";
import { Comparison } from "./comparison.ts";
import type { Failure, Input, Result, Value, Warning } from "../openapi-surface-delta.ts";
import { compareDocuments, compareSurfaces } from "./endpoints.ts";
import { judge, type Judged } from "./judge.ts";
import { changeLog } from "./report.ts";
import { RULE_LEVELS, type RuleLevel } from "./rules.ts";
import { unknownRules } from "./unknown-rules.ts";

/** Every difference between two OpenAPI documents that a client can notice. */
export function compareOpenApi(input: Input, ctx: Ctx): Result {
  const before = readOpenApi(input.before, "/before");
  if (!before.ok) return fail<Value, Failure, Warning>(before.error);
  const after = readOpenApi(input.after, "/after");
  if (!after.ok) return fail<Value, Failure, Warning>(after.error);
  const [was, is] = [surfaceOf(before.document), surfaceOf(after.document)];
  if (was.error) return fail<Value, Failure, Warning>(was.error);
  if (is.error) return fail<Value, Failure, Warning>(is.error);

  const today = writeUtc(instantFromMs(ctx.now())).slice(0, "YYYY-MM-DD".length);
  const comparison = new Comparison(before.document, after.document, today, ctx.budget);
  const endpoints = compareSurfaces(comparison, was.surface, is.surface);
  compareDocuments(comparison);
  comparison.settle();
  const missed = missedReference(before.document) ?? missedReference(after.document);
  if (missed) return fail<Value, Failure, Warning>(missed);
  const judged = judge(comparison.findings, input);
  const kept = keptEndpoints(judged, was.surface, is.surface);
  return resultOf(input, judged, { ...endpoints, changed: kept }, [
    ...before.warnings,
    ...after.warnings,
    ...unknownRules(input),
  ]);
}

type Surfaces = Parameters<typeof compareSurfaces>[1];

/** Endpoints of both documents in which something changed. */
function keptEndpoints(judged: readonly Judged[], before: Surfaces, after: Surfaces): number {
  const changed = new Set(judged.map(({ change: { method, path } }) => `${method} ${path}`));
  let count = 0;
  for (const [key, { endpoints }] of after) {
    for (const [method, { path }] of endpoints) {
      const isKept = before.get(key)?.endpoints.has(method) === true;
      if (isKept && changed.has(`${method} ${path}`)) count++;
    }
  }
  return count;
}

function resultOf(
  { level, failOn }: Input,
  judged: readonly Judged[],
  endpoints: Value["endpoints"],
  readWarnings: readonly Entry<Warning>[],
): Result {
  const countOf = (wanted: RuleLevel) =>
    judged.filter(({ change }) => change.level === wanted).length;
  const counts = { error: countOf("error"), warning: countOf("warning"), info: countOf("info") };
  const least = RULE_LEVELS.indexOf(level);
  const isListed = ({ change }: Judged) => RULE_LEVELS.indexOf(change.level) <= least;
  const value: Value = {
    verdict: counts.error > 0 ? "fail" : counts.warning > 0 ? "review" : "pass",
    changes: judged.filter(isListed).map(({ change }) => change),
    counts,
    endpoints,
    suggestedBump: counts.error > 0 ? "major" : judged.length > 0 ? "minor" : "none",
  };
  const outcome = {
    output: changeLog(value),
    value,
    valid: counts.error === 0,
    errors: entriesOf("BREAKING_CHANGE", "error", judged),
    warnings: [...readWarnings, ...entriesOf("RISKY_CHANGE", "warning", judged)],
  };
  const message = `Cannot release: found ${countedFindings(counts)}, expected none`;
  const gate = { failOn, code: "OPENAPI_SURFACE_DELTA_FAILED", message } as const;
  return gated<Value, Failure, Warning>(outcome, gate, counts.warning);
}

function entriesOf<C extends Failure | Warning>(
  code: C,
  level: RuleLevel,
  judged: readonly Judged[],
): Entry<C>[] {
  return judged
    .filter(({ change }) => change.level === level)
    .map(({ change: { id, text, method, path, pointer }, side }) => {
      const endpoint = path === "" ? "the document" : `${method.toUpperCase()} ${path}`;
      const found = text.startsWith("API") ? text : text.charAt(0).toLowerCase() + text.slice(1);
      const message = `Cannot keep ${endpoint} as it was: found ${found}, expected what clients know`;
      return { code, message, path: `/${side}${pointer}`, rule: id };
    });
}
