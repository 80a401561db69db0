import { Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { defineTool, done, fail } from "./_core/tool.ts";
import { instantFromMs, WEEKDAYS, writeUtc } from "./_lib/time/calendar.ts";
import { instantFromNs, nsOf } from "./_lib/time/nanoseconds.ts";
import { formsOf } from "./timestamp-converter/forms.ts";
import { readTimestampText, TIMESTAMP_UNITS } from "./timestamp-converter/read.ts";
import {
  FORMATS,
  READING_WARNINGS,
  TIMESTAMP_FAILURES,
  UNIX_UNITS,
} from "./_lib/time/timestamp/reading.ts";
import { DISAMBIGUATIONS, LOCAL_FAILURES, LOCAL_WARNINGS } from "./_lib/time/zone/local-time.ts";
import { isZone, readZone, ZONE_FAILURES } from "./_lib/time/zone/zone.ts";

const FAILURES = { ...TIMESTAMP_FAILURES, ...ZONE_FAILURES, ...LOCAL_FAILURES } as const;

/** In the order in which they are given. */
const WARNINGS = {
  AMBIGUOUS_TIMESTAMP:
    "The number could be another time in another unit, or its digits spell a date or a year",
  LOCAL_TIME_ASSUMED: "The text names no offset: taken as local time of timeZone",
  ...LOCAL_WARNINGS,
  ...READING_WARNINGS,
  NUMBER_PRECISION: "A JSON number above 2^53 has lost digits before it was read: give it as text",
} as const;

export type Warnings = typeof WARNINGS;

const LONGEST_TEXT = 100;

const FORMAT = oneOf(FORMATS);
const UNIT = Type.Union([oneOf(UNIX_UNITS), Type.Null()], {
  description: "Of a count since 1970",
});

export default defineTool({
  id: "timestamp-converter",
  name: "Timestamp Converter",
  category: "DateTime",
  description:
    "Turns what a log, database or header calls a time into every other form, its unit guessed openly.",
  keywords: [
    "created at",
    "date",
    "datetime",
    "discord",
    "epoch",
    "epoch seconds",
    "excel",
    "exp claim",
    "filetime",
    "iso 8601",
    "log time",
    "milliseconds",
    "ntp",
    "objectid",
    "rfc 2822",
    "snowflake",
    "timestamp",
    "unix epoch",
    "unix time",
  ],
  aliases: ["unix-timestamp", "epoch-converter"],
  version: "2026-11-23",

  input: Type.Object({
    input: Type.Optional(
      Type.Union([Type.String({ maxLength: LONGEST_TEXT }), Type.Number()], {
        description:
          "A number, ISO 8601, a date of HTTP, mail or a log, an id with a time inside, @ and seconds, digits that spell a date (20240229), or words from now on (2 weeks ago, tomorrow 9am); now, if left out",
      }),
    ),
    unit: oneOf(TIMESTAMP_UNITS, {
      description: "What a number counts, or which id it is; auto takes what lies near today",
      default: "auto",
    }),
    timeZone: Type.String({
      description:
        "IANA name, UTC, or a fixed offset ±HH:MM: of the local forms, and of dates without offset",
      default: "UTC",
    }),
    disambiguation: oneOf(DISAMBIGUATIONS, {
      description: "Which instant a local time stands for that clocks show twice or skip",
      default: "compatible",
    }),
  }),
  primary: "input",
  value: Type.Object({
    format: FORMAT,
    unit: UNIT,
    iso: Type.String({ description: "UTC" }),
    local: Type.String({ description: "In timeZone; the output" }),
    timeZone: Type.String(),
    offset: Type.String(),
    epochSeconds: Type.Integer({ description: "Rounded down" }),
    epochMs: Type.Integer({ description: "Rounded down" }),
    epochNs: Type.String(),
    rfc2822: Type.String({ description: "UTC" }),
    http: Type.String(),
    weekday: oneOf(WEEKDAYS, { description: "In timeZone, as dayOfYear and isoWeek" }),
    dayOfYear: Type.Integer(),
    isoWeek: Type.String(),
    excelSerial: Type.Number({ description: "Of the time on the wall in timeZone" }),
    filetime: Type.String(),
    julianDay: Type.Number(),
    relative: Type.String({ description: "From now" }),
    alternatives: Type.Array(Type.Object({ format: FORMAT, unit: UNIT, iso: Type.String() }), {
      description: "Other readings of a number between 1990 and 2100",
    }),
    tzdataVersion: Type.String(),
  }),
  verb: "convert",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "convert a unix timestamp to a date",
    "epoch to human readable time",
    "is this timestamp in seconds or milliseconds",
    "date to epoch milliseconds",
    "what time is 1709210096",
    "windows filetime to date",
    "excel serial number to date",
    "when was this discord or twitter id made",
    "timestamp inside a mongodb objectid, uuid or ulid",
    "parse an rfc 2822 mail date",
    "parse an http date header",
    "iso week and day of year of a date",
    "chrome webkit timestamp",
    "dotnet ticks to datetime",
    "current unix time",
    "ten or thirteen digit number from a database, which day and hour is that",
    "log line shows seconds since 1970, when did it happen",
    "expiry field is a huge number",
    "moment as epoch for a query or script",
    "interpret serial or tick values from other systems as calendar time",
    "excel shows a plain number instead of a day",
    "datetime to unix seconds and back",
    "moment behind a number of seconds or milliseconds",
    "convertir timestamp unix a fecha",
    "unix zeit umrechnen",
    "时间戳转换",
    "número largo a fecha y hora",
    "lange zahl in datum und uhrzeit",
    "nombre long en date et heure",
    "长 数字 转 日期 时间",
    "数字のタイムスタンプを日時に変換 エポック秒",
    "the log says 1718030400, which day was that",
    "column created_at is full of numbers like 1699999999123, make them readable",
    "excel cell shows 45292, what date is that",
    "what is christmas eve 2025 noon as seconds since 1970",
    "tweet id or discord message number, when was it posted",
    "date +%s, date -d @, Date.now(), epochconverter.com, to_timestamp, strftime, ldap 18 digit",
    "identify the format of a time value and restate it as iso 8601, utc and local",
    "converter timestamp unix em data e hora",
    "unix timestamp in datum umrechnen, sekunden seit 1970",
  ],
  effort: 2,
  detect(sample) {
    const text = sample.trim();
    if (/^1\d{9}(?:\d{3}){0,3}(?:\.\d+)?$/.test(text)) return 0.8;
    if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*$/.test(text)) return 0.7;
    if (/^[12]\d{3}-[01]\d-[0-3]\d$/.test(text)) return 0.6;
    if (/^\[?\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\]?$/.test(text)) return 0.8;
    return /^(?:[A-Z][a-z]{2}, )?\d\d? [A-Z][a-z]{2} \d{4} \d\d:\d\d/.test(text) ? 0.7 : 0;
  },

  laws: [
    {
      name: "what is written as ISO 8601 or as nanoseconds reads back as the same instant",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const { iso, epochNs, timeZone } = value;
        return (
          run({ input: iso, timeZone }).value?.epochNs === epochNs &&
          run({ input: epochNs, unit: "ns", timeZone }).value?.iso === iso
        );
      },
    },
    {
      name: "the dates of HTTP and mail read back to the second",
      holds(run, input) {
        const { value } = run(input);
        return [value?.http, value?.rfc2822].every(
          (text) =>
            text === undefined || run({ input: text }).value?.epochSeconds === value?.epochSeconds,
        );
      },
    },
    {
      name: "the next unit with three more digits says the same time",
      holds(run, { input, timeZone = "UTC" }) {
        if (typeof input !== "string" || !/^-?\d{1,12}$/.test(input)) return true;
        const isos = (["s", "ms", "us", "ns"] as const).map(
          (unit, index) =>
            run({ input: input + "000".repeat(index), unit, timeZone }).value?.iso ?? "none",
        );
        return new Set(isos).size === 1;
      },
    },
  ],
  examples: [
    {
      title: "Seconds since 1970",
      input: { input: "1709210096" },
      expect: {
        output: "2024-02-29T12:34:56Z",
        value: { format: "unix", unit: "s", weekday: "Thursday", isoWeek: "2024-W09-4" },
      },
    },
    {
      title: "Milliseconds, seen in Berlin",
      input: { input: 1_709_210_096_789, timeZone: "Europe/Berlin" },
      expect: {
        output: "2024-02-29T13:34:56.789+01:00",
        value: { unit: "ms", iso: "2024-02-29T12:34:56.789Z", offset: "+01:00" },
      },
    },
    {
      title: "A header of HTTP",
      input: { input: "Sun, 06 Nov 1994 08:49:37 GMT" },
      expect: { value: { format: "http", epochSeconds: 784_111_777 } },
    },
    {
      title: "A number that is a day in Excel",
      input: { input: "45351.5" },
      expect: {
        output: "2024-02-29T12:00:00Z",
        value: { format: "excel" },
        warnings: [{ code: "AMBIGUOUS_TIMESTAMP" }],
      },
    },
    {
      title: "A Discord id",
      input: { input: "175928847299117063", unit: "discord" },
      expect: { output: "2016-04-30T11:18:25.796Z" },
    },
    {
      title: "Digits that spell a date",
      input: { input: "20240229" },
      expect: {
        output: "2024-02-29T00:00:00Z",
        value: {
          format: "digits",
          alternatives: [{ format: "unix", unit: "s", iso: "1970-08-23T06:17:09Z" }],
        },
        warnings: [{ code: "AMBIGUOUS_TIMESTAMP" }, { code: "LOCAL_TIME_ASSUMED" }],
      },
    },
    {
      title: "The line of a server's log",
      input: { input: "29/Feb/2024:13:34:56 +0100" },
      expect: { output: "2024-02-29T12:34:56Z", value: { format: "written" } },
    },
    {
      title: "What the date of JavaScript writes",
      input: {
        input: "Thu Feb 29 2024 13:34:56 GMT+0100 (Central European Standard Time)",
        timeZone: "Europe/Berlin",
      },
      expect: { output: "2024-02-29T13:34:56+01:00", value: { iso: "2024-02-29T12:34:56Z" } },
    },
    {
      title: "Words from now on",
      input: { input: "tomorrow 9am", timeZone: "Europe/Berlin" },
      expect: { value: { format: "relative" }, warnings: [{ code: "LOCAL_TIME_ASSUMED" }] },
    },
    {
      title: "Day and month in unknown order",
      input: { input: "03/04/2024" },
      expect: {
        ok: false,
        error: { code: "TIMESTAMP_UNRECOGNIZED" },
        errors: [
          {
            hint: "The order of day and month cannot be known: write 2024-03-04 or 2024-04-03",
          },
        ],
      },
    },
  ],

  run({ input = "now", unit, timeZone, disambiguation }, ctx) {
    const zone = readZone(timeZone, "/timeZone");
    if (!isZone(zone)) return fail(zone);
    const now = nsOf(instantFromMs(ctx.now()));
    const effectiveUnit = input === "now" ? "auto" : unit;
    const text = String(input).trim();
    const read = readTimestampText(text, { unit: effectiveUnit, zone, disambiguation, now });
    if ("code" in read) return fail(read);
    const { reading, ns, alternatives, warnings } = read;
    const isInexact = typeof input === "number" && Math.abs(input) > Number.MAX_SAFE_INTEGER;
    const { tzdataVersion, ...forms } = formsOf(ns, zone, now);
    return done({
      output: forms.local,
      value: {
        format: reading.format,
        unit: reading.unit,
        ...forms,
        alternatives: alternatives.map((other) => ({
          format: other.reading.format,
          unit: other.reading.unit,
          iso: writeUtc(instantFromNs(other.ns)),
        })),
        tzdataVersion,
      },
      warnings: isInexact ? [...warnings, NUMBER_PRECISION] : warnings,
    });
  },
});

const NUMBER_PRECISION = {
  code: "NUMBER_PRECISION",
  message: WARNINGS.NUMBER_PRECISION,
  path: "/input",
} as const;
