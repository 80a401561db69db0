/** Packs of sources, and what becomes of each. */
import type { Value } from "../../tools/context-pack-builder.ts";
import { countForFamily } from "../../tools/_lib/agents/models/families.ts";
import { findModel } from "../../tools/_lib/agents/models/models.ts";
import tool from "../../tools/context-pack-builder.ts";
import { runUnit } from "./run-unit.ts";

export const run = (input: object) => runUnit(tool, input);
export const valueOf = (input: object) => run(input).value as Value;
export const ids = (input: object) => valueOf(input).items.map(({ sourceId }) => sourceId);
export const drops = (input: object) =>
  valueOf(input).dropped.map(({ sourceId, reason, duplicateOf }) =>
    [sourceId, reason, duplicateOf].filter((part) => part !== null).join(" "),
  );
export const codes = (input: object) =>
  run(input).warnings?.map(({ code, path }) => `${code} ${path}`);
export const failure = (input: object) => {
  const { ok, errors = [] } = run(input);
  return ok ? "" : `${errors[0]?.code} ${errors[0]?.path}`;
};
export const count = (text: string, model = "gpt-5") =>
  countForFamily(text, findModel(model).family).tokens;

export const LONG =
  "The quick brown fox jumps over the lazy dog while seven clever wizards mix potions in the dark old tower by the river";
