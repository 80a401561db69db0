/** Patterns that users bring, on an engine whose steps are counted. */
import { REGEX_STEPS, type Regex, type Span, StepBudget } from "../../text/regex/regex.ts";

export class CustomPattern {
  /** Detector and label at once. */
  readonly name: string;
  readonly #regex: Regex;
  /** For all texts together. */
  readonly #budget = new StepBudget(REGEX_STEPS);

  constructor(name: string, regex: Regex) {
    this.name = name;
    this.#regex = regex;
  }

  /** Where the values stand: group 1 where it takes part, else the match. Throws `RegexBudgetExceeded`. */
  *find(text: string): Generator<Span, undefined> {
    for (const match of this.#regex.matches(text, this.#budget)) {
      const [value] = match.groups;
      yield value && value.index >= 0 ? value : match;
    }
  }
}
