/** From the time on a wall to the instants at which a zone's clocks show it, as Temporal does it. */
import type { ClockChange, Zone } from "./zone.ts";

/** No zone was ever further than this from UTC, in seconds. */
const WIDEST_OFFSET = 16 * 3600;

export const DISAMBIGUATIONS = ["compatible", "earlier", "later", "reject"] as const;
export type Disambiguation = (typeof DISAMBIGUATIONS)[number];

export interface Placement {
  readonly status: "unique" | "gap" | "overlap";
  /**
   * Instants in seconds since 1970 UTC, in order: those at which clocks show the time, or in a gap the two
   * that the time stands for, with the offset after the gap and with the one before it.
   */
  readonly candidates: readonly number[];
  /** The change that skips the time. */
  readonly gap?: ClockChange;
}

/** Where a local time, in seconds since 1970-01-01T00:00:00 local, lies in the zone. */
export function placeLocal(zone: Zone, local: number): Placement {
  const from = local - WIDEST_OFFSET;
  const changes: ClockChange[] = [];
  let change = zone.nextChange(from);
  while (change && change.at <= local + WIDEST_OFFSET) {
    changes.push(change);
    change = zone.nextChange(change.at);
  }
  const offsets = new Set([
    zone.periodAt(from).offset,
    ...changes.map(({ after }) => after.offset),
  ]);
  const candidates = Array.from(offsets, (offset) => local - offset)
    .filter((instant) => instant + zone.periodAt(instant).offset === local)
    .toSorted((a, b) => a - b);
  if (candidates.length > 0) {
    return { status: candidates.length === 1 ? "unique" : "overlap", candidates };
  }
  const gap = changes.find(
    ({ at, before, after }) => at + before.offset <= local && local < at + after.offset,
  ) as ClockChange;
  return {
    status: "gap",
    candidates: [local - gap.after.offset, local - gap.before.offset],
    gap,
  };
}

/** The instant that a disambiguation takes; undefined where it refuses the time. */
export function chooseInstant(
  { status, candidates }: Placement,
  disambiguation: Disambiguation,
): number | undefined {
  if (status === "unique") return candidates[0];
  switch (disambiguation) {
    case "reject":
      return undefined;
    case "later":
      return candidates.at(-1);
    case "earlier":
      return candidates[0];
    case "compatible":
      return status === "gap" ? candidates.at(-1) : candidates[0];
  }
}
