/** Fields that hold a size, a rate or a duration, as text or as a number without a unit. */
import { type TNumber, type TOptional, type TString, type TUnion, Type } from "@sinclair/typebox";

export const MOST_CHARACTERS = 200;

/** Number or text; numbers are at most 10^30, as those in texts are. */
export function quantityField(description: string): TOptional<TUnion<[TNumber, TString]>> {
  const number = Type.Number({ minimum: 0, maximum: 1e30 });
  const text = Type.String({ maxLength: MOST_CHARACTERS });
  return Type.Optional(Type.Union([number, text], { description }));
}

export const overheadField: TNumber = Type.Number({
  description: "Share of the line that is not payload, in percent",
  minimum: 0,
  maximum: 99.9,
  default: 0,
});
