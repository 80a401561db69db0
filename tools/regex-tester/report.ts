import type { Entry } from "../_core/tool.ts";
import { characterAt } from "../_lib/text/character.ts";
import type { Regex, RegexProblem } from "../_lib/text/regex/regex.ts";
import type { RegexRisk } from "./risk/risk.ts";
import { placeAt } from "../_lib/text/position.ts";
import { hintFor } from "../_lib/text/regex/hints.ts";
import { beginning } from "../_lib/text/shown.ts";
import { foreignSyntax } from "./foreign.ts";
import { readReplacement } from "./replacement.ts";

/** What could have stood where reading a pattern stopped, by ECMAScript's reason. */
const EXPECTED: ReadonlyMap<string, string> = new Map([
  ["Invalid group", '":", "=", "!", "<=", "<!", "<name>" or flags and ":" after "(?"'],
  ["Unterminated group", 'a ")"'],
  ["Unmatched ')'", 'a "(" before it'],
  ["Nothing to repeat", "something to repeat before it"],
  ["Unterminated character class", 'a "]"'],
  ["Range out of order in character class", "a character not below the first of the range"],
  ["numbers out of order in {} quantifier", "a number not below the first"],
  ["Incomplete quantifier", "a number, or the end of the quantifier"],
  ["Invalid capture group name", 'a letter of a name, or ">"'],
  ["Duplicate capture group name", "a name that is not used in the same alternative"],
  ["Invalid named capture referenced", "a group of that name"],
  ["Invalid property name", "a Unicode property in braces"],
  ["Invalid decimal escape", "as many groups, or no digit"],
  ["\\ at end of pattern", "the character that the backslash escapes"],
]);

/** The error of a pattern or of flags that do not compile. */
export function regexError(
  { code, reason, offset }: RegexProblem,
  pattern: string,
  flags: string,
): Entry<RegexProblem["code"]> {
  if (code === "REGEX_FLAGS") {
    return {
      code,
      message: `Cannot use the flags: found ${nameOf(flags, offset)}, expected letters of "dgimsuvy", each once, u and v not together`,
      path: "/flags",
      ...placeAt(flags, offset),
      expected: "dgimsuvy",
      received: beginning(flags, 20),
    };
  }
  const expected = EXPECTED.get(reason) ?? "what ECMAScript allows here";
  const hint = hintFor(pattern, offset, reason);
  return {
    code,
    message: `Cannot compile the pattern: ${reason}, found ${nameOf(pattern, offset)}, expected ${expected}`,
    path: "/pattern",
    ...placeAt(pattern, offset),
    expected,
    received: characterAt(pattern, offset) || "end of input",
    ...(hint === undefined ? {} : { hint }),
  };
}

function nameOf(text: string, offset: number): string {
  return offset >= text.length ? "the end" : JSON.stringify(characterAt(text, offset));
}

type Warning = Entry<
  "REGEX_RISK" | "PATTERN_HAS_SLASHES" | "UNICODE_FLAG_ADVISED" | "GROUP_UNKNOWN" | "FOREIGN_SYNTAX"
>;

/** What other dialects understand otherwise, whether the pattern compiles or not. */
export function foreignWarnings(pattern: string): Entry<"FOREIGN_SYNTAX">[] {
  return foreignSyntax(pattern).map(({ form, offset, equivalent }) => ({
    code: "FOREIGN_SYNTAX",
    message: `JavaScript does not have ${form}; it writes ${equivalent}`,
    path: "/pattern",
    ...placeAt(pattern, offset),
    expected: equivalent,
    received: form,
  }));
}

/** What is to be said of a pattern that compiles. */
export function patternWarnings(pattern: string, regex: Regex, risk: RegexRisk): Warning[] {
  const warnings: Warning[] = [];
  if (isBetweenSlashes(pattern)) {
    warnings.push({
      code: "PATTERN_HAS_SLASHES",
      message: "The slashes around the pattern are matched as characters",
      path: "/pattern",
      hint: "Leave them out, and put the letters behind the last one into the flags",
    });
  }
  const sign = regex.mode.unicode ? undefined : unicodeSign(pattern);
  if (sign !== undefined) {
    warnings.push({
      code: "UNICODE_FLAG_ADVISED",
      message: `Without the flag u or v ${sign}`,
      path: "/pattern",
      hint: "Add the flag u or v",
    });
  }
  if (risk.verdict === "polynomial" || risk.verdict === "exponential") {
    warnings.push({
      code: "REGEX_RISK",
      message: risk.message,
      path: "/pattern",
      ...(risk.offset === null ? {} : placeAt(pattern, risk.offset)),
      received: risk.verdict,
    });
  }
  return warnings;
}

/** What is to be said of a replacement. */
export function replacementWarnings(replacement: string, regex: Regex): Warning[] {
  return readReplacement(replacement, regex.pattern).unknown.map((reference): Warning => {
    const named = reference.startsWith("$<") && regex.groupNames.length > 0;
    const effect = named ? "nothing is written for it" : "it is written as it stands";
    return {
      code: "GROUP_UNKNOWN",
      message: `The pattern has no group for ${beginning(reference, 40)}, so ${effect}`,
      path: "/replacement",
      received: reference,
      ...(/^\$0+$/.test(reference) ? { hint: "The whole match is $&" } : {}),
    };
  });
}

/** Whether it looks like a literal: slashes at both ends, none between that is not escaped or in a class. */
function isBetweenSlashes(pattern: string): boolean {
  const end = pattern.lastIndexOf("/");
  if (!pattern.startsWith("/") || end < 2 || !/^[dgimsuvy]*$/.test(pattern.slice(end + 1))) {
    return false;
  }
  let inClass = false;
  for (let at = 1; at < end; at++) {
    const letter = pattern.charAt(at);
    if (letter === "\\") at++;
    else if (letter === "[") inClass = true;
    else if (letter === "]") inClass = false;
    else if (letter === "/" && !inClass) return false;
  }
  return true;
}

function unicodeSign(pattern: string): string | undefined {
  for (const { 0: escape, index } of pattern.matchAll(/\\[^]/g)) {
    const rest = pattern.slice(index + 2, index + 60);
    if (escape === "\\u" && /^\{[0-9a-fA-F]+\}/.test(rest))
      return "\\u{…} is the letter u, repeated";
    if (/^\\[pP]$/.test(escape) && /^\{\w+(?:=\w+)?\}/.test(rest)) {
      return "\\p{…} is the letter p and text in braces";
    }
  }
  return /[\u{10000}-\u{10ffff}]/u.test(pattern)
    ? "a character beyond U+FFFF is two units, each matched by itself"
    : undefined;
}
