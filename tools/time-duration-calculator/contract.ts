/** What the duration calculator takes and gives. */
import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../_core/fields.ts";
import { DATE_FAILURE } from "../_lib/fields/date-field.ts";
import { INPUT_FAILURES } from "../_lib/results/input-invalid.ts";
import { ZONE_FAILURES } from "../_lib/time/zone/zone.ts";
import { BETWEEN_FAILURE } from "./clock-times.ts";
import { PARSE_WARNINGS } from "./compute.ts";
import { LARGEST_UNITS } from "../_lib/time/duration/duration.ts";
import { DURATION_FAILURES } from "../_lib/time/duration/parse.ts";
import { NUMBER_UNITS } from "../_lib/time/duration/units.ts";

export const FAILURES = {
  ...INPUT_FAILURES,
  ...DURATION_FAILURES,
  ...DATE_FAILURE,
  ...ZONE_FAILURES,
  ...BETWEEN_FAILURE,
  ERRORS_TRUNCATED: "More lines of one kind are wrong than are listed",
} as const;

export const WARNINGS = {
  CALENDAR_UNITS: "Years and months have no fixed length: there are no totals",
  CROSSES_MIDNIGHT: "The end is before the start: taken as a time of the next day",
  ...PARSE_WARNINGS,
} as const;

export const INPUT = Type.Object({
  input: Type.Optional(
    Type.Union([Type.String(), Type.Number()], {
      description: "A duration: ISO 8601, 1h 30m, 90 minutes, 1:30:00; sum: one on each line",
    }),
  ),
  action: oneOf(["format", "add", "subtract", "sum", "multiply", "addTo", "between"], {
    description: "What to do; addTo adds to the date-time start, between measures start to end",
    default: "format",
  }),
  other: Type.Optional(Type.String({ description: "add, subtract: the second duration" })),
  factor: Type.Number({ description: "multiply: by what", default: 1 }),
  start: Type.Optional(
    Type.String({ description: "addTo, between: HH:MM[:SS] or a date-time; now, if left out" }),
  ),
  end: Type.Optional(Type.String({ description: "between: as start" })),
  breakMinutes: Type.Number({ description: "between: time not counted", minimum: 0, default: 0 }),
  largestUnit: oneOf(LARGEST_UNITS, {
    description: "Up to which unit the result is balanced",
    default: "days",
  }),
  numberUnit: oneOf(NUMBER_UNITS, {
    description: "Unit of a number that stands alone",
    default: "none",
  }),
  timeZone: Type.Optional(
    Type.String({ description: "addTo, between with date-times: IANA name, UTC, or ±HH:MM" }),
  ),
});

const COUNT = Type.Number({ minimum: 0 });

export const VALUE = Type.Object({
  iso: Type.String(),
  sign: Type.Union([Type.Literal(-1), Type.Literal(0), Type.Literal(1)]),
  components: Type.Object({
    years: COUNT,
    months: COUNT,
    weeks: COUNT,
    days: COUNT,
    hours: COUNT,
    minutes: COUNT,
    seconds: COUNT,
  }),
  totalSeconds: Type.Union([Type.Number(), Type.Null()], {
    description: "null with years or months, as the totals and the clock",
  }),
  totals: Type.Union([
    Type.Object({
      weeks: Type.Number(),
      days: Type.Number(),
      hours: Type.Number(),
      minutes: Type.Number(),
      seconds: Type.Number(),
    }),
    Type.Null(),
  ]),
  human: Type.String(),
  clock: Type.Union([Type.String(), Type.Null()]),
  compact: Type.String(),
  end: Type.Optional(Type.String({ description: "addTo" })),
  tzdataVersion: Type.Optional(Type.String()),
});

export type Input = Static<typeof INPUT>;
