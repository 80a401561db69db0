import { type Static, Type } from "@sinclair/typebox";
import { listField, oneOf, whole } from "./_core/fields.ts";
import { type Ctx, defineTool, done, fail } from "./_core/tool.ts";
import {
  DATE_FAILURE,
  dateIn,
  isNoDay,
  readDateField,
  readWeekdays,
} from "./_lib/fields/date-field.ts";
import { readList } from "./_lib/fields/list-field.ts";
import {
  INPUT_FAILURES,
  inputInvalid,
  missingField,
  outOfBounds,
  wrongForm,
} from "./_lib/results/input-invalid.ts";
import { counted } from "./_lib/text/plural.ts";
import { quoted } from "./_lib/text/shown.ts";
import { instantFromMs, WEEKDAYS } from "./_lib/time/calendar.ts";
import { DISAMBIGUATIONS, LOCAL_FAILURES, LOCAL_WARNINGS } from "./_lib/time/zone/local-time.ts";
import {
  isZone,
  readZone,
  TZDATA_VERSION,
  UTC,
  type Zone,
  ZONE_FAILURES,
} from "./_lib/time/zone/zone.ts";
import {
  describeConversion,
  describeSource,
  nearChanges,
  outOfYears,
  readSource,
} from "./time-zone-converter/convert.ts";
import { findSlots, type Slot } from "./time-zone-converter/meeting.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...DATE_FAILURE,
  ...ZONE_FAILURES,
  ...LOCAL_FAILURES,
} as const;

const WARNINGS = {
  AMBIGUOUS_TIMESTAMP: "8, 12 or 14 digits spell a date: taken as that, not as a count since 1970",
  ...LOCAL_WARNINGS,
  NO_COMMON_HOURS: "No slot lies in everyone's hours of work: the five that suit best are listed",
  TRANSITION_NEAR: "A zone changes its clock within seven days",
} as const;

const MOST_ZONES = 50;

const INPUT = Type.Object({
  input: Type.Optional(
    Type.Union([Type.String(), Type.Number()], {
      description:
        "convert: a date-time, with or without offset, seconds or milliseconds since 1970, or now; now, if left out",
    }),
  ),
  from: Type.String({
    description: "convert: zone of an input without offset: IANA name, UTC, or ±HH:MM",
    default: "UTC",
  }),
  to: listField(
    { description: "Up to 50 zones; of a meeting, where people are", default: "UTC" },
    { minItems: 1, maxItems: MOST_ZONES },
  ),
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

type Input = Static<typeof INPUT>;

const MOMENT = { local: Type.String(), utc: Type.String(), offset: Type.String() };

const VALUE = Type.Union([
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

export default defineTool({
  id: "time-zone-converter",
  name: "Time Zone Converter",
  category: "DateTime",
  description: "Shows a time in other zones across clock changes, or finds hours to meet.",
  keywords: [
    "cest",
    "clock change",
    "conference call",
    "daylight saving time",
    "dst",
    "est",
    "gmt",
    "iana",
    "meeting",
    "offset",
    "pst",
    "schedule",
    "time zone",
    "utc",
    "world clock",
  ],
  aliases: ["timezone-converter"],
  version: "2026-11-24",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "convert",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "convert a time to another time zone",
    "what time is 9am new york in london",
    "find a meeting time across time zones",
    "working hours overlap between cities",
    "utc to local time",
    "local time to utc",
    "does this time exist when the clocks go forward",
    "ambiguous local time when the clocks go back",
    "current utc offset of a city",
    "what time is it in tokyo",
    "world clock for several cities",
    "call with colleagues in india and california, which hour suits everyone",
    "webinar starts 3 pm pacific, when is that for me in berlin",
    "flight lands in sydney local clock, what is it at home",
    "summer and winter clocks differ between europe and america, still the same gap",
    "gmt, est, cet and ist hours side by side",
    "is it too late in singapore to phone grandma there",
    "instant projection across regions with dst rules",
    "current time in japan, china, india, brazil, dubai or australia",
    "tokyo, paris, chicago and los angeles hours compared",
    "convertir hora entre zonas horarias",
    "zeitzone umrechnen",
    "convertir un fuseau horaire",
    "时区转换",
    "qué hora es en otro país, diferencia horaria",
    "wie spät ist es in einem anderen land, zeitverschiebung",
    "quelle heure est il dans un autre pays, décalage horaire",
    "别 的 国家 现在 几点 时差",
    "海外の時刻 時差 何時",
    "our call is at 10 am eastern, what does my calendar say in madrid",
    "colleague in bangalore is asleep when, find a slot for both",
    "show starts 8 pm pt, i live in australia",
    "clocks went back on sunday, is the weekly meeting still at the same hour for them",
    "the mail says 17:30 cest, and that is in est",
    "worldtimebuddy, timeanddate.com, moment-timezone, date-fns-tz, Temporal.ZonedDateTime, pytz, tzdata",
    "re-express a wall clock moment of one region in several others",
    "converter fuso horário, que horas são em outro país",
  ],
  effort: 2,

  laws: [
    {
      name: "converting a result back returns the instant, and the order of zones only orders",
      holds(run, input) {
        const { value } = run({ ...input, action: "convert" });
        if (!value || !("conversions" in value)) return true;
        const { conversions, source } = value;
        return conversions.every(({ local, timeZone }, index) => {
          const back = run({ input: local, from: "UTC", to: source.timeZone }).value;
          const alone = run({ input: source.utc, from: source.timeZone, to: timeZone }).value;
          if (!back || !alone || !("conversions" in back) || !("conversions" in alone)) {
            // An old local mean time has seconds in its offset, which no date-time can name.
            return /[+-]\d\d:\d\d:\d\d$/.test(local);
          }
          return (
            back.source.utc === source.utc &&
            alone.conversions[0]?.local === conversions[index]?.local
          );
        });
      },
    },
    {
      name: "the earlier instant is not after the later one",
      holds(run, input) {
        const [first = "", second = ""] = (["earlier", "later"] as const).map((disambiguation) => {
          const { value } = run({ ...input, action: "convert", disambiguation });
          return value && "source" in value ? value.source.utc : "";
        });
        return first.slice(0, 19) <= second.slice(0, 19);
      },
    },
  ],
  examples: [
    {
      title: "A morning in New York, elsewhere",
      input: {
        input: "2026-07-01T09:00",
        from: "America/New_York",
        to: ["Europe/London", "Asia/Tokyo"],
      },
      expect: {
        output: "Europe/London: 2026-07-01T14:00:00+01:00\nAsia/Tokyo: 2026-07-01T22:00:00+09:00",
        value: { source: { utc: "2026-07-01T13:00:00Z", status: "unique" } },
      },
    },
    {
      title: "Milliseconds since 1970, in Tokyo",
      input: { input: 1_709_210_096_789, to: "Asia/Tokyo" },
      expect: { output: "2024-02-29T21:34:56.789+09:00" },
    },
    {
      title: "A date in words, in London",
      input: { input: "July 1, 2026 9am", from: "America/New_York", to: "Europe/London" },
      expect: { output: "2026-07-01T14:00:00+01:00" },
    },
    {
      title: "A time that Berlin's clocks skip",
      input: { input: "2026-03-29T02:30", from: "Europe/Berlin" },
      expect: {
        output: "2026-03-29T01:30:00Z",
        value: { source: { status: "gap", local: "2026-03-29T03:30:00+02:00" } },
        warnings: [{ code: "DST_GAP" }, { code: "TRANSITION_NEAR" }],
      },
    },
    {
      title: "An hour to meet while only America has changed its clocks",
      input: {
        action: "meeting",
        date: "2026-03-10",
        to: ["America/New_York", "Europe/London"],
        stepMinutes: 60,
      },
      expect: {
        valid: true,
        value: { slots: { length: 4, 0: { utc: "2026-03-10T13:00:00Z", outsideMinutes: 0 } } },
      },
    },
    {
      title: "A time that clocks show twice, refused",
      input: {
        input: "2026-10-25T02:30",
        from: "Europe/Berlin",
        to: "UTC",
        disambiguation: "reject",
      },
      expect: { ok: false, error: { code: "LOCAL_TIME_AMBIGUOUS" } },
    },
    {
      title: "An abbreviation of several zones",
      input: { input: "2026-07-01T09:00", from: "CST" },
      expect: { ok: false, errors: [{ code: "TIME_ZONE_AMBIGUOUS", path: "/from" }] },
    },
  ],

  run(input, ctx) {
    const names = readList(input.to);
    if (names.length === 0) return inputInvalid([missingField("/to", "1 to 50 zones")]);
    if (names.length > MOST_ZONES) {
      return inputInvalid([outOfBounds("/to", counted(names.length, "zone"), "1 to 50 zones")]);
    }
    const read = names.map((name, index) => readZone(name, `/to/${index}`));
    return input.action === "convert" ? convert(input, read, ctx) : meet(input, read, ctx);
  },
});

type ZoneRead = ReturnType<typeof readZone>;

const isNoZone = (read: ZoneRead) => "code" in read;

function convert(input: Input, to: readonly ZoneRead[], ctx: Ctx) {
  const from = readZone(input.from, "/from");
  const text = String(input.input ?? "now");
  const source = readSource(text, from, input.disambiguation, instantFromMs(ctx.now()));
  if ("code" in source) return fail([source, ...[from, ...to].filter(isNoZone)]);
  if (!isZone(from)) return fail([from, ...to.filter(isNoZone)]);
  const [problem, ...others] = to.filter(isNoZone);
  if (problem) return fail([problem, ...others]);
  const zones = to.filter(isZone);
  const { instant } = source;
  const outside = outOfYears(text, instant, [from, ...zones]);
  if (outside) return fail(outside);
  const conversions = zones.map((zone) => describeConversion(instant, from, zone));
  return done({
    output: conversions
      .map(({ timeZone, local }) => (zones.length === 1 ? local : `${timeZone}: ${local}`))
      .join("\n"),
    value: { source: describeSource(source, from), conversions, tzdataVersion: TZDATA_VERSION },
    warnings: [...source.warnings, ...nearChanges(instant.seconds, [from, ...zones])],
  });
}

function meet(input: Input, to: readonly ZoneRead[], ctx: Ctx) {
  const hours = readHours(input);
  if ("code" in hours) return inputInvalid([hours]);
  const given = input.date === undefined ? undefined : readDateField(input.date, "/date");
  if (isNoDay(given)) return fail([given, ...to.filter(isNoZone)]);
  const [problem, ...others] = to.filter(isNoZone);
  if (problem) return fail([problem, ...others]);
  const [first = UTC, ...rest] = to.filter(isZone);
  const zones: readonly [Zone, ...Zone[]] = [first, ...rest];
  const date = given ?? dateIn(first, instantFromMs(ctx.now()));
  const { durationMinutes, stepMinutes } = input;
  const { slots, suits, dayStart } = findSlots({
    ...hours,
    date,
    durationMinutes,
    stepMinutes,
    zones,
  });
  return done({
    output: slots.map(slotLine).join("\n"),
    value: { slots, tzdataVersion: TZDATA_VERSION },
    valid: suits,
    warnings: [...(suits ? [] : [NO_COMMON_HOURS]), ...nearChanges(dayStart, zones)],
  });
}

const NO_COMMON_HOURS = { code: "NO_COMMON_HOURS", message: WARNINGS.NO_COMMON_HOURS } as const;

function readHours({ workStart, workEnd, workDays }: Input) {
  const start = secondsOfClock(workStart);
  const end = secondsOfClock(workEnd);
  if (start === undefined) return wrongForm("/workStart", quoted(workStart), "HH:MM");
  if (end === undefined) return wrongForm("/workEnd", quoted(workEnd), "HH:MM");
  if (end <= start) return outOfBounds("/workEnd", quoted(workEnd), `HH:MM after ${workStart}`);
  const days = readWeekdays(workDays);
  const expected = "days from mon to sun, at least one";
  if ("unknown" in days) return wrongForm("/workDays", quoted(days.unknown), expected);
  return days.size === 0 ? outOfBounds("/workDays", "none", expected) : { start, end, days };
}

/** Seconds after midnight, up to 24:00. */
function secondsOfClock(text: string): number | undefined {
  const match = /^\s*(?:([01]\d|2[0-3]):([0-5]\d)|24:00)\s*$/.exec(text);
  if (!match) return undefined;
  const [, hours = "24", minutes = "0"] = match;
  return Number(hours) * 3600 + Number(minutes) * 60;
}

function slotLine({ utc, outsideMinutes, times }: Slot): string {
  const local = times.map(
    ({ timeZone, start, end }) => `${timeZone} ${start.slice(11, 16)}–${end.slice(11, 16)}`,
  );
  const outside = outsideMinutes > 0 ? ` · ${counted(outsideMinutes, "minute")} outside` : "";
  return `${utc} · ${local.join(" · ")}${outside}`;
}
