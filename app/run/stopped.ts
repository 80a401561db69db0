/** Stops work that takes too long, in the very process that does it. */
import type { Script } from "node:vm";
import { putRight } from "../../tools/_core/stops.ts";

const SLOT = Symbol.for("purebox.work");
const slot = globalThis as unknown as Record<symbol, () => unknown>;
let script: Script | undefined;

/** What `work` is worth where it was stopped. */
export const STOPPED = Symbol("stopped");

/** On a machine that is busy with other things a run gets the processor for a part of its time only. */
const LEAST_SHARE = 0.6;
const LONGER = 4;
const MOST_PATIENCE = 16;

/**
 * As `stoppedAfter`, for so many milliseconds of its own: what was kept waiting is given longer, up to 16 times. Only
 * what was stopped once is measured, as asking for the processor's time takes longer than many a run.
 */
export function stoppedAfterWorking<T>(milliseconds: number, work: () => T): T | typeof STOPPED {
  const first = stoppedAfter(milliseconds, work);
  if (first !== STOPPED) return first;
  for (let longer = 1; longer <= MOST_PATIENCE; longer *= LONGER) {
    const before = process.cpuUsage();
    const result = stoppedAfter(milliseconds * longer, work);
    if (result !== STOPPED) return result;
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 >= LEAST_SHARE * milliseconds) return STOPPED;
  }
  return STOPPED;
}

/**
 * Runs `work` for at most so many milliseconds. It must be pure, as half of it may have been done; what libraries
 * change for its time is put right. Only calls into the engine that run long by themselves are waited for.
 */
export function stoppedAfter<T>(milliseconds: number, work: () => T): T | typeof STOPPED {
  script ??= newScript();
  slot[SLOT] = work;
  try {
    return script.runInThisContext({ timeout: milliseconds }) as T;
  } catch (error) {
    putRight();
    if ((error as { code?: unknown } | null)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT")
      return STOPPED;
    throw error;
  }
}

/** The engine's own watchdog stops loops, recursion and what catches every error. Loaded with the first run, not the start. */
function newScript(): Script {
  const vm = process.getBuiltinModule("node:vm");
  return new vm.Script("globalThis[Symbol.for('purebox.work')]()");
}
