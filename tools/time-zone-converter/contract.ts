/** What the time zone converter takes and gives. */
import { type Static, Type } from "@sinclair/typebox";
import { listField, oneOf, whole } from "../_core/fields.ts";
import { WEEKDAYS } from "../_lib/time/calendar.ts";
import { DATE_FAILURE } from "../_lib/fields/date-field.ts";
import { INPUT_FAILURES } from "../_lib/results/input-invalid.ts";
import { DISAMBIGUATIONS, LOCAL_FAILURES, LOCAL_WARNINGS } from "../_lib/time/zone/local-time.ts";
import { ZONE_FAILURES } from "../_lib/time/zone/zone.ts";

export const FAILURES = {
  ...INPUT_FAILURES,
  ...DATE_FAILURE,
  ...ZONE_FAILURES,
  ...LOCAL_FAILURES,
} as const;

export const WARNINGS = {
  ...LOCAL_WARNINGS,
  NO_COMMON_HOURS: "No slot lies in everyone's hours of work: the five that suit best are listed",
  TRANSITION_NEAR: "A zone changes its clock within seven days",
} as const;

export const INPUT = Type.Object({
  input: Type.Optional(
    Type.String({ description: "convert: a date-time, with or without offset; now, if left out" }),
  ),
  from: Type.String({
    description: "convert: zone of an input without offset: IANA name, UTC, or ±HH:MM",
    default: "UTC",
  }),
  to: listField({ description: "Up to 50 zones; of a meeting, where people are", default: "UTC" }),
  action: oneOf(["convert", "meeting"], {
    description: "Show a time in other zones, or look for a time to meet",
    default: "convert",
  }),
  disambiguation: oneOf(DISAMBIGUATIONS, {
    description: "Which instant a local time stands for that clocks show twice or skip",
    default: "compatible",
  }),
  date: Type.Optional(
    Type.String({ description: "meeting: the day in the first zone; today, if left out" }),
  ),
  workStart: Type.String({ description: "meeting: HH:MM in every zone", default: "09:00" }),
  workEnd: Type.String({ description: "meeting: HH:MM, after workStart", default: "17:00" }),
  durationMinutes: whole({
    description: "meeting: length, 5 to 720",
    minimum: 5,
    maximum: 720,
    default: 60,
  }),
  stepMinutes: whole({
    description: "meeting: from one slot to the next, 5 to 120",
    minimum: 5,
    maximum: 120,
    default: 30,
  }),
  workDays: listField({ description: "meeting: mon to sun", default: "mon,tue,wed,thu,fri" }),
});

export type Input = Static<typeof INPUT>;

const MOMENT = { local: Type.String(), utc: Type.String(), offset: Type.String() };

export const VALUE = Type.Union([
  Type.Object({
    source: Type.Object({
      timeZone: Type.String(),
      ...MOMENT,
      status: oneOf(["unique", "gap", "overlap"]),
      candidates: Type.Optional(Type.Array(Type.Object(MOMENT))),
    }),
    conversions: Type.Array(
      Type.Object({
        timeZone: Type.String(),
        local: Type.String(),
        offset: Type.String(),
        abbreviation: Type.String(),
        weekday: oneOf(WEEKDAYS),
        dayShift: Type.Integer({ description: "Days from the source's local date" }),
      }),
    ),
    tzdataVersion: Type.String(),
  }),
  Type.Object({
    slots: Type.Array(
      Type.Object({
        utc: Type.String(),
        outsideMinutes: Type.Integer({ description: "Of all zones together" }),
        times: Type.Array(
          Type.Object({
            timeZone: Type.String(),
            start: Type.String(),
            end: Type.String(),
            outsideMinutes: Type.Integer(),
          }),
        ),
      }),
    ),
    tzdataVersion: Type.String(),
  }),
]);
