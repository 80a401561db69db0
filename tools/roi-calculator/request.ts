/** What is asked of an investment: a holding with its time, or cash flows. */
import type { Entry } from "../_core/tool.ts";
import { isNoDay, readDay } from "../_lib/fields/date-field.ts";
import { daysFromDate } from "../_lib/time/calendar.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import { conflictsOf, insufficientInput } from "../_lib/fields/exclusive-fields.ts";
import type { Input } from "../roi-calculator.ts";

const HOLDING = ["years", "startDate", "endDate"] as const;
const SIMPLE = ["initialInvestment", "finalValue", "income", "costs", ...HOLDING] as const;
const ALTERNATIVES = "initialInvestment and finalValue, or cashFlows";

/** Fields that exclude one another, or are too few, and dates that are none. */
export function problemsOf(input: Input) {
  const given = SIMPLE.filter((name) => input[name] !== undefined);
  const dates = (["startDate", "endDate"] as const).filter((name) => input[name] !== undefined);
  const problems: Entry<"CONFLICTING_FIELDS" | "INSUFFICIENT_INPUT" | "DATE_INVALID">[] = [];
  if (input.cashFlows !== undefined) {
    problems.push(
      ...conflictsOf(
        input,
        given.map((name) => [name, "cashFlows"] as const),
      ),
    );
  } else {
    for (const name of ["initialInvestment", "finalValue"] as const) {
      if (input[name] !== undefined) continue;
      problems.push(insufficientInput("compute a return", given, ALTERNATIVES, `/${name}`));
    }
    problems.push(
      ...conflictsOf(
        input,
        dates.map((name) => ["years", name] as const),
      ),
    );
    if (dates.length === 1 && input.years === undefined) {
      const missing = input.startDate === undefined ? "/startDate" : "/endDate";
      const expected = "years, or startDate and endDate";
      problems.push(insufficientInput("measure the holding time", dates, expected, missing));
    }
  }
  for (const name of dates) {
    const date = readDay(input[name], `/${name}`);
    if (isNoDay(date)) problems.push(date);
  }
  return problems;
}

const DAYS_PER_YEAR = 365;

/** Undefined where no time is given. */
export function holdingYears({ years, startDate, endDate }: Input): Decimal | undefined {
  if (years !== undefined) return new Decimal(years);
  const [start, end] = [readDay(startDate, ""), readDay(endDate, "")];
  if (!start || !end || isNoDay(start) || isNoDay(end)) return undefined;
  return new Decimal(daysFromDate(end) - daysFromDate(start)).div(DAYS_PER_YEAR);
}
