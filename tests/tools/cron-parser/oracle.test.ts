import { expect, test } from "bun:test";
import fc from "fast-check";
import { isZone, readZone, type Zone } from "../../../tools/_lib/time/zone/zone.ts";
import { type Run, runsOf } from "../../support/cron-runs.ts";

const MINUTE = 60;

interface Drawn {
  readonly text: string;
  readonly values: readonly number[];
}

/** A field as a text and the set that it stands for; numbers are drawn up to `most`. */
const field = (first: number, last: number, most = last): fc.Arbitrary<Drawn> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant({ text: "*", values: range(first, last, 1) }) },
    fc
      .integer({ min: 2, max: 7 })
      .map((step) => ({ text: `*/${step}`, values: range(first, last, step) })),
    fc
      .uniqueArray(fc.integer({ min: first, max: most }), { minLength: 1, maxLength: 4 })
      .map((values) => ({ text: values.join(","), values })),
    fc
      .tuple(fc.integer({ min: first, max: most }), fc.integer({ min: first, max: most }))
      .map((ends) => ends.toSorted((a, b) => a - b) as [number, number])
      .map(([a, b]) => ({ text: `${a}-${b}`, values: range(a, b, 1) })),
  );

function range(first: number, last: number, step: number): number[] {
  const length = Math.floor((last - first) / step) + 1;
  return Array.from({ length }, (_, index) => first + index * step);
}

/** Whether a local second, written as if it were UTC, is one of the expression's. */
function matches(fields: readonly Drawn[], local: number): boolean {
  const date = new Date(local * 1000);
  const parts = [
    date.getUTCMinutes(),
    date.getUTCHours(),
    date.getUTCDate(),
    date.getUTCMonth() + 1,
    date.getUTCDay(),
  ];
  const [minute, hour, day, month, weekday] = fields.map(({ values }, index) =>
    values.includes(parts[index] ?? -1),
  );
  const either = [2, 4].every((index) => !fields[index]?.text.startsWith("*"));
  const onDay = either ? day === true || weekday === true : day === true && weekday === true;
  return date.getUTCSeconds() === 0 && minute === true && hour === true && month === true && onDay;
}

const LARGE_SHIFT = 3 * 3600;

/** Looks at every minute of a few days. */
function bruteForce(
  fields: readonly Drawn[],
  zone: Zone,
  from: number,
  until: number,
  dst: string,
): string[] {
  const offset = (at: number): number => zone.periodAt(at).offset;
  const isWildcard = fields.slice(0, 2).some(({ text }) => text.startsWith("*"));
  const moves = dst === "vixie" && !isWildcard;
  const shownAt = Map.groupBy(
    range(from - 26 * 3600, until + 26 * 3600, MINUTE),
    (at) => at + offset(at),
  );
  const found: string[] = [];
  for (let at = from + MINUTE; at <= until; at += MINUTE) {
    const [before, after] = [offset(at - 1), offset(at)];
    const isGap = moves && after > before && after - before < LARGE_SHIFT;
    const skipped = isGap ? range(at + before, at + after - MINUTE, MINUTE) : [];
    const instants = shownAt.get(at + after) ?? [];
    const isSecond = instants.some((other) => other < at && at - other < LARGE_SHIFT);
    if (skipped.some((local) => matches(fields, local))) found.push(`${at} gap`);
    else if (matches(fields, at + after) && !(moves && isSecond)) {
      found.push(instants.length > 1 ? `${at} overlap` : `${at}`);
    }
  }
  return found;
}

/** Instants shortly before a change of the zone's clock. */
const changes = fc
  .tuple(
    fc.constantFrom(
      "Europe/Berlin",
      "America/New_York",
      "America/St_Johns",
      "Australia/Lord_Howe",
      "America/Havana",
      "Asia/Beirut",
      "Africa/Casablanca",
      "Pacific/Apia",
      "Antarctica/Troll",
      "UTC",
    ),
    fc.integer({ min: 0, max: 2_300_000_000 }),
  )
  .map(([name, at]) => {
    const zone = readZone(name, "/timeZone");
    if (!isZone(zone)) throw new Error(name);
    const change = zone.nextChange(at)?.at ?? at;
    return { zone, change: change - (change % MINUTE) };
  });

test("the runs around clock changes are those that a look at every minute finds", () => {
  const fields = fc.tuple(field(0, 59), field(0, 23, 5), field(1, 31), field(1, 12), field(0, 6));
  const policy = fc.constantFrom("vixie", "literal");
  fc.assert(
    fc.property(fields, changes, policy, (drawn, { zone, change }, dst) => {
      const [from, until] = [change - 4 * 3600, change + 12 * 3600];
      const expected = bruteForce(drawn, zone, from, until, dst);
      const [expression, timeZone] = [drawn.map(({ text }) => text).join(" "), zone.name];
      const input = { expression, timeZone, dst, count: 1000 };
      const shown = (runs: readonly Run[]): string[] =>
        runs
          .map(({ utc, dst: mark = "" }) => [Date.parse(utc) / 1000, mark] as const)
          .filter(([at]) => at > from && at <= until)
          .map(([at, mark]) => `${at} ${mark}`.trim());
      const next = runsOf({ ...input, from: new Date(from * 1000).toISOString() });
      expect(shown(next)).toEqual(expected);
      const after = new Date((until + 1) * 1000).toISOString();
      const previous = runsOf({ ...input, from: after, direction: "previous" });
      expect(shown(previous).toReversed()).toEqual(expected);
    }),
    { numRuns: 60 },
  );
}, 60_000);
