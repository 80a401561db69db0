/** What a command proved, as it is printed, as it is kept, and as the page and the README show it. */
import { cpus, totalmem } from "node:os";
import type { Machine, Proof } from "../../app/web/proofs/proof.ts";
import { SERVICE_VERSION } from "../../app/registry.ts";

export type { Proof, Table } from "../../app/web/proofs/proof.ts";

/** Where the last run of each command is kept, one file for each. */
const FOLDER = "docs/proofs";

function machine(): Machine {
  const [first] = cpus();
  return {
    processor: first?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    bun: Bun.version,
  };
}

/** Prints the tables as Markdown; with `--write` on the command line they are what the page and the README show. */
export async function tell(proof: Omit<Proof, "date" | "machine" | "version">): Promise<void> {
  for (const { title, columns, rows } of proof.tables) {
    console.log(`\n### ${title}\n`);
    for (const line of [columns, columns.map(() => "---"), ...rows]) {
      console.log(`| ${line.join(" | ")} |`);
    }
  }
  for (const note of proof.notes) console.log(`\n${note}`);
  if (!process.argv.includes("--write")) return;
  const date = new Date().toISOString().slice(0, 10);
  const whole: Proof = { ...proof, date, machine: machine(), version: SERVICE_VERSION };
  const path = `${FOLDER}/${proof.name}.json`;
  await Bun.write(path, `${JSON.stringify(whole, null, 2)}\n`);
  // The formatter spreads rows over lines otherwise than `JSON.stringify`.
  Bun.spawnSync([process.execPath, "fmt", path], { stdout: "ignore", stderr: "inherit" });
}
