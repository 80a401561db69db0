/** zxcvbn's warning and suggestions: fixed sentences, which say nothing of the password but its pattern. */
import { ALL_UPPER, guessesOf, START_UPPER } from "./guesses.ts";
import { isForeignList } from "./foreign-words.ts";
import type { DictionaryMatch, Match } from "./matches.ts";

export interface Feedback {
  /** Empty where there is nothing to warn of. */
  readonly warning: string;
  readonly suggestions: readonly string[];
}

const GOOD_SCORE = 3;

export function feedbackOn(
  score: number,
  sequence: readonly Match[],
  length: number,
  referenceYear: number,
): Feedback {
  const [first, ...others] = sequence;
  if (!first) {
    const basics = [
      "Use a few words, avoid common phrases",
      "No need for symbols, digits, or uppercase letters",
    ];
    return { warning: "", suggestions: basics };
  }
  if (score >= GOOD_SCORE) return { warning: "", suggestions: [] };
  const longest = others.reduce<Match>(
    (best, match) => (match.token.length > best.token.length ? match : best),
    first,
  );
  const isSole = others.length === 0;
  const { warning, suggestions } = feedbackOnMatch(longest, isSole, () =>
    guessesOf(longest, length, referenceYear),
  );
  const more = "Add another word or two. Uncommon words are better.";
  return { warning, suggestions: [more, ...suggestions] };
}

function feedbackOnMatch(match: Match, isSole: boolean, guesses: () => number): Feedback {
  switch (match.pattern) {
    case "dictionary":
      return { warning: warningOnWord(match, isSole, guesses), suggestions: suggestionsOn(match) };
    case "spatial":
      return feedback(
        match.turns === 1
          ? "Straight rows of keys are easy to guess"
          : "Short keyboard patterns are easy to guess",
        "Use a longer keyboard pattern with more turns",
      );
    case "repeat":
      return feedback(
        match.baseLength === 1
          ? 'Repeats like "aaa" are easy to guess'
          : 'Repeats like "abcabcabc" are only slightly harder to guess than "abc"',
        "Avoid repeated words and characters",
      );
    case "sequence":
      return feedback("Sequences like abc or 6543 are easy to guess", "Avoid sequences");
    case "regex":
      return feedback(
        "Recent years are easy to guess",
        "Avoid recent years",
        "Avoid years that are associated with you",
      );
    case "date":
      return feedback(
        "Dates are often easy to guess",
        "Avoid dates and years that are associated with you",
      );
    case "bruteforce":
      return feedback("");
  }
}

function feedback(warning: string, ...suggestions: string[]): Feedback {
  return { warning, suggestions };
}

function warningOnWord(match: DictionaryMatch, isSole: boolean, guesses: () => number): string {
  const { dictionary, rank, reversed, substitutions } = match;
  switch (dictionary) {
    case "passwords":
      if (isSole && !substitutions && !reversed) {
        if (rank <= 10) return "This is a top-10 common password";
        return rank <= 100 ? "This is a top-100 common password" : "This is a very common password";
      }
      return guesses() <= 10_000 ? "This is similar to a commonly used password" : "";
    case "english_wikipedia":
      return isSole ? "A word by itself is easy to guess" : "";
    case "surnames":
    case "male_names":
    case "female_names":
      return isSole
        ? "Names and surnames by themselves are easy to guess"
        : "Common names and surnames are easy to guess";
    default:
      return isSole && isForeignList(dictionary) ? "A word by itself is easy to guess" : "";
  }
}

function suggestionsOn({ token, reversed, substitutions }: DictionaryMatch): string[] {
  const suggestions: string[] = [];
  if (START_UPPER.test(token)) suggestions.push("Capitalization doesn't help very much");
  else if (ALL_UPPER.test(token) && token.toLowerCase() !== token) {
    suggestions.push("All-uppercase is almost as easy to guess as all-lowercase");
  }
  if (reversed && token.length >= 4) suggestions.push("Reversed words aren't much harder to guess");
  if (substitutions) {
    suggestions.push("Predictable substitutions like '@' instead of 'a' don't help very much");
  }
  return suggestions;
}
