import { countCodePoints } from "../_lib/text/code-points.ts";
import { isAbbreviated } from "../_lib/text/prose/sentences.ts";

export interface ReadingFigures {
  readonly words: number;
  /** Characters of Chinese and Japanese, which are read one by one. */
  readonly cjkCharacters: number;
  /** Unicode code points. */
  readonly characters: number;
  readonly sentences: number;
  readonly paragraphs: number;
  /** Whether words were estimated, in scripts that do not mark them. */
  readonly isEstimated: boolean;
}

const CJK =
  /(?=\p{L})[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]|[\u3005\u3007\u30fc]/gu;
/** Scripts whose words only a dictionary could tell. */
const UNSPACED =
  /(?:(?=[\p{L}\p{M}])[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])+/gu;
const LETTERS_OF_A_WORD = 5;

const RUN = String.raw`[\p{L}\p{Nl}\p{M}\p{Nd}\p{Pc}\u00ad\u200c-\u200d\u2060]+`;
const BETWEEN_LETTERS = String.raw`['’.·‧״](?<=[\p{L}\p{Nl}]\p{M}*.)(?=[\p{L}\p{Nl}])`;
const BETWEEN_DIGITS = String.raw`['’.,;](?<=\p{Nd}\p{M}*.)(?=\p{Nd})`;
/** UAX #29 without dictionaries: runs, and single marks between letters or between digits; format characters join. */
const WORD = new RegExp(`${RUN}(?:(?:${BETWEEN_LETTERS}|${BETWEEN_DIGITS})${RUN})*`, "gu");
const COUNTS_AS_WORD = /[\p{L}\p{Nl}\p{Nd}]/u;
/** A letter or number, or the end of a sentence. */
const SENTENCE_PIECE = /[\p{L}\p{N}]+|[。！？]|[.!?…](?=[\s"'\p{Pf}\p{Pi}\p{Pe}]|$)/gu;

/** Counts what is read of a text with LF line ends. */
export function readingFigures(text: string): ReadingFigures {
  let cjkCharacters = 0;
  let words = 0;
  let isEstimated = false;
  const spaced = text
    .replace(CJK, () => {
      cjkCharacters++;
      return " ";
    })
    .replace(UNSPACED, (run) => {
      isEstimated = true;
      words += Math.ceil((run.match(/\p{L}/gu)?.length ?? 0) / LETTERS_OF_A_WORD);
      return " ";
    });
  for (const [word] of spaced.matchAll(WORD)) if (COUNTS_AS_WORD.test(word)) words++;
  return {
    words,
    cjkCharacters,
    characters: countCodePoints(text),
    sentences: countSentences(text),
    paragraphs: countParagraphs(text),
    isEstimated,
  };
}

function countSentences(text: string): number {
  let sentences = 0;
  let hasWord = false;
  for (const { 0: piece, index } of text.matchAll(SENTENCE_PIECE)) {
    const isEnd = /^[.!?…。！？]/.test(piece);
    if (piece === "." && isInnerStop(text, index)) continue;
    if (isEnd && hasWord) sentences++;
    hasWord = !isEnd;
  }
  return sentences;
}

/** Whether a full stop belongs to an abbreviation, and the text goes on behind it. */
function isInnerStop(text: string, at: number): boolean {
  const goesOn = /^\.[^\S\n]{1,3}\S/.test(text.slice(at, at + 5));
  return goesOn && text.charAt(at - 1) !== "." && isAbbreviated(text, at);
}

/** Blocks of lines with text. */
function countParagraphs(text: string): number {
  let paragraphs = 0;
  let isInside = false;
  for (const line of text.split("\n")) {
    const hasText = /\S/.test(line);
    if (hasText && !isInside) paragraphs++;
    isInside = hasText;
  }
  return paragraphs;
}

const FIRST_IMAGE_SECONDS = 12;
const LEAST_IMAGE_SECONDS = 3;

/** 12 seconds for the first image, one less for each next, never below 3 (the rule that Medium published). */
export function imageSeconds(images: number): number {
  const falling = Math.min(images, FIRST_IMAGE_SECONDS - LEAST_IMAGE_SECONDS);
  const sum = (falling * (2 * FIRST_IMAGE_SECONDS - falling + 1)) / 2;
  return sum + (images - falling) * LEAST_IMAGE_SECONDS;
}

/** Seconds at given speeds, to six decimals, so that no binary fraction pushes a whole number up. */
export function readingSeconds(
  { words, cjkCharacters }: Pick<ReadingFigures, "words" | "cjkCharacters">,
  wordsPerMinute: number,
  charactersPerMinute: number,
  images = 0,
): number {
  const seconds =
    (60 * words) / wordsPerMinute +
    (60 * cjkCharacters) / charactersPerMinute +
    imageSeconds(images);
  return Math.round(seconds * 1e6) / 1e6;
}
