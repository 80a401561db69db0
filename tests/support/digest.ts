/** Prints a digest of what every unit gives for its examples and for drawn inputs; the same in every process. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { canonicalJson } from "../../tools/_lib/json/canonical.ts";
import { inputsOf } from "./arbitrary.ts";
import { runUnit, units } from "./run-unit.ts";

const DRAWN = 25;
const SEED = 7;

for (const unit of units) {
  const inputs = fc.sample(inputsOf(unit), { numRuns: DRAWN, seed: SEED });
  const examples = unit.examples.map(({ input }) =>
    typeof input === "string" ? { [unit.primary]: input } : input,
  );
  const hash = createHash("sha256");
  for (const input of [...examples, ...inputs]) {
    hash.update(canonicalJson(JSON.parse(JSON.stringify(runUnit(unit, input)))));
  }
  console.log(`${unit.id} ${hash.digest("hex")}`);
}
