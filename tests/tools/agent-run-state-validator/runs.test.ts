import { describe, expect, test } from "bun:test";
import { failure, read } from "../../support/agent-runs.ts";

describe("times", () => {
  test("durations by state, in any form of time", () => {
    const events = [
      { to: "planning", time: 1 },
      { to: "running", time: "1970-01-01T00:00:01.5Z" },
      { to: "planning", time: "1970-01-01T02:00:03+02:00" },
      { to: "running", time: 3 },
    ];
    expect(read(events).only).toMatchObject({
      durations: { planning: 500, running: 1500 },
      openSince: "1970-01-01T00:00:03.000Z",
    });
    expect(read(events.slice(0, 3)).only.openSince).toBe("1970-01-01T02:00:03+02:00");
    expect(read([...events, { to: "completed" }]).only.openSince).toBeNull();
  });

  test("time, timestamp, ts and at are times; numbers below 10¹¹ are seconds", () => {
    const named = (key: string, ...times: unknown[]) =>
      read(["planning", "running"].map((to, at) => ({ to, [key]: times[at] }))).only.durations;
    for (const key of ["time", "timestamp", "ts", "at"]) {
      expect(named(key, 1_764_000_000, 1_764_000_001.25)).toEqual({ planning: 1250 });
      expect(named(key, 1_764_000_000_000, 1_764_000_001_250)).toEqual({ planning: 1250 });
      expect(named(key, 1_764_000_000, "2025-11-24T16:00:01.250Z")).toEqual({ planning: 1250 });
    }
    expect(failure([{ to: "planning", at: "noon" }])).toBe("TYPE /events/0/at");
    expect(read([{ to: "planning", time: null, ts: 5 }]).only.openSince).toBe(
      "1970-01-01T00:00:05.000Z",
    );
  });

  test("the same event at another time is the same, whatever the time is called", () => {
    const events = [
      { to: "planning", ts: 1 },
      { to: "planning", ts: 2 },
    ];
    expect(read(events).warned).toContain("DUPLICATE_EVENT /events/1");
  });

  test("a limit that nothing can be held against is said", () => {
    const limits = { maxDurationMs: 1, maxStateMs: { planning: 1, plannig: 1 } };
    const untimed = [{ to: "planning", time: 1 }, { to: "running" }];
    const unchecked = (events: object[]) =>
      read(events, limits).warned?.filter((found) => found.startsWith("LIMIT_UNCHECKED"));
    expect(unchecked(untimed)).toEqual([
      "LIMIT_UNCHECKED /maxDurationMs",
      "LIMIT_UNCHECKED /maxStateMs/plannig",
      "LIMIT_UNCHECKED /maxStateMs/planning",
    ]);
    const timed = [...untimed, { to: "waiting", time: 2 }];
    expect(unchecked(timed)).toEqual(["LIMIT_UNCHECKED /maxStateMs/plannig"]);
    expect(unchecked([])).toEqual(["LIMIT_UNCHECKED /maxStateMs/plannig"]);
  });

  test("events without a time are left out", () => {
    const events = [
      { to: "planning", time: 0 },
      { to: "running" },
      { to: "waiting", time: 0.1 },
      { to: "running", time: 0.15 },
    ];
    expect(read(events)).toMatchObject({ only: { durations: { planning: 100, waiting: 50 } } });
    expect(read(events).warned).toEqual(["TIME_MISSING /events/1", "OPEN_INSTANCE /events/3"]);
  });

  test("time that goes back is an error and lasts nothing", () => {
    const events = [
      { to: "planning", time: 0.1 },
      { to: "running", time: 0.05 },
      { to: "waiting", time: 0.05 },
      { to: "running", time: 0.06 },
    ];
    expect(read(events)).toMatchObject({
      found: ["TIME_REVERSED /events/1"],
      only: { illegal: [], durations: { planning: 0, running: 0, waiting: 10 } },
    });
  });

  test("limits: each stay, and the whole run", () => {
    const events = [
      { to: "planning", time: 0 },
      { to: "running", time: 0.01 },
      { to: "planning", time: 0.02 },
      { to: "planning", time: 0.026, data: 1 },
      { to: "planning", time: 0.04, data: 2 },
      { to: "running", time: 0.041 },
    ];
    const { errors } = read(events, { maxStateMs: { planning: 15 }, maxDurationMs: 40 });
    expect(errors?.filter(({ code }) => code.endsWith("TIMEOUT"))).toMatchObject([
      { code: "STATE_TIMEOUT", path: "/events/4", expected: 15, received: 20 },
      { code: "RUN_TIMEOUT", path: "/events/5", expected: 40, received: 41 },
    ]);
    expect(read(events, { maxDurationMs: 41 }).found).not.toContain("RUN_TIMEOUT /events/5");
  });
});

describe("several runs", () => {
  test("by a member or a pointer, numbers too, those without it together", () => {
    const events = [
      { r: 1, to: "planning" },
      { r: "2", to: "failed" },
      { to: "planning" },
      { r: 1, to: "running" },
    ];
    expect(read(events, { instanceField: "r" }).output).toBe(
      "1: created → planning → running\n2: created → failed\nrun: created → planning",
    );
    const nested = [{ data: { r: "a/b" }, to: "planning" }];
    expect(read(nested, { instanceField: "/data/r" }).only.id).toBe("a/b");
  });

  test("`index` counts in the whole log, and times in each run", () => {
    const events = [
      { r: "a", to: "planning", time: 0.01 },
      { r: "b", to: "planning", time: 0.005 },
      { r: "a", to: "completed", time: 0.02 },
    ];
    const { value, found } = read(events, { instanceField: "r", expectFinal: true });
    expect(value.instances[0]?.firstIllegal).toBe(2);
    expect(found).toEqual(["NOT_FINAL /events/1", "ILLEGAL_TRANSITION /events/2"]);
  });

  test("a thousand of them", () => {
    const events = Array.from({ length: 3000 }, (_, at) => ({
      r: at % 1000,
      to: ["planning", "running", "completed"][Math.floor(at / 1000)],
    }));
    const { value, valid } = read(events, { instanceField: "r", expectFinal: true });
    expect([value.instances.length, valid, value.counts.legal]).toEqual([1000, true, 3000]);
  });

  test("long names that come again and again", () => {
    const long = "x".repeat(50_000);
    const events = Array.from({ length: 100 }, (_, r) => ({ r, to: "b" }));
    const machine = { initial: long, states: [long, "b"], transitions: [{ from: "*", to: "b" }] };
    expect(failure(events, { machine, instanceField: "r" })).toBe("OUTPUT_TOO_LARGE undefined");
  });
});

describe("tool-run", () => {
  const call = (id: string, more: object = {}) => ({ type: "call", tool: "f", id, ...more });
  const result = (id: string, more: object = { result: 1 }) => ({ type: "result", id, ...more });

  test("calls of a trace, retries, what is open", () => {
    const events = [
      call("a", { time: 0 }),
      { role: "user", content: "hm" },
      call("b", { time: 0.005 }),
      result("a", { error: "x", time: 0.01 }),
      call("a", { time: 0.02 }),
      result("a", { result: 1, time: 0.05 }),
    ];
    const { output, value, warned } = read(events, { machine: "tool-run" });
    expect(output).toBe(
      "a: requested → running → failed → running → succeeded\nb: requested → running",
    );
    expect(value.counts).toEqual({ events: 6, legal: 5, illegal: 0, ignored: 1 });
    expect(value.instances[0]?.durations).toEqual({ running: 40, failed: 10 });
    expect(warned).toEqual(["OPEN_INSTANCE /events/2"]);
  });

  test("a result without a call, one too many, and too many tries", () => {
    const { found } = read([result("a"), call("b"), result("b"), result("b", { result: 2 })], {
      machine: "tool-run",
    });
    expect(found).toEqual(["ILLEGAL_TRANSITION /events/0", "AFTER_FINAL /events/3"]);
    const tries = Array.from({ length: 5 }, () => [call("a"), result("a", { error: "x" })]).flat();
    expect(read(tries, { machine: "tool-run" }).found).toEqual(["RETRY_LIMIT /events/8"]);
    expect(read(tries, { machine: "tool-run" }).value.counts.illegal).toBe(0);
  });

  test("its own events belong to the call of their id", () => {
    const events = [
      { id: "a", to: "approved" },
      { id: "b", to: "denied" },
      { id: "a", event: "running" },
    ];
    expect(read(events, { machine: "tool-run" }).output).toBe(
      "a: requested → approved → running\nb: requested → denied",
    );
  });
});
