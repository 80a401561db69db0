/** Which tools a value fits: what it is decides, and what a tool takes. */
import type { Entry } from "../catalogue.ts";
import { offersFor } from "../detect.ts";

export interface Fitting {
  fits(entry: Entry): boolean;
  /** Those that claim it by its shape, the surest first. */
  readonly first: readonly string[];
}

const MOST_OFFERS = 5;

/** Without a value every tool may come next. */
export async function fittingTools(value: string): Promise<Fitting> {
  if (value.trim() === "") return { fits: ({ kind }) => kind === "tool", first: [] };
  const offered = (await offersFor(value, Number.POSITIVE_INFINITY)).map(({ entry }) => entry.id);
  const claims = new Set(offered);
  const isNumber = Number.isFinite(Number(value));
  return {
    fits: ({ id, kind, takes }) =>
      kind === "tool" && (takes === "text" || claims.has(id) || (takes === "number" && isNumber)),
    first: offered.slice(0, MOST_OFFERS),
  };
}
