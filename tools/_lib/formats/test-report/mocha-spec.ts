/** What Mocha prints for people. */
import type { Attempts, Status } from "./report.ts";
import { timed, TreeReport } from "./tree.ts";

const INDENT = 2;
const COUNT = /^ {2}(\d{1,15}) (?:passing|pending|failing)(?: \(.*\))?$/;
const LINE = /^( +)(?:([✔✓√-])|(\d{1,9})\)) (.*)$/;
const FAILURE = /^ {2}(\d{1,9})\) /;

export function isMochaSpec(text: string): boolean {
  return /^ {2}\d{1,15} passing\b/m.test(text);
}

/** Undefined where no line is a test or a count. Titles are joined by a space, as its JSON does. */
export function readMochaSpec(text: string): Attempts | undefined {
  return new MochaSpec(" ", true).read(text);
}

class MochaSpec extends TreeReport {
  protected line(line: string): void {
    const count = COUNT.exec(line)?.[1];
    if (count !== undefined) this.declared = (this.declared ?? 0) + Number(count);
    else if (this.declared !== undefined) this.#failure(line);
    else this.#result(line);
  }

  #failure(line: string): void {
    const number = FAILURE.exec(line)?.[1];
    if (number === undefined) this.said.add(line);
    else this.said.of(this.failedAs(number));
  }

  #result(line: string): void {
    const [, indent = "", sign = "", number, rest = ""] = LINE.exec(line) ?? [];
    if (rest === "") {
      const name = line.trimStart();
      const width = line.length - name.length;
      if (name !== "" && width >= INDENT) this.suites.begin(width, name);
      return;
    }
    this.suites.closeTo(indent.length);
    const named = number === undefined ? timed(rest) : { name: rest, durationMs: null };
    const status: Status = number !== undefined ? "failed" : sign === "-" ? "skipped" : "passed";
    this.add({ ...named, status }, number);
  }
}
