/** What a text says that can be compared: its terms, its numbers, and whether it negates. */
import { isCheckedWord, isNegation } from "../_lib/text/prose/negation.ts";
import { isNumberWord, numbersIn, type StatedNumber } from "../_lib/text/prose/numbers.ts";
import { stem } from "../_lib/text/prose/terms.ts";
import { placedWordsOf } from "../_lib/text/words.ts";

export interface Statement {
  /** Stems of content words, no and not among them, each once, in order; words with digits are none. */
  readonly terms: readonly string[];
  readonly numbers: readonly StatedNumber[];
  readonly isNegated: boolean;
}

export function statementOf(text: string): Statement {
  const placed = placedWordsOf(text);
  const words = placed.map((word) => word.text);
  const terms = words.filter(isTerm).map(stem);
  return {
    terms: [...new Set(terms)],
    numbers: numbersIn(text, placed),
    isNegated: words.some(isNegation),
  };
}

function isTerm(word: string): boolean {
  return isCheckedWord(word) && !isNumberWord(word) && !/\p{N}/u.test(word);
}
