/** The terms of a text: words that carry meaning, cut to a light stem. */
import { wordsOf } from "../words.ts";

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a an and are as at be been but by can could did do does for from had has have he her his how i if in into is it " +
    "its may more most no not of on or our she should so such than that the their them then there these they this to " +
    "was we were what when where which who will with would you your"
  ).split(" "),
);

/** Whether a word, in lower case, carries meaning of its own. */
export function isContentWord(word: string): boolean {
  return !STOP_WORDS.has(word);
}

const LEAST_STEMMED = 5;
const LEAST_STEM = 4;

/** Plurals and the endings of verbs dropped from words of five letters or more, by the first rules that fit. */
export function stem(word: string): string {
  if (word.length < LEAST_STEMMED) return word;
  const singular = withoutPlural(word);
  const ending = /(?:ing|ed)$/.exec(singular)?.[0] ?? "";
  const rest = singular.slice(0, singular.length - ending.length);
  return ending !== "" && rest.length >= LEAST_STEM ? rest : singular;
}

function withoutPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.endsWith("s") && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

/** The stems of the content words, in order, repeated ones too. */
export function termsOf(text: string): string[] {
  return wordsOf(text).filter(isContentWord).map(stem);
}
