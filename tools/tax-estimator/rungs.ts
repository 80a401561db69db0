/** Brackets as callers give them. */
import { Type } from "@sinclair/typebox";
import { type Entry, fail, type Outcome } from "../_core/tool.ts";
import { readStructured, type StructuredFailure } from "../_lib/fields/structured-field.ts";
import type { Rung } from "./brackets.ts";

export const RUNG_FAILURES = {
  BRACKETS_MISSING: "Own brackets are needed, but there are none",
  BRACKETS_INVALID: "The brackets do not ascend, or the open end is not the last",
} as const;

type RungFailure = StructuredFailure | keyof typeof RUNG_FAILURES;

const RUNGS = Type.Array(
  Type.Object({
    upTo: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    rate: Type.Number({ minimum: 0, maximum: 100 }),
  }),
  { maxItems: 50 },
);

export type RungsRead =
  | { readonly value: readonly Rung[]; readonly failure?: undefined }
  | { readonly failure: Outcome<never, RungFailure, never> };

/** Brackets of which each ends above the one before, the first above 0, and the last has no end. */
export function readRungs(given: unknown, path: string): RungsRead {
  const read = readStructured(given ?? [], RUNGS, path);
  if (read.failure) return read;
  if (read.value.length === 0) {
    const expected = "at least one, such as { upTo: 20000, rate: 10 }";
    const message = `Cannot estimate a tax: found no brackets, expected ${expected}`;
    return { failure: fail({ code: "BRACKETS_MISSING", message, path, expected }) };
  }
  const problem = firstProblem(read.value, path);
  return problem ? { failure: fail(problem) } : read;
}

function firstProblem(rungs: readonly Rung[], path: string): Entry<"BRACKETS_INVALID"> | undefined {
  let below = 0;
  for (const [index, { upTo }] of rungs.entries()) {
    const isLast = index === rungs.length - 1;
    const isOpen = upTo === undefined || upTo === null;
    if (isOpen !== isLast) {
      const expected = isLast ? "no end, as of the last bracket" : "an end, as it is not the last";
      return invalid(`${path}/${index}`, isOpen ? "none" : `the end ${upTo}`, expected);
    }
    if (!isOpen && upTo <= below) {
      return invalid(`${path}/${index}/upTo`, `the end ${upTo}`, `one above ${below}`);
    }
    below = upTo ?? below;
  }
  return undefined;
}

function invalid(path: string, found: string, expected: string): Entry<"BRACKETS_INVALID"> {
  const message = `Cannot use the bracket: found ${found}, expected ${expected}`;
  return { code: "BRACKETS_INVALID", message, path, expected };
}
