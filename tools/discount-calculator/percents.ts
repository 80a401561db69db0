/** Reading percentages. */
import { Type } from "@sinclair/typebox";
import type { Outcome } from "../_core/tool.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import { readStructured, type StructuredFailure } from "../_lib/fields/structured-field.ts";

const PERCENT = Type.Number({ minimum: 0, maximum: 100 });
const PERCENTS = Type.Array(PERCENT, { maxItems: 20 });

/** One percentage or several, each problem at its place. */
export function readPercents(given: unknown): Decimal[] | Outcome<never, StructuredFailure, never> {
  const any = readStructured(given, Type.Unknown(), "/percentOff");
  if (any.failure) return any.failure;
  const values = Array.isArray(any.value)
    ? readStructured(any.value, PERCENTS, "/percentOff")
    : readStructured(any.value, PERCENT, "/percentOff");
  return values.failure ?? [values.value].flat().map((value) => new Decimal(value));
}
