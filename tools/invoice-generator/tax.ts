/** Taxes of an invoice: one amount for each category and rate, never for each line (EN 16931-1, BG-23). */
import type { Entry } from "../_core/tool.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";

/** Standard, zero, exempt, reverse charge, intra-community, export, outside the scope of tax: in this order. */
export const CATEGORIES = ["S", "Z", "E", "AE", "K", "G", "O"] as const;
export type Category = (typeof CATEGORIES)[number];

/** Categories whose tax is 0 for a reason that has to be named. */
const EXEMPT: ReadonlySet<Category> = new Set(["E", "AE", "K", "G", "O"]);

export interface Taxed {
  readonly category: Category;
  /** Percent. */
  readonly rate: number;
}

interface TaxFields {
  readonly taxRate?: number;
  readonly taxCategory?: Category;
}

/** The tax of a line or item: its own, or the document's. */
export function taxOf({ taxRate, taxCategory }: TaxFields, documentRate: number): Taxed {
  const rate = taxRate ?? documentRate;
  return { category: taxCategory ?? (rate > 0 ? "S" : "Z"), rate };
}

export function checkTax({ category, rate }: Taxed, path: string): Entry<"TAX_CATEGORY_RATE">[] {
  if ((category === "S") === rate > 0) return [];
  const expected = category === "S" ? "a rate above 0" : "a rate of 0";
  const message = `Cannot tax ${path}: found category ${category} with ${rate} %, expected ${expected}`;
  return [{ code: "TAX_CATEGORY_RATE", message, path: `${path}/taxRate`, expected }];
}

/** An amount that is taxed: positive for lines and charges, negative for allowances. */
export interface Taxable extends Taxed {
  readonly amount: Decimal;
  readonly path: string;
  readonly exemptionReason?: string | undefined;
}

export interface Tax extends Taxed {
  readonly taxable: Decimal;
  readonly tax: Decimal;
  readonly exemptionReason: string | null;
  /** Of its first amount. */
  readonly path: string;
}

export function taxesOf(
  amounts: readonly Taxable[],
  round: (amount: Decimal) => Decimal,
): readonly Tax[] {
  const groups = new Map<string, Taxable[]>();
  for (const amount of amounts) {
    const name = `${amount.category} ${amount.rate}`;
    const group = groups.get(name);
    if (group) group.push(amount);
    else groups.set(name, [amount]);
  }
  return Array.from(groups.values(), (group) => {
    const [{ category, rate, path }] = group as [Taxable, ...Taxable[]];
    const taxable = group.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0));
    const reasons = group.flatMap(({ exemptionReason = "" }) =>
      exemptionReason.trim() === "" ? [] : exemptionReason,
    );
    const tax = round(taxable.times(rate).div(100));
    return { category, rate, taxable, tax, exemptionReason: reasons[0] ?? null, path };
  }).toSorted(
    (a, b) => CATEGORIES.indexOf(a.category) - CATEGORIES.indexOf(b.category) || b.rate - a.rate,
  );
}

/** Whether a reason has to be named, and is not. */
export function lacksReason({ category, exemptionReason }: Tax): boolean {
  return EXEMPT.has(category) && exemptionReason === null;
}
