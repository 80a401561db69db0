/** A private redis-server for the tests, where the machine has one. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";

const EXECUTABLE = Bun.which("redis-server") ?? Bun.which("valkey-server");

/** Says so in the name of a test that cannot run. */
export const WITHOUT_REDIS = EXECUTABLE === null ? " (skipped: redis-server is not on PATH)" : "";
export const hasRedis = EXECUTABLE !== null;

export interface RedisServer {
  readonly url: string;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Stops and goes on, as a machine without an answer. */
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  /** Starts it again at the same address, empty if its settings do not say otherwise. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** `settings` is the text of a redis.conf. */
export async function startRedis(settings = 'save ""\n'): Promise<RedisServer> {
  const folder = await mkdtemp(`${tmpdir()}/redis-`);
  await Bun.write(`${folder}/redis.conf`, settings);
  const port = freePort();
  let child: Bun.Subprocess | undefined;
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      child?.kill("SIGKILL");
      await child?.exited;
    },
    signal(name) {
      child?.kill(name);
    },
    async start() {
      const own = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
      const command = [EXECUTABLE ?? "", `${folder}/redis.conf`, ...own];
      child = Bun.spawn(command, { stdout: "ignore", stderr: "inherit" });
      await untilAnswers(port);
    },
    async stop() {
      await server.kill();
      await rm(folder, { recursive: true });
    },
  };
  await server.start();
  return server;
}

export function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = listener;
  listener.stop(true);
  return port;
}

async function untilAnswers(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const open = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } }).then(
      (socket) => Boolean(socket.end()) || true,
      () => false,
    );
    if (open) return;
    await Bun.sleep(10);
  }
  throw new Error("redis-server does not answer");
}
