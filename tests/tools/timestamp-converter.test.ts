import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/timestamp-converter.ts";
import { runUnit } from "../support/run-unit.ts";

const run = (input: object) => runUnit(tool, input);
const read = (input: string | number, more: object = {}) => run({ input, ...more });
const isoOf = (input: string | number, more: object = {}) =>
  (read(input, more).value as { iso: string } | undefined)?.iso;
const codes = (input: string | number, more: object = {}) =>
  read(input, more).warnings?.map(({ code }) => code);
const failure = (input: string | number, more: object = {}) => read(input, more).errors?.[0];

describe("numbers by themselves", () => {
  test.each([
    ["0", "1970-01-01T00:00:00Z", "unix", "s"],
    ["-1", "1969-12-31T23:59:59Z", "unix", "s"],
    ["-1.5", "1969-12-31T23:59:58.500Z", "unix", "s"],
    ["2147483648", "2038-01-19T03:14:08Z", "unix", "s"],
    ["1709210096.5", "2024-02-29T12:34:56.500Z", "unix", "s"],
    ["1709210096123", "2024-02-29T12:34:56.123Z", "unix", "ms"],
    ["1709210096123456", "2024-02-29T12:34:56.123456Z", "unix", "us"],
    ["1709210096123456789", "2024-02-29T12:34:56.123456789Z", "unix", "ns"],
    ["1.709210096e9", "2024-02-29T12:34:56Z", "unix", "s"],
    ["133536836967890000", "2024-02-29T12:34:56.789Z", "filetime", null],
    ["13353683696789000", "2024-02-29T12:34:56.789Z", "webkit", null],
    ["638448068967890000", "1990-03-26T10:41:08.967890Z", "unix", "ns"],
    ["45351", "2024-02-29T00:00:00Z", "excel", null],
    ["100000000000", "1973-03-03T09:46:40Z", "unix", "ms"],
  ])("%s is %s", (input, iso, format, unit) => {
    expect(read(input)).toMatchObject({ output: iso, value: { format, unit } });
  });

  test("another unit than the size says is a warning, and likely others are listed", () => {
    expect(codes("1709210096")).toEqual([]);
    expect(codes("45351")).toEqual(["AMBIGUOUS_TIMESTAMP"]);
    // 1990 in milliseconds has the size of seconds no more, but of nothing else either.
    expect(codes("631152000000")).toEqual([]);
    expect(read("631152000000000000")).toMatchObject({
      output: "1990-01-01T00:00:00Z",
      value: { unit: "ns", alternatives: [{ format: "dotnetTicks", unit: null }] },
      warnings: [{ code: "AMBIGUOUS_TIMESTAMP" }],
    });
    expect(codes("1709210096", { unit: "ms" })).toEqual([]);
  });

  test("a JSON number keeps its digits or says that it could not", () => {
    expect(isoOf(1_709_210_096.789)).toBe("2024-02-29T12:34:56.789Z");
    expect(codes(1_709_210_096_123_456_800)).toEqual(["NUMBER_PRECISION"]);
    expect(isoOf(0)).toBe("1970-01-01T00:00:00Z");
  });

  test("digits finer than a nanosecond are rounded down with a warning", () => {
    expect(read("1709210096.1234567899")).toMatchObject({
      output: "2024-02-29T12:34:56.123456789Z",
      warnings: [{ code: "PRECISION_TRUNCATED" }],
    });
    expect(isoOf("-0.0000000001")).toBe("1969-12-31T23:59:59.999999999Z");
  });
});

describe("numbers of a named unit", () => {
  test.each([
    ["1", "excel", "1900-01-01T00:00:00Z"],
    ["59", "excel", "1900-02-28T00:00:00Z"],
    ["60", "excel", "1900-02-28T00:00:00Z"],
    ["60.5", "excel", "1900-02-28T12:00:00Z"],
    ["61", "excel", "1900-03-01T00:00:00Z"],
    ["45351.52426", "excel", "2024-02-29T12:34:56.064Z"],
    ["0", "excel1904", "1904-01-01T00:00:00Z"],
    ["43889", "excel1904", "2024-02-29T00:00:00Z"],
    ["0", "filetime", "1601-01-01T00:00:00Z"],
    ["0", "cocoa", "2001-01-01T00:00:00Z"],
    ["730902896.5", "cocoa", "2024-02-29T12:34:56.500Z"],
    ["638448068967890000", "dotnetTicks", "2024-02-29T12:34:56.789Z"],
    ["0", "dotnetTicks", "0001-01-01T00:00:00Z"],
    ["0", "ntp", "2036-02-07T06:28:16Z"],
    ["2208988800", "ntp", "1970-01-01T00:00:00Z"],
    ["4294967295", "ntp", "2036-02-07T06:28:15Z"],
    ["1541815603606036480", "twitter", "2022-06-28T16:07:40.105Z"],
    ["175928847299117063", "discord", "2016-04-30T11:18:25.796Z"],
    ["1", "s", "1970-01-01T00:00:01Z"],
  ])("%s %s is %s", (input, unit, iso) => {
    expect(isoOf(input, { unit })).toBe(iso);
  });

  test("Excel counts the day that never was, in local time", () => {
    expect(codes("60", { unit: "excel" })).toEqual(["EXCEL_FAKE_LEAP_DAY"]);
    expect(isoOf("45351.5", { timeZone: "Europe/Berlin" })).toBe("2024-02-29T11:00:00Z");
    for (const serial of [1, 58, 59, 61, 45_351.5]) {
      const { value } = read(String(serial), { unit: "excel", timeZone: "Asia/Kolkata" });
      expect(value).toMatchObject({ excelSerial: serial });
    }
  });

  test("ids of other kinds are no numbers", () => {
    expect(failure("-1", { unit: "discord" })).toMatchObject({ code: "TIMESTAMP_INVALID" });
    expect(failure("1.5", { unit: "twitter" })).toMatchObject({ code: "TIMESTAMP_INVALID" });
    expect(failure("12", { unit: "uuid" })).toMatchObject({ code: "TIMESTAMP_UNRECOGNIZED" });
  });
});

describe("ids", () => {
  test.each([
    ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "2016-07-30T23:54:10.259Z", "ulid"],
    ["507f1f77bcf86cd799439011", "2012-10-17T21:13:27Z", "objectId"],
    ["1EC9414C-232A-6B00-B3C8-9F6BDECED846", "2022-02-22T19:22:22Z", "uuid"],
    ["c232ab00-9414-11ec-b3c8-9f6bdeced846", "2022-02-22T19:22:22Z", "uuid"],
    ["017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "2022-02-22T19:22:22Z", "uuid"],
  ])("%s was made at %s", (input, iso, format) => {
    expect(read(input)).toMatchObject({ output: iso, value: { format, unit: null } });
    expect(isoOf(input, { unit: format })).toBe(iso);
  });

  test.each([
    "f47ac10b-58cc-4372-a567-0e02b2c3d479",
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "2ed6657d-e927-568b-95e1-2665a8aea6a2",
  ])("%s holds no time", (input) => {
    expect(failure(input)).toMatchObject({ code: "TIMESTAMP_NO_TIME", path: "/input" });
  });
});

describe("ISO 8601 and RFC 9557", () => {
  test.each([
    ["2024-02-29T12:34:56Z", "2024-02-29T12:34:56Z"],
    ["2024-02-29 12:34:56,789+01:00", "2024-02-29T11:34:56.789Z"],
    ["20240229T123456.5+0530", "2024-02-29T07:04:56.500Z"],
    ["2024-W09-4T12Z", "2024-02-29T12:00:00Z"],
    ["2024W094T1234-03", "2024-02-29T15:34:00Z"],
    ["2024-060T24:00Z", "2024-03-01T00:00:00Z"],
    ["2020-W53-7", "2021-01-03T00:00:00Z"],
    ["2024060T00Z", "2024-02-29T00:00:00Z"],
    ["2024-02", "2024-02-01T00:00:00Z"],
    ["2024-02-29T12.5Z", "2024-02-29T12:30:00Z"],
    ["2024-02-29T23:59:60Z", "2024-03-01T00:00:00Z"],
    ["2024-02-29t12:34z", "2024-02-29T12:34:00Z"],
    ["2024-02-29 12:34:56 +0100", "2024-02-29T11:34:56Z"],
    ["2024-07-01T09:00[America/New_York]", "2024-07-01T13:00:00Z"],
    ["2024-07-01T09:00-04:00[america/new_york][u-ca=gregory]", "2024-07-01T13:00:00Z"],
    ["2024-07-01T09:00-04:00[!America/New_York]", "2024-07-01T13:00:00Z"],
    ["+002024-02-29T00:00Z", "2024-02-29T00:00:00Z"],
    ["9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z"],
  ])("%s is %s", (input, iso) => {
    expect(read(input)).toMatchObject({ output: iso, value: { format: "iso8601" } });
  });

  test.each([
    ["2024-02-30", "TIMESTAMP_INVALID"],
    ["2023-02-29T00:00Z", "TIMESTAMP_INVALID"],
    ["2024-13-01", "TIMESTAMP_INVALID"],
    ["2024-02-29T24:00:01Z", "TIMESTAMP_INVALID"],
    ["2024-02-29T12:60Z", "TIMESTAMP_INVALID"],
    ["2024-02-29T12:34:61Z", "TIMESTAMP_INVALID"],
    ["2024-02-29T12:34+24:00", "TIMESTAMP_INVALID"],
    ["2024-W53-1", "TIMESTAMP_INVALID"],
    ["2024-W09-8", "TIMESTAMP_INVALID"],
    ["2023-366", "TIMESTAMP_INVALID"],
    ["2024-07-01T09:00-05:00[!America/New_York]", "TIMESTAMP_INVALID"],
    ["2024-07-01T09:00Z[!foo=bar]", "TIMESTAMP_UNRECOGNIZED"],
    ["2024-07-01T09:00[Mars/Base]", "TIME_ZONE_UNKNOWN"],
    ["0000-01-01", "TIMESTAMP_RANGE"],
    ["+010000-01-01T00:00Z", "TIMESTAMP_RANGE"],
    ["0001-01-01T00:00+01:00", "TIMESTAMP_RANGE"],
    ["9999-12-31T23:59-01:00", "TIMESTAMP_RANGE"],
    ["9999-12-31T24:00Z", "TIMESTAMP_RANGE"],
    ["1e30", "TIMESTAMP_RANGE"],
    ["03/04/2024", "TIMESTAMP_UNRECOGNIZED"],
    ["some day", "TIMESTAMP_UNRECOGNIZED"],
    ["", "TIMESTAMP_UNRECOGNIZED"],
    ["2024-02-29Z", "TIMESTAMP_UNRECOGNIZED"],
  ])("%s is refused with %s", (input, code) => {
    expect(failure(input)).toMatchObject({ code, path: "/input" });
  });

  test("a time without offset is local and says so", () => {
    expect(codes("2024-02-29")).toEqual(["LOCAL_TIME_ASSUMED"]);
    expect(isoOf("2024-02-29T12:00", { timeZone: "asia/tokyo" })).toBe("2024-02-29T03:00:00Z");
    expect(codes("2024-07-01T09:00[America/New_York]")).toEqual([]);
  });

  test("gaps and overlaps are warnings, or refused", () => {
    const timeZone = "Europe/Berlin";
    expect(read("2026-03-29T02:30", { timeZone })).toMatchObject({
      output: "2026-03-29T03:30:00+02:00",
      value: { iso: "2026-03-29T01:30:00Z" },
      warnings: [{ code: "LOCAL_TIME_ASSUMED" }, { code: "DST_GAP" }],
    });
    expect(isoOf("2026-03-29T02:30", { timeZone, disambiguation: "earlier" })).toBe(
      "2026-03-29T00:30:00Z",
    );
    expect(isoOf("2026-10-25T02:30", { timeZone, disambiguation: "later" })).toBe(
      "2026-10-25T01:30:00Z",
    );
    expect(codes("2026-10-25T02:30", { timeZone })).toContain("DST_OVERLAP");
    const disambiguation = "reject";
    expect(failure("2026-10-25T02:30", { timeZone, disambiguation })?.code).toBe(
      "LOCAL_TIME_AMBIGUOUS",
    );
    expect(failure("2026-03-29T02:30", { timeZone, disambiguation })?.code).toBe("LOCAL_TIME_GAP");
  });

  test("leap seconds and lost digits are warnings in order", () => {
    expect(codes("2016-12-31T23:59:60.5Z")).toEqual(["LEAP_SECOND", "PRECISION_TRUNCATED"]);
    expect(isoOf("2016-12-31T23:59:60.5Z")).toBe("2017-01-01T00:00:00Z");
    expect(codes("2016-12-31T23:59:59.1234567891Z")).toEqual(["PRECISION_TRUNCATED"]);
    expect(codes("2016-12-31T23:59:59.1234567890Z")).toEqual([]);
  });
});

describe("dates of HTTP and mail", () => {
  test.each([
    ["Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z", "http"],
    ["Sunday, 01-Nov-76 08:49:37 GMT", "2076-11-01T08:49:37Z", "http"],
    ["Sunday, 01-Dec-76 08:49:37 GMT", "1976-12-01T08:49:37Z", "http"],
    ["Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z", "http"],
    ["Fri, 21 Nov 1997 09:55:06 -0600", "1997-11-21T15:55:06Z", "rfc2822"],
    ["21 Nov 97 09:55 EST", "1997-11-21T14:55:00Z", "rfc2822"],
    ["21 nov 24 09:55 pdt", "2024-11-21T16:55:00Z", "rfc2822"],
    ["1 Jan 124 00:00 UT", "2024-01-01T00:00:00Z", "rfc2822"],
    [
      "Thu,\r\n 13 (a (nested \\) one)) Feb 1969 23:32 -0330 (Newfoundland Time)",
      "1969-02-14T03:02:00Z",
      "rfc2822",
    ],
    ["Sun, 6 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z", "rfc2822"],
  ])("%s is %s", (input, iso, format) => {
    expect(read(input)).toMatchObject({ output: iso, value: { format, unit: null } });
  });

  test("a wrong weekday is a warning, a wrong date an error", () => {
    expect(codes("Mon, 06 Nov 1994 08:49:37 GMT")).toEqual(["WEEKDAY_MISMATCH"]);
    expect(codes("Sun, 06 Nov 1994 08:49:60 GMT")).toEqual(["LEAP_SECOND"]);
    expect(failure("31 Feb 2024 00:00 GMT")?.code).toBe("TIMESTAMP_INVALID");
    expect(failure("28 Feb 2024 00:00 +9999")?.code).toBe("TIMESTAMP_INVALID");
  });
});

describe("the forms", () => {
  test("all of them", () => {
    expect(read("1709210096789", { timeZone: "America/St_Johns" }).value).toEqual({
      format: "unix",
      unit: "ms",
      iso: "2024-02-29T12:34:56.789Z",
      local: "2024-02-29T09:04:56.789-03:30",
      timeZone: "America/St_Johns",
      offset: "-03:30",
      epochSeconds: 1_709_210_096,
      epochMs: 1_709_210_096_789,
      epochNs: "1709210096789000000",
      rfc2822: "Thu, 29 Feb 2024 12:34:56 +0000",
      http: "Thu, 29 Feb 2024 12:34:56 GMT",
      weekday: "Thursday",
      dayOfYear: 60,
      isoWeek: "2024-W09-4",
      excelSerial: expect.closeTo(45_351.378_435_05, 6),
      filetime: "133536836967890000",
      julianDay: expect.closeTo(2_460_370.024_268, 6),
      relative: "2 years ago",
      alternatives: [],
      tzdataVersion: "2026f",
    });
  });

  test("weeks belong to the year of their Thursday", () => {
    expect(read("2021-01-03").value).toMatchObject({ isoWeek: "2020-W53-7" });
    expect(read("2024-12-30").value).toMatchObject({ isoWeek: "2025-W01-1" });
  });

  test("now is now, and how long ago the rest is", () => {
    const now = 1_795_175_970;
    expect(run({})).toMatchObject({ value: { format: "now", relative: "now", epochSeconds: now } });
    const relative = (delta: number) => read(String(now + delta)).value;
    const cases: [number, string][] = [
      [1, "in 1 second"],
      [-59, "59 seconds ago"],
      [3599, "in 59 minutes"],
      [-86_399, "23 hours ago"],
      [30 * 86_400 - 1, "in 29 days"],
      [30 * 86_400, "in 1 month"],
      [-365 * 86_400, "11 months ago"],
      [-31_556_952, "1 year ago"],
    ];
    for (const [delta, text] of cases) expect(relative(delta)).toMatchObject({ relative: text });
  });

  test("weekday and ISO week agree with the engine's calendar", () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }), (seconds) => {
        const { value } = read(String(seconds), { unit: "s" });
        const date = new Date(seconds * 1000);
        const iso = date.toISOString();
        const plain = Temporal.PlainDate.from(iso.slice(0, 10));
        const week = `${String(plain.yearOfWeek).padStart(4, "0")}-W${String(plain.weekOfYear).padStart(2, "0")}-${plain.dayOfWeek}`;
        expect(value).toMatchObject({
          iso: iso.replace(".000Z", "Z"),
          isoWeek: week,
          dayOfYear: plain.dayOfYear,
          http: date.toUTCString(),
        });
      }),
    );
  });
});

test("a text too long is refused before it is read", () => {
  expect(read("1".repeat(101)).errors?.[0]).toMatchObject({ path: "/input" });
});

describe("dates that programs and people write", () => {
  test.each([
    ["Thu Feb 29 2024 13:34:56 GMT+0100 (Central European Standard Time)", "2024-02-29T12:34:56Z"],
    ["Thu Feb 29 13:34:56 CET 2024", "2024-02-29T12:34:56Z"],
    ["Thu Feb 29 07:34:56 EST 2024", "2024-02-29T12:34:56Z"],
    ["Thu 29 Feb 2024 01:34:56 PM CET", "2024-02-29T12:34:56Z"],
    ["Mon Jul  1 14:34:56 CEST 2024", "2024-07-01T12:34:56Z"],
    ["29/Feb/2024:13:34:56 +0100", "2024-02-29T12:34:56Z"],
    ["[29/Feb/2024:13:34:56 +0100]", "2024-02-29T12:34:56Z"],
    ["2024/02/29 13:34:56", "2024-02-29T13:34:56Z"],
    ["2024-02-29 13:34:56.123456789 +0100 CET m=+0.000012", "2024-02-29T12:34:56.123456789Z"],
    ["2024-02-29 13:34:56.123 +0100 CET", "2024-02-29T12:34:56.123Z"],
    ["2024-02-29 13:34:56 Europe/Berlin", "2024-02-29T12:34:56Z"],
    ["Thu Feb 29 13:34:56.123456 2024", "2024-02-29T13:34:56.123456Z"],
    ["2024-2-9 9:05", "2024-02-09T09:05:00Z"],
    ["May 15, 1990", "1990-05-15T00:00:00Z"],
    ["15th of May 1990 at 9pm", "1990-05-15T21:00:00Z"],
    ["Sept. 5, 2024, 12:30 a.m.", "2024-09-05T00:30:00Z"],
    ["15-May-1990 noon", "1990-05-15T12:00:00Z"],
  ])("%s", (input, iso) => {
    expect(read(input)).toMatchObject({ output: iso, value: { format: "written" } });
  });

  test.each([
    ["Feb 30 2024", "TIMESTAMP_INVALID"],
    ["Feb 29 2024 25:00", "TIMESTAMP_INVALID"],
    ["Feb 29 2024 13 pm", "TIMESTAMP_INVALID"],
    ["29/Feb/2024:13:34:56 +2500", "TIMESTAMP_INVALID"],
    ["Feb 29 13:34:56 CST 2024", "TIME_ZONE_AMBIGUOUS"],
    ["Feb 29 13:34:56 Nowhere/Land 2024", "TIME_ZONE_UNKNOWN"],
    ["May 1990", "TIMESTAMP_UNRECOGNIZED"],
    ["May 15 1990 1991", "TIMESTAMP_UNRECOGNIZED"],
    ["15-", "TIMESTAMP_UNRECOGNIZED"],
  ])("%s is refused with %s", (input, code) => {
    expect(failure(input)?.code).toBe(code);
  });

  test("a log without a year is of the latest year that has the day, or of tomorrow", () => {
    const yearOf = (input: string) => isoOf(input)?.slice(0, 4);
    expect(yearOf("Nov 20 11:00:00")).toBe("2026");
    expect(yearOf("Nov 21 11:00:00")).toBe("2026");
    expect(yearOf("Nov 22 11:00:00")).toBe("2025");
    expect(yearOf("Feb 29 11:00:00")).toBe("2024");
    expect(codes("Nov 20 11:00:00 UTC")).toEqual(["YEAR_ASSUMED"]);
  });

  test("a weekday that is not the date's is a warning", () => {
    expect(codes("Wed Feb 29 2024 13:34:56 GMT+0100")).toEqual(["WEEKDAY_MISMATCH"]);
  });

  test("hints offer only dates that exist", () => {
    expect(failure("25/12/2024")).toMatchObject({ hint: "Write 2024-12-25" });
    expect(failure("30/02/2024")).not.toHaveProperty("hint");
    expect(failure("05/05/2024")).toMatchObject({ hint: "Write 2024-05-05" });
  });
});

describe("digits that spell a date", () => {
  test.each([
    ["20240229", "2024-02-29T00:00:00Z", "1970-08-23T06:17:09Z"],
    ["202402291334", "2024-02-29T13:34:00Z", "1976-05-31T14:51:31.334Z"],
    ["20240229133456", "2024-02-29T13:34:56Z", "2611-05-22T21:52:13.456Z"],
  ])("%s", (input, iso, epoch) => {
    expect(read(input)).toMatchObject({
      output: iso,
      value: { format: "digits", alternatives: [{ format: "unix", iso: epoch }] },
      warnings: [{ code: "AMBIGUOUS_TIMESTAMP" }, { code: "LOCAL_TIME_ASSUMED" }],
    });
  });

  test("a number of JSON is read as its digits, and a unit or an impossible date makes it a count", () => {
    expect(isoOf(20_240_229)).toBe("2024-02-29T00:00:00Z");
    expect(isoOf("20240229", { unit: "s" })).toBe("1970-08-23T06:17:09Z");
    expect(read("20240230").value).toMatchObject({ format: "unix" });
    expect(read("21010101").value).toMatchObject({ format: "unix" });
  });

  test("a year alone is a count that warns", () => {
    expect(read("2024")).toMatchObject({
      value: { unit: "s", alternatives: [{ format: "digits", iso: "2024-01-01T00:00:00Z" }] },
      warnings: [{ code: "AMBIGUOUS_TIMESTAMP" }],
    });
    expect(codes("1234")).toEqual([]);
  });

  test("at sign and seconds", () => {
    expect(isoOf("@1700000000")).toBe("2023-11-14T22:13:20Z");
    expect(isoOf("@-1.5")).toBe("1969-12-31T23:59:58.500Z");
  });
});

// The clock of the tests stands at 2026-11-20T11:59:30Z, a Friday.
describe("words from now on", () => {
  test.each([
    ["2 weeks ago", "2026-11-06T12:59:30+01:00"],
    ["in 90 minutes", "2026-11-20T14:29:30+01:00"],
    ["an hour ago", "2026-11-20T11:59:30+01:00"],
    ["1 hour and 30 minutes from now", "2026-11-20T14:29:30+01:00"],
    ["9 months ago", "2026-02-20T12:59:30+01:00"],
    ["last week", "2026-11-13T12:59:30+01:00"],
    ["next year", "2027-11-20T12:59:30+01:00"],
    ["-3 days", "2026-11-17T12:59:30+01:00"],
    ["today", "2026-11-20T00:00:00+01:00"],
    ["tomorrow 9am", "2026-11-21T09:00:00+01:00"],
    ["9:30 pm tomorrow", "2026-11-21T21:30:00+01:00"],
    ["Yesterday at noon", "2026-11-19T12:00:00+01:00"],
    ["the day after tomorrow", "2026-11-22T00:00:00+01:00"],
    ["friday", "2026-11-20T00:00:00+01:00"],
    ["next friday 10:00", "2026-11-27T10:00:00+01:00"],
    ["last friday", "2026-11-13T00:00:00+01:00"],
    ["monday", "2026-11-23T00:00:00+01:00"],
    ["noon", "2026-11-20T12:00:00+01:00"],
  ])("%s", (input, local) => {
    expect(read(input, { timeZone: "Europe/Berlin" })).toMatchObject({
      output: local,
      value: { format: "relative" },
    });
  });

  test("what is far away is refused, what is no such word has no reading", () => {
    expect(failure("99999 years ago")?.code).toBe("TIMESTAMP_RANGE");
    expect(failure("999999999 seconds ago")).toBeUndefined();
    expect(failure("tomorrow 25:00")?.code).toBe("TIMESTAMP_INVALID");
    expect(failure("two moons ago")?.code).toBe("TIMESTAMP_UNRECOGNIZED");
    expect(failure("constructor ago")?.code).toBe("TIMESTAMP_UNRECOGNIZED");
  });
});

test("any moment reads back from the form of each program", () => {
  const two = (number: number) => String(number).padStart(2, "0");
  const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
  const seconds = fc.integer({ min: -2_000_000_000, max: 4_000_000_000 });
  fc.assert(
    fc.property(seconds, (at) => {
      const date = new Date(at * 1000);
      const [year, month, day] = [
        date.getUTCFullYear(),
        months[date.getUTCMonth()],
        date.getUTCDate(),
      ];
      const clock = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
        .map(two)
        .join(":");
      const hour = date.getUTCHours();
      const half = `${hour % 12 === 0 ? 12 : hour % 12}:${clock.slice(3)} ${hour < 12 ? "AM" : "PM"}`;
      for (const text of [
        `${two(day)}/${month}/${year}:${clock} +0000`,
        `${month} ${day} ${clock} UTC ${year}`,
        `${month} ${day} ${year} ${clock} GMT+0000 (Coordinated Universal Time)`,
        `${year}/${date.getUTCMonth() + 1}/${day} ${clock}`,
        `${month} ${day}, ${year}, ${half}`,
        `${year}-${two(date.getUTCMonth() + 1)}-${two(day)} ${clock} +0000 UTC`,
      ]) {
        expect(read(text).value).toMatchObject({ format: "written", epochSeconds: at });
      }
    }),
  );
});
