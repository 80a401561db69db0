/** `bun run docs`: writes the tables of README, CONTRIBUTING and docs that say what the code says. */
import { catalogueTables } from "./catalogue-tables.ts";
import { proofsOverview, proofsWhole } from "./proofs.ts";
import { fidelityTable } from "../tests/support/fidelity.ts";
import { roomsTable } from "./rooms.ts";

const TABLES = [
  { file: "README.md", name: "fidelity", table: await fidelityTable() },
  { file: "CONTRIBUTING.md", name: "rooms", table: roomsTable() },
  { file: "README.md", name: "proofs", table: await proofsOverview() },
  { file: "docs/proofs.md", name: "proofs", table: await proofsWhole() },
  { file: "docs/catalogue.md", name: "catalogue", table: await catalogueTables() },
];

for (const { file, name, table } of TABLES) {
  const text = await Bun.file(file).text();
  const [before, after] = [`<!-- ${name} -->\n`, `\n<!-- /${name} -->`];
  const [start, end] = [text.indexOf(before) + before.length, text.indexOf(after)];
  if (start < before.length || end < start) throw new Error(`${file} has no place for ${name}`);
  await Bun.write(file, text.slice(0, start) + table + text.slice(end));
}
