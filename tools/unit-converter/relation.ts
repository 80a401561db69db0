/** How quantities of one unit become those of another. */
import { isTemperature, type Measure } from "./measure.ts";
import { BASE_UNITS, isInverseDimension, isSameDimension } from "../_lib/numbers/units/units.ts";

export type Relation = "same" | "scale" | "inverse" | "cycle";

export const PER_SECOND = BASE_UNITS.map((base) => (base === "s" ? -1 : 0));
const RADIANS_PER_SECOND = PER_SECOND.map((power, index) =>
  BASE_UNITS[index] === "rad" ? 1 : power,
);

/** How one measure becomes the other; undefined if it cannot. */
export function relationOf(source: Measure, target: Measure): Relation | undefined {
  const [from, to] = [source.dimension, target.dimension];
  if (isTemperature(source) && isTemperature(target)) return "scale";
  if (isSameDimension(from, to)) return "same";
  if (isInverseDimension(from, to)) return "inverse";
  const isCycle =
    (isSameDimension(from, PER_SECOND) && isSameDimension(to, RADIANS_PER_SECOND)) ||
    (isSameDimension(from, RADIANS_PER_SECOND) && isSameDimension(to, PER_SECOND));
  return isCycle ? "cycle" : undefined;
}
