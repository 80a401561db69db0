/** A text as it is compared: as written, in normal form, and word by word. */
import { type NormalText, normalText } from "../prose/normal-form.ts";
import type { Range } from "../prose/sentences.ts";
import { type PlacedWord, placedWordsOf } from "../words.ts";

export class Passage {
  readonly text: string;
  #normal: NormalText | undefined;
  #words: readonly PlacedWord[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get normal(): NormalText {
    this.#normal ??= normalText(this.text);
    return this.#normal;
  }

  /** Those of the normal form, with their places there. */
  get words(): readonly PlacedWord[] {
    this.#words ??= placedWordsOf(this.normal.text);
    return this.#words;
  }

  /** Where in the text as written a stretch of the normal form comes from. */
  written({ start, end }: Range): Range {
    return { start: this.normal.startOf(start), end: this.normal.endOf(end - 1) };
  }

  /** The stretch of the normal form that some words take, `end` exclusive. */
  stretch({ start, end }: Range): Range {
    return { start: this.words[start]?.start ?? 0, end: this.words[end - 1]?.end ?? 0 };
  }
}

/** Words as one text; of pairs that overlap, each character once. */
export function writeWords(words: readonly PlacedWord[]): string {
  let text = "";
  let end = -1;
  for (const word of words) {
    const overlap = end - word.start;
    text += overlap > 0 ? word.text.slice(overlap) : `${text === "" ? "" : " "}${word.text}`;
    end = word.end;
  }
  return text;
}
