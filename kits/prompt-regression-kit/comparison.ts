/** What changed against the version before: tests and prompts. */
import { commonSubsequence } from "../../tools/_lib/algorithms/longest-common-subsequence.ts";
import type { JudgedTest } from "./judge.ts";
import type { Toolbox } from "./toolbox.ts";

export type Change = "unchanged" | "regressed" | "fixed" | "still-failing" | "new";

export function changeOf(now: JudgedTest, before: JudgedTest | undefined): Change {
  if (before === undefined) return "new";
  const [passes, passed] = [now.outcome === "pass", before.outcome === "pass"];
  if (passes) return passed ? "unchanged" : "fixed";
  return passed ? "regressed" : "still-failing";
}

/** The rows that evaluation-run-delta compares. */
export function deltaRows(tests: readonly JudgedTest[]) {
  return tests.map(({ test, outcome, score }) => ({
    id: test.index,
    passed: outcome === "pass",
    score,
  }));
}

export function comparePrompts(before: string, after: string, tools: Toolbox) {
  const ids = new Map<string, number>();
  const idOf = (line: string) => {
    const id = ids.get(line) ?? ids.size;
    ids.set(line, id);
    return id;
  };
  const [left, right] = [linesOf(before).map(idOf), linesOf(after).map(idOf)];
  // Equal lines at the end need no table.
  let end = 0;
  while (end < Math.min(left.length, right.length) && left.at(-1 - end) === right.at(-1 - end))
    end++;
  const common = commonSubsequence(
    left.slice(0, left.length - end),
    right.slice(0, right.length - end),
    (steps) => tools.spend(steps),
  );
  const kept = end + common.filter((place) => place !== -1).length;
  return {
    tokensBefore: tools.tokens(before).high,
    tokensAfter: tools.tokens(after).high,
    linesAdded: right.length - kept,
    linesRemoved: left.length - kept,
  };
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r\n|\n|\r/);
}
