/** Minute windows and running requests, against a slow model. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { MemoryWindows } from "../../../app/limits/memory-windows.ts";
import type { Entry } from "../../../app/limits/store.ts";

const limit = { perMinute: 3, concurrent: 2 };
const START = 1_700_000_000_000;

describe("windows in memory", () => {
  test("a window begins with the first call and ends a minute later", () => {
    const windows = new MemoryWindows();
    const enter = (now: number) => {
      const entry = windows.enter("run", "a", limit, START + now);
      if (entry.ok) entry.leave();
      return entry.ok || entry.retryAfter;
    };
    expect([0, 10_000, 59_000].map(enter)).toEqual([true, true, true]);
    expect([59_001, 59_999].map(enter)).toEqual([1, 1]);
    expect([60_000, 60_001, 60_002, 60_003].map(enter)).toEqual([true, true, true, 60]);
  });

  test("too many at once are refused until one has left", () => {
    const windows = new MemoryWindows();
    const first = windows.enter("run", "a", limit, START);
    expect(windows.enter("run", "a", limit, START).ok).toBe(true);
    const refused = { ok: false, limit: "concurrent", retryAfter: 1 } as const;
    expect(windows.enter("run", "a", limit, START)).toEqual(refused);
    expect(windows.enter("run", "b", limit, START).ok).toBe(true);
    expect(windows.enter("batch", "a", limit, START).ok).toBe(true);
    if (first.ok) first.leave();
    expect(windows.enter("run", "a", limit, START).ok).toBe(true);
  });

  test("a clock that is set back does not shut anybody out", () => {
    const windows = new MemoryWindows();
    for (let call = 0; call < 3; call++) {
      const entry = windows.enter("run", "a", limit, START);
      if (entry.ok) entry.leave();
    }
    expect(windows.enter("run", "a", limit, START - 3_600_000).ok).toBe(true);
  });

  test("agrees with a model that keeps every window", () => {
    const step = fc.record({ subject: fc.constantFrom("a", "b", "c"), wait: fc.nat(70_000) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const windows = new MemoryWindows();
        const model = new Map<string, { calls: number; endsAt: number }>();
        let now = START;
        for (const { subject, wait } of steps) {
          now += wait % 3 === 0 ? wait : wait % 5_000;
          let window = model.get(subject);
          if (!window || window.endsAt <= now) {
            model.set(subject, (window = { calls: 0, endsAt: now + 60_000 }));
          }
          const entry: Entry = windows.enter("run", subject, limit, now);
          if (entry.ok) entry.leave();
          expect(entry.ok).toBe(window.calls < limit.perMinute);
          if (entry.ok) window.calls++;
          else expect(entry.retryAfter).toBe(Math.ceil((window.endsAt - now) / 1000));
        }
      }),
    );
  });

  test("a million callers long gone take no memory", () => {
    const windows = new MemoryWindows();
    const before = held();
    for (let caller = 0; caller < 1_000_000; caller++) {
      // Four minutes of callers of one call each.
      const entry = windows.enter("run", `address:${caller}`, limit, START + caller / 4);
      if (entry.ok) entry.leave();
    }
    windows.enter("run", "a", limit, START + 1_000_000);
    expect(held() - before).toBeLessThan(20_000_000);
  });
});

function held(): number {
  Bun.gc(true);
  return process.memoryUsage().heapUsed;
}
