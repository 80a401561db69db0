/** A mortgage as it is asked for. */
import { type Static, Type } from "@sinclair/typebox";
import type { Entry } from "../_core/tool.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import { type Currency, roundMoney, writeMoney } from "../_lib/money/amount.ts";
import { readTerm } from "../_lib/money/interest.ts";

/** Numbers as given; what is left out is 0. */
export interface MortgageRequest {
  readonly price: number;
  readonly downPayment?: number;
  readonly downPaymentPercent?: number;
  readonly annualRate: number;
  readonly years: number;
  readonly extraPayment: number;
  readonly compounding: "monthly" | "semiannual";
  readonly propertyTax?: number;
  readonly propertyTaxRate?: number;
  readonly homeInsurance: number;
  readonly hoaMonthly: number;
  readonly pmiRate?: number;
  readonly pmiEndsAtLtv: number;
}

export const ONE_TIME_PAYMENTS = Type.Array(
  Type.Object({
    month: Type.Integer({
      description: "The number of the payment with which it is made",
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
    amount: Type.Number({ exclusiveMinimum: 0, maximum: 1e15 }),
  }),
  { maxItems: 600 },
);
type OneTimePayment = Static<typeof ONE_TIME_PAYMENTS>[number];

export interface MortgageTerms {
  readonly price: Decimal;
  readonly downPayment: Decimal;
  /** Of the price. */
  readonly downPaymentPercent: Decimal;
  /** Rounded price less down payment. */
  readonly loan: Decimal;
  /** Percent per year. */
  readonly annualRate: Decimal;
  readonly periods: number;
  /** The term was moved to whole months. */
  readonly isRounded: boolean;
  readonly compounding: "monthly" | "semiannual";
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

export function readTerms(
  request: MortgageRequest,
  oneTimePayments: readonly OneTimePayment[],
  currency: Currency,
): MortgageTerms {
  const price = new Decimal(request.price);
  const { downPaymentPercent: percent } = request;
  const own =
    percent === undefined ? new Decimal(request.downPayment ?? 0) : price.times(percent).div(100);
  const loan = roundMoney(price.minus(own), currency);
  const oneTime = new Map<number, Decimal>();
  for (const { month, amount } of oneTimePayments) {
    oneTime.set(month, new Decimal(amount).plus(oneTime.get(month) ?? 0));
  }
  const tax = request.propertyTax ?? price.times(request.propertyTaxRate ?? 0).div(100);
  const perMonth = (perYear: Decimal): Decimal =>
    roundMoney(perYear.div(MONTHS_PER_YEAR), currency);
  return {
    price,
    // What a percentage leaves over is shown so that it adds up to the price with the loan.
    downPayment: percent === undefined ? own : price.minus(loan),
    downPaymentPercent: own.div(price).times(100),
    loan,
    annualRate: new Decimal(request.annualRate),
    ...readTerm(request.years, MONTHS_PER_YEAR),
    compounding: request.compounding,
    extraPayment: new Decimal(request.extraPayment),
    oneTime,
    pmiRate: new Decimal(request.pmiRate ?? 0),
    pmiEndsAtLtv: new Decimal(request.pmiEndsAtLtv),
    propertyTax: perMonth(new Decimal(tax)),
    homeInsurance: perMonth(new Decimal(request.homeInsurance)),
    hoa: new Decimal(request.hoaMonthly),
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
