import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import tool from "../../tools/json-repair.ts";
import formatter from "../../tools/json-formatter.ts";
import { runUnit } from "../support/run-unit.ts";

interface Value {
  data: unknown;
  certainty: string;
  repairs: { code: string; certainty: string; offset: number; line: number; column: number }[];
}

function run(input: string, options: object = {}) {
  const outcome = runUnit(tool, { input, indent: 0, ...options });
  return { ...outcome, value: outcome.value as Value | null };
}

const codes = (input: string) => run(input).value?.repairs.map(({ code }) => code);

describe("each kind of repair", () => {
  test.each([
    ["```\n[1]", "[1]", ["FENCE_REMOVED"]],
    ['so: {"a":1} yes', '{"a":1}', ["PROSE_REMOVED", "PROSE_REMOVED"]],
    [
      "[1 /* a */, // b\n 2 # c\n]",
      "[1,2]",
      ["COMMENT_REMOVED", "COMMENT_REMOVED", "COMMENT_REMOVED"],
    ],
    ["[,1,,2,]", "[1,2]", ["COMMA_REMOVED", "COMMA_REMOVED", "COMMA_REMOVED"]],
    ['[1 "a"]', '[1,"a"]', ["COMMA_ADDED"]],
    ['{"a" 1}', '{"a":1}', ["COLON_ADDED"]],
    ["[`a´, ‘it’s’]", '["a","it’s"]', ["QUOTES_NORMALIZED", "QUOTES_NORMALIZED"]],
    ["{a: b c }", '{"a":"b c"}', ["QUOTES_ADDED", "QUOTES_ADDED"]],
    ['{"a":"b}', '{"a":"b"}', ["QUOTE_CLOSED"]],
    ['{"a":"x "y" z"}', '{"a":"x \\"y\\" z"}', ["QUOTE_ESCAPED", "QUOTE_ESCAPED"]],
    ['["\t\\\'\\a\\x41"]', '["\\t\'aA"]', Array(4).fill("ESCAPE_FIXED")],
    ["[True,NULL,undefined]", "[true,null,null]", Array(3).fill("LITERAL_MAPPED")],
    ["[NaN,-Infinity,inf]", "[null,null,null]", Array(3).fill("NON_FINITE_TO_NULL")],
    ["[.5,5.,+5,0x1F,1_000,2e,-]", "[0.5,5.0,5,31,1000,2e0,-0]", Array(7).fill("NUMBER_FIXED")],
    ["[007,1.2.3,12-3]", '["007","1.2.3","12-3"]', Array(3).fill("NUMBER_TO_STRING")],
    ['[{"b":2]', '[{"b":2}]', ["BRACKET_CLOSED"]],
    ['{"a":1}}', '{"a":1}', ["BRACKET_REMOVED"]],
    ['{"a":}', '{"a":null}', ["VALUE_ADDED"]],
    ["[1,…]", "[1]", ["ELLIPSIS_REMOVED"]],
    ['["a" + "b"]', '["ab"]', ["STRINGS_JOINED"]],
    ['[NumberLong("2"),NumberInt(2)]', '["2",2]', ["TYPE_UNWRAPPED", "TYPE_UNWRAPPED"]],
    ['{\\"a\\":1}', '{"a":1}', ["UNESCAPED_LEVEL"]],
    ["{}\n[]", "[{},[]]", ["VALUES_WRAPPED"]],
    ["[\u00a01\u200b]", "[1]", ["WHITESPACE_NORMALIZED", "WHITESPACE_NORMALIZED"]],
  ])("%s", (input, output, expected) => {
    expect(run(input).output).toBe(output);
    expect(codes(input)).toEqual(expected);
  });
});

describe("extract", () => {
  const text = 'one\n```json\n{"a":1}\n```\ntwo\n```\n[2,3,4,5]\n```\n';
  test.each([
    ["first", '{"a":1}'],
    ["largest", "[2,3,4,5]"],
    ["all", '[{"a":1},[2,3,4,5]]'],
  ])("%s", (extract, output) => {
    expect(run(text, { extract }).output).toBe(output);
  });
});

describe("refusals", () => {
  test.each([
    ["", "JSON_NOT_FOUND"],
    [" \n", "JSON_NOT_FOUND"],
    ["two words", "JSON_NOT_FOUND"],
    ["{:2}", "JSON_NOT_REPAIRABLE"],
    ['{"a",', "JSON_NOT_REPAIRABLE"],
    ["[".repeat(2000), "INPUT_TOO_DEEP"],
  ])("%s", (input, code) => {
    const { ok, errors } = run(input);
    expect([ok, errors?.[0]?.code]).toEqual([false, code]);
    expect(errors?.[0]?.offset).toBeNumber();
  });

  test("guesses are listed where none is allowed", () => {
    const { ok, errors } = run("{a: b, c: NaN,}", { allowGuesses: false });
    expect(ok).toBe(false);
    expect(errors?.map(({ code, offset }) => [code, offset])).toEqual([
      ["GUESS_REFUSED", 4],
      ["GUESS_REFUSED", 10],
    ]);
  });
});

test("numbers and keys stay what they are", () => {
  const { output, value, warnings } = run('{"__proto__":12345678901234567890,"__proto__":1.50,}');
  expect(output).toBe('{"__proto__":12345678901234567890,"__proto__":1.50}');
  expect(JSON.stringify(value?.data)).toBe('{"__proto__":1.5}');
  expect(warnings?.map(({ code }) => code)).toEqual(["REPAIRED", "DUPLICATE_KEY"]);
});

test("valid JSON stays, and what comes out is JSON", () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (input) => {
      const { ok, valid, output } = run(input);
      if (ok) expect(runUnit(formatter, { input: output, action: "validate" }).valid).toBe(true);
      const wasJson = runUnit(formatter, { input, action: "validate" }).valid;
      expect(valid).toBe(wasJson === true && !input.startsWith("\ufeff"));
    }),
  );
});

test("a string cut off behind brackets of its own is one string", () => {
  expect(run('{"a":[",{\\n\\"]').output).toBe('{"a":[",{\\n\\""]}');
});

const N = 20_000;
test.each([
  ["brackets that alternate", "]}".repeat(N)],
  ["quotes", '"'.repeat(N)],
  ["strings that never close", '["a"b'.repeat(N)],
  ["comments inside quotes", `["${'"/*'.repeat(N)}`],
  ["joins inside quotes", `["${'*/+"x'.repeat(N)}`],
  ["keys that never close", `{"${'a": '.repeat(N)}`],
  ["a fault behind nested brackets", `x ${"[".repeat(900)}${"1,".repeat(N / 2)}:`],
  ["braces in prose", "a {:2} ".repeat(N / 2)],
])("an answer for %s, where looking back would come to no end", (_, input) => {
  const { ok, errors = [] } = run(input.slice(0, 100_000));
  expect(ok || errors.length > 0).toBe(true);
});
