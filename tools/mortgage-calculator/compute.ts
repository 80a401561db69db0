/** A fixed-rate mortgage with extra payments and mortgage insurance. */
import { amortize, type Installment, levelPayment } from "../_lib/money/annuity.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import { ratePerPeriod } from "../_lib/money/interest.ts";
import { roundMoney } from "../_lib/money/amount.ts";
import type { MortgageTerms } from "./terms.ts";

export interface MonthOfMortgage extends Installment {
  readonly pmi: Decimal;
}

export interface Mortgage {
  /** Per month, as a fraction. */
  readonly rate: Decimal;
  readonly payment: Decimal;
  /** Of the loan without extra payments. */
  readonly periods: number;
  /** As long as it is due. */
  readonly pmiMonthly: Decimal;
  readonly months: readonly MonthOfMortgage[];
  /** The same loan without extra payments. */
  readonly baseline: readonly Installment[];
}

const MONTHS_PER_YEAR = 12;

export function computeMortgage(terms: MortgageTerms): Mortgage {
  const { loan, periods, currency, extraPayment, oneTime } = terms;
  const round = (amount: Decimal): Decimal => roundMoney(amount, currency);
  // Semiannual is the Canadian rule: the sixth root of half a year's growth.
  const rate = ratePerPeriod(terms.annualRate, terms.compounding, MONTHS_PER_YEAR);
  const { repaymentPercent } = terms;
  const payment = round(
    repaymentPercent === undefined
      ? levelPayment(loan, { rate, periods })
      : loan.times(rate.plus(repaymentPercent.div(1200))),
  );
  const plain = { principal: loan, rate, periods, payment, round };
  const extraAt = (period: number): Decimal => extraPayment.plus(oneTime.get(period) ?? 0);
  const pmiMonthly = round(loan.times(terms.pmiRate).div(1200));
  const insuredAbove = terms.price.times(terms.pmiEndsAtLtv).div(100);
  const baseline = amortize(plain);
  return {
    rate,
    payment,
    periods: repaymentPercent === undefined ? periods : baseline.length,
    pmiMonthly,
    months: amortize({ ...plain, extraAt }).map((row) => ({
      ...row,
      pmi: row.opening.gt(insuredAbove) ? pmiMonthly : new Decimal(0),
    })),
    baseline,
  };
}
