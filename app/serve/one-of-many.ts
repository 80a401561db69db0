/** One of the processes that a supervisor starts. */
import { type EntryMessage, SharedWindows } from "../limits/shared-windows.ts";
import { readSettings } from "./settings.ts";
import { toldToEnd } from "./signals.ts";
import { startWorker } from "./worker.ts";

export default async function serveAsOne(args: readonly string[]): Promise<number> {
  const windows = new SharedWindows((message) => process.send?.(message));
  process.on("message", (message: EntryMessage) => windows.hear(message));
  const { drain } = await startWorker(readSettings(args), { windows });
  process.send?.("ready");
  await toldToEnd();
  await drain();
  process.disconnect?.();
  return 0;
}
