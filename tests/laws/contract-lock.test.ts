/** A unit that promises something else has another version; `bun run lock` takes the new promise down. */
import { expect, test } from "bun:test";
import { LOCK_FILE, type LockedUnit, readLock } from "../support/contract-lock.ts";

const now = await readLock();
const locked: Record<string, LockedUnit> = await Bun.file(LOCK_FILE).json();

test("every unit is locked, and nothing else", () => {
  expect(Object.keys(locked)).toEqual(Object.keys(now));
});

test.each(Object.keys(now))("%s keeps the promise of its version", (id) => {
  const [before, after] = [locked[id], now[id]];
  if (before?.version === after?.version) expect(after).toEqual(before as LockedUnit);
});
