/** What is published of a plan for retirement. */
import { Decimal, sumOf } from "../_lib/numbers/decimal.ts";
import {
  type Currency,
  moneyNumber,
  percentNumber,
  roundMoney,
  writeMoney,
  writeNumber,
} from "../_lib/money/amount.ts";
import type { Value } from "../retirement-calculator.ts";
import type { Retirement, RetirementPlan } from "./plan.ts";

const ZERO = new Decimal(0);
const MONTHS_PER_YEAR = 12;

export function describeRetirement(
  plan: RetirementPlan,
  retirement: Retirement,
  schedule: "none" | "yearly",
): Value {
  const { currentAge, retirementAge, lifeExpectancy, currentSavings, currency } = plan;
  const { workingYears, savings, prices, income } = retirement;
  const published = (amount: Decimal): number => moneyNumber(roundMoney(amount, currency));
  const contributions = sumOf(workingYears, ({ deposited }) => deposited);
  const growth = roundMoney(savings, currency).minus(currentSavings).minus(contributions);
  const isShort = income !== undefined && income.shortfall.gt(0);
  const runsOut = income && income.monthsFunded < income.years.length * MONTHS_PER_YEAR;
  return {
    yearsToRetirement: retirementAge - currentAge,
    yearsInRetirement: lifeExpectancy - retirementAge,
    savingsAtRetirement: published(savings),
    savingsAtRetirementReal: published(savings.div(prices)),
    totalContributions: moneyNumber(contributions),
    growth: moneyNumber(growth),
    requiredSavings: income ? moneyNumber(income.required) : null,
    shortfall: income ? moneyNumber(Decimal.max(income.shortfall, ZERO)) : null,
    surplus: income ? moneyNumber(Decimal.max(income.shortfall.neg(), ZERO)) : null,
    onTrack: income ? !isShort : null,
    additionalMonthlyContribution: income?.additional ? moneyNumber(income.additional) : null,
    sustainableMonthlyIncome: published(retirement.sustainableIncome),
    withdrawalRateMonthlyIncome: published(retirement.withdrawalIncome),
    monthsFunded: income ? income.monthsFunded : null,
    fundsRunOutAge: runsOut
      ? percentNumber(new Decimal(income.monthsFunded).div(MONTHS_PER_YEAR).plus(retirementAge))
      : null,
    balanceAtLifeExpectancy: income ? published(income.years.at(-1)?.balance ?? savings) : null,
    schedule: schedule === "none" ? [] : writeRows(plan, retirement),
  };
}

/** Growth is what makes the rounded balances add up. */
function writeRows(plan: RetirementPlan, { workingYears, income }: Retirement) {
  const years = [
    ...workingYears.map(({ deposited, balance }) => ({ deposited, withdrawn: ZERO, balance })),
    ...(income?.years ?? []).map(({ withdrawn, balance }) => ({
      deposited: ZERO,
      withdrawn: roundMoney(withdrawn, plan.currency),
      balance,
    })),
  ];
  let opening = plan.currentSavings;
  return years.map(({ deposited, withdrawn, balance }, index) => {
    const closing = roundMoney(balance, plan.currency);
    const growth = closing.minus(opening).minus(deposited).plus(withdrawn);
    opening = closing;
    return {
      age: plan.currentAge + index,
      contributions: moneyNumber(deposited),
      withdrawals: moneyNumber(withdrawn),
      growth: moneyNumber(growth),
      balance: moneyNumber(closing),
    };
  });
}

/** The lines of the output: amounts exactly, since a JSON number has no cents beyond 90 million millions. */
export function writeRetirement(
  { savings, prices, sustainableIncome, income }: Retirement,
  fundsRunOutAge: number | null,
  currency: Currency,
): string {
  const money = (amount: Decimal): string => writeMoney(amount, currency);
  const lines = [
    `Savings at retirement: ${money(savings)}`,
    `In today's money: ${money(savings.div(prices))}`,
    `Sustainable monthly income (today's money): ${money(sustainableIncome)}`,
  ];
  if (!income) return lines.join("\n");
  const { required, shortfall, additional } = income;
  lines.push(
    `Needed at retirement: ${money(required)}`,
    shortfall.gt(0) ? `Shortfall: ${money(shortfall)}` : `Surplus: ${money(shortfall.neg())}`,
  );
  if (additional?.gt(0)) {
    lines.push(`Extra monthly contribution needed: ${money(additional)}`);
  }
  if (fundsRunOutAge !== null) {
    lines.push(`Funds run out at age: ${writeNumber(new Decimal(fundsRunOutAge))}`);
  }
  return lines.join("\n");
}
