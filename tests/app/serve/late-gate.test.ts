/** The store's file is opened with the first call: what is wrong with it by then is told once, and mends itself. */
import { afterAll, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { readLimits } from "../../../app/limits/limits.ts";
import { checkFile } from "../../../app/limits/sqlite-file.ts";
import { isUsable } from "../../../app/limits/sqlite-header.ts";
import { LateGate } from "../../../app/serve/late-gate.ts";

const folder = await mkdtemp(`${tmpdir()}/late-gate-`);
afterAll(() => rm(folder, { recursive: true }));

function gateIn(data: string, told: (string | undefined)[]): LateGate {
  const store = { store: "sqlite", data, explicit: true };
  const settings = { limits: readLimits("on"), store, trustProxy: false };
  return new LateGate(settings, undefined, (trouble) => told.push(trouble));
}

const CALLER = { address: () => "127.0.0.1" };

test("a file that was put there after the start refuses calls until it is gone", async () => {
  const data = `${folder}/late`;
  const told: (string | undefined)[] = [];
  const gate = gateIn(data, told);
  await gate.check();
  await Bun.write(`${data}/purebox.sqlite`, "not a database: ".repeat(100));
  for (let call = 0; call < 2; call++) {
    const refused = Promise.all([gate.admit("run", CALLER), gate.admit("run", CALLER)]);
    const code = "STORE_UNAVAILABLE";
    await expect(refused).rejects.toMatchObject({ status: 503, error: { code } });
  }
  expect(told).toEqual([`Cannot open the store in ${data}: file is not a database`]);
  await rm(`${data}/purebox.sqlite`);
  const ticket = await gate.admit("run", CALLER);
  await ticket.charge(1);
  ticket.leave();
  expect(told.slice(1)).toEqual([undefined]);
  await gate.close();
});

test("a check sees what is no database, or another version's, and nothing wrong with its own", async () => {
  const data = `${folder}/seen`;
  const file = `${data}/purebox.sqlite`;
  expect(isUsable(data)).toBe(false);
  const gate = gateIn(data, []);
  await gate.check();
  expect(isUsable(data)).toBe(true);
  const ticket = await gate.admit("run", CALLER);
  ticket.leave();
  await gate.close();
  const agreed = (): boolean => {
    const isGood = isUsable(data);
    if (isGood) expect(() => checkFile(data)).not.toThrow();
    return isGood;
  };
  expect(agreed()).toBe(true);

  const database = new Database(file);
  database.run("PRAGMA user_version = 7");
  database.close();
  expect(agreed()).toBe(false);
  expect(() => checkFile(data)).toThrow("it has version 7, version 1 expected");
  for (const text of ["x", "not a database: ".repeat(100)]) {
    await Bun.write(file, text);
    expect(agreed()).toBe(false);
    expect(() => checkFile(data)).toThrow("file is not a database");
  }
  await Bun.write(file, "");
  expect(agreed()).toBe(true);
  await rm(file);
  await mkdir(file);
  expect(agreed()).toBe(false);
  expect(() => checkFile(data)).toThrow("EISDIR");
});
