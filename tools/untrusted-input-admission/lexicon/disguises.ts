/** Ways in which a word is written so that people, or models, still read it. */

const DIGIT_OR_SIGN = /[0-9@$!|€£]/;
const LETTER = /\p{L}/u;
const LEET: ReadonlyMap<string, string> = new Map(
  "0o 1i 3e 4a 5s 6g 7t 8b 9g @a $s !i |i €e £l"
    .split(" ")
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

/** "a1" and "n1" are names. */
const LEAST_LEET = 4;

const ARABIC_PARTICLE = /^[وفبكل](?=\p{Script=Arabic}{3})(.*)$/u;
const ARABIC_ARTICLE = /^(?:ال|لل|ل)(\p{Script=Arabic}{3,})$/u;

/** The word, and what it says if signs stand for letters; Arabic words also without what is written onto them. */
export function plainFormsOf(word: string): string[] {
  if (word.length >= LEAST_LEET && DIGIT_OR_SIGN.test(word) && LETTER.test(word)) {
    const plain = word.replace(/[^\p{L}\p{M}_]/gu, (sign) => LEET.get(sign) ?? sign);
    return [word, plain, plain.replaceAll("i", "l")].filter(isNew);
  }
  const root = ARABIC_PARTICLE.exec(word)?.[1];
  const stems = [word, root].map((form) => ARABIC_ARTICLE.exec(form ?? "")?.[1]);
  return [word, root, ...stems].filter((form) => form !== undefined).filter(isNew);
}

function isNew(form: string, index: number, forms: readonly string[]): boolean {
  return forms.indexOf(form) === index;
}

const LATIN_WORD = /^[a-z]{1,24}$/;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz";

/** From the last letter to the first, and moved by 13 letters. */
export function turnedForms(word: string): string[] {
  if (!LATIN_WORD.test(word)) return [];
  const letters = Array.from(word);
  const moved = letters.map((letter) => ALPHABET.charAt((ALPHABET.indexOf(letter) + 13) % 26));
  return [letters.toReversed().join(""), moved.join("")];
}

/** The same for all words that differ only in the order of their inner letters. */
export function reorderedForm(word: string): string | undefined {
  if (!LATIN_WORD.test(word)) return undefined;
  const inner = Array.from(word.slice(1, -1)).toSorted().join("");
  return `${word.charAt(0)}~${inner}~${word.slice(-1)}`;
}
