/** `serve --processes N`: starts the processes that share one port, and starts again what dies. */
import type { Subprocess } from "bun";
import { withFlag } from "../flags/flags.ts";
import { UsageError } from "../flags/usage-error.ts";
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
/** After its last deadline, and the time that it takes to end. */
const LONGEST_END_MS = 25_000;
/** Who says nothing for so long answers nobody any more. */
const SILENT_MS = 3000;
const LOOK_MS = 500;
/** Who served for so long did not die of how it was started. */
const STEADY_MS = 10_000;

export async function supervise(settings: ServeSettings, args: readonly string[]): Promise<number> {
  const { host, processes } = settings;
  const port = settings.port === 0 ? freePort(host) : settings.port;
  const log = new Log(settings.log);
  const windows = new MemoryWindows();
  const workers: WorkerProcess[] = [];
  const start = (index: number) => {
    const { metricsPort } = settings;
    const own = withFlag(args, "port", port);
    const all = metricsPort === undefined ? own : withFlag(own, "metrics", metricsPort + index);
    const worker = new WorkerProcess(all, windows, log);
    workers.push(worker);
    return worker;
  };
  const ended = toldToEnd(() => {
    for (const worker of workers) void worker.end("SIGKILL");
  });
  // What keeps the first from serving would keep all of them: it is told once.
  const refused = await Promise.race([start(0).ready, ended]);
  // Signals are listened to, which would keep the process.
  if (typeof refused === "number") process.exit(refused);
  for (let index = 1; index < processes; index++) start(index);
  const all = Promise.all(workers.map((worker) => worker.ready));
  if ((await Promise.race([all, ended])) !== undefined) {
    console.log(`${SERVICE} ${SERVICE_VERSION} listens on ${addressOf(host, port)}`);
  }
  await ended;
  await Promise.all(workers.map((worker) => worker.end("SIGTERM")));
  log.flush();
  return 0;
}

class WorkerProcess {
  /** With the exit code of a process that cannot serve at all. */
  readonly ready: Promise<number | void>;
  readonly #args: readonly string[];
  readonly #windows: MemoryWindows;
  readonly #log: Log;
  #process: Subprocess | undefined;
  #markReady: (code?: number) => void = () => {};
  #isEnding = false;
  #hasServed = false;
  #delay = FIRST_DELAY_MS;
  #restart: Timer | undefined;

  constructor(args: readonly string[], windows: MemoryWindows, log: Log) {
    this.#args = args;
    this.#windows = windows;
    this.#log = log;
    this.ready = new Promise((resolve) => {
      this.#markReady = resolve;
    });
    this.#start();
  }

  /** One that does not end by itself in time is ended. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    this.#isEnding = true;
    clearTimeout(this.#restart);
    const child = this.#process;
    child?.kill(signal);
    const late = setTimeout(() => child?.kill("SIGKILL"), LONGEST_END_MS);
    await child?.exited;
    clearTimeout(late);
  }

  #markServing(): void {
    this.#hasServed = true;
    this.#markReady();
  }

  #start(): void {
    const started = performance.now();
    const keeper = new WindowsKeeper(this.#windows);
    const pulse = new Pulse(() => {
      this.#log.event("process silent", { pid: child.pid });
      child.kill("SIGKILL");
    });
    const child = Bun.spawn(selfCommand("__worker", ...this.#args), {
      stdio: ["ignore", "inherit", "inherit"],
      // Without the one that starts them again they would be a service that nobody looks after.
      env: { ...Bun.env, BUN_OPTIONS: "--no-orphans" },
      ipc: (message: "ready" | "alive" | WindowMessage) => {
        pulse.felt();
        if (message === "ready") this.#markServing();
        else if (message !== "alive") child.send(keeper.hear(message, Date.now()));
      },
      onExit: (_, code, signal) => {
        pulse.stop();
        keeper.empty();
        if (this.#isEnding) return;
        // A store that was there and is away comes back; one that never was is the operator's to mend.
        if (code === UsageError.EXIT_CODE && !this.#hasServed) return this.#markReady(code);
        if (performance.now() - started > STEADY_MS) this.#delay = FIRST_DELAY_MS;
        this.#log.event("process died", { code, signal, restart_in_ms: this.#delay });
        this.#restart = setTimeout(() => this.#start(), this.#delay);
        this.#delay = Math.min(2 * this.#delay, LONGEST_DELAY_MS);
      },
    });
    this.#process = child;
  }
}

/** Ends a process that was heard once and has fallen silent. */
class Pulse {
  #felt: number | undefined;
  readonly #timer: Timer;

  constructor(fallenSilent: () => void) {
    this.#timer = setInterval(() => {
      if (this.#felt === undefined || performance.now() - this.#felt < SILENT_MS) return;
      this.stop();
      fallenSilent();
    }, LOOK_MS).unref();
  }

  felt(): void {
    this.#felt = performance.now();
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** A port that nobody listens on; the processes have to be told the same one. */
function freePort(hostname: string): number {
  const socket = Bun.listen({ hostname, port: 0, socket: { data() {} } });
  const { port } = socket;
  socket.stop(true);
  return port;
}
