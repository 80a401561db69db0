import type { Entry } from "../_core/tool.ts";

const DISCLAIMER = "Estimate only, not financial or tax advice.";

/** The report of a money tool: its name, its figures, its warnings, and what they are not. */
export function moneyReport(name: string, output: string, warnings: readonly Entry[]): string {
  const remarks = warnings.map(({ code, message }) => `- ${code}: ${message}`);
  return [
    name,
    output,
    ...(remarks.length === 0 ? [] : ["Warnings:", ...remarks]),
    DISCLAIMER,
  ].join("\n");
}
