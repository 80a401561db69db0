/** A unit that promises something else has another version; `bun run lock` takes the new promise down. */
import { expect, test } from "bun:test";
import { ENTRIES } from "../../app/registry.ts";
import { LOCK_FILE, type LockedUnit, lockOf } from "../support/contract-lock.ts";

const locked: Record<string, LockedUnit> = await Bun.file(LOCK_FILE).json();

test("every unit is locked, and nothing else", () => {
  expect(Object.keys(locked)).toEqual(ENTRIES.map(({ id }) => id));
});

for (const entry of ENTRIES) {
  test(`${entry.id} keeps the promise of its version`, async () => {
    const before = locked[entry.id];
    const after = await lockOf(entry);
    if (before?.version === after.version) expect(after).toEqual(before);
  });
}
