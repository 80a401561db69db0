import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/time-zone-converter.ts";
import { runUnit } from "../support/run-unit.ts";

interface Conversion {
  readonly local: string;
  readonly abbreviation: string;
  readonly dayShift: number;
}

const run = (input: object) => runUnit(tool, input);
const conversion = (input: string, to: string, from = "UTC") =>
  (run({ input, to, from }).value as { conversions: Conversion[] }).conversions[0];
const errors = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);

describe("conversion", () => {
  test.each([
    ["2026-01-01T00:00Z", "Asia/Kathmandu", "2026-01-01T05:45:00+05:45", "+0545", 0],
    ["2026-01-01T12:00Z", "Pacific/Kiritimati", "2026-01-02T02:00:00+14:00", "+14", 1],
    ["2026-01-01T00:00Z", "america/new_york", "2025-12-31T19:00:00-05:00", "EST", -1],
    ["2026-01-01T00:00Z", "Pacific/Chatham", "2026-01-01T13:45:00+13:45", "+1345", 0],
    ["2050-07-01T00:00Z", "Europe/Berlin", "2050-07-01T02:00:00+02:00", "CEST", 0],
    ["2026-01-01T00:00Z", "-09:30", "2025-12-31T14:30:00-09:30", "-09:30", -1],
    ["2026-01-01T00:00Z", "Europe/London", "2026-01-01T00:00:00+00:00", "GMT", 0],
    ["2026-01-01T00:00Z", "z", "2026-01-01T00:00:00Z", "UTC", 0],
    ["2026-01-01T00:00:00.5Z", "UTC", "2026-01-01T00:00:00.500Z", "UTC", 0],
  ])("%s in %s is %s", (input, to, local, abbreviation, dayShift) => {
    expect(conversion(input, to)).toMatchObject({ local, abbreviation, dayShift });
  });

  test("an offset fixes the instant, and the source zone only shows it", () => {
    expect(run({ input: "2026-10-25T02:30+01:00", from: "Europe/Berlin" })).toMatchObject({
      output: "2026-10-25T01:30:00Z",
      value: {
        source: { local: "2026-10-25T02:30:00+01:00", offset: "+01:00", status: "unique" },
      },
    });
  });

  test("gaps of half an hour and of a day", () => {
    const source = (input: string, from: string, disambiguation: string) =>
      run({ input, from, disambiguation }).value as { source: object };
    expect(source("2026-10-04T02:15", "Australia/Lord_Howe", "compatible").source).toMatchObject({
      status: "gap",
      local: "2026-10-04T02:45:00+11:00",
      candidates: [
        { local: "2026-10-04T01:45:00+10:30", utc: "2026-10-03T15:15:00Z", offset: "+10:30" },
        { local: "2026-10-04T02:45:00+11:00", utc: "2026-10-03T15:45:00Z", offset: "+11:00" },
      ],
    });
    expect(source("2011-12-30T12:00", "Pacific/Apia", "later").source).toMatchObject({
      local: "2011-12-31T12:00:00+14:00",
    });
    expect(source("2011-12-30T12:00", "Pacific/Apia", "earlier").source).toMatchObject({
      local: "2011-12-29T12:00:00-10:00",
    });
  });

  test("reject refuses both, with the candidates in the message", () => {
    const input = { input: "2026-03-29T02:30", from: "Europe/Berlin", disambiguation: "reject" };
    const [error] = run(input).errors ?? [];
    expect(error).toMatchObject({ code: "LOCAL_TIME_GAP", path: "/input" });
    expect(error?.message).toContain("2026-03-29T01:30:00+01:00 or 2026-03-29T03:30:00+02:00");
    expect(errors({ ...input, input: "2026-10-25T02:30" })).toEqual([
      "LOCAL_TIME_AMBIGUOUS /input",
    ]);
  });

  test("the instants are those of the engine's Temporal", () => {
    const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo"];
    const kinds = ["compatible", "earlier", "later"] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...kinds),
        fc.integer({ min: 0, max: 3650 }),
        fc.integer({ min: 0, max: 1439 }),
        (from, disambiguation, day, minute) => {
          const local = Temporal.PlainDateTime.from("2012-01-01").add({
            days: day,
            minutes: minute,
          });
          const instant = local.toZonedDateTime(from, { disambiguation }).toInstant();
          const { value } = run({ input: local.toString(), from, disambiguation });
          expect(value).toMatchObject({ source: { utc: instant.toString() } });
        },
      ),
    );
  });

  test("everything that is wrong, at once", () => {
    expect(errors({ input: "2026-02-30", from: "Mars", to: ["UTC", "PST", "Nowhere/X"] })).toEqual([
      "DATE_INVALID /input",
      "TIME_ZONE_UNKNOWN /from",
      "TIME_ZONE_AMBIGUOUS /to/1",
      "TIME_ZONE_UNKNOWN /to/2",
    ]);
    expect(errors({ to: [] })).toEqual(["RANGE /to"]);
    expect(errors({ to: " , " })).toEqual(["REQUIRED /to"]);
    expect(errors({ to: "UTC,".repeat(51) })).toEqual(["RANGE /to"]);
    expect(errors({ to: Array.from({ length: 51 }, () => "UTC") })).toEqual(["RANGE /to"]);
    expect(errors({ input: "9999-12-31T23:00Z", to: "Asia/Tokyo" })).toEqual([
      "DATE_INVALID /input",
    ]);
  });

  test("a clock change within seven days is a warning", () => {
    expect(codes({ input: "2026-03-22T01:00Z", to: "Europe/Berlin" })).toEqual(["TRANSITION_NEAR"]);
    expect(codes({ input: "2026-03-22T00:59Z", to: "Europe/Berlin" })).toEqual([]);
    expect(codes({ input: "2026-04-05T01:00Z", to: "Europe/Berlin" })).toEqual(["TRANSITION_NEAR"]);
    expect(codes({ input: "2026-04-05T01:01Z", to: "Europe/Berlin" })).toEqual([]);
  });

  test("now, without input", () => {
    expect(run({})).toMatchObject({ output: "2026-11-20T11:59:30Z" });
  });
});

describe("meeting", () => {
  interface Slots {
    readonly slots: {
      readonly utc: string;
      readonly outsideMinutes: number;
      readonly times: { readonly outsideMinutes: number; readonly end: string }[];
    }[];
  }
  const meet = (input: object) => run({ action: "meeting", ...input });
  const slots = (input: object) => (meet(input).value as unknown as Slots).slots;

  test("all slots within everyone's hours, by time", () => {
    const to = ["America/New_York", "Europe/London", "Europe/Berlin"];
    expect(slots({ date: "2026-03-10", to }).map(({ utc }) => utc.slice(11, 16))).toEqual([
      "13:00",
      "13:30",
      "14:00",
      "14:30",
      "15:00",
    ]);
    expect(meet({ date: "2026-03-10", to }).output?.split("\n")[0]).toBe(
      "2026-03-10T13:00:00Z · America/New_York 09:00–10:00 · Europe/London 13:00–14:00 · Europe/Berlin 14:00–15:00",
    );
  });

  test("without common hours the five best, and a warning", () => {
    const input = { date: "2026-06-10", to: "America/Los_Angeles,Asia/Tokyo", workEnd: "17:00" };
    expect(meet(input)).toMatchObject({ valid: false, warnings: [{ code: "NO_COMMON_HOURS" }] });
    const found = slots(input);
    expect(found).toHaveLength(5);
    const totals = found.map(({ outsideMinutes }) => outsideMinutes);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    expect(found[0]?.outsideMinutes).toBe(60);
  });

  test("a day of rest has no hours", () => {
    const saturday = slots({ date: "2026-06-13", to: "UTC" });
    expect(saturday.map(({ outsideMinutes }) => outsideMinutes)).toEqual([60, 60, 60, 60, 60]);
    expect(slots({ date: "2026-06-13", to: "UTC", workDays: "sat" })).toHaveLength(15);
  });

  test("days of 23, 25 and no hours", () => {
    const input = { workStart: "00:00", workEnd: "24:00", workDays: "mon,tue,wed,thu,fri,sat,sun" };
    const day = { ...input, stepMinutes: 60 };
    expect(slots({ ...day, date: "2026-03-29", to: "Europe/Berlin" })).toHaveLength(23);
    expect(slots({ ...day, date: "2026-10-25", to: "Europe/Berlin" })).toHaveLength(25);
    expect(slots({ ...day, date: "2011-12-30", to: "Pacific/Apia" })).toHaveLength(0);
  });

  test("minutes outside are those that a look at every minute finds", () => {
    const to = ["Europe/Berlin", "Australia/Lord_Howe"];
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 364 }),
        fc.integer({ min: 5, max: 720 }),
        (day, durationMinutes) => {
          const date = Temporal.PlainDate.from("2026-01-01").add({ days: day }).toString();
          const [slot] = slots({ date, to, durationMinutes, stepMinutes: 120, workEnd: "12:30" });
          const outside = to.map((zone) => {
            let count = 0;
            for (let minute = 0; minute < durationMinutes; minute++) {
              const at = Temporal.Instant.from(slot?.utc ?? "").add({ minutes: minute });
              const local = at.toZonedDateTimeISO(zone);
              const clock = local.hour * 60 + local.minute;
              if (local.dayOfWeek > 5 || clock < 540 || clock >= 750) count++;
            }
            return count;
          });
          expect(slot?.times.map(({ outsideMinutes }) => outsideMinutes)).toEqual(outside);
        },
      ),
      { numRuns: 25 },
    );
  });

  test.each([
    [{ workStart: "9:00" }, "FORM /workStart"],
    [{ workStart: "17:00" }, "RANGE /workEnd"],
    [{ workEnd: "24:01" }, "FORM /workEnd"],
    [{ workDays: "mon,someday" }, "FORM /workDays"],
    [{ workDays: [] }, "RANGE /workDays"],
    [{ date: "2026-02-29" }, "DATE_INVALID /date"],
    [{ date: "2026-02-28T10:00" }, "DATE_INVALID /date"],
    [{ to: "Mars" }, "TIME_ZONE_UNKNOWN /to/0"],
  ])("%j is refused", (input, error) => {
    expect(meet(input).errors?.map(({ code, path }) => `${code} ${path}`)).toEqual([error]);
  });
});

describe("moments that are counts, words or dates in words", () => {
  test.each([
    ["now", "2026-11-20T11:59:30Z"],
    ["1709210096", "2024-02-29T12:34:56Z"],
    [1_709_210_096_789, "2024-02-29T12:34:56.789Z"],
    ["@1709210096.5", "2024-02-29T12:34:56.500Z"],
    ["-1000000000", "1938-04-24T22:13:20Z"],
    ["July 1, 2026 9am", "2026-07-01T09:00:00Z"],
    ["2026-7-1 9:00 EST", "2026-07-01T14:00:00Z"],
    ["29/Feb/2024:13:34:56 +0100", "2024-02-29T12:34:56Z"],
  ])("%s", (input, utc) => {
    expect(runUnit(tool, { input })).toMatchObject({ output: utc });
  });

  test("digits that spell a date are that date in the zone, with a warning", () => {
    expect(runUnit(tool, { input: "20260701", from: "Asia/Tokyo" })).toMatchObject({
      output: "2026-06-30T15:00:00Z",
      warnings: [{ code: "AMBIGUOUS_TIMESTAMP" }],
    });
    expect(runUnit(tool, { input: "2026" }).errors?.[0]?.code).toBe("DATE_INVALID");
  });
});
