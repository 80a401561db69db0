/** What `go test -v` prints. */
import { logLines } from "../../text/log-lines.ts";
import type { Attempt, Attempts, Status } from "./report.ts";
import { millisOfSeconds } from "./duration.ts";
import { cutAt } from "./truncation.ts";

const WORDS: ReadonlyMap<string, Status> = new Map<string, Status>([
  ["PASS", "passed"],
  ["FAIL", "failed"],
  ["SKIP", "skipped"],
]);
const END = /^ *--- (PASS|FAIL|SKIP): (\S.*) \((\d{1,9}(?:\.\d{1,9})?)s\)$/;
const TURN = /^=== (RUN|PAUSE|CONT|NAME) +(\S.*)?$/;
const PACKAGE = /^(ok|FAIL)[ \t]+([^\s[]\S*)(?:[ \t](.*))?$/;

export function isGoText(text: string): boolean {
  return /^(?:=== RUN +\S| *--- (?:PASS|FAIL|SKIP): \S)/m.test(text);
}

/** Undefined where no test and no package is named. */
export function readGoText(text: string): Attempts | undefined {
  const run = new Run();
  for (const line of logLines(text)) run.line(line.trimEnd());
  return run.finish();
}

interface Course {
  status?: Status;
  durationMs: number | null;
  readonly output: string[];
}

class Run {
  readonly #attempts: Attempt[] = [];
  /** Of the package whose name comes behind them. */
  #courses = new Map<string, Course>();
  #current: Course | undefined;
  #started = 0;

  line(line: string): void {
    const [, word = "", name = "", seconds] = END.exec(line) ?? [];
    const status = WORDS.get(word);
    const [turn, , turned] = TURN.exec(line) ?? [];
    const [, verdict, pack = "", rest = ""] = PACKAGE.exec(line) ?? [];
    if (status !== undefined) {
      const course = this.#course(name);
      course.status = status;
      course.durationMs = millisOfSeconds(seconds);
      this.#current = course;
    } else if (turn !== undefined)
      this.#current = turned === undefined ? undefined : this.#course(turned);
    else if (verdict !== undefined) this.#endPackage(pack, verdict === "FAIL", rest);
    else if (/^(?:PASS|FAIL|exit status \d+)$/.test(line)) this.#current = undefined;
    else this.#current?.output.push(line.trim());
  }

  finish(): Attempts | undefined {
    this.#flush("");
    if (this.#started === 0) return undefined;
    return { attempts: this.#attempts, truncated: cutAt(this.#started, this.#attempts.length) };
  }

  #course(name: string): Course {
    const known = this.#courses.get(name);
    // A test that ran to its end and begins again is another run of it, as with -count.
    if (known) return known;
    const made: Course = { durationMs: null, output: [] };
    this.#courses.set(name, made);
    return made;
  }

  #endPackage(name: string, hasFailed: boolean, rest: string): void {
    const isExplained = [...this.#courses.values()].some(({ status }) => status === "failed");
    this.#flush(`${name}::`);
    if (!hasFailed || isExplained) return;
    this.#started++;
    const id = `${name}::(package)`;
    this.#attempts.push({
      id,
      status: "error",
      durationMs: null,
      message: rest.trim() || undefined,
    });
  }

  #flush(prefix: string): void {
    this.#started += this.#courses.size;
    for (const [name, { status, durationMs, output }] of this.#courses) {
      if (status === undefined) continue;
      const message = status === "failed" ? output.join("\n").trim() || undefined : undefined;
      this.#attempts.push({ id: prefix + name, status, durationMs, message });
    }
    this.#courses = new Map();
    this.#current = undefined;
  }
}
