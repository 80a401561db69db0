/** The files: what was found, the recording for the next replay, test lines, a table and a report for CI. */
import { type JunitCase, junitXml } from "../_core/junit.ts";
import { counted } from "../../tools/_lib/text/plural.ts";
import { oneLine } from "../../tools/_lib/text/shown.ts";
import type { Work } from "../agent-tool-call-replay-kit.ts";
import { dataOf } from "./recording.ts";
import { REASONS, type Replayed } from "./replay.ts";

const MOST_DIFFERENCES = 20;

/** A call as the value tells it. */
export function tellCall({ call, index, facts, answer, ...replayed }: Replayed) {
  const { status, now, seed, dependsOn, sha256, differences, receipt } = replayed;
  return {
    index,
    id: call.id,
    tool_id: facts?.id ?? call.recordedName,
    status,
    http: answer?.status ?? null,
    options: { now, seed },
    dependsOn,
    recordedVersion: call.version ?? null,
    version: facts?.version ?? null,
    replayedSha256: sha256,
    differences: differences.slice(0, MOST_DIFFERENCES),
    receipt,
  };
}

/** Why a call is not what was recorded, in one sentence. */
export function whyNot({ status, reason, differences, dependsOn, call, facts }: Replayed): string {
  if (status === "not-replayable") {
    return `The call is not made again: ${REASONS[reason ?? "TOOL_UNKNOWN"]}`;
  }
  const [first] = differences;
  if (first === undefined) return "";
  const more = differences.length - 1;
  const what = `${first.path}: recorded ${told(first.recorded)}, now ${told(first.replayed)}${more > 0 ? `, and ${counted(more, "more difference")}` : ""}`;
  if (status === "version-changed") {
    return `${what}; recorded at version ${call.version}, now ${facts?.version}`;
  }
  return dependsOn === "clock-or-entropy"
    ? `${what}; the tool depends on the clock or the seed, and the recording has none`
    : what;
}

function told(value: unknown): string {
  return value === undefined ? "nothing" : oneLine(JSON.stringify(value));
}

export function writeFiles(all: readonly Replayed[], { report }: Work): void {
  const made = all.filter(({ result }) => result !== undefined);
  report.json("replay.json", all.map(tellCall));
  report.jsonLines("recording.jsonl", made.map(recordingLine));
  report.jsonLines("cases.jsonl", made.map(caseLine));
  const rows = all.flatMap(({ index, call, facts, status, differences }) =>
    differences.map(({ path, recorded, replayed }) => {
      const texts = [recorded, replayed].map((one) =>
        one === undefined ? "" : JSON.stringify(one),
      );
      return [index, call.id, facts?.id ?? call.recordedName, status, path, ...texts];
    }),
  );
  if (rows.length > 0) report.csv("differences.csv", COLUMNS, rows);
  report.file("junit.xml", junitXml("agent-tool-call-replay", all.map(testOf)));
}

const COLUMNS = ["index", "id", "tool_id", "status", "path", "recorded", "replayed"] as const;

/** A line that holds all that a replay needs. */
function recordingLine({ call, facts, used, result }: Replayed) {
  return {
    id: call.id,
    tool_id: facts?.id,
    ...inputOf(call.input),
    options: used,
    tool_version: facts?.version,
    expect: result && dataOf(result),
  };
}

function caseLine({ call, facts, used, answer }: Replayed) {
  const { output, value } = answer?.result ?? {};
  const came = output === undefined ? { value } : { output };
  const expect = answer?.error === undefined ? came : { "error.code": answer.error.code };
  const input = call.input ? dataOf(call.input) : {};
  return { tool_id: facts?.id, input, options: used, expect, http: answer?.status };
}

function inputOf(input: Replayed["call"]["input"]): { readonly input?: unknown } {
  return input ? { input: dataOf(input) } : {};
}

function testOf(replayed: Replayed): JunitCase {
  const { call, index, facts, status } = replayed;
  const name = `call ${index}: ${facts?.id ?? call.recordedName} (${call.id})`;
  if (status === "mismatch" || status === "version-changed") {
    return { name, outcome: "failure", message: whyNot(replayed) };
  }
  if (status === "not-replayable") return { name, outcome: "skipped", message: whyNot(replayed) };
  return { name, outcome: "passed" };
}
