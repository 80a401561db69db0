import { type Static, Type } from "@sinclair/typebox";
import { defineTool, done, fail } from "./_core/tool.ts";
import { Decimal } from "./_lib/numbers/decimal.ts";
import { INSUFFICIENT_FAILURES, insufficientInput } from "./_lib/fields/exclusive-fields.ts";
import {
  MARGIN_FIELDS,
  type MarginField,
  marginOfMarkup,
  markupOfMargin,
  type Prices,
  pricesFrom,
  shareOf,
} from "./margin-markup-calculator/margin.ts";
import {
  CURRENCY_FAILURES,
  type Currency,
  isCurrency,
  moneyNumber,
  percentNumber,
  readCurrency,
  roundMoney,
  writeMoney,
  writePercent,
} from "./_lib/money/amount.ts";
import { moneyReport } from "./_lib/results/estimate-report.ts";
import { warningsOf } from "./_lib/results/warnings.ts";

const FAILURES = {
  ...CURRENCY_FAILURES,
  ...INSUFFICIENT_FAILURES,
  INCONSISTENT_INPUT: "A third figure contradicts the first two",
  NO_SOLUTION: "No cost and price of 0 or more have these figures",
} as const;

const WARNINGS = { SELLING_BELOW_COST: "The price is below the cost" } as const;

const MOST = 1e15;
const money = (description: string) =>
  Type.Optional(Type.Number({ description, minimum: 0, maximum: MOST }));

const INPUT = Type.Object({
  cost: money("What one unit costs you"),
  price: money("What one unit is sold for"),
  profit: Type.Optional(
    Type.Number({ description: "Price less cost of one unit", minimum: -MOST, maximum: MOST }),
  ),
  margin: Type.Optional(
    Type.Number({ description: "Profit in percent of the price", minimum: -MOST, maximum: 100 }),
  ),
  markup: Type.Optional(
    Type.Number({ description: "Profit in percent of the cost", minimum: -100, maximum: MOST }),
  ),
  quantity: Type.Number({
    description: "Units, for the totals",
    exclusiveMinimum: 0,
    maximum: MOST,
    default: 1,
  }),
  currency: Type.String({ description: "Code of ISO 4217", default: "USD" }),
});

const figure = (description: string) =>
  Type.Union([Type.Number(), Type.Null()], { description: `${description}; null if undefined` });

const VALUE = Type.Object({
  cost: figure("Of one unit"),
  price: figure("Of one unit"),
  profit: figure("The rounded price less the rounded cost"),
  margin: figure("Percent of the price"),
  markup: figure("Percent of the cost"),
  multiplier: figure("Price by cost"),
  quantity: Type.Number(),
  totalCost: figure("Of all units"),
  totalPrice: figure("Of all units"),
  totalProfit: figure("Of all units"),
  usedFields: Type.Array(Type.String(), {
    description: "What was computed from; others are checked",
  }),
});

type Value = Static<typeof VALUE>;

export default defineTool({
  id: "margin-markup-calculator",
  name: "Margin Markup Calculator",
  category: "Finance",
  description: "Turns any two of cost, price, profit, margin and markup into all five.",
  keywords: [
    "cogs",
    "cost",
    "earnings",
    "gross margin",
    "gross profit",
    "margin",
    "markup",
    "price",
    "pricing",
    "profit",
    "profitability",
    "purchase price",
    "resale",
    "retail",
    "selling price",
    "wholesale",
  ],
  aliases: ["profit-margin-calculator", "markup-calculator"],
  version: "2026-11-22",

  input: INPUT,
  primary: "cost",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "profit margin of a price",
    "selling price for a margin of 40 percent",
    "markup from cost and price",
    "convert margin to markup",
    "convert markup to margin",
    "gross profit per unit and in total",
    "what should I charge to make 30% margin",
    "cost from price and markup",
    "difference between margin and markup",
    "I buy cheap and sell dearer, what do I earn per piece",
    "what price should my shop put on goods to earn enough",
    "wholesale to retail price for a bakery or boutique",
    "supplier raised prices, how much must I charge now",
    "unit economics: earnings as a share of revenue versus of cost",
    "keep what share of every sale",
    "purchase price plus wanted profit gives the asking price of my goods",
    "marge berechnen handelsspanne aufschlag",
    "calcular margen de beneficio",
    "calculer la marge commerciale",
    "calcular margem de lucro",
    "利益率 計算",
    "利润率 加价率",
    "a cuánto vender para ganar, precio de venta y coste",
    "verkaufspreis festlegen aus einkaufspreis, gewinn",
    "prix de vente à partir du prix d'achat, bénéfice",
    "进价 售价 毛利 利润 多少",
    "仕入れ値と売値から利益を求める",
    "coffee costs me 0.60 a cup and i sell it at 2.80, what sticks",
    "wholesaler takes 12.40, i want 35 percent of the till, price tag please",
    "is 50 percent on top the same as 50 percent of the sale",
    "etsy seller: material 7, price 19, profit in percent",
    "COGS, gross margin, cost-plus pricing, keystone pricing, MSRP, GP%",
    "from two of unit cost, sale price, gain, margin and surcharge derive the remaining three",
    "margem de lucro e markup, preço de venda",
    "margen bruto y recargo sobre el costo, ganancia",
    "handelskalkulation, aufschlag auf den einkaufspreis, gewinnspanne",
    "taux de marge, taux de marque, coefficient",
    "毛利率 成本 加成 定价 卖价",
    "粗利 原価率 値入率 販売価格",
  ],
  effort: 1,

  laws: [
    {
      name: "the margin of a cost and a price leads back to the price, within a cent",
      holds(run, { cost = 60, price = 100, currency = "USD" }) {
        const { value } = run({ cost, price, currency });
        // Six decimals of a percentage are not enough for figures far apart.
        if (!value || value.margin === null || value.margin < 0 || value.margin > 99) return true;
        const back = run({ cost: value.cost ?? 0, margin: value.margin, currency }).value;
        const error = Math.abs((back?.price ?? 0) - (value.price ?? 0));
        return error <= 1.01 + (value.price ?? 0) * 1e-5;
      },
    },
    {
      name: "a profit is a larger part of the cost than of the price",
      holds(run, input) {
        const { profit, margin, markup } = run(input).value ?? {};
        if (!margin || !markup || !profit || profit <= 0) return true;
        return margin <= markup;
      },
    },
    {
      name: "margin to markup to margin is the way back",
      holds(run, { margin }) {
        if (margin === undefined || margin < 0 || margin > 99) return true;
        const markup = run({ margin }).value?.markup ?? Number.NaN;
        return Math.abs((run({ markup }).value?.margin ?? Number.NaN) - margin) <= 1e-5;
      },
    },
  ],
  examples: [
    {
      title: "Margin and markup of a price",
      input: { cost: 60, price: 100 },
      expect: {
        output:
          "Price: USD 100.00\nCost: USD 60.00\nProfit: USD 40.00\nMargin: 40%\nMarkup: 66.666667%",
      },
    },
    {
      title: "The price for a margin, and what 250 units bring",
      input: { cost: 10, margin: 33, quantity: 250, currency: "EUR" },
      expect: { value: { price: 14.93, profit: 4.93, totalPrice: 3732.5, totalProfit: 1232.5 } },
    },
    {
      title: "A markup as a margin",
      input: { markup: 50 },
      expect: { output: "Margin: 33.333333%\nMarkup: 50%", value: { cost: null } },
    },
    {
      title: "Sold at a loss",
      input: { price: 80, cost: 100 },
      expect: { value: { margin: -25, markup: -20 }, warnings: [{ code: "SELLING_BELOW_COST" }] },
    },
    {
      title: "No price is all profit",
      input: { cost: 10, margin: 100 },
      expect: { ok: false, error: { code: "NO_SOLUTION" } },
    },
  ],

  run(input) {
    const currency = readCurrency(input.currency);
    if (!isCurrency(currency)) return fail(currency);
    const given = MARGIN_FIELDS.flatMap((name): [MarginField, Decimal][] => {
      const number = input[name];
      return number === undefined ? [] : [[name, new Decimal(number)]];
    });
    const [first, second, ...others] = given;
    const isShare = first !== undefined && (first[0] === "margin" || first[0] === "markup");
    if (isShare && !second) return convert(...first, input.quantity);
    if (!first || !second || isShare) return fail(tooFew(given.map(([name]) => name)));
    const prices = pricesFrom(first, second);
    if (typeof prices === "string") return fail(noSolution(prices, second[0]));
    return describe(prices, [first[0], second[0]], others, { currency, quantity: input.quantity });
  },
});

const ALTERNATIVES =
  "two of cost, price, profit, margin and markup, one of them an amount, or margin or markup alone";

function tooFew(found: readonly string[]) {
  return insufficientInput("compute a margin", found, ALTERNATIVES);
}

function noSolution(found: string, field: MarginField) {
  const expected = "a cost and a price of 0 or more";
  const message = `Cannot compute a margin: found ${found}, expected ${expected}`;
  return { code: "NO_SOLUTION", message, path: `/${field}`, expected } as const;
}

/** A margin as a markup, or the other way round. */
function convert(field: MarginField, percent: Decimal, quantity: number) {
  const isMargin = field === "margin";
  if (isMargin ? percent.gte(100) : percent.lte(-100)) {
    return fail(noSolution(isMargin ? "a cost of nothing" : "a price of nothing", field));
  }
  const markup = isMargin ? markupOfMargin(percent) : percent;
  const margin = isMargin ? percent : marginOfMarkup(percent);
  const multiplier = markup.div(100).plus(1);
  const none = { cost: null, price: null, profit: null };
  const totals = { totalCost: null, totalPrice: null, totalProfit: null };
  const shares = sharesOf({ margin, markup, multiplier });
  const value = { ...none, ...shares, quantity, ...totals, usedFields: [field] };
  return publish(shareLines(margin, markup), value, false);
}

interface Shares {
  readonly margin: Decimal | undefined;
  readonly markup: Decimal | undefined;
  readonly multiplier: Decimal | undefined;
}

function sharesOf({ margin, markup, multiplier }: Shares) {
  const number = (share: Decimal | undefined) => (share ? percentNumber(share) : null);
  return { margin: number(margin), markup: number(markup), multiplier: number(multiplier) };
}

function shareLines(margin: Decimal | undefined, markup: Decimal | undefined): string[] {
  const text = (share: Decimal | undefined) => (share ? writePercent(share) : "n/a");
  return [`Margin: ${text(margin)}`, `Markup: ${text(markup)}`];
}

function describe(
  { cost, price }: Prices,
  usedFields: MarginField[],
  others: readonly (readonly [MarginField, Decimal])[],
  { currency, quantity }: { readonly currency: Currency; readonly quantity: number },
) {
  const profit = price.minus(cost);
  const margin = shareOf(profit, price);
  const markup = shareOf(profit, cost);
  const multiplier = shareOf(price, cost)?.div(100);
  const exact = { profit, margin, markup };
  const problems = others.flatMap(([name, number]) =>
    contradiction(name, number, exact[name as keyof typeof exact], currency),
  );
  const [problem, ...more] = problems;
  if (problem) return fail([problem, ...more]);
  const unit = { cost: roundMoney(cost, currency), price: roundMoney(price, currency) };
  const unitProfit = unit.price.minus(unit.cost);
  const total = (amount: Decimal) => moneyNumber(roundMoney(amount.times(quantity), currency));
  const lines = [
    `Price: ${writeMoney(unit.price, currency)}`,
    `Cost: ${writeMoney(unit.cost, currency)}`,
    `Profit: ${writeMoney(unitProfit, currency)}`,
    ...shareLines(margin, markup),
  ];
  const value = {
    cost: moneyNumber(unit.cost),
    price: moneyNumber(unit.price),
    profit: moneyNumber(unitProfit),
    ...sharesOf({ margin, markup, multiplier }),
    quantity,
    totalCost: total(unit.cost),
    totalPrice: total(unit.price),
    totalProfit: total(unitProfit),
    usedFields,
  };
  return publish(lines, value, price.lt(cost));
}

/** How far a further percentage may be from what the first two figures say. */
const NEAR_PERCENT = new Decimal("0.01");

function contradiction(
  name: MarginField,
  given: Decimal,
  computed: Decimal | undefined,
  { decimals }: Currency,
) {
  const near = name === "profit" ? new Decimal(10).pow(-decimals) : NEAR_PERCENT;
  if (computed?.minus(given).abs().lte(near)) return [];
  const expected = computed ? String(percentNumber(computed)) : "none, as it is a share of nothing";
  const message = `Cannot use ${name} beside the others: found ${String(given)}, expected ${expected}`;
  return [{ code: "INCONSISTENT_INPUT", message, path: `/${name}`, expected } as const];
}

function publish(lines: readonly string[], value: Value, isLoss: boolean) {
  const warnings = warningsOf(WARNINGS, { SELLING_BELOW_COST: isLoss });
  const output = lines.join("\n");
  const report = moneyReport("Margin Markup Calculator", output, warnings);
  return done({ output, value, warnings, report });
}
