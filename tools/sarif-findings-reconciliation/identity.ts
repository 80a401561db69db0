/** Fingerprints that identify a result: no other of its log has them, and they are no placeholder. */
import type { Prints, SarifResult } from "./read.ts";

export type PrintsOf = (result: SarifResult) => Prints;

/** What tools write where they know no fingerprint; Semgrep's is the first. */
const PLACEHOLDERS = new Set(["requires login", ""]);

/**
 * The prints of each result that identify it among those with the same base, which is what has to agree besides the
 * prints. What several results of either log share says of none of them which it is.
 */
export function identifyingPrints(
  logs: readonly (readonly SarifResult[])[],
  printsOf: PrintsOf,
  base: (result: SarifResult) => string,
): PrintsOf {
  const shared = new Set<string>();
  const own = new Map<
    SarifResult,
    readonly (readonly [key: string, name: string, value: string])[]
  >();
  for (const log of logs) {
    const seen = new Set<string>();
    for (const result of log) {
      const prints = [...printsOf(result)]
        .filter(([, value]) => !isPlaceholder(value, result))
        .map(
          ([name, value]) => [JSON.stringify([base(result), name, value]), name, value] as const,
        );
      for (const [key] of prints) (seen.has(key) ? shared : seen).add(key);
      own.set(result, prints);
    }
  }
  const kept = new Map<SarifResult, Prints>();
  for (const [result, prints] of own) {
    const left = prints.filter(([key]) => !shared.has(key));
    kept.set(result, new Map(left.map(([, name, value]) => [name, value])));
  }
  return (result) => kept.get(result) ?? new Map();
}

function isPlaceholder(value: string, { ruleId }: SarifResult): boolean {
  return value === ruleId || PLACEHOLDERS.has(value.trim().toLowerCase());
}
