import { foldCase } from "./letters.ts";

/** Words with a spelling of their own, such as ID, OAuth2 or iOS. */
export class Acronyms {
  /** First character → acronyms, longest first. */
  readonly #byFirst = new Map<string, string[]>();
  readonly #byFold = new Map<string, string>();

  constructor(acronyms: readonly string[]) {
    for (const acronym of acronyms.toSorted((a, b) => b.length - a.length)) {
      const group = this.#byFirst.get(acronym.charAt(0)) ?? [];
      group.push(acronym);
      this.#byFirst.set(acronym.charAt(0), group);
    }
    for (const acronym of acronyms.toReversed()) this.#byFold.set(foldCase(acronym), acronym);
  }

  /** The longest that stands at `from` exactly as listed and is a word there. */
  at(run: string, from: number): string | undefined {
    return this.#byFirst
      .get(run.charAt(from))
      ?.find((acronym) => run.startsWith(acronym, from) && !goesOn(run, from + acronym.length));
  }

  /** The listed spelling of a word in any case. */
  spelling(word: string): string | undefined {
    return this.#byFold.size === 0 ? undefined : this.#byFold.get(foldCase(word));
  }
}

export interface WordOptions {
  readonly acronyms: Acronyms;
  /** Whether letters and digits are words apart. */
  readonly splitNumbers: boolean;
}

// In each pattern what is rare is looked for first, so that marks in masses are not walked over again and again.
const APOSTROPHE = /['’](?<=\p{L}\p{M}*['’])(?=\p{L})/gu;
const RUN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
// Capitals and an s at their end are the plural of an acronym: URLs.
const CASE_BREAK =
  /(?=[\p{Lu}\p{Lt}])(?:(?<=[\p{Ll}\p{Lo}\p{Lm}\p{N}]\p{M}*)|(?=.\p{M}*\p{Ll})(?!.s(?![\p{Ll}\p{M}]))(?<=[\p{Lu}\p{Lt}]\p{M}*))/gu;
const NUMBER_BREAK = /(?=\p{N})(?<=\p{L}\p{M}*)|(?=\p{L})(?<=\p{N}\p{M}*)/gu;
const WORD_GOES_ON = /[\p{Ll}\p{Lo}\p{Lm}\p{M}]/uy;

/** The words of a line: runs of letters and numbers with their marks, cut where the case says that a word begins. */
export function splitWords(line: string, { acronyms, splitNumbers }: WordOptions): string[] {
  const words: string[] = [];
  for (const [run] of line.replace(APOSTROPHE, "").matchAll(RUN)) {
    const breaks = breaksOf(run, splitNumbers);
    let next = 0;
    for (let start = 0; start < run.length;) {
      while ((breaks[next] ?? run.length) <= start) next++;
      const acronym = acronyms.at(run, start);
      const end = acronym === undefined ? (breaks[next] ?? run.length) : start + acronym.length;
      words.push(run.slice(start, end));
      start = end;
    }
  }
  return words;
}

/** A space before each word that only its case marks: fooBar → foo Bar, XMLHttp → XML Http. */
export function decamelize(text: string): string {
  return text.replace(CASE_BREAK, " ");
}

/** Whether the text has a letter or a number. */
export function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function breaksOf(run: string, splitNumbers: boolean): number[] {
  const breaks = Array.from(run.matchAll(CASE_BREAK), ({ index }) => index);
  if (!splitNumbers) return breaks;
  for (const { index } of run.matchAll(NUMBER_BREAK)) breaks.push(index);
  return breaks.toSorted((a, b) => a - b);
}

function goesOn(run: string, at: number): boolean {
  WORD_GOES_ON.lastIndex = at;
  return WORD_GOES_ON.test(run);
}
