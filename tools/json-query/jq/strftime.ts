import { MONTHS, WEEKDAYS } from "../../_lib/time/calendar.ts";
import { isoWeekOf } from "../../_lib/time/iso-week.ts";
import type { BrokenDownTime } from "./natives-dates.ts";

type Field = (time: BrokenDownTime, seconds: number) => string;

function two(value: number): string {
  return String(Math.floor(value)).padStart(2, "0");
}

function spaced(value: number): string {
  return String(Math.floor(value)).padStart(2, " ");
}

const dayName: Field = ({ weekday }) => WEEKDAYS[weekday] ?? "?";
const monthName: Field = ({ month }) => MONTHS[month] ?? "?";
const halfDay: Field = ({ hour }) => (hour < 12 ? "AM" : "PM");
const hourOfHalf = (hour: number): number => ((hour + 11) % 12) + 1;

function week({ year, month, day }: BrokenDownTime) {
  return isoWeekOf({ year, month: month + 1, day });
}

/** Weeks that begin on a weekday, counted from the first one of the year. */
function weekOfYear({ yearDay, weekday }: BrokenDownTime, first: number): number {
  return Math.floor((yearDay + 7 - ((weekday + 7 - first) % 7)) / 7);
}

/** The conversions of POSIX strftime and of glibc, in the C locale and in UTC. */
const FIELDS: Readonly<Record<string, Field | string>> = {
  A: dayName,
  a: (...args) => dayName(...args).slice(0, 3),
  B: monthName,
  b: (...args) => monthName(...args).slice(0, 3),
  C: ({ year }) => two(year / 100),
  c: "%a %b %e %H:%M:%S %Y",
  D: "%m/%d/%y",
  d: ({ day }) => two(day),
  e: ({ day }) => spaced(day),
  F: "%Y-%m-%d",
  G: (time) => String(week(time).year),
  g: (time) => two(week(time).year % 100),
  H: ({ hour }) => two(hour),
  h: "%b",
  I: ({ hour }) => two(hourOfHalf(hour)),
  j: ({ yearDay }) => String(yearDay + 1).padStart(3, "0"),
  k: ({ hour }) => spaced(hour),
  l: ({ hour }) => spaced(hourOfHalf(hour)),
  M: ({ minute }) => two(minute),
  m: ({ month }) => two(month + 1),
  n: () => "\n",
  P: (...args) => halfDay(...args).toLowerCase(),
  p: halfDay,
  R: "%H:%M",
  r: "%I:%M:%S %p",
  S: ({ second }) => two(second),
  s: (_time, seconds) => String(seconds),
  T: "%H:%M:%S",
  t: () => "\t",
  U: (time) => two(weekOfYear(time, 0)),
  u: ({ weekday }) => String(weekday === 0 ? 7 : weekday),
  V: (time) => two(week(time).week),
  W: (time) => two(weekOfYear(time, 1)),
  w: ({ weekday }) => String(weekday),
  X: "%H:%M:%S",
  x: "%m/%d/%y",
  Y: ({ year }) => String(year),
  y: ({ year }) => two(((year % 100) + 100) % 100),
  Z: () => "UTC",
  z: () => "+0000",
  "%": () => "%",
};

/** The time by a format; a conversion that there is not stays as it is written. */
export function formatTime(pattern: string, time: BrokenDownTime, seconds: number): string {
  return pattern.replace(/%[-_0^#]?[EO]?(.)/gs, (text, letter: string) => {
    const field = FIELDS[letter];
    if (field === undefined) return text;
    const value =
      typeof field === "string" ? formatTime(field, time, seconds) : field(time, seconds);
    return text.startsWith("%-") ? value.replace(/^[0 ]+(?=.)/, "") : value;
  });
}
