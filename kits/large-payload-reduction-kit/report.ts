/** What the stages say, and what the findings are. */
import { counted } from "../../tools/_lib/text/plural.ts";
import formatJson from "../../tools/json-formatter.ts";
import countTokens from "../../tools/token-counter.ts";
import type { KitReport, StagePlan } from "../_core/report.ts";
import type { Facts, Input } from "../large-payload-reduction-kit.ts";
import { isJson, type Payload } from "./kind.ts";
import type { Climbed, Step } from "./ladder.ts";

export interface Work {
  readonly payload: Payload;
  readonly steps: readonly Step[];
  readonly climbed: Climbed;
  readonly input: Input;
  readonly before: number;
  readonly target: number | undefined;
}

export function planOf({ kind }: Pick<Payload, "kind">, steps: readonly Step[]): StagePlan {
  return {
    read: isJson(kind) ? formatJson : null,
    measure: countTokens,
    ...Object.fromEntries(steps.map(({ id, tool }) => [id, tool])),
    retention: null,
  };
}

export function logStages(
  facts: Facts,
  { payload, climbed }: Work,
  report: KitReport<StagePlan>,
): void {
  report.done("read", `${payload.kind}, ${counted(payload.text.length, "character")}`);
  report.done("measure", counted(facts.tokensBefore, "token"));
  for (const { id, reason } of facts.steps) {
    const summary = climbed.summaries.get(id) ?? "";
    if (reason === "not-needed" || reason === "skipped") report.skipped(id, summary);
    else report.done(id, summary);
  }
  const shares = Object.entries(facts.retention)
    .flatMap(([name, kept]) => (kept === null ? [] : [`${name} ${kept.percent} %`]))
    .join(", ");
  report.done("retention", shares || "Nothing to compare");
}

export function findAll(
  { target, tokensAfter, met, lossless, result, note, retention, kind }: Facts,
  { payload, climbed, input }: Work,
  report: KitReport<StagePlan>,
): void {
  findUnused(input, payload, climbed, report);
  if (!met) {
    const message = `The payload still has ${counted(tokensAfter, "token")}, expected at most ${target}: ${note ?? ""}`;
    const finding = { code: "TARGET_NOT_MET", message, expected: target, received: tokensAfter };
    report.find("error", "retention", finding);
  }
  if (!lossless) {
    const message = `The result of step ${result} does not hold all of the payload: see restore.md`;
    report.find("warning", "retention", { code: "LOSSY", message, received: result });
  }
  const { numbers } = retention;
  if (numbers !== null && numbers.percent < 100) {
    const message = `${numbers.before - numbers.kept} of ${counted(numbers.before, "number")} are not in the result`;
    const received = numbers.percent;
    report.find("warning", "retention", { code: "NUMBERS_LOST", message, received });
  }
  for (const [step, entry] of climbed.warnings) {
    report.find("warning", step, { ...entry, path: undefined, subject: step });
  }
  if (result === "original") {
    const message = "No step that may run makes the payload smaller";
    report.find("info", "measure", { code: "NO_GAIN_AT_ALL", message });
  }
  if (payload.isGuessed) {
    const message = `The payload was taken for ${kind}; the field kind would say it for sure`;
    report.find("info", "read", { code: "KIND_GUESSED", message, received: kind });
  }
}

function findUnused(
  { keep, drop }: Input,
  { kind }: Payload,
  { losses }: Climbed,
  report: KitReport<StagePlan>,
): void {
  const hasMembers = isJson(kind);
  if (drop.length > 0 && !losses.some(({ code }) => code === "PATH_DROPPED")) {
    const why = hasMembers ? "nothing there is named by it" : `it names members of JSON`;
    const message = `Nothing was dropped from the payload (${kind}) for \`drop\`: ${why}`;
    const finding = { code: "DROP_WITHOUT_EFFECT", message, path: "/drop" };
    report.find("warning", hasMembers ? "drop" : "read", finding);
  }
  if (keep.length > 0 && !hasMembers) {
    const message = `\`keep\` protects nothing of the payload (${kind}): it names parts of JSON`;
    report.find("warning", "read", { code: "KEEP_WITHOUT_EFFECT", message, path: "/keep" });
  }
}
