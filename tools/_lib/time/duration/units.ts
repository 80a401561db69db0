/** The units in which durations are written, and their names. */
import { NS_PER_DAY, NS_PER_SECOND } from "../nanoseconds.ts";

export const NUMBER_UNITS = [
  "none",
  "weeks",
  "days",
  "hours",
  "minutes",
  "seconds",
  "milliseconds",
] as const;
export type NumberUnit = (typeof NUMBER_UNITS)[number];

export interface Unit {
  /** Nanoseconds; 0 for years and months. */
  readonly ns: bigint;
  readonly rank: number;
}

/** From the largest to the smallest: names of a unit, of which each may have an s. */
export const UNIT_NAMES: readonly (readonly [names: string, ns: bigint])[] = [
  ["y yr year", 0n],
  ["mo month", 0n],
  ["w wk week", 7n * NS_PER_DAY],
  ["d day", NS_PER_DAY],
  ["h hr hour", 3600n * NS_PER_SECOND],
  ["m min minute", 60n * NS_PER_SECOND],
  ["s sec second", NS_PER_SECOND],
  ["ms millisecond", 1_000_000n],
  ["us µs μs microsecond", 1000n],
  ["ns nanosecond", 1n],
];

export const UNITS: ReadonlyMap<string, Unit> = new Map(
  UNIT_NAMES.flatMap(([names, ns], rank) =>
    names.split(" ").flatMap((name): [string, Unit][] => {
      const unit = { ns, rank };
      // "ms" is milliseconds, never the plural of "m".
      return name.length === 1
        ? [[name, unit]]
        : [
            [name, unit],
            [`${name}s`, unit],
          ];
    }),
  ),
);

/** The unit of a name that is in the table. */
export function unitOf(name: string): Unit {
  return UNITS.get(name) as Unit;
}

export const [YEARS, MONTHS, , DAYS, HOURS, MINUTES, SECONDS] = UNIT_NAMES.map((_, rank) => rank);
