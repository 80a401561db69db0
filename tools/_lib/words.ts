const WORD = /[\p{L}\p{N}]+(?:[.'’_-][\p{L}\p{N}]+)*/gu;
const CJK_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

/** The words of a text in lower case; runs of Chinese or Japanese characters are cut into overlapping pairs. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(WORD)) addWord(words, word.toLowerCase());
  return words;
}

function addWord(words: string[], word: string): void {
  let end = 0;
  for (const run of word.matchAll(CJK_RUN)) {
    if (run.index > end) words.push(word.slice(end, run.index));
    addPairs(words, [...run[0]]);
    end = run.index + run[0].length;
  }
  if (end < word.length) words.push(word.slice(end));
}

function addPairs(words: string[], characters: readonly string[]): void {
  if (characters.length === 1) words.push(characters[0] ?? "");
  for (let at = 1; at < characters.length; at++)
    words.push(`${characters[at - 1]}${characters[at]}`);
}
