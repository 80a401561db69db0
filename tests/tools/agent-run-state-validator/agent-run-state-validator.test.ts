import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { failure, read } from "../../support/agent-runs.ts";

const to = (...states: readonly string[]) => states.map((state) => ({ to: state }));

const MACHINE = {
  initial: "idle",
  states: {
    idle: { on: { start: "busy" } },
    busy: { on: { done: "end", fail: "idle", tick: "busy" } },
    end: { final: true },
  },
};

describe("reading", () => {
  test("a log that is missing, empty, or none", () => {
    expect(failure(undefined)).toBe("EVENTS_MISSING /events");
    expect(failure("")).toBe("EVENTS_MISSING /events");
    expect(failure("[{]")).toBe("JSON_SYNTAX /events");
    expect(failure([{ x: 1 }])).toBe("TRACE_UNRECOGNISED /events");
    expect(failure([5], { machine: "tool-run" })).toBe("TRACE_UNRECOGNISED /events");
    expect(failure([{ to: "planning" }, 5])).toBe("TYPE /events/1");
    expect(failure([{ to: 5 }, { to: "planning" }])).toBe("TYPE /events/0/to");
    expect(failure([{ to: "planning", time: "soon" }])).toBe("TYPE /events/0/time");
    expect(failure(Array.from({ length: 50_001 }, () => ({ to: "planning" })))).toBe(
      "RANGE /events",
    );
  });

  test("an empty log is at the beginning", () => {
    expect(read([])).toMatchObject({
      valid: true,
      output: "run: created",
      warned: ["OPEN_INSTANCE"],
      only: { id: "run", state: "created", final: false, path: ["created"], openSince: null },
    });
    expect(read([], { expectFinal: true }).found).toEqual(["NOT_FINAL"]);
  });

  test("JSON lines, CRLF, a mark, one event alone", () => {
    const lines = '\ufeff{"to":"planning"}\r\n\r\n{"to":"running"}\r\n';
    expect(read(lines).only.path).toEqual(["created", "planning", "running"]);
    expect(read('{"to":"planning"}').only.path).toEqual(["created", "planning"]);
    expect(read('[{"to":"x","to":"planning"}]').warned).toContain("DUPLICATE_KEY /events/0/to");
  });

  test("machines that are none", () => {
    const machine = (given: unknown) => failure([], { machine: given });
    expect(machine("runn")).toBe("MACHINE_UNKNOWN /machine");
    expect(machine("{")).toBe("JSON_SYNTAX /machine");
    expect(machine({ initial: "a", states: [] })).toBe("MACHINE_INVALID /machine/states");
    expect(machine({ initial: "a", states: ["b"] })).toBe("MACHINE_INVALID /machine/initial");
    const states = { a: { on: { go: "x" } } };
    expect(machine({ initial: "a", states })).toBe("MACHINE_INVALID /machine/states/a/on/go");
    const transitions = [{ from: "x", to: "a" }];
    expect(machine({ initial: "a", states: ["a"], transitions })).toBe(
      "MACHINE_INVALID /machine/transitions/0/from",
    );
    expect(machine({ initial: "a", states: ["a"], final: ["b"] })).toBe(
      "MACHINE_INVALID /machine/final/0",
    );
    expect(machine({ states: ["a"] })).toBe("REQUIRED /machine/initial");
    expect(failure([], { maxStateMs: { a: -1 } })).toBe("RANGE /maxStateMs/a");
    expect(read([], { machine: JSON.stringify(MACHINE) }).only.state).toBe("idle");
  });
});

describe("moves", () => {
  test("a move that is missing goes where it says, or stays", () => {
    expect(read(to("running", "waiting")).only).toMatchObject({
      path: ["created", "running", "waiting"],
      transitions: 1,
      firstIllegal: 0,
      illegal: [
        { index: 0, from: "created", event: null, to: "running", reason: "ILLEGAL_TRANSITION" },
      ],
    });
    // `done` leads to one state only, wherever it comes.
    expect(read([{ event: "done" }], { machine: MACHINE }).only.path).toEqual(["idle", "end"]);
    const two = { ...MACHINE, transitions: [{ from: "idle", event: "fail", to: "end" }] };
    const late = [{ event: "fail" }, { event: "fail" }];
    expect(read(late, { machine: two }).found).toEqual(["AFTER_FINAL /events/1"]);
    const ambiguous = { ...MACHINE, transitions: [{ from: "busy", event: "start", to: "end" }] };
    const again = [{ event: "start" }, { event: "fail" }, { event: "tick" }];
    expect(read(again, { machine: ambiguous }).only.path).toEqual(["idle", "busy", "idle", "busy"]);
  });

  test("expected are the events that may come, sorted", () => {
    const { errors } = read(to("completed"));
    expect(errors?.[0]).toMatchObject({
      expected: ["cancelled", "failed", "planning"],
      received: "completed",
      message:
        'Cannot move from "created": found a move to "completed", expected "cancelled" or "failed" or "planning"',
    });
  });

  test("after the end nothing moves any more, whatever comes", () => {
    const late = [
      ...to("planning", "failed", "running"),
      { to: "planning", from: "running" },
      { event: "nonsense" },
    ];
    const { found, only } = read(late);
    expect(found).toEqual([
      "AFTER_FINAL /events/2",
      "AFTER_FINAL /events/3",
      "AFTER_FINAL /events/4",
    ]);
    expect([only.state, only.final, only.path]).toEqual([
      "failed",
      true,
      ["created", "planning", "failed"],
    ]);
  });

  test("names that nobody knows", () => {
    const { errors, only } = read([
      { event: "plannin" },
      { to: "runing" },
      { event: "x", to: "planning" },
      {},
    ]);
    expect(errors).toMatchObject([
      { code: "EVENT_UNKNOWN", path: "/events/0", hint: "Did you mean planning?" },
      { code: "STATE_UNKNOWN", path: "/events/1", hint: "Did you mean running?" },
      { code: "EVENT_UNKNOWN", path: "/events/2" },
      { code: "EVENT_UNKNOWN", path: "/events/3" },
    ]);
    expect(only.path).toEqual(["created", "planning"]);
  });

  test("from another state than the present one", () => {
    const { found, only, value } = read([
      { from: "planning", to: "running" },
      { from: "x", to: "waiting" },
      { from: "waiting", to: "planning" },
    ]);
    expect(found).toEqual([
      "STATE_MISMATCH /events/0",
      "STATE_UNKNOWN /events/1",
      "ILLEGAL_TRANSITION /events/2",
    ]);
    expect(only.path).toEqual(["created", "planning", "running", "waiting", "planning"]);
    expect(only.illegal.map(({ from, reason }) => [from, reason])).toEqual([
      ["created", "STATE_MISMATCH"],
      ["running", "STATE_UNKNOWN"],
      ["waiting", "ILLEGAL_TRANSITION"],
    ]);
    expect(value.counts).toEqual({ events: 3, legal: 0, illegal: 3, ignored: 0 });
  });

  test("the first event may name the beginning, once", () => {
    expect(read(to("created", "planning"))).toMatchObject({
      found: [],
      only: { transitions: 1, path: ["created", "planning"] },
    });
    expect(read([{ event: "created" }, { event: "planning" }]).found).toEqual([]);
    expect(read(to("planning", "created")).found).toEqual(["ILLEGAL_TRANSITION /events/1"]);
    expect(
      read([{ event: "start" }, { event: "start" }], { machine: { ...MACHINE, initial: "busy" } })
        .found,
    ).toEqual(["ILLEGAL_TRANSITION /events/0"]);
  });

  test("a name that is an event and a state is the event", () => {
    const machine = {
      initial: "a",
      states: ["a", "b", "c"],
      transitions: [
        { from: "a", event: "b", to: "c" },
        { from: "c", to: "b" },
      ],
      final: ["b"],
    };
    expect(read([{ event: "b" }], { machine }).only.path).toEqual(["a", "c"]);
    expect(read([{ event: "b" }, { to: "b" }], { machine }).only.path).toEqual(["a", "c", "b"]);
    expect(read([{ event: "b", to: "b" }], { machine }).found).toEqual([
      "ILLEGAL_TRANSITION /events/0",
    ]);
  });

  test("loops to itself are moves, repeated events without one are ignored", () => {
    const events = [{ event: "start" }, { event: "tick" }, { event: "tick" }];
    expect(read(events, { machine: MACHINE })).toMatchObject({
      found: [],
      only: { transitions: 3 },
    });
    const twice = [
      { to: "planning", id: 1, time: 1 },
      { to: "planning", id: 1, time: 2, data: 5 },
    ];
    expect(read(twice)).toMatchObject({ found: [], value: { counts: { legal: 1, ignored: 1 } } });
    expect(read(twice).warned).toContain("DUPLICATE_EVENT /events/1");
    const alike = [
      { to: "planning", time: 1, data: { a: 1, b: 2 } },
      { time: 2, data: { b: 2, a: 1 }, to: "planning" },
    ];
    expect(read(alike).found).toEqual([]);
    const other = [
      { to: "planning", data: 1 },
      { to: "planning", data: 2 },
    ];
    expect(read(other)).toMatchObject({
      found: ["ILLEGAL_TRANSITION /events/1"],
      only: { path: ["created", "planning"] },
    });
    expect(read(to("planning", "failed", "failed")).found).toEqual([]);
  });

  test("`*` is every state that is not final", () => {
    const machine = {
      initial: "a",
      states: ["a", "b", "x"],
      transitions: [
        { from: "a", to: "b" },
        { from: "*", event: "stop", to: "x" },
      ],
      final: ["x"],
    };
    expect(read([{ event: "stop" }], { machine }).found).toEqual([]);
    expect(read([{ to: "b" }, { to: "x" }, { event: "stop" }], { machine }).found).toEqual([
      "AFTER_FINAL /events/2",
    ]);
    expect(read([{ to: "x" }, { to: "b" }], { machine }).errors?.[0]).toMatchObject({
      code: "AFTER_FINAL",
    });
    expect(
      read([{ event: "b" }, { event: "b", data: 1 }], { machine }).errors?.[0]?.expected,
    ).toEqual(["stop"]);
  });
});

describe("machines", () => {
  test("odd ones", () => {
    const machine = {
      initial: "a",
      states: {
        a: { on: { go: "end", trap: "hole" } },
        end: { final: true, on: { back: "a" } },
        hole: {},
        "lost/1": { on: { go: "end" } },
      },
    };
    const { value, warned } = read([{ event: "go" }, { event: "back" }], { machine });
    expect([value.unreachable, value.deadEnds]).toEqual([["lost/1"], ["hole"]]);
    expect(warned).toEqual([
      "OPEN_INSTANCE /events/1",
      "FINAL_HAS_EXIT /machine/states/end",
      "DEAD_END /machine/states/hole",
      "UNREACHABLE_STATE /machine/states/lost~11",
    ]);
  });

  test.each<[string, string]>([
    ["run", "planning running planning running waiting running completed"],
    ["run", "cancelled"],
    ["tool-run", "approved running failed running succeeded"],
    ["tool-run", "denied"],
    ["a2a-task", "submitted working input-required working auth-required working completed"],
    ["a2a-task", "rejected"],
    ["a2a-task", "working auth-required canceled"],
    ["openai-run", "queued in_progress requires_action in_progress cancelling cancelled"],
    ["openai-run", "in_progress requires_action expired"],
  ])("%s: %s", (machine, path) => {
    expect(read(to(...path.split(" ")), { machine, expectFinal: true })).toMatchObject({
      valid: true,
      warned: [],
      value: { machine, unreachable: [], deadEnds: [] },
    });
  });

  test.each<[string, string]>([
    ["run", "planning completed"],
    ["run", "planning running waiting completed"],
    ["tool-run", "approved denied"],
    ["tool-run", "succeeded"],
    ["a2a-task", "working rejected"],
    ["openai-run", "in_progress cancelled"],
    ["openai-run", "requires_action"],
  ])("%s, not: %s", (machine, path) => {
    expect(read(to(...path.split(" ")), { machine }).found).toContainEqual(
      expect.stringContaining("ILLEGAL_TRANSITION"),
    );
  });

  test("names that every object has", () => {
    const machine = {
      initial: "__proto__",
      states: ["__proto__", "constructor"],
      transitions: [{ from: "__proto__", to: "constructor" }],
      final: ["constructor"],
    };
    const events = [
      { to: "__proto__", time: 0 },
      { to: "constructor", time: 0.005 },
    ];
    const { found, only } = read(events, { machine });
    expect([found, Object.entries(only.durations)]).toEqual([[], [["__proto__", 5]]]);
  });
});

describe("laws", () => {
  const names = ["idle", "busy", "end", "start", "done", "fail", "tick", "x"] as const;
  const event = fc.oneof(
    fc.record({ event: fc.constantFrom(...names) }),
    fc.record({ to: fc.constantFrom(...names) }),
    fc.record({ from: fc.constantFrom(...names), to: fc.constantFrom(...names) }),
  );
  const logs = fc.array(event, { maxLength: 12 });

  test("events add up, and another move adds no illegal one before the first that there was", () => {
    fc.assert(
      fc.property(
        logs,
        fc.constantFrom("idle", "busy"),
        fc.constantFrom("idle", "busy", "end"),
        (events, from, target) => {
          const before = read(events, { machine: MACHINE });
          const { events: count, legal, illegal, ignored } = before.value.counts;
          expect([legal + illegal + ignored, before.only.path[0]]).toEqual([count, "idle"]);
          const more = { ...MACHINE, transitions: [{ from, event: "more", to: target }] };
          const after = read(events, { machine: more }).only;
          expect(after.firstIllegal ?? Infinity).toBeGreaterThanOrEqual(
            before.only.firstIllegal ?? Infinity,
          );
        },
      ),
    );
  });

  test("runs that are mixed are what they are apart", () => {
    fc.assert(
      fc.property(logs, logs, fc.infiniteStream(fc.boolean()), (left, right, coin) => {
        const queues = [
          left.map((each) => ({ ...each, r: "l" })),
          right.map((each) => ({ ...each, r: "r" })),
        ];
        const mixed: object[] = [];
        while (queues.some((queue) => queue.length > 0)) {
          const next = queues[Number(coin.next().value)]?.shift();
          if (next) mixed.push(next);
        }
        const { value } = read(mixed, { machine: MACHINE, instanceField: "r" });
        for (const [id, log] of [
          ["l", left],
          ["r", right],
        ] as const) {
          if (log.length === 0) continue;
          const apart = read(log, { machine: MACHINE }).only;
          const found = value.instances.find((each) => each.id === id);
          expect(found?.path).toEqual(apart.path);
          expect(found?.illegal.map(({ reason }) => reason)).toEqual(
            apart.illegal.map(({ reason }) => reason),
          );
        }
      }),
    );
  });
});
