/** The instants at which a job runs, across the clock changes of its zone. */
import type { Instant } from "../calendar.ts";
import { placeLocal } from "../zone/local-time.ts";
import type { ClockChange, Zone } from "../zone/zone.ts";
import type { CronExpression } from "./expression.ts";
import type { Schedule } from "./schedule.ts";

const DAY = 86_400;
/** The search ends so long after the last run found, because then the calendar begins anew. */
const CYCLE = 146_097 * DAY;
/** Vixie cron takes changes of this size for a clock that was set, not for summer time. */
const LARGE_SHIFT = 3 * 3600;

export interface Run {
  /** In seconds since 1970 UTC. */
  readonly at: number;
  /** The clock skips the time that was meant, or shows it twice. */
  readonly dst?: "gap" | "overlap";
}

export interface RunOptions {
  readonly zone: Zone;
  /** Not itself a run. */
  readonly from: Instant;
  readonly direction: "next" | "previous";
  readonly count: number;
  readonly dst: "vixie" | "literal";
}

export interface FoundRuns {
  readonly runs: readonly Run[];
  /** 400 years hold no run. */
  readonly isNever: boolean;
}

/** Whether the job follows the clock through changes: its minute or hour begins with `*`. */
function isWildcardJob({ fields }: CronExpression): boolean {
  return fields.minute.text.startsWith("*") || fields.hour.text.startsWith("*");
}

/** Runs after `from`, or before it, nearest first. */
export function findRuns(
  expression: CronExpression,
  schedule: Schedule,
  { zone, from, direction, count, dst }: RunOptions,
): FoundRuns {
  if (!schedule.hasDays) return { runs: [], isNever: true };
  const search = { schedule, zone, movesRuns: dst === "vixie" && !isWildcardJob(expression) };
  const find = direction === "next" ? nextRun : previousRun;
  const runs: Run[] = [];
  let after = direction === "previous" && from.nanosecond > 0 ? from.seconds + 1 : from.seconds;
  while (runs.length < count) {
    const found = find(search, after);
    if (typeof found === "string") return { runs, isNever: found === "cycle" && runs.length === 0 };
    runs.push(found);
    after = found.at;
  }
  return { runs, isNever: false };
}

interface Search {
  readonly schedule: Schedule;
  readonly zone: Zone;
  /** Runs move out of gaps and are not repeated in overlaps. */
  readonly movesRuns: boolean;
}

/** Why there is no run: the years end, or 400 of them hold none. */
type NoRun = "calendar" | "cycle";

/** The first run after the instant, looked for from one clock change to the next. */
function nextRun(search: Search, after: number): Run | NoRun {
  let at = after + 1;
  while (at - after <= CYCLE) {
    const here = search.zone.lastChange(at);
    if (here?.at === at && isMovedHere(search, here)) return { at, dst: "gap" };
    const { change, candidate } = lookAhead(search, at);
    if (candidate < (change?.at ?? Number.POSITIVE_INFINITY)) {
      const run = candidate - after > CYCLE ? "cycle" : runAt(search, candidate);
      if (run) return run;
      at = candidate + 1;
    } else {
      const next = skipAhead(change, at, candidate);
      if (next === undefined) return "calendar";
      at = next;
    }
  }
  return "cycle";
}

interface Look {
  /** The next clock change in the direction of the search. */
  readonly change: ClockChange | undefined;
  /** Where the next local time of the job would be if the clock did not change; infinite for none. */
  readonly candidate: number;
}

function lookAhead({ schedule, zone }: Search, at: number): Look {
  const { offset } = zone.periodAt(at);
  const local = schedule.firstFrom(at + offset) ?? Number.POSITIVE_INFINITY;
  return { change: zone.nextChange(at), candidate: local - offset };
}

/** Times that clocks show twice lie near a change; between changes further off nothing is missed. */
function skipAhead(change: Look["change"], at: number, candidate: number): number | undefined {
  if (!change) return undefined;
  if (change.at - at < NEAR) return change.at;
  return Number.isFinite(candidate) ? Math.max(change.at, candidate - NEAR) : undefined;
}

/** The last run before the instant. */
function previousRun(search: Search, before: number): Run | NoRun {
  let at = before - 1;
  while (before - at <= CYCLE) {
    const { change, candidate } = lookBack(search, at);
    const isMoved = change !== undefined && isMovedHere(search, change);
    if (candidate >= (change?.at ?? Number.NEGATIVE_INFINITY) && Number.isFinite(candidate)) {
      if (isMoved && candidate === change.at) return { at: candidate, dst: "gap" };
      const run = before - candidate > CYCLE ? "cycle" : runAt(search, candidate);
      if (run) return run;
      at = candidate - 1;
    } else {
      if (isMoved) return { at: change.at, dst: "gap" };
      const next = skipBack(change, at, candidate);
      if (next === undefined) return "calendar";
      at = next;
    }
  }
  return "cycle";
}

function lookBack({ schedule, zone }: Search, at: number): Look {
  const { offset } = zone.periodAt(at);
  const local = schedule.lastUntil(at + offset) ?? Number.NEGATIVE_INFINITY;
  return { change: zone.lastChange(at), candidate: local - offset };
}

function skipBack(change: Look["change"], at: number, candidate: number): number | undefined {
  if (!change) return undefined;
  if (at - change.at < NEAR) return change.at - 1;
  return Number.isFinite(candidate) ? Math.min(change.at - 1, candidate + NEAR) : undefined;
}

/** Longer than any clock change. */
const NEAR = 2 * DAY;

/** Whether times of the job that the change skips run at its end. */
function isMovedHere({ schedule, movesRuns }: Search, { at, before, after }: ClockChange): boolean {
  const shift = after.offset - before.offset;
  if (!movesRuns || shift <= 0 || shift >= LARGE_SHIFT) return false;
  const skipped = schedule.firstFrom(at + before.offset);
  return skipped !== undefined && skipped < at + after.offset;
}

/** The run at an instant, unless clocks show its local time for the second time. */
function runAt({ zone, movesRuns }: Search, at: number): Run | undefined {
  const { status, candidates } = placeLocal(zone, at + zone.periodAt(at).offset);
  if (status !== "overlap") return { at };
  const [first = at] = candidates;
  const isLarge = (candidates.at(-1) ?? at) - first >= LARGE_SHIFT;
  return movesRuns && !isLarge && at !== first ? undefined : { at, dst: "overlap" };
}
