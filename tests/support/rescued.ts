/** Values as they are rescued from the text of a model. */
import type { Static } from "@sinclair/typebox";
import tool from "../../tools/structured-output-rescue.ts";
import { runUnit } from "./run-unit.ts";

export type Input = Static<typeof tool.input>;
type Value = Static<typeof tool.value>;

export function run(text: string, more: Partial<Input> = {}) {
  const outcome = runUnit(tool as never, { text, ...more });
  return { ...outcome, value: outcome.value as Value };
}

/** The failure's code, or the data, the source and the codes of all changes. */
export function rescued(text: string, more: Partial<Input> = {}) {
  const { ok, error, errors, value } = run(text, more);
  if (!ok) return error?.code ?? errors?.[0]?.code;
  return [value.data, value.candidate.source, value.changes.map(({ code }) => code).join(" ")];
}

export function fitted(schema: unknown, text: string, more: Partial<Input> = {}) {
  const { value } = run(text, { schema, ...more });
  const changes = value.changes.filter(({ path }) => path !== null);
  return [value.data, changes.map(({ code, path }) => `${code} ${path}`)];
}

export const FENCED = "FENCE_REMOVED FENCE_REMOVED";
