/** A cron expression as one English sentence, from its sets of values. */
import { MONTHS, WEEKDAYS } from "../_lib/time/calendar.ts";
import { type CronExpression, isFull } from "../_lib/time/cron/expression.ts";
import type { Field, Special } from "../_lib/time/cron/fields.ts";

export type TimeFormat = "24h" | "12h";

/** At most so many times of day are listed one by one. */
const LISTED_TIMES = 8;

/** The sentence, full stop included. */
export function writeSentence({ fields, dayRule }: CronExpression, format: TimeFormat): string {
  const { minute, hour, dayOfMonth, month, dayOfWeek } = fields;
  const time = writeTime(minute, hour, format);
  const months = isFull(month)
    ? ""
    : ` in ${grouped(month.values, (value) => MONTHS[value - 1] ?? "")}`;
  const byDay = isFull(dayOfMonth) ? "" : ` ${daysOfMonth(dayOfMonth)}`;
  const byWeekday = isFull(dayOfWeek) ? "" : ` ${daysOfWeek(dayOfWeek)}`;
  if (dayRule === "or" && (byDay || byWeekday)) {
    return `${time}${months} ${daysOfMonth(dayOfMonth)} or ${daysOfWeek(dayOfWeek)}.`;
  }
  if (byDay && byWeekday) return `${time}${byDay}${months}, only if it is ${anyOf(dayOfWeek)}.`;
  const everyDay = isFull(hour) ? "" : " every day";
  return `${time}${byDay || byWeekday || everyDay}${months}.`;
}

function writeTime(minute: Field, hour: Field, format: TimeFormat): string {
  const clock = (hours: number, minutes: number): string => writeClock(hours, minutes, format);
  const [onlyMinute = 0] = minute.values;
  const hours = hour.values;
  const [firstHour = 0] = hours;
  const lastHour = hours.at(-1) ?? 0;
  if (isFull(minute)) return `Every minute${hourSpans(hour, 59, clock)}`;
  const interval = evenInterval(minute.values);
  if (interval) return `Every ${interval} minutes${hourSpans(hour, 60 - interval, clock)}`;
  if (minute.values.length === 1) {
    if (isFull(hour))
      return onlyMinute === 0 ? "Every hour, on the hour" : pastEveryHour(onlyMinute);
    const step = constantStep(hours);
    const every = step === 1 ? "Every hour" : `Every ${step} hours`;
    if (step)
      return `${every} from ${clock(firstHour, onlyMinute)} to ${clock(lastHour, onlyMinute)}`;
  }
  if (minute.values.length * hours.length <= LISTED_TIMES) {
    return `At ${list(hours.flatMap((h) => minute.values.map((m) => clock(h, m))))}`;
  }
  return `At ${minutesPhrase(minute.values)} past ${hoursPhrase(hour)}`;
}

/** ` from 09:00 to 17:45` for each run of hours; nothing for the whole day. */
function hourSpans(
  hour: Field,
  lastMinute: number,
  clock: (hours: number, minutes: number) => string,
): string {
  if (isFull(hour)) return "";
  const spans = runsOf(hour.values).map(
    ([first, last]) => `from ${clock(first, 0)} to ${clock(last, lastMinute)}`,
  );
  return ` ${list(spans)}`;
}

function pastEveryHour(minute: number): string {
  return `At ${minute} ${minute === 1 ? "minute" : "minutes"} past every hour`;
}

/** s where the minutes are 0, s, 2s … and s divides the hour. */
function evenInterval(minutes: readonly number[]): number | undefined {
  const [first, interval = 0] = minutes;
  const fits = first === 0 && interval >= 2 && minutes.length * interval === 60;
  return fits && minutes.every((minute, index) => minute === index * interval)
    ? interval
    : undefined;
}

/** The step of four or more values that have one. */
function constantStep(values: readonly number[]): number | undefined {
  const [first = 0, second = 0] = values;
  const step = second - first;
  if (values.length < 4) return undefined;
  return values.every((value, index) => value === first + index * step) ? step : undefined;
}

function minutesPhrase(minutes: readonly number[]): string {
  const step = constantStep(minutes) ?? 0;
  if (step >= 2)
    return `every ${ordinal(step)} minute from ${minutes[0]} through ${minutes.at(-1)}`;
  return minutes.length === 1 ? `minute ${minutes[0]}` : `minutes ${grouped(minutes, String)}`;
}

function hoursPhrase(hour: Field): string {
  const hours = hour.values;
  if (isFull(hour)) return "every hour";
  const step = constantStep(hours);
  const span = `from ${hours[0]} through ${hours.at(-1)}`;
  if (step === 1) return `every hour ${span}`;
  if (step) return `every ${ordinal(step)} hour ${span}`;
  return hours.length === 1 ? `hour ${hours[0]}` : `hours ${grouped(hours, String)}`;
}

function daysOfMonth({ values, specials }: Field): string {
  const step = constantStep(values) ?? 0;
  const parts = specials.map(({ special }) => `on ${nameSpecial(special)}`);
  if (step >= 2) {
    const span = `from ${values[0]} through ${values.at(-1)}`;
    parts.unshift(`on every ${ordinal(step)} day of the month ${span}`);
  } else if (values.length > 0) {
    const days = values.length === 1 ? "day" : "days";
    parts.unshift(`on ${days} ${grouped(values, String)} of the month`);
  }
  return parts.join(" and ");
}

function daysOfWeek({ values, specials }: Field): string {
  const parts = specials.map(({ special }) => `on ${nameSpecial(special)}`);
  if (values.length > 0) parts.unshift(`on ${grouped(fromMonday(values), nameWeekday)}`);
  return parts.join(" and ");
}

/** `Monday or Friday`. */
function anyOf({ values, specials }: Field): string {
  const names = fromMonday(values).map(nameWeekday);
  return list([...names, ...specials.map(({ special }) => nameSpecial(special))], "or");
}

/** Sunday as 7, so that the week begins on Monday. */
function fromMonday(values: readonly number[]): number[] {
  return values.map((value) => (value === 0 ? 7 : value)).toSorted((a, b) => a - b);
}

function nameWeekday(value: number): string {
  return WEEKDAYS[value % 7] ?? "";
}

const NTH = ["first", "second", "third", "fourth", "fifth"];

function nameSpecial(special: Special): string {
  switch (special.kind) {
    case "last": {
      const { before } = special;
      if (before === 0) return "the last day of the month";
      return `the day ${before} ${before === 1 ? "day" : "days"} before the last day of the month`;
    }
    case "lastWeekday":
      return "the last weekday of the month";
    case "nearestWeekday":
      return `the weekday nearest day ${special.day} of the month`;
    case "lastOfWeekday":
      return `the last ${nameWeekday(special.weekday)} of the month`;
    case "nthOfWeekday":
      return `the ${NTH[special.nth - 1]} ${nameWeekday(special.weekday)} of the month`;
  }
}

function writeClock(hours: number, minutes: number, format: TimeFormat): string {
  const padded = String(minutes).padStart(2, "0");
  if (format === "24h") return `${String(hours).padStart(2, "0")}:${padded}`;
  return `${((hours + 11) % 12) + 1}:${padded} ${hours < 12 ? "AM" : "PM"}`;
}

/** First and last of each run of consecutive values. */
function runsOf(values: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (run && run[1] === value - 1) run[1] = value;
    else runs.push([value, value]);
  }
  return runs;
}

/** A list in which three or more consecutive values are one item, `a through b`. */
function grouped(values: readonly number[], name: (value: number) => string): string {
  const items = runsOf(values).flatMap(([first, last]) => {
    if (last - first >= 2) return [`${name(first)} through ${name(last)}`];
    return first === last ? [name(first)] : [name(first), name(last)];
  });
  return list(items);
}

/** `a`, `a and b`, `a, b, and c`. */
function list(items: readonly string[], word = "and"): string {
  if (items.length < 3) return items.join(` ${word} `);
  return `${items.slice(0, -1).join(", ")}, ${word} ${items.at(-1)}`;
}

/** `2nd`, `11th`, `23rd`. */
function ordinal(number: number): string {
  const ending = ["th", "st", "nd", "rd"][number % 10] ?? "th";
  return `${number}${number % 100 >= 11 && number % 100 <= 13 ? "th" : ending}`;
}
