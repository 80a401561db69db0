import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/age-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const age = (birthDate: string, asOf: string, leapDay = "mar1") =>
  run({ birthDate, asOf, leapDay });
const errors = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

describe("ages", () => {
  test.each([
    ["2026-11-20", "2026-11-20", "mar1", "0 years, 0 months, 0 days"],
    ["2025-11-20", "2026-11-20", "mar1", "1 year, 0 months, 0 days"],
    ["2025-11-21", "2026-11-20", "mar1", "0 years, 11 months, 30 days"],
    ["2000-01-31", "2001-02-28", "mar1", "1 year, 0 months, 28 days"],
    ["2000-01-31", "2001-02-28", "feb28", "1 year, 1 month, 0 days"],
    ["2000-01-31", "2001-03-01", "mar1", "1 year, 1 month, 0 days"],
    ["2000-01-31", "2001-03-30", "mar1", "1 year, 1 month, 29 days"],
    ["2000-01-31", "2001-03-31", "mar1", "1 year, 2 months, 0 days"],
    ["2004-02-29", "2025-03-01", "mar1", "21 years, 0 months, 0 days"],
    ["2004-02-29", "2024-02-29", "mar1", "20 years, 0 months, 0 days"],
    ["0001-01-01", "9999-12-31", "mar1", "9998 years, 11 months, 30 days"],
  ])("born %s, on %s by %s: %s", (birthDate, asOf, leapDay, output) => {
    expect(age(birthDate, asOf, leapDay).output).toBe(output);
  });

  test("a birthday is its own next birthday", () => {
    expect(age("2000-11-20", "2026-11-20").value).toMatchObject({
      isBirthday: true,
      nextBirthday: { date: "2026-11-20", weekday: "Friday", daysUntil: 0, age: 26 },
    });
    expect(age("2000-11-20", "2026-11-21").value).toMatchObject({
      isBirthday: false,
      nextBirthday: { date: "2027-11-20", daysUntil: 364, age: 27 },
    });
  });

  test("the month anniversary and the days give the day, and nothing is skipped", () => {
    const day = fc.integer({ min: 0, max: 40_000 });
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 0, max: 9000 }),
        fc.constantFrom("mar1", "feb28"),
        (from, length, leapDay) => {
          const birth = Temporal.PlainDate.from("1930-01-01").add({ days: from });
          const asOf = birth.add({ days: length });
          const anniversary = (months: number) => {
            const plain = birth.add({ months });
            return plain.day === birth.day || leapDay === "feb28" ? plain : plain.add({ days: 1 });
          };
          let months = 0;
          while (Temporal.PlainDate.compare(anniversary(months + 1), asOf) <= 0) months++;
          expect(age(birth.toString(), asOf.toString(), leapDay).value).toMatchObject({
            totalMonths: months,
            years: Math.floor(months / 12),
            months: months % 12,
            days: anniversary(months).until(asOf).days,
            totalDays: length,
            totalWeeks: Math.floor(length / 7),
          });
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe("today", () => {
  test("depends on the zone: it is already tomorrow in Kiritimati", () => {
    const birthDate = "2000-11-21";
    expect(run({ birthDate }).value).toMatchObject({ asOf: "2026-11-20", isBirthday: false });
    expect(run({ birthDate, timeZone: "Pacific/Kiritimati" }).value).toMatchObject({
      asOf: "2026-11-21",
      isBirthday: true,
    });
  });
});

describe("warnings and failures", () => {
  test("29 February names both rules and their dates", () => {
    const [warning] = age("2004-02-29", "2026-11-20").warnings ?? [];
    expect(warning?.code).toBe("LEAP_DAY_BIRTH");
    expect(warning?.message).toContain("2027-03-01 or 2027-02-28");
  });

  test("an age above 130 years is doubtful", () => {
    const codes = (birthDate: string) =>
      age(birthDate, "2026-11-20").warnings?.map(({ code }) => code);
    expect(codes("1895-11-21")).toEqual([]);
    expect(codes("1895-11-20")).toEqual(["AGE_IMPLAUSIBLE"]);
    expect(codes("1892-02-29")).toEqual(["AGE_IMPLAUSIBLE", "LEAP_DAY_BIRTH"]);
  });

  test.each([
    [{ birthDate: "2030-01-01" }, "BIRTH_DATE_IN_FUTURE /birthDate"],
    [{ birthDate: "2025-02-29", asOf: "x" }, "DATE_INVALID /birthDate,DATE_INVALID /asOf"],
    [{ birthDate: "2025-02-28T10:00" }, "DATE_INVALID /birthDate"],
    [{ birthDate: "2025-02-28", timeZone: "Mars" }, "TIME_ZONE_UNKNOWN /timeZone"],
    [
      { birthDate: "2025-02-28", asOf: "2026-01-01", timeZone: "PST" },
      "TIME_ZONE_AMBIGUOUS /timeZone",
    ],
    [{}, "REQUIRED /birthDate"],
  ])("%j is refused", (input, expected) => {
    expect(errors(input)?.join()).toBe(expected);
  });
});

test.each(["1990-5-15", "May 15, 1990", "15 May 1990", "15th of May 1990", "Tuesday, 15 May 1990"])(
  "a birth on %s",
  (birthDate) => {
    const iso = runUnit(tool, { birthDate: "1990-05-15", asOf: "2026-11-20" });
    expect(runUnit(tool, { birthDate, asOf: "Nov 20, 2026" })).toEqual(iso);
  },
);

test("a date that is no date, or not of its weekday, is refused, and an open order has a hint", () => {
  for (const birthDate of ["Feb 30, 1990", "Monday, 15 May 1990", "May 1990", "15-May-90"]) {
    expect(runUnit(tool, { birthDate }).errors?.[0]?.code).toBe("DATE_INVALID");
  }
  expect(runUnit(tool, { birthDate: "03/04/1990" }).errors?.[0]).toMatchObject({
    hint: "The order of day and month cannot be known: write 1990-03-04 or 1990-04-03",
  });
});
