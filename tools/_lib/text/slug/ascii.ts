// The one table that has an ASCII form for nearly every letter of Unicode; 0.3.3 is the version that slugs are stable by.
import anyAscii from "any-ascii";
import type { Language } from "./languages.ts";

export interface AsciiText {
  readonly text: string;
  /** Characters that have no ASCII form. */
  readonly lost: number;
}

/** The text in ASCII: letters by the language first, then by any-ascii. */
export function toAscii(text: string, language: Language): AsciiText {
  let lost = 0;
  const ascii = byLanguage(text, language).replace(/[^\0-\u007f]/gu, (character) => {
    const form = anyAscii(character);
    if (form === "" && !/\p{Default_Ignorable_Code_Point}/u.test(character)) lost++;
    return form;
  });
  return { text: ascii, lost };
}

function byLanguage(text: string, { letters, initials }: Language): string {
  if (letters.size === 0) return text;
  // Pairs of letters stand before single ones in their table.
  const pattern = new RegExp([...letters.keys()].join("|"), "giu");
  return text.replace(pattern, (found, offset: number) => {
    const letter = found.toLowerCase();
    const isInitial = initials.has(letter) && !/[\p{L}\p{M}]$/u.test(before(text, offset));
    const form = (isInitial ? initials.get(letter) : letters.get(letter)) ?? found;
    const isCapital = found.charAt(0) !== letter.charAt(0);
    return isCapital ? form.charAt(0).toUpperCase() + form.slice(1) : form;
  });
}

/** The character before an offset; a pair of surrogates is one. */
function before(text: string, offset: number): string {
  return text.slice(Math.max(0, offset - 2), offset);
}
