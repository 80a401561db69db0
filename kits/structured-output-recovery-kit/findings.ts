/** What the kit says about the chosen reply, and what a new request has to say. */
import { codeOf } from "../../tools/_lib/schemas/json-schema/violations.ts";
import { readJsonField } from "../../tools/_lib/json/tree/json-field.ts";
import { minifyJson } from "../../tools/_lib/json/tree/write.ts";
import type { Change, Disagreement, Input } from "../structured-output-recovery-kit.ts";
import type { Request } from "./reask.ts";
import type { Report } from "./stages.ts";
import type { Reply } from "./reply.ts";
import { oneLine } from "../../tools/_lib/text/shown.ts";
import { withLineFeeds } from "../_core/deliverable.ts";

/** Warnings of the rescue that are the kit's, too; the others are notes, but for what `truncated` says already. */
const KEPT_WARNINGS: ReadonlySet<string> = new Set(["SEVERAL_CANDIDATES", "DUPLICATE_KEY"]);

export function reportReply(reply: Reply, report: Report): void {
  reportRescue(reply, report);
  for (const { path, keyword, message } of reply.remaining) {
    report.find("error", "validate", { code: codeOf(keyword), message, path });
  }
  const conformed = reply.changes.filter(({ stage }) => stage === "conform");
  for (const { code, path } of conformed.filter(({ lossy }) => lossy)) {
    const message = `${code} changed the data so that something of it is lost`;
    report.find("warning", "conform", {
      code: "LOSSY_CHANGE",
      message,
      path: path ?? "",
      received: code,
    });
  }
  if (conformed.length > 0) {
    const message = `${conformed.length === 1 ? "1 change" : `${conformed.length} changes`} made the data conform`;
    report.find("info", "conform", { code: "CONFORMED", message, received: conformed.length });
  }
}

function reportRescue(reply: Reply, report: Report): void {
  if (reply.json === undefined && reply.trouble === undefined) {
    const message = "Cannot recover anything: found no JSON value in the answer, expected one";
    report.find("error", "rescue", { code: "NO_JSON_FOUND", message });
  }
  if (reply.certainty === "guess") {
    const guess = guessesOf(reply)[0]?.code;
    const message = reply.needsGuess
      ? `Cannot use the answer: ${guess} is a guess, expected only repairs that are sure`
      : `The syntax was repaired by a guess: ${guess}`;
    const code = reply.needsGuess ? "GUESS_NEEDED" : "GUESSED";
    report.find(reply.needsGuess ? "error" : "warning", "rescue", {
      code,
      message,
      received: guess,
    });
  }
  if (reply.truncated) {
    const message = "The answer ends in the middle of the value; what it left open was closed";
    report.find("warning", "rescue", { code: "TRUNCATED", message });
  }
  for (const warning of reply.warnings) {
    if (warning.code === "TRUNCATED") continue;
    const severity = KEPT_WARNINGS.has(warning.code) ? "warning" : "info";
    // The rescue counts from its own answer.
    const path = warning.path?.replace(/^\/value\/data(?=\/|$)/, "");
    report.find(severity, "rescue", { ...warning, path });
  }
}

export function reportVote(
  replies: readonly Reply[],
  disagreements: readonly Disagreement[],
  report: Report,
): void {
  if (disagreements.length === 0) return;
  const received = disagreements.length;
  const places = received === 1 ? "one place" : `${received} places`;
  const message = `Of ${replies.length} replies those that can be used differ at ${places}`;
  report.find("warning", "choose", { code: "REPLIES_DISAGREE", message, received });
}

/** What a new request has to hold. */
export function requestFor(reply: Reply, { schema, instruction }: Input): Request {
  const field = schema === undefined ? undefined : readJsonField(schema, "/schema");
  return {
    problems: problemsOf(reply),
    schema: field?.ok === true ? minifyJson(field.root) : undefined,
    instruction: withLineFeeds(instruction),
    answer: withLineFeeds(reply.text),
  };
}

/** One sentence for each thing that the model has to do better. */
function problemsOf(reply: Reply): string[] {
  const problems = reply.remaining.map(
    ({ path, message }) => `\`${path === "" ? "(root)" : path}\`: ${oneLine(message)}`,
  );
  if (reply.trouble !== undefined) problems.push(oneLine(reply.trouble.error.message));
  else if (reply.json === undefined) problems.push("No JSON value was found in the answer.");
  if (reply.needsGuess) {
    const codes = [...new Set(guessesOf(reply).map(({ code }) => code))].join(", ");
    problems.push(
      `The answer is not well-formed JSON, and what it means is not certain (${codes}).`,
    );
  }
  if (reply.truncated) problems.push("The answer ends in the middle; send it whole.");
  return problems;
}

function guessesOf({ changes }: Reply): Change[] {
  return changes.filter(({ certainty }) => certainty === "guess");
}
