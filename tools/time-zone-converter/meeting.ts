/** When people in several zones can meet during their hours of work. */
import {
  type CalendarDate,
  daysFromDate,
  SECONDS_PER_DAY,
  weekdayOfDays,
  writeUtc,
} from "../_lib/time/calendar.ts";
import { chooseInstant, placeLocal } from "../_lib/time/zone/local-time.ts";
import { writeZoned, type Zone } from "../_lib/time/zone/zone.ts";

export interface WorkHours {
  /** Seconds after midnight. */
  readonly start: number;
  readonly end: number;
  /** 0 for Sunday. */
  readonly days: ReadonlySet<number>;
}

export interface MeetingPlan extends WorkHours {
  /** The first one decides when the day begins and ends. */
  readonly zones: readonly [Zone, ...Zone[]];
  readonly date: CalendarDate;
  readonly durationMinutes: number;
  readonly stepMinutes: number;
}

export interface Slot {
  readonly utc: string;
  readonly outsideMinutes: number;
  readonly times: {
    readonly timeZone: string;
    readonly start: string;
    readonly end: string;
    readonly outsideMinutes: number;
  }[];
}

const SHOWN_WITHOUT_COMMON_HOURS = 5;

/** All slots that suit everyone, by time; or else the five that suit best, the best first. */
export function findSlots(plan: MeetingPlan): { slots: Slot[]; suits: boolean; dayStart: number } {
  const [first] = plan.zones;
  const midnight = daysFromDate(plan.date) * SECONDS_PER_DAY;
  const dayStart = instantOf(first, midnight);
  const dayEnd = instantOf(first, midnight + SECONDS_PER_DAY);
  const found: {
    readonly at: number;
    readonly outside: readonly number[];
    readonly total: number;
  }[] = [];
  for (let at = dayStart; at < dayEnd; at += plan.stepMinutes * 60) {
    const until = at + plan.durationMinutes * 60;
    const outside = plan.zones.map((zone) => minutesOutside(zone, at, until, plan));
    found.push({ at, outside, total: outside.reduce((sum, minutes) => sum + minutes, 0) });
  }
  const fitting = found.filter(({ total }) => total === 0);
  const suits = fitting.length > 0;
  const chosen = suits
    ? fitting
    : found
        .toSorted((a, b) => a.total - b.total || a.at - b.at)
        .slice(0, SHOWN_WITHOUT_COMMON_HOURS);
  const slots = chosen.map(({ at, outside, total }) => describe(plan, at, outside, total));
  return { slots, suits, dayStart };
}

function instantOf(zone: Zone, wall: number): number {
  return chooseInstant(placeLocal(zone, wall), "compatible") ?? wall;
}

function describe(
  { zones, durationMinutes }: MeetingPlan,
  at: number,
  outside: readonly number[],
  total: number,
): Slot {
  const write = (seconds: number, zone: Zone): string =>
    writeZoned({ seconds, nanosecond: 0 }, zone);
  return {
    utc: writeUtc({ seconds: at, nanosecond: 0 }),
    outsideMinutes: total,
    times: zones.map((zone, index) => ({
      timeZone: zone.name,
      start: write(at, zone),
      end: write(at + durationMinutes * 60, zone),
      outsideMinutes: outside[index] ?? 0,
    })),
  };
}

/** Minutes, rounded up, of the time between two instants that lie outside the hours of work in the zone. */
function minutesOutside(zone: Zone, from: number, until: number, hours: WorkHours): number {
  let worked = 0;
  // Between two clock changes local time runs evenly.
  for (let at = from; at < until;) {
    const end = Math.min(until, zone.nextChange(at)?.at ?? until);
    const { offset } = zone.periodAt(at);
    worked += secondsWorked(at + offset, end + offset, hours);
    at = end;
  }
  return Math.ceil((until - from - worked) / 60);
}

function secondsWorked(from: number, until: number, { start, end, days }: WorkHours): number {
  let worked = 0;
  const lastDay = Math.floor((until - 1) / SECONDS_PER_DAY);
  for (let day = Math.floor(from / SECONDS_PER_DAY); day <= lastDay; day++) {
    if (!days.has(weekdayOfDays(day))) continue;
    const midnight = day * SECONDS_PER_DAY;
    worked += Math.max(0, Math.min(until, midnight + end) - Math.max(from, midnight + start));
  }
  return worked;
}
