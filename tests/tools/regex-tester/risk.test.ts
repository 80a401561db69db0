import { describe, expect, test } from "bun:test";
import { compileRegex, RegexBudgetExceeded } from "../../../tools/_lib/text/regex/regex.ts";
import { regexRisk, type RegexRisk } from "../../../tools/regex-tester/risk/risk.ts";

function riskOf(pattern: string, flags = ""): RegexRisk {
  const compiled = compileRegex(pattern, flags);
  if (!compiled.ok) throw new Error(compiled.problem.reason);
  return regexRisk(compiled.regex);
}

// Verdicts and degrees are those of recheck 4.5.0 with its automaton checker, offsets are by hand.
const EXPONENTIAL: readonly (readonly [pattern: string, offset: number])[] = [
  ["^(a+)+$", 5],
  ["(a|a)*$", 5],
  ["^(a|aa)+$", 7],
  ["^(.*,)*$", 6],
  ["^(?:(?:a+)+b|a+!)$", 10],
  ["(x+x+)+y", 6],
  ["^(.*)*$", 5],
  ["^(a*)*$", 5],
  ["(?:a|ab|b)*$", 10],
  ["^(?:\\.?[^.]+)+$", 13],
  ["^(?:[^.]+\\.?)+$", 13],
  ["(\\s*,\\s*)+$", 9],
  ["^(\\w+\\s?)*$", 9],
  ["^(a|b|ab)*c$", 9],
  ["(?:\\r\\n|\\n|\\r)+$", 14],
  ["^(a+)*b", 5],
  ["^((ab)*|(abab)*)*$", 16],
  ["(a*?)*?$", 5],
  ["(?:[a-z]+\\d*)+#", 13],
  ["^(([a-z])+.)+[A-Z]([a-z])+$", 12],
];

const POLYNOMIAL: readonly (readonly [pattern: string, degree: number, offset: number])[] = [
  ["a*a*$", 3, 1],
  ["^a*a*$", 2, 2],
  ["a*$", 2, 1],
  ["\\s+$", 2, 2],
  ["^\\s+|\\s+$", 2, 7],
  [".*a", 2, 1],
  ["^.*a.*$", 2, 2],
  ["(\\w+)@(\\w+)\\.com", 2, 3],
  ["(a|b)*c", 2, 5],
  ["a*b*c", 2, 1],
  ["\\d+\\d+$", 3, 2],
  ["^(\\d+)(\\d+)(\\d+)$", 3, 4],
  ["\\bfoo\\b.*bar", 2, 8],
  ["[^@]+@[^@]+", 2, 4],
  ["<[^>]*>", 2, 5],
  ['"(?:[^"\\\\]|\\\\.)*"', 2, 15],
  ["a.*b.*c", 3, 2],
  ["^.*.*.*$", 3, 2],
  ["^a{2,}a{2,}$", 2, 2],
  ["\\Ba*a*$", 3, 3],
  ["(.*?,){11}P", 12, 2],
  ["([^x]*x)*$", 2, 5],
  ["\\/\\*[\\s\\S]*?\\*\\/", 2, 10],
  ["\\[(.*?)\\]\\((.*?)\\)", 3, 4],
];

const LINEAR = [
  "",
  "a*",
  "^a*$",
  "(a*)*",
  "(a|a)*",
  "^.*a",
  ".*.*",
  "^(([^,]*),)*$",
  "[,;]\\s*",
  "(.*)*",
  "(a|b)*",
  "\\b\\w+\\b",
  "^(a?){25}a{25}$",
  "(a{1,5}){1,5}$",
  "^[^@]+@[^@]+$",
  '"[^"]*"',
  "https?://[^\\s]+",
  "^\\w+(\\s\\w+)*$",
  "x*x*",
  "^(a+)+",
  "((a+)+)?",
  "^a{0,10}a{0,10}$",
  "a$b*",
  "^(?:\\w+,)*\\w+$",
  "^([a-z0-9_\\.-]+)@([\\da-z\\.-]+)\\.([a-z\\.]{2,6})$",
  "^.{0,1000}$",
  "(?<year>\\d{4})-(?<month>\\d{2})",
  // Ways through an assertion that cannot hold must not crowd out the way that needs none.
  "(?:([^a]{2,}[^a][ab]|^)+?){2,}(?:a*){0,2}c*",
  // An iteration that matches nothing fails, so that it is no second way.
  "^(?:(?:a?)*cb)*$",
];

describe("exponential", () => {
  test.each(EXPONENTIAL)("%s", (pattern, offset) => {
    const risk = riskOf(pattern);
    expect(risk).toMatchObject({ verdict: "exponential", degree: null, offset });
  });

  test.each(EXPONENTIAL)("%s: the attack, three times as long, stops the match", (pattern) => {
    const { attack } = riskOf(pattern);
    const compiled = compileRegex(pattern);
    if (!compiled.ok || attack === null) throw new Error("no attack");
    const { regex } = compiled;
    // The pump begins somewhere near the start and is repeated: insert it twice more.
    const middle = attack.slice(Math.floor(attack.length / 4), Math.floor(attack.length * 0.75));
    const periods = [...Array(12).keys()].map((period) => period + 1);
    const period = periods.find((size) => middle.slice(size).startsWith(middle.slice(0, -size)));
    const pump = middle.slice(0, period).repeat(40);
    const at = Math.floor(attack.length / 4);
    const text = attack.slice(0, at) + pump + attack.slice(at);
    expect(() => regex.test(text)).toThrow(RegexBudgetExceeded);
  });
});

test.each(POLYNOMIAL)("%s is polynomial of degree %d", (pattern, degree, offset) => {
  expect(riskOf(pattern)).toMatchObject({ verdict: "polynomial", degree, offset });
});

test.each(LINEAR)("%s is linear", (pattern) => {
  expect(riskOf(pattern)).toMatchObject({
    verdict: "linear",
    degree: null,
    attack: null,
    offset: null,
  });
});

test.each([
  ["(['\"]).*?\\1", ""],
  ["^(?:a(?=b)|b)*$", ""],
  ["^(?:\\k<n>|(?<n>a))+$", ""],
  ["^[\\q{a|aa}]+$", "v"],
  ["((a{1,30}){1,30}){1,30}$", ""],
])("%s is not decided", (pattern, flags) => {
  expect(riskOf(pattern, flags).verdict).toBe("unknown");
});

test.each([
  ["^(?=.*\\d)(?=.*[a-z]).{8,}$", "linear", null],
  ["(?=.*a)b", "polynomial", 2],
  ["^(?=(a+)+$)a", "exponential", null],
  ["^(?!(a|a)*$)", "exponential", null],
  ["(?<=^(a|a)*)b", "exponential", null],
])("look-around outside of repetitions is looked into: %s", (pattern, verdict, degree) => {
  expect(riskOf(pattern)).toMatchObject({ verdict, degree } as object);
});

test.each([
  ["^(?:\\p{L}|\\p{Lu})+$", "u", "exponential"],
  ["^(?:[\\p{L}--\\p{Lu}]|\\p{Lu})+$", "v", "linear"],
  ["^(?:(?i:a)|A)+$", "", "exponential"],
  ["^(?:a|A)+$", "i", "exponential"],
  ["^(?:a|A)+$", "", "linear"],
  ["\\s+$", "y", "linear"],
])("flags and modifiers count: %s %s", (pattern, flags, verdict) => {
  expect(riskOf(pattern, flags).verdict).toBe(verdict as RegexRisk["verdict"]);
});

test.each([
  "(?:^|\\b|\\B|$|)".repeat(300),
  "(?:(?:^|\\b)?(?:$|\\B)?a?)*".repeat(50),
  "(?:^|$|\\b|\\B|a)*".repeat(100),
])("5,000 characters of assertions, where trying all ways would come to no end: %#", (pattern) => {
  expect(["linear", "polynomial", "exponential", "unknown"]).toContain(
    riskOf(`${pattern}b`).verdict,
  );
});
