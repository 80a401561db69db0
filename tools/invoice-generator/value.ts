import { done, type Entry } from "../_core/tool.ts";
import { moneyNumber } from "../_lib/money/amount.ts";
import type { Input, Item, Value, Warnings } from "../invoice-generator.ts";
import { type ComputedInvoice, type ComputedItem, computeInvoice } from "./compute.ts";
import { writeHtml } from "./html.ts";
import { LABELS } from "./labels.ts";
import { writeMarkdown } from "./markdown.ts";
import { type Invoice, readInvoice } from "./read.ts";
import { summaryRows } from "./rows.ts";
import { lacksReason } from "./tax.ts";
import { moneyReport } from "../_lib/results/estimate-report.ts";

/** What is published of an invoice: its value, its verdict, its report; `unknown` members have no effect. */
export function generateInvoice(
  input: Input,
  unknown: readonly Entry<"UNKNOWN_FIELD">[],
  texts: Warnings,
) {
  const { invoice, failure } = readInvoice(input);
  if (failure) return failure;
  const computed = computeInvoice(invoice);
  const value = describe(input, invoice, computed);
  const warnings = [...warningsOf(value, computed, texts), ...unknown];
  const summary = summaryRows(value, invoice.currency, LABELS.en)
    .map(([label, amount]) => `${label}: ${amount}`)
    .join("\n");
  return done({
    output: write(input, value, invoice),
    value,
    valid: !warnings.some(({ code }) => INVALIDATING.has(code)),
    stats: { lines: value.lines.length },
    warnings,
    report: moneyReport("Invoice Generator", summary, warnings),
  });
}

function write({ format, language }: Input, value: Value, { currency }: Invoice): string {
  if (format === "json") return JSON.stringify(value, null, 2);
  if (format === "html") return writeHtml(value, currency, language);
  return writeMarkdown(value, currency, LABELS[language]);
}

function describe(input: Input, invoice: Invoice, computed: ComputedInvoice): Value {
  const { number, reference, notes, paymentInstructions, documentType } = input;
  const { lines, taxes, totals } = computed;
  return {
    documentType,
    number: orNull(number),
    issueDate: invoice.issueDate,
    dueDate: invoice.dueDate,
    serviceDate: invoice.serviceDate,
    servicePeriod: invoice.servicePeriod,
    currency: invoice.currency.code,
    seller: describeParty(input.seller),
    buyer: describeParty(input.buyer),
    reference: orNull(reference),
    notes: orNull(notes),
    paymentInstructions: orNull(paymentInstructions),
    lines: invoice.lines.map(({ description, quantity, unit = "", unitPrice }, index) => {
      const { discount, charge, net, category, rate } = lines[index] as (typeof lines)[number];
      return {
        number: index + 1,
        description,
        quantity,
        unit,
        unitPrice,
        discount: moneyNumber(discount),
        charge: moneyNumber(charge),
        net: moneyNumber(net),
        taxCategory: category,
        taxRate: rate,
      };
    }),
    allowances: describeItems(invoice.allowances, computed.allowances),
    charges: describeItems(invoice.charges, computed.charges),
    taxes: taxes.map(({ category, rate, taxable, tax, exemptionReason }) => ({
      category,
      rate,
      taxable: moneyNumber(taxable),
      tax: moneyNumber(tax),
      exemptionReason,
    })),
    totals: {
      lineTotal: moneyNumber(totals.lineTotal),
      allowanceTotal: moneyNumber(totals.allowanceTotal),
      chargeTotal: moneyNumber(totals.chargeTotal),
      netTotal: moneyNumber(totals.netTotal),
      taxTotal: moneyNumber(totals.taxTotal),
      grossTotal: moneyNumber(totals.grossTotal),
      prepaid: moneyNumber(totals.prepaid),
      rounding: moneyNumber(totals.rounding),
      payable: moneyNumber(totals.payable),
    },
  };
}

/** Blank is not there. */
function orNull(text: string | undefined): string | null {
  return text === undefined || text.trim() === "" ? null : text;
}

function describeParty({ name, address, taxId, email, phone }: Input["seller"]) {
  return {
    name: orNull(name),
    address: orNull(address),
    taxId: orNull(taxId),
    email: orNull(email),
    phone: orNull(phone),
  };
}

function describeItems(items: readonly Item[], computed: readonly ComputedItem[]) {
  return computed.map(({ amount, category, rate }, index) => ({
    reason: orNull(items[index]?.reason),
    amount: moneyNumber(amount),
    taxCategory: category,
    taxRate: rate,
  }));
}

const INVALIDATING: ReadonlySet<string> = new Set(["MISSING_FIELD", "EXEMPTION_REASON_MISSING"]);

function warningsOf(value: Value, { taxes, totals }: ComputedInvoice, texts: Warnings) {
  const warn = (code: keyof Warnings, path: string) => ({ code, message: texts[code], path });
  const needed = [
    ["/number", value.number],
    ["/issueDate", value.issueDate],
    ["/seller/name", value.seller.name],
    ["/buyer/name", value.buyer.name],
    ...(taxes.some(({ category }) => category !== "O")
      ? [["/seller/taxId", value.seller.taxId] as const]
      : []),
    ...(taxes.some(({ category }) => category === "AE" || category === "K")
      ? [["/buyer/taxId", value.buyer.taxId] as const]
      : []),
  ] as const;
  const { documentType, issueDate, dueDate } = value;
  const isDueBefore = issueDate !== null && dueDate !== null && dueDate < issueDate;
  const isNegative = totals.payable.isNegative() && !totals.payable.isZero();
  return [
    ...needed.filter(([, text]) => text === null).map(([path]) => warn("MISSING_FIELD", path)),
    ...taxes.filter(lacksReason).map(({ path }) => warn("EXEMPTION_REASON_MISSING", path)),
    ...(isDueBefore ? [warn("DUE_BEFORE_ISSUE", "/dueDate")] : []),
    ...(isNegative && documentType === "invoice" ? [warn("NEGATIVE_PAYABLE", "/lines")] : []),
  ];
}
