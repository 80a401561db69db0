/** How a case went: a verdict, a score, or both. */
import { Decimal } from "../_lib/numbers/decimal.ts";
import { isNumberText } from "../_lib/json/tree/number.ts";

export interface CaseOutcome {
  /** Undefined where only a score is given. */
  readonly passed: boolean | undefined;
  readonly score: Decimal;
  /** Whether the score is a boolean's 0 or 1. */
  readonly isBoolean: boolean;
}

const VERDICT_WORDS: ReadonlyMap<string, boolean | number> = new Map<string, boolean | number>([
  ["true", true],
  ["false", false],
  ["pass", true],
  ["passed", true],
  ["fail", false],
  ["failed", false],
  // Inspect's marks: correct, incorrect, partial and no answer.
  ["c", true],
  ["i", false],
  ["p", 0.5],
  ["n", false],
]);

/** Larger scores could not be subtracted. */
const MOST_SCORE = 1e300;
const ONE = new Decimal(1);
const ZERO = new Decimal(0);

/** The first verdict and the first score among the values; undefined where there is neither. */
export function outcomeOf(values: readonly unknown[]): CaseOutcome | undefined {
  let passed: boolean | undefined;
  let score: Decimal | undefined;
  for (const value of values) {
    const read = readValue(value);
    if (typeof read === "boolean") passed ??= read;
    else score ??= read;
  }
  if (score) return { passed, score, isBoolean: false };
  if (passed === undefined) return undefined;
  return { passed, score: passed ? ONE : ZERO, isBoolean: true };
}

function readValue(value: unknown): boolean | Decimal | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return scoreOf(value);
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (isNumberText(text)) return scoreOf(text);
  const read = VERDICT_WORDS.get(text.toLowerCase());
  return typeof read === "number" ? scoreOf(read) : read;
}

function scoreOf(number: number | string): Decimal | undefined {
  return Math.abs(Number(number)) <= MOST_SCORE ? new Decimal(number) : undefined;
}
