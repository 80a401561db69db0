/** What `node --test` prints for people. */
import type { Attempts, Status } from "./report.ts";
import { timed, TreeReport } from "./tree.ts";

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
  return new NodeSpec(" > ").read(text);
}

/** The list of failures at the end repeats their lines. */
class NodeSpec extends TreeReport {
  protected line(line: string): void {
    const [, indent = "", sign = "", rest = ""] = LINE.exec(line) ?? [];
    const tests = TESTS.exec(line)?.[1];
    if (tests !== undefined) {
      this.said.end();
      this.declared = Number(tests);
    } else if (sign === "") this.said.add(line);
    else if (this.declared !== undefined) this.said.of(this.failedAs(`${sign} ${rest}`));
    else this.#result(indent.length, sign, rest);
  }

  #result(indent: number, sign: string, rest: string): void {
    this.said.end();
    const { directive, ...named } = readName(rest);
    // A suite ends with its name and its time, in older versions behind the sign that begins it.
    const isEnd = this.suites.closeTo(indent) === named.name && named.durationMs !== null;
    if (isEnd) return;
    if (sign === "▶") {
      this.suites.begin(indent, named.name);
      return;
    }
    // What is skipped has a sign of its own, so that this says it is to do: `# TODO`, or only why.
    const isTodo = sign === "✖" && directive !== "";
    const status = isTodo ? "skipped" : (SIGNS.get(sign) ?? "error");
    if (status === "failed") this.said.of(this.add({ ...named, status }, `${sign} ${rest}`));
    else this.add({ ...named, status });
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
