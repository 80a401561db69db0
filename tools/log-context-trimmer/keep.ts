import { countCodePoints } from "../_lib/text/code-points.ts";
import type { LogUnit } from "./units.ts";

const PROBLEM =
  /\b(?:error|err|fatal|panic(?:ked)?|critical|crit|emerg|severe|exception|traceback|fail(?:ed|ure|s)?|warn(?:ing)?|assertion|denied|refused|timeout|timed out|oom|killed|segfault)\b/i;
/** `NullPointerException`; a look behind keeps it linear on long words. */
const NAMED_PROBLEM = /(?<=\w)(?:Error|Exception)\b/;
const CONTINUATION = /^(?:\s|Caused by:|Traceback|goroutine \d)/;

/** For each unit whether it tells of a problem, or goes on telling of the one above it. */
export function importantUnits(units: readonly LogUnit[], stackLines: number): boolean[] {
  let stackLeft = 0;
  return units.map(({ text, marker }) => {
    if (!marker && (PROBLEM.test(text) || NAMED_PROBLEM.test(text))) {
      stackLeft = stackLines;
      return true;
    }
    const continues = stackLeft > 0 && (marker || CONTINUATION.test(text));
    stackLeft = continues ? stackLeft - 1 : 0;
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
