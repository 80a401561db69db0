/** One process that serves HTTP and MCP, from its start to the last answer. */
import { UsageError } from "../flags/usage-error.ts";
import type { Observer, ServeHost } from "../http/host.ts";
import { addressAsked } from "../http/address.ts";
import { isOwnHost } from "../http/own-host.ts";
import { urlOf } from "../http/methods.ts";
import { createApp } from "../http/server.ts";
import { createHost } from "../lanes/host.ts";
import { LatePool } from "../lanes/late-pool.ts";
import { compileAsUsual, selfCommand } from "../lanes/self.ts";
import { limitFigures } from "../limits/limits.ts";
import type { Windows } from "../limits/store.ts";
import { sizes } from "../run/sizes.ts";
import { DEADLINES_MS, type Deadlines } from "../run/terms.ts";
import { LateGate } from "./late-gate.ts";
import { Log } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import type { ServeSettings } from "./settings.ts";

const LOOPBACK_ADDRESS = "127.0.0.1";
const LOOPBACK = new Set([LOOPBACK_ADDRESS, "localhost", "::1"]);
/** The first answer comes first; a call that comes before that starts what it needs itself. */
const WARM_UP_DELAY_MS = 100;
/** After the last deadline nothing can be running any more. */
const DRAIN_MS = 20_000;
/** So long those who keep their connections are told to come back on another one. */
const GRACE_MS = 500;
const DRAIN_POLL_MS = 10;

export interface Worker {
  /** Where it listens, `http://host:port`. */
  readonly address: string;
  readonly log: Log;
  /** Answers what is running, turns away what comes, and resolves when all is done. */
  drain(): Promise<void>;
}

export interface Surroundings {
  /** Where this is one of several processes on one port. */
  readonly windows?: Windows;
  readonly onFirstRun?: () => Promise<void>;
}

export async function startWorker(
  settings: ServeSettings,
  { windows, onFirstRun }: Surroundings = {},
): Promise<Worker> {
  const { host: hostname, port, publicUrl, trustProxy } = settings;
  const loopbackOnly = LOOPBACK.has(hostname);
  const log = new Log(settings.log);
  sizes.inputChars = settings.inputChars;
  const pool = poolOf(settings);
  const gate = gateOf(settings, windows, log);
  const metrics = await openMetrics(settings, pool);
  const state = { isDraining: false, isBehindFront: trustProxy };
  const basis = createHost();
  const host: ServeHost = {
    ...basis,
    isolated: pool,
    onFirstRun,
    deadlines: deadlinesOf(settings),
    state,
    gate,
    onlyAddress: loopbackOnly ? LOOPBACK_ADDRESS : undefined,
    addressOf: (request) =>
      addressAsked(request, { publicUrl, trustProxy, own: () => basis.service.publicUrl }),
    callLimits: settings.limits === "off" ? undefined : limitFigures(settings.limits),
    observer: observerOf(settings, log, metrics?.metrics),
    onCrash(toolId, error) {
      // The stack names our own files only; the input is never part of it.
      const stack = error instanceof Error ? error.stack : String(error);
      log.event("bug", { tool: toolId, stack });
    },
  };
  const access = {
    publicHost: publicHostOf(publicUrl),
    loopbackOnly,
  };
  await gate?.check();
  const app = listen(() =>
    createApp(host, access).listen({ hostname, port, reusePort: windows !== undefined }),
  );
  // The address is part of what kits and documents say, and port 0 is known only once it is bound.
  const address = addressOf(hostname, app.server?.port ?? port);
  Object.assign(host.service, { publicUrl: publicUrl || reachable(address) });
  setTimeout(() => {
    void pool.warm();
    compileAsUsual();
  }, WARM_UP_DELAY_MS).unref();

  return {
    address,
    log,
    async drain() {
      state.isDraining = true;
      // A connection closed before its owner was told would cut off the request that is on its way.
      await Bun.sleep(GRACE_MS);
      // A front that is refused a connection asks another replica; a 503 it would hand to the caller.
      if (trustProxy) void app.server?.stop();
      await untilAnswered(app.server);
      // Who still sends, and never ends, is not waited for.
      await Promise.race([app.server?.stop(true), Bun.sleep(GRACE_MS)]);
      await gate?.close();
      await metrics?.close();
      pool.close();
      log.flush();
    },
  };
}

function poolOf({ isolated, inputChars }: ServeSettings): LatePool {
  return new LatePool({ size: isolated, command: selfCommand("__lane", String(inputChars)) });
}

/** Without limits nothing is counted, and keys are checked only where a store was asked for. */
function gateOf(
  settings: ServeSettings,
  windows: Windows | undefined,
  log: Log,
): LateGate | undefined {
  if (settings.limits === "off" && !settings.store.explicit) return undefined;
  return new LateGate(settings, windows, (reason) =>
    log.event(reason === undefined ? "store back" : "store lost", { reason }),
  );
}

/** Until what is running has its answer, or has had its time. */
async function untilAnswered(
  listening: { readonly pendingRequests: number } | null,
): Promise<void> {
  const end = performance.now() + DRAIN_MS;
  const pending = () => listening?.pendingRequests ?? 0;
  while (pending() > 0 && performance.now() < end) {
    await Bun.sleep(DRAIN_POLL_MS);
  }
}

function publicHostOf(publicUrl: string): string | undefined {
  return publicUrl === "" ? undefined : new URL(publicUrl).hostname;
}

/** Where it listens everywhere, nobody can call it under that address. */
function reachable(address: string): string {
  return address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

export function addressOf(hostname: string, port: number): string {
  return `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}

/** What cannot be listened on is the operator's to mend: one line says so. */
function listen<T>(start: () => T): T {
  try {
    return start();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === "EADDRINUSE") throw new UsageError("The port is in use: give another --port");
    throw new UsageError(`Cannot listen: ${message}`);
  }
}

function deadlinesOf({ limits }: ServeSettings): Deadlines {
  const { run, batch, mcp } =
    limits === "off"
      ? DEADLINES_MS
      : {
          run: limits.run.seconds * 1000,
          batch: limits.batch.seconds * 1000,
          mcp: limits.mcp.seconds * 1000,
        };
  const { patience } = sizes;
  return { run: run * patience, batch: batch * patience, mcp: mcp * patience };
}

/** Nothing is noted where nobody would read it. */
function observerOf(
  { log: format }: ServeSettings,
  log: Log,
  metrics: Metrics | undefined,
): Observer | undefined {
  const observers = [...(format === "off" ? [] : [log]), ...(metrics ? [metrics] : [])];
  if (observers.length < 2) return observers[0];
  return {
    note(observation) {
      for (const observer of observers) observer.note(observation);
    },
  };
}

/** Figures have a port of their own, which need not be open to those who call. */
async function openMetrics({ host, metricsPort, publicUrl }: ServeSettings, pool: LatePool) {
  if (metricsPort === undefined) return undefined;
  const { Metrics: Figures } = await import("./metrics.ts");
  const metrics = new Figures();
  const server = listen(() =>
    Bun.serve({
      hostname: host,
      port: metricsPort,
      development: false,
      fetch(request) {
        if (!isOwnHost(request, publicHostOf(publicUrl))) {
          return new Response("This host is not served here\n", { status: 403 });
        }
        if (urlOf(request).pathname !== "/metrics") {
          return new Response("The figures are at /metrics\n", { status: 404 });
        }
        return new Response(metrics.write(pool.figures), {
          headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
        });
      },
    }),
  );
  return { metrics, close: () => server.stop(true) };
}
