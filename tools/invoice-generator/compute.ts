/** The amounts of an invoice (EN 16931-1, BT-106 to BT-131): all rounded half away from zero to cents. */
import { Decimal, sumOf } from "../_lib/numbers/decimal.ts";
import { type Currency, inCoins, roundMoney } from "../_lib/money/amount.ts";
import type { Item, Line } from "../invoice-generator.ts";
import { type Tax, type Taxed, taxesOf, taxOf } from "./tax.ts";

export interface Given {
  readonly lines: readonly Line[];
  readonly allowances: readonly Item[];
  readonly charges: readonly Item[];
  readonly taxRate: number;
  readonly pricesIncludeTax: boolean;
  readonly prepaidAmount: number;
  readonly roundTo: number | undefined;
  readonly currency: Currency;
}

export interface ComputedLine extends Taxed {
  readonly discount: Decimal;
  readonly charge: Decimal;
  /** With tax, where the prices are. */
  readonly gross: Decimal;
  readonly net: Decimal;
}

export interface ComputedItem extends Taxed {
  readonly amount: Decimal;
}

export interface Totals {
  readonly lineTotal: Decimal;
  readonly allowanceTotal: Decimal;
  readonly chargeTotal: Decimal;
  readonly netTotal: Decimal;
  readonly taxTotal: Decimal;
  readonly grossTotal: Decimal;
  readonly prepaid: Decimal;
  readonly rounding: Decimal;
  readonly payable: Decimal;
}

export interface ComputedInvoice {
  readonly lines: readonly ComputedLine[];
  readonly allowances: readonly ComputedItem[];
  readonly charges: readonly ComputedItem[];
  readonly taxes: readonly Tax[];
  readonly totals: Totals;
}

type Round = (amount: Decimal) => Decimal;

export function computeInvoice(given: Given): ComputedInvoice {
  const round: Round = (amount) => roundMoney(amount, given.currency);
  const lines = given.lines.map((line) => computeLine(line, given, round));
  const lineTotal = sumOf(lines, ({ net }) => net);
  const items = (list: readonly Item[]) =>
    list.map((item): ComputedItem => {
      const { amount, percent = 0 } = item;
      const exact = amount === undefined ? lineTotal.times(percent).div(100) : new Decimal(amount);
      return { ...taxOf(item, given.taxRate), amount: round(exact) };
    });
  const [allowances, charges] = [items(given.allowances), items(given.charges)];
  const taxes = taxesOf(
    [
      ...lines.map((line, index) => ({
        ...line,
        amount: line.net,
        path: `/lines/${index}`,
        exemptionReason: given.lines[index]?.exemptionReason,
      })),
      ...allowances.map((item, index) => ({
        ...item,
        amount: item.amount.negated(),
        path: `/allowances/${index}`,
      })),
      ...charges.map((item, index) => ({ ...item, path: `/charges/${index}` })),
    ],
    round,
  );
  const allowanceTotal = sumOf(allowances, ({ amount }) => amount);
  const chargeTotal = sumOf(charges, ({ amount }) => amount);
  const netTotal = lineTotal.minus(allowanceTotal).plus(chargeTotal);
  const taxTotal = sumOf(taxes, ({ tax }) => tax);
  const grossTotal = netTotal.plus(taxTotal);
  const prepaid = round(new Decimal(given.prepaidAmount));
  const paidInCash = cashRounding(given, lines, grossTotal, prepaid);
  const totals = { lineTotal, allowanceTotal, chargeTotal, netTotal, taxTotal, grossTotal };
  return { lines, allowances, charges, taxes, totals: { ...totals, prepaid, ...paidInCash } };
}

function computeLine(line: Line, { taxRate, pricesIncludeTax }: Given, round: Round): ComputedLine {
  const { quantity, priceBaseQuantity = 1, chargeAmount = 0 } = line;
  const { discountPercent = 0, discountAmount } = line;
  const taxed = taxOf(line, taxRate);
  const amount = round(new Decimal(quantity).times(line.unitPrice).div(priceBaseQuantity));
  const discount = round(
    discountAmount === undefined
      ? amount.times(discountPercent).div(100)
      : new Decimal(discountAmount),
  );
  const charge = round(new Decimal(chargeAmount));
  const gross = amount.minus(discount).plus(charge);
  const net = pricesIncludeTax
    ? round(gross.times(100).div(new Decimal(100).plus(taxed.rate)))
    : gross;
  return { ...taxed, discount, charge, gross, net };
}

/** What lines promised with tax, and then what coins there are. */
function cashRounding(
  { pricesIncludeTax, roundTo }: Given,
  lines: readonly ComputedLine[],
  grossTotal: Decimal,
  prepaid: Decimal,
): Pick<Totals, "rounding" | "payable"> {
  const promised = pricesIncludeTax ? sumOf(lines, ({ gross }) => gross) : grossTotal;
  const rounding = promised.minus(grossTotal);
  const payable = promised.minus(prepaid);
  const paid = inCoins(payable, roundTo);
  return { rounding: rounding.plus(paid).minus(payable), payable: paid };
}
