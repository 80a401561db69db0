/** What goes in, what comes out, and what may be wrong. */
import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf, whole } from "../_core/fields.ts";
import {
  CONFLICT_FAILURES,
  DATE_FAILURES,
  INSUFFICIENT_FAILURES,
} from "../_lib/fields/exclusive-fields.ts";
import { CURRENCY_FAILURES } from "../_lib/money/amount.ts";
import { STRUCTURED_FAILURES } from "../_lib/fields/structured-field.ts";
import { UNKNOWN_MEMBER_WARNINGS } from "../_lib/fields/unknown-members.ts";
import { CATEGORIES } from "./tax.ts";

export const FAILURES = {
  ...STRUCTURED_FAILURES,
  ...CONFLICT_FAILURES,
  ...INSUFFICIENT_FAILURES,
  ...DATE_FAILURES,
  ...CURRENCY_FAILURES,
  TAX_CATEGORY_RATE: "Category S without a rate above 0, or another category with one",
} as const;

export const WARNINGS = {
  MISSING_FIELD: "An invoice needs this field",
  EXEMPTION_REASON_MISSING: "A tax of category E, AE, K, G or O has no reason",
  DUE_BEFORE_ISSUE: "The invoice is due before it is issued",
  NEGATIVE_PAYABLE: "Nothing is to pay but something to give back: a credit note does that",
  ...UNKNOWN_MEMBER_WARNINGS,
} as const;

export type Failure = keyof typeof FAILURES;
export type Warning = keyof typeof WARNINGS;

const MOST = 1e15;
const amount = (description: string) => Type.Number({ description, minimum: 0, maximum: MOST });
const percent = (description: string) => Type.Number({ description, minimum: 0, maximum: 100 });
const text = (description: string, maxLength: number) =>
  Type.Optional(Type.String({ description, maxLength }));

const TAX_FIELDS = {
  taxRate: Type.Optional(percent("Of its own")),
  taxCategory: Type.Optional(oneOf(CATEGORIES)),
};

const LINE = Type.Object({
  description: Type.String({ minLength: 1, maxLength: 1000 }),
  quantity: Type.Optional(Type.Number({ minimum: -MOST, maximum: MOST })),
  unit: Type.Optional(Type.String({ maxLength: 1000 })),
  unitPrice: amount("Net, or gross"),
  priceBaseQuantity: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: MOST })),
  discountPercent: Type.Optional(percent("Of the line")),
  discountAmount: Type.Optional(amount("Of the line")),
  chargeAmount: Type.Optional(amount("On the line")),
  ...TAX_FIELDS,
  exemptionReason: Type.Optional(Type.String({ maxLength: 5000 })),
});

const ITEM = Type.Object({
  reason: Type.Optional(Type.String({ maxLength: 1000 })),
  amount: Type.Optional(amount("Fixed")),
  percent: Type.Optional(percent("Of all lines")),
  ...TAX_FIELDS,
});

export const PARTY_FIELDS = ["name", "address", "taxId", "email", "phone"] as const;
const PARTY_TEXT = Type.Optional(Type.String({ maxLength: 1000 }));

export const LINES = Type.Array(LINE, { minItems: 1, maxItems: 1000 });
export const ITEMS = Type.Array(ITEM, { maxItems: 50 });
export const PARTY = Type.Object({
  name: PARTY_TEXT,
  address: PARTY_TEXT,
  taxId: PARTY_TEXT,
  email: PARTY_TEXT,
  phone: PARTY_TEXT,
});

export type Line = Static<typeof LINE>;
export type Item = Static<typeof ITEM>;
export type Party = Static<typeof PARTY>;

const LONGEST = 5000;

export const INPUT = Type.Object({
  lines: jsonField({
    description:
      "1 to 1000 of { description, unitPrice, quantity?, unit?, priceBaseQuantity?, discountPercent? or discountAmount?, chargeAmount?, taxRate?, taxCategory?, exemptionReason? }",
  }),
  taxRate: Type.Number({
    description: "Percent, for lines and document items without their own",
    minimum: 0,
    maximum: 100,
    default: 0,
  }),
  pricesIncludeTax: Type.Boolean({ description: "Unit prices are gross", default: false }),
  allowances: Type.Optional(
    jsonField({
      description:
        "Taken off the document: up to 50 of { reason?, amount or percent, taxRate?, taxCategory? }",
    }),
  ),
  charges: Type.Optional(jsonField({ description: "Added to the document, like allowances" })),
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
  paymentTermsDays: Type.Optional(
    whole({ description: "Due so many days after issue", minimum: 0, maximum: 3650 }),
  ),
  seller: Type.Optional(jsonField({ description: "{ name?, address?, taxId?, email?, phone? }" })),
  buyer: Type.Optional(jsonField({ description: "{ name?, address?, taxId?, email?, phone? }" })),
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

export const VALUE = Type.Object({
  documentType: oneOf(["invoice", "creditNote"]),
  number: OPTIONAL_TEXT,
  issueDate: OPTIONAL_TEXT,
  dueDate: OPTIONAL_TEXT,
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
