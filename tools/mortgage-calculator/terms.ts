/** A mortgage as it is asked for. */
import type { Entry } from "../_core/tool.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import { type Currency, roundMoney, writeMoney } from "../_lib/money/amount.ts";
import { readTerm } from "../_lib/money/interest.ts";
import type { Input } from "../mortgage-calculator.ts";

export interface MortgageTerms {
  readonly price: Decimal;
  readonly downPayment: Decimal;
  /** Of the price. */
  readonly downPaymentPercent: Decimal;
  /** Rounded price less down payment. */
  readonly loan: Decimal;
  /** Percent per year. */
  readonly annualRate: Decimal;
  /** As asked for; with `repaymentPercent` the most that there may be. */
  readonly periods: number;
  /** Of the loan, in the first year; without it the payment follows from the term. */
  readonly repaymentPercent: Decimal | undefined;
  /** Payments at the fixed rate. */
  readonly fixedPeriods: number | undefined;
  /** The term was moved to whole months. */
  readonly isRounded: boolean;
  readonly compounding: Input["compounding"];
  readonly extraPayment: Decimal;
  /** Extra principal by the number of the payment. */
  readonly oneTime: ReadonlyMap<number, Decimal>;
  /** Percent of the loan per year. */
  readonly pmiRate: Decimal;
  /** Percent of the price. */
  readonly pmiEndsAtLtv: Decimal;
  /** Each month, rounded. */
  readonly propertyTax: Decimal;
  readonly homeInsurance: Decimal;
  readonly hoa: Decimal;
  readonly currency: Currency;
}

const MONTHS_PER_YEAR = 12;
/** What the least repayment takes without interest: a thousandth of the loan a year. */
const MOST_PERIODS = 12_000;

export function readTerms(input: Input, currency: Currency): MortgageTerms {
  const price = new Decimal(input.price);
  const { downPaymentPercent: percent, repaymentPercent: repayment } = input;
  const own =
    percent === undefined ? new Decimal(input.downPayment ?? 0) : price.times(percent).div(100);
  const loan = roundMoney(price.minus(own), currency);
  const oneTime = new Map<number, Decimal>();
  for (const { month, amount } of input.oneTimePayments) {
    oneTime.set(month, new Decimal(amount).plus(oneTime.get(month) ?? 0));
  }
  const tax = input.propertyTax ?? price.times(input.propertyTaxRate ?? 0).div(100);
  const perMonth = (perYear: Decimal): Decimal =>
    roundMoney(perYear.div(MONTHS_PER_YEAR), currency);
  return {
    price,
    // What a percentage leaves over is shown so that it adds up to the price with the loan.
    downPayment: percent === undefined ? own : price.minus(loan),
    downPaymentPercent: own.div(price).times(100),
    loan,
    annualRate: new Decimal(input.annualRate),
    ...(repayment === undefined
      ? readTerm(input.years, MONTHS_PER_YEAR)
      : { periods: MOST_PERIODS, isRounded: false }),
    repaymentPercent: repayment === undefined ? undefined : new Decimal(repayment),
    fixedPeriods:
      input.fixedYears === undefined
        ? undefined
        : readTerm(input.fixedYears, MONTHS_PER_YEAR).periods,
    compounding: input.compounding,
    extraPayment: new Decimal(input.extraPayment),
    oneTime,
    pmiRate: new Decimal(input.pmiRate ?? 0),
    pmiEndsAtLtv: new Decimal(input.pmiEndsAtLtv),
    propertyTax: perMonth(new Decimal(tax)),
    homeInsurance: perMonth(new Decimal(input.homeInsurance)),
    hoa: new Decimal(input.hoaMonthly),
    currency,
  };
}

/** What is wrong with a down payment as large as the price. */
export function nothingToBorrow(
  { price, downPayment, currency }: MortgageTerms,
  isPercent: boolean,
): Entry<"DOWN_PAYMENT_TOO_LARGE"> {
  const message = `Cannot compute a loan: found a down payment of ${writeMoney(downPayment, currency)}, expected less than the price of ${writeMoney(price, currency)}`;
  const path = isPercent ? "/downPaymentPercent" : "/downPayment";
  return { code: "DOWN_PAYMENT_TOO_LARGE", message, path };
}
