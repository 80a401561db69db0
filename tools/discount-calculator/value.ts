/** What is published of a discounted price. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import {
  type Currency,
  inCoins,
  moneyNumber,
  percentNumber,
  roundMoney,
  writeMoney,
  writePercent,
} from "../_lib/money/amount.ts";
import type { Value } from "../discount-calculator.ts";
import type { Discounted } from "./compute.ts";

/** What is published, and the amounts as they are written: a JSON number has no cents beyond 90 million millions. */
export interface DescribedDiscount {
  readonly value: Value;
  readonly amounts: Readonly<
    Record<"price" | "finalPrice" | "saved" | "total" | "payable", Decimal>
  >;
}

export interface PurchaseTerms {
  readonly quantity: number;
  /** Percent of the discounted price. */
  readonly taxRate: number;
  /** The smallest coin. */
  readonly roundTo?: number | undefined;
  readonly currency: Currency;
}

export function describeDiscount(
  solvedFor: Value["solvedFor"],
  price: Decimal,
  { listTotal, steps, finalPrice }: Discounted,
  { quantity, taxRate, roundTo, currency }: PurchaseTerms,
): DescribedDiscount {
  // Between two prices as they were given the percentage is that of these, not of rounded ones.
  const base = solvedFor === "percentOff" ? price : listTotal;
  const percentOff = base.isZero() ? base : base.minus(finalPrice).div(base).times(100);
  const tax = roundMoney(finalPrice.times(taxRate).div(100), currency);
  const total = finalPrice.plus(tax);
  const payable = inCoins(total, roundTo);
  const amounts = {
    price,
    finalPrice,
    saved: listTotal.minus(finalPrice),
    total,
    payable,
  };
  const value: Value = {
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
    saved: moneyNumber(amounts.saved),
    percentOff: percentNumber(percentOff),
    tax: moneyNumber(tax),
    total: moneyNumber(total),
    rounding: moneyNumber(payable.minus(total)),
    payable: moneyNumber(payable),
  };
  return { value, amounts };
}

/** The lines of the output. */
export function writeDiscount({ value, amounts }: DescribedDiscount, currency: Currency): string {
  const money = (amount: Decimal): string => writeMoney(amount, currency);
  const lines = [
    `Final price: ${money(amounts.finalPrice)}`,
    `You save: ${money(amounts.saved)} (${writePercent(new Decimal(value.percentOff))})`,
  ];
  if (value.solvedFor === "price") lines.unshift(`Original price: ${money(amounts.price)}`);
  if (value.tax !== 0) lines.push(`Total with tax: ${money(amounts.total)}`);
  if (value.rounding !== 0) lines.push(`Payable: ${money(amounts.payable)}`);
  return lines.join("\n");
}
