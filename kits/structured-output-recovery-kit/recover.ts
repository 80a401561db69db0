/** The way of an answer through the tools, and what comes of all answers. */
import type { Static } from "@sinclair/typebox";
import type { Entry, Outcome } from "../../tools/_core/tool.ts";
import conform from "../../tools/contract-conformance-repair.ts";
import validate from "../../tools/json-schema-validator.ts";
import rescue from "../../tools/structured-output-rescue.ts";
import countTokens from "../../tools/token-counter.ts";
import type { KitCtx } from "../_core/kit.ts";
import type { KitReport } from "../_core/report.ts";
import type { Input, Result, STAGES } from "../structured-output-recovery-kit.ts";
import { reportReply, reportVote } from "./findings.ts";
import { askAgain } from "./reask.ts";
import { type Conformed, gradeReply, type Reply, type Rescued, unusableReply } from "./reply.ts";
import { countsOf, logStages, summaryOf, valueOf } from "./stages.ts";
import { chooseReply, disagreementsOf } from "./vote.ts";

interface Work {
  readonly input: Input;
  readonly ctx: KitCtx<typeof rescue | typeof conform | typeof validate | typeof countTokens>;
  readonly report: KitReport<typeof STAGES>;
}

/** One answer through rescue, conform and validate; undefined where the schema ends the run. */
export function recover(text: string, index: number, work: Work): Reply | undefined {
  const { input, ctx, report } = work;
  const { schema } = input;
  const found = ctx.step(rescue, {
    text,
    ...(schema === undefined ? {} : { schema }),
    coerce: false,
    renameKeys: false,
  });
  const [error, ...others] = found.errors ?? [];
  if (!found.ok && error !== undefined) {
    if (!isAbout(error, "/schema")) return unusableReply(index, text, error);
    report.stop("rescue", [error, ...others]);
    return undefined;
  }
  const rescued = rescuedOf(found);
  const { allowGuesses } = input;
  if (schema === undefined) return gradeReply({ index, text, rescued, allowGuesses });

  const conformed = conformData(rescued, index, work);
  if (conformed === "stopped") return undefined;
  const { json } = conformed ?? rescued;
  const checked = ctx.step(validate, { schema, data: json });
  return gradeReply({
    index,
    text,
    rescued,
    conformed,
    validated: checked.ok
      ? { ok: true, valid: checked.valid === true, remaining: checked.value?.errors ?? [] }
      : { ok: false, error: firstError(checked) },
    allowGuesses,
  });
}

function conformData(
  { data, json }: Rescued,
  index: number,
  { input, ctx, report }: Work,
): Conformed | "stopped" | undefined {
  const isContainer = typeof data === "object" && data !== null;
  // A bare number that no double holds can be handed on only as text, which is another value.
  if (!isContainer && json !== JSON.stringify(data)) return undefined;
  const { schema, policy } = input;
  const made = ctx.step(conform, {
    schema,
    data: isContainer ? json : data,
    policy,
    failOn: "none",
  });
  if (made.ok && made.value) {
    const { repaired, conforms, changes, patch, remaining } = made.value;
    const text = made.output ?? JSON.stringify(repaired);
    return { data: repaired, json: text, conforms, changes, patch, remaining };
  }
  const field = input.replies === undefined ? "/text" : `/replies/${index}`;
  report.stop(
    "conform",
    (made.errors ?? []).map((entry) =>
      isAbout(entry, "/data") ? { ...entry, path: field } : entry,
    ),
  );
  return "stopped";
}

/** The outcome of a run that went through all its stages. */
export function conclude(replies: readonly Reply[], { input, ctx, report }: Work): Result {
  const chosen = chooseReply(replies, input.choose);
  const disagreements = disagreementsOf(replies);
  reportReply(chosen, report);
  reportVote(replies, disagreements, report);
  logStages(replies, chosen, input, report);
  const reask = askAgain(chosen, input, report, (text) => {
    const { value, warnings = [] } = ctx.step(countTokens, { text, model: input.model });
    return { tokens: value?.high ?? 0, notes: warnings };
  });
  const isFit = report.verdict !== "fail";

  const { grade, certainty, changes, patch, json } = chosen;
  if (isFit && json !== undefined) report.file("data.json", json);
  report.json("changes.json", { grade, certainty, changes, patch });
  if (reask !== undefined) report.file("reask.md", reask.text);
  const list = replies.map(summaryOf);
  if (input.replies !== undefined) {
    report.json("votes.json", { chosen: chosen.index, replies: list, disagreements });
  }
  return report.conclude({
    value: {
      ...valueOf(chosen, input),
      replies: list,
      disagreements,
      reaskTokens: reask?.tokens ?? null,
    },
    counts: countsOf(replies, chosen),
    output: isFit ? json : reask?.text,
    failOn: input.failOn,
  });
}

/** The outcome of a run that the schema ended, with the replies that were graded before. */
export function concludeStopped(replies: readonly Reply[], { input, report }: Work): Result {
  const none = unusableReply(0, "");
  return report.conclude({
    value: {
      ...valueOf(none, input),
      replies: replies.map(summaryOf),
      disagreements: [],
      reaskTokens: null,
    },
    counts: countsOf(replies, none),
    failOn: input.failOn,
  });
}

function rescuedOf(outcome: Outcome<Static<(typeof rescue)["value"]>>): Rescued {
  const { value, output = "", warnings = [] } = outcome;
  if (!value) throw new Error("structured-output-rescue did its job and gave no value");
  const { data, status, truncated, changes } = value;
  return { data, json: output, status, truncated, changes, warnings };
}

function isAbout({ path = "" }: Entry, field: string): boolean {
  return path === field || path.startsWith(`${field}/`);
}

function firstError({ errors: [error] = [] }: Outcome): Entry {
  return error ?? { code: "STAGE_FAILED", message: "The tool failed without saying why" };
}
