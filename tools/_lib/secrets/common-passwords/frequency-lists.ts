/** The lists that the guesses of zxcvbn 4.4.2 are counted in. Only data is taken: its code reads the clock. */
import { TEXTS } from "./frequency-lists.gen.ts";

export const FREQUENCY_LISTS: readonly (readonly [name: string, words: readonly string[]])[] =
  Object.entries(TEXTS).map(([name, text]) => [name, text().split("\n")]);

/** Leaked passwords, the most frequent one first, in lower case. */
export const COMMON_PASSWORDS: readonly string[] = TEXTS.passwords().split("\n");
