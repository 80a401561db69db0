import { describe, expect, test } from "bun:test";
import {
  base64url,
  codes,
  detectorsOf,
  failures,
  hex,
  jwt,
  redacted,
  run,
  value,
  word,
} from "../../support/redaction.ts";

describe("evidence", () => {
  test("says what, where and how often", () => {
    const input = "\u{1f600} a@b.com\r\nx\na@b.com c\ncard 4111 1111 1111 1111 A@b.com";
    expect(value(input)).toEqual({
      evidence: [
        {
          token: "[EMAIL_1]",
          detector: "email",
          category: "pii",
          severity: "medium",
          count: 3,
          line: 1,
          column: 3,
          lines: [1, 3, 4],
          length: 7,
          checks: [],
        },
        {
          token: "[CARD_1]",
          detector: "credit-card",
          category: "financial",
          severity: "critical",
          count: 1,
          line: 4,
          column: 6,
          lines: [4],
          length: 19,
          checks: ["luhn"],
        },
      ],
      summary: {
        total: 4,
        distinct: 2,
        byCategory: { pii: 3, financial: 1 },
        byDetector: { email: 3, "credit-card": 1 },
        bySeverity: { medium: 3, critical: 1 },
      },
      review: [],
      verified: true,
    });
  });

  test("names at most 20 lines", () => {
    const [evidence] = value("a@b.com a@b.com\n".repeat(50)).evidence;
    expect(evidence?.lines).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(evidence?.count).toBe(100);
  });

  test("is the output of scan, and always the report", () => {
    const input = "mail a@b.com, pwd=hunter22";
    const table = [
      "| Token | Detector | Category | Severity | Count | First at | Length | Checks |",
      "| --- | --- | --- | --- | --- | --- | --- | --- |",
      "| [EMAIL_1] | email | pii | medium | 1 | 1:6 | 7 |  |",
      "| [SECRET_1] | assigned-secret | credential | high | 1 | 1:19 | 8 |  |",
    ].join("\n");
    expect(run({ input, action: "scan" })).toMatchObject({
      output: table,
      report: table,
      valid: false,
    });
    expect(run(input).report).toBe(table);
    expect(value({ input, action: "scan" })).toEqual(value(input));
  });

  test.each([
    ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", ["bech32"]],
    ["bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", ["bech32m"]],
    ["1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", ["base58check"]],
    ["3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", ["base58check"]],
    ["DE89370400440532013000", ["mod97"]],
    [jwt, ["jose-header"]],
    ["378282246310005", ["luhn"]],
    ["3530111333300000", ["luhn"]],
    ["2223003122003222", ["luhn"]],
    ["4222222222222", ["luhn"]],
    ["8.8.4.4", ["global"]],
  ])("the checks that %s passed", (input, checks) => {
    expect(value(input).evidence.map((entry) => entry.checks)).toEqual([checks]);
  });

  test.each([
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
    "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3",
    "DE88370400440532013000",
    `${base64url({ typ: "JWT" })}.${base64url({})}.x`,
    "XX8937040044053201300",
    "5105105105105105 1",
    "routing: 021000022",
    "nhs 943 476 5918",
    "SIN: 046 454 287",
    "2 55 08 14 168 025 39",
    "12345678A",
    "RSSMRA85T10A562T",
    "bsn 111222334",
    "IdNr: 86095742718",
    "PESEL 44051401358",
    "529.982.247-26",
    "111.111.111-11",
    "11.222.333/0001-82",
    "2341 2341 2347",
    "TFN: 123 456 783",
    "vin: 1M8GDM9A1KP042788",
    "swift: DEUTZZFF",
    "imei: 490154203237519",
    "passport no: ABCDEFG",
  ])("%s fails its check", (input) => {
    expect(detectorsOf({ input, skipDetectors: "credit-card" })).toEqual([]);
  });
});

describe("choice", () => {
  const input = "a@b.com 8.8.8.8 pwd=hunter22 card 4111111111111111";

  test("of categories and detectors", () => {
    expect(redacted({ input, categories: "pii, network" })).toBe(
      "[EMAIL_1] [IP_1] pwd=hunter22 card 4111111111111111",
    );
    expect(detectorsOf({ input, detectors: ["email", "credit-card"] })).toEqual([
      "email",
      "credit-card",
    ]);
    expect(detectorsOf({ input, skipDetectors: "email\nipv4" })).toEqual([
      "assigned-secret",
      "credit-card",
    ]);
    expect(detectorsOf({ input, categories: ["pii"], detectors: ["ipv4"] })).toEqual([]);
  });

  test("of one's own patterns, which run first", () => {
    const customPatterns = [
      { name: "CASE", pattern: "case (\\d+)" },
      { name: "NAME", pattern: "ann", flags: "i" },
    ];
    expect(redacted({ input: "case 17 Ann ann@x.org", customPatterns })).toBe(
      "case [CASE_1] [NAME_1] [NAME_2]@x.org",
    );
    const [evidence] = value({ input: "case 17", customPatterns }).evidence;
    expect(evidence).toMatchObject({ detector: "CASE", category: "credential", severity: "high" });
    expect(redacted({ input: "abc", customPatterns: [{ name: "E", pattern: "x*" }] })).toBe("abc");
  });

  test("that is wrong is refused, all at once and without echo", () => {
    const bad = {
      input,
      customPatterns: [
        { name: "A", pattern: "secretpattern(" },
        { name: "B", pattern: "x", flags: "q" },
      ],
      tokenStyle: "keyed",
      detectors: "e-mail, email",
      skipDetectors: ["nosuchthing"],
    };
    expect(failures(bad)).toEqual([
      "PATTERN_INVALID /customPatterns/0/pattern",
      "PATTERN_INVALID /customPatterns/1/flags",
      "SALT_REQUIRED /salt",
      "DETECTOR_UNKNOWN /detectors",
      "DETECTOR_UNKNOWN /skipDetectors",
    ]);
    expect(JSON.stringify(run(bad))).not.toMatch(/secretpattern|nosuchthing|e-mail/);
    expect(run(bad).errors?.[3]?.hint).toBe("Did you mean email?");
    expect(failures({ input, tokenStyle: "keyed", salt: "" })).toEqual(["SALT_REQUIRED /salt"]);
    expect(failures({ input, categories: "pii, secrets" })).toEqual(["FORM /categories"]);
    expect(failures({ input, allowValues: Array(201).fill("x") })).toEqual(["RANGE /allowValues"]);
    expect(run({ input, customPatterns: [{ name: "lower", pattern: "x" }] }).ok).toBe(false);
    const many = Array.from({ length: 21 }, () => ({ name: "A", pattern: "x" }));
    expect(run({ input, customPatterns: many }).ok).toBe(false);
    expect(run({ input, customPatterns: [{ name: "A", pattern: "x".repeat(501) }] }).ok).toBe(
      false,
    );
  });

  test("of a pattern that does not end is refused", () => {
    const customPatterns = [{ name: "SLOW", pattern: "^(a+)+$" }];
    const outcome = run({ input: `${"a".repeat(40)}!`, customPatterns });
    expect([outcome.ok, outcome.errors?.[0]?.code]).toEqual([false, "REGEX_BUDGET_EXCEEDED"]);
    expect(outcome.output).toBeUndefined();
  });

  test("of too small a pattern gives too long an output", () => {
    const customPatterns = [{ name: "A".repeat(40), pattern: "." }];
    expect(failures({ input: "ab".repeat(40_000), customPatterns })?.[0]).toMatch(
      /^(OUTPUT_TOO_LARGE|REGEX_BUDGET_EXCEEDED) /,
    );
  });
});

describe("strings that look random", () => {
  const random = "wJalrXUtnFEMI+K7MDENGbPxRfiCYzQ9";

  test("are listed, replaced or left", () => {
    expect(run(`x\n y ${random}`)).toMatchObject({
      output: `x\n y ${random}`,
      valid: true,
      value: { review: [{ line: 2, column: 4, length: 32 }] },
      warnings: [{ code: "REVIEW_NEEDED", line: 2, column: 4 }],
    });
    expect(run({ input: `k ${random}`, entropy: "redact" })).toMatchObject({
      output: "k [ENTROPY_1]",
      valid: false,
      value: { evidence: [{ detector: "entropy" }], review: [], verified: true },
    });
    expect(run({ input: random, entropy: "off" })).toMatchObject({
      value: { review: [] },
      warnings: [],
    });
    expect(codes({ input: random, allowValues: [random] })).toEqual([]);
  });

  test("stand behind tokens at their place in the input", () => {
    expect(value(`ann@example.com ${random}`).review[0]).toMatchObject({ column: 17 });
    expect(value(`password=${random}`).review).toEqual([]);
  });

  test.each([
    word(23),
    word(513),
    hex(40),
    "3F2504E0-4F89-41D3-9A0C-0305E82C3301",
    "abcdefghijklmnopqrstuvwxyz0123456789",
    "/usr/local/lib/Python3/site-packages/Django",
    "/usr/local/Share9/lib/Python3-abc/Xyz",
    "src/components/UserProfile/index2",
    "aaaaaaaaaaaaaaaaBBBBBBBB11111111",
  ])("%s does not", (text) => expect(value(text).review).toEqual([]));

  test("may begin with a slash", () => {
    expect(value(`/${random}`).review).toHaveLength(1);
    expect(value(`/${random}/${random}`).review).toHaveLength(1);
  });

  test("have exactly 4 bits at least", () => {
    const sixteen = "abcdEFGH12345678";
    expect(value(sixteen.repeat(2)).review).toMatchObject([{ entropy: 4 }]);
    expect(value("abcdEFGH1234567".repeat(2)).review).toEqual([]);
  });
});
