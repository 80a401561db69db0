/** A text as it is compared: as written, in normal form, and word by word. */
import { type NormalText, normalText } from "../prose/normal-form.ts";
import type { Range } from "../prose/sentences.ts";
import { type PlacedWord, placedWordsOf } from "../words.ts";

/** A text whose characters stand in another one, the source: the places of a normal form, too. */
export type PlacedText = NormalText;

export class Passage {
  readonly text: string;
  readonly #placed: PlacedText | undefined;
  #normal: NormalText | undefined;
  #words: readonly PlacedWord[] | undefined;

  /** The text as written, or what is seen of it. */
  constructor(text: string | PlacedText) {
    this.text = typeof text === "string" ? text : text.text;
    this.#placed = typeof text === "string" ? undefined : text;
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
    return this.placed({ start: this.normal.startOf(start), end: this.normal.endOf(end - 1) });
  }

  /** Where a stretch of the text stands as written. */
  placed({ start, end }: Range): Range {
    const placed = this.#placed;
    if (placed === undefined) return { start, end };
    return { start: placed.startOf(start), end: placed.endOf(end - 1) };
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
