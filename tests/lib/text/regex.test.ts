import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  compileRegex,
  REGEX_STEPS,
  type Regex,
  RegexBudgetExceeded,
  StepBudget,
} from "../../../tools/_lib/text/regex/regex.ts";

function regexOf(pattern: string, flags = ""): Regex {
  const compiled = compileRegex(pattern, flags);
  if (!compiled.ok) throw new Error(`${compiled.problem.reason} at ${compiled.problem.offset}`);
  return compiled.regex;
}

type Spans = (readonly [number, number] | null)[];

function spansOf(regex: Regex, text: string, start = 0): Spans | null {
  const match = regex.exec(text, start);
  if (match === undefined) return null;
  return [match, ...match.groups].map(({ index, end }) => (index < 0 ? null : [index, end]));
}

function nativeSpans(pattern: string, flags: string, text: string): Spans | null {
  const regex = new RegExp(pattern, `${flags.replaceAll(/[dg]/g, "")}d`);
  const { indices } = regex.exec(text) ?? {};
  return indices === undefined ? null : Array.from(indices, (span) => span ?? null);
}

const PIECES = [
  ...String.raw`
    a b A B 0 1 . ^ $ | _ ( ( (?: (?= (?! (?<= (?<! (?<n> (?i: (?s-i: (?m-s:
    * + ? *? +? ?? {2} {1,} {0,2}? {2,3}
    [ab] [^a] [^] [] [a-c\d] [^\W] [\p{L}--[a-z]] [\q{ab|a|}b]
    \d \D \w \W \s \S \b \B \1 \2 \k<n> \n \x41 \u0061 \u{1F600} \p{L} \P{Lu} \p{Emoji}
    é ſ K s k ß 😀`
    .trim()
    .split(/\s+/),
  ..." \n\r",
];
const CHARACTERS = [..."abABsSkK01 _\n\réÉſ\u212aßẞ😀\u2028", "\ud83d", "\ude00"];

const PATTERN = fc.array(fc.constantFrom(...PIECES, ")", ")", ")"), { maxLength: 9 }).map(balanced);
const TEXT = fc
  .array(fc.constantFrom(...CHARACTERS), { maxLength: 8 })
  .map((letters) => letters.join(""));
const FLAGS = fc.constantFrom("", "i", "m", "s", "y", "u", "iu", "imsu", "v", "iv", "gy");

/** Leaves out what closes no group, and closes what is open. */
function balanced(pieces: readonly string[]): string {
  let open = 0;
  let pattern = "";
  for (const piece of pieces) {
    if (piece === ")" && open === 0) continue;
    if (piece === ")") open--;
    else if (piece.startsWith("(")) open++;
    pattern += piece;
  }
  return pattern + ")".repeat(open);
}

function compilesNatively(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags).source !== "";
  } catch {
    return false;
  }
}

test("finds what the language's own RegExp finds", () => {
  fc.assert(
    fc.property(PATTERN, FLAGS, fc.array(TEXT, { maxLength: 4 }), (pattern, flags, texts) => {
      if (!compilesNatively(pattern, flags)) return;
      const regex = regexOf(pattern, flags);
      for (const text of texts)
        expect(spansOf(regex, text)).toEqual(nativeSpans(pattern, flags, text));
    }),
    { numRuns: 4000 },
  );
});

test("refuses what the language's own RegExp refuses", () => {
  // JavaScriptCore lets any character beyond ASCII be escaped, and reads `\k<\` more strictly; ECMA-262 does neither.
  const piece = fc.constantFrom(
    ...PIECES,
    ..."[](){}<>-\\/,:=!&",
    "{2,1}",
    "\\u{",
    "\\p{Lx}",
    "\\c",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 7 }), FLAGS, (pieces, flags) => {
      const pattern = pieces.join("");
      if (/\\(?:[^\0-\x7f]|k<\\)/.test(pattern)) return;
      expect(compileRegex(pattern, flags).ok).toBe(compilesNatively(pattern, flags));
    }),
    { numRuns: 5000 },
  );
});

test("all matches are those of matchAll", () => {
  fc.assert(
    fc.property(
      PATTERN,
      fc.constantFrom("g", "gi", "gu", "giu", "gv", "gy"),
      TEXT,
      (pattern, flags, text) => {
        if (!compilesNatively(pattern, flags)) return;
        const found = [...regexOf(pattern, flags).matches(text)].map(({ index, end }) => [
          index,
          end,
        ]);
        const native = [...text.matchAll(new RegExp(pattern, flags))];
        expect(found).toEqual(native.map(({ 0: match, index }) => [index, index + match.length]));
      },
    ),
    { numRuns: 2000 },
  );
});

describe("what is easily got wrong", () => {
  const table: readonly (readonly [
    pattern: string,
    flags: string,
    text: string,
    spans: Spans | null,
  ])[] = [
    ["", "", "abc", [[0, 0]]],
    ["(?:)", "u", "", [[0, 0]]],
    ["(z)((a+)?(b+)?(c))*", "", "zaacbbbcac", [[0, 10], [0, 1], [8, 10], [8, 9], null, [9, 10]]],
    [
      "(?=(a+))a*b\\1",
      "",
      "baaabac",
      [
        [3, 6],
        [3, 4],
      ],
    ],
    ["(.*?)a(?!(a+)b\\2c)\\2(.*)", "", "baaabaac", [[0, 8], [0, 2], null, [3, 8]]],
    [
      "(?<=(\\d+)(\\d+))$",
      "",
      "1053",
      [
        [4, 4],
        [0, 1],
        [1, 4],
      ],
    ],
    [
      "(?<=\\1(.))b",
      "",
      "aab",
      [
        [2, 3],
        [1, 2],
      ],
    ],
    ["(a)|b", "", "b", [[0, 1], null]],
    ["(?:(a)|b)*", "", "ab", [[0, 2], null]],
    ["(a*)*", "", "b", [[0, 0], null]],
    ["(?:a?)*?$", "", "a", [[0, 1]]],
    ["(?<n>a)|(?<n>b)\\k<n>", "", "bb", [[0, 2], null, [0, 1]]],
    ["\\bé", "", "é", null],
    ["$", "", "a\r\n", [[3, 3]]],
    ["$", "m", "a\r\n", [[1, 1]]],
    ["^.", "", "😀", [[0, 1]]],
    ["^.$", "u", "😀", [[0, 2]]],
    ["\\ud83d", "u", "😀", null],
    ["\\ud83d", "", "😀", [[0, 1]]],
    ["s", "iu", "ſ", [[0, 1]]],
    ["s", "i", "ſ", null],
    ["k", "iu", "\u212a", [[0, 1]]],
    ["\\w", "iu", "ſ", [[0, 1]]],
    ["\\b", "iu", "ſ", [[0, 0]]],
    [
      "(.)\\1",
      "iu",
      "\u212ak",
      [
        [0, 2],
        [0, 1],
      ],
    ],
    ["(?i:a)b", "", "Ab", [[0, 2]]],
    ["(?i:a)b", "", "AB", null],
    ["(?-i:a)b", "i", "AB", null],
    ["[\\q{ab|abc|}]c", "v", "abcc", [[0, 4]]],
    ["^\\p{RGI_Emoji}$", "v", "👨‍👩‍👧", [[0, 8]]],
    ["[\\p{L}--[a-z]]", "v", "aB", [[1, 2]]],
    ["\\8\\07\\377", "", "8\u0007\u00ff", [[0, 3]]],
    ["\\c", "", "\\c", [[0, 2]]],
    ["a{,2}", "", "a{,2}", [[0, 5]]],
    ["(?=a)*b", "", "b", [[0, 1]]],
    ["(?!(a))\\1b", "", "b", [[0, 1], null]],
  ];
  test.each(table)("%j %j on %j", (pattern, flags, text, spans) => {
    expect(spansOf(regexOf(pattern, flags), text)).toEqual(spans);
  });
});

describe("an error's offset is the length of the longest prefix that can still become a pattern", () => {
  test.each([
    ["(?P<n>a)", "", 2, "Invalid group"],
    ["(?i)a", "", 3, "Invalid group"],
    ["(?ii:a)", "", 3, "Repeated flag in flag group"],
    ["(?-:a)", "", 3, "Invalid flag group"],
    ["a(b", "", 3, "Unterminated group"],
    ["a)b", "", 1, "Unmatched ')'"],
    ["a**", "", 2, "Nothing to repeat"],
    ["a++", "", 2, "Nothing to repeat"],
    ["{1}", "", 2, "Nothing to repeat"],
    ["{1}", "u", 0, "Nothing to repeat"],
    ["^*", "", 1, "Nothing to repeat"],
    ["(?<=a)*", "", 6, "Nothing to repeat"],
    ["(?=a)*", "u", 5, "Nothing to repeat"],
    ["a{2,1}", "", 5, "numbers out of order in {} quantifier"],
    ["a{2,10", "u", 6, "Incomplete quantifier"],
    ["a{,2}", "u", 2, "Incomplete quantifier"],
    ["[b-a]", "", 3, "Range out of order in character class"],
    ["[b-\\x61]", "", 6, "Range out of order in character class"],
    ["[\\d-z]", "u", 4, "Invalid character class"],
    ["[a", "", 2, "Unterminated character class"],
    ["\\", "", 1, "\\ at end of pattern"],
    ["\\a", "u", 1, "Invalid escape"],
    ["\\u{110000}", "u", 8, "Invalid Unicode escape"],
    ["\\p{Lx}", "u", 4, "Invalid property name"],
    ["\\p{Script=Grek", "u", 14, "Invalid property name"],
    ["\\p{Greek}", "u", 5, "Invalid property name"],
    ["\\1", "u", 2, "Invalid decimal escape"],
    ["\\k<a>", "u", 5, "Invalid named capture referenced"],
    ["\\k(?<a>x)", "", 5, "Invalid named reference"],
    ["(?<a>.)(?<a>.)", "", 11, "Duplicate capture group name"],
    ["(?<1>a)", "", 3, "Invalid capture group name"],
    ["(?<>a)", "", 3, "Invalid capture group name"],
    ["[a&&&b]", "v", 4, "Invalid set operation in character class"],
    ["[a--b&&c]", "v", 5, "Invalid set operation in character class"],
    ["[(]", "v", 1, "Invalid character in character class"],
    ["[^\\q{ab}]", "v", 8, "Negated character class may contain strings"],
    [`${"(".repeat(3000)}a`, "", 1001, "Regular expression too large"],
  ])("%s %s", (pattern, flags, offset, reason) => {
    expect(compileRegex(pattern, flags)).toEqual({
      ok: false,
      problem: { code: "REGEX_SYNTAX", reason, offset },
    });
  });
});

test.each([
  ["x", 0],
  ["gg", 1],
  ["uv", 1],
  ["vgu", 2],
])("flags %s are refused", (flags, offset) => {
  const problem = { code: "REGEX_FLAGS", reason: "Invalid flags", offset } as const;
  expect(compileRegex("a", flags)).toEqual({ ok: false, problem });
});

describe("the budget", () => {
  const stepsOf = (regex: Regex, text: string) => {
    const budget = new StepBudget(REGEX_STEPS);
    regex.test(text, 0, budget);
    return budget.used;
  };

  test("counts the same steps in every match, whatever was matched before", () => {
    fc.assert(
      fc.property(PATTERN, FLAGS, TEXT, TEXT, (pattern, flags, text, other) => {
        if (!compilesNatively(pattern, flags)) return;
        const used = regexOf(pattern, flags);
        used.test(other);
        expect(stepsOf(used, text)).toBe(stepsOf(regexOf(pattern, flags), text));
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ["^(a+)+$", `${"a".repeat(33)}!`],
    ["^(?:(?:a+)+b|a+!)$", `${"a".repeat(60)}!`],
    ["a*a*b", "a".repeat(100_000)],
    ["\\s+$", `${" ".repeat(100_000)}x`],
    ["(?=.*z)", "a".repeat(100_000)],
    ["(?:){9999999999}", ""],
    // A lazy loop is charged for what it passes over in vain.
    ["a*?b", "a".repeat(100_000)],
    ["a{50000}?b", "a".repeat(100_000)],
    ["(?:a{60000}?)+b", "a".repeat(59_999)],
  ])("stops %s", (pattern, text) => {
    expect(() => regexOf(pattern).test(text)).toThrow(RegexBudgetExceeded);
  });

  test("a match that was stopped leaves no trace", () => {
    const regex = regexOf("^(a+)+$");
    expect(() => regex.test(`${"a".repeat(33)}!`)).toThrow(RegexBudgetExceeded);
    expect(spansOf(regex, "aaa")).toEqual([
      [0, 3],
      [0, 3],
    ]);
  });

  test("an exponential pattern that matches in the end is answered rightly", () => {
    const text = `${"a".repeat(14)}!`;
    expect(spansOf(regexOf("^(?:(?:a+)+b|a+!)$"), text)).toEqual([[0, 15]]);
  });
});
