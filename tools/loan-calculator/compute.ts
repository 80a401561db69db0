/** A loan paid back in regular payments: its schedule, and what it costs in truth. */
import { amortize, type Installment, type LoanTotals, totalsOf } from "../_lib/money/annuity.ts";
import type { Decimal } from "../_lib/numbers/decimal.ts";
import { effectiveRate, TIMES_PER_YEAR } from "../_lib/money/interest.ts";
import { roundMoney } from "../_lib/money/amount.ts";
import {
  type LoanConditions,
  type LoanProblem,
  type LoanTerms,
  periodRate,
  rateOfReturn,
  rateTooHigh,
} from "./terms.ts";

export interface ComputedLoan {
  /** Per period, as a fraction. */
  readonly rate: Decimal;
  readonly rows: readonly Installment[];
  readonly totals: LoanTotals;
  /** Of the same loan without extra payments. */
  readonly plain: LoanTotals;
  /** Percent per year: nominal (US Regulation Z, Appendix J). */
  readonly apr: Decimal;
  /** Percent per year: effective (Directive 2008/48/EC, Annex I). */
  readonly aprEffective: Decimal;
}

export function computeLoan(
  terms: LoanTerms,
  conditions: LoanConditions,
): ComputedLoan | LoanProblem {
  const { extraPayment, frequency, fees } = conditions;
  const rate = periodRate(terms.annualRate, conditions);
  const loan = {
    ...terms,
    ...conditions,
    rate,
    round: (amount: Decimal): Decimal => roundMoney(amount, conditions.currency),
  };
  const baseline = amortize(loan);
  const rows = extraPayment.isZero()
    ? baseline
    : amortize({ ...loan, extraAt: () => extraPayment });
  const plain = totalsOf(baseline);
  const stream = { ...loan, periods: plain.periods, last: plain.finalPayment };
  const returned = rateOfReturn(stream, terms.principal.minus(fees));
  if (returned === undefined) return nothingLeft(fees);
  const times = TIMES_PER_YEAR[frequency];
  const aprEffective = effectiveRate(returned, times);
  // Cents lost by a payment that is rounded below its interest grow with every period.
  const isFinite = [plain.paid, aprEffective].every((figure) => Number.isFinite(figure.toNumber()));
  if (!isFinite) return rateTooHigh("/annualRate");
  const apr = returned.times(times * 100);
  return { rate, rows, totals: totalsOf(rows), plain, apr, aprEffective };
}

function nothingLeft(fees: Decimal): LoanProblem {
  const expected = "a first payment and fees of less than the principal";
  const message = `Cannot compute the APR: found fees of ${fees.toFixed()} and a payment due at once, expected ${expected}`;
  return { code: "FEES_TOO_LARGE", message, path: "/fees", expected };
}
