/** Why a job failed, as its log says. */
import { logLines, stripAnsi } from "../../tools/_lib/text/log-lines.ts";
import { shortened } from "../../tools/_lib/text/shown.ts";
import { type Category, isRetried, type Rule, RULES } from "./rules.ts";

export interface Cause {
  readonly code: string;
  readonly category: Category;
  /** Of the log, from 1. */
  readonly line: number;
  readonly count: number;
  /** Lines of what was tried again, or only warned of. */
  readonly retried: number;
  /** The line without its time, colours and mark of an error. */
  readonly text: string;
  readonly advice: string;
}

/** Of `gh run view --log`, which puts job and step first. */
const JOB_AND_STEP = /^[^\t]{1,200}\t[^\t]{1,200}\t(?=\ufeff?\d{4}-)/;
/** RFC 3339, behind which GitLab says which stream the line is of. */
const TIME =
  /^\ufeff?\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:[Zz]|[+-]\d\d:\d\d)(?: \d\d[EO](?=[ +]))?[ \t+]?/;
const ERROR_MARK = /^(?:##\[error\]|::error(?: [^:]{0,1000})?::)/;

/** Lines as the step wrote them. */
export function stepLines(log: string): string[] {
  return logLines(stripAnsi(log)).map((line) =>
    line.replace(JOB_AND_STEP, "").replace(TIME, "").replace(ERROR_MARK, ""),
  );
}

interface Tally {
  readonly rule: Rule;
  line: number;
  text: string;
  count: number;
  retried: number;
}

/** One for each code that has a line of its own, by rank and then by line. */
export function causesIn(log: string): Cause[] {
  const tallies = new Map<string, Tally>();
  const known = new Map<string, Rule | undefined>();
  for (const [index, line] of stepLines(log).entries()) {
    if (!known.has(line)) known.set(line, ruleFor(line));
    const rule = known.get(line);
    if (rule === undefined) continue;
    const tally = tallies.get(rule.code) ?? { rule, line: 0, text: "", count: 0, retried: 0 };
    tallies.set(rule.code, tally);
    if (isRetried(line)) {
      tally.retried++;
      continue;
    }
    tally.count++;
    if (tally.line > 0) continue;
    tally.line = index + 1;
    tally.text = shortened(line.trim(), LONGEST_TEXT);
  }
  return [...tallies.values()]
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => left.rule.rank - right.rule.rank || left.line - right.line)
    .map(({ rule: { code, category, advice }, ...rest }) => ({ code, category, ...rest, advice }));
}

/** Columns are made of blanks, by which no line tells anything else. */
function ruleFor(line: string): Rule | undefined {
  const plain = line.replaceAll(/[ \t]{2,}/g, " ");
  return RULES.find((rule) => rule.matches(plain));
}

const LONGEST_TEXT = 300;

/** The lines around the first line of a cause, in a log without its secrets; undefined where that does not have it. */
export function linesAround({ text }: Pick<Cause, "text">, log: string): string | undefined {
  const lines = stepLines(log);
  const at = lines.findIndex((line) => shortened(line.trim(), LONGEST_TEXT) === text);
  if (at < 0) return undefined;
  const around = lines.slice(Math.max(0, at - LINES_BEFORE), at + LINES_BEHIND + 1);
  return around.map((line) => shortened(line.trimEnd(), LONGEST_TEXT)).join("\n");
}

const LINES_BEFORE = 5;
const LINES_BEHIND = 15;

/** What the code of a cause was found by, in words. */
export function foundBy(code: string): string {
  return RULES.find((rule) => rule.code === code)?.found ?? code;
}

/** Causes that a second run of the same commit may not have. */
export function passesByItself({ category }: Cause): boolean {
  return category === "infrastructure" || category === "network";
}
