import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { IRegexp, PatternTooLarge } from "../../../tools/_lib/json/iregexp/automaton.ts";

function test2(pattern: string, text: string, whole = true): boolean | undefined {
  return IRegexp.compile(pattern)?.test(text, whole, () => undefined);
}

/** Patterns that mean the same in I-Regexp and ECMAScript with flag u. */
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc
    .array(
      fc
        .tuple(
          fc.oneof(
            { depthSize: "small", withCrossShrink: true },
            fc.constantFrom(
              "a",
              "b",
              "é",
              "😀",
              "[ab]",
              "[^a]",
              "[a-c-]",
              "[^b😀]",
              "\\p{L}",
              "\\P{Lu}",
              "\\.",
              "\\n",
              "^",
              "$",
            ),
            tie("pattern").map((inner) => `(${inner})`),
          ),
          fc.constantFrom("", "", "*", "+", "?", "{2}", "{1,}", "{0,2}", "{0}"),
        )
        // ECMAScript has no quantified anchors.
        .map(([atom, quantifier]) => (/^[\^$]$/.test(atom) ? atom : atom + quantifier)),
      { maxLength: 4 },
    )
    .chain((pieces) => fc.constantFrom(pieces.join(""), pieces.join("|"))),
}));

describe("an I-Regexp", () => {
  test("matches what the same ECMAScript pattern matches", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "b", "c", "A", "é", "😀", ".", "\n"),
      maxLength: 6,
    });
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        // The host gives up on exponential patterns and says that nothing matches.
        fc.pre((source.match(/\)[*+{]/g) ?? []).length < 4);
        const plain = source.replaceAll("(", "(?:");
        expect(test2(source, subject)).toBe(new RegExp(`^(?:${plain})$`, "u").test(subject));
        expect(test2(source, subject, false)).toBe(new RegExp(plain, "u").test(subject));
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    "a**",
    "(",
    ")",
    "[",
    "]",
    "[]",
    "[^]",
    "[b-a]",
    "[a--b]",
    "{",
    "a{",
    "a{1",
    "a{,2}",
    "a{2,1}",
    "\\d",
    "\\w",
    "\\s",
    "\\b",
    "\\1",
    "\\",
    "\\p{Greek}",
    "\\p{Cs}",
    "\\pL",
    "(?:a)",
    "(?=a)",
    "a*?",
    "*",
    "\\u0041",
    "[[]",
    "\ud800",
    "[\\d]",
  ])("%j is none", (source) => {
    expect(IRegexp.compile(source)).toBeUndefined();
  });

  test.each([
    "",
    "|",
    "a|",
    "()",
    "[-]",
    "[a-]",
    "[-a]",
    "[^-a]",
    "[.(){}*]",
    "\\-\\^\\|",
    "a{2}",
    "a{2,}",
    "/",
    "'",
    "\u2028",
    "[a\\]]",
    "\\p{Lu}\\P{N}",
    "[\\p{L}-]",
  ])("%j is one", (source) => {
    expect(IRegexp.compile(source)).toBeDefined();
  });

  test("the dot is any character but line feed and carriage return", () => {
    expect(["\n", "\r", "\u2028", "😀", "\ud800"].map((text) => test2(".", text))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});

test("steps are at most characters times states, whatever the pattern", () => {
  const text = "a".repeat(2000);
  let steps = 0;
  const spend = (more: number) => {
    steps += more;
  };
  for (const source of ["(a+)+b", "(a|a)*b", "(a*)*b", "((a{0,9}){0,9}){0,9}b"]) {
    steps = 0;
    expect(IRegexp.compile(source)?.test(text, true, spend)).toBe(false);
    expect(steps).toBeLessThan(2000 * 5000);
  }
});

test("counts that would make too many states are refused", () => {
  expect(() => IRegexp.compile("(a{1000}){1000}")).toThrow(PatternTooLarge);
  expect(test2("((a{0}){1000000000}){1000000000}", "")).toBe(true);
  expect(() => IRegexp.compile("((a{0}){0,1000000}){0,1000000}")).toThrow(PatternTooLarge);
  expect(IRegexp.compile("(".repeat(1000) + ")".repeat(1000))).toBeUndefined();
});
