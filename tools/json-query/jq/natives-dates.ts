import {
  dayOfYear,
  daysFromDate,
  localFromSeconds,
  weekdayOfDays,
} from "../../_lib/time/calendar.ts";
import type { JsonNode } from "../../_lib/json/tree/tree.ts";
import { JqError } from "./errors.ts";
import type { Native, Natives } from "./native.ts";
import { formatTime } from "./strftime.ts";
import { parseTime } from "./strptime.ts";
import { double, doubleOf, list, NULL, string } from "./values.ts";

/** Seconds beyond which there is no calendar. */
const MOST_SECONDS = 1e15;

/** A time as C has it: months from 0, weekdays from Sunday, days of the year from 0. */
export interface BrokenDownTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  /** With its fraction. */
  second: number;
  weekday: number;
  yearDay: number;
}

function brokenDown(seconds: number): BrokenDownTime {
  const whole = Math.floor(seconds);
  const local = localFromSeconds(whole);
  return {
    ...local,
    month: local.month - 1,
    // Nothing finer than a microsecond is left of a double of this size.
    second: local.second + Math.round((seconds - whole) * 1e6) / 1e6,
    weekday: weekdayOfDays(daysFromDate(local)),
    yearDay: dayOfYear(local) - 1,
  };
}

function timeNode(time: BrokenDownTime): JsonNode {
  const { year, month, day, hour, minute, second, weekday, yearDay } = time;
  return list([year, month, day, hour, minute, second, weekday, yearDay].map(double));
}

/** The time of an array of numbers; undefined where it is none. */
function readTime(node: JsonNode): BrokenDownTime | undefined {
  if (node.type !== "array" || node.items.length === 0) return undefined;
  const numbers: number[] = [];
  for (const item of node.items) {
    if (item.type !== "number") return undefined;
    const number = doubleOf(item);
    if (!(Math.abs(number) < MOST_SECONDS)) return undefined;
    numbers.push(number);
  }
  const [year = 0, month = 0, day = 1, hour = 0, minute = 0, second = 0, weekday = 0, yearDay = 0] =
    numbers;
  return { year, month, day, hour, minute, second, weekday, yearDay };
}

/** Seconds since 1970; fields beyond their bounds are carried. */
function toSeconds(time: BrokenDownTime): number {
  const months = Math.trunc(time.year) * 12 + Math.trunc(time.month);
  const first = daysFromDate({
    year: Math.floor(months / 12),
    month: (((months % 12) + 12) % 12) + 1,
    day: 1,
  });
  const hours = (first + Math.trunc(time.day) - 1) * 24 + Math.trunc(time.hour);
  return (hours * 60 + Math.trunc(time.minute)) * 60 + Math.floor(time.second);
}

const gmtime =
  (name: string): Native =>
  (input) => {
    if (input.type !== "number") throw new JqError(`${name}() requires numeric inputs`);
    const seconds = doubleOf(input);
    if (!(Math.abs(seconds) <= MOST_SECONDS))
      throw new JqError("error converting number of seconds since epoch to datetime");
    return timeNode(brokenDown(seconds));
  };

const mktime: Native = (input, _args, machine) => {
  if (input.type !== "array") throw new JqError("mktime requires array inputs");
  machine.spend(input.items.length);
  const time = readTime(input);
  if (time === undefined) throw new JqError("mktime requires parsed datetime inputs");
  return double(toSeconds(time));
};

const strftime =
  (name: string): Native =>
  (input, [pattern = NULL], machine) => {
    if (pattern.type !== "string") throw new JqError(`${name} requires a string format`);
    machine.spend(pattern.value.length + (input.type === "array" ? input.items.length : 0));
    const seconds = input.type === "number" ? doubleOf(input) : Number.NaN;
    const time = Math.abs(seconds) <= MOST_SECONDS ? brokenDown(seconds) : readTime(input);
    if (time === undefined) throw new JqError(`${name} requires parsed datetime inputs`);
    const text = formatTime(pattern.value, time, toSeconds(time));
    machine.spendText(text.length);
    return string(text);
  };

const strptime: Native = (input, [pattern = NULL], machine) => {
  if (input.type !== "string" || pattern.type !== "string")
    throw new JqError("strptime/1 requires string inputs and arguments");
  machine.spend(pattern.value.length + (input.value.length >> 2));
  const fields = parseTime(input.value, pattern.value);
  if (fields === undefined) {
    throw new JqError(`date "${input.value}" does not match format "${pattern.value}"`);
  }
  if (fields.seconds !== undefined) return timeNode(brokenDown(fields.seconds));
  const { year, month, day, hour, minute, second } = fields;
  const days = daysFromDate({ year, month: month + 1, day });
  const yearDay = days - daysFromDate({ year, month: 1, day: 1 });
  const weekday = weekdayOfDays(days);
  return timeNode({ year, month, day, hour, minute, second, weekday, yearDay });
};

export const DATE_NATIVES: Natives = {
  "now/0": (_input, _args, machine) => double(machine.world.now / 1000),
  "gmtime/0": gmtime("gmtime"),
  "localtime/0": gmtime("localtime"),
  "mktime/0": mktime,
  "strftime/1": strftime("strftime/1"),
  "strflocaltime/1": strftime("strflocaltime/1"),
  "strptime/1": strptime,
};
