/** `purebox [serve]`: HTTP and MCP on one port. */
import { SERVICE, SERVICE_VERSION } from "../registry.ts";
import { readSettings } from "../serve/settings.ts";
import { toldToEnd } from "../serve/signals.ts";
import { startWorker } from "../serve/worker.ts";

export default async function serve(args: readonly string[]): Promise<number> {
  const settings = readSettings(args);
  if (settings.processes > 1) {
    const { supervise } = await import("../serve/supervisor.ts");
    return supervise(settings, args);
  }
  const { address, drain } = await startWorker(settings);
  console.log(`${SERVICE} ${SERVICE_VERSION} listens on ${address}`);
  await toldToEnd();
  await drain();
  return 0;
}
