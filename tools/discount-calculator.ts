import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { Decimal, sumOf } from "./_lib/numbers/decimal.ts";
import {
  CONFLICT_FAILURES,
  INSUFFICIENT_FAILURES,
  insufficientInput,
} from "./_lib/fields/exclusive-fields.ts";
import {
  CURRENCY_FAILURES,
  type Currency,
  isCurrency,
  readCurrency,
  roundMoney,
} from "./_lib/money/amount.ts";
import { moneyReport } from "./_lib/results/estimate-report.ts";
import { warningsOf } from "./_lib/results/warnings.ts";
import { applyDiscounts, type DiscountTerms, priceBefore } from "./discount-calculator/compute.ts";
import {
  type DescribedDiscount,
  describeDiscount,
  writeDiscount,
} from "./discount-calculator/value.ts";

const FAILURES = {
  ...CURRENCY_FAILURES,
  ...CONFLICT_FAILURES,
  ...INSUFFICIENT_FAILURES,
  NO_SOLUTION: "Nothing is left of the price, or there is none, to solve for the rest",
} as const;

const WARNINGS = {
  DISCOUNT_CAPPED: "The amount off is larger than what was left to pay",
  PRICE_INCREASED: "The final price is above the price: the saving is negative",
  NO_DISCOUNT: "There is no discount to apply",
} as const;

const amount = (description: string) =>
  Type.Optional(Type.Number({ description, minimum: 0, maximum: 1e15 }));
const percent = (description: string, value: number) =>
  Type.Number({ description, minimum: 0, maximum: 100, default: value });
const units = (description: string) =>
  Type.Optional(whole({ description, minimum: 1, maximum: 10_000 }));

const PERCENT_OFF = Type.Number({ description: "Percent", minimum: 0, maximum: 100 });

const INPUT = Type.Object({
  price: amount("List price of one unit"),
  percentOff: Type.Optional(
    Type.Union(
      [
        PERCENT_OFF,
        Type.Array(PERCENT_OFF, { description: "One after another, in order", maxItems: 20 }),
      ],
      { description: "Percent off, or several that apply one after another: 20, or [20, 10]" },
    ),
  ),
  amountOff: amount("Taken off last, from the whole"),
  finalPrice: amount("Known price after the discount: the price or the percentage is solved for"),
  quantity: whole({ description: "Units", minimum: 1, maximum: 1_000_000, default: 1 }),
  buy: units("Deal: of every buy + get units, get are reduced"),
  get: units("Reduced units of a deal"),
  getPercentOff: percent("Reduction of the deal's units in percent", 100),
  taxRate: percent("Percent of the discounted price", 0),
  roundTo: Type.Optional(
    Type.Number({ description: "Cash rounding: 0.05", exclusiveMinimum: 0, maximum: 100 }),
  ),
  currency: Type.String({ description: "Code of ISO 4217", default: "USD" }),
});

type Input = Static<typeof INPUT>;

const VALUE = Type.Object({
  solvedFor: oneOf(["finalPrice", "price", "percentOff"]),
  price: Type.Number({ description: "Of one unit" }),
  quantity: Type.Integer(),
  listTotal: Type.Number(),
  steps: Type.Array(
    Type.Object({
      kind: oneOf(["deal", "percent", "amount"]),
      value: Type.Number({ description: "Reduced units, percent, or amount" }),
      discount: Type.Number(),
      subtotal: Type.Number(),
    }),
  ),
  finalPrice: Type.Number({ description: "Of all units, without tax" }),
  unitPrice: Type.Number(),
  saved: Type.Number(),
  percentOff: Type.Number({ description: "Of the list price, by all discounts together" }),
  tax: Type.Number(),
  total: Type.Number({ description: "With tax" }),
  rounding: Type.Number({ description: "From the total to what is paid" }),
  payable: Type.Number({ description: "The total, in coins of roundTo" }),
});

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "discount-calculator",
  name: "Discount Calculator",
  category: "Finance",
  description:
    "Works out sale prices after stacked discounts and deals, the price before, or the percent off.",
  keywords: [
    "bogo",
    "clearance",
    "coupon",
    "deal",
    "discount",
    "marked down",
    "original price",
    "percent off",
    "promo code",
    "rebate",
    "reduced price",
    "sale",
    "savings",
    "shopping",
    "special offer",
    "voucher",
  ],
  aliases: ["sale-price-calculator", "percent-off-calculator"],
  version: "2026-11-23",

  input: INPUT,
  primary: "price",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "20 percent off 120",
    "sale price after discount",
    "two discounts one after another",
    "original price before the discount",
    "what percent off is 60 from 80",
    "buy 2 get 1 free price per item",
    "second one half price",
    "coupon and then sales tax",
    "how much do i save",
    "jacket is reduced by a quarter, what do I pay",
    "voucher on top of the sale, price at the till",
    "shoes were marked down in two steps, final price",
    "promotion three for two, is it cheaper than half off",
    "red tag price, what did it cost originally",
    "how many percent cheaper is it now than before",
    "price reduction chain and effective markdown rate",
    "black friday offer, money saved",
    "tv, laptop, dress or sofa on sale plus newsletter code, what is left to pay",
    "less some percent and another percent with a coupon code",
    "minus a percentage and then a coupon amount on shoes or a ticket",
    "calcular descuento porcentaje",
    "rabatt berechnen prozent",
    "calculer une remise",
    "calcular desconto",
    "割引 計算",
    "折扣计算器",
    "precio rebajado, cuánto pago con la oferta",
    "reduzierter preis, wie viel spare ich im angebot",
    "prix soldé, combien je paie avec la promotion",
    "打折 后 价格 原价 优惠 多少 钱",
    "割引後の値段 セール 何パーセント引き",
    "combien coûte un article après une réduction de quelques pour cent",
    "sofa 899 now 30 off and a voucher of 50, what do i pay at the checkout",
    "we sell at minus 15 in the spring sale, new price tags please",
    "pay two take three, price each",
    "it says 64.99 instead of 89.99, how big is the bargain",
    "trade discount, 2/10 net 30 skonto, BOGO, BOGOF, stackable promo codes, outlet, MSRP, clearance",
    "net amount after successive reductions, or the list price reconstructed from the reduced one",
    "preço com desconto, quanto economizo, promoção leve 3 pague 2",
    "rebajas, dos por uno, cupón, precio final y ahorro",
    "schlussverkauf, gutschein, nachlass, preis nach abzug",
    "soldes, bon de réduction, prix barré",
  ],
  effort: 1,

  laws: [
    {
      name: "a price falls by its discounts to something between nothing and the list price",
      holds(run, { finalPrice: _finalPrice, ...input }) {
        const { value } = run(input);
        if (!value) return true;
        const { listTotal, finalPrice, steps, saved } = value;
        const taken = sumOf(steps, ({ discount }) => new Decimal(discount));
        const isSum = taken
          .minus(saved)
          .abs()
          .lte(listTotal * 1e-14);
        return finalPrice >= 0 && finalPrice <= listTotal && isSum;
      },
    },
    {
      name: "more discount never costs more",
      holds(run, { finalPrice: _finalPrice, ...input }) {
        const { amountOff = 0 } = input;
        const [less, more] = [run(input).value, run({ ...input, amountOff: amountOff + 1 }).value];
        return !less || !more || more.finalPrice <= less.finalPrice;
      },
    },
  ],
  examples: [
    {
      title: "Two discounts after one another, then tax",
      input: { price: 120, percentOff: [20, 10], taxRate: 8.25 },
      expect: {
        output: "Final price: USD 86.40\nYou save: USD 33.60 (28%)\nTotal with tax: USD 93.53",
      },
    },
    {
      title: "Buy two, get one free",
      input: { price: 9.99, quantity: 7, buy: 2, get: 1 },
      expect: { value: { saved: 19.98, finalPrice: 49.95, unitPrice: 7.14 } },
    },
    {
      title: "Price before the discount",
      input: { finalPrice: 68, percentOff: 15 },
      expect: {
        output: "Original price: USD 80.00\nFinal price: USD 68.00\nYou save: USD 12.00 (15%)",
      },
    },
    {
      title: "Which discount is this",
      input: { price: 80, finalPrice: 60 },
      expect: { value: { solvedFor: "percentOff", percentOff: 25 } },
    },
    {
      title: "A final price alone",
      input: { finalPrice: 60 },
      expect: { ok: false, error: { code: "INSUFFICIENT_INPUT" } },
    },
  ],

  run(input) {
    const percents = [input.percentOff ?? []].flat().map((off) => new Decimal(off));
    const currency = readCurrency(input.currency);
    const problems = problemsOf(input, percents.length > 0);
    if (!isCurrency(currency)) return fail([...problems, currency]);
    const [first, ...others] = problems;
    if (first) return fail([first, ...others]);
    return input.finalPrice === undefined
      ? discountedPrice(input, percents, currency)
      : solve(input, new Decimal(input.finalPrice), percents, currency);
  },
});

const COMBINATIONS =
  "price with discounts, finalPrice with percentOff, or price and finalPrice alone";

function problemsOf(input: Input, hasPercents: boolean) {
  const problems: Entry<"CONFLICTING_FIELDS" | "INSUFFICIENT_INPUT">[] = [];
  const { price, finalPrice, buy, get } = input;
  const hasPrice = price !== undefined;
  if (finalPrice !== undefined) {
    const excluded: Readonly<Record<string, boolean>> = {
      percentOff: hasPrice && hasPercents,
      amountOff: input.amountOff !== undefined,
      quantity: input.quantity !== 1,
      buy: buy !== undefined,
      get: get !== undefined,
    };
    for (const name of Object.keys(excluded).filter((field) => excluded[field])) {
      const message = `Cannot solve for the rest of a final price: found ${name}, too, expected ${COMBINATIONS}`;
      problems.push({ code: "CONFLICTING_FIELDS", message, path: `/${name}` });
    }
    if (!hasPrice && !hasPercents) {
      problems.push(insufficientInput("find the discount", ["finalPrice"], COMBINATIONS, "/price"));
    }
  } else if (!hasPrice) {
    problems.push(insufficientInput("find the final price", [], COMBINATIONS, "/price"));
  }
  if ((buy === undefined) !== (get === undefined)) {
    const [given, missing] = buy === undefined ? ["get", "buy"] : ["buy", "get"];
    problems.push(insufficientInput("apply a deal", [given], "buy and get", `/${missing}`));
  }
  return problems;
}

function discountedPrice(input: Input, percents: readonly Decimal[], currency: Currency) {
  const { buy, get, amountOff } = input;
  const isDeal = buy !== undefined && get !== undefined;
  const terms: DiscountTerms = {
    price: new Decimal(input.price ?? 0),
    quantity: input.quantity,
    deal: isDeal ? { buy, get, percentOff: new Decimal(input.getPercentOff) } : undefined,
    percents,
    amountOff: amountOff === undefined ? undefined : new Decimal(amountOff),
    currency,
  };
  const discounted = applyDiscounts(terms);
  const described = describeDiscount("finalPrice", terms.price, discounted, { ...input, currency });
  const isFree = (kind: string): boolean => kind === "deal" && input.getPercentOff === 0;
  const warnings = warningsOf(WARNINGS, {
    DISCOUNT_CAPPED: discounted.steps.some(
      ({ kind, value: wanted, discount: taken, subtotal }) =>
        kind === "amount" && wanted.gt(taken) && subtotal.isZero(),
    ),
    PRICE_INCREASED: false,
    NO_DISCOUNT: described.value.steps.every((step) => step.value === 0 || isFree(step.kind)),
  });
  return publish(described, currency, warnings);
}

/** The price before percentages, or the percentage between two prices. */
function solve(
  input: Input,
  finalPrice: Decimal,
  percents: readonly Decimal[],
  currency: Currency,
) {
  const price =
    input.price === undefined
      ? priceBefore(finalPrice, percents, currency)
      : new Decimal(input.price);
  // Of next to nothing a percentage may be more than a number holds.
  const hasShare =
    price && !price.isZero() && Number.isFinite(finalPrice.div(price).toNumber() * 100);
  if (price === undefined || (input.price !== undefined && !hasShare)) {
    const found = price ? `a price of ${price.toString()}` : "100 % off";
    const expected = price ? "one that the final price is a share of" : "less than 100 % off";
    const message = `Cannot solve for the rest of a final price: found ${found}, expected ${expected}`;
    return fail({ code: "NO_SOLUTION", message, path: price ? "/price" : "/percentOff", expected });
  }
  const solvedFor = input.price === undefined ? "price" : "percentOff";
  const listTotal = roundMoney(price, currency);
  const described = describeDiscount(
    solvedFor,
    price,
    { listTotal, steps: [], finalPrice },
    { ...input, currency },
  );
  const warnings = warningsOf(WARNINGS, {
    DISCOUNT_CAPPED: false,
    PRICE_INCREASED: finalPrice.gt(price),
    NO_DISCOUNT: false,
  });
  return publish(described, currency, warnings);
}

function publish(
  described: DescribedDiscount,
  currency: Currency,
  warnings: Entry<keyof typeof WARNINGS>[],
) {
  const output = writeDiscount(described, currency);
  return done({
    output,
    value: described.value,
    warnings,
    report: moneyReport("Discount Calculator", output, warnings),
  });
}
