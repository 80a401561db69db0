/** What the two cron tools share: their fields, and everything that is found out about a job. */
import { Type } from "@sinclair/typebox";
import { oneOf, whole } from "../../../_core/fields.ts";
import { type Ctx, type Entry, fail } from "../../../_core/tool.ts";
import { beginning } from "../../text/shown.ts";
import {
  type Instant,
  instantFromMs,
  localFromSeconds,
  secondsFromLocal,
  weekdayName,
  WEEKDAYS,
  writeUtc,
} from "../calendar.ts";
import { readMoment } from "../written/moment.ts";
import { chooseInstant, placeLocal } from "../zone/local-time.ts";
import {
  isZone,
  readZone,
  TZDATA_VERSION,
  type Zone,
  ZONE_FAILURES,
  writeZoned,
} from "../zone/zone.ts";
import {
  type CronExpression,
  EXPRESSION_FAILURES,
  isExpression,
  readExpression,
} from "./expression.ts";
import { type Field, FIELD_NAMES } from "./fields.ts";
import { findRuns, type FoundRuns, type Run } from "./runs.ts";
import { Schedule } from "./schedule.ts";
import { type CronWarning, findWarnings } from "./warnings.ts";

export const JOB_FAILURES = {
  ...EXPRESSION_FAILURES,
  FROM_INVALID: "The start is no date or date-time, or names a day that does not exist",
  ...ZONE_FAILURES,
} as const;

/** Room for the command of a crontab line, of which cron itself takes 1000 characters. */
const LONGEST_EXPRESSION = 1200;

/** The fields that both tools take. */
export const JOB_FIELDS = {
  expression: Type.String({
    description:
      "Five fields (minute, hour, day of month, month, day of week) or a macro such as @daily; of a crontab line, user and command are split off",
    maxLength: LONGEST_EXPRESSION,
  }),
  count: whole({ description: "Runs to list, 1 to 1000", minimum: 1, maximum: 1000, default: 5 }),
  from: Type.Optional(
    Type.String({
      description:
        "Date or date-time after which runs are listed, itself not among them; now, if left out",
    }),
  ),
  timeZone: Type.String({
    description: "IANA name, UTC, or a fixed offset ±HH:MM, in which the job's clock runs",
    default: "UTC",
  }),
  dst: oneOf(["vixie", "literal"], {
    description:
      "Clock changes: vixie moves runs out of a skipped hour and does not repeat them, literal follows the clock",
    default: "vixie",
  }),
  extensions: Type.Boolean({ description: "Take L, W, # and ? as Quartz does", default: false }),
};

export interface JobInput {
  readonly expression: string;
  readonly count: number;
  readonly from?: string;
  readonly timeZone: string;
  readonly direction: "next" | "previous";
  readonly dst: "vixie" | "literal";
  readonly extensions: boolean;
}

const FIELD_VALUE = Type.Object({
  text: Type.String(),
  values: Type.Array(Type.Integer()),
  specials: Type.Array(Type.String(), { description: "Such as L, 15W or FRI#3" }),
  restricted: Type.Boolean({ description: "The text does not begin with * or ?" }),
});

export const FIELDS_VALUE = Type.Object({
  minute: FIELD_VALUE,
  hour: FIELD_VALUE,
  dayOfMonth: FIELD_VALUE,
  month: FIELD_VALUE,
  dayOfWeek: FIELD_VALUE,
});

/** What stands behind the fields in a line of a crontab. */
export const COMMAND_VALUE = {
  command: Type.Optional(Type.String({ description: "Of a crontab line, as it is written" })),
  user: Type.Optional(Type.String({ description: "Of a line of /etc/crontab or /etc/cron.d" })),
};

export const RUNS_VALUE = Type.Array(
  Type.Object({
    local: Type.String(),
    utc: Type.String(),
    weekday: oneOf(WEEKDAYS),
    inSeconds: Type.Integer({ description: "From the start; negative for previous runs" }),
    dst: Type.Optional(oneOf(["gap", "overlap"])),
  }),
);

export interface Job {
  readonly expression: CronExpression;
  readonly schedule: Schedule;
  readonly zone: Zone;
  readonly from: Instant;
  readonly found: FoundRuns;
  /** The calendar year of the start in the zone, and the runs in it, clock changes left aside. */
  readonly year: number;
  readonly runsInYear: number;
  readonly warnings: readonly Entry<CronWarning>[];
}

const INVALID = { valid: false };

/** Everything about the job, or every problem of its fields. */
export function readJob(input: JobInput, ctx: Ctx) {
  const expression = readExpression(input.expression, input.extensions);
  const zone = readZone(input.timeZone, "/timeZone");
  const from = input.from === undefined ? instantFromMs(ctx.now()) : readFrom(input.from, zone);
  const started = "code" in from ? [from] : [];
  if (!isExpression(expression)) {
    const [first, ...others] = [...expression, ...started];
    return { failure: fail([first, ...others, ...(isZone(zone) ? [] : [zone])], INVALID) };
  }
  if (!isZone(zone)) return { failure: fail([...started, zone], INVALID) };
  if ("code" in from) return { failure: fail(from, INVALID) };
  return { job: examine(expression, zone, from, input) };
}

function examine(expression: CronExpression, zone: Zone, from: Instant, input: JobInput): Job {
  const schedule = new Schedule(expression);
  const { direction, count, dst } = input;
  const found = findRuns(expression, schedule, { zone, from, direction, count, dst });
  const { year } = localFromSeconds(from.seconds + zone.periodAt(from.seconds).offset);
  const runsInYear = schedule.countIn(year);
  const warnings = findWarnings(expression, { ...found, year, runsInYear });
  return { expression, schedule, zone, from, found, year, runsInYear, warnings };
}

/** A time without an offset is local; one that the clock skips or repeats is taken as Temporal does. */
function readFrom(text: string, zone: Zone | Entry): Instant | Entry<"FROM_INVALID"> {
  const read = readMoment(text);
  if (!read) {
    const expected = "2026-11-20, 2026-11-20T09:30:00+01:00 or Nov 20, 2026 9:30";
    const message = `Cannot read the start: found ${JSON.stringify(beginning(text, SHOWN_CHARACTERS))}, expected a date or date-time that exists`;
    return { code: "FROM_INVALID", message, path: "/from", expected };
  }
  const { local, offset } = read;
  const { nanosecond } = local;
  const wall = secondsFromLocal(local);
  if (offset !== undefined) return { seconds: wall - offset, nanosecond };
  if (!isZone(zone)) return { seconds: wall, nanosecond };
  return { seconds: chooseInstant(placeLocal(zone, wall), "compatible") ?? wall, nanosecond };
}

const SHOWN_CHARACTERS = 60;

/** `value.runs`. */
export function describeRuns({ found, zone, from }: Job) {
  return found.runs.map(({ at, dst }: Run) => {
    const local = at + zone.periodAt(at).offset;
    return {
      local: writeZoned({ seconds: at, nanosecond: 0 }, zone),
      utc: writeUtc({ seconds: at, nanosecond: 0 }),
      weekday: weekdayName(Math.floor(local / 86_400)),
      inSeconds: Math.trunc(at - from.seconds - from.nanosecond / 1e9) + 0,
      ...(dst ? { dst } : {}),
    };
  });
}

/** `value.fields`. */
export function describeFields({ expression: { fields } }: Job) {
  const describe = ({ text, values, specials, restricted }: Field) => ({
    text,
    values: [...values],
    specials: specials.map((special) => special.text),
    restricted,
  });
  const [minute, hour, dayOfMonth, month, dayOfWeek] = FIELD_NAMES.map((name) =>
    describe(fields[name]),
  );
  return { minute, hour, dayOfMonth, month, dayOfWeek } as Record<
    (typeof FIELD_NAMES)[number],
    ReturnType<typeof describe>
  >;
}

export { TZDATA_VERSION };
