import {
  compileUnicodePattern,
  REGEX_STEPS,
  type Regex,
  RegexBudgetExceeded,
  StepBudget,
} from "../../../text/regex/regex.ts";
import { hintFor } from "../../../text/regex/hints.ts";
import { beginning } from "../../../text/shown.ts";
import type { Keyword, Run } from "../evaluation.ts";
import type { KeywordContext } from "./context.ts";

/** Steps of matching that count as one step of validation. */
const STEPS_PER_UNIT = 8;

/** The pattern, with the flag u where it can be; one that does not compile makes the schema invalid. */
export function regexOf({ invalid }: Pick<KeywordContext, "invalid">, pattern: string): Regex {
  const compiled = compileUnicodePattern(pattern);
  if (compiled.ok) return compiled.regex;
  const { reason, offset } = compiled.problem;
  return invalid(
    `Cannot use the schema: a pattern does not compile, ${reason} at offset ${offset}, expected one of ECMA-262 with the flag u`,
    beginning(pattern, 200),
    hintFor(pattern, offset, reason),
  );
}

/** Thrown where a match takes more steps than it may. */
export class PatternTooSlow extends Error {
  readonly keyword: Keyword;
  constructor(keyword: Keyword) {
    super("A pattern takes too many steps");
    this.keyword = keyword;
  }
}

/** Whether the pattern matches somewhere; every match has regex-tester's budget, all together the run's. */
export function testPattern(regex: Regex, text: string, run: Run, keyword: Keyword): boolean {
  const budget = new StepBudget(REGEX_STEPS);
  try {
    return regex.test(text, 0, budget);
  } catch (error) {
    if (error instanceof RegexBudgetExceeded) throw new PatternTooSlow(keyword);
    throw error;
  } finally {
    run.budget.spend(Math.ceil(budget.used / STEPS_PER_UNIT));
  }
}
