/** What pytest prints: a line for each test with `-v`, and the short summary. */
import { logLines } from "../../text/log-lines.ts";
import type { Attempt, Attempts, Status } from "./report.ts";
import { cutAt } from "./truncation.ts";

const WORDS: ReadonlyMap<string, Status> = new Map<string, Status>([
  ["PASSED", "passed"],
  ["XPASS", "passed"],
  ["FAILED", "failed"],
  // Of a plugin that runs failed tests again.
  ["RERUN", "failed"],
  ["ERROR", "error"],
  ["SKIPPED", "skipped"],
  ["XFAIL", "skipped"],
]);
const WORD = "PASSED|XPASS|FAILED|RERUN|ERROR|SKIPPED|XFAIL";
const STATUS_IN_LINE = new RegExp(String.raw`(?<!\s)\s+(${WORD})(?= \(|$)`, "g");
const STATUS_FIRST = new RegExp(`^(${WORD}) (?=[^\\s([])(.*)$`);
const WORKER = /^\[gw\d+\] (?:\[ {0,3}\d{1,3}%\] )?/;
const SESSION = /^=+ test session starts =+$/;
/** `2 failed, 3 passed, 1 warning in 1.26s`, between equals signs but with `-q`. */
const CLOSING = /^(?:=+ )?((?:\d{1,9} [a-z]+(?:, )?)+) in \d[\d.]{0,15}s\b/;
/** Of the closing line, what counts tests. */
const OUTCOMES = new Set(["passed", "failed", "skipped", "xfailed", "xpassed", "error", "errors"]);
const COLLECTED =
  /^collected (\d{1,15}) items?(?: \/ \d+ errors?)?(?: \/ (\d{1,15}) deselected)?(?: \/ \d+ skipped)?(?: \/ (\d{1,15}) selected)?/;

/** Undefined where no line is one of pytest's. */
export function readPytest(text: string): Attempts | undefined {
  const run = new Run();
  for (const line of logLines(text)) run.line(line.trimEnd());
  return run.finish();
}

class Run {
  /** With `-v`. */
  readonly #lines: Attempt[] = [];
  readonly #summary: Attempt[] = [];
  #isSession = false;
  #collected: number | undefined;
  /** As the closing line counts them. */
  #counted: number | undefined;

  line(line: string): void {
    const worker = WORKER.exec(line)?.[0] ?? "";
    const rest = line.slice(worker.length);
    const first = readSummaryLine(rest);
    if (first) (worker === "" ? this.#summary : this.#lines).push(first);
    else {
      const attempt = readVerboseLine(rest);
      if (attempt) this.#lines.push(attempt);
      else this.#header(line);
    }
  }

  finish(): Attempts | undefined {
    const messages = new Map(this.#summary.map(({ id, message }) => [id, message]));
    const known = new Set(this.#lines.map(({ id }) => id));
    const attempts = [
      ...this.#lines.map((attempt) => ({ ...attempt, message: messages.get(attempt.id) })),
      ...this.#summary.filter(({ id }) => !known.has(id)),
    ];
    if (attempts.length === 0 && !this.#isSession && this.#counted === undefined) return undefined;
    // Without `-v` those that passed are not listed, and only the closing line tells that they are missing.
    const isListed = this.#lines.length > 0 || this.#summary.length === 0;
    const cut = isListed ? cutAt(this.#collected, known.size) : undefined;
    const isCut = (this.#counted ?? 0) > attempts.length;
    return { attempts, truncated: isCut ? cutAt(this.#counted, attempts.length) : cut };
  }

  #header(line: string): void {
    this.#isSession ||= SESSION.test(line);
    const closing = CLOSING.exec(line)?.[1];
    if (closing !== undefined) this.#counted = countedIn(closing);
    const [, collected, deselected = 0, selected] = COLLECTED.exec(line) ?? [];
    if (collected !== undefined)
      this.#collected = Number(selected ?? Number(collected) - Number(deselected));
  }
}

function countedIn(closing: string): number {
  let sum = 0;
  for (const part of closing.split(", ")) {
    const [count, word = ""] = part.split(" ");
    if (OUTCOMES.has(word)) sum += Number(count);
  }
  return sum;
}

/** `STATUS id - message`; captured logs, which begin alike, name no path. */
function readSummaryLine(line: string): Attempt | undefined {
  const [, word = "", rest = ""] = STATUS_FIRST.exec(line) ?? [];
  const status = WORDS.get(word);
  if (status === undefined) return undefined;
  const end = endOfId(rest);
  const id = rest.slice(0, end);
  if (!/^\S*(?:::|[./\\])/.test(id)) return undefined;
  return { id, status, durationMs: null, message: rest.slice(end + " - ".length) || undefined };
}

/** The first ` - ` outside of brackets, else the first one at all, else the end. */
function endOfId(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "[") depth++;
    else if (text[at] === "]") depth--;
    else if (depth <= 0 && text.startsWith(" - ", at)) return at;
  }
  const first = text.indexOf(" - ");
  return first < 0 ? text.length : first;
}

/** `id STATUS`, perhaps with a reason and how far the run is; an id has `::` in it, or no white space. */
function readVerboseLine(line: string): Attempt | undefined {
  const whole = line.replace(/\[ {0,3}\d{1,3}%\]$/, "").trimEnd();
  const colons = whole.indexOf("::");
  const space = whole.search(/\s/);
  for (const { 0: found, 1: word = "", index } of whole.matchAll(STATUS_IN_LINE)) {
    const isEnd = index + found.length === whole.length || whole.endsWith(")");
    const isId = (colons >= 0 && colons < index) || space === index;
    if (isId && isEnd && index > 0)
      return { id: whole.slice(0, index), status: WORDS.get(word) ?? "error", durationMs: null };
  }
  return undefined;
}
