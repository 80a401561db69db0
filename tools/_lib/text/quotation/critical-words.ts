/** Words that decide what a sentence says. */
import { isNegation } from "../prose/negation.ts";
import { isNumberWord } from "../prose/numbers.ts";

const CRITICAL: ReadonlySet<string> = new Set(
  (
    "all always only must may more less before after " +
    "zero thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy " +
    "eighty ninety hundred thousand million billion trillion"
  ).split(" "),
);

/** Whether a word states a number, a negation, a direction, a bound or an order. */
export function isCritical(word: string): boolean {
  return (
    CRITICAL.has(word) ||
    isNegation(word) ||
    isNumberWord(word) ||
    /\p{N}|^(?:in|de)creas(?:e[ds]?|ing)$/u.test(word)
  );
}

/** Negations, modal verbs, quantities and what limits a statement. */
const TURNING: ReadonlySet<string> = new Set(
  (
    "nobody nothing nowhere hardly barely scarcely rarely seldom " +
    "can could might shall should will would ought " +
    "some few fewer many most least several half twice double every each any both either almost nearly " +
    "sometimes often usually unless except " +
    "nicht kein keine keinen nie niemals ohne nur ne pas jamais sans sin nunca jamás non senza não nunca sem niet geen"
  ).split(" "),
);

/** Whether a sentence without the word may say something else: what is critical, modal verbs and quantities. */
export function mayTurn(word: string): boolean {
  return isCritical(word) || TURNING.has(word);
}
