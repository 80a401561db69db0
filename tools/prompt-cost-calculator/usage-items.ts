/** Logged usage: an array, one object, or one JSON value on each line. */
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { inputInvalid, outOfBounds } from "../_lib/results/input-invalid.ts";
import { valueOf } from "../_lib/json/tree/value.ts";
import { readJsonRoot } from "../_lib/json/tree/rows.ts";
import type { StructuredFailure } from "../_lib/fields/structured-field.ts";
import { findUsage, type FoundUsage } from "./usage.ts";

const MOST_ITEMS = 5000;

export interface UsageItem extends FoundUsage {
  readonly path: string;
}

type Failure = StructuredFailure | "USAGE_NOT_FOUND";

export function readUsageItems(
  field: unknown,
  path: string,
): { readonly items: readonly UsageItem[] } | { readonly failure: Outcome<never, Failure, never> } {
  const read = readJsonRoot(field, path);
  if (!read.ok) return { failure: fail<never, Failure, never>(read.error) };
  const data: unknown = valueOf(read.root).value;
  const given = Array.isArray(data) ? data : [data];
  if (given.length > MOST_ITEMS) {
    const entry = outOfBounds(path, `${given.length} items`, `at most ${MOST_ITEMS}`);
    return { failure: inputInvalid([entry]) };
  }
  const items: UsageItem[] = [];
  const problems: Entry<"USAGE_NOT_FOUND" | "TYPE">[] = [];
  for (const [index, item] of given.entries()) {
    const at = `${path}/${index}`;
    const found = findUsage(item, at);
    if ("code" in found) problems.push(found);
    else items.push({ ...found, path: at });
  }
  const [first, ...others] = problems;
  if (!first) return { items };
  const listed = [first, ...others.slice(0, MOST_LISTED - 1)] as const;
  return {
    failure: fail<never, Failure, never>([...listed] as [Entry<Failure>, ...Entry<Failure>[]]),
  };
}

const MOST_LISTED = 100;
