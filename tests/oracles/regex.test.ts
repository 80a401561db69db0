/** Our regular expressions against the engine's own, on generated patterns and texts. */
import { test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/regex-tester.ts";
import { runUnit } from "../support/run-unit.ts";
import { expectAgreement, type Judgement, testDifferences } from "./judgement.ts";

interface Sample {
  readonly pattern: string;
  readonly flags: string;
  readonly text: string;
}

const { pattern } = fc.letrec<{ pattern: string }>((tie) => {
  const sub = tie("pattern");
  const atom = fc.constantFrom(
    "a",
    "b",
    ".",
    "\\d",
    "\\w",
    "\\s",
    "[ab]",
    "[^a]",
    "[a-c1]",
    "\\b",
    "^",
    "$",
    "é",
    "😀",
    "\\u{61}",
    "\\p{L}",
    "\\1",
    "\\k<n>",
    "\\B",
    "-",
    "\\x61",
    "\\.",
  );
  const quantifier = fc.constantFrom("*", "+", "?", "{2}", "{1,2}", "{0,}", "*?", "+?", "??");
  return {
    pattern: fc.oneof(
      { maxDepth: 4 },
      atom,
      fc.tuple(sub, sub).map((all) => all.join("")),
      fc.tuple(sub, sub).map((all) => all.join("|")),
      fc
        .tuple(fc.constantFrom("(", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>"), sub)
        .map(([open, inner]) => `${open}${inner})`),
      fc.tuple(atom, quantifier).map((all) => all.join("")),
      fc.tuple(sub, quantifier).map(([inner, many]) => `(?:${inner})${many}`),
    ),
  };
});

const sample = fc.record({
  pattern,
  flags: fc.constantFrom("g", "gi", "gu", "gm", "gs", "gimsu", "gv", "gy"),
  text: fc
    .array(fc.constantFrom("a", "b", "c", "1", " ", "\n", "é", "É", "😀", "-", "aa", "ab"), {
      maxLength: 8,
    })
    .map((all) => all.join("")),
});

const judgement: Judgement<Sample> = {
  ours(given) {
    const { ok, value } = runUnit(tool, { ...given, limit: 100 });
    if (!ok) return "refused";
    const { matches } = value as {
      matches: { index: number; end: number; groups: { text: string | null }[] }[];
    };
    return matches.map(({ index, end, groups }) => [index, end, groups.map((group) => group.text)]);
  },
  theirs({ pattern: source, flags, text }) {
    try {
      const regex = new RegExp(source, flags);
      return [...text.matchAll(regex)]
        .slice(0, 100)
        .map((match) => [
          match.index,
          match.index + match[0].length,
          [...match].slice(1).map((group: string | undefined) => group ?? null),
        ]);
    } catch {
      return "refused";
    }
  },
  differences: [],
};

test("generated patterns", () => {
  expectAgreement(fc.sample(sample, 3000), judgement);
}, 120_000);

testDifferences(judgement);
