import { expect, test } from "bun:test";
import { redactTexts } from "../../../kits/_core/redact-texts.ts";

const TOKEN = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
const KEY = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj";

test("equal values have equal tokens, numbered by first occurrence", () => {
  const { texts, found } = redactTexts(
    [`mail a@example.org, ${TOKEN}`, `b@example.org and ${TOKEN}`, "a@example.org"],
    ["credential", "pii"],
  );
  expect(texts).toEqual([
    "mail [EMAIL_1], [GITHUB_TOKEN_1]",
    "[EMAIL_2] and [GITHUB_TOKEN_1]",
    "[EMAIL_1]",
  ]);
  expect(found.map(({ token }) => token)).toEqual(["[EMAIL_1]", "[GITHUB_TOKEN_1]", "[EMAIL_2]"]);
});

test("a credential that one text gives away is known in the others", () => {
  const { texts } = redactTexts(
    ["password: Tr0ub4dor&3x", "then Tr0ub4dor&3x failed"],
    ["credential"],
  );
  expect(texts.join(" ")).not.toContain("Tr0ub4dor");
});

test("of values that overlap nothing is left, and what is longest names them", () => {
  const [short, long] = ["Xk8#mQ2v!Lp", "mQ2v!Lp9zR4wT7"];
  const given = [`password: ${short}`, `secret: ${long}`, `Xk8#${long}, ${short}, ${long}`];
  const { texts } = redactTexts(given, ["credential"]);
  expect(texts[2]).toMatch(/^(\[\w+\]), (\[\w+\]), \1$/);
});

test("a key without an end takes no other text with it", () => {
  const { texts } = redactTexts([KEY, "harmless"], ["credential"]);
  expect(texts).toEqual([expect.stringMatching(/^\[PRIVATE_KEY_1\]/), "harmless"]);
});

test("numbers go on behind those of an earlier redaction, which stays", () => {
  const { texts } = redactTexts([`[GITHUB_TOKEN_1] and ${TOKEN}`], ["credential"]);
  expect(texts).toEqual(["[GITHUB_TOKEN_1] and [GITHUB_TOKEN_2]"]);
});

test("without findings nothing changes", () => {
  const plain = ["", "[EMAIL:0a1b2c3d]", "a [b] c"];
  expect(redactTexts(plain, ["credential", "pii", "financial"])).toEqual({
    texts: plain,
    found: [],
  });
});
