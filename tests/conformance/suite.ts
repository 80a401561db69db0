/** How a public suite judges the tools: an adapter turns its rows into verdicts, through the runner. */
import type { Result, RunRequest } from "../../app/run/types.ts";

export type Verdict =
  | { readonly name: string; readonly passed: true }
  | { readonly name: string; readonly passed: false; readonly detail: string }
  | { readonly name: string; readonly differs: string }
  | { readonly name: string; readonly skipped: string };

/** A share of the rows, counted in its own way. */
export interface Figure {
  readonly figure: string;
  readonly value: number;
  /** Below it the suite has failed. */
  readonly least: number;
}

/** Runs a tool the way every transport does and gives its whole result. */
export type RunTool = (request: RunRequest) => Promise<Result>;

export interface Suite {
  /** The suite's folder name. */
  readonly name: string;
  /** What `judge` is given instead of the folder: a file beneath all suites. */
  readonly data?: string;
  /** Ids of the tools it judges; it is skipped, saying so, while one of them does not exist. */
  readonly tools: readonly string[];
  /** The least number of rows that must pass, and the most that may fail, when the data is there. */
  readonly floor: { readonly passed: number; readonly failed: number };
  /**
   * Every row. Where the tool answers otherwise than the row, and by decision, the row `differs`, with the reason;
   * what asks for something that the tool does not do is `skipped`, whatever would come of it.
   */
  judge(folder: string, run: RunTool): AsyncIterable<Verdict | Figure>;
}

export function passed(name: string): Verdict {
  return { name, passed: true };
}

export function failed(name: string, detail: string): Verdict {
  return { name, passed: false, detail: detail.slice(0, 300) };
}

/** The tool's answer is another one on purpose. */
export function differs(name: string, reason: string): Verdict {
  return { name, differs: reason };
}

/** The row asks for something that the tool does not do: known before it is run. */
export function skipped(name: string, reason: string): Verdict {
  return { name, skipped: reason };
}

/** The objects of a file of JSON lines. */
export async function rowsIn<Row>(file: string): Promise<Row[]> {
  const lines = (await Bun.file(file).text()).split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Row);
}

/** A verdict for each row; one whose judgement throws has failed, and the others follow. */
export async function* verdicts<Row extends { readonly id: string }>(
  rows: readonly Row[],
  judge: (row: Row) => Promise<Verdict>,
): AsyncGenerator<Verdict, undefined> {
  for (const row of rows) {
    try {
      yield await judge(row);
    } catch (error) {
      yield failed(row.id, `threw ${String(error)}`);
    }
  }
}

/** What a tool that finds things says of a row, and what is true. */
export interface Finding {
  readonly name: string;
  /** Whether there is something to be found. */
  readonly isPositive: boolean;
  readonly isFound: boolean;
  readonly detail: string;
}

/** The verdicts of such a tool, then its recall, and the share of clean rows that it left alone. */
export async function* detection<Row extends { readonly id: string }>(
  rows: readonly Row[],
  least: { readonly recall: number; readonly clean: number },
  judge: (row: Row) => Promise<Finding>,
): AsyncGenerator<Verdict | Figure, undefined> {
  const counts = { positives: 0, found: 0, negatives: 0, left: 0 };
  yield* verdicts(rows, async (row) => {
    const { name, isPositive, isFound, detail } = await judge(row);
    counts[isPositive ? "positives" : "negatives"]++;
    if (isPositive === isFound) counts[isPositive ? "found" : "left"]++;
    return isPositive === isFound ? passed(name) : failed(name, detail);
  });
  const { positives, found, negatives, left } = counts;
  yield { figure: "recall", value: found / positives, least: least.recall };
  yield { figure: "clean rows left alone", value: left / negatives, least: least.clean };
}
