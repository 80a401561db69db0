/** Times of day as people and programs write them: `13:34:56.789`, `9:30 pm`, `9am`, `noon`. */
import { NS_PER_SECOND } from "../nanoseconds.ts";

export interface Clock {
  /** Nanoseconds after midnight: up to 24:00, and a second 60 as the next minute; undefined for no such time. */
  readonly time: bigint | undefined;
  /** Characters that were read. */
  readonly length: number;
  readonly isLeapSecond: boolean;
  /** Digits finer than a nanosecond were left out. */
  readonly isTruncated: boolean;
}

const CLOCK =
  /(\d\d?)(?::(\d\d)(?::(\d\d)(?:[.,](\d{1,30}))?)?)?(?: ?(?:([ap])\.m\.|([ap])m(?![a-z])))?(?![\d:])|(noon|midnight)(?![a-z])/iy;

/** The clock that stands at a place in the text; undefined where there is none. */
export function clockAt(text: string, at: number): Clock | undefined {
  CLOCK.lastIndex = at;
  const match = CLOCK.exec(text);
  if (!match) return undefined;
  const [all, hours = "", minutes, seconds, fraction = "", dotted, plain, word] = match;
  const half = (dotted ?? plain)?.toLowerCase();
  if (word !== undefined) {
    const time = word.toLowerCase() === "noon" ? 43_200n * NS_PER_SECOND : 0n;
    return { time, length: all.length, isLeapSecond: false, isTruncated: false };
  }
  // A number alone is no clock.
  if (minutes === undefined && half === undefined) return undefined;
  const isLeapSecond = seconds === "60";
  const hour = half === undefined ? Number(hours) : hourOfHalf(Number(hours), half);
  const finer = isLeapSecond ? 0n : BigInt(fraction.slice(0, 9).padEnd(9, "0"));
  return {
    time:
      hour === undefined
        ? undefined
        : timeOfDay(hour, Number(minutes ?? 0), Number(seconds ?? 0), finer),
    length: all.length,
    isLeapSecond,
    isTruncated: /[1-9]/.test(isLeapSecond ? fraction : fraction.slice(9)),
  };
}

/** Whether such a time is on every clock, and all its digits were kept. */
export function isExact(clock: Clock): clock is Clock & { readonly time: bigint } {
  return clock.time !== undefined && !clock.isLeapSecond && !clock.isTruncated;
}

/** `12 am` is midnight, `12 pm` noon. */
function hourOfHalf(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === "p" ? 12 : 0);
}

/** Nanoseconds since midnight: up to 24:00:00, and a second 60 as the next minute. */
export function timeOfDay(
  hour: number,
  minute: number,
  second: number,
  finer: bigint,
): bigint | undefined {
  if (hour > 24 || minute > 59 || second > 60) return undefined;
  if (hour === 24 && (minute > 0 || second > 0 || finer > 0n)) return undefined;
  const seconds = BigInt(hour * 3600 + minute * 60 + second);
  return seconds * NS_PER_SECOND + (second === 60 ? 0n : finer);
}
