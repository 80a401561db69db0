/** Which fixtures notice which changes. */
import type { SchemaVariants, Trial, Variant } from "../_lib/schemas/json-schema/variants.ts";
import type { Mutant } from "./mutants.ts";

export interface Fixture {
  readonly pointer: string;
  readonly trial: Trial;
}

export interface Judged {
  readonly mutant: Mutant;
  readonly variant: Variant;
  /** The first fixture that gets another verdict, null where none does. */
  readonly killedBy: string | null;
}

export function judgeMutants(
  mutants: readonly Mutant[],
  fixtures: readonly Fixture[],
  variants: SchemaVariants,
): Judged[] {
  return mutants.map((mutant) => {
    const variant = variants.variant(mutant.schema, mutant.wording());
    const killer = fixtures.find(({ trial }) => variants.isNoticed(trial, variant));
    return { mutant, variant, killedBy: killer?.pointer ?? null };
  });
}
