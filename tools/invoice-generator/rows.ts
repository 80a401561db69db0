/** The tables of an invoice as texts, whatever they are drawn with. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import { type Currency, writeMoney, writeNumber, writePercent } from "../_lib/money/amount.ts";
import type { Value } from "../invoice-generator.ts";
import type { Labels } from "./labels.ts";

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
export function totalRows(value: Value, currency: Currency, labels: Labels): TotalRow[] {
  const { allowances, charges, totals } = value;
  const items = (list: Value["allowances"], label: string, sign: 1 | -1) =>
    list.map(({ reason, amount }): [string, number] => [
      reason === null ? label : `${label}: ${reason}`,
      sign * amount,
    ]);
  const optional: [string, number][] = [
    [labels.lines, totals.lineTotal],
    ...items(allowances, labels.allowance, -1),
    ...items(charges, labels.charge, 1),
  ];
  const paid: [string, number][] = [
    [labels.prepaid, -totals.prepaid],
    [labels.rounding, totals.rounding],
  ];
  const row = ([label, amount]: readonly [string, number]): TotalRow => [
    label,
    writeMoney(new Decimal(amount), currency),
  ];
  const isSomething = ([, amount]: readonly [string, number]) => amount !== 0;
  return [
    ...optional.filter(isSomething).map(row),
    ...sums(value, labels).map(row),
    ...paid.filter(isSomething).map(row),
    row([labels.payable, totals.payable]),
  ];
}

function sums(
  { totals: { netTotal, taxTotal, grossTotal } }: Value,
  labels: Labels,
): [string, number][] {
  return [
    [labels.netTotal, netTotal],
    [labels.taxTotal, taxTotal],
    [labels.grossTotal, grossTotal],
  ];
}

/** The gist: net, tax, total, payable. */
export function summaryRows(value: Value, currency: Currency, labels: Labels): TotalRow[] {
  return [...sums(value, labels), [labels.payable, value.totals.payable] as const].map(
    ([label, amount]) => [label, writeMoney(new Decimal(amount), currency)],
  );
}

export function heading({ documentType, number }: Value, labels: Labels): string {
  const name = labels[documentType];
  return number === null ? name : `${name} ${number}`;
}

/** The dates and the reference, those that there are. */
export function facts(value: Value, labels: Labels): TotalRow[] {
  const { issueDate, dueDate, serviceDate, servicePeriod: period, reference } = value;
  const all: [string, string | null][] = [
    [labels.issueDate, issueDate],
    [labels.serviceDate, serviceDate],
    [labels.servicePeriod, period && `${period.start} – ${period.end}`],
    [labels.dueDate, dueDate],
    [labels.reference, reference],
  ];
  return all.flatMap(([label, text]) => (text === null ? [] : [[label, text] as const]));
}

/** The lines of an address block. */
export function partyLines(
  { name, address, taxId, email, phone }: Value["seller"],
  labels: Labels,
): string[] {
  const tax = taxId === null ? null : `${labels.taxId}: ${taxId}`;
  return [name, address, tax, email, phone].flatMap((text) =>
    text === null ? [] : text.split(/\r\n|\n|\r/),
  );
}
