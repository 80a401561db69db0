/** The tool that a word of the command line names. */
import { asked } from "../flags/meant.ts";
import { UsageError } from "../flags/usage-error.ts";
import type { RegistryEntry } from "../registry-entry.ts";
import { findByAnyName, nearestIds } from "../registry.ts";

export function toolNamed(name: string): RegistryEntry {
  const entry = findByAnyName(name);
  if (entry) return entry;
  throw new UsageError(`Unknown tool ${name}${asked(nearestIds(name))}`);
}
