/** What a proving command has kept is fit to be shown: tables whose columns have names, and rows that fill them. */
import { expect, test } from "bun:test";
import { Glob } from "bun";
import { loadProofs } from "../../build/proofs.ts";

const proofs = await loadProofs();

test("every run that was kept is shown", () => {
  const kept = [...new Glob("docs/proofs/*.json").scanSync()];
  expect(proofs.length).toBe(kept.length);
  expect(kept.length).toBeGreaterThan(0);
});

for (const { name, summary, tables } of proofs) {
  test(`${name}: says something, in whole tables`, () => {
    expect(summary.trim()).not.toBe("");
    for (const { title, columns, rows } of tables) {
      expect(title.trim()).not.toBe("");
      expect(columns.filter((column) => column.trim() === "")).toEqual([]);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.filter((row) => row.length !== columns.length)).toEqual([]);
      // The page knows its rows by what stands in them.
      expect(new Set(rows.map((row) => row.join())).size).toBe(rows.length);
      expect(rows.filter(([first = ""]) => first.trim() === "")).toEqual([]);
    }
  });
}
