import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail, type Outcome } from "./_core/tool.ts";
import { Decimal, sumOf } from "./_lib/numbers/decimal.ts";
import {
  CONFLICT_FAILURES,
  conflictsOf,
  INSUFFICIENT_FAILURES,
  insufficientInput,
} from "./_lib/fields/exclusive-fields.ts";
import { CURRENCY_FAILURES, isCurrency, readCurrency } from "./_lib/money/amount.ts";
import type { Tax } from "./sales-tax-calculator/compute.ts";
import {
  describeTaxes,
  TAX_VALUE,
  type TaxValue,
  writeTaxes,
} from "./sales-tax-calculator/value.ts";
import { readStructured, STRUCTURED_FAILURES } from "./_lib/fields/structured-field.ts";
import { UNKNOWN_MEMBER_WARNINGS, unknownMembers } from "./_lib/fields/unknown-members.ts";
import { moneyReport } from "./_lib/results/estimate-report.ts";
import { warningsOf } from "./_lib/results/warnings.ts";

const FAILURES = {
  ...STRUCTURED_FAILURES,
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

const INPUT = Type.Object({
  amount: Type.Optional(
    Type.Number({ description: "Net to add taxes to, or gross to take them out of", ...MONEY }),
  ),
  lines: Type.Optional(
    jsonField({
      description:
        "Instead of amount: 1 to 1000 of { description?, unitPrice, quantity? = 1, exempt? }",
    }),
  ),
  taxRate: Type.Optional(Type.Number({ description: "Percent, of one tax", ...RATE })),
  taxes: Type.Optional(
    jsonField({
      description:
        "Instead of taxRate: 1 to 20 of { name?, rate, compound? }, compound also on the taxes before it",
    }),
  ),
  action: oneOf(["add", "remove"], { description: "What to do with the taxes", default: "add" }),
  roundLevel: oneOf(["total", "line"], {
    description: "Whether taxes are rounded for the total or for each line",
    default: "total",
  }),
  currency: Type.String({ description: "Code of ISO 4217", default: "USD" }),
});

const LINES = Type.Array(
  Type.Object({
    description: Type.Optional(Type.String()),
    unitPrice: Type.Number(MONEY),
    quantity: Type.Optional(Type.Number(MONEY)),
    exempt: Type.Optional(Type.Boolean()),
  }),
  { minItems: 1, maxItems: 1000 },
);
const TAXES = Type.Array(
  Type.Object({
    name: Type.Optional(Type.String()),
    rate: Type.Number(RATE),
    compound: Type.Optional(Type.Boolean()),
  }),
  { minItems: 1, maxItems: 20 },
);

type Input = Static<typeof INPUT>;
type Failure = keyof typeof FAILURES;
type Result = Outcome<TaxValue, Failure, keyof typeof WARNINGS>;

export default defineTool({
  id: "sales-tax-calculator",
  name: "Sales Tax Calculator",
  category: "Finance",
  description:
    "Adds sales tax, VAT or GST to amounts or takes it out, with several taxes and exempt lines.",
  keywords: ["gross", "gst", "hst", "iva", "mwst", "net", "sales tax", "tax", "tva", "vat"],
  aliases: ["vat-calculator", "gst-calculator"],
  version: "2026-11-22",

  input: INPUT,
  primary: "amount",
  value: TAX_VALUE,
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
        const amounts = (value: TaxValue | null | undefined, sign: number): unknown =>
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

  run(input): Result {
    const lines = readStructured(
      input.lines ?? [{ unitPrice: input.amount ?? 0 }],
      LINES,
      "/lines",
    );
    if (lines.failure) return lines.failure;
    const taxes = readStructured(input.taxes ?? [{ rate: input.taxRate ?? 0 }], TAXES, "/taxes");
    if (taxes.failure) return taxes.failure;
    const currency = readCurrency(input.currency);
    const problems = problemsOf(input);
    if (!isCurrency(currency) || problems.length > 0) {
      const all = isCurrency(currency) ? problems : [...problems, currency];
      return fail(all as [Entry<Failure>, ...Entry<Failure>[]]);
    }
    const named = taxes.value.map(({ name, rate, compound = false }, index): Tax => {
      const fallback = input.taxes === undefined ? "Tax" : `Tax ${index + 1}`;
      return { name: name ?? fallback, rate: new Decimal(rate), compound };
    });
    const { value, totals, isAdjusted } = describeTaxes(lines.value, named, { ...input, currency });
    const warnings = [
      ...warningsOf(ROUNDING_WARNINGS, { ROUNDING_ADJUSTED: isAdjusted }),
      ...unknownMembers(LINES, lines.value, "/lines"),
      ...unknownMembers(TAXES, taxes.value, "/taxes"),
    ];
    const output = writeTaxes(totals, currency);
    const report = moneyReport("Sales Tax Calculator", output, warnings);
    return done({ output, value, warnings, report });
  },
});

function problemsOf(input: Input): Entry<Failure>[] {
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
