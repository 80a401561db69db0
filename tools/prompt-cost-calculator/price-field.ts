/** Prices that a caller gives instead of the table's. */
import { Type } from "@sinclair/typebox";
import type { Outcome } from "../_core/tool.ts";
import { readStructured, type StructuredFailure } from "../_lib/fields/structured-field.ts";
import type { Rates } from "../_lib/agents/models/models.ts";

const RATE = Type.Number({ minimum: 0, maximum: 1e6 });

const PRICES = Type.Object({
  input: RATE,
  output: RATE,
  cacheRead: Type.Optional(RATE),
  cacheWrite5m: Type.Optional(RATE),
  cacheWrite1h: Type.Optional(RATE),
  tier: Type.Optional(
    Type.Object({
      over: Type.Number({ minimum: 0, maximum: 1e12 }),
      inputFactor: RATE,
      outputFactor: RATE,
    }),
  ),
});

export type PriceField =
  | { readonly rates: Rates; readonly failure?: undefined }
  | { readonly failure: Outcome<never, StructuredFailure, never> };

/** One rate for writes is that of both lifetimes; without any they are billed as input. */
export function readPrices(field: unknown, path: string): PriceField {
  const read = readStructured(field, PRICES, path);
  if (read.failure) return read;
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h, tier } = read.value;
  const short = cacheWrite5m ?? cacheWrite1h;
  const long = cacheWrite1h ?? cacheWrite5m;
  return {
    rates: {
      input: String(input),
      output: String(output),
      cacheRead: cacheRead === undefined ? null : String(cacheRead),
      cacheWrite:
        short === undefined || long === undefined
          ? undefined
          : { short: String(short), long: String(long) },
      longTier: tier && {
        above: tier.over,
        input: String(tier.inputFactor),
        output: String(tier.outputFactor),
      },
    },
  };
}
