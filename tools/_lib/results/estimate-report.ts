import type { Entry } from "../../_core/tool.ts";

/** A report of figures: the tool's name, its figures, its warnings, and what they are not. */
export function figuresReport(
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
