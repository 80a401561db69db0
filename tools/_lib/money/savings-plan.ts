/** Savings that grow with interest and with regular deposits. */
import { accumulatedOf } from "./annuity.ts";
import { Decimal } from "../numbers/decimal.ts";
import { type Compounding, growth, ratePerPeriod } from "./interest.ts";
import { type Currency, roundMoney } from "./amount.ts";

export interface SavingsPlan {
  readonly principal: Decimal;
  /** Nominal, percent. */
  readonly annualRate: Decimal;
  readonly compounding: Compounding;
  readonly years: Decimal;
  /** Each regular deposit of the first year. */
  readonly contribution: Decimal;
  readonly depositsPerYear: number;
  /** Deposits are made at the beginning of their periods. */
  readonly inAdvance: boolean;
  /** By how much the deposits of a year are above those of the year before, percent. */
  readonly increase: Decimal;
  readonly currency: Currency;
}

/** A year of deposits, the last perhaps shorter; amounts unrounded but for the deposits. */
export interface SavingsYear {
  /** Sum of its deposits. */
  readonly deposited: Decimal;
  /** At its end. */
  readonly balance: Decimal;
}

const ZERO = new Decimal(0);
const ONE = new Decimal(1);
/** A deposit that is due so little after the end of the term is still made. */
const TERM_TOLERANCE = new Decimal("1e-9");

export function countDeposits({ years, depositsPerYear }: SavingsPlan): number {
  return years.times(depositsPerYear).plus(TERM_TOLERANCE).floor().toNumber();
}

/** How many deposits each year has, the last of those that are whole or begun. */
function depositCounts(plan: SavingsPlan): number[] {
  const { years, depositsPerYear } = plan;
  const count = countDeposits(plan);
  const whole = Math.floor(count / depositsPerYear);
  const counts = Array.from({ length: whole }, () => depositsPerYear);
  const rest = count - whole * depositsPerYear;
  return rest > 0 || years.gt(whole) ? [...counts, rest] : counts;
}

/** The factor by which the deposits of a year, counted from 0, are above those of the first. */
function increaseOf({ increase }: SavingsPlan, year: number): Decimal {
  return ONE.plus(increase.div(100)).pow(year);
}

/** The deposits of each year, rounded to the smallest unit. */
export function depositsOf(plan: SavingsPlan): Decimal[] {
  return depositCounts(plan).map((_, year) =>
    roundMoney(plan.contribution.times(increaseOf(plan, year)), plan.currency),
  );
}

/** What deposits, one amount for each year, have grown to at the ends of the years. */
function valuesOfDeposits(plan: SavingsPlan, deposits: readonly Decimal[]): Decimal[] {
  const { annualRate, compounding, depositsPerYear, inAdvance, years } = plan;
  const rate = ratePerPeriod(annualRate, compounding, depositsPerYear);
  const step = rate.plus(ONE);
  const valueOf = (periods: number): Decimal => accumulatedOf({ rate, periods, inAdvance });
  const [yearly, ofYear] = [growth(annualRate, compounding, ONE), valueOf(depositsPerYear)];
  const counts = depositCounts(plan);
  let value = ZERO;
  return counts.map((count, year) => {
    const deposit = deposits[year] ?? ZERO;
    if (count === depositsPerYear) {
      value = value.times(yearly).plus(deposit.times(ofYear));
    } else {
      value = value.times(step.pow(count)).plus(deposit.times(valueOf(count)));
    }
    if (year < counts.length - 1) return value;
    const rest = years.minus(new Decimal(countDeposits(plan)).div(depositsPerYear));
    return value.times(growth(annualRate, compounding, Decimal.max(rest, 0)));
  });
}

export function grow(plan: SavingsPlan): SavingsYear[] {
  const { principal, annualRate, compounding, years } = plan;
  const counts = depositCounts(plan);
  const deposits = depositsOf(plan);
  const values = valuesOfDeposits(plan, deposits);
  return counts.map((count, year) => {
    const end = year === counts.length - 1 ? years : new Decimal(year + 1);
    const grown = principal.times(growth(annualRate, compounding, end));
    return {
      deposited: (deposits[year] ?? ZERO).times(count),
      balance: grown.plus(values[year] ?? ZERO),
    };
  });
}

/** What the deposits of each year are worth at the end of the term. */
export function valueOfDeposits(plan: SavingsPlan, deposits = depositsOf(plan)): Decimal {
  return valuesOfDeposits(plan, deposits).at(-1) ?? ZERO;
}

/** What deposits of 1, and as much more as they increase, are worth at the end of the term; not rounded. */
export function valueOfUnitDeposits(plan: SavingsPlan): Decimal {
  return valueOfDeposits(
    plan,
    depositCounts(plan).map((_, year) => increaseOf(plan, year)),
  );
}

/** What the principal has grown to at the end of the term. */
export function valueOfPrincipal({ principal, ...plan }: SavingsPlan): Decimal {
  return principal.times(growth(plan.annualRate, plan.compounding, plan.years));
}

/** The balance at the end of the term, unrounded. */
export function futureValue(plan: SavingsPlan, deposits = depositsOf(plan)): Decimal {
  return valueOfPrincipal(plan).plus(valueOfDeposits(plan, deposits));
}
