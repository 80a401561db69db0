/** What --limits takes. */
import { describe, expect, test } from "bun:test";
import { dayOf, daysBefore, secondsLeft } from "../../../app/limits/days.ts";
import { DEFAULT_LIMITS, readLimits } from "../../../app/limits/limits.ts";

describe("limits", () => {
  test("the defaults are those of the specification", () => {
    expect(DEFAULT_LIMITS).toEqual({
      run: { perMinute: 60, concurrent: 8, seconds: 5 },
      batch: { perMinute: 20, concurrent: 3, seconds: 12 },
      mcp: { perMinute: 30, concurrent: 4, seconds: 15 },
      keyless: 1000,
      keyed: 100_000,
    });
    expect(readLimits("on")).toEqual(DEFAULT_LIMITS);
  });

  test("changes leave the rest as it is", () => {
    expect(readLimits("off")).toBe("off");
    expect(readLimits("run.perMinute=600, run.concurrent=32,keyless=0,keyed=1000000")).toEqual({
      ...DEFAULT_LIMITS,
      run: { perMinute: 600, concurrent: 32, seconds: 5 },
      keyless: 0,
      keyed: 1_000_000,
    });
  });

  test.each([
    ["", "found"],
    ["maybe", "found"],
    ["run=5", "found"],
    ["pipeline.perMinute=5", "batch.perMinute"],
    ["run.perMinute", "whole number"],
    ["run.perMinute=", "whole number"],
    ["run.perMinute=0", "from 1"],
    ["run.perMinute=1.5", "whole number"],
    ["keyless=-1", "from 0"],
    ["keyless=9999999999", "to 1000000000"],
    ["keyless=1=2", "found"],
    ["keyless=1,keyless=2", "twice"],
    ["on,keyless=1", "found"],
    ["__proto__=1", "found"],
  ])("%p is refused", (text, message) => {
    expect(() => readLimits(text)).toThrow(message);
  });

  test("days are UTC and end at midnight", () => {
    const midnight = Date.UTC(2026, 10, 22);
    expect(dayOf(midnight - 1)).toBe("2026-11-21");
    expect(dayOf(midnight)).toBe("2026-11-22");
    expect(dayOf(midnight - 1)).toBe("2026-11-21");
    expect(daysBefore("2026-03-01", 1)).toBe("2026-02-28");
    expect(daysBefore("2026-11-22", 40)).toBe("2026-10-13");
    expect(secondsLeft(midnight)).toBe(86_400);
    expect(secondsLeft(midnight - 1)).toBe(1);
    expect(secondsLeft(midnight + 1)).toBe(86_400);
  });
});
