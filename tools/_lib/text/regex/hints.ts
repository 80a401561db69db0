import { nearest } from "../nearest.ts";
import { propertyNames } from "./property-names.ts";

interface Dialect {
  /** Sees the pattern up to and with the character at which reading stopped, or the whole of it. */
  readonly sign: RegExp;
  readonly whole?: boolean;
  readonly hint: string;
}

/** How other dialects say what JavaScript says otherwise, or not at all. */
const DIALECTS: readonly Dialect[] = [
  {
    sign: /\(\?P$/,
    hint: "JavaScript writes (?<name>…) for a named group, and \\k<name> to refer to it",
  },
  { sign: /\(\?>$/, hint: "JavaScript has no atomic groups; (?=(…))\\1 does the same" },
  { sign: /\(\?#$/, hint: "JavaScript patterns have no comments" },
  {
    sign: /\(\?\|$/,
    hint: "JavaScript has no branch reset; give the groups one name in each alternative",
  },
  { sign: /\(\?\($/, hint: "JavaScript has no conditionals; write the cases as alternatives" },
  { sign: /\(\?[R0-9&]$/, hint: "JavaScript has no recursion in patterns" },
  {
    sign: /\(\?(?=[imsu-]*x)[imsux-]+$/,
    hint: "JavaScript has no free-spacing mode: take white space and comments out",
  },
  { sign: /^\(\?[ims]+\)$/, hint: "Put the letters into the flags, or write (?i:…) around a part" },
  { sign: /\(\?[imsux-]+\)$/, hint: "JavaScript changes flags only around a part: (?i:…)" },
  {
    sign: /(?:[*+?]|\})\+$/,
    hint: "JavaScript has no possessive quantifiers; (?=(a+))\\1 does the same as a++",
  },
  {
    sign: /\\[AZz]$/,
    hint: "JavaScript writes ^ and $, without the flag m, for the ends of the text",
  },
  { sign: /\\[QE]$/, hint: "JavaScript has no \\Q…\\E: escape each special character" },
  {
    sign: /\\[hHRXGKN]$/,
    hint: "JavaScript has no such escape; \\s, [^\\S\\n] or a look-around may do",
  },
  {
    sign: /\[:\w+:\]/,
    whole: true,
    hint: "JavaScript has no POSIX classes: write [A-Za-z], \\d or \\p{Alphabetic} with the flag u",
  },
  {
    sign: /^\/.*\/[a-z]*$/s,
    whole: true,
    hint: "Leave out the slashes, and put the letters behind them into the flags",
  },
];

const PROPERTY = /\\[pP]\{(?:(?:sc|scx|gc|Script|Script_Extensions|General_Category)=)?([^}]*)/;

/** What a pattern that does not compile may have meant, in words. */
export function hintFor(pattern: string, offset: number, reason: string): string | undefined {
  const start = pattern.slice(Math.max(0, offset - 40), offset + 1);
  const dialect = DIALECTS.find(({ sign, whole }) => sign.test(whole === true ? pattern : start));
  if (dialect !== undefined) return dialect.hint;
  if (reason === "Invalid property name") return propertyHint(pattern, offset);
  if (reason === "Unterminated group")
    return "Close the group with ), or write \\( for the character";
  if (reason === "Unmatched ')'") return "Write \\) for the character";
  if (reason === "Unterminated character class") return "Close the class with ], or write \\[";
  if (reason === "Nothing to repeat") return "Escape the quantifier to match it as a character";
  return undefined;
}

function propertyHint(pattern: string, offset: number): string | undefined {
  const start = pattern.lastIndexOf("\\", offset);
  const [, name = ""] = PROPERTY.exec(pattern.slice(start, start + 80)) ?? [];
  const names = propertyNames();
  const full = names.find((known) => known.toLowerCase().endsWith(`=${name.toLowerCase()}`));
  const [near] = full === undefined ? nearest(name, names, { limit: 1 }) : [full];
  return near === undefined ? undefined : `Did you mean \\p{${near}}?`;
}
