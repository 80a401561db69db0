/** What Mocha prints for people. */
import { logLines } from "../../text/log-lines.ts";
import type { Attempts, Status } from "./report.ts";
import { type Found, Said, Suites, timed } from "./tree.ts";
import { cutAt } from "./truncation.ts";

const INDENT = 2;
const COUNT = /^ {2}(\d{1,15}) (?:passing|pending|failing)(?: \(.*\))?$/;
const LINE = /^( +)(?:([✔✓√-])|(\d{1,9})\)) (.*)$/;
const FAILURE = /^ {2}(\d{1,9})\) /;

export function isMochaSpec(text: string): boolean {
  return /^ {2}\d{1,15} passing\b/m.test(text);
}

/** Undefined where no line is a test or a count. Titles are joined by a space, as its JSON does. */
export function readMochaSpec(text: string): Attempts | undefined {
  const run = new Run();
  for (const line of logLines(text)) run.line(line.trimEnd());
  return run.finish();
}

class Run {
  readonly #found: Found[] = [];
  /** By the number under which the list of failures has it. */
  readonly #failed = new Map<string, Found>();
  readonly #suites = new Suites();
  readonly #said = new Said();
  #declared: number | undefined;

  line(line: string): void {
    const count = COUNT.exec(line)?.[1];
    if (count !== undefined) this.#declared = (this.#declared ?? 0) + Number(count);
    else if (this.#declared !== undefined) this.#failure(line);
    else this.#result(line);
  }

  finish(): Attempts | undefined {
    this.#said.end(true);
    if (this.#found.length === 0 && this.#declared === undefined) return undefined;
    return { attempts: this.#found, truncated: cutAt(this.#declared, this.#found.length) };
  }

  #failure(line: string): void {
    const number = FAILURE.exec(line)?.[1];
    if (number === undefined) {
      this.#said.add(line);
      return;
    }
    this.#said.end(true);
    this.#said.of(this.#failed.get(number));
  }

  #result(line: string): void {
    const [, indent = "", sign = "", number, rest = ""] = LINE.exec(line) ?? [];
    if (rest === "") {
      const name = line.trimStart();
      const width = line.length - name.length;
      if (name !== "" && width >= INDENT) this.#suites.begin(width, name);
      return;
    }
    this.#suites.closeTo(indent.length);
    const { name, durationMs } =
      number === undefined ? timed(rest) : { name: rest, durationMs: null };
    const status: Status = number !== undefined ? "failed" : sign === "-" ? "skipped" : "passed";
    const test: Found = { id: this.#suites.idOf(name, " "), status, durationMs };
    this.#found.push(test);
    if (number !== undefined) this.#failed.set(number, test);
  }
}
