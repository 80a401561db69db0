/** What can be wrong with an expression. */
import { Fault } from "../../results/syntax-problem.ts";

export const EXPRESSION_FAILURES = {
  EXPR_SYNTAX: "The text does not follow the grammar of expressions",
  NAME_UNKNOWN: "A name is no variable, constant or function",
  NAME_RESERVED: "A function or constant was assigned to",
  ARGUMENT_COUNT: "A function was given too few or too many arguments",
  MATH_DOMAIN: "A function is not defined there, over the real numbers",
  DIVISION_BY_ZERO: "Something is divided by zero",
  MATH_OVERFLOW: "A number is 10^10000 or larger, or a factorial above that of 3000",
  MATH_PRECISION: "A trigonometric function of more than 10^15 radians has no digits left",
  EXPRESSION_TOO_COMPLEX:
    "More than 100 levels of parentheses, calls, signs, roots and exponents, or more than 300 calls",
} as const;

export type ExpressionFailure = keyof typeof EXPRESSION_FAILURES;
export type MathFailure = "MATH_DOMAIN" | "DIVISION_BY_ZERO" | "MATH_OVERFLOW" | "MATH_PRECISION";

/** Thrown while numbers are computed, which have no place; the evaluator adds it. */
export class MathFault extends Fault<MathFailure> {
  constructor(code: MathFailure, found: string, expected: string, hint?: string) {
    super({ code, offset: 0, found, expected, hint });
  }
}

export function outsideDomain(found: string, expected: string, hint?: string): MathFault {
  return new MathFault("MATH_DOMAIN", found, expected, hint);
}

export function divisionByZero(): MathFault {
  return new MathFault("DIVISION_BY_ZERO", "a division by zero", "a divisor other than 0");
}

export function overflow(found = "a number of 10^10000 or more"): MathFault {
  return new MathFault("MATH_OVERFLOW", found, "numbers below 10^10000");
}
