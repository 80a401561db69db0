import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  addMonths,
  dateFromDays,
  dayOfYear,
  daysFromDate,
  daysInMonth,
  FIRST_SECOND,
  instantFromMs,
  LAST_SECOND,
  localFromSeconds,
  readDate,
  readDateTime,
  readOffset,
  secondsFromLocal,
  weekdayOfDays,
  writeDate,
  writeOffset,
  writeUtc,
} from "../../../tools/_lib/time/calendar.ts";

const anySecond = fc.integer({ min: FIRST_SECOND, max: LAST_SECOND });

test("days and seconds agree with the engine's calendar", () => {
  fc.assert(
    fc.property(anySecond, (seconds) => {
      const date = new Date(seconds * 1000);
      const local = localFromSeconds(seconds);
      expect(writeUtc({ seconds, nanosecond: 0 })).toBe(date.toISOString().replace(".000", ""));
      expect(secondsFromLocal(local)).toBe(seconds);
      expect(dateFromDays(daysFromDate(local))).toEqual({
        year: local.year,
        month: local.month,
        day: local.day,
      });
      expect(weekdayOfDays(daysFromDate(local))).toBe(date.getUTCDay());
      expect(dayOfYear(local)).toBe(yearDay(date));
    }),
  );
});

function yearDay(date: Date): number {
  const first = new Date(date);
  first.setUTCMonth(0, 1);
  return Math.round((date.getTime() - first.getTime()) / 86_400_000) + 1;
}

test("the edges of the calendar", () => {
  expect(writeUtc({ seconds: FIRST_SECOND, nanosecond: 0 })).toBe("0001-01-01T00:00:00Z");
  expect(writeUtc({ seconds: LAST_SECOND, nanosecond: 999_999_999 })).toBe(
    "9999-12-31T23:59:59.999999999Z",
  );
  expect(writeUtc({ seconds: 281_474_976_710, nanosecond: 655_000_000 })).toBe(
    "+010889-08-02T05:31:50.655Z",
  );
});

test("adding months keeps the day or cuts it to the month's last", () => {
  const start = { year: 2026, month: 1, day: 31 };
  expect([1, 2, -2, 13, 25].map((months) => writeDate(addMonths(start, months)))).toEqual([
    "2026-02-28",
    "2026-03-31",
    "2025-11-30",
    "2027-02-28",
    "2028-02-29",
  ]);
});

test("a date reads back, and days that do not exist are refused", () => {
  const dates = fc.record({
    year: fc.integer({ min: 1, max: 9999 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
  });
  fc.assert(
    fc.property(dates, (date) => {
      const exists = date.day <= daysInMonth(date.year, date.month);
      expect(readDate(writeDate(date))).toEqual(exists ? date : undefined);
    }),
  );
  for (const text of [
    "0000-01-01",
    "2026-13-01",
    "2026-00-01",
    "2026-1-1",
    "2026-01-01 ",
    "+002026-01-01",
  ]) {
    expect(readDate(text)).toBeUndefined();
  }
});

describe("date-times", () => {
  const local = { year: 2026, month: 3, day: 29, hour: 2, minute: 30, second: 0, nanosecond: 0 };

  test.each([
    ["2026-03-29T02:30", { local, dateOnly: false }],
    ["2026-03-29 02:30:00Z", { local, offset: 0, dateOnly: false }],
    [
      "2026-03-29T02:30:00.5+02",
      { local: { ...local, nanosecond: 500_000_000 }, offset: 7200, dateOnly: false },
    ],
    ["2026-03-29T02:30-0330", { local, offset: -12_600, dateOnly: false }],
    ["2026-03-29T02:30:00-00:00", { local, offset: 0, dateOnly: false }],
    ["2026-03-29", { local: { ...local, hour: 0, minute: 0 }, dateOnly: true }],
  ])("%s is read", (text, expected) => {
    expect(readDateTime(text)).toEqual(expected);
  });

  test.each([
    "2026-02-30T00:00",
    "2026-03-29T24:00",
    "2026-03-29T02:60",
    "2026-03-29T02:30:60",
    "2026-03-29T02:30:00.",
    "2026-03-29T02:30:00.0123456789",
    "2026-03-29T02",
    "2026-03-29  02:30",
    "2026-03-29T02:30+2",
    "2026-03-29T02:30+24:00",
    "2026-03-29Z",
    "10889-08-02T05:31",
  ])("%s is refused", (text) => {
    expect(readDateTime(text)).toBeUndefined();
  });

  test("years of five digits are read where they are asked for", () => {
    expect(readDateTime("+010889-08-02T05:31Z", { longYears: true })?.local.year).toBe(10_889);
    expect(readDateTime("10889-08-02T05:31Z", { longYears: true })?.local.year).toBe(10_889);
  });
});

test("offsets read back", () => {
  for (const text of ["+00:00", "+05:45", "-12:00", "+14:00"]) {
    expect(writeOffset(readOffset(text) ?? Number.NaN)).toBe(text);
  }
  expect(writeOffset(-17_762)).toBe("-04:56:02");
});

test("milliseconds round down, and fractions show all of themselves", () => {
  expect(writeUtc(instantFromMs(-1))).toBe("1969-12-31T23:59:59.999Z");
  expect(writeUtc({ seconds: 0, nanosecond: 1000 })).toBe("1970-01-01T00:00:00.000001Z");
  expect(writeUtc({ seconds: 0, nanosecond: 0 }, { digits: 3 })).toBe("1970-01-01T00:00:00.000Z");
  expect(writeUtc({ seconds: 0, nanosecond: 1_234_567 }, { digits: 7 })).toBe(
    "1970-01-01T00:00:00.0012345Z",
  );
});
