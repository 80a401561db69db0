/** From the time on a wall to the instants at which a zone's clocks show it, as Temporal does it. */
import type { Entry } from "../../../_core/tool.ts";
import { type Instant, type LocalTime, secondsFromLocal, writeLocal } from "../calendar.ts";
import { type ClockChange, writeZoned, type Zone } from "./zone.ts";

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

/** What stands in `failures` of a tool that takes a disambiguation. */
export const LOCAL_FAILURES = {
  LOCAL_TIME_AMBIGUOUS: "The clocks show the local time twice, and that is to be refused",
  LOCAL_TIME_GAP: "The clocks skip the local time, and that is to be refused",
} as const;

/** What stands in `warnings` of a tool that places local times. */
export const LOCAL_WARNINGS = {
  DST_GAP: "The clocks skip the local time: it was moved by the length of the gap",
  DST_OVERLAP: "The clocks show the local time twice: one of the two instants was taken",
} as const;

export interface PlacedLocal {
  readonly instant: Instant;
  readonly placement: Placement;
}

/** The instant of a local time; in a gap or an overlap with `reject` the reason why there is none. */
export function resolveLocal(
  zone: Zone,
  local: LocalTime,
  disambiguation: Disambiguation,
  path: string,
): PlacedLocal | Entry<keyof typeof LOCAL_FAILURES> {
  const placement = placeLocal(zone, secondsFromLocal(local));
  const seconds = chooseInstant(placement, disambiguation);
  if (seconds !== undefined) {
    return { instant: { seconds, nanosecond: local.nanosecond }, placement };
  }
  const isGap = placement.status === "gap";
  const [first, second] = candidateTexts(zone, local, placement);
  const shown = `${isGap ? "skip" : "show twice"} ${writeLocal(local)}`;
  return {
    code: isGap ? "LOCAL_TIME_GAP" : "LOCAL_TIME_AMBIGUOUS",
    message: `Cannot place the local time: the clocks of ${zone.name} ${shown}, expected one instant, either ${first} or ${second}`,
    path,
    hint: "Give the offset, or another disambiguation than reject",
  };
}

/** The local instants that a time in a gap or an overlap can stand for. */
export function candidateTexts(
  zone: Zone,
  { nanosecond }: LocalTime,
  { candidates }: Placement,
): string[] {
  return candidates.map((seconds) => writeZoned({ seconds, nanosecond }, zone));
}

/** The warning that a time in a gap or an overlap deserves. */
export function placementWarning(
  zone: Zone,
  local: LocalTime,
  placed: PlacedLocal,
  path: string,
): Entry<keyof typeof LOCAL_WARNINGS>[] {
  const { status, candidates } = placed.placement;
  if (status === "unique") return [];
  const code = status === "gap" ? "DST_GAP" : "DST_OVERLAP";
  const taken = writeZoned(placed.instant, zone);
  const texts = candidateTexts(zone, local, placed.placement);
  const others = texts.filter((_, index) => candidates[index] !== placed.instant.seconds);
  const what = status === "gap" ? "skip" : "show twice";
  const message = `The clocks of ${zone.name} ${what} ${writeLocal(local)}: taken as ${taken}, not ${others.join(" or ")}`;
  return [{ code, message, path }];
}
