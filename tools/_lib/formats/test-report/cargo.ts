/** What `cargo test` prints: a line for each test of each binary, then what the failed ones said. */
import { logLines } from "../../text/log-lines.ts";
import type { Attempt, Attempts, Status } from "./report.ts";
import { millisOfSeconds } from "./duration.ts";
import { idsByGroup } from "./groups.ts";
import { cutAt } from "./truncation.ts";

const WORDS: ReadonlyMap<string, Status> = new Map<string, Status>([
  ["ok", "passed"],
  ["bench", "passed"],
  ["FAILED", "failed"],
  ["failed", "failed"],
  ["ignored", "skipped"],
]);
const RUNNING = /^running (\d{1,15}) tests?$/;
const BINARY =
  /^\s+Running (?:unittests )?(\S+) \((?:\S*[/\\])?([^/\\\s]+?)(?:-[0-9a-f]{16})?(?:\.exe)?\)$/;
const DOC_TESTS = /^\s+Doc-tests (\S+)$/;
const OUTPUT_OF = /^---- (.+) stdout ----$/;
const TIME = / <(\d{1,9}(?:\.\d{1,9})?)s>$/;
const QUIET = " --- FAILED";
const MARK = " ... ";

export function isCargo(text: string): boolean {
  return /^running \d{1,15} tests?$/m.test(text);
}

/** Undefined where no binary ran. */
export function readCargo(text: string): Attempts | undefined {
  const run = new Run();
  for (const line of logLines(text)) run.line(line.trimEnd());
  return run.finish();
}

type Found = { -readonly [Name in keyof Attempt]: Attempt[Name] } & { readonly group: string };

class Run {
  readonly #found: Found[] = [];
  #declared: number | undefined;
  #binary = "";
  /** What the lines are: tests, or what failed ones said. */
  #place: "before" | "tests" | "failures" = "before";
  /** A test that printed something before its word. */
  #open: string | undefined;
  #output: { readonly of: Found | undefined; readonly lines: string[] } | undefined;

  line(line: string): void {
    const running = RUNNING.exec(line)?.[1];
    if (running !== undefined) {
      this.#declared = (this.#declared ?? 0) + Number(running);
      this.#place = "tests";
      return;
    }
    if (line.startsWith("test result: ")) {
      this.#endOutput();
      this.#place = "before";
    } else if (line === "failures:") {
      this.#endOutput();
      this.#place = "failures";
    } else if (this.#place === "failures") this.#said(line);
    else if (this.#place === "tests") this.#test(line);
    else this.#header(line);
  }

  finish(): Attempts | undefined {
    this.#endOutput();
    if (this.#declared === undefined) return undefined;
    const attempts = idsByGroup(this.#found);
    return { attempts, truncated: cutAt(this.#declared, attempts.length) };
  }

  #header(line: string): void {
    const [, source = "", name = ""] = BINARY.exec(line) ?? [];
    const crate = DOC_TESTS.exec(line)?.[1];
    if (name !== "") this.#binary = `${name}/${source}`;
    else if (crate !== undefined) this.#binary = `${crate}/doc`;
  }

  #test(line: string): void {
    if (line.endsWith(QUIET)) {
      this.#add(line.slice(0, -QUIET.length), "failed", null);
      return;
    }
    const mark = line.startsWith("test ") ? line.indexOf(MARK) : -1;
    if (mark >= 0) {
      const name = line.slice("test ".length, mark).replace(/ - should panic$/, "");
      this.#open = this.#word(name, line.slice(mark + MARK.length)) ? undefined : name;
    } else if (this.#open !== undefined && this.#word(this.#open, line)) this.#open = undefined;
  }

  /** `ok`, `FAILED`, `ignored, why`, perhaps with the time that it took. */
  #word(name: string, rest: string): boolean {
    const [word = ""] = rest.split(/[,:\s]/, 1);
    const status = WORDS.get(word);
    if (status === undefined) return false;
    this.#add(name, status, millisOfSeconds(TIME.exec(rest)?.[1]));
    return true;
  }

  #add(id: string, status: Status, durationMs: number | null): void {
    this.#found.push({ id, status, durationMs, group: this.#binary });
  }

  #said(line: string): void {
    const name = OUTPUT_OF.exec(line)?.[1];
    if (name === undefined) {
      this.#output?.lines.push(line);
      return;
    }
    this.#endOutput();
    const of = this.#found.findLast(({ id, group }) => id === name && group === this.#binary);
    this.#output = { of, lines: [] };
  }

  #endOutput(): void {
    const { of, lines = [] } = this.#output ?? {};
    this.#output = undefined;
    if (!of) return;
    const trace = lines.findIndex((line) => /^(?:stack backtrace:|note: run with )/.test(line));
    const said = lines.slice(0, trace < 0 ? lines.length : trace);
    of.message = said.join("\n").trim() || undefined;
  }
}
