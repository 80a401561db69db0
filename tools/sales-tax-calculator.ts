import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "./_core/fields.ts";
import { defineTool, done, fail } from "./_core/tool.ts";
import { Decimal, sumOf } from "./_lib/numbers/decimal.ts";
import {
  CONFLICT_FAILURES,
  conflictsOf,
  INSUFFICIENT_FAILURES,
  insufficientInput,
} from "./_lib/fields/exclusive-fields.ts";
import { CURRENCY_FAILURES, isCurrency, readCurrency } from "./_lib/money/amount.ts";

import { UNKNOWN_MEMBER_WARNINGS, unknownMembers } from "./_lib/fields/unknown-members.ts";
import { moneyReport } from "./_lib/results/estimate-report.ts";
import { warningsOf } from "./_lib/results/warnings.ts";
import type { Tax } from "./sales-tax-calculator/compute.ts";
import { describeTaxes, writeTaxes } from "./sales-tax-calculator/value.ts";

const FAILURES = {
  ...CURRENCY_FAILURES,
  ...CONFLICT_FAILURES,
  ...INSUFFICIENT_FAILURES,
} as const;

const ROUNDING_WARNINGS = {
  ROUNDING_ADJUSTED: "A tax was moved by a cent, so that net and taxes give the gross amount",
} as const;
const WARNINGS = { ...ROUNDING_WARNINGS, ...UNKNOWN_MEMBER_WARNINGS } as const;

const MONEY = { minimum: -1e15, maximum: 1e15 } as const;
const RATE = { minimum: 0, maximum: 1000 } as const;

const LINE = Type.Object({
  description: Type.Optional(Type.String({ description: "What it is; nothing is done with it" })),
  unitPrice: Type.Number({ description: "Net to add taxes to, or gross", ...MONEY }),
  quantity: Type.Number({ description: "Units", ...MONEY, default: 1 }),
  exempt: Type.Boolean({ description: "Free of all taxes", default: false }),
});

export type Line = Static<typeof LINE>;

const TAX = Type.Object({
  name: Type.Optional(Type.String({ description: "Tax 1, Tax 2, …, if left out" })),
  rate: Type.Number({ description: "Percent", ...RATE }),
  compound: Type.Boolean({ description: "Also on the taxes before it", default: false }),
});

const INPUT = Type.Object({
  amount: Type.Optional(
    Type.Number({ description: "Net to add taxes to, or gross to take them out of", ...MONEY }),
  ),
  lines: Type.Optional(
    Type.Array(LINE, { description: "Instead of amount", minItems: 1, maxItems: 1000 }),
  ),
  taxRate: Type.Optional(Type.Number({ description: "Percent, of one tax", ...RATE })),
  taxes: Type.Optional(
    Type.Array(TAX, { description: "Instead of taxRate, in order", minItems: 1, maxItems: 20 }),
  ),
  action: oneOf(["add", "remove"], { description: "What to do with the taxes", default: "add" }),
  roundLevel: oneOf(["total", "line"], {
    description: "Whether taxes are rounded for the total or for each line",
    default: "total",
  }),
  roundTo: Type.Optional(
    Type.Number({ description: "Cash rounding: 0.05", exclusiveMinimum: 0, maximum: 100 }),
  ),
  currency: Type.String({ description: "Code of ISO 4217", default: "USD" }),
});

export type Input = Static<typeof INPUT>;

const VALUE = Type.Object({
  action: oneOf(["add", "remove"]),
  net: Type.Number(),
  tax: Type.Number(),
  gross: Type.Number(),
  rounding: Type.Number({ description: "From gross to what is paid" }),
  payable: Type.Number({ description: "Gross, in coins of roundTo" }),
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

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "sales-tax-calculator",
  name: "Sales Tax Calculator",
  category: "Finance",
  description:
    "Adds sales tax, VAT or GST to amounts or takes it out, with several taxes and exempt lines.",
  keywords: [
    "consumption tax",
    "excluding tax",
    "gross",
    "gst",
    "hst",
    "including tax",
    "iva",
    "mwst",
    "net",
    "pst",
    "sales tax",
    "tax",
    "tva",
    "value added tax",
    "vat",
  ],
  aliases: ["vat-calculator", "gst-calculator"],
  version: "2026-11-23",

  input: INPUT,
  primary: "amount",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "add sales tax to a price",
    "remove vat from a gross amount",
    "price with 8.875 percent tax",
    "gst and qst on 100 dollars",
    "reverse sales tax calculator",
    "net from gross at 19 percent",
    "tax on tax compound",
    "basket with tax exempt items",
    "tax rounding per line or per total",
    "price on the shelf without tax, what do I pay at the checkout",
    "how much of this receipt went to the state",
    "shop wants the price before tax from the amount the customer paid",
    "value added levy on goods, tax-inclusive and exclusive amounts",
    "quote for a customer net plus 19 or 20 percent on top",
    "several items, some of them tax-free",
    "till receipt including vat, how much tax is in there",
    "calcular iva incluido",
    "mehrwertsteuer herausrechnen netto brutto",
    "calculer la tva ht ttc",
    "calcular imposto sobre vendas",
    "消費税 計算 税抜",
    "增值税计算 含税",
    "precio con iva y sin iva",
    "mehrwertsteuer aufschlagen oder herausnehmen, steuer auf preis",
    "prix hors taxe et taxe comprise",
    "含税 价格 不含税 价格",
    "税込 税抜 価格を計算",
    "customer paid 119, how much of it belongs to the tax office",
    "plumber offers 400 plus tax, what will be on the bill",
    "menu prices are without tax, total for the table please",
    "book at 7 and pen at 19 percent on one receipt",
    "avalara, taxjar, quickbooks sales tax code, ust, btw, moms, ivu, ht to ttc",
    "gross up a net figure or back the levy out, rounded by line or at the end",
    "calcular iva ou icms por dentro e por fora, preço com imposto",
    "steuer aus dem bruttobetrag ziehen 19 oder 7 prozent",
  ],
  effort: 1,

  laws: [
    {
      name: "what is net and the taxes are what is gross",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const taxes = sumOf(value.taxes, ({ tax }) => new Decimal(tax));
        const size = Math.max(1, ...[value.net, value.tax, value.gross].map(Math.abs)) * 1e-14;
        return (
          taxes.minus(value.tax).abs().lte(size) &&
          new Decimal(value.net).plus(value.tax).minus(value.gross).abs().lte(size) &&
          new Decimal(value.taxableNet).plus(value.exemptNet).minus(value.net).abs().lte(size)
        );
      },
    },
    {
      name: "the gross amount of a net amount gives it back",
      holds(run, { amount, taxRate, currency }) {
        // Amounts beyond have no cents in a double.
        if (amount === undefined || taxRate === undefined || Math.abs(amount) > 1e9) return true;
        const plain = { taxRate, ...(currency === undefined ? {} : { currency }) };
        const added = run({ ...plain, amount }).value;
        if (!added) return true;
        return run({ ...plain, amount: added.gross, action: "remove" }).value?.net === added.net;
      },
    },
    {
      name: "a refund is the sale with the other sign",
      holds(run, { lines: _lines, ...input }) {
        const { amount } = input;
        if (amount === undefined) return true;
        const [sale, refund] = [run(input).value, run({ ...input, amount: -amount }).value];
        const amounts = (value: Value | null | undefined, sign: number): unknown =>
          value &&
          [value.net * sign, value.gross * sign, ...value.taxes.map(({ tax }) => tax * sign)].map(
            (figure) => figure + 0,
          );
        return JSON.stringify(amounts(sale, 1)) === JSON.stringify(amounts(refund, -1));
      },
    },
  ],
  examples: [
    {
      title: "Add tax",
      input: { amount: 100, taxRate: 8.875 },
      expect: { output: "Net: USD 100.00\nTax: USD 8.88\nGross: USD 108.88" },
    },
    {
      title: "Take two taxes out of a price",
      input: {
        amount: 114.98,
        action: "remove",
        taxes: [
          { name: "GST", rate: 5 },
          { name: "QST", rate: 9.975 },
        ],
        currency: "CAD",
      },
      expect: { value: { net: 100, combinedRate: 14.975, taxes: [{ tax: 5 }, { tax: 9.98 }] } },
    },
    {
      title: "Tax on tax",
      input: {
        amount: 200,
        taxes: [
          { name: "A", rate: 5 },
          { name: "B", rate: 10, compound: true },
        ],
      },
      expect: { value: { tax: 31, gross: 231, combinedRate: 15.5 } },
    },
    {
      title: "A basket with an exempt line, tax per line",
      input: {
        lines: [
          { description: "Pens", unitPrice: 0.35, quantity: 3 },
          { description: "Ink", unitPrice: 1.15 },
          { description: "Milk", unitPrice: 4, exempt: true },
        ],
        taxRate: 7.25,
        roundLevel: "line",
      },
      expect: { value: { net: 6.2, tax: 0.16, exemptNet: 4, gross: 6.36 } },
    },
    {
      title: "No rate",
      input: { amount: 100 },
      expect: { ok: false, error: { code: "INSUFFICIENT_INPUT" } },
    },
  ],

  run(input) {
    const currency = readCurrency(input.currency);
    const problems = problemsOf(input);
    if (!isCurrency(currency)) return fail([...problems, currency]);
    const [first, ...others] = problems;
    if (first) return fail([first, ...others]);
    const { amount = 0 } = input;
    const { lines = [{ unitPrice: amount, quantity: 1, exempt: false }] } = input;
    const { value, totals, isAdjusted } = describeTaxes(lines, taxesOf(input), input, currency);
    const warnings = [
      ...warningsOf(ROUNDING_WARNINGS, { ROUNDING_ADJUSTED: isAdjusted }),
      ...unknownMembers(INPUT, input, ""),
    ];
    const output = writeTaxes(totals, currency);
    const report = moneyReport("Sales Tax Calculator", output, warnings);
    return done({ output, value, warnings, report });
  },
});

function taxesOf({ taxes, taxRate = 0 }: Input): Tax[] {
  if (!taxes) return [{ name: "Tax", rate: new Decimal(taxRate), compound: false }];
  return taxes.map(({ name, rate, compound }, index) => ({
    name: name ?? `Tax ${index + 1}`,
    rate: new Decimal(rate),
    compound,
  }));
}

function problemsOf(input: Input) {
  const pairs = [
    ["amount", "lines"],
    ["taxRate", "taxes"],
  ] as const;
  const missing = pairs.filter((names) => names.every((name) => input[name] === undefined));
  return [
    ...conflictsOf(input, pairs),
    ...missing.map(([one, other]) =>
      insufficientInput("compute a tax", [], `${one} or ${other}`, `/${one}`),
    ),
  ];
}
