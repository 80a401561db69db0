/** The same request in the windows of other models. */
import { Type } from "@sinclair/typebox";
import type { Entry } from "../../../_core/tool.ts";
import { readStructured } from "../../fields/structured-field.ts";
import { countForFamily, type Family, type TokenCount } from "./families.ts";
import { allModels, findModel, type Model, nearestModels } from "./models.ts";
import { priceRequest } from "./request-cost.ts";
import { type Load, useWindow } from "./window.ts";

const NAMES = Type.Array(Type.String(), { maxItems: 60 });

/** The field that names models to compare with. */
export function comparedModels(description: string) {
  return Type.Optional(
    Type.Union([NAMES, Type.String({ description: 'Their JSON, or "all"' })], { description }),
  );
}

/** The models in the table's order, each once; undefined where nobody asked. */
export function readCompared(
  field: string | readonly string[] | undefined,
  path: string,
  { needsWindow = false } = {},
) {
  const unknown: Entry<"MODEL_UNKNOWN">[] = [];
  if (field === undefined) return { models: undefined, unknown };
  if (typeof field === "string" && field.trim().toLowerCase() === "all") {
    return { models: allModels(), unknown };
  }
  const names = readStructured(field, NAMES, path);
  if (names.failure) return { failure: names.failure };
  const found = new Map<string, Model>();
  for (const [index, name] of names.value.entries()) {
    const { model } = findModel(name);
    const isUsable = model !== undefined && (!needsWindow || model.context !== undefined);
    if (isUsable) found.set(model.id, model);
    else unknown.push(unknownModel(name, `${path}/${index}`));
  }
  const models: readonly Model[] = [...found.values()];
  return { models, unknown };
}

function unknownModel(name: string, path: string): Entry<"MODEL_UNKNOWN"> {
  const near = nearestModels(name);
  return {
    code: "MODEL_UNKNOWN",
    message: "A model to compare with is not in the table, and left out",
    path,
    ...(near.length > 0 ? { hint: `Did you mean ${near.join(", ")}?` } : {}),
  };
}

export interface Comparison {
  readonly model: string;
  readonly fits: boolean;
  readonly remaining: number;
  readonly usedPercent: number;
  /** USD for the input and the whole reserve. */
  readonly costPerRequest: number | null;
}

interface ComparedRequest {
  readonly text: string;
  /** UTC day of the prices. */
  readonly date: string;
  loadFor(count: TokenCount, maxOutput: number | undefined): Load;
}

/** Those that fit first, then by cost, then by id. */
export function compareWindows(
  models: readonly Model[],
  { text, date, loadFor }: ComparedRequest,
): Comparison[] {
  const counts = new Map<Family, TokenCount>();
  const countFor = (family: Family) => {
    const known = counts.get(family) ?? countForFamily(text, family);
    counts.set(family, known);
    return known;
  };
  return models
    .map((model): Comparison => {
      const { context: window = 0, maxInput, maxOutput, shared } = model;
      const load = loadFor(countFor(model.family), maxOutput);
      const use = useWindow({ window, maxInput, maxOutput, shared }, load);
      const priced = priceRequest(
        { inputTokens: load.input, outputTokens: load.reserve },
        model,
        date,
      );
      const { fits, remaining, usedPercent } = use;
      const costPerRequest = priced.cost?.perRequest ?? null;
      return { model: model.id, fits, remaining, usedPercent, costPerRequest };
    })
    .toSorted(
      (a, b) =>
        Number(b.fits) - Number(a.fits) ||
        (a.costPerRequest ?? Infinity) - (b.costPerRequest ?? Infinity) ||
        (a.model < b.model ? -1 : 1),
    );
}
