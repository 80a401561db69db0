/** What is said of operations and calls. */
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine } from "../../tools/_lib/text/shown.ts";
import type { Operations, Work } from "../api-migration-kit.ts";
import type { Rewritten } from "./calls.ts";
import type { Changes } from "./changes.ts";
import { isUnsure, type Pair, shownScore } from "./match.ts";
import type { Api, Operation } from "./operations.ts";

type Row = Operations[number];

/** What becomes of an operation. */
export function rowOf(from: Operation, pair: Pair | undefined, changes: Changes): Row {
  if (!pair) return { from: from.name, to: null, status: "removed", score: null, breaking: null };
  const { to, isSame } = pair;
  const found = { from: from.name, to: to.name, score: shownScore(pair.score) };
  if (!isSame) return { ...found, status: "moved", breaking: null };
  const own = changes.of(from);
  const breaking = own.filter(({ level }) => level === "error").length;
  const isChanged = own.some(({ level }) => level !== "info");
  return { ...found, status: isChanged ? "changed" : "unchanged", breaking };
}

export function countsOf(operations: Operations, added: readonly string[]) {
  const count = (wanted: string) => operations.filter(({ status }) => status === wanted).length;
  return {
    unchanged: count("unchanged"),
    changed: count("changed"),
    moved: count("moved"),
    removed: count("removed"),
    added: added.length,
  };
}

export function reportOperations(
  operations: Operations,
  before: Api,
  after: Api,
  pairs: ReadonlyMap<Operation, Pair>,
  { report }: Work,
): void {
  for (const [index, from] of before.operations.entries()) {
    const row = operations[index];
    if (!row) continue;
    const place = { path: `/before${from.endpoint.operation.pointer}`, subject: from.name };
    const found = findingOf(row);
    if (found) report.find(found.severity, "match", { ...found, ...place });
    const pair = pairs.get(from);
    if (!pair || !isUnsure(pair)) continue;
    const message = `${oneLine(from.name)} is taken for ${oneLine(pair.to.name)} by a likeness of ${row.score} only: say so in \`mapping\`, or say what it becomes`;
    report.find("info", "match", { code: "LOW_CONFIDENCE_MATCH", message, ...place });
  }
  if (before.server !== after.server) {
    const [was, is] = [before, after].map(({ server }) => oneLine(server || "/"));
    const message = `The first server is ${is} now, and was ${was}`;
    const code = "DEFAULT_SERVER_CHANGED";
    report.find("info", "match", { code, message, path: "/after/servers", received: after.server });
  }
  const { added: _added, ...counts } = countsOf(operations, []);
  const isBroken = counts.removed > 0 || operations.some(({ breaking }) => (breaking ?? 0) > 0);
  const isSame = counts.unchanged === operations.length;
  const figures = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
  report.done("match", figures.join(", "), isBroken ? "fail" : isSame ? "pass" : "review");
}

function findingOf({ from, to, status, breaking }: Row) {
  const name = oneLine(from);
  if (status === "removed") {
    const message = `${name} is gone, and nothing in \`after\` takes its place`;
    return { code: "OPERATION_REMOVED", severity: "error", message } as const;
  }
  if (status === "moved") {
    const message = `${name} becomes ${oneLine(to ?? "")}`;
    return { code: "OPERATION_MOVED", severity: "warning", message } as const;
  }
  if (status === "unchanged") return undefined;
  const code = "OPERATION_CHANGED";
  if (breaking === null || breaking === 0) {
    const message = `${name} changes in a way that may break clients: \`MIGRATION.md\` says how`;
    return { code, severity: "warning", message } as const;
  }
  const message = `${name} has ${counted(breaking, "breaking change")}: \`MIGRATION.md\` says which`;
  return { code, severity: "error", message } as const;
}

export function reportCalls(calls: readonly Rewritten[], { input, report }: Work): void {
  if (input.calls === undefined) {
    report.skipped("calls", "The field `calls` has real calls, as curl commands or data");
    return;
  }
  for (const { id, status, problems, details, given } of calls) {
    const place = { path: given.path, subject: id };
    if (status === "needs-work") {
      const why = problems.map((code) => `${code} (${oneLine(details[code] ?? "")})`).join(", ");
      const message = `${oneLine(id)} needs work: ${why}`;
      report.find("error", "calls", { code: "CALL_NEEDS_WORK", message, ...place });
    } else if (status === "unmatched") {
      const message = `${oneLine(id)} is of no operation of \`before\`: ${oneLine(`${given.method} ${given.url}`)}`;
      report.find("warning", "calls", { code: "CALL_UNMATCHED", message, ...place });
    }
  }
  const count = (wanted: string) => calls.filter(({ status }) => status === wanted).length;
  const statuses = ["unchanged", "rewritten", "needs-work", "unmatched"];
  const figures = statuses.map((status) => `${count(status)} ${status}`).join(", ");
  const isWhole = count("unmatched") === 0;
  report.done("calls", figures, count("needs-work") > 0 ? "fail" : isWhole ? "pass" : "review");
}
