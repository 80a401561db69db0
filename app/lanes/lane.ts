/** Where a run happens. Every lane gives the same outcome for the same job. */
import type { Outcome } from "../../tools/_core/tool.ts";
import type { Service } from "../../kits/_core/kit.ts";
import type { Unit } from "../registry-entry.ts";
import type { RunClock } from "../run/clock.ts";

export interface Job {
  readonly unit: Unit;
  /** Checked and with defaults filled in. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly clock: RunClock;
  readonly service: Service;
  /** When the answer has to be there, on the clock of `performance.now()`. */
  readonly deadline: number;
}

export interface Lane {
  /** Throws a `RequestError` where the job could not be run in time, anything else only for a bug in the tool. */
  execute(job: Job): Outcome | Promise<Outcome>;
}
