/**
 * Prints a digest of what every unit gives for its examples, for drawn inputs, and for the catalogue's cases where
 * they lie beside the project; the same in every process.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import { inputsOf } from "./arbitrary.ts";
import { runUnit, units } from "./run-unit.ts";

const DRAWN = 25;
const SEED = 7;
const CASES = "../shared/catalogue/cases";

const cases = existsSync(CASES) ? readdirSync(CASES).flatMap(readCases) : [];

function readCases(file: string): { tool_id: string; input: string | object }[] {
  const lines = readFileSync(`${CASES}/${file}`, "utf8").split("\n");
  return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
}

for (const unit of units) {
  const inputs = fc.sample(inputsOf(unit), { numRuns: DRAWN, seed: SEED });
  const examples = [...unit.examples, ...cases.filter(({ tool_id }) => tool_id === unit.id)].map(
    ({ input }) => (typeof input === "string" ? { [unit.primary]: input } : input),
  );
  const hash = createHash("sha256");
  for (const input of [...examples, ...inputs]) {
    hash.update(canonicalJson(JSON.parse(JSON.stringify(runUnit(unit, input)))));
  }
  console.log(`${unit.id} ${hash.digest("hex")}`);
}
