/** No work keeps a process for longer than it may, and an honest one notices nothing. */
import { expect, test } from "bun:test";
import { Patience } from "../../../app/run/patience.ts";
import { STOPPED, stoppedAfter, stoppedAfterWorking } from "../../../app/run/stopped.ts";

/** However busy the machine is: a call that is never stopped would take for ever. */
const SOON_MS = 2000;

const ENDLESS: Readonly<Record<string, () => unknown>> = {
  "a loop": () => {
    for (;;);
  },
  "a loop that catches everything": () => {
    for (;;) {
      try {
        for (;;);
      } catch {}
    }
  },
  recursion: () => {
    const fib = (n: number): number => (n < 2 ? n : fib(n - 1) + fib(n - 2));
    return fib(90);
  },
  "growing numbers": () => {
    for (let x = 3n; ;) x = (x * x) % 10n ** 500n;
  },
  "a generator": () => {
    const numbers = function* () {
      for (let n = 0; ; n++) yield n;
    };
    let sum = 0;
    for (const n of numbers()) sum += n;
    return sum;
  },
};

test.each(Object.entries(ENDLESS))("%s is stopped", (_, work) => {
  const started = performance.now();
  expect(stoppedAfter(10, work)).toBe(STOPPED);
  expect(performance.now() - started).toBeLessThan(SOON_MS);
});

test("what ends in time gives its value or its error", () => {
  expect(stoppedAfter(1000, () => "done")).toBe("done");
  expect(stoppedAfter(1000, () => undefined)).toBeUndefined();
  expect(() =>
    stoppedAfter(1000, () => {
      throw new RangeError("mine");
    }),
  ).toThrow(new RangeError("mine"));
});

test("an endless loop that has the processor is stopped at once, whatever else the machine does", () => {
  const started = performance.now();
  expect(stoppedAfterWorking(10, ENDLESS["a loop"] as () => unknown)).toBe(STOPPED);
  expect(performance.now() - started).toBeLessThan(SOON_MS);
  expect(stoppedAfterWorking(1000, () => 1)).toBe(1);
});

test("after a stop the next work runs as ever", () => {
  stoppedAfter(5, ENDLESS["a loop"] as () => unknown);
  expect(stoppedAfter(1000, () => [3, 1, 2].toSorted())).toEqual([1, 2, 3]);
});

test("patience: more for the first runs, none for a tool that was stopped twice, or for whoever tries three", () => {
  let now = 0;
  const patience = new Patience(() => now);
  const usual = (subject: string, tool: string) => {
    for (let run = 0; run < 3; run++) patience.for("someone else", tool);
    return patience.for(subject, tool);
  };
  expect(patience.for("a", "new")).toBeGreaterThan(usual("a", "new"));
  patience.try("a", "x");
  expect(usual("a", "x")).toBeGreaterThan(0);
  patience.try("a", "x");
  expect(patience.for("a", "x")).toBe(0);
  expect(patience.for("b", "x")).toBeGreaterThan(0);
  expect(patience.for("a", "y")).toBeGreaterThan(0);
  for (const tool of ["y", "z"]) patience.try("a", tool);
  expect(patience.for("a", "w")).toBe(0);
  now += 61_000;
  expect(patience.for("a", "x")).toBeGreaterThan(0);
  // Where callers are not told apart, a tool is sent away, never everybody.
  for (const tool of ["x", "x", "y", "z"]) patience.try("", tool);
  expect(patience.for("", "x")).toBe(0);
  expect(patience.for("", "y")).toBeGreaterThan(0);
});
