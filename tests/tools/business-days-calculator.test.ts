import { describe, expect, test } from "bun:test";
import Holidays from "date-holidays";
import fc from "fast-check";
import tool from "../../tools/business-days-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const errors = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);
const count = (start: string, end: string, more: object = {}) => run({ start, end, ...more });
const add = (start: string, days: number, more: object = {}) =>
  run({ action: "add", start, days, ...more });
const list = (calendar: string, year: number) =>
  run({ action: "list", calendar, start: `${year}-01-01`, end: `${year}-12-31` }).output?.split(
    "\n",
  );
const dates = (calendar: string, year: number) =>
  list(calendar, year)
    ?.map((line) => line.slice(5, 10))
    .join(" ");

const dateOf = (day: number) => Temporal.PlainDate.from("1970-01-01").add({ days: day });

describe("calendars", () => {
  test.each([
    // opm.gov
    [
      "us-federal",
      2021,
      "01-01 01-18 02-15 05-31 06-18 06-19 07-04 07-05 09-06 10-11 11-11 11-25 12-24 12-25 12-31",
    ],
    ["us-federal", 2026, "01-01 01-19 02-16 05-25 06-19 07-03 07-04 09-07 10-12 11-11 11-26 12-25"],
    ["us-federal", 1975, "01-01 02-17 05-26 07-04 09-01 10-13 10-27 11-27 12-25"],
    ["us-federal", 1970, ""],
    // gov.uk/bank-holidays
    [
      "uk-england-wales",
      2022,
      "01-01 01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-25 12-26 12-27",
    ],
    ["uk-england-wales", 2021, "01-01 04-02 04-05 05-03 05-31 08-30 12-25 12-26 12-27 12-28"],
    ["uk-england-wales", 2020, "01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-26 12-28"],
    [
      "uk-scotland",
      2022,
      "01-01 01-02 01-03 01-04 04-15 05-02 06-02 06-03 08-01 09-19 11-30 12-25 12-26 12-27",
    ],
    ["uk-scotland", 2023, "01-01 01-02 01-03 04-07 05-01 05-08 05-29 08-07 11-30 12-25 12-26"],
    ["uk-scotland", 2026, "01-01 01-02 04-03 05-04 05-25 06-15 08-03 11-30 12-25 12-26 12-28"],
    [
      "uk-northern-ireland",
      2026,
      "01-01 03-17 04-03 04-06 05-04 05-25 07-12 07-13 08-31 12-25 12-26 12-28",
    ],
    ["target2", 2024, "01-01 03-29 04-01 05-01 12-25 12-26"],
  ])("%s in %i", (calendar, year, expected) => {
    expect(dates(calendar, year)).toBe(expected === "" ? "" : expected);
  });

  test("substitute days say which day they stand in for", () => {
    const found = run({
      action: "list",
      calendar: "us-federal",
      start: "2021-12-01",
      end: "2021-12-31",
    });
    expect(found.value).toEqual({
      holidays: [
        { date: "2021-12-24", name: "Christmas Day", observedFor: "2021-12-25" },
        { date: "2021-12-25", name: "Christmas Day" },
        { date: "2021-12-31", name: "New Year's Day", observedFor: "2022-01-01" },
      ],
    });
  });

  test("rules not valid that early, or not certain that late, are warnings", () => {
    expect(codes({ start: "1970-12-01", end: "1971-02-01", calendar: "us-federal" })).toEqual([
      "CALENDAR_OUT_OF_RANGE",
    ]);
    expect(codes({ start: "2028-11-20", end: "2028-11-20", calendar: "us-federal" })).toEqual([]);
    expect(codes({ start: "2028-11-21", end: "2028-11-20", calendar: "uk-scotland" })).toEqual([
      "FUTURE_RULES",
      "SWAPPED",
    ]);
    expect(codes({ start: "2040-11-21", end: "2040-12-20", calendar: "target2" })).toEqual([]);
    expect(codes({ start: "1900-01-01", end: "2040-12-20" })).toEqual([]);
  });
});

describe("count", () => {
  test.each([
    ["both", 5],
    ["start", 4],
    ["end", 4],
    ["none", 3],
  ])("with %s of the given dates", (endpoints, expected) => {
    expect(count("2026-03-02", "2026-03-06", { endpoints }).value).toMatchObject({
      businessDays: expected,
      sign: 1,
    });
    expect(count("2026-03-06", "2026-03-02", { endpoints }).value).toMatchObject({
      businessDays: expected,
      sign: -1,
    });
  });

  test("a given date belongs to its field, whichever comes first", () => {
    const more = { endpoints: "end" };
    expect(count("2026-03-07", "2026-03-06", more).output).toBe("1");
    expect(count("2026-03-06", "2026-03-07", more).output).toBe("0");
    expect(count("2026-03-06", "2026-03-06", { endpoints: "none" }).value).toMatchObject({
      calendarDays: 0,
      firstBusinessDay: null,
    });
    expect(count("2026-03-06", "2026-03-06").output).toBe("1");
  });

  test("days worked in spite of weekend and holiday", () => {
    const more = { holidays: "2026-03-04,2026-03-07", extraWorkdays: "2026-03-07,2026-03-04" };
    expect(count("2026-03-02", "2026-03-08", more).value).toEqual({
      sign: 1,
      businessDays: 6,
      calendarDays: 7,
      weekendDays: 1,
      holidayDays: 0,
      holidays: [],
      firstBusinessDay: "2026-03-02",
      lastBusinessDay: "2026-03-07",
    });
  });

  test("as a look at every day counts", () => {
    const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    const day = fc.integer({ min: 20_000, max: 20_080 });
    const some = fc.uniqueArray(day, { maxLength: 12 });
    fc.assert(
      fc.property(
        day,
        day,
        some,
        some,
        fc.subarray(weekdays, { maxLength: 6 }),
        (a, b, off, on, weekend) => {
          const kinds = { businessDays: 0, weekendDays: 0, holidayDays: 0 };
          const [first, last] = a < b ? [a, b] : [b, a];
          for (let at = first; at <= last; at++) {
            const isRest = weekend.includes(weekdays[dateOf(at).dayOfWeek - 1] ?? "");
            if (on.includes(at)) kinds.businessDays++;
            else if (isRest) kinds.weekendDays++;
            else if (off.includes(at)) kinds.holidayDays++;
            else kinds.businessDays++;
          }
          const texts = (days: number[]) => days.map((each) => dateOf(each).toString());
          const more = { holidays: texts(off), extraWorkdays: texts(on), weekend };
          expect(count(dateOf(a).toString(), dateOf(b).toString(), more).value).toMatchObject(
            kinds,
          );
        },
      ),
    );
  });

  test("all years of the calendar", () => {
    expect(count("0001-01-01", "9999-12-31").value).toMatchObject({ calendarDays: 3_652_059 });
  });
});

describe("add", () => {
  test.each([
    ["2026-11-20", 1, {}, "2026-11-23"],
    ["2026-11-21", 1, {}, "2026-11-23"],
    ["2026-11-21", -1, {}, "2026-11-20"],
    ["2026-11-21", 0, {}, "2026-11-21"],
    ["2026-11-21", 0, { roll: "following" }, "2026-11-23"],
    ["2026-11-21", 0, { roll: "preceding" }, "2026-11-20"],
    ["2026-10-31", 0, { roll: "modifiedFollowing" }, "2026-10-30"],
    ["2026-11-21", 0, { roll: "modifiedFollowing" }, "2026-11-23"],
    ["2026-11-20", 0, { roll: "following" }, "2026-11-20"],
    ["2026-11-19", 1, { weekend: "fri,sat" }, "2026-11-22"],
    ["2026-11-20", 1, { extraWorkdays: "2026-11-21" }, "2026-11-21"],
    ["2021-12-23", 1, { calendar: "us-federal" }, "2021-12-27"],
    ["2021-12-30", 1, { calendar: "us-federal" }, "2022-01-03"],
  ])("%s and %i days with %j is %s", (start, days, more, date) => {
    expect(add(start, days, more).output).toBe(date);
  });

  test("today, if there is no start", () => {
    expect(run({ action: "add", days: 0 }).value).toEqual({
      date: "2026-11-20",
      weekday: "Friday",
      holidaysSkipped: [],
    });
  });

  test("there and back again is the start, if that is worked", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20_000, max: 21_000 }),
        fc.integer({ min: 1, max: 500 }),
        (at, days) => {
          const start = dateOf(at).toString();
          const more = { calendar: "uk-scotland" };
          if (count(start, start, more).output === "0") return;
          const there = add(start, days, more).output ?? "";
          expect(add(there, -days, more).output).toBe(start);
        },
      ),
    );
  });

  test("not beyond the calendar", () => {
    expect(errors({ action: "add", start: "9999-12-30", days: 5 })).toEqual(["DAYS_RANGE /days"]);
    expect(errors({ action: "add", start: "0001-01-01", days: -1 })).toEqual(["DAYS_RANGE /days"]);
    expect(add("2026-01-01", 100_000).output).toBe("2409-04-23");
  });
});

test.each([
  [{ start: "2026-01-01" }, "REQUIRED /end"],
  [{ action: "list", start: "2026-01-01" }, "REQUIRED /end"],
  [{ action: "add", start: "2026-01-01" }, "REQUIRED /days"],
  [
    { start: "x", end: "2026-02-30", holidays: ["2026-01-01", "y"], extraWorkdays: "z" },
    "DATE_INVALID /start,DATE_INVALID /end,DATE_INVALID /holidays/1,DATE_INVALID /extraWorkdays/0",
  ],
  [{ end: "2026-02-28", weekend: "someday" }, "WEEKEND_INVALID /weekend"],
  [
    { end: "2026-02-28", holidays: Array.from({ length: 5001 }, () => "2026-01-01") },
    "RANGE /holidays",
  ],
])("%# is refused", (input, expected) => {
  expect(errors(input)?.join()).toBe(expected);
});

describe("countries and subdivisions", () => {
  const years = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index);

  test("those of the United Kingdom are the ones of the rules, with what was proclaimed for single years", () => {
    for (const year of years(1990, 2060)) {
      expect(dates("GB-ENG", year)).toBe(dates("uk-england-wales", year));
      expect(dates("GB-SCT", year)).toBe(dates("uk-scotland", year));
    }
    expect(dates("GB", 2012)).toContain("06-04 06-05");
  });

  test("the federal ones of the United States, too, where they are not moved to a Friday of the year before", () => {
    for (const year of years(2021, 2050)) {
      const wanted = dates("us-federal", year)?.split(" ") ?? [];
      const found = dates("US", year)?.split(" ") ?? [];
      // States and trade do not move Veterans Day.
      const differing = [
        ...wanted.filter((date) => !found.includes(date)),
        ...found.filter((date) => !wanted.includes(date)),
      ];
      expect([year, differing.filter((date) => !["11-10", "11-12"].includes(date))]).toEqual([
        year,
        [],
      ]);
    }
  });

  // Cabinet Office of Japan; Bavarian law on Sundays and holidays.
  test.each([
    [
      "JP",
      2026,
      "01-01 01-12 02-11 02-23 03-20 04-29 05-03 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23",
    ],
    ["DE-BY", 2026, "01-01 01-06 04-03 04-06 05-01 05-14 05-25 06-04 10-03 11-01 12-25 12-26"],
    ["DE", 2026, "01-01 04-03 04-06 05-01 05-14 05-25 10-03 12-25 12-26"],
    ["FR", 2026, "01-01 04-06 05-01 05-08 05-14 05-25 07-14 08-15 11-01 11-11 12-25"],
    ["IL", 2026, "04-02 04-08 04-22 05-22 09-12 09-13 09-21 09-26 10-03"],
  ])("%s in %i", (calendar, year, expected) => {
    expect(dates(calendar, year)).toBe(expected);
  });

  test("the table says what the package says, in every kind of place", () => {
    for (const code of ["CA-QC", "SE", "TR", "ZA", "AU-NSW", "MX", "ES-CT"]) {
      const [country = "", state = ""] = code.split("-");
      const calendar = new Holidays(country, state, { types: ["public"] });
      for (const year of [1990, 2026, 2060]) {
        const wanted = calendar.getHolidays(year).map(({ date }) => date.slice(0, 10));
        const found = list(code, year)?.map((line) => line.slice(0, 10)) ?? [];
        expect([
          code,
          year,
          wanted.filter((date) => date.startsWith(`${year}`) && !found.includes(date)),
        ]).toEqual([code, year, []]);
      }
    }
  });

  test("substitutes name the day that they stand in for, and the table its version", () => {
    const { value } = run({
      action: "list",
      start: "2027-12-01",
      end: "2027-12-31",
      country: "gb",
    });
    expect(value).toMatchObject({
      calendarVersion: expect.stringMatching(/^date-holidays \d/),
      holidays: [
        { date: "2027-12-25" },
        { date: "2027-12-26" },
        { date: "2027-12-27", observedFor: "2027-12-25" },
        { date: "2027-12-28", observedFor: "2027-12-26" },
      ],
    });
    expect(run({ start: "2026-01-01", end: "2026-01-02" }).value).not.toHaveProperty(
      "calendarVersion",
    );
  });

  test("codes in any case; unknown ones, both fields and other years are refused", () => {
    expect(dates("de_by", 2026)).toBe(dates("DE-BY", 2026));
    expect(errors({ start: "2026-01-01", end: "2026-01-02", calendar: "XX" })).toEqual([
      "CALENDAR_UNKNOWN /calendar",
    ]);
    expect(errors({ start: "2026-01-01", end: "2026-01-02", country: "__proto__" })).toEqual([
      "CALENDAR_UNKNOWN /country",
    ]);
    expect(
      errors({ start: "2026-01-01", end: "2026-01-02", country: "DE", calendar: "FR" }),
    ).toEqual(["CONFLICTING_FIELDS /country"]);
    expect(errors({ start: "1989-12-31", end: "1990-01-02", calendar: "DE" })).toEqual([
      "CALENDAR_YEAR_RANGE /calendar",
    ]);
    expect(errors({ action: "add", start: "2060-12-31", days: 1, country: "DE" })).toEqual([
      "CALENDAR_YEAR_RANGE /country",
    ]);
    expect(count("2060-12-01", "2060-12-31", { calendar: "DE" }).ok).toBe(true);
  });
});
