/** Every difference between two OpenAPI documents that a client can notice. */
import { type Ctx, type Entry, fail } from "../_core/tool.ts";
import { groupBy } from "../_lib/algorithms/group-by.ts";
import { canonicalJson } from "../_lib/json/tree/canonical.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { countedFindings, gated } from "../_lib/results/review/gate.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { counted } from "../_lib/text/plural.ts";
import { instantFromMs, writeUtc } from "../_lib/time/calendar.ts";
import type { Input, Value, Warning } from "../openapi-surface-delta.ts";
import {
  type Change,
  compareChanges,
  compareEndpoints,
  type Finding,
  textOfFinding,
} from "./change.ts";
import { Comparison } from "./comparison.ts";
import { compareDocuments, compareSurfaces } from "./endpoints.ts";
import { missedReference, readOpenApi } from "../_lib/web/openapi/document.ts";
import { pathKey, surfaceOf } from "../_lib/web/openapi/surface.ts";
import { RULE_LEVELS, type RuleLevel, RULES } from "./rules.ts";
import { oneLine, quoted } from "../_lib/text/shown.ts";

/** Compares the documents of the input, of which `unknown` members have no effect. */
export function compareOpenApi(input: Input, unknown: readonly Entry<"UNKNOWN_FIELD">[], ctx: Ctx) {
  const before = readOpenApi(input.before, "/before");
  if (!before.ok) return fail(before.error);
  const after = readOpenApi(input.after, "/after");
  if (!after.ok) return fail(after.error);
  const [was, is] = [surfaceOf(before.document), surfaceOf(after.document)];
  if (was.error) return fail(was.error);
  if (is.error) return fail(is.error);

  const today = writeUtc(instantFromMs(ctx.now())).slice(0, "YYYY-MM-DD".length);
  const comparison = new Comparison(before.document, after.document, today, ctx.budget);
  const endpoints = compareSurfaces(comparison, was.surface, is.surface);
  compareDocuments(comparison);
  comparison.settle();
  const missed = missedReference(before.document) ?? missedReference(after.document);
  if (missed) return fail(missed);
  const judged = judge(comparison.findings, input);
  const kept = keptEndpoints(judged, was.surface, is.surface);
  return resultOf(input, judged, { ...endpoints, changed: kept }, [
    ...before.warnings,
    ...after.warnings,
    ...unknownRules(input),
    ...unknown,
  ]);
}

/** Gives findings their levels, leaves out what was accepted, and puts the rest in order. */
function judge(
  findings: readonly Finding[],
  { severity, ignore }: Pick<Input, "severity" | "ignore">,
): Change[] {
  const accepted = ignore.flatMap(({ id, path, method }) => {
    // What names nothing that is known would accept everything.
    if (id === undefined && path === undefined && method === undefined) return [];
    return [
      { id, path: path === undefined ? undefined : pathKey(path), method: method?.toLowerCase() },
    ];
  });
  const judged = new Map<string, Change>();
  for (const finding of findings) {
    const own = Object.hasOwn(severity, finding.id) ? severity[finding.id] : undefined;
    const level = own ?? RULES.get(finding.id);
    const { id, method } = finding;
    const path = pathKey(finding.path);
    const isAccepted = accepted.some(
      (entry) =>
        (entry.id ?? id) === id &&
        (entry.path ?? path) === path &&
        (entry.method ?? method) === method,
    );
    if (level === undefined || level === "none" || isAccepted) continue;
    const { place, before, after, ...named } = finding;
    const change: Change = {
      ...named,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
      level,
      text: textOfFinding(finding),
      pointer: place.pointer,
      input: place.side,
    };
    // What two media types share is one change.
    judged.set(canonicalJson(change), change);
  }
  return [...judged.values()].toSorted(compareChanges);
}

type Surfaces = Parameters<typeof compareSurfaces>[1];

/** Endpoints of both documents in which something changed. */
function keptEndpoints(judged: readonly Change[], before: Surfaces, after: Surfaces): number {
  const changed = new Set(judged.map(({ method, path }) => `${method} ${path}`));
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
  judged: readonly Change[],
  endpoints: Value["endpoints"],
  readWarnings: readonly Entry<Warning>[],
) {
  const countOf = (wanted: RuleLevel) => judged.filter((change) => change.level === wanted).length;
  const counts = { error: countOf("error"), warning: countOf("warning"), info: countOf("info") };
  const least = RULE_LEVELS.indexOf(level);
  const isListed = (change: Change) => RULE_LEVELS.indexOf(change.level) <= least;
  const value: Value = {
    verdict: counts.error > 0 ? "fail" : counts.warning > 0 ? "review" : "pass",
    changes: judged.filter(isListed),
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
  return gated(outcome, gate, counts.warning);
}

function entriesOf<C extends "BREAKING_CHANGE" | "RISKY_CHANGE">(
  code: C,
  level: RuleLevel,
  judged: readonly Change[],
): Entry<C>[] {
  return judged
    .filter((change) => change.level === level)
    .map(({ id, text, method, path, pointer, input }) => {
      const endpoint = path === "" ? "the document" : `${method.toUpperCase()} ${path}`;
      const found = text.startsWith("API") ? text : text.charAt(0).toLowerCase() + text.slice(1);
      const message = `Cannot keep ${endpoint} as it was: found ${found}, expected what clients know`;
      return { code, message, path: `/${input}${pointer}`, rule: id };
    });
}

/** A Markdown change log, one section for each endpoint. */
function changeLog({ verdict, changes, counts, endpoints, suggestedBump }: Value): string {
  const { error, warning, info } = counts;
  const found = [counted(error, "error"), counted(warning, "warning"), `${info} info`].join(", ");
  const { added, removed, changed } = endpoints;
  const surface = `${endpoints.before} → ${counted(endpoints.after, "endpoint")} (${added} added, ${removed} removed, ${changed} changed)`;
  const head = [
    `# openapi-surface-delta: ${verdict.toUpperCase()}`,
    `${found}; ${surface}; suggested bump: ${suggestedBump}`,
  ];
  if (changes.length === 0) return [...head, "No changes."].join("\n\n");
  const groups = groupBy(changes as readonly Change[], ({ method, path }) => `${method} ${path}`);
  const sections = [...groups.values()]
    .toSorted(([left], [right]) => compareEndpoints(left as Change, right as Change))
    .map(endpointSection);
  return [...head, ...sections].join("\n\n");
}

function endpointSection(changes: readonly Change[]): string {
  const { method = "", path = "" } = changes[0] ?? {};
  const title = path === "" ? "Document" : `${method.toUpperCase()} ${oneLine(path)}`;
  const rows = changes.map(({ level, id, text }) => `- ${level} \`${id}\`: ${oneLine(text)}`);
  return [`## ${title}`, "", ...rows].join("\n");
}

/** Looking for a near id goes through all rules; whoever misses more than that has another list. */
const MOST_NEAREST = 20;

/** A misspelt id would have no effect, and nobody would know why the gate trips. */
function unknownRules({
  severity,
  ignore,
}: Pick<Input, "severity" | "ignore">): Entry<"RULE_UNKNOWN">[] {
  const named = [
    ...Object.keys(severity).map((id) => ({ id, path: appendPointer("/severity", id) })),
    ...ignore.map(({ id }, index) => ({ id, path: `/ignore/${index}/id` })),
  ];
  const unknown = named.flatMap(({ id, path }) =>
    id === undefined || RULES.has(id) ? [] : [{ id, path }],
  );
  return unknown.map(({ id, path }, index) => {
    const [near] = index < MOST_NEAREST ? nearest(id, RULES.keys(), { limit: 1 }) : [];
    const meant = near === undefined ? "" : ` such as ${near}`;
    const message = `Cannot apply what is said of a rule: found ${quoted(id)}, expected the id of a rule${meant}`;
    return { code: "RULE_UNKNOWN", message, path };
  });
}
