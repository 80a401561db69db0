import { counted } from "../text/plural.ts";

const SECOND = 1_000_000_000n;
const DAY = 86_400n * SECOND;
const UNITS = [
  { word: "year", ns: (DAY * 3_652_425n) / 10_000n },
  { word: "month", ns: (DAY * 30_436_875n) / 1_000_000n, from: 30n * DAY },
  { word: "day", ns: DAY },
  { word: "hour", ns: 3600n * SECOND },
  { word: "minute", ns: 60n * SECOND },
  { word: "second", ns: SECOND },
] as const;

/** "in 3 hours", "3 hours ago" or "now": the largest whole unit, rounded down; both in nanoseconds since 1970. */
export function relativeText(at: bigint, now: bigint): string {
  const size = at < now ? now - at : at - now;
  for (const unit of UNITS) {
    const from = "from" in unit ? unit.from : unit.ns;
    if (size < from) continue;
    // From 30 days on these are months, although the mean month is longer.
    const count = Math.max(1, Number(size / unit.ns));
    return at < now ? `${counted(count, unit.word)} ago` : `in ${counted(count, unit.word)}`;
  }
  return "now";
}
