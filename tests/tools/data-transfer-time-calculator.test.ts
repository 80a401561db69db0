import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/data-transfer-time-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

interface Value {
  readonly solvedFor: string;
  readonly sizeBytes: number;
  readonly rateBps: number;
  readonly effectiveBps: number;
  readonly limitedBy: string;
  readonly setupSeconds: number;
  readonly seconds: number;
  readonly duration: string;
  readonly human: string;
  readonly sizeText: string;
  readonly rateText: string;
  readonly comparisons: readonly { name: string; bps: number; seconds: number; human: string }[];
}

const run = (input: string | object) =>
  runUnit(tool, typeof input === "string" ? { input } : input);
const value = (input: string | object) => run(input).value as Value;
const entries = (found: readonly { code: string; path?: string | undefined }[] | undefined) =>
  found?.map(({ code, path }) => `${code} ${path}`);

describe("one line of text", () => {
  test.each([
    ["4.7 GB at 100 Mbps", "6 min 16 s"],
    ["4.7 GB over 100 Mbps", "6 min 16 s"],
    ["4.7 GB VIA 100 Mbps", "6 min 16 s"],
    ["4.7 GB with 100 Mbps", "6 min 16 s"],
    ["4.7GB@100Mbps", "6 min 16 s"],
    ["500mb at 20 mbps", "3 min 20 s"],
    ["1 B at 10 Gbps", "0.8 ns"],
    ["0 B at 1 Mbps", "0 s"],
    ["1 PB at 56 kbps", "1653439 d 3 h 40 min 57 s"],
    ["1 MB at 1 MB/s", "1 s"],
  ])("%s", (input, output) => {
    expect(run(input).output).toBe(output);
  });

  test("takes latency, overhead and window beside it", () => {
    const limited = { input: "1 TiB at 10 Gbit/s", latencyMs: 80, window: "64 KiB", parallel: 4 };
    expect(value(limited)).toMatchObject({
      effectiveBps: 26_214_400,
      limitedBy: "window",
      setupSeconds: 0.02,
      duration: "P3DT21H12M24.34S",
      human: "3 d 21 h 12 min 24 s",
      rateText: "10 Gbit/s",
      sizeText: "1.1 TB",
    });
  });
});

describe("solves for what is missing", () => {
  test("time: round trips, then data", () => {
    const small = {
      size: "1 GB",
      rate: "100 Mbps",
      overheadPercent: 6,
      latencyMs: 40,
      files: 100_000,
      roundTripsPerFile: 2,
      parallel: 8,
    };
    expect(value(small)).toEqual({
      solvedFor: "time",
      sizeBytes: 1_000_000_000,
      rateBps: 100_000_000,
      effectiveBps: 94_000_000,
      limitedBy: "line",
      setupSeconds: 1000,
      seconds: 1085.106382979,
      duration: "PT18M5.106S",
      human: "18 min 5 s",
      sizeText: "1 GB",
      rateText: "100 Mbit/s",
      comparisons: [
        { name: "10 Mbit/s", bps: 1e7, seconds: 851.063829787, human: "14 min 11 s" },
        { name: "100 Mbit/s", bps: 1e8, seconds: 85.106382979, human: "1 min 25 s" },
        { name: "1 Gbit/s", bps: 1e9, seconds: 8.510638298, human: "8.511 s" },
        { name: "10 Gbit/s", bps: 1e10, seconds: 0.85106383, human: "851.064 ms" },
      ],
    });
  });

  test("size: what flows after the round trips", () => {
    const night = { rate: "1 Gbps", time: "8 h", overheadPercent: 6, latencyMs: 80 };
    expect(run(night).output).toBe("3.38 TB");
    expect(value(night)).toMatchObject({
      solvedFor: "size",
      sizeBytes: 3383990600000,
      seconds: 28800,
      limitedBy: "line",
    });
    expect(value({ rate: "1 Gbps", time: "80 ms", latencyMs: 80 }).sizeBytes).toBe(0);
    expect(value({ rate: 1, time: 0 })).toMatchObject({ sizeBytes: 0, duration: "PT0S" });
    expect(
      value({ rate: "1 Gbps", time: "1.08 s", latencyMs: 80, window: "64 KiB" }),
    ).toMatchObject({
      sizeBytes: 819200,
      effectiveBps: 6_553_600,
      limitedBy: "window",
    });
  });

  test("rate: of the line, with its overhead", () => {
    const deadline = { size: "25 GB", time: "1h30m", overheadPercent: 10, latencyMs: 100 };
    expect(run(deadline).output).toBe("41.15 Mbit/s");
    expect(value(deadline)).toMatchObject({
      solvedFor: "rate",
      rateBps: 41153025.46755,
      effectiveBps: 37037722.920795,
      rateText: "41.15 Mbit/s",
    });
    expect(value({ size: 0, time: "1 s" })).toMatchObject({ rateBps: 0, rateText: "0 bit/s" });
  });
});

describe("the window", () => {
  const given = { size: "1 GB", rate: "1 Gbps", window: "64 KiB" };

  test("does not count without latency", () => {
    expect(value(given)).toMatchObject({ limitedBy: "line", effectiveBps: 1e9 });
  });

  test("limits where it is below the line's payload, not where it equals it", () => {
    const at = (rate: number) => value({ ...given, rate, latencyMs: 80 }).limitedBy;
    expect([at(6_553_600), at(6_553_601)]).toEqual(["line", "window"]);
    const overhead = { ...given, rate: 6_600_000, latencyMs: 80, overheadPercent: 5 };
    expect(value(overhead)).toMatchObject({ limitedBy: "line", effectiveBps: 6_270_000 });
  });

  test("of a needed rate: up to what it carries", () => {
    const needs = (size: number) =>
      run({ size, time: "1.08 s", latencyMs: 80, window: "64 KiB" }).errors?.[0];
    expect(needs(819_200)).toBeUndefined();
    expect(needs(819_201)).toMatchObject({ code: "TIME_TOO_SHORT", path: "/time" });
    expect(needs(1e9)?.message).toBe(
      "Cannot transfer in the time: found 1.08 s, which needs 8 Gbit/s, expected at most the 6.55 Mbit/s that the window carries",
    );
  });
});

describe("what does not do", () => {
  test.each([
    [{}, ["INSUFFICIENT_INPUT undefined"]],
    [{ size: "1 GB" }, ["INSUFFICIENT_INPUT undefined"]],
    [{ size: 1, rate: 1, time: 1 }, ["CONFLICTING_FIELDS /time"]],
    [
      { input: "1 GB at 1 Mbps", size: 1, time: 1 },
      ["CONFLICTING_FIELDS /size", "CONFLICTING_FIELDS /time"],
    ],
    ["", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["5 GB", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["5 GB at", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["5 GB at 5 GB", ["TEXT_NOT_UNDERSTOOD /input"]],
    ["much at once", ["TEXT_NOT_UNDERSTOOD /input", "TEXT_NOT_UNDERSTOOD /input"]],
    [
      { size: "much", time: "long", window: "wide" },
      ["TEXT_NOT_UNDERSTOOD /size", "TEXT_NOT_UNDERSTOOD /time", "TEXT_NOT_UNDERSTOOD /window"],
    ],
    ["5 GB at 0 Mbps", ["RATE_NOT_POSITIVE /input"]],
    [{ rate: 0, time: 5 }, ["RATE_NOT_POSITIVE /rate"]],
    [{ size: 1, time: 0 }, ["TIME_TOO_SHORT /time"]],
    [{ size: 1, time: "80 ms", latencyMs: 80 }, ["TIME_TOO_SHORT /time"]],
    [{ rate: 1, time: "79 ms", latencyMs: 80 }, ["TIME_TOO_SHORT /time"]],
    [{ size: 1, rate: 1, window: 0 }, ["RANGE /window"]],
    [{ size: 1, rate: 1, parallel: 1.5 }, ["RANGE /parallel"]],
    [{ size: 1, rate: 1, overheadPercent: 99.95 }, ["RANGE /overheadPercent"]],
  ])("%p", (input, expected) => {
    expect(entries(run(input).errors)).toEqual(expected);
  });

  test("the place counts in the whole line, and the hint's texts work in it", () => {
    const [problem] = run("5 GB at 5 GB").errors ?? [];
    expect(problem).toMatchObject({ line: 1, column: 11, offset: 10 });
    const [, hint = ""] = problem?.hint?.split(": ") ?? [];
    for (const text of hint.split("; ")) expect(run(text).ok).toBe(true);
  });

  test("a short time says how long the round trips take", () => {
    expect(run({ size: 1, time: "50 ms", latencyMs: 80 }).errors?.[0]?.message).toBe(
      "Cannot transfer in the time: found 50 ms, expected more than 80 ms of round trips",
    );
  });
});

test("what was assumed is warned of, by kind and then by field", () => {
  const warnings = (input: string | object) => entries(run(input).warnings);
  expect(warnings("500mb at 20 mbps")).toEqual(["UNIT_CASE_ASSUMED /input"]);
  expect(warnings({ size: "5 G", rate: 1e6, window: 65_536 })).toEqual([
    "UNIT_ASSUMED /rate",
    "UNIT_ASSUMED /window",
    "UNIT_CASE_ASSUMED /size",
  ]);
  expect(warnings({ size: "5 GB", time: 60 })).toEqual([]);
  expect(warnings("500 at 20")).toEqual(["UNIT_ASSUMED /input"]);
});

const size = fc.integer({ min: 1, max: 1e12 });
const rate = fc.integer({ min: 1, max: 1e10 });

test("time is monotone in size and antitone in rate", () => {
  fc.assert(
    fc.property(size, size, rate, (one, other, bps) => {
      const seconds = (bytes: number) => value({ size: bytes, rate: bps, latencyMs: 5 }).seconds;
      expect(seconds(Math.min(one, other))).toBeLessThanOrEqual(seconds(Math.max(one, other)));
    }),
  );
  fc.assert(
    fc.property(size, rate, rate, (bytes, one, other) => {
      const seconds = (bps: number) => value({ size: bytes, rate: bps, window: 1000 }).seconds;
      expect(seconds(Math.max(one, other))).toBeLessThanOrEqual(seconds(Math.min(one, other)));
    }),
  );
});

test("size, rate and time lead back to one another", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1e7, max: 1e12 }),
      fc.integer({ min: 1, max: 1e6 }),
      (bytes, seconds) => {
        const given = { overheadPercent: 20, latencyMs: 300 };
        const { rateBps } = value({ ...given, size: bytes, time: seconds });
        const again = value({ ...given, size: bytes, rate: rateBps });
        expect(again.seconds / seconds).toBeCloseTo(1, 5);
        const carried = value({ ...given, rate: rateBps, time: seconds });
        expect(carried.sizeBytes / bytes).toBeCloseTo(1, 5);
      },
    ),
  );
});
