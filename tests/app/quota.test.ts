/** A quota that many clients race for, over several processes and machines: never more, never less. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { commandOf } from "../support/program.ts";
import { type Server, startServer } from "../support/server.ts";
import { hasRedis, type RedisServer, startRedis, WITHOUT_REDIS } from "./limits/redis-server.ts";

const QUOTA = 1000;
const CLIENTS = 200;
const LIMITS = "run.perMinute=1000000,run.concurrent=100000";
const CALL = JSON.stringify({ tool_id: "base64", input: "a", response_mode: "output" });

const folder = await mkdtemp(`${tmpdir()}/quota-`);
const servers: Server[] = [];
let redis: RedisServer | undefined;
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await redis?.stop();
  await rm(folder, { recursive: true });
});

async function start(...args: readonly string[]): Promise<Server> {
  const server = await startServer("binary", ["--limits", LIMITS, ...args]);
  servers.push(server);
  return server;
}

async function keys(store: readonly string[], ...args: readonly string[]): Promise<string> {
  const command = [...commandOf("binary"), "keys", ...args, ...store];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "ignore" });
  return (await new Response(child.stdout).text()).trim();
}

const createKey = (store: readonly string[]) =>
  keys(store, "create", "--subject", crypto.randomUUID(), "--daily-calls", String(QUOTA));

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
}

async function call(base: string, token: string, body = CALL): Promise<Answer> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const response = await fetch(`${base}/api/run`, { method: "POST", headers, body });
  const { error } = (await response.json()) as { error?: { code: string } };
  return { status: response.status, code: error?.code };
}

/** 200 clients, each on connections of its own, ask again and again until they are turned away. */
async function race(bases: readonly string[], token: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const client = async (base: string) => {
    for (let turned = 0; turned < 3;) {
      const { status, code } = await call(base, token);
      const name = `${status} ${code ?? ""}`.trim();
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (status !== 200) turned++;
    }
  };
  await Promise.all(
    Array.from({ length: CLIENTS }, (_, index) => client(bases[index % bases.length] ?? "")),
  );
  return counts;
}

const EXACT = new Map([
  ["200", QUOTA],
  ["429 PAID_QUOTA_EXCEEDED", 3 * CLIENTS],
]);

describe("SQLite, four processes", () => {
  const store = ["--data", `${folder}/data`];

  test("of 1,000 calls exactly 1,000 succeed", async () => {
    const { base } = await start("--processes", "4", ...store);
    const token = await createKey(store);
    expect(await race([base], token)).toEqual(EXACT);
    const [, id = ""] = token.split("_");
    expect(JSON.parse(await keys(store, "show", id, "--json"))).toMatchObject({
      calls_today: QUOTA,
    });
  }, 60_000);

  test("a call that another process reads is counted once, and refused as any other", async () => {
    const { base } = await start(...store);
    const limits = ["--scope", "run", "--scope", "tool:base64", "--daily-calls", "2"];
    const token = await keys(store, "create", "--subject", crypto.randomUUID(), ...limits);
    const input = "a".repeat(90_000);
    const large = JSON.stringify({ tool_id: "base64", input, response_mode: "output" });
    const other = JSON.stringify({ tool_id: "sort-lines", input });
    const answers: Answer[] = [];
    for (const body of [other, large, large, large]) answers.push(await call(base, token, body));
    expect(answers).toEqual([
      { status: 403, code: "PAID_SCOPE_FORBIDDEN" },
      { status: 200, code: undefined },
      { status: 200, code: undefined },
      { status: 429, code: "PAID_QUOTA_EXCEEDED" },
    ]);
  });

  test("a revoked key is refused by every process at its next call", async () => {
    const { base } = await start("--processes", "4", ...store);
    const token = await createKey(store);
    // Each on a connection of its own, so that all processes know the key.
    const all = () => Promise.all(Array.from({ length: 40 }, () => call(base, token)));
    expect(new Set((await all()).map(({ status }) => status))).toEqual(new Set([200]));
    const [, id = ""] = token.split("_");
    await keys(store, "revoke", id);
    expect(new Set((await all()).map(({ code }) => code))).toEqual(new Set(["PAID_AUTH_INVALID"]));
  }, 60_000);

  test("a serving process that is killed loses no count and doubles none", async () => {
    const { base, process: parent } = await start("--processes", "4", ...store);
    const token = await createKey(store);
    let answered = 0;
    let cut = 0;
    const client = async () => {
      for (let made = 0; made < 20; made++) {
        await call(base, token).then(
          () => answered++,
          () => cut++,
        );
      }
    };
    const clients = Array.from({ length: 20 }, client);
    await Bun.sleep(30);
    const { stdout } = Bun.spawnSync(["ps", "-o", "pid=,args=", "--ppid", String(parent.pid)]);
    const victim =
      stdout
        .toString()
        .split("\n")
        .find((line) => line.includes("__worker")) ?? "";
    process.kill(Number.parseInt(victim, 10), "SIGKILL");
    await Promise.all(clients);
    const [, id = ""] = token.split("_");
    const shown = JSON.parse(await keys(store, "show", id, "--json")) as { calls_today: number };
    // A call that was cut off may have been counted before its process was killed.
    expect(shown.calls_today).toBeGreaterThanOrEqual(answered);
    expect(shown.calls_today).toBeLessThanOrEqual(answered + cut);
    expect((await call(base, token)).status).toBe(200);
  }, 60_000);
});

describe.skipIf(!hasRedis)(`Redis, two servers${WITHOUT_REDIS}`, () => {
  test("of 1,000 calls exactly 1,000 succeed, and the store may be killed and come back", async () => {
    redis = await startRedis();
    const store = ["--store", redis.url];
    const [one, other] = await Promise.all([start(...store), start(...store)]);
    const bases = [one.base, other.base];
    expect(await race(bases, await createKey(store))).toEqual(EXACT);

    const token = await createKey(store);
    await redis.kill();
    const lost = await Promise.all(bases.map((base) => call(base, token)));
    expect(lost.map(({ status, code }) => `${status} ${code}`)).toEqual([
      "503 STORE_UNAVAILABLE",
      "503 STORE_UNAVAILABLE",
    ]);
    await redis.start();
    // The store was started empty, so that the key has to be made anew.
    const again = await createKey(store);
    for (let wait = 0; wait < 50 && (await call(one.base, again)).status !== 200; wait++) {
      await Bun.sleep(100);
    }
    expect((await call(one.base, again)).status).toBe(200);
    expect((await call(other.base, again)).status).toBe(200);
  }, 60_000);
});
