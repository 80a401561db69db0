/** The Test Anything Protocol, versions 12 to 14. */
import { indentWidth } from "../../text/lines.ts";
import { logLines } from "../../text/log-lines.ts";
import { beginning } from "../../text/shown.ts";
import type { Attempt, Attempts, Status } from "./report.ts";
import { millisOf, millisOfSeconds } from "./duration.ts";
import { cutAt } from "./truncation.ts";

const POINT = /^(not )?ok(?=\s|$)\s*(\d{1,15}(?=\s|$))?(.*)$/s;
const PLAN = /^1\.\.(\d{1,15})(?=\s|$)/;

export function isTap(text: string): boolean {
  return /^[ \t]*(?:TAP version \d|1\.\.\d+(?:\s|$)|(?:not )?ok(?:\s|$))/m.test(text);
}

export function readTap(text: string): Attempts {
  const reader = new Reader();
  for (const line of logLines(text)) reader.line(line);
  return reader.finish();
}

const LEVEL_INDENT = 4;
const BLOCK_INDENT = 2;

type Point = { -readonly [Name in keyof Attempt]: Attempt[Name] };

/** The test points of one indentation since the last point outside of it. */
interface Level {
  readonly tests: Point[];
  points: number;
  plan?: number;
  /** What a comment says these tests belong to. */
  name?: string | undefined;
}

class Reader {
  readonly #root = newLevel();
  readonly #levels: Level[] = [this.#root];
  #truncated: string | undefined;
  #subtest: string | undefined;
  /** The test that diagnostics below it belong to. */
  #last: Point | undefined;
  /** Whether the line before is that point, if it failed, or a comment on it. */
  #isCommented = false;
  #block: { readonly indent: number; readonly lines: string[] } | undefined;

  line(line: string): void {
    const indent = line.length - line.trimStart().length;
    const rest = line.trim();
    if (this.#block) {
      if (rest === "" || (indent >= this.#block.indent && rest !== "...")) {
        this.#block.lines.push(line);
        return;
      }
      this.#endBlock();
      if (rest === "...") return;
    }
    if (rest === "---" && this.#last && indent % LEVEL_INDENT === BLOCK_INDENT)
      this.#block = { indent, lines: [] };
    else if (rest.startsWith("#") && this.#isCommented) this.#comment(rest);
    else this.#statement(Math.floor(indent / LEVEL_INDENT), rest);
  }

  finish(): Attempts {
    this.#endBlock();
    this.#closeDownTo(1);
    const { tests, plan, points } = this.#root;
    return { attempts: tests, truncated: this.#truncated ?? cutAt(plan, points) };
  }

  #statement(depth: number, rest: string): void {
    const point = POINT.exec(rest);
    const plan = PLAN.exec(rest)?.[1];
    this.#isCommented = false;
    if (point) this.#point(depth, point);
    else if (plan !== undefined) this.#level(depth).plan = Number(plan);
    else if (rest.startsWith("Bail out!")) this.#truncated ??= beginning(rest, LONGEST_REASON);
    else if (rest.startsWith("# Subtest: ")) this.#subtest = rest.slice("# Subtest: ".length);
  }

  #comment(rest: string): void {
    if (!this.#last) return;
    const said = rest.replace(/^#+\s*/, "");
    const { message } = this.#last;
    this.#last.message = message === undefined ? said : `${message}\n${said}`;
  }

  #level(depth: number): Level {
    while (this.#levels.length <= depth) {
      this.#levels.push(newLevel(this.#subtest));
      this.#subtest = undefined;
    }
    return this.#levels[depth] as Level;
  }

  #point(depth: number, [, not, number, rest = ""]: RegExpExecArray): void {
    const level = this.#level(depth);
    this.#closeDownTo(depth + 2);
    const inner = this.#levels.length > depth + 1 ? this.#levels.pop() : undefined;
    level.points++;
    this.#subtest = undefined;
    this.#last = undefined;
    const { description, directive, durationMs } = readDescription(rest);
    const name = description || `test ${number ?? level.points}`;
    if (inner) this.#checkPlan(inner);
    if (inner && inner.tests.length > 0) {
      moveInto(level, inner.tests, name);
      return;
    }
    const status = statusOf(not === undefined, directive);
    this.#last = { id: name, status, durationMs };
    this.#isCommented = status === "failed";
    level.tests.push(this.#last);
  }

  /** Ends levels that are nested deeper, of which no point outside told the end. */
  #closeDownTo(count: number): void {
    while (this.#levels.length > count) {
      const inner = this.#levels.pop() as Level;
      this.#checkPlan(inner);
      moveInto(this.#levels.at(-1) as Level, inner.tests, inner.name);
    }
  }

  #checkPlan({ plan, points }: Level): void {
    this.#truncated ??= cutAt(plan, points);
  }

  #endBlock(): void {
    if (this.#block) this.#isCommented = false;
    const lines = this.#block?.lines ?? [];
    this.#block = undefined;
    if (!this.#last) return;
    const duration = scalarIn(lines, /^\s*duration_ms:\s*(.+)$/s);
    this.#last.durationMs ??= millisOf(duration);
    if (this.#last.status !== "failed" || lines.length === 0) return;
    const reason = scalarIn(lines, /^\s*(?:message|error):\s*(.+)$/s) ?? lines.join("\n").trim();
    this.#last.message ??= reason || undefined;
  }
}

const LONGEST_REASON = 80;

function newLevel(name?: string): Level {
  return { tests: [], points: 0, name };
}

function moveInto(level: Level, tests: readonly Point[], name: string | undefined): void {
  for (const test of tests) {
    if (name !== undefined) test.id = `${name} > ${test.id}`;
    level.tests.push(test);
  }
}

function statusOf(isOk: boolean, directive: string | undefined): Status {
  if (directive === "skip") return "skipped";
  if (isOk) return "passed";
  return directive === "todo" ? "skipped" : "failed";
}

const COMMENT = /(?:^|\s)#[ \t]*(?:(skip|todo)(?:ped)?(?=[\s:]|$)|time=([\d.]{1,20})(ms|s)$)/i;

/** `- description # directive`; a comment `# time=…` is the duration. */
function readDescription(rest: string) {
  const comment = COMMENT.exec(rest);
  const [, directive, amount, unit] = comment ?? [];
  const words = rest
    .slice(0, comment?.index)
    .trim()
    .replace(/^-(?:\s+|$)/, "");
  return {
    description: words.replaceAll(/\\([#\\])/g, "$1"),
    directive: directive?.toLowerCase(),
    durationMs: unit === "s" ? millisOfSeconds(amount) : millisOf(amount),
  };
}

/** A value in a block of diagnostics: on the line of its key, or on those below that are indented deeper. */
function scalarIn(lines: readonly string[], key: RegExp): string | undefined {
  for (const [index, line] of lines.entries()) {
    const value = key.exec(line)?.[1]?.trim();
    if (value === undefined) continue;
    if (!/^[|>][+-]?$/.test(value)) return value.replace(/^(["'])(.*)\1$/, "$2");
    const indent = indentWidth(line);
    const rest = lines.slice(index + 1);
    const end = rest.findIndex((below) => below.trim() !== "" && indentWidth(below) <= indent);
    const below = rest.slice(0, end < 0 ? rest.length : end);
    return below
      .map((one) => one.trim())
      .join("\n")
      .trim();
  }
  return undefined;
}
