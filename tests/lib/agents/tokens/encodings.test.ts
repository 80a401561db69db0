import { expect, test } from "bun:test";
import fc from "fast-check";
import { encode as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { encode as o200k } from "gpt-tokenizer/encoding/o200k_base";
import { countTokens, encodeText } from "../../../../tools/_lib/agents/tokens/encodings.ts";

const texts = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom("a", "b", "A", "'", "s", " ", "\n", "1", "^", "é", "你", "👩‍💻"),
    maxLength: 300,
  }),
  fc.lorem({ maxCount: 40 }),
);
const plain = { disallowedSpecial: new Set<string>() };

test("the tokens are those of gpt-tokenizer", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(encodeText(text, "o200k_base")).toEqual(o200k(text, plain));
      expect(encodeText(text, "cl100k_base")).toEqual(cl100k(text, plain));
    }),
    { numRuns: 300 },
  );
});

test("one long run is merged like many short ones", () => {
  for (const run of [
    "a".repeat(2000),
    " ".repeat(2000),
    "ab".repeat(999),
    "^".repeat(1500),
    "é".repeat(700),
  ]) {
    expect(encodeText(run, "o200k_base")).toEqual(o200k(run, plain));
    expect(countTokens(run, "o200k_base")).toBe(o200k(run, plain).length);
  }
});

test("special tokens are ordinary text, and half a surrogate pair is U+FFFD", () => {
  expect(countTokens("<|endoftext|>", "o200k_base")).toBe(7);
  expect(encodeText("\ud800x", "o200k_base")).toEqual(encodeText("\ufffdx", "o200k_base"));
});
