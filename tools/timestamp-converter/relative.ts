/** Words that name a time from now: `2 weeks ago`, `in 90 minutes`, `tomorrow 9am`, `next friday at noon`. */
import { addMonths, daysFromDate, weekdayOfDays } from "../_lib/time/calendar.ts";
import { localFromNs, NS_PER_DAY, NS_PER_SECOND } from "../_lib/time/nanoseconds.ts";
import {
  foundText,
  noticed,
  problem,
  type Reading,
  type ReadingProblem,
} from "../_lib/time/timestamp/reading.ts";
import { type Clock, clockAt } from "../_lib/time/written/clock.ts";
import { WEEKDAY_NUMBERS } from "../_lib/time/written/names.ts";

/** Now, in nanoseconds since 1970: the instant, and the time on the wall. */
export interface Now {
  readonly ns: bigint;
  readonly wall: bigint;
}

/** The time that the words name; undefined where they are no such words. */
export function readRelative(text: string, now: Now): Reading | ReadingProblem | undefined {
  const words = text.toLowerCase().replaceAll(/\s+/g, " ").trim();
  const day = readDayWords(words, now);
  return day ?? readShift(words, now);
}

/** Units of calendar in months or days, others in seconds. */
const UNITS: Readonly<
  Record<string, { readonly months?: number; readonly days?: number; readonly seconds?: number }>
> = {
  y: { months: 12 },
  yr: { months: 12 },
  year: { months: 12 },
  quarter: { months: 3 },
  month: { months: 1 },
  fortnight: { days: 14 },
  w: { days: 7 },
  wk: { days: 7 },
  week: { days: 7 },
  d: { days: 1 },
  day: { days: 1 },
  h: { seconds: 3600 },
  hr: { seconds: 3600 },
  hour: { seconds: 3600 },
  min: { seconds: 60 },
  minute: { seconds: 60 },
  s: { seconds: 1 },
  sec: { seconds: 1 },
  second: { seconds: 1 },
};

const NUMBER_WORDS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

const PART = /(\d{1,9}|an?|[a-z]{3,9}) ?([a-z]+)(?:,? and |,? |$)/y;

interface Shift {
  readonly months: number;
  readonly days: number;
  readonly seconds: number;
}

function unitOf(word: string) {
  const name = Object.hasOwn(UNITS, word) ? word : word.replace(/s$/, "");
  return Object.hasOwn(UNITS, name) ? UNITS[name] : undefined;
}

function countOf(word: string): number | undefined {
  if (/^\d/.test(word)) return Number(word);
  const named = /^an?$/.test(word) ? 1 : NUMBER_WORDS.indexOf(word);
  return named < 0 ? undefined : named;
}

/** `2 weeks and 3 days`: one sum of calendar units and of clock units. */
function readParts(text: string): Shift | undefined {
  const sum = { months: 0, days: 0, seconds: 0 };
  if (text === "") return undefined;
  for (let at = 0; at < text.length;) {
    PART.lastIndex = at;
    const [all = "", number = "", word = ""] = PART.exec(text) ?? [];
    const [unit, count] = [unitOf(word), countOf(number)];
    if (!unit || count === undefined) return undefined;
    sum.months += count * (unit.months ?? 0);
    sum.days += count * (unit.days ?? 0);
    sum.seconds += count * (unit.seconds ?? 0);
    at += all.length;
  }
  return sum;
}

const SHIFTS: readonly (readonly [form: RegExp, sign: 1 | -1])[] = [
  [/^(.+) (?:ago|before now|earlier)$/, -1],
  [/^(?:in|after) (.+)$/, 1],
  [/^(.+) (?:from now|hence|later)$/, 1],
  [/^\+ ?(\d.*)$/, 1],
  [/^[-−] ?(\d.*)$/, -1],
  [/^last ([a-z]+)$/, -1],
  [/^next ([a-z]+)$/, 1],
];

function readShift(text: string, { ns, wall }: Now): Reading | ReadingProblem | undefined {
  for (const [form, sign] of SHIFTS) {
    const body = form.exec(text)?.[1];
    const shift =
      body === undefined ? undefined : readParts(/^(?:last|next) /.test(text) ? `a ${body}` : body);
    if (!shift) continue;
    const { months, days, seconds } = shift;
    const elapsed = BigInt(sign * seconds) * NS_PER_SECOND;
    const reading = { format: "relative", unit: null, warnings: [] } as const;
    // Hours are elapsed time, also where clocks change in between; days and months keep the clock.
    if (months === 0 && days === 0) return { ...reading, ns: ns + elapsed };
    const day = dayOf(wall);
    const clock = wall - BigInt(day) * NS_PER_DAY;
    const { year, month, day: ofMonth } = localFromNs(wall);
    const from = addMonths({ year, month, day: ofMonth }, sign * months);
    if (from.year < 1 || from.year > 9999) {
      return problem("TIMESTAMP_RANGE", foundText(text), "a time in the years 0001 to 9999");
    }
    const moved = BigInt(daysFromDate(from) + sign * days) * NS_PER_DAY + clock;
    return { ...reading, ns: moved + elapsed, isLocal: true };
  }
  return undefined;
}

function dayOf(wall: bigint): number {
  return daysFromDate(localFromNs(wall));
}

const NAMED_DAYS: Readonly<Record<string, number>> = {
  "day before yesterday": -2,
  yesterday: -1,
  today: 0,
  tomorrow: 1,
  "day after tomorrow": 2,
};

const CLOCK_FIRST = /^(?:at )?(?=[\dnm])/;

/** A day and perhaps a clock, in either order; without a clock the day's beginning. */
function readDayWords(text: string, { wall }: Now): Reading | ReadingProblem | undefined {
  const { rest, clock } = splitClock(text);
  const today = dayOf(wall);
  const day = rest === "" && clock ? today : dayNamed(rest, today);
  if (day === undefined) return undefined;
  const time = clock === undefined ? 0n : clock.time;
  if (time === undefined) {
    return problem("TIMESTAMP_INVALID", foundText(text), "a time of day up to 24:00:00");
  }
  return {
    format: "relative",
    unit: null,
    ns: BigInt(day) * NS_PER_DAY + time,
    isLocal: true,
    warnings: clock?.isTruncated ? [noticed("PRECISION_TRUNCATED")] : [],
  };
}

function splitClock(text: string): { readonly rest: string; readonly clock?: Clock } {
  const lead = CLOCK_FIRST.exec(text)?.[0].length;
  const first = lead === undefined ? undefined : clockAt(text, lead);
  if (lead !== undefined && first) {
    const rest = text.slice(lead + first.length).replace(/^,? ?(?:on )?/, "");
    return { rest, clock: first };
  }
  for (let at = text.indexOf(" "); at >= 0; at = text.indexOf(" ", at + 1)) {
    const clock = clockAt(text, at + 1);
    if (clock && at + 1 + clock.length === text.length) {
      return { rest: text.slice(0, at).replace(/,?(?: at)?$/, ""), clock };
    }
  }
  return { rest: text };
}

/** Days since 1970 of `tomorrow`, `friday`, `next friday`; a weekday alone is the coming one, or today. */
function dayNamed(text: string, today: number): number | undefined {
  const plain = text.replace(/^the /, "");
  if (Object.hasOwn(NAMED_DAYS, plain)) return today + (NAMED_DAYS[plain] ?? 0);
  const [, which = "this", name = ""] = /^(?:(last|next|this|on) )?([a-z]+)$/.exec(plain) ?? [];
  const weekday = WEEKDAY_NUMBERS.get(name);
  if (weekday === undefined) return undefined;
  const ahead = (weekday - weekdayOfDays(today) + 7) % 7;
  if (which === "next") return today + (ahead === 0 ? 7 : ahead);
  return which === "last" ? today + ahead - 7 : today + ahead;
}
