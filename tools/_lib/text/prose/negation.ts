/** The words that turn a statement into its opposite. */
import { isContentWord } from "./terms.ts";

const NEGATIONS: ReadonlySet<string> = new Set([
  "not",
  "no",
  "none",
  "never",
  "neither",
  "nor",
  "without",
  "cannot",
]);

/** Whether a word, in lower case, negates: those above, and what ends in n't. */
export function isNegation(word: string): boolean {
  return NEGATIONS.has(word) || /n['’]t$/.test(word);
}

/** As `isContentWord`, no and not included: a check of what is said cannot do without them. */
export function isCheckedWord(word: string): boolean {
  return isContentWord(word) || word === "no" || word === "not";
}
