/** The README promises what is answered, row by row. */
import { expect, test } from "bun:test";
import { fidelityTable, PROBES } from "../support/fidelity.ts";

const table = await fidelityTable();
const readme = await Bun.file("README.md").text();

test.each(PROBES.map(({ title }, index) => [title, table.split("\n")[index + 2] ?? ""] as const))(
  "%s",
  (title, row) => {
    expect(row).toStartWith(`| ${title} | `);
    expect(readme).toContain(row);
  },
);

test("nothing is answered with undefined", () => {
  expect(table).not.toContain("undefined");
});
