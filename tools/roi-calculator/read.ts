/** Reading cash flows: numbers at equal distances, or amounts with dates. */
import { type Entry, fail } from "../_core/tool.ts";
import { isNoDay, readDay } from "../_lib/fields/date-field.ts";
import { daysFromDate } from "../_lib/time/calendar.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import type { DatedAmount } from "../roi-calculator.ts";
import type { CashFlow } from "./rates.ts";

const DAYS_PER_YEAR = 365;

/** The flows in the order of time, those of one date in the order given; all have dates, or none. */
export function readCashFlows(given: readonly (number | DatedAmount)[], periodsPerYear: number) {
  const dated = given.filter((item) => typeof item === "object");
  if (dated.length > 0) return readDated(dated);
  const amounts = given.filter((item) => typeof item === "number");
  const flows = amounts.map((amount, step) => ({ step, amount: new Decimal(amount) }));
  return { cashFlows: { flows, stepsPerYear: new Decimal(periodsPerYear) } };
}

function readDated(items: readonly DatedAmount[]) {
  const problems: Entry<"DATE_INVALID">[] = [];
  const flows: CashFlow[] = [];
  for (const [index, { date: text, amount }] of items.entries()) {
    const date = readDay(text, `/cashFlows/${index}/date`);
    if (isNoDay(date)) problems.push(date);
    else if (date) flows.push({ step: daysFromDate(date), amount: new Decimal(amount) });
  }
  const [first, ...others] = problems;
  if (first) return { failure: fail([first, ...others]) };
  const sorted = flows.toSorted((left, right) => left.step - right.step);
  const start = sorted[0]?.step ?? 0;
  const fromStart = sorted.map(({ step, amount }) => ({ step: step - start, amount }));
  return { cashFlows: { flows: fromStart, stepsPerYear: new Decimal(DAYS_PER_YEAR) } };
}
