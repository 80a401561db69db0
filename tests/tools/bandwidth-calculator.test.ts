import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/bandwidth-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

interface Value {
  readonly action: string;
  readonly bitsPerSecond: number;
  readonly bytesPerSecond: number;
  readonly text: string;
  readonly units: Readonly<Record<string, number>>;
  readonly bytesPerHour: number;
  readonly bytesPerDay: number;
  readonly bytesPerMonth: number;
  readonly peakBitsPerSecond: number | null;
  readonly volumeBytes: number | null;
}

const run = (input: object) => runUnit(tool, input);
const value = (input: object) => run(input).value as Value;
const entries = (found: readonly { code: string; path?: string | undefined }[] | undefined) =>
  found?.map(({ code, path }) => `${code} ${path}`);

describe("convert", () => {
  test("gives the rate in all units", () => {
    expect(value({ rate: "100 MiB/s" })).toEqual({
      action: "convert",
      bitsPerSecond: 838860800,
      bytesPerSecond: 104857600,
      text: "838.86 Mbit/s",
      units: {
        kbps: 838860.8,
        Mbps: 838.8608,
        Gbps: 0.838861,
        kBps: 104857.6,
        MBps: 104.8576,
        GBps: 0.104858,
        KiBps: 102400,
        MiBps: 100,
      },
      bytesPerHour: 377487360000,
      bytesPerDay: 9059696640000,
      bytesPerMonth: 275565772800000,
      peakBitsPerSecond: null,
      volumeBytes: null,
    });
  });

  test.each([
    ["100 Mbps", "100 Mbit/s"],
    ["100 mbps", "100 Mbit/s"],
    ["100 MBps", "800 Mbit/s"],
    ["100 MiBps", "838.86 Mbit/s"],
    ["1 TB/month", "3.04 Mbit/s"],
    ["2 Ebit/s", "2 Ebit/s"],
    ["0 Mbps", "0 bit/s"],
    ["0.4 bps", "0.4 bit/s"],
    [9600, "9.6 kbit/s"],
  ])("%p", (rate, output) => {
    expect(run({ rate }).output).toBe(output);
    expect(value({ rate }).text).toBe(output);
  });

  test("does not look at the fields of other actions", () => {
    expect(run({ rate: "1 Gbps", size: "?", overheadPercent: 50, users: 5 }).output).toBe(
      "1 Gbit/s",
    );
  });
});

describe("website", () => {
  const site = { action: "website", pageViews: 1000, pageSize: "2 MiB" };

  test("has an average, a peak and a volume of a month", () => {
    const hourly = { ...site, period: "hour", peakFactor: 2.5 };
    expect(run(hourly).output).toBe("Average: 4.66 Mbit/s\nPeak: 11.65 Mbit/s\nPer month: 1.53 TB");
    expect(value(hourly)).toMatchObject({
      bitsPerSecond: 4660337.777778,
      peakBitsPerSecond: 11650844.444444,
      volumeBytes: 1530920960000,
      bytesPerMonth: 1530920960000,
      text: "4.66 Mbit/s",
    });
  });

  test("counts views of an hour, a day or a month of 365/12 days", () => {
    const bits = (period: string) => value({ ...site, period }).bitsPerSecond;
    expect(bits("hour")).toBe(4660337.777778);
    expect(bits("day")).toBe(194180.740741);
    expect(bits("month")).toBe(6384.024353);
    expect(value({ ...site, period: "month" }).volumeBytes).toBe(2097152000);
  });

  test("no views need no line", () => {
    expect(run({ ...site, pageViews: 0 }).output).toBe(
      "Average: 0 bit/s\nPeak: 0 bit/s\nPer month: 0 B",
    );
  });
});

describe("required", () => {
  const bits = (input: object) => value({ action: "required", ...input }).bitsPerSecond;

  test("size by time, with what is not payload", () => {
    expect(bits({ size: "4 GB", time: "10 min" })).toBe(53333333.333333);
    expect(bits({ size: "700 MiB", time: "1h30m", overheadPercent: 5 })).toBe(1144644.366472);
    expect(bits({ size: 0, time: "PT1S" })).toBe(0);
    expect(bits({ size: "1 B", time: 1, overheadPercent: 99.9 })).toBe(8000);
  });

  test("not in no time", () => {
    for (const time of [0, "0", "0 s", "PT0S"]) {
      const outcome = run({ action: "required", size: "1 GB", time });
      expect(entries(outcome.errors)).toEqual(["DIVISION_BY_ZERO /time"]);
    }
  });
});

describe("volume", () => {
  test("is the payload of the time in which the line is used", () => {
    const day = { rate: "100 Mbps", time: "1 day", overheadPercent: 5, utilizationPercent: 80 };
    expect(run({ action: "volume", ...day }).output).toBe("820.8 GB");
    expect(value({ action: "volume", ...day })).toMatchObject({
      bitsPerSecond: 76_000_000,
      text: "76 Mbit/s",
      volumeBytes: 820_800_000_000,
      peakBitsPerSecond: null,
    });
  });

  test("is of a month if no time is given", () => {
    const month = { action: "volume", rate: "1 Gbps", utilizationPercent: 60 };
    expect(value(month).volumeBytes).toBe(197_100_000_000_000);
    expect(value({ ...month, time: "1 month" })).toEqual(value(month));
    expect(value({ ...month, time: 0 }).volumeBytes).toBe(0);
    expect(value({ ...month, utilizationPercent: 0 }).bitsPerSecond).toBe(0);
  });
});

describe("streams", () => {
  test("are users times the rate of one", () => {
    const streams = { action: "streams", users: 500, rate: "5 Mbps" };
    expect(run(streams).output).toBe("2.5 Gbit/s");
    expect(value({ ...streams, overheadPercent: 3 }).bitsPerSecond).toBe(2577319587.628866);
    expect(run({ ...streams, users: 0 }).output).toBe("0 bit/s");
  });
});

describe("what is missing, or not understood", () => {
  test.each([
    [{}, ["INSUFFICIENT_INPUT /rate"]],
    [{ action: "website" }, ["INSUFFICIENT_INPUT /pageViews"]],
    [{ action: "website", pageViews: 5 }, ["INSUFFICIENT_INPUT /pageSize"]],
    [{ action: "required", time: 5 }, ["INSUFFICIENT_INPUT /size"]],
    [{ action: "required", size: 5 }, ["INSUFFICIENT_INPUT /time"]],
    [{ action: "volume", time: 5 }, ["INSUFFICIENT_INPUT /rate"]],
    [{ action: "streams", rate: "5 Mbps" }, ["INSUFFICIENT_INPUT /users"]],
    [{ rate: "100 MB" }, ["TEXT_NOT_UNDERSTOOD /rate"]],
    [{ rate: "" }, ["TEXT_NOT_UNDERSTOOD /rate"]],
    [
      { action: "required", size: "much", time: "P1Y" },
      ["TEXT_NOT_UNDERSTOOD /size", "TEXT_NOT_UNDERSTOOD /time"],
    ],
    [{ action: "volume", rate: "1 Gbps", time: "soon" }, ["TEXT_NOT_UNDERSTOOD /time"]],
    [{ rate: -1 }, ["RANGE /rate"]],
    [{ rate: "1 bps", peakFactor: 0.5 }, ["RANGE /peakFactor"]],
    [{ rate: "1 bps", redundancy: 0.001 }, ["RANGE /redundancy"]],
    [{ rate: "1 bps", overheadPercent: 100 }, ["RANGE /overheadPercent"]],
  ])("%p", (input, expected) => {
    expect(entries(run(input).errors)).toEqual(expected);
  });

  test("the message names what the action needs", () => {
    const [problem] = run({ action: "required", time: "1 h" }).errors ?? [];
    expect(problem?.message).toBe(
      "Cannot run the action required: found only time, expected size and time",
    );
  });
});

test("what was assumed is warned of, field by field", () => {
  const warnings = (input: object) => entries(run(input).warnings);
  expect(warnings({ rate: 9600 })).toEqual(["UNIT_ASSUMED /rate"]);
  expect(warnings({ rate: "20 mbps" })).toEqual([]);
  expect(warnings({ action: "required", size: "500mb", time: 60 })).toEqual([
    "UNIT_CASE_ASSUMED /size",
  ]);
  expect(warnings({ action: "website", pageViews: 1, pageSize: 1e6 })).toEqual([
    "UNIT_ASSUMED /pageSize",
  ]);
});

test("required and volume are inverse", () => {
  const size = fc.integer({ min: 0, max: 1e9 });
  const time = fc.integer({ min: 1, max: 1e5 });
  fc.assert(
    fc.property(size, time, (bytes, seconds) => {
      const { bitsPerSecond } = value({ action: "required", size: bytes, time: seconds });
      const volume = value({ action: "volume", rate: bitsPerSecond, time: seconds });
      expect(volume.volumeBytes).toBeCloseTo(bytes, 0);
    }),
  );
});

test("website is linear in views, size and redundancy", () => {
  const factor = fc.integer({ min: 1, max: 100 });
  fc.assert(
    fc.property(factor, factor, factor, (views, megabytes, redundancy) => {
      const volume = (input: object) =>
        value({ action: "website", period: "month", ...input }).volumeBytes;
      const product = views * megabytes * redundancy * 1e6;
      expect(volume({ pageViews: views, pageSize: `${megabytes} MB`, redundancy })).toBe(product);
    }),
  );
});
