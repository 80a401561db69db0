/** What a household pays for power, gas or water. Exact fractions up to the cents. */
import { done, type Entry, fail } from "../_core/tool.ts";
import { Decimal } from "../_lib/numbers/decimal.ts";
import {
  add,
  divide,
  type Fraction,
  fraction,
  fractionOf,
  isZero,
  multiply,
  toDecimals,
  toDigits,
} from "../_lib/numbers/fraction.ts";
import {
  type Currency,
  moneyNumber,
  roundMoney,
  splitFairly,
  writeMoney,
} from "../_lib/money/amount.ts";
import { moneyReport } from "../_lib/results/estimate-report.ts";
import type { Input, Value, Warnings } from "../utility-cost-estimator.ts";
import { type Question, readQuestion } from "./read.ts";
import { type Block, costOf, fillTiers, flatRate, type Part, shareTimes } from "./tariff.ts";

const MONTHS = fraction(12n);
const DAYS = fraction(365n);
const HUNDRED = fraction(100n);

/** What is published of the cost of a use. */
export function estimateCost(input: Input) {
  const { question, failure } = readQuestion(input);
  if (failure) return failure;
  const { use, tariff, currency, unit, isUnitAssumed } = question;
  const monthly = divide(use, MONTHS);
  const parts = partsOf(monthly, tariff);
  if ("code" in parts) return fail(parts);
  const exactCost = costOf(parts);
  const usageCost = inMoney(exactCost, currency);
  const fixed = roundMoney(new Decimal(input.fixedMonthly), currency);
  const tax = roundMoney(usageCost.plus(fixed).times(input.taxRate).div(100), currency);
  const costPerMonth = usageCost.plus(fixed).plus(tax);
  const withTax = divide(add(HUNDRED, fractionOf(input.taxRate)), HUNDRED);
  const exactMonth = multiply(add(exactCost, fractionOf(input.fixedMonthly)), withTax);
  const exactYear = multiply(exactMonth, MONTHS);
  const costPerYear = inMoney(exactYear, currency);
  const output = [
    `Cost per month: ${writeMoney(costPerMonth, currency)}`,
    `Cost per year: ${writeMoney(costPerYear, currency)}`,
    `Usage per month: ${toDecimals(monthly, SHOWN_DECIMALS).toFixed()} ${unit.symbol}`,
  ].join("\n");
  const value: Value = {
    utility: input.utility,
    unit: unit.symbol,
    usagePerDay: figure(divide(use, DAYS)),
    usagePerMonth: figure(monthly),
    usagePerYear: figure(use),
    usageCostPerMonth: moneyNumber(usageCost),
    fixedPerMonth: moneyNumber(fixed),
    taxPerMonth: moneyNumber(tax),
    costPerDay: moneyNumber(inMoney(divide(exactYear, DAYS), currency)),
    costPerMonth: moneyNumber(costPerMonth),
    costPerYear: moneyNumber(costPerYear),
    averageRate: isZero(monthly) ? null : figure(divide(exactMonth, monthly)),
    ...listsOf(question, parts, usageCost),
    carbonPerYear:
      input.carbonFactor === undefined
        ? null
        : figure(multiply(use, fractionOf(input.carbonFactor))),
  };
  const warnings = isUnitAssumed ? [rateUnitAssumed(unit.symbol)] : [];
  const report = moneyReport("Utility Cost Estimator", output, warnings);
  return done({ output, value, warnings, report });
}

function rateUnitAssumed(symbol: string): Entry<keyof Warnings> {
  const message = `The price is taken as that of one ${symbol}, as no rateUnit says otherwise`;
  return { code: "RATE_UNIT_ASSUMED", message, path: "/rateUnit" };
}

const SHOWN_DECIMALS = 3;
const USE_DECIMALS = 6;

function inMoney(value: Fraction, { decimals }: Currency): Decimal {
  return toDecimals(value, decimals, "halfUp");
}

function figure(value: Fraction): number {
  return moneyNumber(toDecimals(value, USE_DECIMALS));
}

function partsOf(monthly: Fraction, { rate = 0, tiers, timeOfUse }: Question["tariff"]) {
  if (tiers) return fillTiers(monthly, tiers);
  return timeOfUse ? shareTimes(monthly, timeOfUse) : [flatRate(monthly, rate)];
}

/** What is shown in parts adds up to what is shown of all. */
function listsOf(
  { use, devices, tariff, currency }: Question,
  parts: readonly Part[],
  usageCost: Decimal,
): Pick<Value, "devices" | "tiers" | "timeOfUse"> {
  const uses = devices.map((device) => device.use);
  const deviceCosts = split(usageCost, uses, currency);
  const partCosts = split(
    usageCost,
    parts.map(({ cost }) => cost),
    currency,
  );
  return {
    devices: devices.map((device, index) => ({
      name: device.name,
      usagePerMonth: figure(divide(device.use, MONTHS)),
      costPerMonth: deviceCosts[index] ?? 0,
      sharePercent: isZero(use) ? 0 : figure(divide(multiply(device.use, HUNDRED), use)),
    })),
    tiers: tariff.tiers
      ? (parts as readonly Block[]).map(({ from, to, rate, use: part }, index) => {
          return { from, to, rate, usage: figure(part), cost: partCosts[index] ?? 0 };
        })
      : [],
    timeOfUse: (tariff.timeOfUse ?? []).map(({ name }, index) => ({
      name,
      usage: figure(parts[index]?.use ?? fraction(0n)),
      cost: partCosts[index] ?? 0,
    })),
  };
}

const WEIGHT_DIGITS = 40;

function split(amount: Decimal, weights: readonly Fraction[], currency: Currency): number[] {
  if (weights.every(isZero)) return weights.map(() => 0);
  const decimals = weights.map((weight) => toDigits(weight, WEIGHT_DIGITS));
  return splitFairly(amount, decimals, currency).map(moneyNumber);
}
