import type { ToolFacts } from "../../kits/_core/kit.ts";
import { detailOf, findByAnyName } from "../registry.ts";
import { withoutHints } from "./published-schema.ts";
import { resultSchema } from "./result-schema.ts";

/** What kits may know of another unit, once the details are loaded; null for an unknown name. */
export function toolFacts(name: string): ToolFacts | null {
  const entry = findByAnyName(name);
  if (!entry) return null;
  const detail = detailOf(entry);
  return {
    id: entry.id,
    aliases: entry.aliases,
    name: entry.name,
    version: entry.version,
    kit: entry.kind === "kit",
    fullOnly: detail.full_only,
    primary: entry.primary,
    inputSchema: withoutHints(detail.input_schema),
    outputSchema: withoutHints(resultSchema(detail.value_schema)),
    example: detail.examples[0] ?? null,
  };
}
