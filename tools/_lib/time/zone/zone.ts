/** Time zones of the compiled-in IANA release, and fixed offsets; never those of the engine. */
import type { Entry } from "../../../_core/tool.ts";
import {
  dateFromDays,
  type Instant,
  localFromSeconds,
  readOffset,
  SECONDS_PER_DAY,
  writeLocal,
  writeOffset,
  type WriteOptions,
} from "../calendar.ts";
import { editDistance } from "../../text/nearest.ts";
import { beginning } from "../../text/shown.ts";
import { changesOfYear, type Change, type Period } from "./rule.ts";
import { findTable, TZDATA_VERSION, zoneNames, type ZoneTable } from "./table.ts";

export { TZDATA_VERSION };
export type { Period };

/** A clock change: from this instant on, in seconds since 1970 UTC. */
export interface ClockChange {
  readonly at: number;
  readonly before: Period;
  readonly after: Period;
}

export interface Zone {
  /** As it is shown: the registered name, or `±HH:MM`. */
  readonly name: string;
  /** Whether local times are written with `Z`. */
  readonly isUtc: boolean;
  /** Offset and abbreviation at an instant in seconds since 1970 UTC. */
  periodAt(seconds: number): Period;
  /** The first change of the offset after the instant. */
  nextChange(seconds: number): ClockChange | undefined;
  /** The last change of the offset at or before the instant. */
  lastChange(seconds: number): ClockChange | undefined;
}

type ZoneCode = "TIME_ZONE_UNKNOWN" | "TIME_ZONE_AMBIGUOUS";

/** What stands in `failures` of a tool that takes a time zone. */
export const ZONE_FAILURES = {
  TIME_ZONE_UNKNOWN: "A time zone is neither an IANA name nor UTC, Z, GMT or ±HH:MM",
  TIME_ZONE_AMBIGUOUS: "An abbreviation stands for several zones, or for none in particular",
} as const satisfies Record<ZoneCode, string>;

/** Abbreviations with several meanings or without a place, and zones that use them. */
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  ACST: "Australia/Darwin or Australia/Adelaide",
  ACDT: "Australia/Adelaide or Australia/Broken_Hill",
  AEST: "Australia/Brisbane or Australia/Sydney",
  AEDT: "Australia/Sydney or Australia/Melbourne",
  AKST: "America/Anchorage or America/Juneau",
  AKDT: "America/Anchorage or America/Juneau",
  AST: "America/Halifax, America/Puerto_Rico or Asia/Riyadh",
  ADT: "America/Halifax or Atlantic/Bermuda",
  AWST: "Australia/Perth",
  BST: "Europe/London or Asia/Dhaka",
  CDT: "America/Chicago or America/Havana",
  CEST: "Europe/Berlin or Europe/Paris",
  CST: "America/Chicago, Asia/Shanghai or America/Havana",
  EDT: "America/New_York or America/Toronto",
  EEST: "Europe/Athens or Europe/Kyiv",
  IST: "Asia/Kolkata, Europe/Dublin or Asia/Jerusalem",
  JST: "Asia/Tokyo",
  KST: "Asia/Seoul or Asia/Pyongyang",
  MDT: "America/Denver",
  MSK: "Europe/Moscow or Europe/Simferopol",
  PDT: "America/Los_Angeles",
  PST: "America/Los_Angeles or Asia/Manila",
  SGT: "Asia/Singapore",
  SST: "Pacific/Pago_Pago or Asia/Singapore",
  WEST: "Europe/Lisbon or Atlantic/Canary",
};

/** The zone that a text names, or why it names none. */
export function readZone(text: string, path: string): Zone | Entry<ZoneCode> {
  const name = text.trim();
  const found = findTable(name.toUpperCase() === "Z" ? "UTC" : name);
  if (found) return namedZone(found.name, found.names.includes("UTC"), found.table);
  const offset = /^[+-]\d\d:\d\d$/.test(name) ? readOffset(name) : undefined;
  if (offset !== undefined) return fixedZone(offset);
  const meanings = Object.hasOwn(ABBREVIATIONS, name.toUpperCase())
    ? ABBREVIATIONS[name.toUpperCase()]
    : undefined;
  if (meanings) {
    return {
      code: "TIME_ZONE_AMBIGUOUS",
      message: `Cannot tell the time zone: found the abbreviation ${name.toUpperCase()}, expected a place such as ${meanings}`,
      path,
      received: name,
      hint: `Name the place: ${meanings}; or give a fixed offset ±HH:MM`,
    };
  }
  const near = nearestZones(name).join(", ");
  return {
    code: "TIME_ZONE_UNKNOWN",
    message: `Cannot find the time zone ${JSON.stringify(beginning(name, SHOWN_CHARACTERS))}: no such name in the IANA database ${TZDATA_VERSION}, nearest are ${near}`,
    path,
    hint:
      offsetHint(name) ??
      `Did you mean ${near}? UTC, Z, GMT and fixed offsets ±HH:MM are taken, too`,
  };
}

const SHOWN_CHARACTERS = 60;
const COMPARED_CHARACTERS = 64;

/** For `UTC+2` and `GMT-3:30`: the like-named Etc/GMT+2 means the opposite. */
function offsetHint(text: string): string | undefined {
  const match = /^(?:utc|gmt) ?([+-])(\d\d?)(?::?(\d\d))?$/i.exec(text);
  if (!match) return undefined;
  const [, sign = "", hours = "", minutes = "00"] = match;
  return `Write the offset alone: ${sign}${hours.padStart(2, "0")}:${minutes}`;
}

/** The three names nearest to the text; the place alone counts as much as the whole name. */
function nearestZones(text: string): string[] {
  const wanted = text.slice(0, COMPARED_CHARACTERS).toLowerCase().replaceAll(" ", "_");
  return zoneNames()
    .map((name) => {
      const lower = name.toLowerCase();
      const place = lower.slice(lower.lastIndexOf("/") + 1);
      const distance = Math.min(editDistance(wanted, lower), editDistance(wanted, place));
      return { name, distance };
    })
    .toSorted((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
    .map(({ name }) => name);
}

/** Whether `readZone` found a zone. */
export function isZone(result: Zone | Entry): result is Zone {
  return "periodAt" in result;
}

/** The zone whose clocks always show so many seconds more than UTC. */
export function fixedZone(offset: number, name = writeOffset(offset)): Zone {
  const period = { offset, abbreviation: name };
  return {
    name,
    isUtc: name === "UTC",
    periodAt: () => period,
    nextChange: () => undefined,
    lastChange: () => undefined,
  };
}

export const UTC: Zone = fixedZone(0, "UTC");

function namedZone(name: string, isUtc: boolean, table: ZoneTable): Zone {
  const periodAt = (seconds: number): Period => lastBy(table, seconds)?.to ?? table.first;
  return {
    name,
    isUtc,
    periodAt,
    nextChange(seconds) {
      let before = periodAt(seconds);
      for (let change = nextBy(table, seconds); change; change = nextBy(table, change.at)) {
        if (change.to.offset !== before.offset) return { at: change.at, before, after: change.to };
        before = change.to;
      }
      return undefined;
    },
    lastChange(seconds) {
      for (let change = lastBy(table, seconds); change; change = lastBy(table, change.at - 1)) {
        const before = periodAt(change.at - 1);
        if (change.to.offset !== before.offset) return { at: change.at, before, after: change.to };
      }
      return undefined;
    },
  };
}

/** The last change at or before the instant. */
function lastBy(table: ZoneTable, seconds: number): Change | undefined {
  const { changes } = table;
  const last = changes.at(-1);
  if (!last || seconds >= last.at) {
    return changesByRule(table, seconds).findLast(({ at }) => at <= seconds) ?? last;
  }
  return changes[countUntil(changes, seconds) - 1];
}

/** The first change after the instant. */
function nextBy(table: ZoneTable, seconds: number): Change | undefined {
  const { changes } = table;
  return (
    changes[countUntil(changes, seconds)] ??
    changesByRule(table, seconds).find(({ at }) => at > seconds)
  );
}

/** What the rule says of the years around the instant, after the last listed change. */
function changesByRule({ changes, rule }: ZoneTable, seconds: number): Change[] {
  if (!rule.summer) return [];
  const listedUntil = changes.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  const { year } = dateFromDays(Math.floor(seconds / SECONDS_PER_DAY));
  return [year - 1, year, year + 1]
    .flatMap((near) => changesOfYear(rule, near))
    .filter(({ at }) => at > listedUntil);
}

/** How many changes are at or before the instant. */
function countUntil(changes: readonly Change[], seconds: number): number {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.at ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `2026-03-29T03:00:00+02:00`: the local time of an instant with its offset, `Z` in the zone UTC. */
export function writeZoned(
  { seconds, nanosecond }: Instant,
  zone: Zone,
  options: WriteOptions = {},
): string {
  const { offset } = zone.periodAt(seconds);
  const local = writeLocal(localFromSeconds(seconds + offset, nanosecond), options);
  return local + (zone.isUtc ? "Z" : writeOffset(offset));
}
