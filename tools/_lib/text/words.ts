const WORD = /[\p{L}\p{N}]+(?:[.'’_-][\p{L}\p{N}]+)*/gu;
const CJK_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

type HearWord = (word: string, start: number, end: number) => void;

/** The words of a text in lower case; runs of Chinese or Japanese characters are cut into overlapping pairs. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  visitWords(text, (word) => words.push(word));
  return words;
}

export interface PlacedWord {
  readonly text: string;
  /** UTF-16 offsets, the end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** The words of `wordsOf` with their places. */
export function placedWordsOf(text: string): PlacedWord[] {
  const words: PlacedWord[] = [];
  visitWords(text, (word, start, end) => words.push({ text: word, start, end }));
  return words;
}

function visitWords(text: string, hear: HearWord): void {
  for (const { 0: word, index } of text.matchAll(WORD)) visitParts(word, index, hear);
}

function visitParts(word: string, start: number, hear: HearWord): void {
  let end = 0;
  for (const { 0: run, index } of word.matchAll(CJK_RUN)) {
    if (index > end) hear(word.slice(end, index).toLowerCase(), start + end, start + index);
    visitPairs([...run], start + index, hear);
    end = index + run.length;
  }
  if (end < word.length) hear(word.slice(end).toLowerCase(), start + end, start + word.length);
}

function visitPairs(characters: readonly string[], start: number, hear: HearWord): void {
  const [first = "", ...others] = characters;
  if (others.length === 0) hear(first, start, start + first.length);
  let before = first;
  let at = start;
  for (const character of others) {
    hear(before + character, at, at + before.length + character.length);
    at += before.length;
    before = character;
  }
}
