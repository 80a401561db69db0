/** `serve --processes N`: starts the processes that share one port, and starts again what dies. */
import type { Subprocess } from "bun";
import { selfCommand } from "../lanes/self.ts";
import { MemoryWindows } from "../limits/memory-windows.ts";
import { type WindowMessage, WindowsKeeper } from "../limits/shared-windows.ts";
import { SERVICE, SERVICE_VERSION } from "../registry.ts";
import { Log } from "./log.ts";
import type { ServeSettings } from "./settings.ts";
import { toldToEnd } from "./signals.ts";
import { addressOf } from "./worker.ts";

const FIRST_DELAY_MS = 50;
const LONGEST_DELAY_MS = 5000;
/** Who served for so long did not die of how it was started. */
const STEADY_MS = 10_000;

export async function supervise(settings: ServeSettings, args: readonly string[]): Promise<number> {
  const { host, processes } = settings;
  const port = settings.port === 0 ? freePort(host) : settings.port;
  const log = new Log(settings.log);
  const windows = new MemoryWindows();
  const workers = Array.from({ length: processes }, (_, index) => {
    const metrics =
      settings.metricsPort === undefined ? [] : [`--metrics=${settings.metricsPort + index}`];
    return new WorkerProcess([...args, `--port=${port}`, ...metrics], windows, log);
  });
  await Promise.all(workers.map((worker) => worker.ready));
  console.log(`${SERVICE} ${SERVICE_VERSION} listens on ${addressOf(host, port)}`);
  await toldToEnd(() => {
    for (const worker of workers) worker.end("SIGKILL");
  });
  await Promise.all(workers.map((worker) => worker.end("SIGTERM")));
  log.flush();
  return 0;
}

class WorkerProcess {
  readonly ready: Promise<void>;
  readonly #args: readonly string[];
  readonly #windows: MemoryWindows;
  readonly #log: Log;
  #process: Subprocess | undefined;
  #markReady: () => void = () => {};
  #isEnding = false;
  #delay = FIRST_DELAY_MS;

  constructor(args: readonly string[], windows: MemoryWindows, log: Log) {
    this.#args = args;
    this.#windows = windows;
    this.#log = log;
    this.ready = new Promise((resolve) => {
      this.#markReady = resolve;
    });
    this.#start();
  }

  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    this.#isEnding = true;
    this.#process?.kill(signal);
    await this.#process?.exited;
  }

  #start(): void {
    const started = performance.now();
    const keeper = new WindowsKeeper(this.#windows);
    const child = Bun.spawn(selfCommand("__worker", ...this.#args), {
      stdio: ["ignore", "inherit", "inherit"],
      // Without the one that starts them again they would be a service that nobody looks after.
      env: { ...Bun.env, BUN_OPTIONS: "--no-orphans" },
      ipc: (message: "ready" | WindowMessage) => {
        if (message === "ready") this.#markReady();
        else child.send(keeper.hear(message, Date.now()));
      },
      onExit: (_, code, signal) => {
        keeper.empty();
        if (this.#isEnding) return;
        if (performance.now() - started > STEADY_MS) this.#delay = FIRST_DELAY_MS;
        this.#log.event("process died", { code, signal, restart_in_ms: this.#delay });
        setTimeout(() => this.#start(), this.#delay);
        this.#delay = Math.min(2 * this.#delay, LONGEST_DELAY_MS);
      },
    });
    this.#process = child;
  }
}

/** A port that nobody listens on; the processes have to be told the same one. */
function freePort(hostname: string): number {
  const socket = Bun.listen({ hostname, port: 0, socket: { data() {} } });
  const { port } = socket;
  socket.stop(true);
  return port;
}
