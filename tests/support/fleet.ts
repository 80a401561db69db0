/** What docs/operating.md says of two replicas, a Redis and a front, started on free ports of this machine. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { freePort, hasRedis, type RedisServer, startRedis } from "../app/limits/redis-server.ts";
import { blockOf, blocksOf } from "./operating.ts";
import { commandOf } from "./program.ts";

export const WITHOUT_FLEET =
  hasRedis && Bun.which("nginx") !== null ? "" : " (skipped: redis-server or nginx is not on PATH)";

/** How the recipe's ports are called here. */
type Ports = Readonly<Record<"80" | "8791" | "8792", number>>;
export type ReplicaPort = "8791" | "8792";
export const REPLICAS: readonly ReplicaPort[] = ["8791", "8792"];

export class Fleet {
  readonly redis: RedisServer;
  readonly #folder: string;
  readonly #ports: Ports;
  readonly #limits: string;
  readonly #replicas = new Map<ReplicaPort, Bun.Subprocess>();
  #front: Bun.Subprocess | undefined;

  private constructor(redis: RedisServer, folder: string, limits: string) {
    this.redis = redis;
    this.#folder = folder;
    this.#limits = limits;
    this.#ports = { "80": freePort(), "8791": freePort(), "8792": freePort() };
  }

  static async start(limits: string): Promise<Fleet> {
    const folder = await mkdtemp(`${tmpdir()}/fleet-`);
    const fleet = new Fleet(await startRedis(blockOf("conf")), folder, limits);
    await Promise.all(REPLICAS.map((port) => fleet.startReplica(port)));
    await fleet.startFront((text) => text);
    return fleet;
  }

  get base(): string {
    return `http://127.0.0.1:${this.#ports["80"]}`;
  }

  /** As the unit starts it. */
  async startReplica(port: ReplicaPort): Promise<void> {
    const [, words = ""] = /^ExecStart=\S+ (.*)$/m.exec(blockOf("ini", 1)) ?? [];
    const args = words.replace("%i", String(this.#ports[port])).split(" ");
    const command = [...commandOf("binary"), ...args, "--limits", this.#limits];
    const env = { ...process.env, PUREBOX_STORE: this.redis.url, BUN_OPTIONS: "--no-orphans" };
    const log = Bun.file(`${this.#folder}/${port}.log`);
    await rm(log.name ?? "", { force: true });
    const child = Bun.spawn(command, { stdin: "ignore", stdout: "pipe", stderr: log, env });
    this.#replicas.set(port, child);
    const { value } = await child.stdout.getReader().read();
    if (value === undefined) throw new Error(`The replica ended: ${await log.text()}`);
  }

  /** Gives its exit code; null where a signal ended it. */
  async endReplica(port: ReplicaPort, signal: "SIGTERM" | "SIGKILL"): Promise<number | null> {
    const child = this.#replicas.get(port);
    child?.kill(signal);
    await child?.exited;
    return child?.exitCode ?? null;
  }

  /** Those events of a replica's log that are no calls. */
  async events(port: ReplicaPort): Promise<string[]> {
    const lines = (await Bun.file(`${this.#folder}/${port}.log`).text()).trim().split("\n");
    const events = lines.map((line) => (JSON.parse(line) as { event: string }).event);
    return events.filter((event) => event !== "request");
  }

  /** Starts the front, or starts it anew, with its file as `edited` makes it. */
  async startFront(edited: (text: string) => string): Promise<void> {
    await this.#endFront();
    const [server = "", upstream = ""] = blocksOf("nginx");
    const text = edited(server.replace(/^upstream .*?^\}\n/ms, upstream));
    const ported = text.replaceAll(/\b(?:80|8791|8792)\b(?=[; ])/g, (port) =>
      String(this.#ports[port as keyof Ports]),
    );
    const path = `${this.#folder}/nginx.conf`;
    const log = `log_format asked '$upstream_addr $status';\naccess_log ${this.#folder}/access.log asked;`;
    await mkdir(this.#folder, { recursive: true });
    await Bun.write(
      path,
      `pid ${this.#folder}/nginx.pid;\nevents {}\nhttp {\n${log}\n${ported}}\n`,
    );
    const words = ["-c", path, "-g", `daemon off; error_log ${this.#folder}/error.log;`];
    this.#front = Bun.spawn(["nginx", ...words], { stdout: "ignore", stderr: "inherit" });
    for (let wait = 0; wait < 200; wait++) {
      const answer = await fetch(`${this.base}/healthz`).catch(() => undefined);
      if (answer?.ok) return;
      await Bun.sleep(20);
    }
    throw new Error(await Bun.file(`${this.#folder}/error.log`).text());
  }

  /** Whom the front asked for each call so far: one replica, or two where the first gave no answer. */
  async asked(): Promise<ReplicaPort[][]> {
    const lines = (await Bun.file(`${this.#folder}/access.log`).text()).trim().split("\n");
    return lines.map((line) =>
      REPLICAS.filter((port) => line.includes(`:${this.#ports[port]}`)).toSorted(
        (a, b) => line.indexOf(`:${this.#ports[a]}`) - line.indexOf(`:${this.#ports[b]}`),
      ),
    );
  }

  async #endFront(): Promise<void> {
    this.#front?.kill("SIGTERM");
    await this.#front?.exited;
  }

  async stop(): Promise<void> {
    await this.#endFront();
    await Promise.all(REPLICAS.map((port) => this.endReplica(port, "SIGKILL")));
    await this.redis.stop();
    await rm(this.#folder, { recursive: true });
  }
}
