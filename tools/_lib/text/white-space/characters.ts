/** Characters that look like nothing, or like a space, or turn text around: all but space, TAB, LF and CR. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["\u000b", "LINE TABULATION"],
  ["\u000c", "FORM FEED"],
  ["\u0085", "NEXT LINE"],
  ["\u00a0", "NO-BREAK SPACE"],
  ["\u00ad", "SOFT HYPHEN"],
  ["\u061c", "ARABIC LETTER MARK"],
  ["\u1680", "OGHAM SPACE MARK"],
  ["\u180e", "MONGOLIAN VOWEL SEPARATOR"],
  ["\u2000", "EN QUAD"],
  ["\u2001", "EM QUAD"],
  ["\u2002", "EN SPACE"],
  ["\u2003", "EM SPACE"],
  ["\u2004", "THREE-PER-EM SPACE"],
  ["\u2005", "FOUR-PER-EM SPACE"],
  ["\u2006", "SIX-PER-EM SPACE"],
  ["\u2007", "FIGURE SPACE"],
  ["\u2008", "PUNCTUATION SPACE"],
  ["\u2009", "THIN SPACE"],
  ["\u200a", "HAIR SPACE"],
  ["\u200b", "ZERO WIDTH SPACE"],
  ["\u200c", "ZERO WIDTH NON-JOINER"],
  ["\u200d", "ZERO WIDTH JOINER"],
  ["\u200e", "LEFT-TO-RIGHT MARK"],
  ["\u200f", "RIGHT-TO-LEFT MARK"],
  ["\u2028", "LINE SEPARATOR"],
  ["\u2029", "PARAGRAPH SEPARATOR"],
  ["\u202a", "LEFT-TO-RIGHT EMBEDDING"],
  ["\u202b", "RIGHT-TO-LEFT EMBEDDING"],
  ["\u202c", "POP DIRECTIONAL FORMATTING"],
  ["\u202d", "LEFT-TO-RIGHT OVERRIDE"],
  ["\u202e", "RIGHT-TO-LEFT OVERRIDE"],
  ["\u202f", "NARROW NO-BREAK SPACE"],
  ["\u205f", "MEDIUM MATHEMATICAL SPACE"],
  ["\u2060", "WORD JOINER"],
  ["\u2066", "LEFT-TO-RIGHT ISOLATE"],
  ["\u2067", "RIGHT-TO-LEFT ISOLATE"],
  ["\u2068", "FIRST STRONG ISOLATE"],
  ["\u2069", "POP DIRECTIONAL ISOLATE"],
  ["\u3000", "IDEOGRAPHIC SPACE"],
  ["\ufeff", "ZERO WIDTH NO-BREAK SPACE"],
]);

/** Line ends of every kind; CRLF is one. */
export const LINE_END = /\r\n|[\n\r\u0085\u2028\u2029]/g;
const CJK =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\u3001-\\u303f\\uff01-\\uff60]";
/** Ideographic spaces that East Asian text has between its characters, as other text has plain ones. */
const CJK_SPACES = `(?<=${CJK})\u3000+(?=${CJK})`;
/** A space of its own kind; in a group those that stay, as they stand between East Asian characters. */
export const UNICODE_SPACE = new RegExp(
  `(${CJK_SPACES})|[\\v\\f\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000]`,
  "gu",
);
/** White space of every kind, line ends, too; the same group. */
export const SPACES = new RegExp(`(${CJK_SPACES})|\\p{White_Space}+`, "gu");
/** Without the joiners, which some scripts and emoji need. */
export const ZERO_WIDTH = /[\u00ad\u180e\u200b\u2060\ufeff]/g;
/** A line end, or a character of `characterName`. */
export const NOTABLE = new RegExp(`\\r\\n|[\\n\\r${[...NAMES.keys()].join("")}]`, "g");

const NAMED = new RegExp(`[${[...NAMES.keys()].join("")}]`);

export function hasNamedCharacter(text: string): boolean {
  return NAMED.test(text);
}

export function isLineEnd(text: string): boolean {
  return text === "\r\n" || /^[\n\r\u0085\u2028\u2029]$/.test(text);
}

/** The Unicode name; undefined for characters that are ordinary here. */
export function characterName(character: string): string | undefined {
  return NAMES.get(character);
}

/** Spaces and tabs that a line begins with. */
export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** Where the spaces and tabs at the end of a line begin. */
export function trailingFrom(line: string): number {
  let from = line.length;
  while (from > 0 && (line.charAt(from - 1) === " " || line.charAt(from - 1) === "\t")) from--;
  return from;
}

/** Whether a line has nothing but spaces and tabs. */
export function isBlank(line: string): boolean {
  return trailingFrom(line) === 0;
}
