/** What is published of taxes on amounts. */
import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../_core/fields.ts";
import { Decimal, sumOf } from "../_lib/numbers/decimal.ts";
import {
  type Currency,
  moneyNumber,
  percentNumber,
  roundMoney,
  writeMoney,
} from "../_lib/money/amount.ts";
import { addTaxes, grossFactor, removeTaxes, type Tax } from "./compute.ts";

export const TAX_VALUE = Type.Object({
  action: oneOf(["add", "remove"]),
  net: Type.Number(),
  tax: Type.Number(),
  gross: Type.Number(),
  taxableNet: Type.Number(),
  exemptNet: Type.Number(),
  effectiveRate: Type.Number({ description: "Tax in percent of all that is net" }),
  combinedRate: Type.Number({ description: "Exact percent of all taxes on a taxable net" }),
  taxes: Type.Array(
    Type.Object({
      name: Type.String(),
      rate: Type.Number({ description: "Percent" }),
      compound: Type.Boolean(),
      base: Type.Number(),
      tax: Type.Number(),
    }),
  ),
});

export type TaxValue = Static<typeof TAX_VALUE>;

/** A line of a basket. */
export interface Line {
  readonly unitPrice: number;
  /** 1, if left out. */
  readonly quantity?: number;
  readonly exempt?: boolean;
}

export interface TaxOrder {
  readonly action: "add" | "remove";
  /** Whether taxes are rounded for all taxable lines together or for each. */
  readonly roundLevel: "total" | "line";
  readonly currency: Currency;
}

/** What is written of them, exactly: a JSON number has no cents beyond 90 million millions. */
export type TaxTotals = Readonly<Record<"net" | "tax" | "gross", Decimal>>;

export interface DescribedTaxes {
  readonly value: TaxValue;
  readonly totals: TaxTotals;
  /** A tax was moved so that net and taxes add up to a gross amount. */
  readonly isAdjusted: boolean;
}

export function describeTaxes(
  lines: readonly Line[],
  taxes: readonly Tax[],
  { action, roundLevel, currency }: TaxOrder,
): DescribedTaxes {
  const amountOf = ({ unitPrice, quantity = 1 }: Line): Decimal =>
    roundMoney(new Decimal(unitPrice).times(quantity), currency);
  const taxable = lines.filter(({ exempt = false }) => !exempt);
  const groups = roundLevel === "line" ? taxable.map(amountOf) : [sumOf(taxable, amountOf)];
  const work = action === "add" ? addTaxes : removeTaxes;
  const taxed = groups.map((amount) => work(amount, taxes, currency));
  const taxableNet = sumOf(taxed, ({ net }) => net);
  const exemptNet = sumOf(
    lines.filter(({ exempt = false }) => exempt),
    amountOf,
  );
  const shareOf = (index: number, part: "base" | "tax"): Decimal =>
    sumOf(taxed, ({ shares }) => shares[index]?.[part] ?? new Decimal(0));
  const tax = sumOf([...taxes.keys()], (index) => shareOf(index, "tax"));
  const net = taxableNet.plus(exemptNet);
  const gross = net.plus(tax);
  const value: TaxValue = {
    action,
    net: moneyNumber(net),
    tax: moneyNumber(tax),
    gross: moneyNumber(gross),
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
  const totals = { net, tax, gross };
  return { value, totals, isAdjusted: taxed.some(({ isAdjusted }) => isAdjusted) };
}

/** The lines of the output. */
export function writeTaxes({ net, tax, gross }: TaxTotals, currency: Currency): string {
  const money = (amount: Decimal): string => writeMoney(amount, currency);
  return `Net: ${money(net)}\nTax: ${money(tax)}\nGross: ${money(gross)}`;
}
