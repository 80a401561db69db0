/** One of the processes that a supervisor starts. */
import { type EntryMessage, SharedWindows } from "../limits/shared-windows.ts";
import { readSettings } from "./settings.ts";
import { toldToEnd } from "./signals.ts";
import { startWorker } from "./worker.ts";

const PULSE_MS = 500;

export default async function serveAsOne(args: readonly string[]): Promise<number> {
  const windows = new SharedWindows((message) => process.send?.(message));
  process.on("message", (message: EntryMessage) => windows.hear(message));
  try {
    const { drain } = await startWorker(readSettings(args), { windows });
    process.send?.("ready");
    // Whoever cannot say so any more is ended and started again.
    setInterval(() => process.send?.("alive"), PULSE_MS).unref();
    await toldToEnd();
    await drain();
    return 0;
  } finally {
    process.disconnect?.();
  }
}
