/** What is published of a discounted price. */
import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../../_core/fields.ts";
import { Decimal } from "../decimal.ts";
import {
  type Currency,
  moneyNumber,
  percentNumber,
  roundMoney,
  writeMoney,
  writePercent,
} from "../money.ts";
import type { Discounted } from "./compute.ts";

export const DISCOUNT_VALUE = Type.Object({
  solvedFor: oneOf(["finalPrice", "price", "percentOff"]),
  price: Type.Number({ description: "Of one unit" }),
  quantity: Type.Integer(),
  listTotal: Type.Number(),
  steps: Type.Array(
    Type.Object({
      kind: oneOf(["deal", "percent", "amount"]),
      value: Type.Number({ description: "Reduced units, percent, or amount" }),
      discount: Type.Number(),
      subtotal: Type.Number(),
    }),
  ),
  finalPrice: Type.Number({ description: "Of all units, without tax" }),
  unitPrice: Type.Number(),
  saved: Type.Number(),
  percentOff: Type.Number({ description: "Of the list price, by all discounts together" }),
  tax: Type.Number(),
  total: Type.Number({ description: "With tax" }),
});

export type DiscountValue = Static<typeof DISCOUNT_VALUE>;

export interface PurchaseTerms {
  readonly quantity: number;
  /** Percent of the discounted price. */
  readonly taxRate: number;
  readonly currency: Currency;
}

export function describeDiscount(
  solvedFor: DiscountValue["solvedFor"],
  price: Decimal,
  { listTotal, steps, finalPrice }: Discounted,
  { quantity, taxRate, currency }: PurchaseTerms,
): DiscountValue {
  // Between two prices as they were given the percentage is that of these, not of rounded ones.
  const base = solvedFor === "percentOff" ? price : listTotal;
  const percentOff = base.isZero() ? base : base.minus(finalPrice).div(base).times(100);
  const tax = roundMoney(finalPrice.times(taxRate).div(100), currency, "halfUp");
  return {
    solvedFor,
    price: moneyNumber(price),
    quantity,
    listTotal: moneyNumber(listTotal),
    steps: steps.map((step) => ({
      kind: step.kind,
      value: moneyNumber(step.value),
      discount: moneyNumber(step.discount),
      subtotal: moneyNumber(step.subtotal),
    })),
    finalPrice: moneyNumber(finalPrice),
    unitPrice: moneyNumber(roundMoney(finalPrice.div(quantity), currency)),
    saved: moneyNumber(listTotal.minus(finalPrice)),
    percentOff: percentNumber(percentOff),
    tax: moneyNumber(tax),
    total: moneyNumber(finalPrice.plus(tax)),
  };
}

/** The lines of the output. */
export function writeDiscount(value: DiscountValue, currency: Currency): string {
  const money = (amountOf: number): string => writeMoney(new Decimal(amountOf), currency);
  const lines = [
    `Final price: ${money(value.finalPrice)}`,
    `You save: ${money(value.saved)} (${writePercent(new Decimal(value.percentOff))})`,
  ];
  if (value.solvedFor === "price") lines.unshift(`Original price: ${money(value.price)}`);
  if (value.tax !== 0) lines.push(`Total with tax: ${money(value.total)}`);
  return lines.join("\n");
}
