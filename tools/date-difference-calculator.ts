import { type Static, Type } from "@sinclair/typebox";
import { listField, oneOf } from "./_core/fields.ts";
import { defineTool, done, fail } from "./_core/tool.ts";
import { daysFromDate, weekdayName, WEEKDAYS } from "./_lib/time/calendar.ts";
import { counted } from "./_lib/text/plural.ts";
import { DATE_FAILURE } from "./_lib/fields/date-field.ts";
import { daysOfSpan, readSpan, type Span } from "./date-difference-calculator/span.ts";
import { warningsOf } from "./_lib/results/warnings.ts";
import { countWeekdays, readWeekend, WEEKEND_FAILURE } from "./_lib/fields/working-week.ts";
import { TZDATA_VERSION, ZONE_FAILURES } from "./_lib/time/zone/zone.ts";

const FAILURES = {
  ...DATE_FAILURE,
  ...ZONE_FAILURES,
  ...WEEKEND_FAILURE,
  MIXED_OFFSET: "One side has an offset and the other has none, and no timeZone says what it means",
  INCLUSIVE_NEEDS_DATES: "Only dates can be counted inclusively, not times of day",
} as const;

const WARNINGS = {
  SWAPPED: "The end lies before the start: the difference is taken from the earlier to the later",
  DST_IN_RANGE: "The clock changes between the two: not every day has 24 hours",
} as const;

const INPUT = Type.Object({
  start: Type.String({ description: "Date, or date-time with or without offset" }),
  end: Type.Optional(
    Type.String({ description: "As start; today beside a date, now beside a time, if left out" }),
  ),
  inclusive: Type.Boolean({ description: "Dates only: count the last day, too", default: false }),
  timeZone: Type.Optional(
    Type.String({
      description:
        "IANA name, UTC, or ±HH:MM: of date-times without offset, and of the days between date-times",
    }),
  ),
  businessDays: Type.Boolean({ description: "Count the days of work, too", default: false }),
  weekend: listField({ description: "Days of rest, mon to sun, at most 6", default: "sat,sun" }),
});

export type Input = Static<typeof INPUT>;

const COUNT = Type.Integer({ minimum: 0 });
const AMOUNT = Type.Number({ minimum: 0 });

const VALUE = Type.Object({
  sign: Type.Union([Type.Literal(-1), Type.Literal(0), Type.Literal(1)], {
    description: "1 where the end is later",
  }),
  years: COUNT,
  months: COUNT,
  days: COUNT,
  hours: Type.Optional(COUNT),
  minutes: Type.Optional(COUNT),
  seconds: Type.Optional(AMOUNT),
  totalMonths: COUNT,
  totalWeeks: COUNT,
  weekDays: Type.Integer({ description: "Days beyond the whole weeks", minimum: 0 }),
  totalDays: COUNT,
  totalHours: Type.Optional(AMOUNT),
  totalMinutes: Type.Optional(AMOUNT),
  totalSeconds: Type.Optional(AMOUNT),
  businessDays: Type.Optional(COUNT),
  startWeekday: oneOf(WEEKDAYS),
  endWeekday: oneOf(WEEKDAYS),
  tzdataVersion: Type.Optional(Type.String()),
});

export default defineTool({
  id: "date-difference-calculator",
  name: "Date Difference Calculator",
  category: "DateTime",
  description: "Tells how long it is between two dates or times, as people say it and as totals.",
  keywords: [
    "between",
    "business days",
    "countdown",
    "date",
    "date diff",
    "datediff",
    "day count",
    "dayjs",
    "days",
    "days ago",
    "days left",
    "difference",
    "elapsed time",
    "how long",
    "interval",
    "months",
    "timedelta",
    "weeks",
    "years",
  ],
  aliases: ["date-diff", "days-between"],
  version: "2026-11-23",

  input: INPUT,
  primary: "start",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "days between two dates",
    "how many days until a date",
    "how many weeks between two dates",
    "years months and days between dates",
    "difference between two timestamps in hours",
    "elapsed time across a clock change",
    "count working days between dates",
    "how long ago was a date",
    "number of days including the last day",
    "date diff",
    "months between two dates",
    "how long have we been married, together or employed",
    "how many nights from arrival to departure",
    "weeks left until christmas, the wedding or the exam",
    "how many days since the accident or since I quit smoking",
    "interval between a start date and an end date",
    "was the warranty of two years over when it broke",
    "rental from may to september, how many days was that",
    "lease, contract or trip started and ended, how many months and days was it",
    "count the days from one date to another",
    "days and weeks since an event until today",
    "días entre dos fechas",
    "tage zwischen zwei daten",
    "nombre de jours entre deux dates",
    "日期差计算",
    "cuántos días faltan para una fecha, cuánto tiempo ha pasado",
    "wie viele tage sind es bis zu einem datum",
    "combien de jours restent jusqu'à une date",
    "两 个 日期 相差 多少 天 还有 几天",
    "日付の間は何日 あと何日",
    "两个日期之间有多少天",
    "moved in on 3 march, moved out on 17 august, how many nights",
    "probation of six months began on 1 april, how far are we",
    "baby due on 12 november, weeks from now",
    "last deploy on the 4th at 17:20, incident on the 6th at 9:05, time in between",
    "dayjs diff, moment diff, date-fns differenceInDays, SQL DATEDIFF, ChronoUnit.DAYS, timedelta",
    "return the gap of two calendar dates or instants as years-months-days plus totals",
    "diferença entre duas datas, quantos dias faltam, dias corridos",
    "cuántas semanas, meses y días hay entre dos fechas",
    "wie viele wochen, monate und tage liegen dazwischen, zeitspanne",
    "écart entre deux dates, semaines, mois, durée écoulée",
    "距离 还有 多少 天 相隔 几周 几个月 倒计时",
    "日数計算 何週間 何か月 経過 カウントダウン",
  ],
  effort: 2,

  laws: [
    {
      name: "exchanging the two sides changes the sign and the weekdays only",
      holds(run, input) {
        if (input.start === undefined || input.end === undefined) return true;
        const { value } = run(input);
        const { value: other } = run({ ...input, start: input.end, end: input.start });
        if (!value || !other) return value === other;
        const expected = { ...other, sign: 0 - other.sign + 0 };
        const { startWeekday, endWeekday } = value;
        return (
          JSON.stringify({ ...expected, startWeekday, endWeekday }) === JSON.stringify(value) &&
          other.startWeekday === endWeekday
        );
      },
    },
    {
      name: "the totals are made of the parts",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { totalMonths, years, months, totalDays, totalWeeks, weekDays } = value;
        return (
          totalMonths === 12 * years + months &&
          months < 12 &&
          totalDays === 7 * totalWeeks + weekDays &&
          weekDays < 7
        );
      },
    },
  ],
  examples: [
    {
      title: "Between two dates",
      input: { start: "1990-05-17", end: "2026-11-20" },
      expect: {
        output: "36 years, 6 months, 3 days",
        value: { sign: 1, totalDays: 13_336, totalMonths: 438, totalWeeks: 1905 },
      },
    },
    {
      title: "A month is not over before its day",
      input: { start: "2024-01-31", end: "2024-02-29" },
      expect: { output: "29 days", value: { months: 0 } },
    },
    {
      title: "Backwards, the last day included, with days of work",
      input: { start: "2026-03-10", end: "2026-03-02", inclusive: true, businessDays: true },
      expect: {
        output: "9 days",
        value: { sign: -1, businessDays: 7 },
        warnings: [{ code: "SWAPPED" }],
      },
    },
    {
      title: "The day that lacks an hour",
      input: {
        start: "2026-03-28T12:00",
        end: "2026-03-29T12:00",
        timeZone: "Europe/Berlin",
      },
      expect: {
        output: "1 day",
        value: { days: 1, totalHours: 23 },
        warnings: [{ code: "DST_IN_RANGE" }],
      },
    },
    {
      title: "An offset on one side only",
      input: { start: "2026-03-28T12:00Z", end: "2026-03-29T12:00" },
      expect: { ok: false, error: { code: "MIXED_OFFSET" } },
    },
  ],

  run(input, ctx) {
    const weekend = readWeekend(input.weekend);
    if ("code" in weekend) return fail(weekend);
    const { span, failure } = readSpan(input, ctx);
    if (failure) return failure;
    const { years, months, days, totalMonths, totalDays } = span.difference;
    const { first, end } = daysOfSpan(span, input.inclusive);
    const time = timeParts(span);
    return done({
      output: partsText({ years, months, days, ...time }),
      value: {
        sign: span.sign,
        years,
        months,
        days,
        ...time,
        totalMonths,
        totalWeeks: Math.floor(totalDays / 7),
        weekDays: totalDays % 7,
        totalDays,
        ...timeTotals(span),
        ...(input.businessDays ? { businessDays: countWeekdays(first, end, weekend) } : {}),
        startWeekday: weekdayName(daysFromDate(span.startDate)),
        endWeekday: weekdayName(daysFromDate(span.endDate)),
        ...(input.timeZone === undefined ? {} : { tzdataVersion: TZDATA_VERSION }),
      },
      warnings: warningsOf(WARNINGS, {
        SWAPPED: span.sign < 0,
        DST_IN_RANGE: span.hasClockChange,
      }),
    });
  },
});

function timeParts({ difference: { time }, elapsed }: Span) {
  if (elapsed === undefined) return undefined;
  const seconds = time / 1_000_000_000n;
  return {
    hours: Number(seconds / 3600n),
    minutes: Number((seconds / 60n) % 60n),
    seconds: Number(time % 60_000_000_000n) / 1e9,
  };
}

function timeTotals({ elapsed }: Span) {
  if (elapsed === undefined) return undefined;
  const nanoseconds = Number(elapsed);
  const per = (unit: number): number => Number((nanoseconds / unit).toFixed(9));
  return { totalHours: per(3.6e12), totalMinutes: per(6e10), totalSeconds: per(1e9) };
}

function partsText(parts: Readonly<Record<string, number>>): string {
  const texts = Object.entries(parts)
    .filter(([, count]) => count !== 0)
    .map(([unit, count]) => counted(count, unit.slice(0, -1)));
  return texts.join(", ") || "0 days";
}
