/** Letter case by the full mappings of Unicode, with the dotted and dotless i of Turkish and Azerbaijani. */
export const CASE_LOCALES = ["", "tr", "az"] as const;

export type CaseLocale = (typeof CASE_LOCALES)[number];

export interface Letters {
  lower(text: string): string;
  upper(text: string): string;
}

const PLAIN: Letters = {
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
};

const TURKIC: Letters = {
  lower: (text) => text.replaceAll("I", "ı").replaceAll("İ", "i").toLowerCase(),
  upper: (text) => text.replaceAll("i", "İ").toUpperCase(),
};

export function lettersOf(locale: CaseLocale): Letters {
  return locale === "" ? PLAIN : TURKIC;
}

/** Case folding that no locale changes: texts with equal folds differ in case alone. */
export function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase();
}

/** The word in lower case, its first character in title case where it is a letter. */
export function capitalise(word: string, letters: Letters): string {
  if (/^[a-hj-zA-HJ-Z]/.test(word))
    return letters.upper(word.charAt(0)) + letters.lower(word).slice(1);
  const first = String.fromCodePoint(...firstCodePoint(word));
  const rest = letters.lower(word).slice(letters.lower(first).length);
  return (/\p{L}/u.test(first) ? titleCase(first, letters) : first) + rest;
}

/** Upper case of every lower-case character, lower case of the others. */
export function swapCase(text: string, letters: Letters): string {
  // A sigma is final or not by what stands around it, so the text is lowered as a whole.
  const lowered = letters.lower(text);
  let at = 0;
  let swapped = "";
  for (const character of text) {
    const { length } = letters.lower(character);
    const isUpper = /[\p{Uppercase}\p{Lt}]/u.test(character);
    swapped += isUpper ? lowered.slice(at, at + length) : letters.upper(character);
    at += length;
  }
  return swapped;
}

function firstCodePoint(word: string): number[] {
  const code = word.codePointAt(0);
  return code === undefined ? [] : [code];
}

const DIGRAPHS = ["ǅ", "ǈ", "ǋ", "ǲ"] as const;
const IOTA_BELOW = "\u0345";

/** Title case of one letter, which differs from upper case where that makes one letter into two. */
function titleCase(letter: string, letters: Letters): string {
  const upper = letters.upper(letter);
  const digraph = DIGRAPHS.find((title) => title.toUpperCase() === upper);
  if (digraph) return digraph;
  // Georgian capitals are for whole words only.
  if (/\p{Script=Georgian}/u.test(letter) && /^[\u10d0-\u10ff]$/.test(letter)) return letter;
  const decomposed = letter.normalize("NFD");
  if (decomposed.endsWith(IOTA_BELOW)) {
    return (letters.upper(decomposed.slice(0, -1)) + IOTA_BELOW).normalize("NFC");
  }
  // ß → Ss, ﬁ → Fi, ŉ → ʼN: what follows the first capital is lower case.
  const capital = /^[^\p{Lu}]*\p{Lu}/u.exec(upper)?.[0];
  return capital === undefined ? upper : capital + letters.lower(upper.slice(capital.length));
}
