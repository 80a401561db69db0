/** A process of its own gives the same outcome as the process that asks. */
import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { ChildPool } from "../../app/lanes/child-pool.ts";
import { inlineLane } from "../../app/lanes/inline.ts";
import { normalise } from "../../app/run/normalise.ts";
import { inputsOf } from "../support/arbitrary.ts";
import { FIXED_CLOCK, service, units } from "../support/run-unit.ts";

const DRAWN = 15;

const pool = new ChildPool({ size: 1, command: [process.execPath, "app/main.ts", "__lane"] });
afterAll(() => pool.close());

for (const unit of units) {
  test(`${unit.id} gives the same in a process of its own`, async () => {
    const examples = unit.examples.map(({ input }) =>
      typeof input === "string" ? { [unit.primary]: input } : input,
    );
    for (const given of [...examples, ...fc.sample(inputsOf(unit), DRAWN)]) {
      const { input, errors } = normalise(unit, given as Record<string, unknown>, {}, {});
      if (errors.length > 0) continue;
      const deadline = performance.now() + 60_000;
      const job = { unit, input, clock: FIXED_CLOCK, service, deadline };
      const here = JSON.stringify(await inlineLane.execute(job));
      expect(JSON.stringify(await pool.execute(job))).toBe(here);
    }
  });
}
