/** The JSON report of Jest, which Vitest writes as well. */
import { isObject } from "../../json/tree/members.ts";
import { stripAnsi } from "../../text/log-lines.ts";
import type { Attempt, Attempts, Status } from "./report.ts";
import { millisOf } from "./duration.ts";
import { cutAt } from "./truncation.ts";

type Fields = Readonly<Record<string, unknown>>;

const WORDS: ReadonlyMap<unknown, Status> = new Map<unknown, Status>([
  ["passed", "passed"],
  ["failed", "failed"],
  ["pending", "skipped"],
  ["skipped", "skipped"],
  ["todo", "skipped"],
  ["disabled", "skipped"],
]);

interface Assertion {
  readonly attempt: Attempt;
  readonly file: Fields;
}

/** Undefined where `testResults` holds what is no file of tests. */
export function readJest(report: Fields): Attempts | undefined {
  const files = report["testResults"];
  if (!Array.isArray(files) || !files.every(isObject)) return undefined;
  const assertions: Assertion[] = [];
  const suites: Attempt[] = [];
  for (const file of files) {
    const results = listOf(file["assertionResults"] ?? file["testResults"]).filter(isObject);
    for (const result of results) assertions.push({ attempt: readAssertion(result), file });
    if (results.length === 0 && file["status"] === "failed") suites.push(failedFile(file));
  }
  const shared = idsOfSeveralFiles(assertions);
  const attempts = assertions.map(({ attempt, file }): Attempt => {
    const { id } = attempt;
    return shared.has(id) ? { ...attempt, id: `${basenameOf(file)}::${id}` } : attempt;
  });
  const declared = report["numTotalTests"];
  const count = typeof declared === "number" ? declared : undefined;
  return { attempts: [...attempts, ...suites], truncated: cutAt(count, attempts.length) };
}

function readAssertion(result: Fields): Attempt {
  const { ancestorTitles, title, fullName, status, duration, failureMessages } = result;
  const titles = [...listOf(ancestorTitles), title].filter((text) => typeof text === "string");
  return {
    id: textOf(fullName) ?? titles.join(" "),
    status: WORDS.get(status) ?? "error",
    durationMs: millisOf(duration),
    message: messageOf(listOf(failureMessages).filter((text) => typeof text === "string")),
  };
}

function failedFile(file: Fields): Attempt {
  const message = textOf(file["message"]) ?? textOf(file["failureMessage"]);
  return {
    id: `${basenameOf(file)}::(suite)`,
    status: "error",
    durationMs: null,
    message: messageOf(message === undefined ? [] : [message]),
  };
}

function messageOf(messages: readonly string[]): string | undefined {
  return stripAnsi(messages.join("\n")).trim() || undefined;
}

/** Ids that stand in more than one file, which are told apart by the files' names. */
function idsOfSeveralFiles(assertions: readonly Assertion[]): ReadonlySet<string> {
  const files = new Map<string, Fields>();
  const shared = new Set<string>();
  for (const { attempt, file } of assertions) {
    if ((files.get(attempt.id) ?? file) !== file) shared.add(attempt.id);
    files.set(attempt.id, file);
  }
  return shared;
}

function basenameOf(file: Fields): string {
  const path = textOf(file["name"]) ?? textOf(file["testFilePath"]) ?? "";
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
