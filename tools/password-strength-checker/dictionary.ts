/** Words of the frequency lists: as they are, reversed, and with symbols for letters. */
import { FREQUENCY_LISTS } from "../_lib/secrets/common-passwords/frequency-lists.ts";
import { FOREIGN_WORDS } from "./foreign-words.ts";
import type { DictionaryMatch } from "./matches.ts";

interface Listed {
  readonly dictionary: string;
  /** From 1. */
  readonly rank: number;
}

/** Where a word is listed, and the length of the longest word. */
export interface Dictionary {
  readonly words: ReadonlyMap<string, readonly Listed[]>;
  readonly longest: number;
}

let frequencyLists: Dictionary | undefined;

/** The lists of zxcvbn and of other languages in one table, made when first asked for, and one of the user's own words. */
export function dictionariesWith(userInputs: readonly string[]): readonly Dictionary[] {
  frequencyLists ??= dictionaryOf([...FREQUENCY_LISTS, ...FOREIGN_WORDS]);
  return [frequencyLists, dictionaryOf([["user_inputs", userInputs]])];
}

function dictionaryOf(lists: typeof FREQUENCY_LISTS): Dictionary {
  const words = new Map<string, Listed[]>();
  let longest = 0;
  for (const [dictionary, list] of lists) {
    for (const [index, word] of list.entries()) {
      const listed = { dictionary, rank: index + 1 };
      const known = words.get(word);
      if (known) known.push(listed);
      else words.set(word, [listed]);
      longest = Math.max(longest, word.length);
    }
  }
  return { words, longest };
}

export function matchDictionaries(
  password: string,
  dictionaries: readonly Dictionary[],
): DictionaryMatch[] {
  return [
    ...matchWords(password, dictionaries),
    ...matchReversed(password, dictionaries),
    ...matchSubstituted(password, dictionaries),
  ];
}

function matchWords(password: string, dictionaries: readonly Dictionary[]): DictionaryMatch[] {
  const matches: DictionaryMatch[] = [];
  // A letter whose small form is longer moves all behind it, in zxcvbn as here.
  const lower = password.toLowerCase();
  for (const { words, longest } of dictionaries) {
    for (let start = 0; start < password.length; start++) {
      const last = Math.min(password.length, start + longest);
      for (let end = start + 1; end <= last; end++) {
        const word = lower.slice(start, end);
        for (const listed of words.get(word) ?? []) {
          const token = password.slice(start, end);
          const place = { start, end, token, word, reversed: false };
          matches.push({ pattern: "dictionary", ...place, ...listed });
        }
      }
    }
  }
  return matches;
}

function matchReversed(password: string, dictionaries: readonly Dictionary[]): DictionaryMatch[] {
  const { length } = password;
  return matchWords(reverse(password), dictionaries).map((match) => ({
    ...match,
    token: reverse(match.token),
    reversed: true,
    start: length - match.end,
    end: length - match.start,
  }));
}

/** By UTF-16 units. */
function reverse(text: string): string {
  return text.split("").toReversed().join("");
}

const SYMBOLS: readonly (readonly [letter: string, symbols: string])[] = [
  ["a", "4@"],
  ["b", "8"],
  ["c", "({[<"],
  ["e", "3"],
  ["g", "69"],
  ["i", "1!|"],
  ["l", "1|7"],
  ["o", "0"],
  ["s", "$5"],
  ["t", "+7"],
  ["x", "%"],
  ["z", "2"],
];

function matchSubstituted(
  password: string,
  dictionaries: readonly Dictionary[],
): DictionaryMatch[] {
  const matches: DictionaryMatch[] = [];
  const accents = accentsOf(password);
  for (const symbols of substitutionsOf(password)) {
    const letters = new Map([...symbols, ...accents]);
    if (letters.size === 0) break;
    const { read, places } = readWith(password, letters);
    for (const match of matchWords(read, dictionaries)) {
      const start = places[match.start] ?? 0;
      const end = (places[match.end - 1] ?? 0) + 1;
      const token = password.slice(start, end);
      // A single symbol says nothing, and a word without symbols was found before.
      if (token.length < 2 || token.toLowerCase() === match.word) continue;
      const used = [...letters].filter(([symbol]) => token.includes(symbol));
      matches.push({ ...match, start, end, token, substitutions: new Map(used) });
    }
  }
  return matches;
}

/** The password with letters for its symbols, and where in it each character comes from. */
function readWith(password: string, letters: ReadonlyMap<string, string>) {
  let read = "";
  const places: number[] = [];
  for (let at = 0; at < password.length; at++) {
    const symbol = password.charAt(at);
    const letter = letters.get(symbol) ?? symbol;
    read += letter;
    for (let part = 0; part < letter.length; part++) places.push(at);
  }
  return { read, places };
}

/** Letters that are written as two where a keyboard lacks them. */
const LIGATURES: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["ẞ", "ss"],
  ["æ", "ae"],
  ["Æ", "ae"],
  ["œ", "oe"],
  ["Œ", "oe"],
]);

/** Letters with accents as those without, and ligatures as their letters. */
function accentsOf(password: string): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  for (const symbol of password.match(/[\u0080-\uffff]/g) ?? []) {
    const letter = LIGATURES.get(symbol) ?? symbol.normalize("NFD").charAt(0).toLowerCase();
    if (/[a-z]/.test(letter)) letters.set(symbol, letter);
  }
  return letters;
}

/**
 * Every way to read the password's symbols as letters, one letter for each symbol. zxcvbn makes them
 * one letter after the other: each symbol that has a letter already keeps it in one way and changes it in another.
 */
function substitutionsOf(password: string): readonly ReadonlyMap<string, string>[] {
  let ways: readonly ReadonlyMap<string, string>[] = [new Map()];
  for (const [letter, symbols] of SYMBOLS) {
    const present = [...symbols].filter((symbol) => password.includes(symbol));
    if (present.length === 0) continue;
    const next = present.flatMap((symbol) =>
      ways.flatMap((way) => {
        const changed = new Map([...way].filter(([other]) => other !== symbol)).set(symbol, letter);
        return way.has(symbol) ? [way, changed] : [changed];
      }),
    );
    ways = withoutRepeats(next);
  }
  return ways;
}

function withoutRepeats(
  ways: readonly ReadonlyMap<string, string>[],
): ReadonlyMap<string, string>[] {
  const byLabel = new Map<string, ReadonlyMap<string, string>>();
  for (const way of ways) {
    const label = Array.from(way, ([symbol, letter]) => symbol + letter)
      .toSorted()
      .join("");
    if (!byLabel.has(label)) byLabel.set(label, way);
  }
  return [...byLabel.values()];
}
