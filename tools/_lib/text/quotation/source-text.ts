/** A source with what looking up quotations in it needs, made once and only where it is needed. */
import { positionFinder } from "../position.ts";
import type { Range } from "../prose/sentences.ts";
import { unitsOf } from "../prose/units.ts";
import { mayTurn } from "./critical-words.ts";
import { Passage, type PlacedText } from "./passage.ts";
import { lastAtMost, placesOf } from "./places.ts";

/** The words of the source as numbers. */
interface Numbered {
  readonly numbers: Int32Array;
  readonly numberOf: ReadonlyMap<string, number>;
}

/** All words in one text, each between spaces. */
interface Row {
  readonly text: string;
  /** Where the space before each word is. */
  readonly starts: Int32Array;
}

const NO_WORD = -1;

/** A word that may turn a statement, where it stands as written. */
interface Turning extends Range {
  readonly text: string;
}

export class SourceText {
  /** As written. */
  readonly source: string;
  readonly passage: Passage;
  readonly lineOf: (offset: number) => number;
  readonly #grams = new Map<number, ReadonlyMap<string, readonly number[]>>();
  #numbered: Numbered | undefined;
  #row: Row | undefined;
  #turning: readonly Turning[] | undefined;
  #sentences: readonly Range[] | undefined;

  /** Of what is seen of the source, if that is not what is written. */
  constructor(source: string, seen?: PlacedText) {
    this.source = source;
    this.passage = new Passage(seen ?? source);
    const find = positionFinder(source);
    this.lineOf = (offset) => find(offset).line;
  }

  get numbers(): Int32Array {
    return this.#number().numbers;
  }

  /** The words of another text by the numbers of this source; what it lacks is like none of its words. */
  numbersOf(words: readonly string[]): Int32Array {
    const { numberOf } = this.#number();
    return Int32Array.from(words, (word) => numberOf.get(word) ?? NO_WORD);
  }

  /**
   * Whether the normal form may hold a text of these words: at its ends it may begin or end within a word, but all
   * between are words of the source.
   */
  mayHold(words: readonly string[]): boolean {
    const { numberOf } = this.#number();
    return words.slice(1, -1).every((word) => numberOf.has(word));
  }

  /** The indexes of the words at which all the given words stand one after another. */
  wordPlaces(words: readonly string[]): number[] {
    if (words.length === 0) return [];
    const { text, starts } = this.#wordRow();
    return placesOf(` ${words.join(" ")} `, text).map((place) => lastAtMost(starts, place));
  }

  /** The indexes of the words, in order, at which one of the runs of `size` words begins that the given words have. */
  sharedGrams(words: readonly string[], size: number): number[] {
    const index = this.#gramIndex(size);
    const shared = [...new Set(gramsOf(words, size))].flatMap((gram) => index.get(gram) ?? []);
    return shared.toSorted((a, b) => a - b);
  }

  /** The words between two places, as written, without which a statement may be another one. */
  turningWords({ start, end }: Range): string[] {
    this.#turning ??= this.#findTurning();
    const turning = this.#turning;
    const words: string[] = [];
    const first = firstAtLeast(turning.length, (at) => (turning[at]?.start ?? 0) >= start);
    for (let at = first; (turning[at]?.end ?? Infinity) <= end; at++) {
      words.push(turning[at]?.text ?? "");
    }
    return words;
  }

  /** The sentence in which a place is, as written; only the place where it is in none. */
  sentenceAt(place: number): Range {
    this.#sentences ??= unitsOf(this.passage.text).map((unit) => this.passage.placed(unit));
    const sentences = this.#sentences;
    const at = firstAtLeast(sentences.length, (index) => (sentences[index]?.end ?? 0) > place);
    const found = sentences[at];
    return found && found.start <= place ? found : { start: place, end: place };
  }

  #findTurning(): Turning[] {
    const words = this.passage.words.filter(({ text }) => mayTurn(text));
    return words.map((word) => ({ ...this.passage.written(word), text: word.text }));
  }

  #words(): string[] {
    return this.passage.words.map(({ text }) => text);
  }

  #number(): Numbered {
    if (!this.#numbered) {
      const numberOf = new Map<string, number>();
      const numbers = Int32Array.from(this.#words(), (word) => {
        const number = numberOf.get(word) ?? numberOf.size;
        numberOf.set(word, number);
        return number;
      });
      this.#numbered = { numbers, numberOf };
    }
    return this.#numbered;
  }

  #wordRow(): Row {
    if (!this.#row) {
      const words = this.#words();
      let length = 0;
      const starts = Int32Array.from(words, (word) => {
        const start = length;
        length += word.length + 1;
        return start;
      });
      this.#row = { text: ` ${words.join(" ")} `, starts };
    }
    return this.#row;
  }

  #gramIndex(size: number): ReadonlyMap<string, readonly number[]> {
    const known = this.#grams.get(size);
    if (known) return known;
    const index = new Map<string, number[]>();
    for (const [at, gram] of gramsOf(this.#words(), size).entries()) {
      const places = index.get(gram);
      if (places) places.push(at);
      else index.set(gram, [at]);
    }
    this.#grams.set(size, index);
    return index;
  }
}

/** The first index at which a condition holds that holds from there on. */
function firstAtLeast(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function gramsOf(words: readonly string[], size: number): string[] {
  const grams: string[] = [];
  for (let at = 0; at + size <= words.length; at++)
    grams.push(words.slice(at, at + size).join(" "));
  return grams;
}
