import { describe, expect, test } from "bun:test";
import tool from "../../tools/tip-calculator.ts";
import { runUnit } from "../support/run-unit.ts";

interface Value {
  readonly tip: number;
  readonly total: number;
  readonly shares: readonly { readonly name: string; readonly total: number }[];
  readonly [member: string]: unknown;
}

const run = (input: object) => runUnit(tool, input);
const figures = (input: object) => run(input).value as Value;
const totals = (input: object) => figures(input).shares.map(({ total }) => total);
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);
const failures = (input: object) => run(input).errors?.map(({ code, path }) => `${code} ${path}`);

describe("the base of the tip", () => {
  test.each([
    [
      { bill: 110, tax: 10, tipPercent: 20 },
      { tipBase: 100, tip: 20, total: 130 },
    ],
    [
      { bill: 110, tax: 10, tipPercent: 20, tipOn: "total" },
      { tipBase: 110, tip: 22 },
    ],
    [{ bill: 0 }, { tipBase: 0, tip: 0, total: 0, effectiveTipPercent: 0 }],
    [
      { bill: 10, tax: 10 },
      { tipBase: 0, tip: 0, effectiveTipPercent: 0 },
    ],
    [{ bill: 50 }, { tipPercent: 18, tip: 9, effectiveTipPercent: 18 }],
    // 0.125 and 0.375 go up.
    [{ bill: 0.5, tipPercent: 25 }, { tip: 0.13 }],
    [{ bill: 1.5, tipPercent: 25 }, { tip: 0.38 }],
    [
      { bill: 1001, tipPercent: 15, currency: "JPY" },
      { tip: 150, total: 1151 },
    ],
  ])("%p", (input, expected) => {
    expect(figures(input)).toMatchObject(expected);
  });
});

describe("round amounts", () => {
  const BILL = { bill: 47.3, tipPercent: 20 };
  test.each([
    ["tip", "nearest", 1, { tip: 9 }],
    ["tip", "up", 1, { tip: 10 }],
    ["tip", "down", 0.5, { tip: 9 }],
    ["total", "nearest", 5, { total: 55 }],
    ["total", "up", 5, { total: 60 }],
    ["total", "down", 1, { total: 56, tip: 8.7, effectiveTipPercent: 18.393235 }],
    ["tip", "nearest", 0.3, { tip: 9.6 }],
    // A multiple that is no whole cent is paid in cents.
    ["tip", "nearest", 0.007, { tip: 9.46 }],
  ])("%s %s to %p", (roundTarget, roundDirection, roundTo, expected) => {
    expect(figures({ ...BILL, roundTarget, roundDirection, roundTo })).toMatchObject(expected);
  });

  test("for each person", () => {
    const input = { bill: 100, tipPercent: 10, people: 4, roundTarget: "perPerson", roundTo: 5 };
    expect(figures(input)).toMatchObject({ perPerson: 30, tip: 20, total: 120 });
    expect(totals({ ...input, roundDirection: "down" })).toEqual([25, 25, 25, 25]);
  });

  test("half goes up", () => {
    expect(figures({ bill: 2.5, tipPercent: 100, roundTarget: "tip" })).toMatchObject({ tip: 3 });
  });

  test("below the bill the tip is 0, which is said", () => {
    const input = { bill: 100, people: 3, tipPercent: 0, roundTarget: "perPerson" };
    expect(figures(input)).toMatchObject({ tip: 0, total: 100 });
    expect(codes(input)).toEqual(["TIP_ROUNDED_TO_ZERO"]);
    expect(codes({ ...input, roundTarget: "tip" })).toEqual([]);
  });
});

describe("equal shares", () => {
  test("are of the first ones a cent more", () => {
    expect(totals({ bill: 100, tipPercent: 0, people: 3 })).toEqual([33.34, 33.33, 33.33]);
  });

  test("exist where there are more people than cents", () => {
    expect(totals({ bill: 0.02, tipPercent: 0, people: 4 })).toEqual([0.01, 0.01, 0, 0]);
  });

  test("have names by their places", () => {
    expect(figures({ bill: 1, people: 2 }).shares.map(({ name }) => name)).toEqual([
      "Person 1",
      "Person 2",
    ]);
  });

  test("of one person have no line", () => {
    expect(run({ bill: 10, tipPercent: 20 }).output).toBe("Tip: USD 2.00\nTotal: USD 12.00");
  });
});

describe("shares by amount", () => {
  const shares = [{ amount: 10 }, { name: "  ", amount: 20 }, { name: "Eve\nB", amount: 0 }];

  test("take the place of people, and may be JSON text", () => {
    const input = { bill: 30, people: 7, tipPercent: 10 };
    expect(figures({ ...input, shares })).toMatchObject({
      people: 3,
      perPerson: 22,
      shares: [
        { name: "Person 1", total: 11 },
        { name: "Person 2", total: 22 },
        { name: "Eve\nB", total: 0 },
      ],
    });
    expect(run({ ...input, shares: JSON.stringify(shares) })).toEqual(run({ ...input, shares }));
    expect(run({ ...input, shares }).output).toEndWith("\nPerson 2: USD 22.00\nEve B: USD 0.00");
  });

  test("add up to the bill, or to the bill without tax, or it is said", () => {
    expect(codes({ bill: 30, shares })).toEqual([]);
    expect(codes({ bill: 33, tax: 3, shares })).toEqual([]);
    expect(codes({ bill: 31, shares })).toEqual(["SHARES_DO_NOT_SUM"]);
    expect(totals({ bill: 31, tipPercent: 0, shares })).toEqual([10.33, 20.67, 0]);
    // Exact sums, not binary ones.
    expect(codes({ bill: 0.3, shares: [{ amount: 0.1 }, { amount: 0.2 }] })).toEqual([]);
  });
});

test("other tips are listed as they would be without rounding", () => {
  const input = { bill: 40.4, roundTarget: "total", roundTo: 10 };
  expect(figures(input)["alternatives"]).toEqual([
    { tipPercent: 10, tip: 4.04, total: 44.44 },
    { tipPercent: 15, tip: 6.06, total: 46.46 },
    { tipPercent: 18, tip: 7.27, total: 47.67 },
    { tipPercent: 20, tip: 8.08, total: 48.48 },
    { tipPercent: 25, tip: 10.1, total: 50.5 },
  ]);
});

describe("failures", () => {
  test.each([
    [{}, "REQUIRED /bill"],
    [{ bill: -1 }, "RANGE /bill"],
    [{ bill: 1, people: 0 }, "RANGE /people"],
    [{ bill: 1, roundTo: 0 }, "RANGE /roundTo"],
    [{ bill: 1, tax: 1.01 }, "TAX_EXCEEDS_BILL /tax"],
    [{ bill: 1, currency: "DOLLAR" }, "CURRENCY_UNKNOWN /currency"],
    [{ bill: 1, shares: "[{" }, "JSON_SYNTAX /shares"],
    [{ bill: 1, shares: [] }, "RANGE /shares"],
    [{ bill: 1, shares: [{ amount: 0 }, { amount: 0 }] }, "SHARES_EMPTY /shares"],
    [{ bill: 1, shares: [{ amount: 1 }, { name: "x" }] }, "REQUIRED /shares/1/amount"],
    [{ bill: 1, shares: [{ amount: -1 }] }, "RANGE /shares/0/amount"],
  ])("%p: %s", (input, expected) => {
    expect(failures(input)).toEqual([expected]);
  });
});
