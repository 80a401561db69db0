// zxcvbn 4.4.2: the lists that its guesses are counted in. Only data is imported: its code reads the clock.
import lists from "zxcvbn/lib/frequency_lists.js";

export const FREQUENCY_LISTS: readonly (readonly [name: string, words: readonly string[]])[] =
  Object.entries(lists);

/** Leaked passwords, the most frequent one first, in lower case. */
export const COMMON_PASSWORDS: readonly string[] = lists["passwords"] ?? [];
