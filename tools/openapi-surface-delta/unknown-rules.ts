/** Rules that a run is told about and that there are none of. */
import type { Entry } from "../_core/tool.ts";
import { appendPointer } from "../_lib/results/pointer.ts";
import { nearest } from "../_lib/text/nearest.ts";
import { quoted } from "../_lib/text/shown.ts";
import type { Input } from "../openapi-surface-delta.ts";
import { RULES } from "./rules.ts";

/** Looking for a near id goes through all rules; whoever misses more than that has another list. */
const MOST_NEAREST = 20;

/** A misspelt id would have no effect, and nobody would know why the gate trips. */
export function unknownRules({
  severity,
  ignore,
}: Pick<Input, "severity" | "ignore">): Entry<"RULE_UNKNOWN">[] {
  const named = [
    ...Object.keys(severity).map((id) => ({ id, path: appendPointer("/severity", id) })),
    ...ignore.map(({ id }, index) => ({ id, path: `/ignore/${index}/id` })),
  ];
  const unknown = named.flatMap(({ id, path }) =>
    id === undefined || RULES.has(id) ? [] : [{ id, path }],
  );
  return unknown.map(({ id, path }, index) => {
    const [near] = index < MOST_NEAREST ? nearest(id, RULES.keys(), { limit: 1 }) : [];
    const meant = near === undefined ? "" : ` such as ${near}`;
    const message = `Cannot apply what is said of a rule: found ${quoted(id)}, expected the id of a rule${meant}`;
    return { code: "RULE_UNKNOWN", message, path };
  });
}
