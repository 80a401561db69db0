import { countCodePoints } from "../_lib/text/code-points.ts";
import type { LogUnit } from "./units.ts";

/** No letter or digit on either side: `_` and `-` end a word here. */
const word = (words: string): string => `(?<![a-z0-9])(?:${words})(?![a-z0-9])`;

/** What the line counts or names, in all its forms. */
const TROUBLE =
  "err(?:or(?:s|ed|ing)?|s)?|fatal|panic(?:s|ked|king)?|critical|crit|emerg(?:ency)?|severe|exceptions?|traceback|fail(?:s|ed|ing|ures?)?|warn(?:s|ed|ings?)?|assertions?|denied|denying|refus(?:ed|es|ing)|rejected|rejecting|time-?outs?|timed out|timing out|oom|out of memory|kill(?:ed|ing)|segfault(?:s|ed)?|segmentation fault|core dumped|abort(?:s|ed|ing)?|crash(?:es|ed|ing)?|unhandled|uncaught|deadlocks?|corrupt(?:ed|ion)?";
const PHRASES =
  "not ok|cannot find|can't find|could not|couldn't|unable to|no such|not found|undefined reference|undefined symbol|unresolved|sig(?:segv|kill|abrt|bus|fpe|ill|term|int|quit|pipe|trap|sys|hup)|signal:? \\d{1,2}|exit(?:ed)?(?: with)?(?: code| status)?:? [1-9]\\d{0,2}|err_[a-z0-9_]{1,60}|e(?:noent|acces|perm|exist|addrinuse|connrefused|connreset|timedout|hostunreach|pipe|isdir|notdir|nospc|mfile|notfound|ai_again)";

const PROBLEM = new RegExp(word(`${TROUBLE}|${PHRASES}`), "i");
/** `NullPointerException`; a look behind keeps it linear on long words. */
const NAMED_PROBLEM = /(?<=\w)(?:Error|Exception|Failure)s?(?![A-Za-z0-9])/;
/** `0 errors`, `no failures`, `failed: 0`, `"errors":0`, `failed_count=0`. */
const ZERO_COUNT = new RegExp(
  `(?<![\\w.,])(?:0|no|zero|without(?: any)?) {1,3}${word(TROUBLE)}|${word(TROUBLE)}(?:[_ ](?:count|total))?"? ?[:=] {0,3}0(?![\\w.,]*\\d)`,
  "gi",
);

function tellsOfProblem(text: string): boolean {
  if (NAMED_PROBLEM.test(text)) return true;
  return PROBLEM.test(text) && PROBLEM.test(text.replace(ZERO_COUNT, ""));
}

/** The time that a line begins with, also in brackets, as a placeholder, or behind the job and step of a CI log. */
const TIME =
  /^(?:[^\t]{0,200}\t[^\t]{0,200}\t)?(?:\[?(?:\d{4}[-/]\d\d[-/]\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?|\[?<time>\]?) ?/;
const CONTINUATION = /^(?:\s|Caused by:|Traceback|goroutine \d)/;
const TRACEBACK = /^Traceback \(most recent call last\)/;
/** The line after the frames: the exception's name, and perhaps what it says. */
const RAISED = /^[A-Za-z_][\w.]{0,200}(?::|$)/;

/** For each unit whether it tells of a problem, or goes on telling of the one above it. */
export function importantUnits(units: readonly LogUnit[], stackLines: number): boolean[] {
  let stackLeft = 0;
  let isTraceback = false;
  return units.map(({ text, marker }) => {
    const said = text.replace(TIME, "");
    const ends = isTraceback && stackLeft > 0 && RAISED.test(said);
    if (!marker && (ends || tellsOfProblem(text))) {
      stackLeft = stackLines;
      isTraceback = TRACEBACK.test(said) || (isTraceback && /^\s/.test(said));
      return true;
    }
    const continues = stackLeft > 0 && (marker || CONTINUATION.test(said));
    stackLeft = continues ? stackLeft - 1 : 0;
    isTraceback &&= continues;
    return continues;
  });
}

export interface KeepOptions {
  readonly head: number;
  readonly tail: number;
  /** Units kept on both sides of an important one. */
  readonly context: number;
}

/** For each unit whether it is printed: both ends, what is important and its context, and no gap of one unit. */
export function keptUnits(
  units: readonly LogUnit[],
  important: readonly boolean[],
  { head, tail, context }: KeepOptions,
): boolean[] {
  const kept = units.map((_, index) => index < head || index >= units.length - tail);
  // The next unit that need not be looked at again keeps this linear.
  let done = 0;
  for (const [index, isImportant] of important.entries()) {
    if (!isImportant) continue;
    const end = Math.min(units.length, index + context + 1);
    for (let at = Math.max(done, index - context); at < end; at++) kept[at] = true;
    done = end;
  }
  keepMarkersWithTheirLines(units, kept);
  // Before the first unit and after the last nothing is left out, either.
  for (const at of kept.keys()) {
    if (!kept[at] && kept[at - 1] !== false && kept[at + 1] !== false) kept[at] = true;
  }
  return kept;
}

/** A marker says "previous line", so neither stands without the other. */
function keepMarkersWithTheirLines(units: readonly LogUnit[], kept: boolean[]): void {
  for (const [index, { marker }] of units.entries()) {
    if (!marker || kept[index] === kept[index - 1]) continue;
    kept[index] = true;
    kept[index - 1] = true;
  }
}

/** A run of units that is not printed. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

export interface Printed {
  readonly lines: readonly string[];
  readonly omissions: readonly Gap[];
}

/** The kept units, and for each gap one line that says which input lines it leaves out. */
export function printUnits(units: readonly LogUnit[], kept: readonly boolean[]): Printed {
  const lines: string[] = [];
  const omissions: Gap[] = [];
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] as LogUnit;
    if (kept[at]) {
      lines.push(unit.text);
      continue;
    }
    while (at + 1 < units.length && !kept[at + 1]) at++;
    const gap = { from: unit.from, to: (units[at] as LogUnit).to };
    const count = gap.to - gap.from + 1;
    lines.push(`... [${count} ${count === 1 ? "line" : "lines"} omitted: ${gap.from}-${gap.to}]`);
    omissions.push(gap);
  }
  return { lines, omissions };
}

/** Room for the line that says how much was cut. */
const CUT_MARKER_ROOM = 48;
const HEAD_SHARE = 0.4;

/** Whole lines from both ends that fit in `maxChars` code points, with a line between them that says how many went. */
export function cutToFit(lines: readonly string[], maxChars: number): string[] {
  const lengths = lines.map((line) => countCodePoints(line) + 1);
  const budget = maxChars - CUT_MARKER_ROOM;
  let left = Math.floor(HEAD_SHARE * budget);
  let head = 0;
  let used = 0;
  for (; head < lines.length && (lengths[head] ?? 0) <= left; head++) {
    left -= lengths[head] ?? 0;
    used += lengths[head] ?? 0;
  }
  let rest = budget - used;
  let tail = lines.length;
  for (; tail > head && (lengths[tail - 1] ?? 0) <= rest; tail--) rest -= lengths[tail - 1] ?? 0;
  const cut = tail - head;
  const marker = `... [${cut} more output ${cut === 1 ? "line" : "lines"} cut to fit]`;
  return [...lines.slice(0, head), marker, ...lines.slice(tail)];
}
