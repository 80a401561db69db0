import { decamelize } from "../letter-case/words.ts";
import { foldCase } from "../letter-case/letters.ts";
import { toAscii } from "./ascii.ts";
import type { Language } from "./languages.ts";

export interface SlugOptions {
  readonly separator: string;
  readonly lowercase: boolean;
  readonly decamelize: boolean;
  readonly language: Language;
  /** Whether letters of all scripts stay. */
  readonly unicode: boolean;
  readonly symbols: boolean;
  /** Characters that stay. */
  readonly keep: ReadonlySet<string>;
}

export interface SlugWords {
  readonly words: readonly string[];
  /** Characters that have no ASCII form. */
  readonly lost: number;
}

const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ["@", "at"],
  ["%", "percent"],
  ["+", "plus"],
  ["$", "dollar"],
  ["€", "euro"],
  ["£", "pound"],
  ["¥", "yen"],
]);

/** Names whose signs are half of them; without their words other names would be left. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["c#", "c sharp"],
  ["f#", "f sharp"],
  ["j#", "j sharp"],
  ["q#", "q sharp"],
  ["c++", "c plus plus"],
  ["g++", "g plus plus"],
  ["notepad++", "notepad plus plus"],
  [".net", "dotnet"],
  ["asp.net", "asp dotnet"],
  ["vb.net", "vb dotnet"],
  ["ado.net", "ado dotnet"],
]);
const NAME =
  /(?<![\p{L}\p{N}_#+.])(?:[cfjq]#|(?:[cg]|notepad)\+\+|(?:asp|vb|ado)?\.net)(?![\p{L}\p{N}_#+])/giu;

// The apostrophe comes first in the pattern, so that marks in masses are not walked over again and again.
const APOSTROPHE = /['’ʼ`](?:(?<=\p{L}\p{M}*.)(?=[\p{L}\p{N}])|(?<=\p{N}\p{M}*.)(?=\p{L}))/gu;
const PICTURE = /(?![\p{L}\p{N}])\p{Extended_Pictographic}|\p{Emoji_Modifier}/gu;

/** The words of a slug: of a title with its symbols named and its letters in ASCII, as the options say. */
export function slugWords(title: string, options: SlugOptions): SlugWords {
  const { keep, language, unicode } = options;
  const outside = (replacement: (character: string) => string) => (character: string) =>
    keep.has(character) ? character : replacement(character);

  let text = title.normalize("NFC");
  if (options.decamelize) text = decamelize(text);
  text = text
    .replace(
      APOSTROPHE,
      outside(() => ""),
    )
    .replace(
      PICTURE,
      outside(() => " "),
    );
  if (options.symbols) {
    text = text.replace(NAME, (name) =>
      [...name].some((sign) => keep.has(sign)) ? name : ` ${NAMES.get(name.toLowerCase()) ?? ""} `,
    );
    text = text.replace(
      /[&@%+$€£¥]/g,
      outside((symbol) => ` ${SYMBOLS.get(symbol) ?? language.and} `),
    );
  }
  let lost = 0;
  if (!unicode) {
    ({ text, lost } = toAscii(text, language));
    text = text.replace(
      /['"`]/g,
      outside(() => ""),
    );
  }
  if (options.lowercase) text = text.toLowerCase();
  return { words: text.match(wordPattern(options)) ?? [], lost };
}

/** The words without those that say little, unless nothing else would remain. */
export function withoutStopWords(
  words: readonly string[],
  stopWords: ReadonlySet<string>,
): readonly string[] {
  if (stopWords.size === 0) return words;
  const kept = words.filter((word) => !stopWords.has(foldCase(word)));
  return kept.length > 0 ? kept : words;
}

/** As anchors of headings on GitHub: letters, marks, numbers, `_` and hyphens, each space a hyphen. */
export function githubSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
}

/** A slug of at most `length` characters, cut between words where there is a separator to cut at. */
export function cutSlug(slug: string, separator: string, length: number): string {
  const characters = [...slug];
  if (characters.length <= length) return slug;
  const cut = characters.slice(0, length).join("");
  const isInside = separator !== "" && characters[length] !== separator && !cut.endsWith(separator);
  const at = isInside ? cut.lastIndexOf(separator) : -1;
  return trimSlug(at > 0 ? cut.slice(0, at) : cut, separator);
}

/** The slug without separators at its ends. */
export function trimSlug(slug: string, separator: string): string {
  if (separator === "") return slug;
  let from = 0;
  let to = slug.length;
  while (slug.charAt(from) === separator) from++;
  while (to > from && slug.charAt(to - 1) === separator) to--;
  return slug.slice(from, to);
}

function wordPattern({ unicode, keep }: SlugOptions): RegExp {
  const letters = unicode ? String.raw`\p{L}\p{M}\p{N}` : "A-Za-z0-9";
  // A hyphen of a class, like its brackets, is written by its code point.
  const kept = Array.from(
    keep,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return new RegExp(`[${letters}${kept.join("")}]+`, "gu");
}
