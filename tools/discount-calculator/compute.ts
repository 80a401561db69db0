/** Prices after discounts, and back. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import { type Currency, roundMoney } from "../_lib/money/amount.ts";

/** Of every `buy + get` units, `get` are cheaper. */
export interface Deal {
  readonly buy: number;
  readonly get: number;
  /** By how much, percent. */
  readonly percentOff: Decimal;
}

export interface DiscountTerms {
  /** Of one unit. */
  readonly price: Decimal;
  readonly quantity: number;
  readonly deal: Deal | undefined;
  /** One after another. */
  readonly percents: readonly Decimal[];
  /** Off the whole, after all others. */
  readonly amountOff: Decimal | undefined;
  readonly currency: Currency;
}

export interface DiscountStep {
  readonly kind: "deal" | "percent" | "amount";
  /** Reduced units, percent, or amount. */
  readonly value: Decimal;
  readonly discount: Decimal;
  /** What is left to pay. */
  readonly subtotal: Decimal;
}

export interface Discounted {
  readonly listTotal: Decimal;
  readonly steps: readonly DiscountStep[];
  readonly finalPrice: Decimal;
}

/** How many of the units are reduced, those of a last deal that is not whole included. */
export function reducedUnits(quantity: number, { buy, get }: Deal): number {
  const group = buy + get;
  const rest = quantity % group;
  return Math.floor(quantity / group) * get + Math.max(0, Math.min(get, rest - buy));
}

export function applyDiscounts(terms: DiscountTerms): Discounted {
  const { price, quantity, deal, percents, amountOff, currency } = terms;
  const round = (amount: Decimal): Decimal => roundMoney(amount, currency);
  const listTotal = round(price.times(quantity));
  const steps: DiscountStep[] = [];
  let left = listTotal;
  const take = (kind: DiscountStep["kind"], value: Decimal, discount: Decimal): void => {
    left = left.minus(discount);
    steps.push({ kind, value, discount, subtotal: left });
  };
  if (deal) {
    const units = new Decimal(reducedUnits(quantity, deal));
    take("deal", units, round(price.times(units).times(deal.percentOff).div(100)));
  }
  for (const percent of percents) take("percent", percent, round(left.times(percent).div(100)));
  if (amountOff) take("amount", amountOff, Decimal.min(round(amountOff), left));
  return { listTotal, steps, finalPrice: left };
}

/** The price that the percentages turn into `finalPrice`; undefined where they leave nothing. */
export function priceBefore(
  finalPrice: Decimal,
  percents: readonly Decimal[],
  currency: Currency,
): Decimal | undefined {
  const whole = new Decimal(1);
  const rest = percents.reduce((part, percent) => part.times(whole.minus(percent.div(100))), whole);
  const price = finalPrice.div(rest);
  return Number.isFinite(price.toNumber()) ? roundMoney(price, currency) : undefined;
}
