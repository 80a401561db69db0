import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { type Ctx, defineTool, done, fail } from "./_core/tool.ts";
import { DATE_FAILURE } from "./_lib/fields/date-field.ts";
import { doubleText, readDecimal } from "./_lib/numbers/decimal-text.ts";
import { INPUT_FAILURES, inputInvalid, missingField } from "./_lib/results/input-invalid.ts";
import { warningsOf } from "./_lib/results/warnings.ts";
import { formsOf, hasCalendarUnits, LARGEST_UNITS, ZERO } from "./_lib/time/duration/duration.ts";
import { DURATION_FAILURES } from "./_lib/time/duration/parse.ts";
import { NUMBER_UNITS } from "./_lib/time/duration/units.ts";
import {
  isZone,
  readZone,
  TZDATA_VERSION,
  type Zone,
  ZONE_FAILURES,
} from "./_lib/time/zone/zone.ts";
import { addToStart, measureBetween } from "./time-duration-calculator/clock-times.ts";
import {
  combine,
  type Computed,
  problemOf,
  readOne,
  sum,
  times,
} from "./time-duration-calculator/compute.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...DURATION_FAILURES,
  ...DATE_FAILURE,
  ...ZONE_FAILURES,
  NEGATIVE_RESULT: "The break is longer than the time between start and end",
  ERRORS_TRUNCATED: "More lines of one kind are wrong than are listed",
} as const;

const WARNINGS = {
  CALENDAR_UNITS: "Years and months have no fixed length: there are no totals",
  CROSSES_MIDNIGHT: "The end is before the start: taken as a time of the next day",
  PRECISION_TRUNCATED: "Digits finer than a nanosecond are left out",
  CLOCK_AMBIGUOUS: "A clock of two parts is read as hours and minutes, not as minutes and seconds",
  UNIT_AMBIGUOUS:
    "m after years, or before weeks or days, is read as months: write mo or min to be sure",
} as const;

const INPUT = Type.Object({
  input: Type.Optional(
    Type.Union([Type.String(), Type.Number()], {
      description: "A duration: ISO 8601, 1h 30m, 90 minutes, 1:30:00; sum: one on each line",
    }),
  ),
  action: oneOf(["format", "add", "subtract", "sum", "multiply", "addTo", "between"], {
    description: "What to do; addTo adds to the date-time start, between measures start to end",
    default: "format",
  }),
  other: Type.Optional(Type.String({ description: "add, subtract: the second duration" })),
  factor: Type.Number({ description: "multiply: by what", default: 1 }),
  start: Type.Optional(
    Type.String({
      description: "addTo, between: HH:MM[:SS], 9am or a date-time; now, if left out",
    }),
  ),
  end: Type.Optional(Type.String({ description: "between: as start" })),
  breakMinutes: Type.Number({ description: "between: time not counted", minimum: 0, default: 0 }),
  largestUnit: oneOf(LARGEST_UNITS, {
    description: "Up to which unit the result is balanced",
    default: "days",
  }),
  numberUnit: oneOf(NUMBER_UNITS, {
    description: "Unit of a number that stands alone",
    default: "none",
  }),
  timeZone: Type.Optional(
    Type.String({ description: "addTo, between with date-times: IANA name, UTC, or ±HH:MM" }),
  ),
});

const COUNT = Type.Number({ minimum: 0 });

const VALUE = Type.Object({
  iso: Type.String(),
  sign: Type.Union([Type.Literal(-1), Type.Literal(0), Type.Literal(1)]),
  components: Type.Object({
    years: COUNT,
    months: COUNT,
    weeks: COUNT,
    days: COUNT,
    hours: COUNT,
    minutes: COUNT,
    seconds: COUNT,
  }),
  totalSeconds: Type.Union([Type.Number(), Type.Null()], {
    description: "null with years or months, as the totals and the clock",
  }),
  totals: Type.Union([
    Type.Object({
      weeks: Type.Number(),
      days: Type.Number(),
      hours: Type.Number(),
      minutes: Type.Number(),
      seconds: Type.Number(),
    }),
    Type.Null(),
  ]),
  human: Type.String(),
  clock: Type.Union([Type.String(), Type.Null()]),
  compact: Type.String(),
  end: Type.Optional(Type.String({ description: "addTo" })),
  tzdataVersion: Type.Optional(Type.String()),
});

type Input = Static<typeof INPUT>;

export default defineTool({
  id: "time-duration-calculator",
  name: "Time Duration Calculator",
  category: "DateTime",
  description:
    "Reads, adds and multiplies durations, measures shifts, and adds a duration to a date.",
  keywords: [
    "add time",
    "clock",
    "duration",
    "elapsed time",
    "hhmm",
    "hours",
    "iso 8601",
    "lunch break",
    "minutes",
    "overtime",
    "payroll",
    "seconds",
    "shift",
    "time sheet",
    "timesheet",
    "work hours",
  ],
  aliases: ["duration-calculator"],
  version: "2026-11-23",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "add up hours and minutes",
    "sum a time sheet",
    "convert 90 minutes to hours",
    "seconds to hours minutes seconds",
    "parse an iso 8601 duration",
    "write a duration as PT1H30M",
    "hours worked between two times with a break",
    "length of a night shift",
    "add a duration to a date",
    "multiply a duration",
    "subtract times",
    "duration in decimal hours",
    "what time is it in 36 hours",
    "worked from morning to evening with lunch in between, how long was that",
    "add track or film lengths to a total",
    "marathon finished in hours and minutes, half of it",
    "my shift began at ten at night and ended at six in the morning",
    "hours on my timesheet per week as a number for payroll",
    "interval arithmetic with days, hours, minutes and seconds",
    "it takes so many minutes and starts at a given hour, when is it over",
    "came at eight, left at five with a lunch break, how long did I work",
    "clock times from start to end minus a break, five days a week",
    "sumar horas y minutos",
    "stunden und minuten addieren",
    "additionner des durées",
    "计算时长",
    "cuántas horas trabajé de entrada a salida",
    "wie viele stunden habe ich gearbeitet, arbeitszeit mit pause",
    "combien d'heures travaillées, durée totale",
    "工作 几 小时 时间 相加",
    "勤務時間の合計 何時間何分",
    "clocked in 8:12, out 16:47, half an hour off: how long for the payslip",
    "7h50 + 8h15 + 6h40, weekly total as decimal",
    "film starts at 20:15 and runs 142 minutes, when can i go home",
    "six laps of 4:37 each, total",
    "how many days, hours and minutes are 100000 seconds",
    "moment.duration, dayjs duration, date-fns intervalToDuration, Temporal.Duration, timedelta, PT45M",
    "add, subtract or scale spans of time and express them in other units",
    "somar horas trabalhadas, calcular horas extras e intervalo",
  ],
  effort: 2,
  detect(sample) {
    const text = sample.trim();
    if (/^-?P(?=[\dT])(?:\d+[YMWD])*(?:T(?:\d+(?:[.,]\d+)?[HMS])+)?$/.test(text)) return 0.8;
    return /^\d+ ?(?:h|hours?|m|min|minutes?|s|sec|seconds?)(?: ?\d+ ?(?:m|min|minutes?|s|sec|seconds?)){0,2}$/i.test(
      text,
    )
      ? 0.6
      : 0;
  },

  laws: [
    {
      name: "what is written as ISO 8601 reads back as the same",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { largestUnit = "days" } = input;
        const back = run({ input: value.iso, largestUnit }).value;
        const { end: _end, tzdataVersion: _version, ...forms } = value;
        return JSON.stringify(back) === JSON.stringify(forms);
      },
    },
    {
      name: "the order of two durations does not matter to their sum, and subtracting one returns the other",
      holds(run, { input, other = "PT90M" }) {
        if (typeof input !== "string") return true;
        const sumOf = run({ action: "add", input, other }).value?.iso;
        const turned = run({ action: "add", input: other, other: input }).value?.iso;
        if (sumOf === undefined || turned === undefined) return sumOf === turned;
        const back = run({ action: "subtract", input: sumOf, other }).value?.iso;
        return sumOf === turned && (back === undefined || back === run({ input }).value?.iso);
      },
    },
  ],
  examples: [
    {
      title: "Hours and minutes in every form",
      input: { input: "36h 90 min" },
      expect: {
        output: "P1DT13H30M",
        value: {
          human: "1 day, 13 hours, 30 minutes",
          clock: "37:30:00",
          totals: { hours: 37.5 },
        },
      },
    },
    {
      title: "A time sheet",
      input: { action: "sum", input: "8h 15m\n7h 45m\n1.25 hours" },
      expect: { output: "PT17H15M", value: { clock: "17:15:00" } },
    },
    {
      title: "A night shift with a break",
      input: { action: "between", start: "22:15", end: "06:45", breakMinutes: 30 },
      expect: { output: "PT8H", warnings: [{ code: "CROSSES_MIDNIGHT" }] },
    },
    {
      title: "m between years and days",
      input: { input: "2y3m10d" },
      expect: {
        output: "P2Y3M10D",
        warnings: [{ code: "CALENDAR_UNITS" }, { code: "UNIT_AMBIGUOUS" }],
      },
    },
    {
      title: "A shift on a clock of twelve hours",
      input: { action: "between", start: "9am", end: "5:30 pm" },
      expect: { output: "PT8H30M" },
    },
    {
      title: "A month and a day after the end of January",
      input: { action: "addTo", input: "P1M1DT20H", start: "2026-01-31T10:00" },
      expect: {
        output: "2026-03-02T06:00:00",
        value: { totalSeconds: null },
        warnings: [{ code: "CALENDAR_UNITS" }],
      },
    },
    {
      title: "A number without a unit",
      input: { input: "2h 30" },
      expect: { ok: false, errors: [{ code: "DURATION_UNIT_MISSING", offset: 3 }] },
    },
  ],

  // 100,000 characters of durations take 60 ms: each is a sum of exact decimals.
  run(input, ctx) {
    const zone = input.timeZone === undefined ? undefined : readZone(input.timeZone, "/timeZone");
    if (zone && !isZone(zone)) return fail(zone);
    if (input.action === "between") return between(input, zone, ctx);
    if (input.input === undefined) {
      return inputInvalid([missingField("/input", "a duration such as 1h 30m")]);
    }
    const text = typeof input.input === "number" ? doubleText(input.input) : input.input;
    const computed = compute(input, text);
    if ("failure" in computed) return computed.failure;
    const end =
      input.action === "addTo" ? addToStart(input.start, computed.duration, zone, ctx) : undefined;
    if (typeof end === "object") return fail(end);
    return describe(computed, input, { end });
  },
});

function compute({ action, other, numberUnit, factor }: Input, text: string) {
  switch (action) {
    case "add":
    case "subtract":
      if (other === undefined) {
        return { failure: inputInvalid([missingField("/other", "a duration such as 1h 30m")]) };
      }
      return combine([text, other], numberUnit, action === "subtract");
    case "sum":
      return sum(text, numberUnit);
    case "multiply":
      return times(text, numberUnit, factor);
    default:
      return readOne(text, numberUnit, "/input");
  }
}

const NS_PER_MINUTE = 60_000_000_000n;

function between(input: Input, zone: Zone | undefined, ctx: Ctx) {
  if (input.end === undefined) {
    return inputInvalid([missingField("/end", "HH:MM or a date-time")]);
  }
  const { numerator, denominator } = readDecimal(String(input.breakMinutes)) ?? NO_BREAK;
  const pause = (numerator * NS_PER_MINUTE) / denominator;
  const measured = measureBetween(input.start, input.end, pause, zone, ctx);
  if ("failure" in measured) return measured.failure;
  const duration = { ...ZERO, time: measured.ns };
  const problem = problemOf(duration);
  if (problem) return fail(problem);
  const computed = { duration, isTruncated: false, hasShortClock: false, hasShortMonths: false };
  return describe(computed, input, { crossesMidnight: measured.crossesMidnight });
}

const NO_BREAK = { numerator: 0n, denominator: 1n };

function describe(
  computed: Computed,
  { largestUnit, timeZone }: Input,
  found: { readonly end?: string | undefined; readonly crossesMidnight?: boolean },
) {
  const { duration, isTruncated, hasShortClock, hasShortMonths } = computed;
  const forms = formsOf(duration, largestUnit);
  const { end, crossesMidnight = false } = found;
  return done({
    output: end ?? forms.iso,
    value: {
      ...forms,
      ...(end === undefined ? {} : { end }),
      ...(timeZone === undefined ? {} : { tzdataVersion: TZDATA_VERSION }),
    },
    warnings: warningsOf(WARNINGS, {
      CALENDAR_UNITS: hasCalendarUnits(duration),
      CROSSES_MIDNIGHT: crossesMidnight,
      PRECISION_TRUNCATED: isTruncated,
      CLOCK_AMBIGUOUS: hasShortClock,
      UNIT_AMBIGUOUS: hasShortMonths,
    }),
  });
}
