import { byCodeUnit } from "../_lib/results/pointer.ts";
import {
  subjectOf,
  type Violation,
  type ViolationCode,
} from "../_lib/schemas/json-schema/violations.ts";

/** What is still not as the schema has it. */
export interface Remainder {
  readonly path: string;
  readonly keyword: string;
  readonly message: string;
  readonly code: ViolationCode;
}

/** Of these one object has one entry, however many members it names. */
const ONCE: ReadonlySet<string> = new Set(["additionalProperties", "unevaluatedProperties"]);

/** The violations by path, then keyword, each at the value that the keyword speaks of. */
export function remainderOf(violations: readonly Violation[]): Remainder[] {
  const entries: Remainder[] = [];
  const others = new Map<Remainder, number>();
  const first = new Map<string, Remainder>();
  for (const violation of violations) {
    const { keyword, message, code, schemaPath } = violation;
    const path = subjectOf(violation);
    const key = `${path} ${schemaPath}`;
    const known = ONCE.has(keyword) ? first.get(key) : undefined;
    if (known !== undefined) {
      others.set(known, (others.get(known) ?? 0) + 1);
      continue;
    }
    const entry = { path, keyword, message, code };
    if (ONCE.has(keyword)) first.set(key, entry);
    entries.push(entry);
  }
  return entries
    .map((entry) => withCount(entry, others.get(entry) ?? 0))
    .toSorted((a, b) => byCodeUnit(a.path, b.path) || byCodeUnit(a.keyword, b.keyword));
}

function withCount(entry: Remainder, others: number): Remainder {
  if (others === 0) return entry;
  const what = others === 1 ? "one other is not" : `${others} others are not`;
  return { ...entry, message: `${entry.message}, and ${what} either` };
}
