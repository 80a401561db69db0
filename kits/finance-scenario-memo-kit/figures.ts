/** How figures and fields are written in the memo: as money, as percent, or as numbers. */
import {
  type Currency,
  writeMoney,
  writeNumber,
  writePercent,
} from "../../tools/_lib/money/amount.ts";
import { Decimal } from "../../tools/_lib/numbers/decimal.ts";
import { oneLine } from "../../tools/_lib/text/shown.ts";

const PERCENTS: ReadonlySet<string> = new Set([
  "annualizedRoi",
  "annualReturn",
  "apr",
  "aprEffective",
  "contributionIncrease",
  "irr",
  "irrAll",
  "loanToValue",
  "margin",
  "markup",
  "mirr",
  "pmiEndsAtLtv",
  "retirementReturn",
  "roi",
]);

const NUMBERS: ReadonlySet<string> = new Set([
  "lifeExpectancy",
  "monthsFunded",
  "multiple",
  "multiplier",
  "otherIncomeFromAge",
  "period",
  "periods",
  "periodsPerYear",
  "periodsSaved",
  "pmiMonths",
  "quantity",
  "years",
  "yearsInRetirement",
  "yearsToRetirement",
]);

/** A metric or a field by its name or dot path; null where there is no figure. */
export function figureText(name: string, figure: number | null, currency: Currency): string {
  if (figure === null) return "n/a";
  const last = name.split(".").findLast((token) => !/^[0-9]+$/.test(token)) ?? name;
  const value = new Decimal(figure);
  if (PERCENTS.has(last) || /(?:Rate|Percent)$/.test(last)) return writePercent(value);
  if (NUMBERS.has(last) || /(?:Years|Periods|Age)$/.test(last)) return writeNumber(value);
  return writeMoney(value, currency);
}

/** A field of a scenario's input; what is no number is written as it was given. */
export function fieldText(name: string, value: unknown, currency: Currency): string {
  if (value === undefined) return "–";
  if (typeof value === "number") return figureText(name, value, currency);
  return oneLine(typeof value === "string" ? value : JSON.stringify(value));
}
