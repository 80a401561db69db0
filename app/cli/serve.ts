/** `purebox [serve]`: HTTP and MCP on one port. */
import type { Command } from "./command.ts";
import { withFlag } from "../flags/flags.ts";
import { SERVICE, SERVICE_VERSION } from "../registry.ts";
import { readSettings, SERVE_FLAGS, type ServeSettings } from "../serve/settings.ts";
import { toldToEnd } from "../serve/signals.ts";
import { startWorker } from "../serve/worker.ts";

export default {
  usage: "[--host H] [--port N] [--limits on|off|NAME=N,…] …",
  about: "the HTTP API, the MCP endpoint and the page",
  more: "What is done where no command is named. Each flag is also an environment variable: PUREBOX_PORT and so on.",
  flags: SERVE_FLAGS,
  examples: [
    ["serve", "answers on http://127.0.0.1:8787"],
    ["serve --host 0.0.0.0 --port 80 --public-url https://tools.example.com", "for others"],
  ],
  run: serve,
} satisfies Command;

async function serve(args: readonly string[]): Promise<number> {
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
  watch(["serve", ...withFlag(args, "port", new URL(address).port)], log);
}
