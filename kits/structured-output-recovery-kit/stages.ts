/** What the stages did, and the figures of the replies. */
import type { Tool } from "../../tools/_core/tool.ts";
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import { sha256Hex } from "../../tools/_lib/bytes/sha256.ts";
import type { KitReport } from "../_core/report.ts";
import type { Input } from "../structured-output-recovery-kit.ts";
import type { Reply } from "./reply.ts";
import { isUsable } from "./vote.ts";

type StageId = "rescue" | "conform" | "validate" | "choose" | "reask";
export type Report = KitReport<Readonly<Record<StageId, Tool | null>>>;

/** Logs all stages but the last, which is over only when the new request is written. */
export function logStages(
  replies: readonly Reply[],
  chosen: Reply,
  { schema, replies: given, choose }: Input,
  report: Report,
): void {
  logRescue(replies, chosen, report);
  logChecks(replies, chosen, schema !== undefined, report);
  if (given === undefined) {
    report.skipped("choose", "There is one answer; the field `replies` takes several");
    return;
  }
  const usable = replies.filter(isUsable).length;
  report.done(
    "choose",
    `Reply ${chosen.index} by ${choose}; ${usable} of ${replies.length} usable`,
  );
}

function logRescue(replies: readonly Reply[], chosen: Reply, report: Report): void {
  const found = replies.filter(({ json }) => json !== undefined);
  const summary = `${found.length} of ${answers(replies.length)} with JSON, ${changes(found, "rescue")}`;
  if (chosen.trouble?.stage === "rescue") report.stageFailed("rescue", chosen.trouble.error);
  else if (found.length === 0) report.failed("rescue", summary);
  else report.done("rescue", summary);
}

function logChecks(
  replies: readonly Reply[],
  chosen: Reply,
  hasSchema: boolean,
  report: Report,
): void {
  const checked = replies.filter(({ conforms }) => conforms !== null);
  if (checked.length === 0) {
    const reason = hasSchema
      ? "There is no data"
      : "The field `schema` says what the data has to be";
    report.skipped("conform", reason);
    report.skipped("validate", reason);
    return;
  }
  const verdict = chosen.conforms === true ? "pass" : "fail";
  const lossy = checked.reduce((sum, { lossyChanges }) => sum + lossyChanges, 0);
  if (checked.some(({ isConformed }) => isConformed)) {
    report.done("conform", `${changes(checked, "conform")}, ${lossy} of them lossy`, verdict);
  } else report.skipped("conform", "A bare number that no double holds is validated only");
  if (chosen.trouble?.stage === "validate") {
    report.stageFailed("validate", chosen.trouble.error);
    return;
  }
  const valid = checked.filter(({ conforms }) => conforms).length;
  report.done("validate", `${valid} of ${answers(checked.length)} valid`, verdict);
}

function changes(replies: readonly Reply[], stage: "rescue" | "conform"): string {
  const all = replies.flatMap((reply) => reply.changes.filter((change) => change.stage === stage));
  return all.length === 1 ? "1 change" : `${all.length} changes`;
}

function answers(count: number): string {
  return count === 1 ? "1 answer" : `${count} answers`;
}

export function summaryOf(reply: Reply) {
  const { index, grade, certainty, lossyChanges, conforms } = reply;
  return {
    index,
    grade,
    certainty,
    changes: reply.changes.length,
    lossyChanges,
    remaining: reply.remaining.length,
    conforms,
  };
}

/** What the kit's value says of the chosen reply. */
export function valueOf(chosen: Reply, { replies }: Input) {
  const { grade, data, json, conforms, certainty } = chosen;
  return {
    grade,
    data,
    dataSha256: json === undefined ? null : sha256Hex(canonicalJson(data)),
    conforms,
    certainty,
    reply: replies === undefined ? null : chosen.index,
    changes: chosen.changes,
    patch: chosen.patch,
    remaining: chosen.remaining,
  };
}

export function countsOf(replies: readonly Reply[], chosen: Reply) {
  return {
    replies: replies.length,
    usable: replies.filter(isUsable).length,
    changes: chosen.changes.length,
    remaining: chosen.remaining.length,
  };
}
