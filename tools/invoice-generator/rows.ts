/** The tables of an invoice as texts, whatever they are drawn with. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import { type Currency, writeMoney, writeNumber, writePercent } from "../_lib/money/amount.ts";
import type { Value } from "../invoice-generator.ts";

export const LINE_HEAD = [
  "#",
  "Description",
  "Qty",
  "Unit",
  "Unit price",
  "Discount",
  "Tax",
  "Net",
] as const;
export const TAX_HEAD = ["Category", "Rate", "Taxable", "Tax"] as const;

type Row = readonly string[];

const percent = (rate: number): string => writePercent(new Decimal(rate));

export function lineRows({ lines }: Value, currency: Currency): Row[] {
  return lines.map((line) => [
    String(line.number),
    line.description,
    writeNumber(new Decimal(line.quantity)),
    line.unit,
    unitPriceText(line.unitPrice, currency),
    [
      ...(line.discount === 0 ? [] : [writeMoney(new Decimal(line.discount), currency)]),
      ...(line.charge === 0 ? [] : [`+${writeMoney(new Decimal(line.charge), currency)}`]),
    ].join(" "),
    percent(line.taxRate),
    writeMoney(new Decimal(line.net), currency),
  ]);
}

/** Prices of small things have more digits than cents. */
function unitPriceText(unitPrice: number, currency: Currency): string {
  const price = new Decimal(unitPrice);
  const decimals = Math.max(currency.decimals, price.decimalPlaces());
  return writeMoney(price, { ...currency, decimals });
}

export function taxRows({ taxes }: Value, currency: Currency): Row[] {
  return taxes.map(({ category, rate, taxable, tax, exemptionReason }) => [
    exemptionReason === null ? category : `${category}: ${exemptionReason}`,
    percent(rate),
    writeMoney(new Decimal(taxable), currency),
    writeMoney(new Decimal(tax), currency),
  ]);
}

type TotalRow = readonly [label: string, amount: string];

/** What is 0 is left out, but for the four that every invoice has. */
export function totalRows(value: Value, currency: Currency): TotalRow[] {
  const { allowances, charges, totals } = value;
  const items = (list: Value["allowances"], label: string, sign: 1 | -1) =>
    list.map(({ reason, amount }): [string, number] => [
      reason === null ? label : `${label}: ${reason}`,
      sign * amount,
    ]);
  const optional: [string, number][] = [
    ["Lines", totals.lineTotal],
    ...items(allowances, "Allowance", -1),
    ...items(charges, "Charge", 1),
  ];
  const paid: [string, number][] = [
    ["Prepaid", -totals.prepaid],
    ["Rounding", totals.rounding],
  ];
  const row = ([label, amount]: readonly [string, number]): TotalRow => [
    label,
    writeMoney(new Decimal(amount), currency),
  ];
  const isSomething = ([, amount]: readonly [string, number]) => amount !== 0;
  return [
    ...optional.filter(isSomething).map(row),
    ...sums(value).map(row),
    ...paid.filter(isSomething).map(row),
    row(["Payable", totals.payable]),
  ];
}

function sums({ totals: { netTotal, taxTotal, grossTotal } }: Value): [string, number][] {
  return [
    ["Net total", netTotal],
    ["Tax", taxTotal],
    ["Total", grossTotal],
  ];
}

/** The gist: net, tax, total, payable. */
export function summaryRows(value: Value, currency: Currency): TotalRow[] {
  return [...sums(value), ["Payable", value.totals.payable] as const].map(([label, amount]) => [
    label,
    writeMoney(new Decimal(amount), currency),
  ]);
}

export function heading({ documentType, number }: Value): string {
  const name = documentType === "invoice" ? "Invoice" : "Credit note";
  return number === null ? name : `${name} ${number}`;
}

/** Issue date, due date and reference, those that there are. */
export function facts({ issueDate, dueDate, reference }: Value): TotalRow[] {
  const all: [string, string | null][] = [
    ["Issue date", issueDate],
    ["Due date", dueDate],
    ["Reference", reference],
  ];
  return all.flatMap(([label, text]) => (text === null ? [] : [[label, text] as const]));
}

/** The lines of an address block. */
export function partyLines({ name, address, taxId, email, phone }: Value["seller"]): string[] {
  const tax = taxId === null ? null : `Tax ID: ${taxId}`;
  return [name, address, tax, email, phone].flatMap((text) =>
    text === null ? [] : text.split(/\r\n|\n|\r/),
  );
}
