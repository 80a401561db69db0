/** How a public suite judges the tools: an adapter turns its rows into verdicts, through the runner. */
import type { Result, RunRequest } from "../../app/run/types.ts";

export type Verdict =
  | { readonly name: string; readonly passed: true }
  | { readonly name: string; readonly passed: false; readonly detail: string }
  | { readonly name: string; readonly skipped: string };

/** Runs a tool the way every transport does and gives its whole result. */
export type RunTool = (request: RunRequest) => Promise<Result>;

export interface Suite {
  /** The suite's folder name. */
  readonly name: string;
  /** Ids of the tools it judges; it is skipped, saying so, while one of them does not exist. */
  readonly tools: readonly string[];
  /** The least number of rows that must pass, and the most that may fail, when the data is there. */
  readonly floor: { readonly passed: number; readonly failed: number };
  /** Every row that the tools' text covers; a row left out is `skipped` with its reason. */
  judge(folder: string, run: RunTool): AsyncIterable<Verdict>;
}

export function passed(name: string): Verdict {
  return { name, passed: true };
}

export function failed(name: string, detail: string): Verdict {
  return { name, passed: false, detail: detail.slice(0, 300) };
}

export function skipped(name: string, reason: string): Verdict {
  return { name, skipped: reason };
}
