/** `purebox [serve]`: HTTP and MCP on one port. */
import { SERVICE, SERVICE_VERSION } from "../registry.ts";
import { readSettings, type ServeSettings } from "../serve/settings.ts";
import { toldToEnd } from "../serve/signals.ts";
import { startWorker } from "../serve/worker.ts";

export default async function serve(args: readonly string[]): Promise<number> {
  const settings = readSettings(args);
  if (settings.processes > 1) {
    const { supervise } = await import("../serve/supervisor.ts");
    return supervise(settings, args);
  }
  const { address, drain } = await startWorker(settings, {
    onFirstRun: () => lookAfter(address, args, settings),
  });
  console.log(`${SERVICE} ${SERVICE_VERSION} listens on ${address}`);
  await toldToEnd();
  await drain();
  return 0;
}

/** Started again it listens where it did. */
async function lookAfter(
  address: string,
  args: readonly string[],
  { log }: ServeSettings,
): Promise<void> {
  const { watch } = await import("../serve/watchdog.ts");
  watch(["serve", ...args, `--port=${new URL(address).port}`], log);
}
