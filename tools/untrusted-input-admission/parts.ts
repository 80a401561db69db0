/** The parts of meaning in a text, sentence by sentence: what stands where, before anything is made of it. */
import { plainFormsOf } from "./lexicon/disguises.ts";
import type { Concept } from "./lexicon/lexicon.ts";
import { keyOf } from "./lexicon/keys.ts";
import {
  eastAsian,
  ENGLISH_INDEX,
  fits,
  type Meaning,
  meaningsOf,
  type Phrase,
  type Sense,
  together,
} from "./lexicon/lookup.ts";
import { type Mark, MARKS } from "./marks.ts";
import type { Derived } from "./rules.ts";
import { endsSentence, type TextWord, wordsOf } from "./words.ts";

/** Made by where a word stands: first in its line or sentence, and behind the last of its sentence. */
type Place = "opening" | "end";

export type PartName = Concept | Mark | Place | Derived;

export interface Part {
  readonly name: PartName;
  /** Positions, as `words.ts` counts them. */
  readonly start: number;
  readonly end: number;
  /** In the text. */
  readonly index: number;
  /** Undefined for what is of every one. */
  readonly language?: number | undefined;
}

/** By start, for each sentence that has any. */
export function partsOf(text: string): Part[][] {
  const finder = new Finder(text);
  return finder.find();
}

/** A verb of these is an order only if nothing before it makes it something else. */
const ORDERS: ReadonlySet<string> = new Set([
  "ignore",
  "discard",
  "show",
  "send",
  "obey",
  "become",
] satisfies Concept[]);
const OPENING = /[\n>[({"\u201c\u2013\u2014-]$/u;
const APART = /^[,;\uff0c\u060c]\s/u;
const MOST_GAP = 6;
const LEAST_SPLIT = 6;
const LEAST_TOGETHER = 14;
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const SPELLED_OUT =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}@$!](?:[ .\-_*·|/,]{1,3}[\p{L}\p{N}@$!]){5,}(?![\p{L}\p{N}])/gu;
const LATIN_START = /[a-z]/;
/** Words of a line or title are no sentence each, and "Ignore. All. Rules." is one. */
const LEAST_SENTENCE = 3;

class Finder {
  readonly #text: string;
  readonly #words: readonly TextWord[];
  /** Word → its sentence. */
  readonly #sentences: number[] = [];
  readonly #parts: Part[][] = [[]];
  readonly #known = new Map<string, readonly Meaning[]>();
  readonly #forms = new Map<string, readonly string[]>();
  /** Words, by language, with which something ends that makes the next verb no order, or one all the same. */
  readonly #hedges = new Set<string>();
  readonly #demands = new Set<string>();

  constructor(text: string) {
    this.#text = text;
    this.#words = wordsOf(text);
  }

  find(): Part[][] {
    this.#findSentences();
    for (const index of this.#words.keys()) this.#findWord(index);
    for (const [name, pattern] of Object.entries(MARKS)) this.#findMark(name as Mark, pattern);
    if (EAST_ASIAN.test(this.#text)) this.#findEastAsian();
    this.#findTogether();
    return this.#parts
      .filter((parts) => parts.length > 0)
      .map((parts) => parts.toSorted((a, b) => a.start - b.start || a.end - b.end));
  }

  #findSentences(): void {
    let length = 0;
    for (const [at, word] of this.#words.entries()) {
      const { gap, position, index, length: width } = word;
      if (at > 0 && endsSentence(word)) {
        if (length >= LEAST_SENTENCE) {
          this.#add("end", at - 1, position, position);
          this.#parts.push([]);
        }
        length = 0;
      }
      length += width;
      this.#sentences.push(this.#parts.length - 1);
      if (at === 0 || length === width || OPENING.test(gap.trimEnd()) || gap.includes("\n")) {
        this.#parts.at(-1)?.push({ name: "opening", start: position, end: position, index });
      }
    }
    const last = this.#words.length - 1;
    const { position = 0, length: lastWidth = 0 } = this.#words[last] ?? {};
    if (last >= 0) this.#add("end", last, position + lastWidth, position + lastWidth);
  }

  /** Adds a part to the sentence of a word. */
  #add(name: PartName, word: number, start: number, end: number, language?: number): void {
    const { index = 0 } = this.#words[word] ?? {};
    this.#parts[this.#sentences[word] ?? 0]?.push({ name, start, end, index, language });
  }

  #meanings(word: string): readonly Meaning[] {
    const known = this.#known.get(word);
    if (known) return known;
    const found = meaningsOf(keyOf(word));
    this.#known.set(word, found);
    return found;
  }

  #findWord(at: number): void {
    const text = this.#words[at]?.text ?? "";
    const meanings = this.#meanings(text);
    if (meanings.length === 0) {
      this.#findSplit(at);
      return;
    }
    for (const { senses, phrases } of meanings) {
      for (const sense of senses) this.#addWords(sense, at, at);
      for (const phrase of phrases) {
        const last = this.#endOf(phrase, at);
        if (last === undefined) continue;
        // What stands in the gap, such as the object of "set .. aside", comes behind its first word.
        const isApart = phrase.rest.some(({ hasGap }) => hasGap);
        this.#addWords(phrase, at, isApart ? at : last);
      }
    }
  }

  /** A word in pieces, such as "ig-nore". */
  #findSplit(at: number): void {
    let joined = this.#words[at]?.text ?? "";
    for (let next = at + 1; next <= at + 2; next++) {
      const word = this.#words[next];
      if (word?.gap.length !== 1) return;
      joined += word.text;
      // "ign ore", but not two words that are known.
      if (
        word.gap === " " &&
        (joined.length < LEAST_SPLIT || this.#meanings(word.text).length > 0)
      ) {
        return;
      }
      for (const { senses } of this.#meanings(joined)) {
        for (const sense of senses) this.#addWords(sense, at, next);
      }
    }
  }

  #endOf({ rest }: Phrase, at: number): number | undefined {
    let last = at;
    for (const word of rest) {
      const reach = word.hasGap ? MOST_GAP : 0;
      let next = last + 1;
      // "If it was made, you can": a phrase goes over no comma.
      if (!word.hasGap && APART.test(this.#words[next]?.gap ?? "")) return undefined;
      while (next <= last + 1 + reach && !this.#fits(next, word)) next++;
      if (next > last + 1 + reach) return undefined;
      last = next;
    }
    return last;
  }

  #fits(at: number, word: Phrase["rest"][number]): boolean {
    const text = this.#words[at]?.text;
    if (text === undefined) return false;
    let forms = this.#forms.get(text);
    if (!forms) this.#forms.set(text, (forms = plainFormsOf(keyOf(text))));
    return fits(forms, word);
  }

  #addWords({ concept, language }: Sense, first: number, last: number): void {
    const from = this.#words[first];
    const to = this.#words[last];
    if (!from || !to) return;
    if (concept === "hedge") this.#hedges.add(`${last} ${language}`);
    else if (concept === "demand") this.#demands.add(`${last} ${language}`);
    // The last part of "mermaid.ai" is no machine.
    else if (concept === "machine" && /[./@]$/.test(from.gap)) return;
    else if (!ORDERS.has(concept) || !this.#isToldOf(first, { concept, language })) {
      this.#add(concept, first, from.position, to.position + to.length, language);
    }
  }

  /** Words that English shares with others, such as "ignore", are English where they are hedged so. */
  #isToldOf(at: number, { concept, language }: Sense): boolean {
    if (this.#isHedged(at, language)) return true;
    const isEnglish = this.#meanings(this.#words[at]?.text ?? "").some(({ senses }) =>
      senses.some((sense) => sense.language === ENGLISH_INDEX && sense.concept === concept),
    );
    return isEnglish && this.#isHedged(at, ENGLISH_INDEX);
  }

  /** Whether a verb is told of, and not ordered: "to ignore", "can ignore", "do not ignore". */
  #isHedged(at: number, language: number): boolean {
    const { gap = "" } = this.#words[at] ?? {};
    if (gap.trim() !== "" || gap.includes("\n")) return false;
    const before = this.#words[at - 1]?.text.endsWith("ly") ? at - 2 : at - 1;
    const key = `${before} ${language}`;
    return this.#hedges.has(key) && !this.#demands.has(key);
  }

  #findMark(name: Mark, pattern: RegExp): void {
    for (const { 0: match, index } of this.#text.matchAll(pattern)) {
      const from = this.#wordAt(index + (name === "label" ? match.search(/\S/) : 0));
      if (from === undefined) continue;
      const { position = 0, length = 0 } = this.#words[from] ?? {};
      const start = name === "colon" || name === "comma" ? position + length : position;
      this.#add(name, from, start, start);
      if (name === "label") this.#repeatLabel(from);
    }
  }

  /** What stands behind a label goes on to the end of its line, or a few sentences. */
  #repeatLabel(label: number): void {
    let sentence = this.#sentences[label] ?? 0;
    const last = sentence + MOST_LABELLED;
    for (let at = label + 1; at < this.#words.length && sentence < last; at++) {
      const { gap = "", position = 0 } = this.#words[at] ?? {};
      if (gap.includes("\n")) return;
      if ((this.#sentences[at] ?? 0) === sentence) continue;
      sentence = this.#sentences[at] ?? 0;
      this.#add("label", at, position, position);
    }
  }

  /** The word that begins last at or before an index, or the first one. */
  #wordAt(index: number): number | undefined {
    let low = 0;
    let high = this.#words.length - 1;
    if (high < 0) return undefined;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#words[middle]?.index ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #findEastAsian(): void {
    const text = this.#text;
    eastAsian().search(text, ({ concept, language }, start, length) => {
      const isInside =
        LATIN_START.test(text.charAt(start)) && LATIN_START.test(text.charAt(start - 1));
      const at = isInside ? undefined : this.#wordAt(start);
      const word = at === undefined ? undefined : this.#words[at];
      if (at === undefined || !word) return;
      const isHalf = word.length !== 1;
      const from = word.position + (isHalf ? Math.max(0, start - word.index) / 2 : 0);
      const sentence = this.#parts[this.#sentences[at] ?? 0];
      if (concept === "hedge" || concept === "demand") return;
      sentence?.push({
        name: concept,
        start: from,
        end: from + length / 2,
        index: start,
        language,
      });
    });
  }

  /** Words without spaces, and letters with spaces. */
  #findTogether(): void {
    for (const [at, { text, position, index }] of this.#words.entries()) {
      if (text.length < LEAST_TOGETHER || text.includes("://")) continue;
      this.#findInside(keyOf(text), at, position, index);
    }
    for (const { 0: run, index } of this.#text.matchAll(SPELLED_OUT)) {
      const at = this.#wordAt(index);
      const word = at === undefined ? undefined : this.#words[at];
      if (at === undefined || !word) continue;
      // Where something else stands between the letters, spaces stand between the words.
      const groups = /[^ \p{L}\p{N}]/u.test(run) ? run.split(" ") : [run];
      for (const [place, group] of groups.entries()) {
        const letters = group.replace(/[ .\-_*·|/,]/g, "");
        this.#findInside(keyOf(letters), at, word.position + place, index);
      }
    }
  }

  #findInside(letters: string, at: number, position: number, index: number): void {
    const sentence = this.#parts[this.#sentences[at] ?? 0];
    together().search(letters, ({ concept: name, language }, start, length) => {
      if (name === "hedge" || name === "demand") return;
      const from = position + start / MEAN_WORD;
      sentence?.push({ name, start: from, end: from + length / MEAN_WORD, index, language });
    });
  }
}

const MEAN_WORD = 6;
const MOST_LABELLED = 3;
