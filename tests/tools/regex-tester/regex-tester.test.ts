import { describe, expect, test } from "bun:test";
import type { Static } from "@sinclair/typebox";
import fc from "fast-check";
import regexTester from "../../../tools/regex-tester.ts";
import { runUnit } from "../../support/run-unit.ts";

type Input = Static<typeof regexTester.input>;
type Value = Static<typeof regexTester.value>;

function run(input: Partial<Input>) {
  const outcome = runUnit(regexTester as never, input);
  return {
    ...outcome,
    value: outcome.value as Value,
    codes: outcome.warnings?.map(({ code }) => code),
  };
}

const SIMPLE = fc.constantFrom(
  ..."ab,",
  "",
  "a|b",
  "(a)|(b)",
  "(?<x>a)(b)?",
  "(?<x>a)|(?<x>b)",
  "[ab]*",
  "(?=b)",
  "(?<=a)",
  "\\b",
  "a*?",
  ".",
  "^",
  "$",
);
const TEXT = fc
  .array(fc.constantFrom(..."aabb,\n", "é", "😀"), { maxLength: 9 })
  .map((list) => list.join(""));
const FLAGS = fc.constantFrom("", "g", "gu", "gm", "y", "gy", "i", "gs", "v");
const TEMPLATE = fc
  .array(
    fc.constantFrom(
      "$",
      "$$",
      "$&",
      "$`",
      "$'",
      "$0",
      "$1",
      "$2",
      "$10",
      "$01",
      "$<x>",
      "$<y>",
      "$<",
      "<x>",
      "-",
      "1",
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(""));

test("replace is String.prototype.replace", () => {
  fc.assert(
    fc.property(SIMPLE, FLAGS, TEXT, TEMPLATE, (pattern, flags, text, replacement) => {
      const { output } = run({ pattern, flags, text, action: "replace", replacement });
      expect(output).toBe(text.replace(new RegExp(pattern, flags), replacement));
    }),
    { numRuns: 2000 },
  );
});

test("split is String.prototype.split", () => {
  const limits = fc.constantFrom(1, 2, 1000);
  fc.assert(
    fc.property(SIMPLE, FLAGS, TEXT, limits, (pattern, flags, text, limit) => {
      const { value, output } = run({ pattern, flags, text, action: "split", limit });
      const all = text.split(new RegExp(pattern, flags));
      const pieces = all.slice(0, limit).map((piece) => piece ?? null);
      expect(value.pieces).toEqual(pieces);
      expect(output).toBe(JSON.stringify(pieces, null, 2));
      if (all.length > limit) expect(value.truncated).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("without g only the first match counts, and the others are announced", () => {
  const found = run({ pattern: "a", flags: "", text: "banana" });
  expect(found.value).toMatchObject({ matchCount: 1, matched: true, truncated: false });
  expect(found.codes).toEqual(["FLAG_G_MISSING"]);
  expect(run({ pattern: "n", flags: "", text: "ban" }).codes).toEqual([]);
  expect(run({ pattern: "a", flags: "y", text: "ab" }).codes).toEqual([]);
  expect(run({ pattern: "a", flags: "y", text: "aa" }).codes).toEqual(["FLAG_G_MISSING"]);
});

test("the limit cuts the list, not the count", () => {
  const { value, output } = run({ pattern: ".", text: "abcdef", limit: 2 });
  expect(value).toMatchObject({ matchCount: 6, truncated: true });
  expect(output).toBe("a\nb");
});

test("line breaks in a match are written as \\n", () => {
  expect(run({ pattern: "a[^]b", text: "a\nb a\rb" }).output).toBe("a\\nb\na\\nb");
});

test("lines and columns count in UTF-16 units, and every line end counts once", () => {
  const { value } = run({ pattern: "x", text: "😀x\r\nx\rx\nx" });
  expect(value.matches.map(({ line, column }) => [line, column])).toEqual([
    [1, 3],
    [2, 1],
    [3, 1],
    [4, 1],
  ]);
});

test("an absent group has no text and the offsets -1", () => {
  const { value } = run({ pattern: "(a)|(?<b>b)", text: "b" });
  expect(value.matches[0]?.groups).toEqual([
    { number: 1, name: null, text: null, index: -1, end: -1 },
    { number: 2, name: "b", text: "b", index: 0, end: 1 },
  ]);
});

describe("warnings", () => {
  test.each([
    ["/abc/gi", "", ["PATTERN_HAS_SLASHES"]],
    ["/usr/local/", "", []],
    ["/[/]/", "", ["PATTERN_HAS_SLASHES"]],
    ["\\u{1F600}", "", ["UNICODE_FLAG_ADVISED"]],
    ["\\\\u{1F600}", "", []],
    ["\\p{L}", "", ["UNICODE_FLAG_ADVISED"]],
    ["\\p{L}", "u", []],
    ["😀", "", ["UNICODE_FLAG_ADVISED"]],
    ["a*a*$", "", ["REGEX_RISK"]],
  ])("%s with flags %j", (pattern, flags, codes) => {
    expect(run({ pattern, flags, text: "" }).codes).toEqual(codes);
  });

  test.each([
    ["(a)", "$3", ["GROUP_UNKNOWN"]],
    ["(a)", "$1 $10 $01", []],
    ["(a)", "$0", ["GROUP_UNKNOWN"]],
    ["(a)", "$<x>", ["GROUP_UNKNOWN"]],
    ["(?<x>a)", "$<x>", []],
    ["(?<x>a)", "$<y>", ["GROUP_UNKNOWN"]],
    ["a", "$$3 $5x", ["GROUP_UNKNOWN"]],
    ["a", "costs $ 5", []],
  ])("replacing %s with %s", (pattern, replacement, codes) => {
    expect(run({ pattern, replacement, text: "", action: "replace" }).codes).toEqual(codes);
  });
});

describe("hints for other dialects", () => {
  test.each([
    ["(?P<n>a)", "", /\(\?<name>…\)/],
    ["\\Aa", "u", /\^ and \$/],
    ["a\\z", "u", /\^ and \$/],
    ["(?>a)", "", /atomic/],
    ["a++", "", /possessive/],
    ["[[:alpha:]]", "u", /POSIX/],
    ["\\Qa.b\\E", "u", /\\Q…\\E/],
    ["(?x) a", "", /free-spacing/],
    ["(?i)abc", "", /flags/],
    ["/a(/g", "", /slashes/],
    ["\\p{Greek}", "u", /Script=Greek/],
    ["\\p{Letters}", "u", /Letter\b/],
  ])("%s", (pattern, flags, hint) => {
    const { ok, valid, errors } = run({ pattern, flags });
    expect({ ok, valid }).toEqual({ ok: false, valid: false });
    expect(errors?.[0]).toMatchObject({ code: "REGEX_SYNTAX", path: "/pattern" });
    expect(errors?.[0]?.hint).toMatch(hint);
  });
});

test("bad flags are told apart from a bad pattern", () => {
  for (const flags of ["gg", "uv", "x", "G"]) {
    const { ok, valid, errors } = run({ pattern: "(", flags });
    expect({ ok, valid, code: errors?.[0]?.code, path: errors?.[0]?.path }).toEqual({
      ok: false,
      valid: false,
      code: "REGEX_FLAGS",
      path: "/flags",
    });
  }
});

test("past the budget, what was found and the risk are still told", () => {
  const text = `x${"a".repeat(40)}!`;
  const { ok, valid, errors, value } = run({ pattern: "x|(?:a|aa)+$", text });
  expect({ ok, valid, code: errors?.[0]?.code }).toEqual({
    ok: false,
    valid: true,
    code: "REGEX_BUDGET_EXCEEDED",
  });
  expect(value).toMatchObject({ matchCount: 1, truncated: true, risk: { verdict: "exponential" } });
});

test("an output that would be too long is refused", () => {
  const { ok, errors } = run({
    pattern: "",
    text: "a".repeat(5000),
    action: "replace",
    replacement: "b".repeat(1000),
  });
  expect({ ok, code: errors?.[0]?.code }).toEqual({ ok: false, code: "OUTPUT_TOO_LARGE" });
  const around = run({
    pattern: "a",
    text: "a".repeat(50_000),
    action: "replace",
    replacement: "$`$'",
  });
  expect(around.errors?.[0]?.code).toBe("OUTPUT_TOO_LARGE");
  const pieces = run({
    pattern: `${"(".repeat(50)}a+${")".repeat(50)}`,
    text: "a".repeat(50_000),
    action: "split",
  });
  expect(pieces).toMatchObject({ ok: false, value: { matchCount: 1, pieces: null } });
  expect(pieces.errors?.[0]?.code).toBe("OUTPUT_TOO_LARGE");
  const escaped = run({ pattern: "[^]+", text: "\n".repeat(1_500_000) });
  expect(escaped.errors?.[0]?.code).toBe("OUTPUT_TOO_LARGE");
});

test("groups within groups do not multiply the text without bound", () => {
  const nested = "(".repeat(1000) + ".*" + ")".repeat(1000);
  const { value } = run({ pattern: nested, text: "a".repeat(50_000), flags: "s" });
  expect(value).toMatchObject({ matchCount: 1, truncated: true, matches: [] });
});

const MANY_WORDS = Array.from({ length: 1200 }, (_, index) =>
  String.fromCharCode(0x4e00 + index),
).join("|");

test("texts of 100,000 characters, where a step too much for each would come to no end", () => {
  const texts = ["a".repeat(100_000), "ab \n".repeat(25_000), "😀".repeat(50_000)];
  for (const text of texts) {
    for (const [pattern, flags] of [
      [".", "g"],
      [".", "gu"],
      ["\\b\\w+\\b", "g"],
      ["(a)|(b)|[^]", "g"],
      ["(?=.)", "g"],
      ["^.*$", "gm"],
      [MANY_WORDS, "g"],
    ] as const) {
      for (const action of ["match", "replace", "split"] as const) {
        const { ok, errors = [] } = run({ pattern, flags, text, action });
        const stopped = ["OUTPUT_TOO_LARGE", "REGEX_BUDGET_EXCEEDED"];
        expect(ok || stopped.includes(errors[0]?.code ?? "")).toBe(true);
      }
    }
  }
});

test("strings of a set regardless of case are asked for only where one can begin", () => {
  const { value } = run({
    pattern: "\\p{RGI_Emoji}",
    flags: "giv",
    text: `${"kK".repeat(50_000)}Ⓜ️`,
  });
  expect(value).toMatchObject({ matchCount: 1, matches: [{ index: 100_000, end: 100_002 }] });
});

describe("syntax of other dialects", () => {
  const foreign = (pattern: string, flags = "g") =>
    run({ pattern, flags, text: "a" })
      .warnings?.filter(({ code }) => code === "FOREIGN_SYNTAX")
      .map(({ received, offset }) => [received, offset]);

  test.each<[string, [string, number][]]>([
    [
      "\\Aa\\z",
      [
        ["\\A", 0],
        ["\\z", 3],
      ],
    ],
    [
      "a\\Z|\\h\\H\\R\\K\\G",
      [
        ["\\Z", 1],
        ["\\h", 4],
        ["\\H", 6],
        ["\\R", 8],
        ["\\K", 10],
        ["\\G", 12],
      ],
    ],
    [
      "\\Qa*+\\Ez",
      [
        ["\\Q", 0],
        ["\\E", 5],
      ],
    ],
    ["\\x{1F600}", [["\\x{1F600}", 0]]],
    [
      "[[:alpha:]_[:^digit:]]",
      [
        ["[:alpha:]", 1],
        ["[:^digit:]", 11],
      ],
    ],
    ["(?i)a", [["(?i)", 0]]],
    [
      "(?P<n>a)(?P=n)",
      [
        ["(?P<n>", 0],
        ["(?P=n)", 8],
      ],
    ],
    [
      "(?>a)b*+c{2,3}+",
      [
        ["(?>", 0],
        ["*+", 6],
        ["{2,3}+", 9],
      ],
    ],
    ["[\\h]", [["\\h", 1]]],
    ["\\\\A [*+] [\\A] \\*+ a}+ [(?>] (?<n>a)\\k<n> (?i:a) \\x41 [:alpha:]", []],
  ])("%s", (pattern, expected) => {
    expect(foreign(pattern)).toEqual(expected);
  });

  test("is told beside an error, too", () => {
    const { ok, codes } = run({ pattern: "\\Aa(?>b)", flags: "u", text: "" });
    expect([ok, codes]).toEqual([false, ["FOREIGN_SYNTAX", "FOREIGN_SYNTAX"]]);
  });

  test("each of its classes is one that JavaScript reads so", () => {
    const samples = { alpha: "aZ", digit: "09", punct: "!/:@[`{~\\^-]", space: " \t", word: "a_0" };
    for (const [name, members] of Object.entries(samples)) {
      const [warning] = run({ pattern: `[[:${name}:]]`, text: "" }).warnings ?? [];
      const written = String(warning?.["expected"]).replace(" in the class", "");
      const matches = new RegExp(`^[${written}]+$`, "u").test(members);
      expect([name, matches]).toEqual([name, true]);
    }
  });
});

test("no pattern is called linear on a text that takes the whole budget", () => {
  const pattern = "(?:a{0,999}){0,999}b";
  const { errors, value } = run({ pattern, text: "a".repeat(3000), flags: "" });
  expect(errors?.[0]?.code).toBe("REGEX_BUDGET_EXCEEDED");
  expect(value.risk.verdict).not.toBe("linear");
  fc.assert(
    fc.property(SIMPLE, SIMPLE, fc.integer({ min: 1, max: 400 }), (left, right, times) => {
      const tried = run({ pattern: `(?:${left}${right}){0,${times}}c`, text: "ab".repeat(400) });
      if (tried.errors?.[0]?.code === "REGEX_BUDGET_EXCEEDED") {
        expect(tried.value.risk.verdict).not.toBe("linear");
      }
    }),
    { numRuns: 50 },
  );
});
