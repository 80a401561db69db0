import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/date-difference-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const between = (start: string, end: string, more: object = {}) => run({ start, end, ...more });
const errors = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

const days = fc.integer({ min: -719_162, max: 2_932_896 });
const dateOf = (day: number) => Temporal.PlainDate.from("1970-01-01").add({ days: day });

describe("dates", () => {
  test.each([
    ["2026-11-20", "2026-11-20", "0 days"],
    ["2020-02-29", "2021-02-28", "11 months, 30 days"],
    ["2020-02-29", "2021-03-01", "1 year, 1 day"],
    ["2024-01-31", "2024-03-01", "1 month, 1 day"],
    ["2100-02-28", "2100-03-01", "1 day"],
    ["0001-01-01", "9999-12-31", "9998 years, 11 months, 30 days"],
    ["2026-11-21", "2026-11-20", "1 day"],
  ])("%s to %s is %s", (start, end, output) => {
    expect(between(start, end).output).toBe(output);
  });

  test("the last day counts with inclusive, and the sign stays", () => {
    expect(between("2026-11-20", "2026-11-20", { inclusive: true })).toMatchObject({
      output: "1 day",
      value: { sign: 0, totalDays: 1 },
    });
    expect(between("2026-01-01", "2026-12-31", { inclusive: true }).output).toBe("1 year");
  });

  test("as Temporal's until", () => {
    fc.assert(
      fc.property(days, days, (from, until) => {
        const [start, end] = [dateOf(from), dateOf(until)];
        const [earlier, later] = from <= until ? [start, end] : [end, start];
        const parts = earlier.until(later, { largestUnit: "years" });
        const { value } = between(start.toString(), end.toString());
        expect(value).toMatchObject({
          sign: Math.sign(until - from) + 0,
          years: parts.years,
          months: parts.months,
          days: parts.days,
          totalMonths: earlier.until(later, { largestUnit: "months" }).months,
          totalDays: Math.abs(until - from),
        });
      }),
    );
  });

  test("days of work are those that a look at every day finds", () => {
    const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 0, max: 60 }),
        fc.subarray(weekdays, { maxLength: 6 }),
        fc.boolean(),
        (from, length, weekend, inclusive) => {
          let count = 0;
          for (let day = from; day < from + length + Number(inclusive); day++) {
            if (!weekend.includes(weekdays[dateOf(day).dayOfWeek - 1] ?? "")) count++;
          }
          const [start, end] = [dateOf(from).toString(), dateOf(from + length).toString()];
          const more = { weekend, inclusive, businessDays: true };
          expect(between(start, end, more).value).toMatchObject({ businessDays: count });
          expect(between(end, start, more).value).toMatchObject({ businessDays: count });
        },
      ),
    );
  });

  test("today beside a date, now beside a time", () => {
    expect(run({ start: "2026-11-19" }).value).toMatchObject({ totalDays: 1 });
    expect(run({ start: "2026-11-20", timeZone: "Pacific/Kiritimati" }).value).toMatchObject({
      totalDays: 1,
    });
    expect(run({ start: "2026-11-20T11:59" }).output).toBe("30 seconds");
    expect(run({ start: "2026-11-20T12:59+01:00" }).output).toBe("30 seconds");
    expect(run({ start: "2026-11-20T12:59", timeZone: "Europe/Berlin" }).output).toBe("30 seconds");
  });
});

describe("date-times", () => {
  test("without a zone on a clock that never changes", () => {
    expect(between("2026-03-28T22:30", "2026-03-30T01:15:30.5")).toMatchObject({
      output: "1 day, 2 hours, 45 minutes, 30.5 seconds",
      value: { totalHours: 26.758_472_222, totalMinutes: 1605.508_333_333, totalSeconds: 96_330.5 },
      warnings: [],
    });
    expect(between("2026-03-28", "2026-03-29T06:00").output).toBe("1 day, 6 hours");
  });

  test("as Temporal's until in a zone, around its clock changes", () => {
    const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"];
    const minutes = fc.integer({ min: 21_000_000, max: 30_000_000 });
    const near = fc.tuple(minutes, fc.integer({ min: -4000, max: 4000 }));
    fc.assert(
      fc.property(fc.constantFrom(...zones), near, (timeZone, [minute, length]) => {
        const at = (count: number) => Temporal.Instant.fromEpochMilliseconds(count * 60_000);
        const [start, end] = [at(minute), at(minute + length)];
        const [earlier, later] = (length < 0 ? [end, start] : [start, end]).map((instant) =>
          instant.toZonedDateTimeISO(timeZone),
        ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime];
        const parts = earlier.until(later, { largestUnit: "years" });
        expect(between(start.toString(), end.toString(), { timeZone }).value).toMatchObject({
          years: parts.years,
          months: parts.months,
          days: parts.days,
          hours: parts.hours,
          minutes: parts.minutes,
          totalMinutes: Math.abs(length),
        });
      }),
      { numRuns: 300 },
    );
  });

  test("as Temporal's until without a zone", () => {
    const seconds = fc.integer({ min: -2_000_000_000, max: 4_000_000_000 });
    fc.assert(
      fc.property(seconds, seconds, (first, second) => {
        const [from, until] = first < second ? [first, second] : [second, first];
        const at = (count: number) =>
          Temporal.PlainDateTime.from("1970-01-01").add({ seconds: count });
        const parts = at(from).until(at(until), { largestUnit: "years" });
        const { years, months, days: rest, hours, minutes, seconds: last } = parts;
        expect(between(at(from).toString(), at(until).toString()).value).toMatchObject({
          years,
          months,
          days: rest,
          hours,
          minutes,
          seconds: last,
        });
      }),
    );
  });

  test("offsets alone are compared in UTC", () => {
    expect(between("2026-03-28T23:00-02:00", "2026-03-30T01:00Z")).toMatchObject({
      output: "1 day",
      value: { startWeekday: "Sunday", endWeekday: "Monday" },
    });
  });
});

test.each([
  [
    { start: "2026-02-30", end: "x", timeZone: "Mars" },
    "DATE_INVALID /start,DATE_INVALID /end,TIME_ZONE_UNKNOWN /timeZone",
  ],
  [{ start: "2026-02-20T10:00Z", end: "2026-02-21" }, "MIXED_OFFSET /end"],
  [{ start: "2026-02-20T10:00", end: "2026-02-21T10:00Z" }, "MIXED_OFFSET /start"],
  [
    { start: "2026-02-20T10:00", end: "2026-02-21", inclusive: true },
    "INCLUSIVE_NEEDS_DATES /start",
  ],
  [{ start: "2026-02-20", end: "2026-02-21", weekend: "someday" }, "WEEKEND_INVALID /weekend"],
  [{ start: "2026-02-20", weekend: "mon,tue,wed,thu,fri,sat,sun" }, "WEEKEND_INVALID /weekend"],
  [{ start: "0001-01-01T00:00+01:00", end: "2026-01-01T00:00Z" }, "DATE_INVALID /start"],
])("%j is refused", (input, expected) => {
  expect(errors(input)?.join()).toBe(expected);
});

test("dates in words are those of ISO 8601", () => {
  const iso = runUnit(tool, { start: "1990-05-15", end: "2026-11-20" });
  expect(runUnit(tool, { start: "May 15, 1990", end: "2026-11-20" })).toEqual(iso);
  expect(runUnit(tool, { start: "1990-5-15", end: "20 Nov 2026" })).toEqual(iso);
  expect(runUnit(tool, { start: "May 15, 1990 9am", end: "1990-05-15 21:00" })).toMatchObject({
    value: { totalHours: 12 },
  });
});
