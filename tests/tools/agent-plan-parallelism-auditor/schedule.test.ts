import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Value } from "../../../tools/agent-plan-parallelism-auditor.ts";
import tool from "../../../tools/agent-plan-parallelism-auditor.ts";
import { runUnit } from "../../support/run-unit.ts";

const run = (steps: readonly object[], more: object = {}) => runUnit(tool, { steps, ...more });
const valueOf = (steps: readonly object[], more: object = {}) => run(steps, more).value as Value;
const warnings = (steps: readonly object[]) => run(steps).warnings?.map(({ code }) => code);

describe("order and time", () => {
  const chain = (...durations: number[]) =>
    durations.map((duration, at) => ({
      id: `s${at}`,
      duration,
      ...(at === 0 ? {} : { dependsOn: [`s${at - 1}`] }),
    }));

  test("always the earliest step that is ready", () => {
    const steps = [
      { id: "a", dependsOn: ["d"] },
      { id: "b" },
      { id: "c", dependsOn: ["b"] },
      { id: "d" },
    ];
    expect(valueOf(steps).order).toEqual(["b", "c", "d", "a"]);
  });

  test("sums without noise", () => {
    expect(valueOf(chain(0.1, 0.2, 0.3))).toMatchObject({
      makespan: 0.6,
      totalWork: 0.6,
      critical: { length: 0.6 },
      speedup: 1,
    });
    expect(valueOf(chain(1e-7, 1e15)).makespan).toBe(1e15);
  });

  test("the critical path that comes first, where several are as long", () => {
    const steps = [
      { id: "start" },
      { id: "right", dependsOn: ["start"] },
      { id: "left", dependsOn: ["start"] },
      { id: "end", dependsOn: ["left", "right"] },
    ];
    expect(valueOf(steps).critical).toEqual({ length: 3, path: ["start", "right", "end"] });
    expect(valueOf(chain(0, 0)).critical).toEqual({ length: 0, path: ["s0"] });
  });

  test("no time at all", () => {
    const value = valueOf([{ id: "a" }, { id: "b" }], { defaultDuration: 0 });
    expect(value).toMatchObject({ makespan: 0, speedup: 1, maxWidth: 2, totalWork: 0 });
  });

  test("steps without duration count at their instant only where nothing else runs", () => {
    const instants = ["x", "y", "z"].map((id) => ({ id, duration: 0 }));
    expect(valueOf([...instants, { id: "a", duration: 2 }]).maxWidth).toBe(1);
    const after = instants.map((step) => ({ ...step, dependsOn: ["a"] }));
    expect(valueOf([{ id: "a", duration: 2 }, ...after]).maxWidth).toBe(3);
  });

  test("the longest way first, then the first in the input, on the lowest slot", () => {
    const steps = [
      { id: "short", duration: 1 },
      { id: "long", duration: 4 },
      { id: "head", duration: 2 },
      { id: "tail", duration: 3, dependsOn: ["head"] },
      { id: "other", duration: 1 },
    ];
    const value = valueOf(steps, { maxParallel: 2 });
    expect(value.schedule.map(({ id, start, slot }) => `${id} ${start} ${slot}`)).toEqual([
      "long 0 1",
      "head 0 0",
      "tail 2 0",
      "short 4 1",
      "other 5 0",
    ]);
    expect(value).toMatchObject({ makespan: 6, speedup: 1.8333, maxWidth: 4 });
  });

  test("little gain is worth a warning from four steps on", () => {
    expect(warnings(chain(1, 1, 1, 1))).toEqual(["LOW_PARALLELISM"]);
    expect(warnings(chain(1, 1, 1))).toEqual([]);
    expect(warnings([...chain(5, 1, 1), { id: "aside", duration: 2 }])).toEqual([]);
  });

  test("agrees with simple recomputation", () => {
    const step = fc.record({
      before: fc.uniqueArray(fc.nat(7), { maxLength: 3 }),
      duration: fc.integer({ min: 0, max: 4 }),
      reads: fc.subarray(["x", "y/1"]),
      writes: fc.subarray(["x", "y/*"]),
    });
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.nat(3),
        (given, maxParallel) => {
          const steps = given.map(({ before, ...rest }, at) => ({
            id: `s${at}`,
            dependsOn: before.filter((other) => other < at).map((other) => `s${other}`),
            ...rest,
          }));
          const value = valueOf(steps, { maxParallel });
          const ends = new Map<string, number>();
          const levels = new Map<string, number>();
          for (const id of value.order) {
            const sources = value.edges.filter(({ to }) => to === id).map(({ from }) => from);
            const duration = steps.find((other) => other.id === id)?.duration ?? 0;
            ends.set(id, Math.max(0, ...sources.map((from) => ends.get(from) ?? 0)) + duration);
            levels.set(id, Math.max(-1, ...sources.map((from) => levels.get(from) ?? 0)) + 1);
          }
          expect(value.critical.length).toBe(Math.max(...ends.values()));
          for (const [at, wave] of value.waves.entries())
            for (const id of wave) expect(levels.get(id)).toBe(at);
          // Whatever conflicts is kept apart.
          for (const { a, b } of value.conflicts) {
            const [first, second] = [a, b].map((id) =>
              value.schedule.find((entry) => entry.id === id),
            );
            expect((first?.end ?? 0) <= (second?.start ?? 0)).toBe(true);
          }
          for (const { start } of value.schedule) {
            const running = value.schedule.filter(
              (entry) => entry.start <= start && start < entry.end,
            );
            if (maxParallel > 0) expect(running.length).toBeLessThanOrEqual(maxParallel);
          }
        },
      ),
    );
  });

  test("calling resources otherwise changes nothing, and fewer dependencies are no slower without conflicts", () => {
    const steps = fc.array(
      fc.record({ before: fc.uniqueArray(fc.nat(6)), writes: fc.subarray(["a", "b", "c"]) }),
      { minLength: 1, maxLength: 7 },
    );
    fc.assert(
      fc.property(steps, (given) => {
        const build = (rename: string, drop = -1) =>
          given.map(({ before, writes }, at) => ({
            id: `s${at}`,
            dependsOn: before
              .filter((other) => other < at)
              .slice(at === drop ? 1 : 0)
              .map((other) => `s${other}`),
            writes: writes.map((name) => rename + name),
          }));
        const { implied: _implied, conflicts: _conflicts, ...first } = valueOf(build("x"));
        expect(valueOf(build("other/"))).toMatchObject(first);
        const free = (drop?: number) =>
          valueOf(build("", drop).map(({ writes: _writes, ...step }) => step)).critical.length;
        for (const at of given.keys()) expect(free(at)).toBeLessThanOrEqual(free());
      }),
    );
  });
});
