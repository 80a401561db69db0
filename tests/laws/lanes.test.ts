/** A process of its own gives the same answer as the process that asks. */
import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { ChildPool } from "../../app/lanes/child-pool.ts";
import { run } from "../../app/run/run.ts";
import { inputsOf } from "../support/arbitrary.ts";
import { host, service, units } from "../support/run-unit.ts";

const DRAWN = 15;
/** Of what has a clock or chance in it. */
const OPTIONS = { now: "2026-11-20T12:00:00Z", seed: "law" };

const pool = new ChildPool({ size: 1, command: [process.execPath, "app/main.ts", "__lane"] });
afterAll(() => pool.close());

for (const unit of units) {
  test(`${unit.id} gives the same in a process of its own`, async () => {
    const examples = unit.examples.map(({ input }) => input);
    for (const input of [...examples, ...fc.sample(inputsOf(unit), DRAWN)]) {
      const request = { tool_id: unit.id, input, options: OPTIONS };
      const deadline = performance.now() + 60_000;
      const terms = { deadline, whole: false, publicUrl: service.publicUrl };
      const [here, there] = [await run(request, host), await pool.answer(request, terms)];
      const timeless = { processing_time_ms: 0 };
      expect(there.status).toBe(here.status);
      expect(JSON.stringify({ ...there.body, ...timeless })).toBe(
        JSON.stringify({ ...here.body, ...timeless }),
      );
    }
  });
}
