/** Fields of which some exclude others, and of which one or the other is needed. */
import type { Entry } from "../../_core/tool.ts";

export const CONFLICT_FAILURES = {
  CONFLICTING_FIELDS: "Fields that exclude one another were given together",
} as const;

export const INSUFFICIENT_FAILURES = {
  INSUFFICIENT_INPUT: "Of several alternatives too few fields were given",
} as const;

/** Too few fields of several alternatives; `expected` names the combinations that do. */
export function insufficientInput(
  act: string,
  found: readonly string[],
  expected: string,
  path?: string,
): Entry<"INSUFFICIENT_INPUT"> {
  const given = found.length === 0 ? "nothing" : `only ${found.join(", ")}`;
  const message = `Cannot ${act}: found ${given}, expected ${expected}`;
  return { code: "INSUFFICIENT_INPUT", message, path, expected };
}

/** One entry for each pair of fields of which both were given. */
export function conflictsOf<T extends object>(
  input: T,
  pairs: readonly (readonly [keyof T & string, keyof T & string])[],
): Entry<"CONFLICTING_FIELDS">[] {
  return pairs
    .filter(([a, b]) => input[a] !== undefined && input[b] !== undefined)
    .map(([a, b]) => ({
      code: "CONFLICTING_FIELDS",
      message: `Cannot use ${a} and ${b} together: found both, expected ${a}, or ${b}, or neither`,
      path: `/${b}`,
    }));
}
