/** Newer models of Anthropic take sampling parameters only at what is their default. */
import { compareNumbers } from "../_lib/json/tree/number.ts";
import { findModel } from "../_lib/agents/models/models.ts";

export type SamplingKey = "temperature" | "top_k" | "top_p";

export function refusesSampling(
  model: string | undefined,
  key: SamplingKey,
  text: string,
): boolean {
  if (model === undefined || findModel(model).family !== "claude") return false;
  if (key === "top_k") return true;
  return key === "temperature" ? compareNumbers(text, "1") !== 0 : compareNumbers(text, "0.99") < 0;
}

export function samplingRefused(key: SamplingKey, text: string): string {
  return `The model does not take ${key} ${text}: it samples in one way only`;
}
