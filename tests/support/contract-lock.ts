/** What each unit promises: its version, its schemas, and what it gives for its examples. */
import { detailOf, ENTRIES, loadUnit } from "../../app/registry.ts";
import type { RegistryEntry } from "../../app/registry-entry.ts";
import { canonicalJson } from "../../tools/_lib/json/tree/canonical.ts";
import { runUnit } from "./run-unit.ts";

export const LOCK_FILE = "tests/laws/contract-lock.json";

export interface LockedUnit {
  readonly version: string;
  readonly schemas: string;
  readonly examples: string;
}

/** What every unit promises now, by its id. */
export async function readLock(): Promise<Record<string, LockedUnit>> {
  const units = await Promise.all(ENTRIES.map(async (entry) => [entry.id, await lockOf(entry)]));
  return Object.fromEntries(units);
}

/** What one unit promises now. */
export async function lockOf(entry: RegistryEntry): Promise<LockedUnit> {
  const unit = await loadUnit(entry);
  const { input_schema, value_schema } = detailOf(entry);
  const outcomes = unit.examples.map(({ input }) => {
    const fields = typeof input === "string" ? { [unit.primary]: input } : input;
    return runUnit(unit, fields);
  });
  return {
    version: entry.version,
    schemas: hash({ input_schema, value_schema }),
    examples: hash(JSON.parse(JSON.stringify(outcomes))),
  };
}

function hash(value: unknown): string {
  return new Bun.CryptoHasher("sha256").update(canonicalJson(value)).digest("hex").slice(0, 16);
}
