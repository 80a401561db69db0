/** A Redis that crashes, hangs and comes back. */
import { afterAll, describe, expect, test } from "bun:test";
import { openStores } from "../../../app/limits/open-stores.ts";
import { RedisConnection } from "../../../app/limits/redis-connection.ts";
import { RedisWindows } from "../../../app/limits/redis-windows.ts";
import { StoreUnavailable } from "../../../app/limits/store.ts";
import { hasRedis, startRedis, WITHOUT_REDIS } from "./redis-server.ts";

const DAY = "2026-11-22";
const redis = hasRedis ? await startRedis() : undefined;
afterAll(() => redis?.stop());

describe.skipIf(!redis)(`redis${WITHOUT_REDIS}`, () => {
  const url = redis?.url ?? "";

  test("a killed server is an error at once, and the store comes back with the server", async () => {
    const { store } = await openStores({ store: url, data: "" });
    await store.charge("crash", DAY, 1, 1e9);
    const charges = Array.from({ length: 50 }, () => store.charge("crash", DAY, 1, 1e9));
    const settled = Promise.allSettled(charges);
    await redis?.kill();
    await settled;

    const started = performance.now();
    await expect(store.charge("crash", DAY, 1, 1e9)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.credential("absent")).rejects.toBeInstanceOf(StoreUnavailable);
    expect(performance.now() - started).toBeLessThan(900);

    await redis?.start();
    const count = await untilReached(() => store.charge("crash", DAY, 1, 1e9));
    expect(count).toBe(1);
    await store.close();
  });

  test("a server that hangs is an error after a second or two", async () => {
    const { store } = await openStores({ store: url, data: "" });
    await store.charge("hang", DAY, 1, 1e9);
    redis?.signal("SIGSTOP");
    const started = performance.now();
    await expect(store.charge("hang", DAY, 1, 1e9)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(performance.now() - started).toBeLessThan(4_500);
    redis?.signal("SIGCONT");
    expect(await untilReached(() => store.calls("hang", DAY))).toBeGreaterThan(0);
    await store.close();
  });

  test("a connection that is lost is told of once, and once when it is back", async () => {
    const heard: (string | undefined)[] = [];
    const { store } = await openStores({ store: url, data: "" }, undefined, (trouble) =>
      heard.push(trouble),
    );
    await store.calls("heard", DAY);
    expect(heard).toEqual([]);
    await redis?.kill();
    // Some attempts to connect fail meanwhile.
    await Bun.sleep(500);
    await redis?.start();
    await untilReached(() => store.calls("heard", DAY));
    expect(heard).toEqual([expect.stringContaining("onnection"), undefined]);
    await store.close();
    expect(heard).toHaveLength(2);
  });

  test("nobody at the address", async () => {
    const { store } = await openStores({ store: "redis://127.0.0.1:1", data: "" });
    await expect(store.calls("a", DAY)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.calls("a", DAY)).rejects.toBeInstanceOf(StoreUnavailable);
    await store.close();
  });

  test("counts expire, credentials do not", async () => {
    const { store } = await openStores({ store: url, data: "" });
    await store.add("kept", DAY, 2);
    await store.add("kept", DAY, 2);
    const client = new Bun.RedisClient(url);
    expect(await client.ttl(`purebox:usage:${DAY}:kept`)).toBeWithin(
      40 * 86_400 - 5,
      40 * 86_400 + 1,
    );
    client.close();
    await store.close();
  });

  test("windows and running requests of two servers are one count", async () => {
    const connections = [new RedisConnection(url), new RedisConnection(url)];
    const servers = connections.map((connection) => new RedisWindows(connection));
    const limit = { perMinute: 6, concurrent: 4 };
    const enter = (server: number) => servers[server]?.enter("run", "a", limit);
    const first = await Promise.all([0, 1, 0, 1, 0, 1].map(enter));
    expect(first.filter((entry) => entry?.ok)).toHaveLength(4);
    expect(first.find((entry) => !entry?.ok)).toEqual({
      ok: false,
      limit: "concurrent",
      retryAfter: 1,
    });
    for (const entry of first) if (entry?.ok) entry.leave();
    const second = await Promise.all([0, 1, 0].map(enter));
    // The leaves may arrive after the entries of the other connection.
    const passed = second.filter((entry) => entry?.ok).length;
    expect(passed).toBeLessThanOrEqual(2);
    await Bun.sleep(20);
    for (let left = 2 - passed; left > 0; left--) expect((await enter(0))?.ok).toBe(true);
    const refused = await enter(1);
    expect(refused).toMatchObject({ ok: false, limit: "perMinute" });
    expect(refused?.ok === false && refused.retryAfter).toBeWithin(58, 61);
    for (const connection of connections) connection.close();
  });

  test("the lease of a server that was killed ends", async () => {
    const connection = new RedisConnection(url);
    const windows = new RedisWindows(connection);
    const limit = { perMinute: 9, concurrent: 1 };
    await connection.send("ZADD", ["purebox:running:run:killed", String(Date.now() - 1), "old"]);
    expect((await windows.enter("run", "killed", limit)).ok).toBe(true);
    expect((await windows.enter("run", "killed", limit)).ok).toBe(false);
    const ttl = Number(await connection.send("PTTL", ["purebox:running:run:killed"]));
    expect(ttl).toBeWithin(1, 60_001);
    connection.close();
  });
});

async function untilReached<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < 40; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      await Bun.sleep(50);
    }
  }
  throw new Error("The store did not come back");
}
