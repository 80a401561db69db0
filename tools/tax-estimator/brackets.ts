/** Progressive rates: an amount cut into brackets, each with its tax. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import { type Currency, roundMoney } from "../_lib/money/amount.ts";

export interface Bracket {
  /** Percent. */
  readonly rate: Decimal;
  readonly from: Decimal;
  /** Undefined for the open end. */
  readonly to: Decimal | undefined;
}

export interface TaxedBracket extends Bracket {
  /** Of the income in this bracket. */
  readonly amount: Decimal;
  readonly tax: Decimal;
}

export interface Rung {
  /** Undefined or null for the open end. */
  readonly upTo?: number | null;
  readonly rate: number;
}

/** Brackets that begin where the one before ends, the first at 0. */
export function bracketsOf(rungs: readonly Rung[]): Bracket[] {
  return rungs.map(({ upTo, rate }, index) => ({
    rate: new Decimal(rate),
    from: new Decimal(rungs[index - 1]?.upTo ?? 0),
    to: upTo === undefined || upTo === null ? undefined : new Decimal(upTo),
  }));
}

/** All brackets with what of the income is in them, the tax of each rounded. */
export function taxBrackets(
  income: Decimal,
  brackets: readonly Bracket[],
  currency: Currency,
): TaxedBracket[] {
  return brackets.map((bracket) => {
    const { from, to = income, rate } = bracket;
    const amount = Decimal.max(0, Decimal.min(income, to).minus(from));
    return { ...bracket, amount, tax: roundMoney(amount.times(rate).div(100), currency) };
  });
}

/** The rate of the bracket that the next unit of income falls into. */
export function marginalRate(income: Decimal, brackets: readonly Bracket[]): Decimal {
  const bracket = brackets.find(({ to }) => to === undefined || income.lt(to));
  return bracket?.rate ?? new Decimal(0);
}
