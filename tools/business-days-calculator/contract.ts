/** What the business days calculator takes and gives. */
import { Type } from "@sinclair/typebox";
import { listField, oneOf, whole } from "../_core/fields.ts";
import { WEEKDAYS } from "../_lib/time/calendar.ts";
import { INPUT_FAILURES } from "../_lib/results/input-invalid.ts";
import { CALENDARS } from "./holidays.ts";
import { QUESTION_FAILURES } from "./question.ts";
import { ROLLS } from "./working-days.ts";

export const FAILURES = {
  ...INPUT_FAILURES,
  ...QUESTION_FAILURES,
  DAYS_RANGE: "The result is outside the years 0001 to 9999",
} as const;

export const WARNINGS = {
  CALENDAR_OUT_OF_RANGE: "The rules of the calendar are not valid for years that early",
  FUTURE_RULES: "Dates more than two years ahead: a government may still add or move holidays",
  SWAPPED: "The end lies before the start: the days are counted from the earlier to the later",
} as const;

export const INPUT = Type.Object({
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
  calendar: oneOf(CALENDARS, { description: "Public holidays by rule", default: "none" }),
  holidays: Type.Optional(listField({ description: "Further days off, up to 5000 dates" })),
  extraWorkdays: Type.Optional(
    listField({ description: "Days worked in spite of weekend or holiday, up to 5000 dates" }),
  ),
  weekend: listField({ description: "Days of rest, mon to sun, at most 6", default: "sat,sun" }),
});

const HOLIDAYS = Type.Array(
  Type.Object({
    date: Type.String(),
    name: Type.String(),
    observedFor: Type.Optional(Type.String({ description: "The day this one stands in for" })),
  }),
);
const COUNT = Type.Integer({ minimum: 0 });
const DATE = Type.Union([Type.String(), Type.Null()]);

export const VALUE = Type.Union([
  Type.Object({
    sign: Type.Union([Type.Literal(-1), Type.Literal(1)]),
    businessDays: COUNT,
    calendarDays: COUNT,
    weekendDays: COUNT,
    holidayDays: COUNT,
    holidays: HOLIDAYS,
    firstBusinessDay: DATE,
    lastBusinessDay: DATE,
  }),
  Type.Object({ date: Type.String(), weekday: oneOf(WEEKDAYS), holidaysSkipped: HOLIDAYS }),
  Type.Object({ holidays: HOLIDAYS }),
]);
