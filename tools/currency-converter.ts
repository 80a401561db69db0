import { type Static, Type } from "@sinclair/typebox";
import { listField, oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { DAY_FAILURE } from "./_lib/fields/date-field.ts";
import {
  CONFLICT_FAILURES,
  conflictsOf,
  INSUFFICIENT_FAILURES,
} from "./_lib/fields/exclusive-fields.ts";
import { writeMoney, writeNumber } from "./_lib/money/amount.ts";
import { fractionOf } from "./_lib/numbers/fraction.ts";
import { moneyReport } from "./_lib/results/estimate-report.ts";
import { INPUT_FAILURES, inputInvalid, outOfBounds } from "./_lib/results/input-invalid.ts";
import {
  type Conversion,
  convertAll,
  describeConversion,
  SOURCES,
  type Terms,
} from "./currency-converter/convert.ts";
import { readRateTable, referenceTable } from "./currency-converter/rates.ts";
import { type CurrencyRequest, readRequest } from "./currency-converter/request.ts";
import { FIXED_RATES, REFERENCE_DATES, REFERENCE_SOURCE } from "./currency-converter/tables.ts";

const FAILURES = {
  ...INPUT_FAILURES,
  ...CONFLICT_FAILURES,
  ...INSUFFICIENT_FAILURES,
  ...DAY_FAILURE,
  TEXT_NOT_UNDERSTOOD: "The text is no amount with a currency and the currencies wanted",
  CURRENCY_UNKNOWN: "The currency is no code of ISO 4217, nor one that the euro replaced",
  RATE_INVALID: "A rate is no number above 0, or contradicts another one",
  RATE_MISSING: "The rates used have none for one of the currencies",
} as const;

const WARNINGS = {
  REFERENCE_RATES: "The rates are those of a reference table, not live ones",
  CURRENCY_ASSUMED: "Several currencies have the sign or name: the commonest is taken",
  CURRENCY_WITHDRAWN: "A currency was replaced by the euro",
} as const;

const MOST_MONEY = 1e15;

const RATE = Type.Unknown({ description: "Units per 1 of the base: a number above 0" });

const OWN_RATES = Type.Object(
  {
    base: Type.Optional(Type.String({ description: "Beside rates: whose currency counts 1" })),
    date: Type.Optional(Type.String({ description: "Beside rates: of what day, YYYY-MM-DD" })),
    rates: Type.Optional(
      Type.Record(Type.String(), RATE, { description: "By code", maxProperties: 500 }),
    ),
  },
  {
    description:
      "Own rates: { base, date, rates: { CODE: number } }, or { CODE: number } with base",
    maxProperties: 500,
    additionalProperties: RATE,
  },
);

export type OwnRates = Static<typeof OWN_RATES>;

const INPUT = Type.Object({
  input: Type.Optional(
    Type.String({
      description: "100 USD to EUR; USD 1,250.50 in JPY, GBP; $20 to yen",
      maxLength: 1000,
    }),
  ),
  amount: Type.Optional(
    Type.Number({ description: "1, if left out", minimum: -MOST_MONEY, maximum: MOST_MONEY }),
  ),
  from: Type.Optional(Type.String({ description: "Needed without input: a code of ISO 4217" })),
  to: Type.Optional(
    listField({ description: "Needed without input: 1 to 50 codes, in text separated by commas" }),
  ),
  rates: Type.Optional(OWN_RATES),
  base: Type.String({ description: "Whose currency counts 1 in rates", default: "EUR" }),
  rate: Type.Optional(
    Type.Number({
      description: "Units of the target per 1 from, for all targets, instead of rates",
      exclusiveMinimum: 0,
      maximum: MOST_MONEY,
    }),
  ),
  rateDate: oneOf(REFERENCE_DATES, {
    description: "Which reference table of the European Central Bank is used without own rates",
    default: "2026-03-31",
  }),
  feePercent: Type.Number({
    description: "Taken off the rate",
    minimum: 0,
    maximum: 100,
    default: 0,
  }),
  decimals: Type.Optional(
    whole({
      description: "Of the results; those of the target, if left out",
      minimum: 0,
      maximum: 12,
    }),
  ),
  rounding: oneOf(["halfEven", "halfUp"], {
    description: "halfUp is half away from zero",
    default: "halfUp",
  }),
});

export type Input = Static<typeof INPUT>;

const CONVERSION = Type.Object({
  to: Type.String(),
  rate: Type.Number({ description: "Units of the target per 1, without the fee" }),
  rateText: Type.String({ description: "The same, to 12 significant digits" }),
  inverseRate: Type.Number(),
  amount: Type.Number({ description: "Less the fee, rounded" }),
  unrounded: Type.String({ description: "Less the fee, to 15 significant digits" }),
  decimals: Type.Integer(),
  source: Type.Union(SOURCES.map((source) => Type.Literal(source))),
});

const VALUE = Type.Object({
  amount: Type.Number(),
  from: Type.String(),
  to: Type.String({ description: "The first target" }),
  rate: Type.Number({ description: "To the first target, without the fee" }),
  converted: Type.Number({ description: "In the first target" }),
  base: Type.String(),
  rateDate: Type.Union([Type.String(), Type.Null()]),
  conversions: Type.Array(CONVERSION),
});

export type Value = Static<typeof VALUE>;

export default defineTool({
  id: "currency-converter",
  name: "Currency Converter",
  category: "Finance",
  description: "Converts money between currencies with own rates or a dated reference table.",
  keywords: [
    "aud",
    "cad",
    "chf",
    "cny",
    "cross rate",
    "currency",
    "dollar",
    "ecb",
    "eur",
    "euro",
    "exchange rate",
    "foreign currency",
    "foreign exchange",
    "fx",
    "gbp",
    "inr",
    "iso 4217",
    "jpy",
    "money",
    "money exchange",
    "pound",
    "usd",
    "yen",
  ],
  aliases: ["exchange-rate-calculator", "fx-converter"],
  version: "2026-11-23",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "convert",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "convert 100 usd to eur",
    "dollars in yen",
    "exchange rate between pound and swiss franc",
    "currency conversion with my own rates",
    "cross rate from euro rates",
    "amount after a 2 percent exchange fee, credit card foreign fee on a purchase abroad",
    "german marks in euros",
    "one amount in several currencies",
    "ecb reference rates",
    "round money to the decimals of a currency",
    "how much is that in my money, prices or salary abroad",
    "holiday in switzerland, hotel costs francs, how many euros",
    "freelancer paid in dollars wants to know the amount in rupees",
    "monetary amount translation with given conversion rates",
    "hotel, flight or online order in yen, pounds, francs or rupees, price in euro",
    "convertir dólares a euros",
    "währung umrechnen",
    "convertir des devises, combien font des dollars en euros, taux de change",
    "converter moeda dólar em real",
    "為替 円 ドル 換算",
    "货币换算 汇率",
    "cuánto son dólares en euros, cambio de moneda",
    "wie viel euro sind das, wechselkurs",
    "美元 换 人民币 汇率 多少",
    "ドルは何円 為替レート",
    "invoice is in pounds and my books are in euro, what do i enter",
    "trip to japan cost 84000, what is that at home",
    "supplier quotes 1,200 usd, our rate from the bank is 0.92",
    "salary offer in zurich in chf, compare with mine in eur",
    "XE, OANDA, ECB euro foreign exchange reference rates, ISO 4217, USD EUR GBP JPY CHF, Wise, forex",
    "restate an amount of money in other iso currencies by supplied or published dated rates",
    "converter dólar em euro ou real, câmbio, cotação",
    "cambio de divisas, pesos, euros y dólares",
    "wechselkurs franken euro dollar pfund umrechnen",
    "taux de change euro dollar livre franc suisse",
    "汇率 换算 欧元 日元 人民币 美元 英镑",
    "外貨 換算 ユーロ ドル 円 レート",
  ],
  effort: 1,
  detect(sample) {
    return /^\s*(?:[+-]?[\d.,]+\s*[a-z]{3}|[a-z]{3}\s*[+-]?[\d.,]+)\s*(?:\b(?:to|in|into)\b|->|=)\s*[a-z]{3}(?:\s*,\s*[a-z]{3})*\s*$/i.test(
      sample.slice(0, 200),
    )
      ? 0.8
      : 0;
  },

  laws: [
    {
      name: "the first conversion is the one at the top",
      holds(run, input) {
        const { value } = run(input);
        const [first] = value?.conversions ?? [];
        return value?.converted === first?.amount && value?.rate === first?.rate;
      },
    },
    {
      name: "there and back differs by half a unit of each currency at most",
      holds(run, { feePercent: _fee, rate: _rate, ...input }) {
        const there = run(input).value;
        const [step] = there?.conversions ?? [];
        if (!there || !step) return true;
        const { input: _input, ...others } = input;
        const fields = { ...others, amount: step.amount, from: step.to, to: there.from };
        const [back] = run(fields).value?.conversions ?? [];
        if (!back) return true;
        const off = Math.abs(back.amount - there.amount);
        const most = back.rate * 10 ** -step.decimals + 10 ** -back.decimals;
        return off <= most / 2 + Math.abs(there.amount) * 1e-12 + 1e-12;
      },
    },
  ],
  examples: [
    {
      title: "From the reference table",
      input: { amount: 100, from: "USD", to: "JPY" },
      expect: {
        output: "USD 100 = JPY 15,950",
        value: { rateDate: "2026-03-31", conversions: [{ rateText: "159.497303879" }] },
        warnings: [{ code: "REFERENCE_RATES" }],
      },
    },
    {
      title: "One line, two targets",
      input: "250 GBP to CHF, SEK",
      expect: { output: "GBP 250 = CHF 264.70\nGBP 250 = SEK 3,150.59" },
    },
    {
      title: "Own rates and a fee",
      input: {
        amount: 100,
        from: "GBP",
        to: ["USD", "KWD"],
        rates: { base: "EUR", date: "2026-11-02", rates: { USD: 1.1, GBP: 0.85, KWD: 0.338 } },
        feePercent: 1.5,
      },
      expect: {
        output: "GBP 100 = USD 127.47\nGBP 100 = KWD 39.168",
        value: { rateDate: "2026-11-02", conversions: [{ source: "user" }, { decimals: 3 }] },
      },
    },
    {
      title: "Marks in francs, at the fixed rates",
      input: { amount: 1000, from: "DEM", to: "FRF" },
      expect: {
        value: { converted: 3353.85, conversions: [{ source: "fixed" }] },
        warnings: [{ code: "CURRENCY_WITHDRAWN" }],
      },
    },
    {
      title: "A code that does not exist",
      input: "100 USD to EUX",
      expect: { ok: false, error: { code: "CURRENCY_UNKNOWN" } },
    },
  ],

  run(input) {
    const request = readRequest(input);
    const conflicts = conflictsOf(input, [["rate", "rates"]]);
    if ("problems" in request) return refuse([...request.problems, ...conflicts]);
    const [conflict] = conflicts;
    if (conflict) return fail(conflict);
    const { table, failure } = input.rates
      ? readRateTable(input.rates, input.base)
      : { table: referenceTable(input.rateDate) };
    if (failure) return failure;
    const rate = input.rate === undefined ? undefined : fractionOf(input.rate);
    return convert(request, { ...input, rate, table, decimals: input.decimals });
  },
});

/** Bounds are told as the runner tells those of a schema, where nothing else is wrong. */
function refuse<C extends string>(problems: readonly [Entry<C>, ...Entry<C>[]]) {
  const [first, ...others] = problems.filter(({ code }) => code !== "RANGE");
  return first ? fail([first, ...others]) : inputInvalid(problems);
}

function convert(request: CurrencyRequest, terms: Terms) {
  const { amount, from } = request;
  const conversions = convertAll(request, terms);
  if ("missing" in conversions) return fail(rateMissing(conversions.missing, terms));
  const described = conversions.map(describeConversion);
  const endless = described.findIndex(
    (one) => ![one.rate, one.inverseRate, one.amount].every(isPlainNumber),
  );
  const first = described[0];
  if (endless >= 0 || !first) {
    const path = terms.rate ? "/rate" : "/rates";
    return inputInvalid([outOfBounds(path, "too extreme a rate", "one of up to 300 digits")]);
  }
  const isDated = described.some(({ source }) => source === terms.table.source);
  const value = {
    amount: amount.toNumber() + 0,
    from: from.code,
    to: first.to,
    rate: first.rate,
    converted: first.amount,
    base: terms.rate ? from.code : terms.table.base,
    rateDate: isDated && !terms.rate ? terms.table.date : null,
    conversions: described,
  };
  const output = conversions.map((one) => writeConversion(request, one)).join("\n");
  const warnings = [...request.assumed, ...remarks(request, value)];
  const report = moneyReport("Currency Converter", output, warnings);
  return done({ output, value, warnings, report });
}

function isPlainNumber(number: number): boolean {
  return Number.isFinite(number);
}

/** `USD 100 = EUR 86.97` */
function writeConversion({ amount, from }: CurrencyRequest, { to, rounded }: Conversion): string {
  return `${from.code} ${writeNumber(amount)} = ${writeMoney(rounded, to)}`;
}

function rateMissing(code: string, { table }: Terms) {
  const place = table.source === "user" ? "the rates given" : `the table of ${table.date}`;
  return {
    code: "RATE_MISSING",
    message: `Cannot convert: found no rate for ${code} in ${place}, expected one`,
    path: table.source === "user" ? "/rates" : "/rateDate",
    hint: "Give rates with this code, or rate",
  } as const;
}

function remarks({ from, to }: CurrencyRequest, value: Value) {
  const warnings: Entry<keyof typeof WARNINGS>[] = [];
  if (value.conversions.some(({ source }) => source === "reference")) {
    const message = `Reference rates of the ${REFERENCE_SOURCE} of ${value.rateDate}, not a live rate`;
    warnings.push({ code: "REFERENCE_RATES", message });
  }
  const codes = new Set([from, ...to].map(({ code }) => code));
  const withdrawn = [...codes].filter((code) => FIXED_RATES.has(code));
  if (withdrawn.length > 0) {
    const message = `Replaced by the euro: ${withdrawn.join(", ")}`;
    warnings.push({ code: "CURRENCY_WITHDRAWN", message });
  }
  return warnings;
}
