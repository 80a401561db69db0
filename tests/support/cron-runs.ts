/** When expressions run, as the parser tells it. */
import tool from "../../tools/cron-parser.ts";
import { runUnit } from "./run-unit.ts";

export interface Run {
  readonly local: string;
  readonly utc: string;
  readonly weekday: string;
  readonly inSeconds: number;
  readonly dst?: string;
}

export const run = (input: object) => runUnit(tool, input);
export const runsOf = (input: object) => (run(input).value as { runs: Run[] }).runs;
export const codes = (input: object) => run(input).warnings?.map(({ code }) => code);
export const warningsOf = (expression: string, more: object = {}) =>
  codes({ expression, from: "2026-01-01", ...more });
