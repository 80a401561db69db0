import type { Entry } from "../../../_core/tool.ts";
import type { TokenCount } from "./families.ts";
import { type ModelMatch, nearestModels } from "./models.ts";
import { MODEL_TABLE_DATE } from "./table.ts";

/** Warnings of counting for a model, to be spread into a tool's `warnings`. */
export const COUNT_WARNINGS = {
  MODEL_UNKNOWN: "The model is not in the table; it is counted by its family, without prices",
  ESTIMATE: "The count is an estimate: the band says how far it may be off",
} as const;

/** What has to be said of a count for the model that `name` stands for. */
export function countWarnings(
  name: string,
  { model, family }: ModelMatch,
  { method, encoding, low, high }: TokenCount,
): Entry<keyof typeof COUNT_WARNINGS>[] {
  const warnings: Entry<keyof typeof COUNT_WARNINGS>[] = [];
  if (!model) {
    const near = nearestModels(name);
    const counted = encoding ?? `the family ${family}`;
    warnings.push({
      code: "MODEL_UNKNOWN",
      message: `The model is not in the table of ${MODEL_TABLE_DATE}; it is counted by ${counted}`,
      path: "/model",
      ...(near.length > 0 ? { hint: `Did you mean ${near.join(", ")}?` } : {}),
    });
  }
  if (method === "estimate") {
    const message = `The count is an estimate, between ${low} and ${high}`;
    warnings.push({ code: "ESTIMATE", message });
  }
  return warnings;
}
