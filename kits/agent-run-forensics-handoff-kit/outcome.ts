/** How the run ended, where it broke, and where to go on. */
import type { TraceEvent } from "../../tools/_lib/agents/trace/events.ts";
import { matchesName } from "../../tools/_lib/text/name-pattern.ts";
import { valueOf } from "../../tools/_lib/json/tree/value.ts";
import type { Input, Resume } from "../agent-run-forensics-handoff-kit.ts";
import { type Diagnosis, failuresOf } from "./diagnosis.ts";
import { beginning, quoted } from "../../tools/_lib/text/shown.ts";
import { type Call, isSaid, type Record } from "./record.ts";

export interface Broke {
  readonly index: number;
  readonly tool: string | null;
  readonly code: string;
  readonly message: string;
}

export interface Findings {
  readonly firstFailure: { index: number; tool: string | null; message: string } | null;
  readonly brokeAt: Broke | null;
  readonly lastGood: { index: number; tool: string } | null;
  readonly outcome: "succeeded" | "failed" | "unfinished" | "unclear";
  readonly resume: Resume;
}

const LONGEST_MESSAGE = 200;

export function conclusionOf(
  record: Record,
  diagnoses: readonly Diagnosis[],
  repaired: ReadonlyMap<Call, unknown>,
  success: Input["success"],
): Findings {
  const [first] = failuresOf(record);
  const brokeAt = whereItBroke(record, diagnoses);
  const good = record.calls.filter(({ result }) => result && !result.event.isError);
  const last = good.findLast(
    ({ result }) => brokeAt === null || (result?.event.index ?? 0) < brokeAt.index,
  );
  const lastGood = last ? { index: last.event.index, tool: last.event.tool } : null;
  const outcome = outcomeOf(record, brokeAt, good, success);
  return {
    firstFailure: first
      ? {
          index: first.result.event.index,
          tool: first.tool,
          message: beginning(first.result.shownText, LONGEST_MESSAGE),
        }
      : null,
    brokeAt,
    lastGood,
    outcome,
    resume: resumeOf({ record, diagnoses, repaired, brokeAt, outcome, lastGood }),
  };
}

/** The first failure that was not recovered; without one the earliest error. */
function whereItBroke(record: Record, diagnoses: readonly Diagnosis[]): Broke | null {
  const failure = failuresOf(record).find(({ recovered }) => !recovered);
  if (failure !== undefined) {
    const { tool, result } = failure;
    const message = beginning(result.shownText, LONGEST_MESSAGE);
    return { index: result.event.index, tool, code: "UNRECOVERED_FAILURE", message };
  }
  let earliest: Diagnosis | undefined;
  const placeOf = ({ indexes }: Diagnosis) => indexes[0] ?? Infinity;
  for (const diagnosis of diagnoses) {
    if (diagnosis.severity !== "error" || diagnosis.indexes.length === 0) continue;
    if (earliest === undefined || placeOf(diagnosis) < placeOf(earliest)) earliest = diagnosis;
  }
  if (earliest === undefined) return null;
  const { tool, code, message } = earliest;
  return { index: placeOf(earliest), tool, code, message };
}

function outcomeOf(
  record: Record,
  brokeAt: Broke | null,
  good: readonly Call[],
  success: Input["success"],
): Findings["outcome"] {
  const { calls, events } = record;
  const isPending = calls.some(({ result }) => result === undefined);
  const last = events.findLast(({ type }) => type !== "other");
  const isMet = isSuccess(record, good, success);
  const isWell = !isPending && brokeAt === null && last !== undefined && isSaid(last);
  if (isMet ?? isWell) return "succeeded";
  if (isMet === false && !isPending) return "failed";
  // A call that was cut off has not failed.
  const isBroken = brokeAt !== null && brokeAt.code !== "PENDING_CALL";
  if (isBroken && !good.some(({ event }) => event.index > brokeAt.index)) return "failed";
  return isPending || isAwaiting(last) ? "unfinished" : "unclear";
}

/** Whether it is the agent's turn after the event. */
function isAwaiting(last: TraceEvent | undefined): boolean {
  return last?.type === "result" || (last?.type === "message" && last.role === "user");
}

/** Whether what was to be reached was reached; undefined where nobody said what that is. */
function isSuccess(
  { lastSaid }: Record,
  good: readonly Call[],
  { tool, text }: Input["success"],
): boolean | undefined {
  if (tool === undefined && text === undefined) return undefined;
  const isDone = tool !== undefined && good.some(({ event }) => matchesName(tool, event.tool));
  return isDone || (text !== undefined && (lastSaid?.text.includes(text) ?? false));
}

interface Situation extends Pick<Findings, "brokeAt" | "outcome" | "lastGood"> {
  readonly record: Record;
  readonly diagnoses: readonly Diagnosis[];
  readonly repaired: ReadonlyMap<Call, unknown>;
}

function resumeOf(situation: Situation): Resume {
  const { record, brokeAt, outcome, lastGood, repaired } = situation;
  const afterIndex = lastGood?.index ?? null;
  const pending = record.calls.find(({ result }) => result === undefined);
  if (pending !== undefined) {
    const { tool, callId } = pending.shown;
    const reason = `The result of ${quoted(tool)} (${callId}) is missing: give it, or call again if it had no effect`;
    return { afterIndex, action: "answer-pending", ...toCall(pending), reason };
  }
  if (brokeAt !== null && outcome !== "succeeded") {
    const call = callAt(record, brokeAt.index);
    const better = call && repaired.get(call);
    if (call !== undefined && better !== undefined) {
      const { tool } = call.event;
      const reason = `The arguments of ${quoted(tool)} did not fit its schema; these do`;
      return { afterIndex, action: "fix-arguments", tool, arguments: better, reason };
    }
    const target = call === undefined ? { tool: brokeAt.tool, arguments: null } : toCall(call);
    return { afterIndex, action: "retry", ...target, reason: adviceFor(brokeAt, situation) };
  }
  const nothing = { afterIndex, tool: null, arguments: null };
  if (outcome === "unfinished") {
    const reason = "Nothing is open and nothing broke: go on behind the last event";
    return { ...nothing, action: "continue", reason };
  }
  return { ...nothing, action: "none", reason: REASONS_FOR_NOTHING[outcome] };
}

const REASONS_FOR_NOTHING = {
  succeeded: "The run did what it should",
  failed: "Nothing broke, and what the run should have reached was not reached",
  unclear: "Nothing is open and nothing says that the goal was reached",
} as const;

function toCall({ shown, shownArguments }: Call) {
  return { tool: shown.tool, arguments: valueOf(shownArguments).value };
}

/** The call that stands or is answered there. */
function callAt({ events, callOf }: Record, index: number): Call | undefined {
  const event = events[index];
  if (event?.type === "call") return callOf.get(event);
  return event?.type === "result" && event.call !== undefined ? callOf.get(event.call) : undefined;
}

/** What to change first, by what was found there. */
const ADVICE: Readonly<{ [code: string]: string }> = {
  AUTH_FAILURE: "renew the credential first",
  PERMISSION: "get the permission first, or use what is permitted",
  RATE_LIMIT: "wait as long as the service says, then call less often",
  TIMEOUT: "raise the time limit or ask for less, and look first whether it took effect",
  CONTEXT_LIMIT: "make the context shorter first",
  NOT_FOUND: "look first what there is, and correct the name",
  INVALID_ARGUMENTS: "correct the arguments by the schema of the tool",
  UNDECLARED_TOOL: "use a tool that is declared",
  POLICY_VIOLATION: "do it in a way that the policy allows",
  LOOP: "change the approach: the same calls gave nothing new",
  REPEATED_CALL: "change the arguments or the approach: the same call gave nothing new",
  RETRY_UNCHANGED: "change the arguments or the approach: the same call failed again",
};

function adviceFor({ index, tool, code }: Broke, { diagnoses }: Situation): string {
  const there = diagnoses.filter(({ indexes }) => indexes.includes(index));
  const codes = new Set([code, ...there.map((diagnosis) => diagnosis.code)]);
  const known = Object.keys(ADVICE).find((one) => codes.has(one));
  const what = tool === null ? "The run" : quoted(tool);
  const advice = known === undefined ? "change what its message names" : ADVICE[known];
  return `${what} broke at event ${index}: ${advice}`;
}
