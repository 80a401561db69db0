/** Where an expression probably does not do what was meant. */
import type { Entry } from "../../../_core/tool.ts";
import { daysInMonth } from "../calendar.ts";
import { type CronExpression, isFull } from "./expression.ts";
import { type Field, FIELD_SIZES } from "./fields.ts";
import type { FoundRuns } from "./runs.ts";

export const CRON_WARNINGS = {
  CRON_NEVER: "There is no run in 400 years",
  CRON_DAY_OR: "Both day fields are restricted: a day that matches either of them counts",
  CRON_DAY_AND: "A day field begins with *, so both day fields must match",
  CRON_ALL_DAYS_IN_MONTH:
    "Months are restricted and days are not: it runs every day of those months",
  CRON_EVERY_MINUTE_IN_HOUR:
    "Hours are restricted and minutes are not: it runs every minute of those hours",
  CRON_UNEVEN_STEP: "The step does not divide the hour or the day: the last interval is shorter",
  CRON_STEP_WIDE: "The step is as large as its range: there is one value",
  CRON_NUMBER_STEP: "A step after a single number is not understood by every cron",
  CRON_SHORT_MONTHS: "Some of the months are too short for the day: they are left out",
  CRON_LEAP_DAY: "It runs on 29 February only, in leap years",
  CRON_DST_GAP: "A run falls into an hour that the clock skips and is moved to its end",
  CRON_DST_OVERLAP: "A run falls into an hour that the clock shows twice",
} as const;

export type CronWarning = keyof typeof CRON_WARNINGS;

/** A common year and a leap year; February counts the longer. */
const LEAP_YEAR = 2024;

export interface WarningFacts extends FoundRuns {
  /** Calendar year of the start, and the runs in it. */
  readonly year: number;
  readonly runsInYear: number;
}

/** The warnings in the order of the table. */
export function findWarnings(
  expression: CronExpression,
  facts: WarningFacts,
): Entry<CronWarning>[] {
  const { fields, dayRule } = expression;
  const { minute, hour, dayOfMonth, month, dayOfWeek } = fields;
  const all = [minute, hour, dayOfMonth, month, dayOfWeek];
  const unrestricted = [dayOfMonth, dayOfWeek].every((field) => !field.restricted && isFull(field));
  const short = facts.isNever ? undefined : shortMonths(expression);
  const times = `${facts.runsInYear} ${facts.runsInYear === 1 ? "time" : "times"}`;
  const everyDay = `${CRON_WARNINGS.CRON_ALL_DAYS_IN_MONTH}: it runs ${times} in ${facts.year}; for once a month name a day`;
  return [
    ...when(facts.isNever, "CRON_NEVER"),
    ...when(dayRule === "or", "CRON_DAY_OR"),
    ...when(needsBoth(dayOfMonth, dayOfWeek) || needsBoth(dayOfWeek, dayOfMonth), "CRON_DAY_AND"),
    ...when(month.restricted && !isFull(month) && unrestricted, "CRON_ALL_DAYS_IN_MONTH", everyDay),
    ...when(isFull(minute) && !isFull(hour), "CRON_EVERY_MINUTE_IN_HOUR"),
    ...[minute, hour].filter(isUneven).map((field) => warnOf("CRON_UNEVEN_STEP", field)),
    ...all.filter(isWide).map((field) => warnOf("CRON_STEP_WIDE", field)),
    ...all.filter(stepsFromNumber).map((field) => warnOf("CRON_NUMBER_STEP", field)),
    ...(short ? [{ code: short, message: CRON_WARNINGS[short] }] : []),
    ...when(
      facts.runs.some(({ dst }) => dst === "gap"),
      "CRON_DST_GAP",
    ),
    ...when(
      facts.runs.some(({ dst }) => dst === "overlap"),
      "CRON_DST_OVERLAP",
    ),
  ];
}

function when(holds: boolean, code: CronWarning, message?: string): Entry<CronWarning>[] {
  return holds ? [{ code, message: message ?? CRON_WARNINGS[code] }] : [];
}

function warnOf(code: CronWarning, { name, text }: Field): Entry<CronWarning> {
  return { code, message: CRON_WARNINGS[code], path: `/${name}`, received: text };
}

/** A `*` form that leaves days out, beside a field that leaves days out or names them all. */
function needsBoth(star: Field, other: Field): boolean {
  return !star.restricted && !isFull(star) && (other.restricted || !isFull(other));
}

function isUneven({ name, steps }: Field): boolean {
  const size = FIELD_SIZES[name];
  return steps.some(({ of, step }) => of === "star" && step < size && size % step !== 0);
}

function isWide({ steps }: Field): boolean {
  return steps.some(({ step, size }) => step >= size);
}

function stepsFromNumber({ steps }: Field): boolean {
  return steps.some(({ of }) => of === "number");
}

/** Whether every listed day is one that some months lack, and months lack it. */
function shortMonths({
  fields: { dayOfMonth, month },
  dayRule,
}: CronExpression): "CRON_SHORT_MONTHS" | "CRON_LEAP_DAY" | undefined {
  const { values, specials } = dayOfMonth;
  const isLate = values.length > 0 && values.every((day) => day >= 29);
  if (dayRule === "or" || specials.length > 0 || !isLate) return undefined;
  const runsOnly = month.values.flatMap((number) =>
    values.filter((day) => day <= daysInMonth(LEAP_YEAR, number)).map((day) => `${number}-${day}`),
  );
  if (runsOnly.length === 1 && runsOnly[0] === "2-29") return "CRON_LEAP_DAY";
  return runsOnly.length < month.values.length * values.length ? "CRON_SHORT_MONTHS" : undefined;
}
