/** The form in which words are looked up: letters without what writers vary or leave out. */

const LATIN = /\p{Script=Latin}/u;
const LATIN_MARKS = /(\p{Script=Latin})\p{M}+/gu;
const PLAIN: ReadonlyMap<string, string> = new Map([
  ["ı", "i"],
  ["ł", "l"],
  ["ø", "o"],
  ["đ", "d"],
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ё", "е"],
  ["أ", "ا"],
  ["إ", "ا"],
  ["آ", "ا"],
  ["ى", "ي"],
  ["ة", "ه"],
  ["ـ", ""],
  ["ँ", "ं"],
]);
const VARIED = new RegExp(`[${[...PLAIN.keys()].join("")}]`, "gu");
/** Arabic vowel signs, and the dot under Devanagari letters. */
const LEFT_OUT = /[\u064b-\u0655\u0670\u093c]/gu;
const ASCII = /^[!-~ ]*$/;

/** Of lower-case text. */
export function keyOf(text: string): string {
  if (ASCII.test(text)) return text;
  const plain = LATIN.test(text)
    ? text.normalize("NFD").replace(LATIN_MARKS, "$1").normalize("NFC")
    : text.normalize("NFD").replace(LEFT_OUT, "").normalize("NFC");
  return plain.replace(LEFT_OUT, "").replace(VARIED, (letter) => PLAIN.get(letter) ?? letter);
}
