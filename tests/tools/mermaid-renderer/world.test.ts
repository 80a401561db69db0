import { describe, expect, test } from "bun:test";
import { steady } from "../../../tools/mermaid-renderer/world/steady.ts";
import { createWorld } from "../../../tools/mermaid-renderer/world/world.ts";

const world = () => createWorld({}, () => {});

describe("promises", () => {
  test("settle in the order in which the language would settle them", async () => {
    const script = (P: PromiseConstructor, log: string[]) =>
      new P<string>((resolve) => {
        const note = (text: string) => () => void log.push(text);
        void P.resolve().then(note("a")).then(note("b")).finally(note("c"));
        void P.reject(new Error("x")).catch(note("d")).then(note("e"));
        void P.all([1, P.resolve(2)]).then((values) => log.push(values.join()));
        void P.allSettled([P.reject(1), 2]).then((all) =>
          log.push(all.map((one) => one.status).join()),
        );
        void P.race([P.resolve("f"), P.resolve("g")]).then((first) => log.push(first));
        void P.resolve()
          .then(() => P.resolve("h"))
          .then((text) => log.push(text))
          .then(() => P.resolve())
          .then(() => resolve("done"));
      });
    const [theirs, ours]: [string[], string[]] = [[], []];
    await script(Promise, theirs);
    const { globals, settle } = world();
    expect(settle(script(globals["Promise"] as PromiseConstructor, ours))).toBe("done");
    expect(ours).toEqual(theirs);
  });

  test("throw their reason, and say where nothing comes of them", () => {
    const { globals, settle } = world();
    const P = globals["Promise"] as PromiseConstructor;
    expect(() => settle(P.reject(new TypeError("no")))).toThrow("no");
    expect(() => settle(new P(() => {}))).toThrow("nothing came of it");
  });

  test("what never ends is stopped by who counts", () => {
    let left = 1000;
    const { globals, settle } = createWorld({}, () => {
      if (left-- === 0) throw new RangeError("enough");
    });
    const P = globals["Promise"] as PromiseConstructor;
    const again = globals["requestAnimationFrame"] as (call: () => void) => number;
    const loop = () => void again(loop);
    loop();
    expect(() => settle(new P(() => {}))).toThrow("enough");
  });
});

describe("time and chance", () => {
  const HostDate = world().globals["Date"] as DateConstructor;

  test("timers run by their time, then in order", () => {
    const { globals, settle } = world();
    const wait = globals["setTimeout"] as (call: () => void, delay?: number) => number;
    const log: string[] = [];
    const P = globals["Promise"] as PromiseConstructor;
    const done = new P<void>((resolve) => {
      wait(() => log.push("late"), 20);
      wait(() => log.push("first"));
      (globals["clearTimeout"] as (id: number) => void)(wait(() => log.push("never"), 1));
      wait(() => log.push("second"), 0);
      wait(resolve, 30);
    });
    settle(done);
    expect(log).toEqual(["first", "second", "late"]);
    expect((globals["performance"] as Performance).now()).toBe(30);
  });

  test("it is always the first day of 2000, in UTC", () => {
    expect(new HostDate().toISOString()).toBe("2000-01-01T00:00:00.000Z");
    expect(HostDate.now()).toBe(946_684_800_000);
    expect(new HostDate(2026, 0, 31).toISOString()).toBe("2026-01-31T00:00:00.000Z");
    for (const text of ["2026-03-29", "2026-03-29T00:00", "2026-03-29 00:00:00", "Mar 29, 2026"]) {
      expect(new HostDate(text).toISOString()).toBe("2026-03-29T00:00:00.000Z");
    }
    expect(new HostDate("2026-03-29T02:00+02:00").getHours()).toBe(0);
    const date = new HostDate(2026, 2, 29, 2, 30);
    date.setHours(date.getHours() + 1);
    expect([date.getDate(), date.getHours(), date.getTimezoneOffset()]).toEqual([29, 3, 0]);
    expect(date instanceof HostDate).toBe(true);
  });

  test("chance begins anew in each world", () => {
    const draw = () => {
      const { random } = world().globals["Math"] as Math;
      return [random(), random(), random()];
    };
    expect(draw()).toEqual(draw());
    expect(new Set(draw()).size).toBe(3);
  });

  test("what engines compute differently is cut where they agree", () => {
    expect(steady(0.1 + Number.EPSILON / 16)).toBe(steady(0.1));
    for (const exact of [0, 1, -1, 0.5, 1e10, Infinity]) expect(steady(exact)).toBe(exact);
    expect(steady(Number.NaN)).toBeNaN();
    expect(Math.abs(steady(Math.PI) - Math.PI)).toBeLessThan(1e-8);
  });
});
