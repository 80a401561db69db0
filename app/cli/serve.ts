/** `purebox [serve]`: HTTP and MCP on one port. */
import { createApp } from "../http/server.ts";
import { ChildPool } from "../lanes/child-pool.ts";
import { selfCommand } from "../lanes/self.ts";
import { SERVICE, SERVICE_VERSION } from "../registry.ts";
import { readKnownFlags } from "./flags.ts";
import { createHost } from "./host.ts";
import { UsageError } from "./usage-error.ts";

const FLAGS = { host: true, port: true, "public-url": true, limits: true, isolated: true } as const;
type Flag = keyof typeof FLAGS;

const LOOPBACK = new Set(["127.0.0.1", "localhost", "::1"]);
const WARM_UP_DELAY_MS = 100;

export default async function serve(args: readonly string[]): Promise<number> {
  const { named, words } = readKnownFlags(args, FLAGS);
  if (words.length > 0) throw new UsageError(`serve takes no words: ${words.join(" ")}`);
  const setting = (flag: Flag, fallback: string) =>
    named.get(flag) ?? Bun.env[`PUREBOX_${flag.toUpperCase().replaceAll("-", "_")}`] ?? fallback;

  const hostname = setting("host", "127.0.0.1");
  const port = readPort(setting("port", "8787"));
  if (setting("limits", "off") !== "off") throw new UsageError("--limits can only be off");
  const configuredUrl = setting("public-url", "").replace(/\/+$/, "");
  if (configuredUrl !== "" && !URL.canParse(configuredUrl)) {
    throw new UsageError(`--public-url ${configuredUrl} is not a URL`);
  }

  // The address is part of what kits and documents say, and port 0 is known only once it is bound.
  const pool = new ChildPool({
    size: readCount("isolated", setting("isolated", String(defaultLanes()))),
    command: selfCommand("__lane"),
  });
  const host = { ...createHost(), isolated: pool };
  const access = {
    publicHost: configuredUrl === "" ? undefined : new URL(configuredUrl).hostname,
    loopbackOnly: LOOPBACK.has(hostname),
  };
  const app = createApp(host, access).listen({ hostname, port });
  const bound = app.server?.port ?? port;
  const address = `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${bound}`;
  Object.assign(host.service, { publicUrl: configuredUrl || address });
  console.log(`${SERVICE} ${SERVICE_VERSION} listens on ${address}`);

  // The first answer comes first; a job that comes before that starts the processes itself.
  setTimeout(() => pool.warm(), WARM_UP_DELAY_MS);

  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  await app.stop();
  pool.close();
  return 0;
}

/** One core is left to the process that answers. */
function defaultLanes(): number {
  return Math.max(1, navigator.hardwareConcurrency - 1);
}

function readCount(flag: Flag, text: string): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count >= 1) return count;
  throw new UsageError(`--${flag} ${text} is not a number from 1 to 999`);
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port >= 0 && port <= 65_535) return port;
  throw new UsageError(`--port ${text} is not a port`);
}
