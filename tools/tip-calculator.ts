import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, fail } from "./_core/tool.ts";
import { Decimal } from "./_lib/numbers/decimal.ts";
import {
  CURRENCY_FAILURES,
  type Currency,
  isCurrency,
  moneyNumber,
  percentNumber,
  readCurrency,
  roundMoney,
  splitFairly,
  writeMoney,
} from "./_lib/money/amount.ts";
import { moneyReport } from "./_lib/results/estimate-report.ts";
import { warningsOf } from "./_lib/results/warnings.ts";
import { ROUND_DIRECTIONS, ROUND_TARGETS, TIP_BASES, tipOf } from "./tip-calculator/tip.ts";

const FAILURES = {
  ...CURRENCY_FAILURES,
  TAX_EXCEEDS_BILL: "The tax is more than the bill that contains it",
  SHARES_EMPTY: "All amounts of shares are 0",
} as const;

const WARNINGS = {
  TIP_ROUNDED_TO_ZERO: "Rounding would have made the tip negative: it is 0",
  SHARES_DO_NOT_SUM:
    "The shares add up neither to the bill nor to the bill without tax: they are taken as weights",
} as const;

const MOST_MONEY = 1e15;
const MOST_PEOPLE = 1000;

const SHARE = Type.Object({
  name: Type.Optional(Type.String({ description: "Person 1, Person 2, …, if left out" })),
  amount: Type.Number({
    description: "What the person had, as a weight",
    minimum: 0,
    maximum: MOST_MONEY,
  }),
});

const INPUT = Type.Object({
  bill: Type.Number({ description: "The bill, tax included", minimum: 0, maximum: MOST_MONEY }),
  tipPercent: Type.Number({ description: "Percent", minimum: 0, maximum: 1000, default: 18 }),
  people: whole({
    description: "Who share equally; ignored beside shares",
    minimum: 1,
    maximum: MOST_PEOPLE,
    default: 1,
  }),
  tax: Type.Number({
    description: "Tax that the bill contains",
    minimum: 0,
    maximum: MOST_MONEY,
    default: 0,
  }),
  tipOn: oneOf(TIP_BASES, {
    description: "Tip on the bill without tax, or on the whole bill",
    default: "subtotal",
  }),
  roundTarget: oneOf(ROUND_TARGETS, {
    description: "What is made a round amount",
    default: "none",
  }),
  roundDirection: oneOf(ROUND_DIRECTIONS, {
    description: "nearest rounds half up",
    default: "nearest",
  }),
  roundTo: Type.Number({
    description: "Round to a multiple of this",
    exclusiveMinimum: 0,
    maximum: 10_000,
    default: 1,
  }),
  shares: Type.Optional(
    Type.Array(SHARE, {
      description: "What each one had, instead of people",
      minItems: 1,
      maxItems: MOST_PEOPLE,
    }),
  ),
  currency: Type.String({ description: "Code of ISO 4217", default: "USD" }),
});

type Input = Static<typeof INPUT>;

const VALUE = Type.Object({
  bill: Type.Number(),
  tax: Type.Number(),
  tipBase: Type.Number({ description: "What the tip is a percentage of" }),
  tipPercent: Type.Number({ description: "As asked for" }),
  tip: Type.Number(),
  total: Type.Number({ description: "Bill and tip" }),
  effectiveTipPercent: Type.Number({ description: "After rounding; 0 where the base is 0" }),
  people: Type.Integer(),
  perPerson: Type.Number({ description: "The largest share" }),
  shares: Type.Array(Type.Object({ name: Type.String(), total: Type.Number() })),
  alternatives: Type.Array(
    Type.Object({ tipPercent: Type.Number(), tip: Type.Number(), total: Type.Number() }),
    { description: "Other tips, not made round" },
  ),
});

export default defineTool({
  id: "tip-calculator",
  name: "Tip Calculator",
  category: "Finance",
  description: "Computes the tip on a bill and splits it to the cent, equally or by what each had.",
  keywords: [
    "bill",
    "dinner",
    "fair share",
    "gratuity",
    "per person",
    "restaurant",
    "service charge",
    "split",
    "tip",
    "waiter",
  ],
  aliases: ["bill-splitter", "gratuity-calculator"],
  version: "2026-11-23",

  input: INPUT,
  primary: "bill",
  value: VALUE,
  verb: "calculate",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "how much tip for a bill of 85",
    "20 percent tip split by 4",
    "split the restaurant bill",
    "gratuity before tax",
    "split a bill by what each person ordered",
    "round the total up to a whole dollar",
    "tip per person",
    "share costs fairly to the cent",
    "dinner with six friends, everyone pays the same share",
    "waiter was nice, how much should I leave",
    "he had a steak and I only a salad, who owes what",
    "taxi driver or hairdresser, add something on top and round up",
    "allocate a check among guests with service charge",
    "divide the total of the evening by five people",
    "dinner for five people, leave a percentage for the waitress, share the check",
    "trinkgeld berechnen und rechnung teilen",
    "calcular propina y dividir la cuenta",
    "calculer le pourboire",
    "dividir a conta com gorjeta",
    "チップ 割り勘 計算",
    "小费 计算 分摊账单",
    "cuánto dejar al camarero y cuánto paga cada uno",
    "wie viel gibt man dem kellner, jeder zahlt gleich viel",
    "combien laisser au serveur, chacun paie sa part",
    "餐厅 小费 每人 付 多少",
    "食事代を人数で割る 一人いくら",
    "we were seven at the pizza place, 143 in all, what does everyone throw in",
    "how much do i give the cab driver on 27",
    "bill has tax on it, tip only on the food",
    "anna only drank water, she should pay less",
    "splitwise, venmo, gratuity 15 18 20 percent, pourboire, propina, going dutch",
    "apportion a restaurant total with gratuity among guests, no cent lost",
    "quanto deixar de gorjeta e dividir a conta do restaurante",
  ],
  effort: 1,

  laws: [
    {
      name: "the shares add up to the total, which is bill and tip",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const sum = value.shares.reduce((all, { total }) => all.plus(total), new Decimal(0));
        // Beyond 15 digits doubles no longer hold cents.
        if (value.total > 1e12) return true;
        return sum.eq(value.total) && new Decimal(value.bill).plus(value.tip).eq(value.total);
      },
    },
    {
      name: "equal shares differ by a cent at most, and a higher tip never costs less",
      holds(run, { bill = 87.35, people = 3, currency = "USD", tipPercent = 18 }) {
        const [lower, higher] = [tipPercent, Math.min(tipPercent + 1, 1000)].map(
          (percent) => run({ bill, people, currency, tipPercent: percent }).value,
        );
        if (!lower || !higher || lower.total > 1e12) return true;
        const totals = lower.shares.map(({ total }) => total);
        return Math.max(...totals) - Math.min(...totals) <= 1.000001 && higher.total >= lower.total;
      },
    },
  ],
  examples: [
    {
      title: "A tip before tax, for three",
      input: { bill: 87.35, tipPercent: 20, people: 3, tax: 6.85 },
      expect: {
        output: "Tip: USD 16.10\nTotal: USD 103.45\nPer person: USD 34.49",
        value: { tipBase: 80.5, shares: [{ total: 34.49 }, { total: 34.48 }, { total: 34.48 }] },
      },
    },
    {
      title: "Everyone pays a round amount",
      input: { bill: 100, people: 3, roundTarget: "perPerson", roundDirection: "up" },
      expect: { value: { tip: 20, perPerson: 40, effectiveTipPercent: 20 } },
    },
    {
      title: "By what each one had",
      input: {
        bill: 64.5,
        tax: 4.5,
        tipPercent: 20,
        shares: [
          { name: "Ann", amount: 30 },
          { name: "Bob", amount: 20 },
          { name: "Cy", amount: 10 },
        ],
      },
      expect: {
        output: "Tip: USD 12.00\nTotal: USD 76.50\nAnn: USD 38.25\nBob: USD 25.50\nCy: USD 12.75",
      },
    },
    {
      title: "More tax than bill",
      input: { bill: 10, tax: 11 },
      expect: { ok: false, error: { code: "TAX_EXCEEDS_BILL" } },
    },
  ],

  run(input) {
    const currency = readCurrency(input.currency);
    const excess = new Decimal(input.bill).lt(input.tax) ? [taxExceedsBill(input)] : [];
    if (!isCurrency(currency)) return fail([currency, ...excess]);
    const [problem] = excess;
    if (problem) return fail(problem);
    const guests = guestsOf(input);
    if (guests.weights.every((weight) => weight.isZero())) return fail(sharesEmpty());
    return describe(input, guests, currency);
  },
});

function describe(input: Input, guests: Guests, currency: Currency) {
  const { names, weights } = guests;
  const figures = tipOf(input, names.length, currency);
  const { bill, tax, tipBase, tip, total } = figures;
  const shares = splitFairly(total, weights, currency);
  const perPerson = Decimal.max(...shares);
  const warnings = warningsOf(WARNINGS, {
    TIP_ROUNDED_TO_ZERO: figures.isCutToZero,
    SHARES_DO_NOT_SUM: guests.isByAmount && !addUp(weights, input),
  });
  const each = guests.isByAmount
    ? shares.map((share, index) => `${oneLine(names[index])}: ${writeMoney(share, currency)}`)
    : [`Per person: ${writeMoney(perPerson, currency)}`];
  const output = [
    `Tip: ${writeMoney(tip, currency)}`,
    `Total: ${writeMoney(total, currency)}`,
    ...(names.length > 1 ? each : []),
  ].join("\n");
  const effective = tipBase.isZero() ? tipBase : tip.times(100).div(tipBase);
  const value = {
    bill: moneyNumber(bill),
    tax: moneyNumber(tax),
    tipBase: moneyNumber(tipBase),
    tipPercent: input.tipPercent,
    tip: moneyNumber(tip),
    total: moneyNumber(total),
    effectiveTipPercent: percentNumber(effective),
    people: names.length,
    perPerson: moneyNumber(perPerson),
    shares: names.map((name, index) => ({ name, total: moneyNumber(shares[index] ?? total) })),
    alternatives: ALTERNATIVES.map((tipPercent) => {
      const other = roundMoney(tipBase.times(tipPercent).div(100), currency);
      return { tipPercent, tip: moneyNumber(other), total: moneyNumber(bill.plus(other)) };
    }),
  };
  return done({ output, value, warnings, report: moneyReport("Tip Calculator", output, warnings) });
}

/** Whether what all had is the bill, or the bill without tax, exactly. */
function addUp(amounts: readonly Decimal[], { bill, tax }: Input): boolean {
  const sum = amounts.reduce((all, amount) => all.plus(amount), new Decimal(0));
  return sum.eq(bill) || sum.eq(new Decimal(bill).minus(tax));
}

const ALTERNATIVES = [10, 15, 18, 20, 25] as const;

function taxExceedsBill({ bill, tax }: Input) {
  const message = `Cannot take the tax out of the bill: found ${tax}, expected at most ${bill}`;
  return { code: "TAX_EXCEEDS_BILL", message, path: "/tax", expected: bill } as const;
}

function sharesEmpty() {
  const expected = "an amount above 0";
  const message = `Cannot split the bill: found only amounts of 0, expected ${expected}`;
  return { code: "SHARES_EMPTY", message, path: "/shares", expected } as const;
}

interface Guests {
  readonly names: readonly string[];
  readonly weights: readonly Decimal[];
  readonly isByAmount: boolean;
}

function guestsOf({ shares, people }: Input): Guests {
  if (shares === undefined) {
    const names = Array.from({ length: people }, (_, index) => placeName(index));
    return { names, weights: names.map(() => new Decimal(1)), isByAmount: false };
  }
  const names = shares.map(({ name = "" }, index) =>
    name.trim() === "" ? placeName(index) : name,
  );
  return { names, weights: shares.map(({ amount }) => new Decimal(amount)), isByAmount: true };
}

function placeName(index: number): string {
  return `Person ${index + 1}`;
}

function oneLine(name = ""): string {
  return name.replace(/\s+/g, " ").trim();
}
