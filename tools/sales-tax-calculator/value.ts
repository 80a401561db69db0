/** What is published of taxes on amounts. */
import { Decimal, sumOf } from "../_lib/numbers/decimal.ts";
import {
  type Currency,
  inCoins,
  moneyNumber,
  percentNumber,
  roundMoney,
  writeMoney,
} from "../_lib/money/amount.ts";
import type { Input, Line, Value } from "../sales-tax-calculator.ts";
import { addTaxes, grossFactor, removeTaxes, type Tax } from "./compute.ts";

/** What is written of them, exactly: a JSON number has no cents beyond 90 million millions. */
export type TaxTotals = Readonly<Record<"net" | "tax" | "gross" | "payable", Decimal>>;

export interface DescribedTaxes {
  readonly value: Value;
  readonly totals: TaxTotals;
  /** A tax was moved so that net and taxes add up to a gross amount. */
  readonly isAdjusted: boolean;
}

export function describeTaxes(
  lines: readonly Line[],
  taxes: readonly Tax[],
  { action, roundLevel, roundTo }: Pick<Input, "action" | "roundLevel" | "roundTo">,
  currency: Currency,
): DescribedTaxes {
  const amountOf = ({ unitPrice, quantity }: Line): Decimal =>
    roundMoney(new Decimal(unitPrice).times(quantity), currency);
  const taxable = lines.filter(({ exempt }) => !exempt);
  const groups = roundLevel === "line" ? taxable.map(amountOf) : [sumOf(taxable, amountOf)];
  const work = action === "add" ? addTaxes : removeTaxes;
  const taxed = groups.map((amount) => work(amount, taxes, currency));
  const taxableNet = sumOf(taxed, ({ net }) => net);
  const exemptNet = sumOf(
    lines.filter(({ exempt }) => exempt),
    amountOf,
  );
  const shareOf = (index: number, part: "base" | "tax"): Decimal =>
    sumOf(taxed, ({ shares }) => shares[index]?.[part] ?? new Decimal(0));
  const tax = sumOf([...taxes.keys()], (index) => shareOf(index, "tax"));
  const net = taxableNet.plus(exemptNet);
  const gross = net.plus(tax);
  const payable = inCoins(gross, roundTo);
  const value: Value = {
    action,
    net: moneyNumber(net),
    tax: moneyNumber(tax),
    gross: moneyNumber(gross),
    rounding: moneyNumber(payable.minus(gross)),
    payable: moneyNumber(payable),
    taxableNet: moneyNumber(taxableNet),
    exemptNet: moneyNumber(exemptNet),
    effectiveRate: percentNumber(net.isZero() ? net : tax.div(net).times(100)),
    combinedRate: percentNumber(grossFactor(taxes).minus(1).times(100)),
    taxes: taxes.map(({ name, rate, compound }, index) => ({
      name,
      rate: percentNumber(rate),
      compound,
      base: moneyNumber(shareOf(index, "base")),
      tax: moneyNumber(shareOf(index, "tax")),
    })),
  };
  const totals = { net, tax, gross, payable };
  return { value, totals, isAdjusted: taxed.some(({ isAdjusted }) => isAdjusted) };
}

/** The lines of the output. */
export function writeTaxes({ net, tax, gross, payable }: TaxTotals, currency: Currency): string {
  const money = (amount: Decimal): string => writeMoney(amount, currency);
  const lines = [`Net: ${money(net)}`, `Tax: ${money(tax)}`, `Gross: ${money(gross)}`];
  if (!payable.eq(gross)) lines.push(`Payable: ${money(payable)}`);
  return lines.join("\n");
}
