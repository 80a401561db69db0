/** What `bun test` prints. */
import { logLines } from "../../text/log-lines.ts";
import type { Attempts, Status } from "./report.ts";
import { millisOf, millisOfSeconds } from "./duration.ts";
import { type Grouped, idsByGroup } from "./groups.ts";
import { cutAt } from "./truncation.ts";

/** Words, and the signs that older versions print for them. */
const WORDS: ReadonlyMap<string, Status> = new Map<string, Status>([
  ["(pass)", "passed"],
  ["✓", "passed"],
  ["(fail)", "failed"],
  ["✗", "failed"],
  ["(skip)", "skipped"],
  ["»", "skipped"],
  ["(todo)", "skipped"],
  ["✎", "skipped"],
]);
const RESULT = /^(\((?:pass|fail|skip|todo)\)|[✓✗»✎]) (.*)$/;
const TIME = /^\[([\d.,]{1,20})(ms|s|µs)\]$/;
const FILE = /^(\S.*\.[cm]?[jt]sx?):$/;
const CLOSING = /^Ran (\d{1,15}) tests? across \d/;
const UNHANDLED = "# Unhandled error between tests";

export function isBun(text: string): boolean {
  return /^\((?:pass|fail|skip|todo)\) |^bun test v\d|^Ran \d{1,15} tests? across \d{1,15} files?\./m.test(
    text,
  );
}

/** Undefined where no line is one of bun's. */
export function readBun(text: string): Attempts | undefined {
  const run = new Run();
  for (const line of logLines(text)) run.line(line.trimEnd());
  return run.finish();
}

class Run {
  readonly #attempts: Grouped[] = [];
  #file = "";
  #declared: number | undefined;
  /** From the line that begins with `error:`, before the result that it is of. */
  #said: string[] = [];
  #isUnhandled = false;

  line(line: string): void {
    const [, word = "", rest = ""] = RESULT.exec(line) ?? [];
    const status = WORDS.get(word);
    const closing = CLOSING.exec(line)?.[1];
    if (status !== undefined) {
      this.#endUnhandled();
      const message = status === "failed" ? this.#saidText() : undefined;
      this.#attempts.push({ ...timed(rest), status, message, group: this.#file });
      this.#said = [];
    } else if (FILE.test(line)) {
      this.#endUnhandled();
      this.#file = line.slice(0, -1);
      this.#said = [];
    } else if (closing !== undefined) {
      this.#endUnhandled();
      this.#declared = Number(closing);
    } else if (line === UNHANDLED) {
      this.#endUnhandled();
      this.#isUnhandled = true;
    } else if (this.#said.length > 0 || line.startsWith("error: ")) this.#said.push(line);
  }

  finish(): Attempts | undefined {
    this.#endUnhandled();
    if (this.#attempts.length === 0 && this.#declared === undefined) return undefined;
    const attempts = idsByGroup(this.#attempts);
    return { attempts, truncated: cutAt(this.#declared, attempts.length) };
  }

  /** What fails outside of tests, such as a file that cannot be read, is counted as one. */
  #endUnhandled(): void {
    if (!this.#isUnhandled) return;
    this.#isUnhandled = false;
    const id = this.#file === "" ? "(file)" : `${this.#file}::(file)`;
    const message = this.#saidText();
    this.#said = [];
    this.#attempts.push({ id, status: "error", durationMs: null, message, group: "" });
  }

  #saidText(): string | undefined {
    const end = this.#said.findIndex((line) => /^-{10,}$/.test(line));
    return (
      this.#said
        .slice(0, end < 0 ? undefined : end)
        .join("\n")
        .trim() || undefined
    );
  }
}

/** `name [0.02ms]`; very fast tests have no time. */
function timed(rest: string): { id: string; durationMs: number | null } {
  const at = rest.lastIndexOf(" [");
  const [, amount, unit] = (at >= 0 && TIME.exec(rest.slice(at + 1))) || [];
  if (amount === undefined) return { id: rest, durationMs: null };
  const ms = unit === "s" ? millisOfSeconds(amount) : millisOf(amount);
  return { id: rest.slice(0, at), durationMs: unit === "µs" && ms !== null ? ms / 1000 : ms };
}
