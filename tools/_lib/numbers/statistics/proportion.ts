/** Proportions, alone and in pairs. */
import { Decimal } from "../decimal.ts";
import { fraction, toDigits } from "../fraction.ts";
import { chiSquareTail, normalQuantile } from "./normal.ts";

/**
 * Wilson's interval of a proportion, which covers the true one with probability 1 − alpha; the total is not 0.
 */
export function wilsonInterval(
  successes: number,
  total: number,
  alpha: number,
): readonly [low: number, high: number] {
  const z = -normalQuantile(alpha / 2);
  const square = z * z;
  const centre = successes + square / 2;
  const margin = z * Math.sqrt((successes * (total - successes)) / total + square / 4);
  const low = successes === 0 ? 0 : (centre - margin) / (total + square);
  const high = successes === total ? 1 : (centre + margin) / (total + square);
  return [low, high];
}

export interface PairedTest {
  readonly method: "exact" | "chi-square";
  /** Null for the exact test, which has none. */
  readonly statistic: Decimal | null;
  readonly pValue: Decimal;
}

/** Up to so many discordant pairs the exact test is taken. */
const MOST_EXACT = 1000;
const DIGITS = 30;

/**
 * McNemar's test that both kinds of discordant pairs are equally likely: exact and two-sided, or for more than 1,000
 * by chi-square with the continuity correction.
 */
export function mcnemarTest(first: number, second: number): PairedTest {
  const total = first + second;
  if (total <= MOST_EXACT) {
    return { method: "exact", statistic: null, pValue: signProbability(first, second) };
  }
  const statistic = new Decimal((Math.abs(first - second) - 1) ** 2).div(total);
  return { method: "chi-square", statistic, pValue: chiSquareTail(statistic) };
}

/** The probability that a fair coin splits so unevenly, either way. */
function signProbability(heads: number, tails: number): Decimal {
  const total = heads + tails;
  let ways = 1n;
  let sum = 1n;
  for (let chosen = 1; chosen <= Math.min(heads, tails); chosen++) {
    ways = (ways * BigInt(total - chosen + 1)) / BigInt(chosen);
    sum += ways;
  }
  const probability = toDigits(fraction(2n * sum, 1n << BigInt(total)), DIGITS);
  return Decimal.min(1, probability);
}
