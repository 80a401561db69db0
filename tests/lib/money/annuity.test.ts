import { expect, test } from "bun:test";
import {
  accumulated,
  amortize,
  levelPayment,
  principalOf,
  totalsOf,
} from "../../../tools/_lib/money/annuity.ts";
import { Decimal } from "../../../tools/_lib/numbers/decimal.ts";
import { roundMoney } from "../../../tools/_lib/money/amount.ts";

const round = (amount: Decimal) => roundMoney(amount, { code: "USD", decimals: 2 });
const loan = (principal: number, rate: string, periods: number) => ({
  principal: new Decimal(principal),
  rate: new Decimal(rate),
  periods,
  payment: round(levelPayment(new Decimal(principal), { rate: new Decimal(rate), periods })),
  round,
});

test("a level payment, with and without interest", () => {
  expect(loan(25_000, "0.00575", 60).payment.toNumber()).toBe(493.85);
  expect(loan(1200, "0", 12).payment.toNumber()).toBe(100);
});

test("the principal of a level payment is that of the payment's loan", () => {
  const shapes = [{}, { balloon: new Decimal(300) }, { inAdvance: true }];
  for (const rate of ["0", "1e-30", "1e-12", "0.005", "10"]) {
    for (const shape of shapes) {
      const repayment = { rate: new Decimal(rate), periods: 360, ...shape };
      const payment = levelPayment(new Decimal(1000), repayment);
      expect(principalOf(payment, repayment).minus(1000).abs().lt("1e-24")).toBe(true);
    }
  }
});

test("payments of next to no interest accumulate as the series says", () => {
  const [below, above] = [accumulated(new Decimal("9.999e-12"), 100), new Decimal("9.999e-12")];
  const closed = above.plus(1).pow(100).minus(1).div(above);
  expect(below.minus(closed).abs().lt("1e-25")).toBe(true);
});

test("a balance below the regular payment is all that is paid, with a balloon, too", () => {
  const balloon = new Decimal(1);
  const rows = amortize({ ...loan(1000, "0.01", 12), payment: new Decimal(600), balloon });
  expect(rows.map(({ payment }) => payment.toNumber())).toEqual([600, 414.1]);
});

test("the last payment takes what rounding left over", () => {
  const rows = amortize(loan(25_000, "0.00575", 60));
  expect(totalsOf(rows)).toMatchObject({ periods: 60 });
  expect(totalsOf(rows).paid.toNumber()).toBe(29_631.1);
  expect(totalsOf(rows).finalPayment.toNumber()).toBe(493.95);
  expect(rows.at(-1)?.balance.isZero()).toBe(true);
});

test("a balloon is due with the last payment, and extras stop at it", () => {
  const balloon = new Decimal(500);
  const extraAt = () => new Decimal(400);
  const rows = amortize({ ...loan(1000, "0.01", 4), payment: new Decimal(133), balloon, extraAt });
  expect(rows.map(({ balance }) => balance.toNumber())).toEqual([500, 372, 242.72, 0]);
  expect(rows.at(-1)?.payment.toNumber()).toBe(245.15);
  expect(rows[0]?.extra.toNumber()).toBe(377);
  expect(rows.slice(1).every(({ extra }) => extra.isZero())).toBe(true);
});

test("a payment in advance has no interest in the first period", () => {
  const rows = amortize({ ...loan(1000, "0.01", 12), inAdvance: true });
  expect(rows[0]?.interest.isZero()).toBe(true);
  expect(rows[1]?.interest.gt(0)).toBe(true);
});
