import { expect, test } from "bun:test";
import fc from "fast-check";
import { bisect } from "../../../tools/_lib/numbers/bisection.ts";
import { Decimal } from "../../../tools/_lib/numbers/decimal.ts";
import {
  type Compounding,
  effectiveRate,
  growth,
  nominalRate,
  ratePerPeriod,
  TIMES_PER_YEAR,
} from "../../../tools/_lib/money/interest.ts";

const times = fc.constantFrom(...Object.values(TIMES_PER_YEAR));
const compounding = fc.constantFrom<Compounding>(
  "continuous",
  ...(Object.keys(TIMES_PER_YEAR) as (keyof typeof TIMES_PER_YEAR)[]),
);

test("a nominal rate leads to a rate per period and back", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -9800, max: 100_000 }),
      compounding,
      times,
      (rate, how, count) => {
        const annual = new Decimal(rate).div(100);
        const back = nominalRate(ratePerPeriod(annual, how, count), how, count);
        expect(back.minus(annual).abs().lt("1e-30")).toBe(true);
      },
    ),
  );
});

test("the rates of all periods of a year make up the year's growth", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -9800, max: 100_000 }),
      compounding,
      times,
      (rate, how, count) => {
        const annual = new Decimal(rate).div(100);
        const year = growth(annual, how, new Decimal(1)).minus(1).times(100);
        const periods = effectiveRate(ratePerPeriod(annual, how, count), count);
        expect(periods.minus(year).abs().lte(year.abs().times("1e-30").plus("1e-30"))).toBe(true);
      },
    ),
  );
});

test("growth by whole additions of interest is exact", () => {
  expect(growth(new Decimal(10), "annual", new Decimal(3)).toFixed()).toBe("1.331");
  expect(growth(new Decimal(12), "monthly", new Decimal("0.25")).toFixed()).toBe("1.030301");
  expect(ratePerPeriod(new Decimal(12), "monthly", 4).toFixed()).toBe("0.030301");
});

test("bisection finds roots to thirty digits, and zero", () => {
  const root = bisect(new Decimal(0), new Decimal(2), (x) => x.times(x).lt(2));
  expect(root.minus(new Decimal(2).sqrt()).abs().lt("1e-29")).toBe(true);
  expect(bisect(new Decimal(1), new Decimal(3), (x) => x.lt("1.1")).toFixed()).toBe("1.1");
  expect(
    bisect(new Decimal(-1), new Decimal(1), (x) => x.lt(0))
      .abs()
      .lt("1e-44"),
  ).toBe(true);
});
