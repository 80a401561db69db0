import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { crossRate, referenceTable } from "../../tools/currency-converter/rates.ts";
import { CONVERTIBLE, REFERENCE_RATES } from "../../tools/currency-converter/tables.ts";
import { type Fraction, multiply } from "../../tools/_lib/numbers/fraction.ts";
import { CURRENCIES } from "../../tools/_lib/money/amount.ts";
import tool from "../../tools/currency-converter.ts";
import { runUnit } from "../support/run-unit.ts";

interface Conversion {
  readonly to: string;
  readonly rate: number;
  readonly rateText: string;
  readonly inverseRate: number;
  readonly amount: number;
  readonly unrounded: string;
  readonly decimals: number;
  readonly source: string;
}

interface Value {
  readonly from: string;
  readonly amount: number;
  readonly converted: number;
  readonly base: string;
  readonly rateDate: string | null;
  readonly conversions: readonly Conversion[];
}

const run = (input: string | object) =>
  runUnit(tool, typeof input === "string" ? { input } : input);
const value = (input: string | object) => run(input).value as Value;
const failures = (input: string | object) =>
  run(input).errors?.map(({ code, path }) => `${code} ${path}`);
const codes = (input: string | object) => run(input).warnings?.map(({ code }) => code);

describe("one line", () => {
  test.each([
    ["100 USD to EUR", "USD 100 = EUR 86.97"],
    ["100 usd in eur", "USD 100 = EUR 86.97"],
    ["usd 100 INTO Eur", "USD 100 = EUR 86.97"],
    ["100USD->EUR", "USD 100 = EUR 86.97"],
    ["USD100to EUR", "USD 100 = EUR 86.97"],
    ["USD100=EUR", "USD 100 = EUR 86.97"],
    ["  100  USD  =  EUR  ", "USD 100 = EUR 86.97"],
    ["USD 1,250.50 in JPY , GBP", "USD 1250.5 = JPY 199,451\nUSD 1250.5 = GBP 944.38"],
    ["-100 USD to EUR", "USD -100 = EUR -86.97"],
    ["USD −100 to EUR", "USD -100 = EUR -86.97"],
    ["+.5 EUR to USD", "EUR 0.5 = USD 0.57"],
    ["0.0000001 EUR to USD", "EUR 1e-7 = USD 0.00"],
  ])("%j: %j", (input, output) => {
    expect(run(input).output).toBe(output);
  });

  test.each([
    "",
    "hello",
    "100 USD",
    "USD to EUR",
    "100 USD to",
    "100 USD to EUR,",
    "1,25 USD to EUR",
    "100 USDtoEUR",
  ])("%j is not understood", (input) => {
    expect(failures(input)).toEqual(["TEXT_NOT_UNDERSTOOD /input"]);
    expect(run(input).errors?.[0]?.hint?.split(";")).toHaveLength(3);
  });
});

describe("rates", () => {
  test("of the table asked for", () => {
    const input = { amount: 100, from: "usd", to: "jpy", rateDate: "2025-12-31" };
    expect(value(input)).toMatchObject({ converted: 15_667, base: "EUR", rateDate: "2025-12-31" });
    expect(run(input).warnings).toEqual([
      {
        code: "REFERENCE_RATES",
        message: "Reference rates of the European Central Bank of 2025-12-31, not a live rate",
      },
    ]);
  });

  test("are given without the fee, amounts with it", () => {
    const [one] = value({
      amount: 100,
      from: "GBP",
      to: "USD",
      rate: 1.25,
      feePercent: 2.5,
    }).conversions;
    expect(one).toEqual({
      to: "USD",
      rate: 1.25,
      rateText: "1.25",
      inverseRate: 0.8,
      amount: 121.88,
      unrounded: "121.875",
      decimals: 2,
      source: "user",
    });
  });

  test("of one number hold for all targets, and have no date", () => {
    const found = value({ from: "USD", to: "EUR, JPY", rate: 2 });
    expect(found).toMatchObject({ amount: 1, base: "USD", rateDate: null });
    expect(found.conversions.map(({ amount }) => amount)).toEqual([2, 2]);
  });

  test.each<[string, object, object]>([
    ["a base that is not in them", { EUR: 0.8 }, { base: "USD", converted: 0.8, source: "user" }],
    ["codes in lower case", { eur: 0.8 }, { base: "USD", converted: 0.8, source: "user" }],
    ["the base among them", { USD: 1, EUR: 0.8 }, { converted: 0.8, source: "user" }],
  ])("of the short form with %s", (_title, rates, { source, ...expected }: { source?: string }) => {
    const found = value({ from: "USD", to: "EUR", base: "usd", rates });
    expect(found).toMatchObject(expected);
    expect(found.conversions[0]?.source).toBe(source ?? "");
  });

  test("may be text", () => {
    const rates = '{"base": "USD", "date": "2026-11-02", "rates": {"EUR": 0.8}}';
    const found = value({ from: "USD", to: "EUR", rates });
    expect(found).toMatchObject({ converted: 0.8, rateDate: "2026-11-02", base: "USD" });
    expect(value({ from: "USD", to: "EUR", base: "USD", rates: '{"EUR": 0.8}' })).toMatchObject({
      converted: 0.8,
      rateDate: null,
    });
  });

  test("of one currency in itself need no table", () => {
    const input = { amount: 1.005, from: "XAU", to: ["xau", "XAU"] };
    expect(value(input)).toMatchObject({ converted: 1.005, rateDate: null });
    expect(value(input).conversions.map(({ source }) => source)).toEqual(["identity", "identity"]);
    expect(run(input)).toMatchObject({
      warnings: [],
      output: "XAU 1.005 = XAU 1.005000\n".repeat(2).trim(),
    });
  });

  test("fixed by law join a table with the euro, unless it has its own", () => {
    const source = (input: object) => value(input).conversions[0]?.source;
    expect(run("1000000 ITL to DEM").output).toBe("ITL 1000000 = DEM 1,010.10");
    expect(codes("1 DEM to EUR")).toEqual(["CURRENCY_WITHDRAWN"]);
    expect(codes("1 DEM to USD")).toEqual(["REFERENCE_RATES", "CURRENCY_WITHDRAWN"]);
    expect(value("1 BGN to EUR")).toMatchObject({ converted: 0.51, rateDate: null });
    const withEuro = { amount: 10, from: "DEM", to: "USD", base: "USD", rates: { EUR: 0.9 } };
    expect(value(withEuro)).toMatchObject({ converted: 5.68 });
    expect(source(withEuro)).toBe("user");
    expect(source({ from: "DEM", to: "EUR", rates: { USD: 1 } })).toBe("fixed");
    const own = { amount: 10, from: "DEM", to: "EUR", rates: { DEM: 2 } };
    expect(value(own).converted).toBe(5);
    expect(source(own)).toBe("user");
    expect(failures({ from: "DEM", to: "FRF", base: "USD", rates: { JPY: 1 } })).toEqual([
      "RATE_MISSING /rates",
    ]);
  });

  test("multiply exactly across currencies", () => {
    const table = referenceTable("2026-03-31");
    const code = fc.constantFrom("EUR", "DEM", ...REFERENCE_RATES["2026-03-31"].keys());
    fc.assert(
      fc.property(code, code, code, (a, b, c) => {
        const [direct, first, second] = [
          [a, c],
          [a, b],
          [b, c],
        ].map(([from = "", to = ""]) => crossRate(table, from, to) as Fraction);
        if (!direct || !first || !second) throw new Error("no rate");
        expect(multiply(first, second)).toEqual(direct);
      }),
    );
  });

  test("have no order", () => {
    const pair = fc.tuple(fc.constantFrom("USD", "usd", "GBP", "gbp", "CHF", "EUR"), fc.nat(3));
    fc.assert(
      fc.property(fc.array(pair), (pairs) => {
        const entries = Object.entries(Object.fromEntries(pairs));
        const [ahead, back] = [entries, entries.toReversed()].map((rates) =>
          JSON.stringify(run({ from: "GBP", to: "USD", rates: Object.fromEntries(rates) })),
        );
        expect(ahead).toBe(back as string);
      }),
    );
  });
});

describe("rounding", () => {
  test.each<[object, string]>([
    [{ amount: 1, to: "KWD", rate: 0.3085, rounding: "halfEven" }, "USD 1 = KWD 0.308"],
    [{ amount: 1, to: "KWD", rate: 0.3085 }, "USD 1 = KWD 0.309"],
    [{ amount: -1, to: "KWD", rate: 0.3085, rounding: "halfUp" }, "USD -1 = KWD -0.309"],
    [{ amount: 1, to: "EUR", rate: 0.125 }, "USD 1 = EUR 0.13"],
    [{ amount: 1, to: "JPY", rate: 150.5 }, "USD 1 = JPY 151"],
    [{ amount: 1, to: "JPY", rate: 150.5, decimals: 3 }, "USD 1 = JPY 150.500"],
    [{ amount: 5, to: "XAU", rate: 0.00025 }, "USD 5 = XAU 0.001250"],
    [{ amount: 1234567, to: "CLF", rate: 1 }, "USD 1234567 = CLF 1,234,567.0000"],
    [{ amount: -0.001, to: "EUR", rate: 1 }, "USD -0.001 = EUR 0.00"],
    [{ amount: 5, to: "EUR", rate: 1, feePercent: 100 }, "USD 5 = EUR 0.00"],
  ])("%j: %s", (input, output) => {
    expect(run({ from: "USD", ...input }).output).toBe(output);
  });

  test("happens once, so that amounts are linear before it", () => {
    const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    fc.assert(
      fc.property(amount, (cents) => {
        const of = (times: number) =>
          value({ amount: (cents * times) / 100, from: "EUR", to: "USD", rate: 1.25 });
        const exact = (times: number) => Number(of(times).conversions[0]?.unrounded);
        expect(exact(3)).toBeCloseTo(3 * exact(1), 6);
      }),
    );
  });
});

describe("the currencies", () => {
  test("are those of ISO 4217 and those replaced by the euro", () => {
    expect(CONVERTIBLE.size).toBe(CURRENCIES.size + 21);
    expect(
      ["JPY", "USD", "KWD", "CLF", "XAU", "ITL", "DEM"].map((code) => CONVERTIBLE.get(code)),
    ).toEqual([0, 2, 3, 4, 6, 0, 2]);
  });

  test("that do not exist have a nearest one", () => {
    expect(run({ from: "DEN", to: "EUR" }).errors).toMatchObject([
      { code: "CURRENCY_UNKNOWN", path: "/from", hint: "Did you mean DEM?" },
    ]);
  });
});

describe("signs and names", () => {
  const read = (input: object | string) => {
    const { from, conversions } = value(input);
    const { warnings = [] } = run(input);
    const assumed = warnings.filter(({ code }) => code === "CURRENCY_ASSUMED");
    return [
      from,
      ...conversions.map(({ to }) => to),
      ...assumed.map(({ received }) => `${String(received)}?`),
    ];
  };

  test.each([
    ["$100 to EUR", ["USD", "EUR", "USD?"]],
    ["100 $ in €", ["USD", "EUR", "USD?"]],
    ["-$5 to eur", ["USD", "EUR", "USD?"]],
    ["€20 → £", ["EUR", "GBP", "GBP?"]],
    ["¥5000 to US$", ["JPY", "USD", "JPY?"]],
    ["CN¥5000 to JP¥", ["CNY", "JPY"]],
    ["100 US dollars to Swiss francs", ["USD", "CHF"]],
    ["convert 100 dollars to euros, pounds and yen", ["USD", "EUR", "GBP", "JPY", "USD?", "GBP?"]],
    ["what is 100 usd in eur?", ["USD", "EUR"]],
    ["how much is 1 000 zł in Kč", ["PLN", "CZK"]],
    ["100 reais to R$", ["BRL", "BRL"]],
  ])("%s", (input, expected) => {
    expect(read(input)).toEqual(expected);
  });

  test("stand for codes in fields, too", () => {
    expect(read({ amount: 1, from: "$", to: ["euros", "kr"] })).toEqual([
      "USD",
      "EUR",
      "SEK",
      "USD?",
      "SEK?",
    ]);
  });

  test("no code of ISO 4217 is read as a name", () => {
    for (const code of ["USD", "THB", "RON", "WON"]) {
      const { warnings = [] } = run({ amount: 1, from: code, to: "EUR", rate: 2 });
      expect(warnings.some((one) => one.code === "CURRENCY_ASSUMED")).toBe(code === "WON");
    }
  });
});

describe("what cannot be converted", () => {
  const pair = { from: "USD", to: "EUR" };
  test.each<[object, string[]]>([
    [{}, ["INSUFFICIENT_INPUT /from"]],
    [{ from: "USD" }, ["INSUFFICIENT_INPUT /to"]],
    [
      { input: "1 USD to EUR", amount: 2, to: "GBP" },
      ["CONFLICTING_FIELDS /amount", "CONFLICTING_FIELDS /to"],
    ],
    [{ ...pair, rate: 1, rates: { EUR: 1 } }, ["CONFLICTING_FIELDS /rates"]],
    [{ from: "US", to: ["EUR", "EURX"] }, ["CURRENCY_UNKNOWN /from", "CURRENCY_UNKNOWN /to/1"]],
    [{ input: "1 USD to dolars" }, ["CURRENCY_UNKNOWN /input"]],
    [{ from: "USD", to: [] }, ["RANGE /to"]],
    [{ from: "USD", to: "EUR,".repeat(51) }, ["RANGE /to"]],
    [{ input: `1${"0".repeat(16)} USD to EUR` }, ["RANGE /input"]],
    [{ ...pair, amount: 1e16 }, ["RANGE /amount"]],
    [{ from: "USD", to: "AED" }, ["RATE_MISSING /rateDate"]],
    [{ ...pair, rates: {} }, ["RATE_MISSING /rates"]],
    [{ ...pair, rates: { USD: 0 } }, ["RATE_INVALID /rates/USD"]],
    [{ ...pair, rates: { rates: { USD: "1" } } }, ["RATE_INVALID /rates/rates/USD"]],
    [{ ...pair, rates: { USD: 1, usd: 2 } }, ["RATE_INVALID /rates/usd"]],
    [{ ...pair, rates: { EUR: 0.9, USD: 1 } }, ["RATE_INVALID /rates/EUR"]],
    [{ ...pair, rates: { base: "USD", rates: { EUR: -1 } } }, ["RATE_INVALID /rates/rates/EUR"]],
    [{ ...pair, rates: { USD: 1 }, base: "EU" }, ["CURRENCY_UNKNOWN /base"]],
    [{ ...pair, rates: { base: "US", rates: {} } }, ["CURRENCY_UNKNOWN /rates/base"]],
    [{ ...pair, rates: { date: "2026-02-30", rates: { USD: 1 } } }, ["DATE_INVALID /rates/date"]],
    [{ ...pair, rates: "{" }, ["JSON_SYNTAX /rates"]],
    [{ ...pair, rates: [1] }, ["TYPE /rates"]],
    [{ ...pair, rates: { rates: 5 } }, ["TYPE /rates/rates"]],
    [
      { ...pair, rates: Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`C${at}`, 1])) },
      ["RANGE /rates"],
    ],
    [{ ...pair, rates: { USD: 1e-320 } }, ["RANGE /rates"]],
    [{ ...pair, rate: 0 }, ["RANGE /rate"]],
    [{ ...pair, decimals: 13 }, ["RANGE /decimals"]],
    [{ ...pair, rateDate: "2026-01-01" }, ["ENUM /rateDate"]],
  ])("%j: %j", (input, expected) => {
    expect(failures(input)).toEqual(expected);
  });

  test("names the code without a rate", () => {
    expect(run({ from: "USD", to: "AED" }).errors?.[0]?.message).toBe(
      "Cannot convert: found no rate for AED in the table of 2026-03-31, expected one",
    );
  });

  test("a key with a prototype's name is a code like any other", () => {
    const rates = '{"__proto__": 1, "USD": 2}';
    expect(value({ from: "EUR", to: "USD", rates }).converted).toBe(2);
  });
});
