/** One of the processes that a supervisor starts. */
import { readSettings } from "./settings.ts";
import { toldToEnd } from "./signals.ts";
import { startWorker } from "./worker.ts";

export default async function serveAsOne(args: readonly string[]): Promise<number> {
  const { drain } = await startWorker(readSettings(args), true);
  process.send?.("ready");
  await toldToEnd();
  await drain();
  process.disconnect?.();
  return 0;
}
