import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool } from "./_core/tool.ts";
import { CONFLICT_FAILURES, INSUFFICIENT_FAILURES } from "./_lib/fields/exclusive-fields.ts";
import { UNKNOWN_MEMBER_WARNINGS, unknownMembers } from "./_lib/fields/unknown-members.ts";
import { CURRENCY_FAILURES } from "./_lib/money/amount.ts";
import { Decimal } from "./_lib/numbers/decimal.ts";
import { LANGUAGES } from "./invoice-generator/labels.ts";
import { CATEGORIES } from "./invoice-generator/tax.ts";
import { generateInvoice } from "./invoice-generator/value.ts";
import { DAY_FAILURE } from "./_lib/fields/date-field.ts";

const FAILURES = {
  ...CONFLICT_FAILURES,
  ...INSUFFICIENT_FAILURES,
  ...DAY_FAILURE,
  ...CURRENCY_FAILURES,
  TAX_CATEGORY_RATE: "Category S without a rate above 0, or another category with one",
} as const;

const WARNINGS = {
  MISSING_FIELD: "An invoice with these taxes needs this field",
  EXEMPTION_REASON_MISSING: "A tax of category E, AE, K, G or O has no reason",
  DUE_BEFORE_ISSUE: "The invoice is due before it is issued",
  NEGATIVE_PAYABLE: "Nothing is to pay but something to give back: a credit note does that",
  ...UNKNOWN_MEMBER_WARNINGS,
} as const;

export type Warnings = typeof WARNINGS;

const MOST = 1e15;

const text = (description: string, maxLength: number) =>
  Type.Optional(Type.String({ description, maxLength }));

const amount = (description: string) =>
  Type.Optional(Type.Number({ description, minimum: 0, maximum: MOST }));

const percent = (description: string) =>
  Type.Optional(Type.Number({ description, minimum: 0, maximum: 100 }));

const OWN_TAX = {
  taxRate: percent("Its own, instead of the document's"),
  taxCategory: Type.Optional(oneOf(CATEGORIES, { description: "VAT category of EN 16931" })),
};

const LINE = Type.Object({
  description: Type.String({ description: "What is sold", minLength: 1, maxLength: 1000 }),
  unitPrice: Type.Number({ description: "Net, or gross", minimum: 0, maximum: MOST }),
  quantity: Type.Number({
    description: "Below 0 for what is taken back",
    minimum: -MOST,
    maximum: MOST,
    default: 1,
  }),
  unit: text("Such as h, kg, pcs", 1000),
  priceBaseQuantity: Type.Optional(
    Type.Number({
      description: "How many units the price is for, 1 if left out",
      exclusiveMinimum: 0,
      maximum: MOST,
    }),
  ),
  discountPercent: percent("Off the line; or give discountAmount"),
  discountAmount: amount("Off the line; or give discountPercent"),
  chargeAmount: amount("Added to the line"),
  ...OWN_TAX,
  exemptionReason: text("Why category E, AE, K, G or O applies", 5000),
});

export type Line = Static<typeof LINE>;

const ITEM = Type.Object({
  reason: text("Why", 1000),
  amount: amount("A fixed sum; or give percent"),
  percent: percent("Of the sum of all lines; or give amount"),
  ...OWN_TAX,
});

export type Item = Static<typeof ITEM>;

const items = (description: string) => Type.Array(ITEM, { description, maxItems: 50, default: [] });

const PARTY = {
  name: text("Of a person or company", 1000),
  address: text("In one or more lines", 1000),
  taxId: text("VAT or tax number", 1000),
  email: text("Mail address", 1000),
  phone: text("Number", 1000),
};

const party = (description: string) => Type.Object(PARTY, { description, default: {} });

const LONGEST = 5000;

const INPUT = Type.Object({
  lines: Type.Array(LINE, { description: "What is sold", minItems: 1, maxItems: 1000 }),
  taxRate: Type.Number({
    description: "Percent, for lines and document items without their own",
    minimum: 0,
    maximum: 100,
    default: 0,
  }),
  pricesIncludeTax: Type.Boolean({ description: "Unit prices are gross", default: false }),
  allowances: items("Taken off the document"),
  charges: items("Added to the document"),
  documentType: oneOf(["invoice", "creditNote"], {
    description: "What it is",
    default: "invoice",
  }),
  number: text("Of the document", LONGEST),
  reference: text("Of the buyer's order", LONGEST),
  notes: text("Free text", LONGEST),
  paymentInstructions: text("How to pay", LONGEST),
  issueDate: Type.Optional(Type.String({ description: "YYYY-MM-DD" })),
  dueDate: Type.Optional(Type.String({ description: "YYYY-MM-DD" })),
  serviceDate: Type.Optional(
    Type.String({ description: "YYYY-MM-DD: day of delivery or completion, where it is another" }),
  ),
  servicePeriod: Type.Optional(
    Type.Object(
      {
        start: Type.String({ description: "YYYY-MM-DD" }),
        end: Type.String({ description: "YYYY-MM-DD, the last day" }),
      },
      { description: "Instead of serviceDate: days in which was delivered" },
    ),
  ),
  paymentTermsDays: Type.Optional(
    whole({ description: "Due so many days after issue", minimum: 0, maximum: 3650 }),
  ),
  seller: party("Who is to be paid"),
  buyer: party("Who is to pay"),
  prepaidAmount: Type.Number({
    description: "Paid already",
    minimum: 0,
    maximum: MOST,
    default: 0,
  }),
  roundTo: Type.Optional(
    Type.Number({ description: "Cash rounding: 0.05", exclusiveMinimum: 0, maximum: 100 }),
  ),
  currency: Type.String({ description: "Code of ISO 4217", default: "USD" }),
  language: oneOf(LANGUAGES, { description: "Of the words in Markdown and HTML", default: "en" }),
  format: oneOf(["markdown", "html", "json"], {
    description: "Of the output",
    default: "markdown",
  }),
});

export type Input = Static<typeof INPUT>;

const OPTIONAL_TEXT = Type.Union([Type.String(), Type.Null()]);

const PARTY_VALUE = Type.Object({
  name: OPTIONAL_TEXT,
  address: OPTIONAL_TEXT,
  taxId: OPTIONAL_TEXT,
  email: OPTIONAL_TEXT,
  phone: OPTIONAL_TEXT,
});

const TAXED = { taxCategory: oneOf(CATEGORIES), taxRate: Type.Number() };

const ITEM_VALUE = Type.Array(
  Type.Object({ reason: OPTIONAL_TEXT, amount: Type.Number(), ...TAXED }),
);

const VALUE = Type.Object({
  documentType: oneOf(["invoice", "creditNote"]),
  number: OPTIONAL_TEXT,
  issueDate: OPTIONAL_TEXT,
  dueDate: OPTIONAL_TEXT,
  serviceDate: OPTIONAL_TEXT,
  servicePeriod: Type.Union([
    Type.Object({ start: Type.String(), end: Type.String() }),
    Type.Null(),
  ]),
  currency: Type.String(),
  seller: PARTY_VALUE,
  buyer: PARTY_VALUE,
  reference: OPTIONAL_TEXT,
  notes: OPTIONAL_TEXT,
  paymentInstructions: OPTIONAL_TEXT,
  lines: Type.Array(
    Type.Object({
      number: Type.Integer({ description: "Place, from 1" }),
      description: Type.String(),
      quantity: Type.Number(),
      unit: Type.String(),
      unitPrice: Type.Number(),
      discount: Type.Number(),
      charge: Type.Number(),
      net: Type.Number(),
      ...TAXED,
    }),
  ),
  allowances: ITEM_VALUE,
  charges: ITEM_VALUE,
  taxes: Type.Array(
    Type.Object({
      category: oneOf(CATEGORIES),
      rate: Type.Number(),
      taxable: Type.Number(),
      tax: Type.Number(),
      exemptionReason: OPTIONAL_TEXT,
    }),
  ),
  totals: Type.Object({
    lineTotal: Type.Number(),
    allowanceTotal: Type.Number(),
    chargeTotal: Type.Number(),
    netTotal: Type.Number(),
    taxTotal: Type.Number(),
    grossTotal: Type.Number(),
    prepaid: Type.Number(),
    rounding: Type.Number(),
    payable: Type.Number(),
  }),
});

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "invoice-generator",
  name: "Invoice Generator",
  category: "Finance",
  description:
    "Makes an invoice or credit note with EN 16931 totals, as Markdown, printable HTML or JSON.",
  keywords: [
    "accounts receivable",
    "bill",
    "billing",
    "bookkeeping",
    "credit note",
    "discount",
    "e-invoice",
    "en 16931",
    "freelancer",
    "invoice",
    "line items",
    "receipt",
    "rechnung",
    "reverse charge",
    "tax",
    "vat",
  ],
  aliases: ["invoice-maker", "invoice-calculator"],
  version: "2026-11-23",

  input: INPUT,
  primary: "lines",
  value: VALUE,
  verb: "generate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "create an invoice",
    "invoice totals with vat per rate",
    "invoice as html to print",
    "credit note for a return",
    "calculate invoice with line discounts and document discount",
    "gross prices to net invoice",
    "reverse charge invoice",
    "invoice with deposit already paid",
    "cash rounding to 0.05 on an invoice",
    "bill for hours worked",
    "bill a client for my work",
    "plumber worked six hours and used parts, write the bill with tax",
    "small business needs a document with positions, tax and total to send",
    "receipt or statement for a customer with due date",
    "refund document for returned goods",
    "line items, allowances, tax categories and payable amount",
    "rechnung erstellen mit mehrwertsteuer",
    "crear una factura con iva",
    "faire une facture avec tva",
    "criar fatura com imposto",
    "請求書 作成 消費税",
    "开发票 计算税额",
    "hacer una factura para un cliente",
    "rechnung für einen kunden schreiben",
    "établir une facture pour un client",
    "给 客户 开 发票 账单",
    "顧客に請求書を作る",
    "painted a flat for two days, how do i charge the owner in writing",
    "my customer sent goods back, i need the paper that cancels part of it",
    "net 30 days, 19 percent on some lines and 7 on others, sum it up",
    "consultant abroad bills a german firm without tax, right wording",
    "EN 16931, XRechnung, ZUGFeRD, Factur-X, UBL, Peppol, QuickBooks, Lexware, FreshBooks, W-9 contractor",
    "produce a billing document from sold positions with per-rate tax breakdown and amount due",
    "emitir fatura ou nota de crédito, valor com imposto",
    "factura rectificativa, autónomo, iva por líneas",
    "gutschrift, kleinunternehmer, netto brutto, rechnungsvorlage",
    "avoir, auto-entrepreneur, modèle de facture, total ttc",
    "发票 模板 账单 税率 小计 合计",
    "見積 請求 インボイス 税率 合計 領収",
  ],
  effort: 3,

  laws: [
    {
      name: "what is to pay is the total less what is paid, and roundings; taxables add up to the net",
      holds(run, input) {
        const { totals, taxes } = run(input).value ?? {};
        // Beyond it doubles no longer hold cents.
        if (!totals || !taxes) return true;
        if (Math.max(Math.abs(totals.grossTotal), totals.prepaid) > 1e12) return true;
        const payable = new Decimal(totals.grossTotal).minus(totals.prepaid).plus(totals.rounding);
        const taxable = taxes.reduce((sum, tax) => sum.plus(tax.taxable), new Decimal(0));
        return payable.eq(totals.payable) && taxable.eq(totals.netTotal);
      },
    },
    {
      name: "the order of lines changes no total",
      holds(run, { lines, ...input }) {
        if (!Array.isArray(lines)) return true;
        const totals = (list: typeof lines) =>
          JSON.stringify(run({ ...input, lines: list }).value?.totals);
        return totals(lines) === totals(lines.toReversed());
      },
    },
  ],
  examples: [
    {
      title: "Two rates, discounts on a line and on all, a deposit",
      input: {
        seller: { name: "Nord GmbH", taxId: "DE123456789" },
        buyer: { name: "Süd AG" },
        number: "2026-0042",
        issueDate: "2026-01-31",
        currency: "EUR",
        paymentTermsDays: 30,
        prepaidAmount: 100,
        lines: [
          { description: "Work", quantity: 12.5, unit: "h", unitPrice: 80, taxRate: 19 },
          { description: "Book", quantity: 3, unitPrice: 9.95, taxRate: 7, discountPercent: 10 },
        ],
        allowances: [{ reason: "Loyalty", percent: 2, taxRate: 19 }],
      },
      expect: {
        valid: true,
        value: {
          dueDate: "2026-03-02",
          taxes: [{ taxable: 979.46, tax: 186.1 }, { tax: 1.88 }],
          totals: { netTotal: 1006.32, grossTotal: 1194.3, payable: 1094.3 },
        },
      },
    },
    {
      title: "Prices with tax, as in a shop",
      input: {
        lines: [{ description: "Mug", quantity: 3, unitPrice: 3.33, taxRate: 20 }],
        pricesIncludeTax: true,
      },
      expect: {
        valid: false,
        value: { totals: { netTotal: 8.33, taxTotal: 1.67, rounding: -0.01, payable: 9.99 } },
      },
    },
    {
      title: "A credit note without tax, and why",
      input: {
        documentType: "creditNote",
        number: "C-7",
        issueDate: "2026-02-01",
        seller: { name: "Ada", taxId: "DE123456789" },
        buyer: { name: "Bob" },
        lines: [
          {
            description: "Lesson",
            unitPrice: 40,
            taxCategory: "E",
            exemptionReason: "Education, Art. 132",
          },
        ],
      },
      expect: { valid: true, value: { taxes: [{ category: "E", tax: 0 }] } },
    },
    {
      title: "A standard tax of nothing",
      input: { lines: [{ description: "x", unitPrice: 1, taxRate: 0, taxCategory: "S" }] },
      expect: { ok: false, error: { code: "TAX_CATEGORY_RATE" } },
    },
  ],

  run: (input) => generateInvoice(input, unknownMembers(INPUT, input, ""), WARNINGS),
});
