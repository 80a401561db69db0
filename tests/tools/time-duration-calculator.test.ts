import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/time-duration-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const isoOf = (input: string | number, more: object = {}) => run({ input, ...more }).output;
const failure = (input: object) => run(input).errors?.[0];
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);

describe("reading", () => {
  test.each([
    ["PT36H", "P1DT12H"],
    ["-P1DT25H", "-P2DT1H"],
    ["P1Y14M", "P1Y14M"],
    ["p1y2m3w4dt5h6m7,5s", "P1Y2M25DT5H6M7.5S"],
    ["P1.5W", "P10DT12H"],
    ["PT0.5H", "PT30M"],
    ["PT0S", "PT0S"],
    ["-PT0S", "PT0S"],
    ["+PT1S", "PT1S"],
    ["1.5h", "PT1H30M"],
    ["90 minutes", "PT1H30M"],
    ["30m 2 h", "PT2H30M"],
    ["1 year, 2 months and 3 days", "P1Y2M3D"],
    ["2wks 3 DAYS", "P17D"],
    ["1h30m15s", "PT1H30M15S"],
    ["1500 ms", "PT1.5S"],
    ["7us 5µs 3μs 12 ns", "PT0.000015012S"],
    ["minus 2 days, 1 hour", "-P2DT1H"],
    ["- 1h", "-PT1H"],
    ["−1h", "-PT1H"],
    ["1:30", "PT1H30M"],
    ["100:00:00.25", "P4DT4H0.25S"],
    ["2 4:30:00", "P2DT4H30M"],
    ["2 days 4:30:00", "P2DT4H30M"],
    ["-2 days 4:30", "-P2DT4H30M"],
    [".5d", "PT12H"],
    ["1000000000 days", "P1000000000D"],
  ])("%s is %s", (input, iso) => {
    expect(isoOf(input)).toBe(iso);
  });

  test.each([
    ["", "DURATION_UNRECOGNIZED", 0],
    ["P", "DURATION_UNRECOGNIZED", 1],
    ["PT", "DURATION_UNRECOGNIZED", 2],
    ["P1DT", "DURATION_UNRECOGNIZED", 4],
    ["P1H", "DURATION_UNRECOGNIZED", 2],
    ["P1M1Y", "DURATION_UNRECOGNIZED", 4],
    ["soon", "DURATION_UNRECOGNIZED", 0],
    ["5 parsecs", "DURATION_UNRECOGNIZED", 2],
    ["1:60", "DURATION_UNRECOGNIZED", 2],
    ["1:5", "DURATION_UNRECOGNIZED", 2],
    ["1:30:60", "DURATION_UNRECOGNIZED", 5],
    ["1:30 2:30", "DURATION_UNRECOGNIZED", 5],
    ["2h 1:30", "DURATION_UNRECOGNIZED", 3],
    ["1:30 2h", "DURATION_UNRECOGNIZED", 5],
    ["1:30:50:5", "DURATION_UNRECOGNIZED", 0],
    ["90", "DURATION_UNIT_MISSING", 0],
    ["2h 30", "DURATION_UNIT_MISSING", 3],
    ["1,5 h", "DURATION_UNIT_MISSING", 0],
    ["5 and 3h", "DURATION_UNIT_MISSING", 0],
    ["1.5 years", "DURATION_FRACTION", 0],
    ["P0.5M", "DURATION_FRACTION", 1],
    ["1.5h 30m", "DURATION_FRACTION", 0],
    ["PT1.5H3M", "DURATION_FRACTION", 2],
    ["1.5 days 4:30", "DURATION_FRACTION", 0],
    ["2h -30m", "DURATION_MIXED_SIGNS", 3],
    ["PT2H-30M", "DURATION_MIXED_SIGNS", 4],
    ["--2h", "DURATION_MIXED_SIGNS", 1],
    ["1000000001 days", "DURATION_RANGE", 0],
    ["3000000 years", "DURATION_RANGE", 0],
    [`${"9".repeat(1000)} s`, "DURATION_RANGE", 0],
  ])("%s is refused with %s at %i", (input, code, offset) => {
    expect(failure({ input })).toMatchObject({ code, offset, path: "/input", line: 1 });
  });

  test("a number alone takes numberUnit", () => {
    expect(isoOf(90, { numberUnit: "minutes" })).toBe("PT1H30M");
    expect(isoOf("-1.5", { numberUnit: "weeks" })).toBe("-P10DT12H");
    expect(isoOf(1e-7, { numberUnit: "seconds" })).toBe("PT0.0000001S");
    expect(isoOf(250, { numberUnit: "milliseconds" })).toBe("PT0.25S");
  });

  test("what was read in one of two ways, or not to the end, is a warning", () => {
    expect(codes({ input: "1:30" })).toEqual(["CLOCK_AMBIGUOUS"]);
    expect(codes({ input: "1:30:00" })).toEqual([]);
    expect(run({ input: "0.1234567899s" })).toMatchObject({
      output: "PT0.123456789S",
      warnings: [{ code: "PRECISION_TRUNCATED" }],
    });
    expect(isoOf("-0.1234567899s")).toBe("-PT0.123456789S");
    expect(codes({ input: "P1Y" })).toEqual(["CALENDAR_UNITS"]);
  });

  test("a long text is read in linear time", () => {
    const input = `${"1h ".repeat(20_000)}${"0".repeat(40_000)}1s`;
    expect(isoOf(input)).toBe("P833DT8H1S");
    expect(failure({ input: `${"1".repeat(100_000)}h` })?.code).toBe("DURATION_RANGE");
  });
});

describe("writing", () => {
  test("all forms", () => {
    expect(run({ input: "-49h 0.5s", largestUnit: "weeks" }).value).toEqual({
      iso: "-P2DT1H0.5S",
      sign: -1,
      components: { years: 0, months: 0, weeks: 0, days: 2, hours: 1, minutes: 0, seconds: 0.5 },
      totalSeconds: -176_400.5,
      totals: {
        weeks: -0.291_667_493,
        days: -2.041_672_454,
        hours: -49.000_138_889,
        minutes: -2940.008_333_333,
        seconds: -176_400.5,
      },
      human: "minus 2 days, 1 hour, 0.5 seconds",
      clock: "-49:00:00.5",
      compact: "-2d 1h 0.5s",
    });
    expect(run({ input: "0s" }).value).toMatchObject({
      iso: "PT0S",
      sign: 0,
      totalSeconds: 0,
      human: "0 seconds",
      clock: "00:00:00",
      compact: "0s",
    });
    expect(run({ input: "P1Y2M1D" }).value).toMatchObject({
      totalSeconds: null,
      totals: null,
      clock: null,
      human: "1 year, 2 months, 1 day",
      compact: "1y 2mo 1d",
    });
  });

  test.each([
    ["weeks", "P2W1DT1H1M1S"],
    ["days", "P15DT1H1M1S"],
    ["hours", "PT361H1M1S"],
    ["minutes", "PT21661M1S"],
    ["seconds", "PT1299661S"],
  ])("balanced up to %s", (largestUnit, iso) => {
    expect(isoOf("15d 1:01:01", { largestUnit })).toBe(iso);
  });

  test("as Temporal balances and totals", () => {
    const units = ["days", "hours", "minutes", "seconds"] as const;
    const part = fc.integer({ min: 0, max: 10_000 });
    fc.assert(
      fc.property(fc.constantFrom(...units), part, part, part, (largestUnit, h, m, s) => {
        const duration = Temporal.Duration.from({ hours: h, minutes: m, seconds: s });
        const { output, value } = run({ input: `${h}h ${m}min ${s}s`, largestUnit });
        expect(output).toBe(duration.round({ largestUnit }).toString());
        const hours = Number(duration.total("hours").toFixed(9));
        expect(value).toMatchObject({ totalSeconds: duration.total("seconds"), totals: { hours } });
      }),
    );
  });
});

describe("arithmetic", () => {
  test.each([
    [{ action: "add", input: "1h", other: "45m" }, "PT1H45M"],
    [{ action: "subtract", input: "1h", other: "90m" }, "-PT30M"],
    [{ action: "subtract", input: "P1Y2M", other: "P1Y" }, "P2M"],
    [{ action: "multiply", input: "1h 30m", factor: 2.5 }, "PT3H45M"],
    [{ action: "multiply", input: "1ns", factor: 0.5 }, "PT0.000000001S"],
    [{ action: "multiply", input: "1ns", factor: -0.5 }, "-PT0.000000001S"],
    [{ action: "multiply", input: "1ns", factor: 0.4 }, "PT0S"],
    [{ action: "multiply", input: "P2Y4M", factor: 0.5 }, "P1Y2M"],
    [{ action: "multiply", input: "10000h", factor: 1e-7 }, "PT3.6S"],
    [{ action: "sum", input: "08:30\n\n7h 45m\r\n1.25 hours\n00:20:30\n" }, "PT17H50M30S"],
    [{ action: "sum", input: 90, numberUnit: "minutes" }, "PT1H30M"],
  ])("%j is %s", (input, iso) => {
    expect(run(input).output).toBe(iso);
  });

  test.each([
    [{ action: "add", input: "1h" }, "REQUIRED /other"],
    [{ action: "format" }, "REQUIRED /input"],
    [{ action: "between", start: "10:00" }, "REQUIRED /end"],
    [{ action: "subtract", input: "P1M", other: "1d" }, "DURATION_MIXED_SIGNS /input"],
    [{ action: "subtract", input: "P1Y", other: "P14M" }, "DURATION_MIXED_SIGNS /input"],
    [{ action: "multiply", input: "P1M", factor: 1.5 }, "DURATION_FRACTION /factor"],
    [{ action: "multiply", input: "1d", factor: 1e12 }, "DURATION_RANGE /input"],
    [
      { action: "add", input: "x", other: "y" },
      "DURATION_UNRECOGNIZED /input,DURATION_UNRECOGNIZED /other",
    ],
    [{ action: "sum", input: "\n" }, "DURATION_UNRECOGNIZED /input"],
    [{ input: "1h", timeZone: "Mars" }, "TIME_ZONE_UNKNOWN /timeZone"],
    [{ input: "1h", timeZone: "PST" }, "TIME_ZONE_AMBIGUOUS /timeZone"],
  ])("%j is refused", (input, expected) => {
    expect(
      run(input)
        .errors?.map(({ code, path }) => `${code} ${path}`)
        .join(),
    ).toBe(expected);
  });

  test("every wrong line is named", () => {
    const { errors = [] } = run({ action: "sum", input: "1h\n😀 x\n2h 5" });
    expect(errors.map(({ code, line, column, offset }) => [code, line, column, offset])).toEqual([
      ["DURATION_UNRECOGNIZED", 2, 1, 3],
      ["DURATION_UNIT_MISSING", 3, 4, 11],
    ]);
  });

  test("the order of lines does not matter", () => {
    const line = fc.constantFrom("1h", "P1DT2S", "3:20", "0.5s", "2 weeks", "P1M");
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        const [one, other] = [lines, lines.toReversed()].map((list) =>
          isoOf(list.join("\n"), { action: "sum" }),
        );
        expect(one).toBe(other as string);
      }),
    );
  });
});

describe("addTo", () => {
  const endOf = (input: string, start: string | undefined, timeZone?: string) =>
    run({ action: "addTo", input, start, timeZone }).output;

  test.each([
    ["P1M", "2026-01-31", undefined, "2026-02-28T00:00:00"],
    ["-P1M", "2026-03-31T10:00", undefined, "2026-02-28T10:00:00"],
    ["P1Y", "2024-02-29T10:00:00.5", undefined, "2025-02-28T10:00:00.500"],
    ["1d", "2026-03-28T12:00", "Europe/Berlin", "2026-03-29T12:00:00+02:00"],
    ["24h", "2026-03-28T12:00", "Europe/Berlin", "2026-03-29T13:00:00+02:00"],
    ["1.5d", "2026-03-28T12:00", "Europe/Berlin", "2026-03-30T00:00:00+02:00"],
    ["1d", "2026-03-28T02:30", "Europe/Berlin", "2026-03-29T03:30:00+02:00"],
    ["1h", "2026-10-25T02:30+02:00", "Europe/Berlin", "2026-10-25T02:30:00+01:00"],
    ["0s", "2026-10-25T02:30+01:00", "Europe/Berlin", "2026-10-25T02:30:00+01:00"],
    ["36h", "2026-03-28T12:00+01:00", undefined, "2026-03-30T00:00:00+01:00"],
    ["1h", "2026-03-28T12:00Z", undefined, "2026-03-28T13:00:00Z"],
    ["36h", undefined, undefined, "2026-11-21T23:59:30Z"],
    ["1h", undefined, "Asia/Tokyo", "2026-11-20T21:59:30+09:00"],
  ])("%s after %s in %s is %s", (input, start, timeZone, end) => {
    expect(endOf(input, start, timeZone)).toBe(end);
  });

  test("an end outside the calendar, or no start", () => {
    const action = "addTo";
    expect(failure({ action, input: "1d", start: "9999-12-31" })?.code).toBe("DATE_INVALID");
    expect(failure({ action, input: "-1d", start: "0001-01-01T00:00Z" })?.code).toBe(
      "DATE_INVALID",
    );
    expect(failure({ action, input: "1000000000d", start: "2026-01-01" })?.code).toBe(
      "DATE_INVALID",
    );
    expect(failure({ action, input: "1d", start: "2026-02-30" })).toMatchObject({
      code: "DATE_INVALID",
      path: "/start",
    });
  });

  test("as Temporal adds, on the clock and in a zone", () => {
    const amount = fc.integer({ min: 0, max: 40 });
    const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"];
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5_000_000 }),
        fc.tuple(amount, amount, amount, amount),
        fc.constantFrom("", "-"),
        fc.constantFrom(...zones),
        (minutes, [months, weeks, days, hours], sign, timeZone) => {
          const start = Temporal.PlainDateTime.from("2015-01-01").add({ minutes });
          const text = `${sign}P${months}M${weeks}W${days}DT${hours}H`;
          const plain = start.add(text).toString({ smallestUnit: "second" });
          expect(endOf(text, start.toString())).toBe(plain);
          const zoned = start.toZonedDateTime(timeZone).add(text);
          const expected = zoned.toString({ smallestUnit: "second", timeZoneName: "never" });
          expect(endOf(text, start.toString(), timeZone)).toBe(expected);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("between", () => {
  const between = (start: string | undefined, end: string, more: object = {}) =>
    run({ action: "between", start, end, ...more });

  test.each([
    ["09:00", "17:30:15", {}, "PT8H30M15S"],
    ["22:00", "24:00", {}, "PT2H"],
    ["09:00", "09:00", {}, "PT0S"],
    ["22:15", "06:45", { breakMinutes: 30.5 }, "PT7H59M30S"],
    ["2026-03-28T12:00", "2026-03-29T12:00", {}, "P1D"],
    ["2026-03-28T12:00", "2026-03-29T12:00", { timeZone: "Europe/Berlin" }, "PT23H"],
    ["2026-03-28T12:00Z", "2026-03-28T12:00-02:00", {}, "PT2H"],
    ["2026-03-29T12:00", "2026-03-28T12:00", {}, "-P1D"],
    ["2026-03-28", "2026-03-29T06:00", {}, "P1DT6H"],
    [undefined, "13:00", {}, "PT1H30S"],
    [undefined, "2026-11-20T13:00Z", {}, "PT1H30S"],
  ])("%s to %s with %j is %s", (start, end, more, iso) => {
    expect(between(start, end, more).output).toBe(iso);
  });

  test.each([
    ["09:00", "09:20", { breakMinutes: 30 }, "NEGATIVE_RESULT /breakMinutes"],
    ["9:60", "25:00", {}, "DATE_INVALID /start,DATE_INVALID /end"],
    ["09:00", "2026-01-01T10:00", {}, "DATE_INVALID /start"],
    ["2026-01-01T10:00", "09:00", {}, "DATE_INVALID /end"],
    ["2026-01-01T10:00Z", "2026-01-01T10:00", {}, "DATE_INVALID /end"],
    ["09:00", "10:00", { breakMinutes: -1 }, "RANGE /breakMinutes"],
  ])("%s to %s with %j is refused", (start, end, more, expected) => {
    const { errors } = between(start, end, more);
    expect(errors?.map(({ code, path }) => `${code} ${path}`).join()).toBe(expected);
  });

  test("crossing midnight is a warning", () => {
    expect(codes({ action: "between", start: "22:00", end: "06:00" })).toEqual([
      "CROSSES_MIDNIGHT",
    ]);
  });
});

describe("m between other units", () => {
  test.each([
    ["2y3m10d", "P2Y3M10D", true],
    ["1y6m", "P1Y6M", true],
    ["1y 6 m", "P1Y6M", true],
    ["3m 2 weeks", "P3M14D", true],
    ["1y 2h 3m", "P1YT2H3M", false],
    ["2d 3m", "P2DT3M", false],
    ["1h 30m", "PT1H30M", false],
    ["1y 6min", "P1YT6M", false],
    ["1y 2m 10:30", "P1Y2MT10H30M", true],
  ])("%s is %s", (input, iso, isMonths) => {
    const { output, warnings } = runUnit(tool, { input });
    expect(output).toBe(iso);
    expect(warnings?.some(({ code }) => code === "UNIT_AMBIGUOUS")).toBe(isMonths);
  });
});

describe("clocks and dates in words", () => {
  test.each([
    ["9am", "5pm", "PT8H"],
    ["9:05", "10:00", "PT55M"],
    ["noon", "12:30 p.m.", "PT30M"],
    ["12am", "12pm", "PT12H"],
    ["May 15, 1990 9am", "1990-5-16 10:00", "P1DT1H"],
  ])("%s to %s", (start, end, iso) => {
    expect(runUnit(tool, { action: "between", start, end }).output).toBe(iso);
  });
});
