/** All lexicons as one: which concepts a word may stand for, and which phrases it may begin. */
import { LiteralSet } from "../../_lib/secrets/detectors/literals.ts";
import { plainFormsOf, reorderedForm, turnedForms } from "./disguises.ts";
import { ARABIC, HINDI, TURKISH } from "./eastern.ts";
import { ENGLISH } from "./english.ts";
import { DUTCH, GERMAN } from "./germanic.ts";
import { keyOf } from "./keys.ts";
import type { Concept, Lexicon } from "./lexicon.ts";
import { FRENCH, ITALIAN, PORTUGUESE, SPANISH } from "./romance.ts";
import { POLISH, RUSSIAN } from "./slavic.ts";
import { CHINESE, JAPANESE, KOREAN } from "./unspaced.ts";

const SPACED = [
  ENGLISH,
  GERMAN,
  DUTCH,
  FRENCH,
  SPANISH,
  ITALIAN,
  PORTUGUESE,
  POLISH,
  RUSSIAN,
  TURKISH,
  ARABIC,
  HINDI,
];
const UNSPACED = [CHINESE, JAPANESE, KOREAN];

interface Row {
  readonly concept: Concept;
  readonly language: number;
  /** Words with one space between them. */
  readonly entry: string;
}

/** Parts of one instruction are of one language, which keeps words of others that are spelled alike apart. */
export const ENGLISH_INDEX = SPACED.indexOf(ENGLISH);

function rowsOf(lexicon: Lexicon): Row[] {
  const language = [...SPACED, ...UNSPACED].indexOf(lexicon);
  return Object.entries(lexicon).flatMap(([concept, entries]) =>
    entries
      .split(",")
      .flatMap(variantsOf)
      .map((entry) => keyOf(entry.replace(/\s+/g, " ").trimStart()))
      .filter((entry) => entry.trim() !== "")
      .map((entry) => ({ concept: concept as Concept, language, entry })),
  );
}

/** An entry for each choice in its parentheses. */
function variantsOf(entry: string): string[] {
  const [choice, choices = ""] = /\(([^()]*)\)/.exec(entry) ?? [];
  if (choice === undefined) return [entry];
  return choices.split("|").flatMap((some) => variantsOf(entry.replace(choice, some)));
}

interface Word {
  readonly text: string;
  /** Any ending may follow. */
  readonly isStem: boolean;
  /** Up to six words may stand before it. */
  readonly hasGap: boolean;
}

function wordsOf(entry: string): Word[] {
  const words: Word[] = [];
  let hasGap = false;
  for (const written of entry.trim().split(" ")) {
    if (written !== "..") {
      words.push({ text: written.replace("*", ""), isStem: written.endsWith("*"), hasGap });
    }
    hasGap = written === "..";
  }
  return words;
}

/** In one language. */
export interface Sense {
  readonly concept: Concept;
  readonly language: number;
}

export interface Phrase extends Sense {
  /** Those behind the first one. */
  readonly rest: readonly Word[];
}

/** What a word or stem stands for alone, and the phrases that it begins. */
export interface Meaning {
  readonly senses: readonly Sense[];
  readonly phrases: readonly Phrase[];
}

class Meanings {
  readonly #found = new Map<string, { senses: Sense[]; phrases: Phrase[] }>();
  longest = 0;

  get(word: string): Meaning | undefined {
    return this.#found.get(word);
  }

  add(word: string, { concept, language }: Sense, rest: readonly Word[] = []): void {
    const known = this.#found.get(word) ?? { senses: [], phrases: [] };
    this.#found.set(word, known);
    this.longest = Math.max(this.longest, word.length);
    if (rest.length > 0) known.phrases.push({ concept, language, rest });
    else known.senses.push({ concept, language });
  }
}

/** Texts that are found wherever they stand. */
export class Anywhere {
  readonly #literals: LiteralSet;
  readonly #entries: readonly (readonly [entry: string, senses: readonly Sense[]])[];

  constructor(rows: readonly Row[]) {
    const senses = new Map<string, Sense[]>();
    for (const { entry, ...sense } of rows) {
      const known = senses.get(entry);
      if (known) known.push(sense);
      else senses.set(entry, [sense]);
    }
    this.#entries = [...senses];
    this.#literals = new LiteralSet([...senses.keys()]);
  }

  search(text: string, found: (sense: Sense, start: number, length: number) => void): void {
    this.#literals.search(text, (start, index) => {
      const [entry = "", senses = []] = this.#entries[index] ?? [];
      for (const sense of senses) found(sense, start, entry.length);
    });
  }
}

/** Shorter words are others by chance when their letters are moved, or stand inside of others. */
const LEAST_DISGUISED = 6;

/** Short, and always beside longer ones. */
const SCOPES: ReadonlySet<Concept> = new Set(["all", "prior", "yours"]);

interface Tables {
  readonly words: Meanings;
  readonly stems: Meanings;
  /** English words that were turned round or moved by 13 letters, and in the form of those put out of order. */
  readonly disguised: Meanings;
  readonly eastAsian: Anywhere;
  readonly together: Anywhere;
}

function build(): Tables {
  const words = new Meanings();
  const stems = new Meanings();
  const disguised = new Meanings();
  for (const { entry, ...sense } of SPACED.flatMap(rowsOf)) {
    const [first, ...rest] = wordsOf(entry);
    if (first) (first.isStem ? stems : words).add(first.text, sense, rest);
  }
  const english = rowsOf(ENGLISH);
  for (const { entry, ...sense } of english) {
    if (entry.length < LEAST_DISGUISED) continue;
    for (const form of [...turnedForms(entry), reorderedForm(entry)]) {
      if (form !== undefined) disguised.add(form, sense);
    }
  }
  const joined = english
    .map(({ entry, ...sense }) => ({ ...sense, entry: entry.replace(/[ *.]/g, "") }))
    .filter(({ concept, entry }) => entry.length >= (SCOPES.has(concept) ? 3 : 5));
  return {
    words,
    stems,
    disguised,
    eastAsian: new Anywhere(UNSPACED.flatMap(rowsOf)),
    together: new Anywhere(joined),
  };
}

let built: Tables | undefined;

/** Built when first asked for: most runs of most tools never do. */
function tables(): Tables {
  return (built ??= build());
}

/** Of languages that write no spaces, or take their endings to be words. */
export function eastAsian(): Anywhere {
  return tables().eastAsian;
}

/** English that was written without spaces. */
export function together(): Anywhere {
  return tables().together;
}

/** What a word may mean, by its key; the meanings of a word and of its stems count alike. */
export function meaningsOf(word: string): readonly Meaning[] {
  const found = plainFormsOf(word).flatMap(meaningsOfForm);
  if (found.length > 0 || word.length < LEAST_DISGUISED) return found;
  const { disguised } = tables();
  const reordered = reorderedForm(word);
  const meaning =
    disguised.get(word) ?? (reordered === undefined ? undefined : disguised.get(reordered));
  return meaning ? [meaning] : [];
}

function meaningsOfForm(word: string): Meaning[] {
  const { words, stems } = tables();
  const found: (Meaning | undefined)[] = [words.get(word)];
  for (let length = Math.min(word.length, stems.longest); length > 0; length--) {
    found.push(stems.get(word.slice(0, length)));
  }
  return found.filter((meaning) => meaning !== undefined);
}

/** Whether a word, by all its forms, is one of a phrase. */
export function fits(forms: readonly string[], { text, isStem }: Word): boolean {
  return forms.some((form) => (isStem ? form.startsWith(text) : form === text));
}
