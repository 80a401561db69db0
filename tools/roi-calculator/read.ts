/** Reading cash flows: numbers at equal distances, or amounts with dates. */
import { Type } from "@sinclair/typebox";
import type { Entry, Outcome } from "../_core/tool.ts";
import { fail } from "../_core/tool.ts";
import { isNoDay, readDay } from "../_lib/fields/date-field.ts";
import { daysFromDate } from "../_lib/time/calendar.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import { readStructured, type StructuredFailure } from "../_lib/fields/structured-field.ts";
import type { CashFlow, CashFlows } from "./rates.ts";

const AMOUNT = Type.Number({ minimum: -1e15, maximum: 1e15 });
const ITEMS = Type.Array(Type.Unknown(), { minItems: 2, maxItems: 500 });
const AMOUNTS = Type.Array(AMOUNT);
const DATED_AMOUNTS = Type.Array(Type.Object({ date: Type.String(), amount: AMOUNT }));

const DAYS_PER_YEAR = 365;

export type CashFlowFailure = StructuredFailure | "DATE_INVALID";

/** The flows in the order of time, those of one date in the order given. */
export function readCashFlows(
  given: unknown,
  periodsPerYear: number,
  path: string,
): CashFlows | Outcome<never, CashFlowFailure, never> {
  const items = readStructured(given, ITEMS, path);
  if (items.failure) return items.failure;
  if (items.value.some((item) => typeof item === "object")) return readDated(items.value, path);
  const amounts = readStructured(items.value, AMOUNTS, path);
  if (amounts.failure) return amounts.failure;
  const flows = amounts.value.map((amount, step) => ({ step, amount: new Decimal(amount) }));
  return { flows, stepsPerYear: new Decimal(periodsPerYear) };
}

function readDated(
  items: readonly unknown[],
  path: string,
): CashFlows | Outcome<never, CashFlowFailure, never> {
  const read = readStructured(items, DATED_AMOUNTS, path);
  if (read.failure) return read.failure;
  const problems: Entry<"DATE_INVALID">[] = [];
  const flows: CashFlow[] = [];
  for (const [index, { date: text, amount }] of read.value.entries()) {
    const date = readDay(text, `${path}/${index}/date`);
    if (isNoDay(date)) problems.push(date);
    else if (date) flows.push({ step: daysFromDate(date), amount: new Decimal(amount) });
  }
  const [first, ...others] = problems;
  if (first) return fail<never, CashFlowFailure, never>([first, ...others]);
  const sorted = flows.toSorted((left, right) => left.step - right.step);
  const start = sorted[0]?.step ?? 0;
  return {
    flows: sorted.map(({ step, amount }) => ({ step: step - start, amount })),
    stepsPerYear: new Decimal(DAYS_PER_YEAR),
  };
}
