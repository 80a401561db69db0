/** Which tools a value fits: what it is decides, and what a tool takes. */
import { offersFor } from "../detect.ts";
import type { Fitting } from "../parts/finder.tsx";

const MOST_OFFERS = 5;

/** Without a value every tool may come next; first stand those that claim it by its shape, the surest first. */
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
