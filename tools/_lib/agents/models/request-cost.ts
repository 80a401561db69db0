import { type Static, Type } from "@sinclair/typebox";
import type { Decimal } from "decimal.js";
import type { Entry } from "../../../_core/tool.ts";
import { costOf, isTableOld, Money, periodCosts, roundRequest } from "./cost.ts";
import { type Model, pricesAt } from "./models.ts";
import { MODEL_TABLE_DATE } from "./table.ts";

/** Warnings of `priceRequest`, to be spread into a tool's `warnings`. */
export const PRICE_WARNINGS = {
  PRICE_BEFORE_TABLE: "asOf lies before the model's first price; that one is used",
  PRICE_TABLE_OLD: "asOf lies more than 120 days after the table's date",
} as const;

type Warning = Entry<keyof typeof PRICE_WARNINGS>;

/** What one request costs; the rates are those that were applied, long tier included. */
export const REQUEST_COST = Type.Object({
  currency: Type.Literal("USD"),
  tableDate: Type.String(),
  inputPerMillion: Type.Number(),
  outputPerMillion: Type.Number(),
  input: Type.Number(),
  output: Type.Number(),
  perRequest: Type.Number(),
  perDay: Type.Union([Type.Number(), Type.Null()]),
  perMonth: Type.Union([Type.Number(), Type.Null()]),
});

export interface PricedRequest {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly requestsPerDay?: number;
  /** USD for a million tokens, instead of the table's rates. */
  readonly inputPrice?: number;
  readonly outputPrice?: number;
}

export interface Priced {
  /** Null where a rate is neither given nor in the table. */
  readonly cost: Static<typeof REQUEST_COST> | null;
  readonly warnings: readonly Warning[];
}

/** The cost of a request on a UTC date, `YYYY-MM-DD`. */
export function priceRequest(
  request: PricedRequest,
  model: Model | undefined,
  date: string,
): Priced {
  const table = model && tableRates(model, request.inputTokens, date);
  const inputRate = request.inputPrice ?? table?.input;
  const outputRate = request.outputPrice ?? table?.output;
  if (inputRate === undefined || outputRate === undefined) return { cost: null, warnings: [] };
  const usesTable = request.inputPrice === undefined || request.outputPrice === undefined;
  return {
    cost: billed(request, new Money(inputRate), new Money(outputRate)),
    warnings: usesTable && table && model ? priceWarnings(model, table.early, date) : [],
  };
}

function billed(
  { inputTokens, outputTokens, requestsPerDay }: PricedRequest,
  inputRate: Decimal,
  outputRate: Decimal,
): Static<typeof REQUEST_COST> {
  const input = costOf(inputTokens, inputRate);
  const output = costOf(outputTokens, outputRate);
  const whole = input.plus(output);
  const periods = requestsPerDay === undefined ? undefined : periodCosts(whole, requestsPerDay);
  return {
    currency: "USD",
    tableDate: MODEL_TABLE_DATE,
    inputPerMillion: inputRate.toNumber(),
    outputPerMillion: outputRate.toNumber(),
    input: roundRequest(input),
    output: roundRequest(output),
    perRequest: roundRequest(whole),
    perDay: periods?.day ?? null,
    perMonth: periods?.month ?? null,
  };
}

/** The table's rates for so many prompt tokens; above the long tier's bound the whole request costs more. */
function tableRates(model: Model, tokens: number, date: string) {
  const { row, early } = pricesAt(model, date);
  const tier = row.longTier && tokens > row.longTier.above ? row.longTier : undefined;
  return {
    early,
    input: new Money(row.input).times(tier?.input ?? 1),
    output: new Money(row.output).times(tier?.output ?? 1),
  };
}

function priceWarnings(model: Model, early: boolean, date: string): Warning[] {
  const warnings: Warning[] = [];
  if (early) {
    const first = model.prices[0]?.from;
    warnings.push({
      code: "PRICE_BEFORE_TABLE",
      message: `${model.id} has no price as early as ${date}; its first one, of ${first}, is used`,
    });
  }
  if (isTableOld(date)) {
    warnings.push({
      code: "PRICE_TABLE_OLD",
      message: `The prices are those of ${MODEL_TABLE_DATE}, long before ${date}`,
      hint: "Give inputPrice and outputPrice",
    });
  }
  return warnings;
}
