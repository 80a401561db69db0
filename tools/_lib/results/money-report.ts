import type { Entry } from "../../_core/tool.ts";
import { figuresReport } from "./estimate-report.ts";

const DISCLAIMER = "Estimate only, not financial or tax advice.";

/** The report of a money tool: its name, its figures, its warnings, and what they are not. */
export function moneyReport(name: string, output: string, warnings: readonly Entry[]): string {
  return figuresReport(name, output, warnings, DISCLAIMER);
}
