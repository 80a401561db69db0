import type { CalendarDate } from "../_lib/time/calendar.ts";

/** Easter Sunday of a Gregorian year (Meeus, Jones and Butcher). */
export function easterOf(year: number): CalendarDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const k = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * k) / 451);
  const sum = h + k - 7 * m + 114;
  return { year, month: Math.floor(sum / 31), day: (sum % 31) + 1 };
}
