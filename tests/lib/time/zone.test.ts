import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { FIRST_SECOND, LAST_SECOND } from "../../../tools/_lib/time/calendar.ts";
import { chooseInstant, placeLocal } from "../../../tools/_lib/time/zone/local-time.ts";
import { TZDATA_VERSION, zoneNames } from "../../../tools/_lib/time/zone/table.ts";
import { isZone, readZone, writeZoned, type Zone } from "../../../tools/_lib/time/zone/zone.ts";

const FOLDER = process.env["ZONEINFO"] ?? "/usr/share/zoneinfo";

function zone(name: string): Zone {
  const found = readZone(name, "/timeZone");
  if (!isZone(found)) throw new Error(found.message);
  return found;
}

function seconds(text: string): number {
  return Date.parse(text) / 1000;
}

const source = existsSync(`${FOLDER}/tzdata.zi`) ? readFileSync(`${FOLDER}/tzdata.zi`, "utf8") : "";
const installed = /^# version (\S+)/.exec(source)?.[1];
const reason =
  installed === TZDATA_VERSION ? "" : ` (skipped: ${FOLDER} holds ${installed ?? "none"})`;

describe(`the compiled files of ${TZDATA_VERSION}${reason}`, () => {
  test.skipIf(installed !== TZDATA_VERSION)("give the same names", () => {
    const names = source
      .split("\n")
      .map((line) => line.split(" "))
      .flatMap(([kind, first = "", second = ""]) =>
        kind === "Z" ? [first] : kind === "L" ? [second] : [],
      );
    expect(zoneNames().toSorted()).toEqual(names.toSorted());
  });

  test.skipIf(installed !== TZDATA_VERSION)("give the same clock around every change", () => {
    for (const name of zoneNames()) {
      const ours = zone(name);
      const theirs = readTransitions(readFileSync(`${FOLDER}/${name}`));
      for (const [index, { at, period }] of theirs.entries()) {
        const before = theirs[index - 1]?.period ?? theirs[0]?.first;
        const found = [at - 1, at].map((time) => ours.periodAt(time));
        const shown = found.map(({ abbreviation, offset }) => `${abbreviation} ${offset}`);
        expect([name, at, ...shown]).toEqual([name, at, before ?? "", period]);
      }
    }
  });
});

/** A reader of TZif that has nothing in common with the one that made the table. */
function readTransitions(file: Buffer): { at: number; period: string; first: string }[] {
  const magic = Buffer.from("TZif");
  const start = file.indexOf(magic, 4);
  const [timeCount, typeCount] = [file.readUInt32BE(start + 32), file.readUInt32BE(start + 36)];
  const types = start + 44 + timeCount * 9;
  const periodOf = (type: number): string => {
    const at = types + type * 6;
    const name = types + typeCount * 6 + file.readUInt8(at + 5);
    return `${file.toString("latin1", name, file.indexOf("\0", name))} ${file.readInt32BE(at)}`;
  };
  return Array.from({ length: timeCount }, (_, index) => ({
    at: Number(file.readBigInt64BE(start + 44 + index * 8)),
    period: periodOf(file.readUInt8(start + 44 + timeCount * 8 + index)),
    first: periodOf(0),
  }));
}

describe("the recurring rule", () => {
  const stable = [
    "Europe/Berlin",
    "Europe/London",
    "Europe/Dublin",
    "America/New_York",
    "America/St_Johns",
    "America/Nuuk",
    "Australia/Sydney",
    "Australia/Lord_Howe",
    "Pacific/Auckland",
    "Pacific/Chatham",
    "Asia/Jerusalem",
    "Asia/Kolkata",
  ];

  test.each(stable)("agrees with the engine's own data for %s, 2038 to 2100", (name) => {
    const format = new Intl.DateTimeFormat("en", { timeZone: name, timeZoneName: "longOffset" });
    const time = fc.integer({
      min: seconds("2038-01-01T00:00Z"),
      max: seconds("2100-12-31T00:00Z"),
    });
    fc.assert(
      fc.property(time, (at) => {
        const part = format.formatToParts(at * 1000).find(({ type }) => type === "timeZoneName");
        const [, sign, hours, minutes] =
          /GMT(?:([+-])(\d\d):(\d\d))?/.exec(part?.value ?? "") ?? [];
        const size = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60;
        expect(zone(name).periodAt(at).offset).toBe(sign === "-" ? -size : size);
      }),
    );
  });

  test("holds to the end of the calendar", () => {
    expect(
      writeZoned({ seconds: seconds("9999-07-01T00:00Z"), nanosecond: 0 }, zone("Europe/Paris")),
    ).toBe("9999-07-01T02:00:00+02:00");
  });
});

const anyZone = fc.constantFrom(...zoneNames()).map(zone);
const anySecond = fc.oneof(
  fc.integer({ min: FIRST_SECOND, max: LAST_SECOND }),
  fc.integer({ min: -3_000_000_000, max: 4_500_000_000 }),
);

test("the next and the last change enclose a stretch of one offset", () => {
  fc.assert(
    fc.property(
      anyZone,
      anySecond,
      fc.nat(1000),
      ({ periodAt, nextChange, lastChange }, at, part) => {
        const { offset } = periodAt(at);
        const next = nextChange(at);
        const last = lastChange(at);
        const from = last?.at ?? at - 1000;
        const until = (next?.at ?? at + 1000) - 1;
        expect(periodAt(from + Math.floor(((until - from) * part) / 1000)).offset).toBe(offset);
        if (next)
          expect([next.before.offset, next.after.offset]).toEqual([
            offset,
            periodAt(next.at).offset,
          ]);
        if (last)
          expect([last.before.offset, last.after.offset]).toEqual([
            periodAt(last.at - 1).offset,
            offset,
          ]);
        if (next) expect(next.before.offset).not.toBe(next.after.offset);
      },
    ),
  );
});

test("a local time stands for the instants at which clocks show it", () => {
  fc.assert(
    fc.property(
      anyZone,
      anySecond,
      fc.integer({ min: -90_000, max: 90_000 }),
      (place, at, distance) => {
        const near = place.nextChange(at)?.at ?? at;
        const local = near + distance;
        const { status, candidates, gap } = placeLocal(place, local);
        const shown = candidates.map((instant) => instant + place.periodAt(instant).offset);
        if (status === "gap" && gap) {
          const length = gap.after.offset - gap.before.offset;
          expect(shown).toEqual([local - length, local + length]);
        } else expect(new Set(shown)).toEqual(new Set([local]));
        expect(candidates).toEqual(candidates.toSorted((a, b) => a - b));
      },
    ),
    { numRuns: 500 },
  );
});

describe("disambiguation", () => {
  const choose = (name: string, local: string): (number | undefined)[] => {
    const placement = placeLocal(zone(name), seconds(`${local}Z`));
    return (["compatible", "earlier", "later", "reject"] as const).map((how) =>
      chooseInstant(placement, how),
    );
  };

  test("of a gap moves by its length", () => {
    const [earlier, later] = [seconds("2026-03-29T00:30Z"), seconds("2026-03-29T01:30Z")];
    expect(choose("Europe/Berlin", "2026-03-29T02:30:00")).toEqual([
      later,
      earlier,
      later,
      undefined,
    ]);
  });

  test("of an overlap takes one of the two", () => {
    const [earlier, later] = [seconds("2026-10-25T00:30Z"), seconds("2026-10-25T01:30Z")];
    expect(choose("Europe/Berlin", "2026-10-25T02:30:00")).toEqual([
      earlier,
      earlier,
      later,
      undefined,
    ]);
  });

  test("of the day that Apia skipped", () => {
    const [earlier, later] = [seconds("2011-12-29T22:00Z"), seconds("2011-12-30T22:00Z")];
    expect(choose("Pacific/Apia", "2011-12-30T12:00:00")).toEqual([
      later,
      earlier,
      later,
      undefined,
    ]);
  });
});

describe("names", () => {
  test.each([
    ["us/eastern", "US/Eastern"],
    ["EUROPE/KYIV", "Europe/Kyiv"],
    [" utc ", "UTC"],
    ["Z", "UTC"],
    ["gmt", "GMT"],
    ["est5edt", "EST5EDT"],
    ["+05:45", "+05:45"],
    ["-00:00", "+00:00"],
  ])("%p is %p", (given, shown) => {
    expect(zone(given).name).toBe(shown);
  });

  test("only UTC and its links are written with Z", () => {
    const at = { seconds: 0, nanosecond: 120_000_000 };
    expect(writeZoned(at, zone("Etc/Zulu"))).toBe("1970-01-01T00:00:00.120Z");
    expect(writeZoned(at, zone("GMT"))).toBe("1970-01-01T00:00:00.120+00:00");
    expect(writeZoned(at, zone("+00:00"))).toBe("1970-01-01T00:00:00.120+00:00");
  });

  test("an abbreviation without a place is refused, a near miss gets three names", () => {
    expect(readZone("pst", "/timeZone")).toMatchObject({
      code: "TIME_ZONE_AMBIGUOUS",
      path: "/timeZone",
    });
    expect(readZone("Berlim", "/timeZone")).toMatchObject({
      code: "TIME_ZONE_UNKNOWN",
      hint: expect.stringContaining("Europe/Berlin") as string,
    });
    expect(readZone("GMT+2", "/timeZone")).toMatchObject({
      hint: "Write the offset alone: +02:00",
    });
    for (const text of ["", "+25:00", "+0200", "constructor", "__proto__", "a".repeat(100_000)]) {
      expect(readZone(text, "/timeZone")).toMatchObject({ code: "TIME_ZONE_UNKNOWN" });
    }
  });
});
