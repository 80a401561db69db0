import type { Entry } from "../../_core/tool.ts";
import { figuresReport } from "./estimate-report.ts";

const DISCLAIMER = "General information, not medical advice.";

/** The report of a health tool: its name, its figures, its warnings, and what they are not. */
export function healthReport(name: string, output: string, warnings: readonly Entry[]): string {
  return figuresReport(name, output, warnings, DISCLAIMER);
}
