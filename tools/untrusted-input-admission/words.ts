/** A text in its normal form as words, with what stands between them. */

export interface TextWord {
  /** As it stands in the text. */
  readonly text: string;
  /** Of its first character in the text. */
  readonly index: number;
  /** How far into the text it is read: words count one, letters of scripts without spaces a half each. */
  readonly position: number;
  readonly length: number;
  /** What stands between the word before and this one. */
  readonly gap: string;
}

const HAN_OR_KANA = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー";
// One class, as a group for each character fills the engine's stack, and beyond it everything is thirty times slower.
const CHARACTERS = `[[\\p{L}\\p{M}\\p{N}_$@€£]--[${HAN_OR_KANA}]]`;
/** A URL is one word: what stands in it is a name. */
const WORD = new RegExp(
  `https?://[^\\s<>"'\\(\\)]+|[${HAN_OR_KANA}]+|[!\\|]?${CHARACTERS}+(?:[!\\|]+${CHARACTERS}+)*`,
  "gv",
);
const HALVES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

export function wordsOf(text: string): TextWord[] {
  const words: TextWord[] = [];
  let position = 0;
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const length = HALVES.test(word) ? word.length / 2 : 1;
    words.push({ text: word, index, position, length, gap: text.slice(end, index) });
    position += length;
    end = index + word.length;
  }
  return words;
}

const FULL_STOP =
  /[.!?\u2026\u06d4\u061f\u0964;](?=["'\u201d\u2019)\]*_`]*\s)|[。！？；｡]|\n\s*(?:\n|[-*+•>|#] |\d{1,3}[.)] |```|#{1,6} )|[{}]\s*\n/u;

/** Before letters that take no space in front of them, the normal form has the same signs. */
const STOP = /[!?;]/;

/** Whether a sentence ends before a word. */
export function endsSentence({ gap, length }: TextWord): boolean {
  return FULL_STOP.test(gap) || (length !== 1 && STOP.test(gap));
}
