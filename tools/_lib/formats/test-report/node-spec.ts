/** What `node --test` prints for people. */
import { logLines } from "../../text/log-lines.ts";
import type { Attempts, Status } from "./report.ts";
import { type Found, Said, Suites, timed } from "./tree.ts";
import { cutAt } from "./truncation.ts";

const SIGNS: ReadonlyMap<string, Status> = new Map<string, Status>([
  ["✔", "passed"],
  ["✖", "failed"],
  ["﹣", "skipped"],
  ["⚠", "skipped"],
]);
const LINE = /^( *)([✔✖﹣⚠▶]) (.*)$/;
const TESTS = /^ℹ tests (\d{1,15})$/;

export function isNodeSpec(text: string): boolean {
  return /^(?:ℹ (?:tests|suites|pass) \d{1,15}$| *▶ \S)/m.test(text);
}

/** Undefined where no line is a test. Names of suites are joined by ` > `, as those of its TAP are. */
export function readNodeSpec(text: string): Attempts | undefined {
  const run = new Run();
  for (const line of logLines(text)) run.line(line.trimEnd());
  return run.finish();
}

class Run {
  readonly #found: Found[] = [];
  /** By the line as it was printed, as the list of failures at the end repeats it. */
  readonly #failed = new Map<string, Found>();
  readonly #suites = new Suites();
  readonly #said = new Said();
  #declared: number | undefined;

  line(line: string): void {
    const [, indent = "", sign = "", rest = ""] = LINE.exec(line) ?? [];
    const tests = TESTS.exec(line)?.[1];
    if (tests !== undefined) {
      this.#said.end();
      this.#declared = Number(tests);
    } else if (sign === "") this.#said.add(line);
    else if (this.#declared !== undefined) this.#said.of(this.#failed.get(`${sign} ${rest}`));
    else this.#result(indent.length, sign, rest);
  }

  finish(): Attempts | undefined {
    this.#said.end();
    if (this.#found.length === 0 && this.#declared === undefined) return undefined;
    return { attempts: this.#found, truncated: cutAt(this.#declared, this.#found.length) };
  }

  #result(indent: number, sign: string, rest: string): void {
    this.#said.end();
    const { name, durationMs, directive } = readName(rest);
    // A suite ends with its name and its time, in older versions behind the sign that begins it.
    const isEnd = this.#suites.closeTo(indent) === name && durationMs !== null;
    if (isEnd) return;
    if (sign === "▶") {
      this.#suites.begin(indent, name);
      return;
    }
    // What is skipped has a sign of its own, so that this says it is to do: `# TODO`, or only why.
    const isTodo = sign === "✖" && directive !== "";
    const status = isTodo ? "skipped" : (SIGNS.get(sign) ?? "error");
    const test: Found = { id: this.#suites.idOf(name, " > "), status, durationMs };
    this.#found.push(test);
    if (status !== "failed") return;
    this.#failed.set(`${sign} ${rest}`, test);
    this.#said.of(test);
  }
}

/** `name (1.5ms) # directive`; what ends with the time has no directive, whatever its name holds. */
function readName(rest: string) {
  const plain = timed(rest);
  if (plain.durationMs !== null) return { ...plain, directive: "" };
  const hash = rest.lastIndexOf(" # ");
  const whole = timed(hash < 0 ? rest : rest.slice(0, hash));
  if (whole.durationMs === null) return { name: rest, durationMs: null, directive: "" };
  return { ...whole, directive: hash < 0 ? "" : rest.slice(hash + " # ".length) };
}
