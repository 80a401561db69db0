import { describe, expect, test } from "bun:test";
import fc from "fast-check";
// @ts-expect-error -- the package has no types
import zxcvbn from "zxcvbn";
// @ts-expect-error -- the package has no types
import scoring from "zxcvbn/lib/scoring.js";
import { run as runWhole } from "../../app/run/run.ts";
import tool from "../../tools/password-strength-checker.ts";
import { FOREIGN_WORDS } from "../../tools/password-strength-checker/foreign-words.ts";
import { FIXED_CLOCK, host, runUnit } from "../support/run-unit.ts";

interface Value {
  score: number;
  guessesLog10: number;
  length: number;
  checks: { id: string; ok: boolean }[];
  crackTimes: Record<string, { seconds: number; text: string }>;
  sequence: { pattern: string; start: number; end: number; dictionary?: string }[];
  warning: string;
  suggestions: string[];
  advice: string[];
}

interface Reference {
  score: number;
  guesses_log10: number;
  sequence: { pattern: string; i: number; j: number; dictionary_name?: string }[];
  feedback: { warning?: string; suggestions: string[] };
  crack_times_display: Record<string, string>;
}

const reference = zxcvbn as (password: string, userInputs?: string[]) => Reference;
// The reference reads the clock when it is loaded; the tool's year is that of the run.
(scoring as { REFERENCE_YEAR: number }).REFERENCE_YEAR = new Date(FIXED_CLOCK.now).getUTCFullYear();

const run = (input: object, clock = FIXED_CLOCK) => runUnit(tool, input, clock);
const value = (input: object) => run(input).value as Value;
const codes = (input: object) => run(input).warnings?.map(({ code }) => code);
const failing = (input: object) =>
  value(input)
    .checks.filter(({ ok }) => !ok)
    .map(({ id }) => id);

function expectAgreement(password: string, userInputs: string[] = []): void {
  const found = value({ password, userInputs });
  const wanted = reference(password, userInputs);
  expect([password, found.score]).toEqual([password, wanted.score]);
  expect(Math.abs(found.guessesLog10 - wanted.guesses_log10)).toBeLessThan(0.001);
  expect(found.sequence.map(({ pattern, start, end }) => [pattern, start, end])).toEqual(
    wanted.sequence.map(({ pattern, i, j }) => [pattern, i, j + 1]),
  );
  expect(found.warning).toBe(wanted.feedback.warning ?? "");
  expect(found.suggestions).toEqual(wanted.feedback.suggestions);
  expect(Object.values(found.crackTimes).map(({ text }) => text)).toEqual(
    Object.values(wanted.crack_times_display),
  );
}

describe("agreement with zxcvbn 4.4.2", () => {
  test.each([
    "",
    "a",
    "zxcvbn",
    "qwER43@!",
    "Tr0ub4dour&3",
    "correcthorsebatterystaple",
    "D0g..................",
    "abcdefghijk987654321",
    "neverforget13/3/1997",
    "1qaz2wsx3edc",
    "temppass22",
    "briansmith4mayor",
    "ScoRpions",
    "do you know",
    "ryanhunter2000",
    "asdfghju7654rewq",
    "AOEUIDHG&*()LS_",
    "12345678",
    "drowssaP",
    "p4$$w0rD",
    "aabaabaabaab",
    "aaaaaaaaaaaaaaa",
    "111504",
    "2015_06_04",
    "1991",
    "13.5.1987",
    "a1b2c3|!@#$%^&*(){}[]<>",
    "pass\nword",
    "ΑΒΓΔΕ",
    "😀😀😀",
    "zyxwvut",
    "13579",
    "4@8({[<369",
  ])("%p", (password) => expectAgreement(password));

  const piece = fc.oneof(
    fc.constantFrom(
      "password",
      "Dragon",
      "qwerty",
      "asdf",
      "1234",
      "2012",
      "smith",
      "m0nk3y",
      "@",
      "abc",
      "aaa",
      "1/1/99",
      "!",
    ),
    fc.string({ maxLength: 4 }),
  );
  const password = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(""));

  test("on what is put together of such pieces", () => {
    // The reference finds words such as constructor in the prototypes of its tables.
    const isPlain = (text: string) =>
      text.normalize("NFKC") === text && !/constructor|valueof|tostring/i.test(text);
    fc.assert(
      fc.property(password.filter(isPlain), (text) => expectAgreement(text)),
      {
        numRuns: 150,
      },
    );
  });

  test("with the user's words", () => {
    expectAgreement("annsmith2024", ["annsmith"]);
    expectAgreement("htimsnna", ["annsmith"]);
    expectAgreement("xqzzvk7", ["first", "xqzzvk"]);
  });
});

describe("checks", () => {
  test("of the length, in code points after NFKC", () => {
    expect(failing({ password: "a".repeat(15) })).toEqual(["STRENGTH"]);
    expect(failing({ password: "kX9#vq2Lp!" })).toEqual(["MIN_LENGTH"]);
    expect(failing({ password: "kX9#vq2Lp!", policy: "nist-mfa" })).toEqual([]);
    expect(failing({ password: "kX9#vq2Lp!", minLength: 11 })).toEqual(["MIN_LENGTH"]);
    expect(value({ password: "e\u0301" }).length).toBe(1);
    expect(value({ password: "😀😀" }).length).toBe(2);
    expect(value({ password: "" })).toMatchObject({
      score: 0,
      guessesLog10: 0,
      length: 0,
      sequence: [],
      suggestions: ["Use a few words, avoid common phrases", expect.any(String)],
    });
  });

  test("of common passwords, whole and in any letter case", () => {
    expect(failing({ password: "LetMeIn", minLength: 1, minScore: 0 })).toEqual([
      "COMMON_PASSWORD",
    ]);
    expect(failing({ password: "LetMeIn!", minLength: 1, minScore: 0 })).toEqual([]);
  });

  test("of the user's words and their parts", () => {
    const context = (password: string, userInputs: unknown) =>
      failing({ password, userInputs, minLength: 1, minScore: 0 }).includes("CONTEXT_WORD");
    expect(context("xxANNxx", ["ann"])).toBe(true);
    expect(context("xxanxx", "an")).toBe(false);
    expect(context("xxannxx", "ann.smith@example.com")).toBe(false);
    expect(context("xxSmithxx", "ann.smith@example.com")).toBe(true);
    expect(context("xxmüllerxx", ["jo", "Müller-Lüdenscheidt"])).toBe(true);
    expect(context("anything", "")).toBe(false);
  });

  test("of the score", () => {
    expect(run({ password: "Tr0ub4dour&3", minLength: 8, minScore: 2 }).valid).toBe(true);
    expect(value({ password: "Tr0ub4dour&3" }).advice).toContain("Limit the rate of failed tries");
    expect(value({ password: "correcthorsebatterystaple" }).advice).toHaveLength(3);
  });
});

test("the year is that of the run", () => {
  const guesses = (year: number) => {
    const clock = { ...FIXED_CLOCK, now: Date.UTC(year, 5) } as unknown as typeof FIXED_CLOCK;
    return (run({ password: "1.1.1990" }, clock).value as Value).guessesLog10;
  };
  expect(guesses(2026)).toBeLessThan(guesses(2050));
  expect(guesses(2000)).toBe(guesses(1995));
});

test("warnings come in their order", () => {
  expect(codes({ password: ` ﬁ${"x".repeat(100)}` })).toEqual([
    "ANALYSIS_TRUNCATED",
    "NORMALIZED",
    "OUTER_SPACE",
  ]);
  expect(codes({ password: "x".repeat(100) })).toEqual([]);
});

test("limits", () => {
  expect(run({ password: "😀".repeat(1000) }).ok).toBe(true);
  const tooMany = Array.from({ length: 101 }, (_, index) => `item${index}`);
  expect(run({ password: "x", userInputs: tooMany }).errors).toMatchObject([
    { path: "/userInputs" },
  ]);
  expect(run({ password: "x".repeat(1001) }).errors).toMatchObject([{ path: "/password" }]);
});

test("the password and the user's words are named nowhere", async () => {
  const secret = "Zq7ßvK-geheim😀";
  const inputs = [
    { password: secret },
    { password: secret.repeat(80) },
    { password: secret, userInputs: [secret, "Zq7ßvK"] },
    { password: [secret] },
    { password: "x", minScore: secret },
  ];
  for (const input of inputs) {
    const { body } = await runWhole({ tool_id: tool.id, input, options: { receipt: true } }, host);
    const text = JSON.stringify(body);
    for (const part of ["Zq7", "ßvK", "geheim", "😀"]) expect(text.includes(part)).toBe(false);
  }
});

describe("words of other languages, and accents", () => {
  test.each([
    ["Pässwörd123", "passwords"],
    ["schmetterling", "german"],
    ["Schm3tt3rl1ng", "german"],
    ["contraseña1", "spanish"],
    ["Motdepasse!", "french"],
    ["amoremio99", "italian"],
    ["coração2020", "portuguese"],
    ["Fußball2020", "german"],
    ["cœur2020", "french"],
  ])("%s", (password, dictionary) => {
    const { score, sequence } = value({ password });
    expect(sequence[0]?.dictionary).toBe(dictionary);
    expect(score).toBeLessThanOrEqual(1);
  });

  test("an accent makes a word hardly stronger, and the place stays that of the password", () => {
    const [plain, accented] = ["password", "pässwörd"].map((password) => value({ password }));
    expect(accented?.guessesLog10).toBeLessThan((plain?.guessesLog10 ?? 0) + 1.5);
    expect(accented?.sequence).toMatchObject([{ start: 0, end: 8, dictionary: "passwords" }]);
    expect(value({ password: "1fußball" }).sequence.at(-1)).toMatchObject({
      start: 1,
      end: 8,
      dictionary: "german",
    });
  });

  test("every listed word is in lower case and without accents, and stands once in its list", () => {
    for (const [, words] of FOREIGN_WORDS) {
      expect(words.filter((word) => !/^[a-z]{2,}$/.test(word))).toEqual([]);
      expect(new Set(words).size).toBe(words.length);
    }
  });
});
