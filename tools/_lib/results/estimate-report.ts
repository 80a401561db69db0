/** Reports of figures that are estimates: the tool's name, its figures, its warnings, and what they are not. */
import type { Entry } from "../../_core/tool.ts";

/** The report of a money tool. */
export function moneyReport(name: string, output: string, warnings: readonly Entry[]): string {
  return report(name, output, warnings, "Estimate only, not financial or tax advice.");
}

/** The report of a health tool. */
export function healthReport(name: string, output: string, warnings: readonly Entry[]): string {
  return report(name, output, warnings, "General information, not medical advice.");
}

function report(
  name: string,
  output: string,
  warnings: readonly Entry[],
  disclaimer: string,
): string {
  const remarks = warnings.map(({ code, message }) => `- ${code}: ${message}`);
  return [
    name,
    output,
    ...(remarks.length === 0 ? [] : ["Warnings:", ...remarks]),
    disclaimer,
  ].join("\n");
}
