import { type Static, Type } from "@sinclair/typebox";
import { listField, oneOf, whole } from "./_core/fields.ts";
import { type Ctx, defineTool, done, fail } from "./_core/tool.ts";
import { DATE_FAILURE } from "./_lib/fields/date-field.ts";
import { CONFLICT_FAILURES } from "./_lib/fields/exclusive-fields.ts";
import { WEEKEND_FAILURE } from "./_lib/fields/working-week.ts";
import { INPUT_FAILURES, inputInvalid, missingField } from "./_lib/results/input-invalid.ts";
import { weekdayName, WEEKDAYS, writeDay } from "./_lib/time/calendar.ts";
import { countDays } from "./business-days-calculator/count.ts";
import { CALENDARS, type Holiday } from "./business-days-calculator/holidays.ts";
import {
  calendarWarnings,
  MOST_DATES,
  type Question,
  readQuestion,
  yearProblem,
} from "./business-days-calculator/question.ts";
import { TABLE_VERSION } from "./business-days-calculator/public-holidays.ts";
import { rollDay, ROLLS, walk } from "./business-days-calculator/working-days.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...DATE_FAILURE,
  ...WEEKEND_FAILURE,
  ...CONFLICT_FAILURES,
  CALENDAR_UNKNOWN: "calendar is neither a name of a calendar nor a code of ISO 3166 in the table",
  CALENDAR_YEAR_RANGE: "The holidays of a country are asked for in a year that the table lacks",
  DAYS_RANGE: "The result is outside the years 0001 to 9999",
} as const;

const WARNINGS = {
  CALENDAR_OUT_OF_RANGE: "The rules of the calendar are not valid for years that early",
  FUTURE_RULES: "Dates more than two years ahead: a government may still add or move holidays",
  SWAPPED: "The end lies before the start: the days are counted from the earlier to the later",
} as const;

const INPUT = Type.Object({
  start: Type.Optional(Type.String({ description: "Date; today in UTC, if left out" })),
  end: Type.Optional(Type.String({ description: "count, list: date" })),
  action: oneOf(["count", "add", "list"], {
    description: "Count working days, step by them, or list holidays",
    default: "count",
  }),
  days: Type.Optional(
    whole({
      description: "add: working days to step, negative for back",
      minimum: -100_000,
      maximum: 100_000,
    }),
  ),
  endpoints: oneOf(["both", "start", "end", "none"], {
    description: "count: which of the given dates are counted; both is NETWORKDAYS",
    default: "both",
  }),
  roll: oneOf(ROLLS, {
    description: "add with days 0: where a start that is not worked moves",
    default: "none",
  }),
  calendar: Type.Union([oneOf(CALENDARS), Type.String()], {
    description:
      "Public holidays: a code of ISO 3166 such as DE, DE-BY, US-CA or JP, for 1990 to 2060, or a calendar by rule",
    default: "none",
  }),
  country: Type.Optional(Type.String({ description: "Another name of calendar" })),
  holidays: Type.Optional(
    listField({ description: "Further days off, up to 5000 dates" }, { maxItems: MOST_DATES }),
  ),
  extraWorkdays: Type.Optional(
    listField(
      { description: "Days worked in spite of weekend or holiday, up to 5000 dates" },
      { maxItems: MOST_DATES },
    ),
  ),
  weekend: listField({ description: "Days of rest, mon to sun, at most 6", default: "sat,sun" }),
});

export type Input = Static<typeof INPUT>;

const HOLIDAYS = Type.Array(
  Type.Object({
    date: Type.String(),
    name: Type.String(),
    observedFor: Type.Optional(Type.String({ description: "The day this one stands in for" })),
  }),
);

const COUNT = Type.Integer({ minimum: 0 });

const DATE = Type.Union([Type.String(), Type.Null()]);

/** With a code of ISO 3166. */
const VERSION = {
  calendarVersion: Type.Optional(
    Type.String({ description: "Of the table of public holidays, where it was used" }),
  ),
};

const VALUE = Type.Union([
  Type.Object({
    sign: Type.Union([Type.Literal(-1), Type.Literal(1)]),
    businessDays: COUNT,
    calendarDays: COUNT,
    weekendDays: COUNT,
    holidayDays: COUNT,
    holidays: HOLIDAYS,
    firstBusinessDay: DATE,
    lastBusinessDay: DATE,
    ...VERSION,
  }),
  Type.Object({
    date: Type.String(),
    weekday: oneOf(WEEKDAYS),
    holidaysSkipped: HOLIDAYS,
    ...VERSION,
  }),
  Type.Object({ holidays: HOLIDAYS, ...VERSION }),
]);

export default defineTool({
  id: "business-days-calculator",
  name: "Business Days Calculator",
  category: "DateTime",
  description: "Counts working days between dates or steps by them, and names the holidays used.",
  keywords: [
    "bank holiday",
    "business days",
    "deadline",
    "excel workday",
    "federal holiday",
    "federal holidays",
    "networkdays",
    "numpy busday",
    "public holiday",
    "settlement",
    "target2",
    "weekend",
    "workday",
    "working days",
  ],
  aliases: ["workdays-calculator", "networkdays"],
  version: "2026-11-24",

  input: INPUT,
  primary: "start",
  value: VALUE,
  verb: "count",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "count business days between two dates",
    "workdays, working days or business days from a start to an end date",
    "add 10 working days to a date",
    "deadline in business days",
    "networkdays without holidays",
    "settlement date two days after trade",
    "list us federal holidays of a year",
    "uk bank holidays",
    "target2 closing days",
    "is a date a working day",
    "working days with friday and saturday as weekend",
    "subtract working days from a date",
    "next business day after a holiday",
    "skip weekends and public holidays when counting",
    "delivery takes 5 workdays, when does it arrive",
    "payment due thirty working days after the letter",
    "are banks closed on that day, easter or christmas",
    "how many days do I have to work next month",
    "notice period in weekdays, last day at the job",
    "date arithmetic over a trading calendar, T+2",
    "shift a due date that falls on a saturday or sunday",
    "contract says ten working days after receipt with easter in between",
    "días hábiles entre dos fechas",
    "arbeitstage berechnen",
    "jours ouvrés entre deux dates",
    "工作日计算",
    "días laborables sin fines de semana ni festivos",
    "werktage ohne wochenende und feiertage zählen",
    "jours ouvrables sans week-end ni jours fériés",
    "两 个 日期 之间 多少 个 工作日 节假日",
    "営業日数 計算 祝日 土日を除く",
    "invoice says pay within 14 working days, which day is that",
    "employee starts the 3rd, how many days does she work this month",
    "court gave us ten days without weekends, last day for the answer",
    "Excel WORKDAY.INTL NETWORKDAYS.INTL, numpy busday_count, pandas BDay, SIFMA, T+1 settlement",
    "advance a date by a number of banking days, skipping the closed ones, and list those skipped",
    "dias úteis entre duas datas, feriados, prazo",
    "fecha límite en días hábiles, festivos, plazo",
    "frist in werktagen, bankarbeitstage, feiertage im jahr",
    "délai en jours ouvrés, échéance, jours fériés",
    "法定 节假日 几个 工作日 之后 是 哪天 截止",
    "何営業日後 祝日一覧 納期",
  ],
  effort: 2,

  laws: [
    {
      name: "the days counted are worked, of the weekend or holidays",
      holds(run, input) {
        const { value } = run({ ...input, action: "count" });
        if (!value || !("businessDays" in value)) return true;
        const { businessDays, weekendDays, holidayDays, calendarDays, holidays } = value;
        return (
          businessDays + weekendDays + holidayDays === calendarDays &&
          holidays.length === holidayDays
        );
      },
    },
    {
      name: "counting up to where a step of n working days leads gives n",
      holds(run, { days = 3, ...input }) {
        const { value } = run({ ...input, action: "add", days });
        if (!value || !("date" in value) || days <= 0) return true;
        const counted = run({ ...input, action: "count", endpoints: "end", end: value.date }).value;
        return counted !== null && counted !== undefined && "sign" in counted
          ? counted.businessDays === days
          : false;
      },
    },
    {
      name: "one holiday more never raises a count",
      holds(run, { start = "2026-01-01", end = "2026-06-30", weekend = "sat,sun" }) {
        const workedWithout = (holidays: string) => {
          const { value } = run({ start, end, weekend, holidays });
          return value && "businessDays" in value ? value.businessDays : 0;
        };
        return workedWithout(start) <= workedWithout("");
      },
    },
  ],
  examples: [
    {
      title: "December in England",
      input: { start: "2026-12-01", end: "2026-12-31", calendar: "uk-england-wales" },
      expect: {
        output: "21",
        value: {
          businessDays: 21,
          weekendDays: 8,
          holidays: [
            { date: "2026-12-25", name: "Christmas Day" },
            { date: "2026-12-28", name: "Boxing Day", observedFor: "2026-12-26" },
          ],
        },
      },
    },
    {
      title: "Two working days on, across Independence Day",
      input: { action: "add", start: "2026-07-01", days: 2, calendar: "us-federal" },
      expect: {
        output: "2026-07-06",
        value: { holidaysSkipped: [{ date: "2026-07-03", observedFor: "2026-07-04" }] },
      },
    },
    {
      title: "The days on which euro payments stop",
      input: { action: "list", start: "2026-01-01", end: "2026-06-30", calendar: "target2" },
      expect: {
        output:
          "2026-01-01 New Year's Day\n2026-04-03 Good Friday\n2026-04-06 Easter Monday\n2026-05-01 Labour Day",
      },
    },
    {
      title: "Two working days on in Bavaria, across Epiphany",
      input: { action: "add", start: "2026-01-05", days: 2, calendar: "DE-BY" },
      expect: {
        output: "2026-01-08",
        value: { holidaysSkipped: [{ date: "2026-01-06", name: "Heilige Drei Könige" }] },
      },
    },
    {
      title: "A week of holidays in Japan",
      input: { action: "list", start: "2026-05-01", end: "2026-05-10", country: "JP" },
      expect: {
        output:
          "2026-05-03 憲法記念日\n2026-05-04 みどりの日\n2026-05-05 こどもの日\n2026-05-06 憲法記念日 (振替休日)",
        value: { holidays: { 3: { observedFor: "2026-05-03" } } },
      },
    },
    {
      title: "A year that the table lacks",
      input: { start: "1980-01-01", end: "1980-12-31", calendar: "FR" },
      expect: { ok: false, error: { code: "CALENDAR_YEAR_RANGE" } },
    },
    {
      title: "A weekend of all days",
      input: { start: "2026-12-01", end: "2026-12-31", weekend: "mon,tue,wed,thu,fri,sat,sun" },
      expect: { ok: false, error: { code: "WEEKEND_INVALID" } },
    },
  ],

  run(input, ctx) {
    const { action } = input;
    if (action === "add" && input.days === undefined) {
      return inputInvalid([missingField("/days", "working days to step")]);
    }
    if (action !== "add" && input.end === undefined) {
      return inputInvalid([missingField("/end", "a date")]);
    }
    const { question, failure } = readQuestion(input, ctx);
    if (failure) return failure;
    if (action === "add") return add(input, question, ctx);
    return action === "count" ? count(input, question, ctx) : list(question, ctx);
  },
});

function count({ endpoints }: Input, question: Question, ctx: Ctx) {
  const { start, end, days, rules } = question;
  const isSwapped = end < start;
  const [first, last] = isSwapped ? [end, start] : [start, end];
  const hasStart = endpoints === "both" || endpoints === "start";
  const hasEnd = endpoints === "both" || endpoints === "end";
  const from = first + ((isSwapped ? hasEnd : hasStart) ? 0 : 1);
  const until = last - ((isSwapped ? hasStart : hasEnd) ? 0 : 1);
  const problem = yearProblem(question, first, last);
  if (problem) return fail(problem);
  const found = countDays(days, rules, from, until);
  const { businessDays, weekendDays, holidayDays, firstBusinessDay, lastBusinessDay } = found;
  return done({
    output: String(businessDays),
    value: {
      sign: isSwapped ? -1 : 1,
      businessDays,
      calendarDays: businessDays + weekendDays + holidayDays,
      weekendDays,
      holidayDays,
      holidays: found.holidays.map(describe),
      firstBusinessDay: firstBusinessDay === undefined ? null : writeDay(firstBusinessDay),
      lastBusinessDay: lastBusinessDay === undefined ? null : writeDay(lastBusinessDay),
      ...versionOf(question),
    },
    warnings: warningsOf(calendarWarnings(question, first, last, ctx), isSwapped),
  });
}

function add(input: Input, question: Question, ctx: Ctx) {
  const { start, days } = question;
  const { days: steps = 0, roll } = input;
  const walked = steps === 0 ? rollDay(days, start, roll) : walk(days, start, steps);
  if (!walked) {
    const expected = "a date in the years 0001 to 9999";
    const message = `Cannot step ${steps} working days: found a date outside the calendar, expected ${expected}`;
    return fail({ code: "DAYS_RANGE", message, path: "/days", expected });
  }
  const [first, last] = walked.day < start ? [walked.day, start] : [start, walked.day];
  const problem = yearProblem(question, first, last);
  if (problem) return fail(problem);
  const date = writeDay(walked.day);
  return done({
    output: date,
    value: {
      date,
      weekday: weekdayName(walked.day),
      holidaysSkipped: walked.skipped.map(describe),
      ...versionOf(question),
    },
    warnings: warningsOf(calendarWarnings(question, first, last, ctx), false),
  });
}

function list(question: Question, ctx: Ctx) {
  const { start, end, days } = question;
  const isSwapped = end < start;
  const [first, last] = isSwapped ? [end, start] : [start, end];
  const problem = yearProblem(question, first, last);
  if (problem) return fail(problem);
  const holidays = days.holidaysBetween(first, last).map(describe);
  return done({
    output: holidays.map(({ date, name }) => `${date} ${name}`).join("\n"),
    value: { holidays, ...versionOf(question) },
    warnings: warningsOf(calendarWarnings(question, first, last, ctx), isSwapped),
  });
}

function versionOf({ rules: { calendar } }: Question) {
  return typeof calendar === "object" ? { calendarVersion: TABLE_VERSION } : {};
}

function warningsOf(codes: readonly (keyof typeof WARNINGS)[], isSwapped: boolean) {
  const all = isSwapped ? [...codes, "SWAPPED" as const] : codes;
  return all.map((code) => ({ code, message: WARNINGS[code] }));
}

function describe({ day, name, observedFor }: Holiday) {
  const date = writeDay(day);
  return observedFor === undefined
    ? { date, name }
    : { date, name, observedFor: writeDay(observedFor) };
}
