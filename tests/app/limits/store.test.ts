/** Both stores keep the same promises, also between processes. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { Database } from "bun:sqlite";
import { drawCredential } from "../../../app/limits/credentials.ts";
import { openStores } from "../../../app/limits/open-stores.ts";
import { SqliteStore } from "../../../app/limits/sqlite-store.ts";
import { type Credential, StoreUnavailable } from "../../../app/limits/store.ts";
import { hasRedis, startRedis, WITHOUT_REDIS } from "./redis-server.ts";
import { startWorker } from "./workers.ts";

const DAY = "2026-11-22";
const folder = await mkdtemp(`${tmpdir()}/limits-`);
const redis = hasRedis ? await startRedis() : undefined;
afterAll(async () => {
  await redis?.stop();
  await rm(folder, { recursive: true });
});

function newCredential(subject = "acme"): Credential {
  const terms = { subject, scopes: ["run", "tool:*"], dailyCalls: null, expiresAt: null };
  return drawCredential({ ...terms, createdAt: 1_700_000_000_000 }).credential;
}

const KINDS = [
  { kind: "sqlite", store: "sqlite", processes: 4, runs: test },
  {
    kind: `redis${WITHOUT_REDIS}`,
    store: redis?.url ?? "redis://127.0.0.1:1",
    processes: 2,
    runs: test.skipIf(!redis),
  },
];

for (const { kind, store: name, processes, runs } of KINDS) {
  describe(kind, () => {
    const settings = { store: name, data: `${folder}/data` };

    runs("a charge fits in whole or not at all", async () => {
      const { store } = await openStores(settings);
      expect(await store.charge("a", DAY, 5, 4)).toBeNull();
      expect(await store.calls("a", DAY)).toBe(0);
      expect(await store.charge("a", DAY, 3, 4)).toBe(3);
      expect(await store.charge("a", DAY, 2, 4)).toBeNull();
      expect(await store.charge("a", DAY, 1, 4)).toBe(4);
      expect(await store.charge("a", DAY, 1, 4)).toBeNull();
      expect(await store.charge("a", "2026-11-23", 1, 4)).toBe(1);
      expect(await store.charge("b", DAY, 1, 4)).toBe(1);
      expect(await store.calls("a", DAY)).toBe(4);
      await store.close();
    });

    runs("calls that have taken place are added beyond any limit", async () => {
      const { store } = await openStores(settings);
      expect(await store.add("added", DAY, 7)).toBe(7);
      expect(await store.add("added", DAY, 7)).toBe(14);
      expect(await store.charge("added", DAY, 1, 10)).toBeNull();
      await store.close();
    });

    runs("credentials come back as they were given", async () => {
      const { store } = await openStores(settings);
      const first = {
        ...newCredential("Ümläut & co"),
        dailyCalls: 12,
        expiresAt: 1_900_000_000_000,
      };
      const second = { ...newCredential(), createdAt: 1_700_000_000_001 };
      await store.create(second);
      await store.create(first);
      expect(await store.credential(first.id)).toEqual(first);
      expect(await store.credentials()).toEqual([first, second]);
      expect(await store.credential("absent")).toBeUndefined();
      await expect(store.create(first)).rejects.toBeInstanceOf(StoreUnavailable);
      await store.close();
    });

    runs("what is revoked stays revoked", async () => {
      const { store } = await openStores(settings);
      const credential = newCredential();
      await store.create(credential);
      const statuses = [];
      for (const status of ["inactive", "active", "revoked", "active", "inactive"] as const) {
        statuses.push((await store.setStatus(credential.id, status))?.status);
      }
      expect(statuses).toEqual(["inactive", "active", "revoked", "revoked", "revoked"]);
      expect(await store.setStatus("absent", "active")).toBeUndefined();
      await store.close();
    });

    runs(`200 clients of ${processes} processes get exactly the quota of 1,000`, async () => {
      const data = `${folder}/race`;
      const workers = await Promise.all(
        Array.from({ length: processes }, () => startWorker(name, data)),
      );
      const charge = { clients: 200 / processes, attempts: 50, limit: 1000 };
      const passed = await Promise.all(workers.map((worker) => worker.ask({ charge })));
      expect(passed.reduce<number>((sum, count) => sum + Number(count), 0)).toBe(1000);
      const { store } = await openStores({ store: name, data });
      expect(await store.calls("key:race", DAY)).toBe(1000);
      await store.close();
      await Promise.all(workers.map((worker) => worker.stop()));
    });

    runs("another process sees a revocation at its next call", async () => {
      const { store } = await openStores(settings);
      const { id } = newCredential();
      await store.create({ ...newCredential(), id });
      const worker = await startWorker(name, settings.data);
      expect(await worker.ask({ status: id })).toBe("active");
      await store.setStatus(id, "inactive");
      expect(await worker.ask({ status: id })).toBe("inactive");
      await store.setStatus(id, "revoked");
      expect(await worker.ask({ status: id })).toBe("revoked");
      await worker.stop();
      await store.close();
    });
  });
}

describe("the SQLite file", () => {
  test("can be read by its owner only", async () => {
    const data = `${folder}/modes/deep`;
    const store = new SqliteStore(data);
    await store.add("a", DAY, 1);
    const modes = ["", "/purebox.sqlite", "/purebox.sqlite-wal", "/purebox.sqlite-shm"].map(
      async (path) => ((await stat(data + path)).mode & 0o777).toString(8),
    );
    expect(await Promise.all(modes)).toEqual(["700", "600", "600", "600"]);
    await store.close();
  });

  test("counts older than 40 days are removed, a few at a time", async () => {
    const store = new SqliteStore(`${folder}/old`);
    await store.add("kept", "2026-10-13", 1);
    await Promise.all(
      Array.from({ length: 1200 }, (_, at) => store.add(`gone-${at}`, "2026-10-12", 1)),
    );
    await store.add("today", DAY, 1);
    await Bun.sleep(50);
    expect(await store.calls("gone-0", "2026-10-12")).toBe(0);
    expect(await store.calls("gone-1199", "2026-10-12")).toBe(0);
    expect(await store.calls("kept", "2026-10-13")).toBe(1);
    await store.close();
  });

  test("a charge waits for a writer in another connection, and gives up after two seconds", async () => {
    const store = new SqliteStore(`${folder}/busy`);
    const other = new Database(`${folder}/busy/purebox.sqlite`);
    other.run("BEGIN IMMEDIATE");
    const waiting = store.charge("a", DAY, 1, 10);
    await Bun.sleep(100);
    other.run("COMMIT");
    expect(await waiting).toBe(1);

    other.run("BEGIN IMMEDIATE");
    const started = performance.now();
    await expect(store.charge("a", DAY, 1, 10)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(performance.now() - started).toBeWithin(1_900, 4_500);
    other.run("ROLLBACK");
    expect(await store.charge("a", DAY, 1, 10)).toBe(2);
    other.close();
    await store.close();
  });

  test("a failing write takes back the whole group, and closing ends what waits", async () => {
    const store = new SqliteStore(`${folder}/failing`);
    const credential = newCredential();
    await store.create(credential);
    const outcomes = await Promise.allSettled([
      store.charge("a", DAY, 1, 10),
      store.create(credential),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await store.calls("a", DAY)).toBe(0);
    const last = store.charge("a", DAY, 1, 10);
    await store.close();
    expect(await last).toBe(1);
    await expect(store.calls("a", DAY)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.charge("a", DAY, 1, 10)).rejects.toBeInstanceOf(StoreUnavailable);
  });

  test("a file of a later version is not touched", async () => {
    const data = `${folder}/later`;
    await new SqliteStore(data).close();
    const database = new Database(`${data}/purebox.sqlite`);
    database.run("PRAGMA user_version = 9");
    database.close();
    expect(() => new SqliteStore(data)).toThrow("version 9");
  });
});
