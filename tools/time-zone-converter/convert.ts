/** One moment in many zones. */
import type { Entry } from "../_core/tool.ts";
import {
  daysFromDate,
  type Instant,
  type ReadTime,
  secondsFromLocal,
  weekdayName,
  writeOffset,
  writeUtc,
} from "../_lib/time/calendar.ts";
import {
  dateIn,
  dateInvalid,
  type DateProblem,
  isDayInYears,
  readDateTimeField,
} from "../_lib/fields/date-field.ts";
import {
  type Disambiguation,
  type LOCAL_FAILURES,
  type LOCAL_WARNINGS,
  type Placement,
  placementWarning,
  resolveLocal,
} from "../_lib/time/zone/local-time.ts";
import { readDecimal } from "../_lib/numbers/decimal-text.ts";
import { instantFromNs, localFromNs, NS_PER_SECOND } from "../_lib/time/nanoseconds.ts";
import { spelledTime } from "../_lib/time/written/digits.ts";
import { isZone, writeZoned, type Zone } from "../_lib/time/zone/zone.ts";

export interface Source {
  readonly instant: Instant;
  readonly placement: Placement;
  readonly warnings: readonly Entry<keyof typeof LOCAL_WARNINGS | "AMBIGUOUS_TIMESTAMP">[];
}

/**
 * The instant that a text names: `now`, a count since 1970, its own offset, or local time of the zone, if that was
 * found.
 */
export function readSource(
  text: string,
  zone: Zone | Entry,
  disambiguation: Disambiguation,
  now: Instant,
): Source | DateProblem | Entry<keyof typeof LOCAL_FAILURES> {
  const trimmed = text.trim();
  if (/^now$/i.test(trimmed)) return knownSource(now);
  const spelled = spelledTime(trimmed);
  if (spelled !== undefined) {
    const placed = place({ local: localFromNs(spelled), dateOnly: false }, zone, disambiguation);
    return "code" in placed
      ? placed
      : { ...placed, warnings: [DIGITS_AS_DATE, ...placed.warnings] };
  }
  const counted = readEpoch(trimmed);
  if (counted) return knownSource(counted);
  const read = readDateTimeField(text, "/input");
  return "code" in read ? read : place(read, zone, disambiguation);
}

const DIGITS_AS_DATE = {
  code: "AMBIGUOUS_TIMESTAMP",
  message: "The digits were taken as the date that they spell, not as a count since 1970",
  path: "/input",
} as const;

/** Seconds of 9 to 11 digits and milliseconds of 12 to 14, from 1966 to 5138; a fraction belongs to seconds. */
const EPOCH = /^(?:@?(-?\d{9,11}(?:\.\d{1,9})?)|(-?\d{12,14}))$/;

function readEpoch(text: string): Instant | undefined {
  const [, seconds, ms] = EPOCH.exec(text) ?? [];
  const { numerator, denominator } = readDecimal(seconds ?? ms ?? "") ?? {};
  if (numerator === undefined || denominator === undefined) return undefined;
  const unit = seconds === undefined ? 1_000_000n : NS_PER_SECOND;
  return instantFromNs((numerator * unit) / denominator);
}

function place(
  { local, offset }: ReadTime,
  zone: Zone | Entry,
  disambiguation: Disambiguation,
): Source | Entry<keyof typeof LOCAL_FAILURES> {
  if (offset !== undefined || !isZone(zone)) {
    const seconds = secondsFromLocal(local) - (offset ?? 0);
    return knownSource({ seconds, nanosecond: local.nanosecond });
  }
  const placed = resolveLocal(zone, local, disambiguation, "/input");
  if ("code" in placed) return placed;
  return { ...placed, warnings: placementWarning(zone, local, placed, "/input") };
}

function knownSource(instant: Instant): Source {
  const placement = { status: "unique", candidates: [instant.seconds] } as const;
  return { instant, placement, warnings: [] };
}

/** Why a moment cannot be shown in the zones; undefined where it can. */
export function outOfYears(
  text: string,
  { seconds }: Instant,
  zones: readonly Zone[],
): DateProblem | undefined {
  const isOutside = [0, ...zones.map((zone) => zone.periodAt(seconds).offset)].some(
    (offset) => !isDayInYears(Math.floor((seconds + offset) / 86_400)),
  );
  return isOutside
    ? dateInvalid(text, "/input", "a time in the years 0001 to 9999 in every zone")
    : undefined;
}

/** `value.source`. */
export function describeSource({ instant, placement }: Source, zone: Zone) {
  const { status, candidates } = placement;
  const describe = (moment: Instant) => ({
    local: writeZoned(moment, zone),
    utc: writeUtc(moment),
    offset: offsetText(moment, zone),
  });
  return {
    timeZone: zone.name,
    ...describe(instant),
    status,
    ...(status === "unique"
      ? {}
      : {
          candidates: candidates.map((seconds) =>
            describe({ seconds, nanosecond: instant.nanosecond }),
          ),
        }),
  };
}

/** An item of `value.conversions`. */
export function describeConversion(instant: Instant, source: Zone, zone: Zone) {
  const days = daysFromDate(dateIn(zone, instant));
  return {
    timeZone: zone.name,
    local: writeZoned(instant, zone),
    offset: offsetText(instant, zone),
    abbreviation: zone.periodAt(instant.seconds).abbreviation,
    weekday: weekdayName(days),
    dayShift: days - daysFromDate(dateIn(source, instant)),
  };
}

function offsetText({ seconds }: Instant, zone: Zone): string {
  return zone.isUtc ? "Z" : writeOffset(zone.periodAt(seconds).offset);
}

const WEEK_SECONDS = 7 * 86_400;

/** Says which zones change their clocks within seven days of a moment. */
export function nearChanges(seconds: number, zones: readonly Zone[]): Entry<"TRANSITION_NEAR">[] {
  const texts = new Set<string>();
  for (const zone of zones) {
    const last = zone.lastChange(seconds);
    const next = zone.nextChange(seconds);
    for (const change of [last, next]) {
      if (!change || Math.abs(change.at - seconds) > WEEK_SECONDS) continue;
      const moved = (change.after.offset - change.before.offset) / 60;
      const way = `${moved > 0 ? "forward" : "back"} by ${Math.abs(moved)} minutes`;
      const local = writeZoned({ seconds: change.at, nanosecond: 0 }, zone);
      texts.add(`${zone.name} ${way} at ${local}`);
    }
  }
  if (texts.size === 0) return [];
  const message = `Clocks change within seven days: ${[...texts].join("; ")}`;
  return [{ code: "TRANSITION_NEAR", message }];
}
