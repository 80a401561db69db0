/** Our JMESPath against jmespath.js, on generated expressions and documents, and on expressions of any tokens. */
import { test } from "bun:test";
import fc from "fast-check";
import { search } from "jmespath";
import tool from "../../tools/json-query.ts";
import { runUnit } from "../support/run-unit.ts";
import { expectAgreement, type Judgement, testDifferences } from "./judgement.ts";

interface Sample {
  readonly query: string;
  readonly document: string;
}

const REFUSED = "refused";

function refusal({ query, document }: Sample): string {
  try {
    search(JSON.parse(document), query);
    return "";
  } catch (error) {
    return String(error);
  }
}

function ourRefusal({ query, document }: Sample): string {
  const [first] = runUnit(tool, { query, input: document, language: "jmespath" }).errors ?? [];
  return first === undefined ? "" : `${first.code} ${first.message}`;
}

const judgement: Judgement<Sample> = {
  ours({ query, document }) {
    const { ok, value } = runUnit(tool, { query, input: document, language: "jmespath" });
    return ok ? (value as { results: unknown[] }).results[0] : REFUSED;
  },
  theirs({ query, document }) {
    try {
      // -0 is written as 0.
      return JSON.parse(JSON.stringify(search(JSON.parse(document), query) ?? null));
    } catch {
      return REFUSED;
    }
  },
  differences: [],
};

const name = fc.constantFrom("a", "b", "c", '"a b"', "_x", '"é"');
const index = fc.constantFrom("0", "1", "-1", "2", "10", "-3");
const literal = fc.constantFrom(
  "`1`",
  '`"a"`',
  "`null`",
  "`[1, 2]`",
  '`{"a": 1}`',
  "`true`",
  "'a'",
  "''",
  "'it\\'s'",
  "`-1.5`",
  "`[]`",
  '`""`',
  "`0`",
);
const slice = fc
  .tuple(
    fc.option(index, { nil: "" }),
    fc.option(index, { nil: "" }),
    fc.constantFrom("", ":", ":2", ":-1", ":1"),
  )
  .map(([from, to, step]) => `[${from}:${to}${step}]`);
const comparison = fc.constantFrom("==", "!=", "<", "<=", ">", ">=");
const ONE =
  "abs avg ceil floor keys length max min not_null reverse sort sum to_array to_number to_string type values merge".split(
    " ",
  );
const TWO = "contains ends_with join starts_with".split(" ");
const BY = "max_by min_by sort_by".split(" ");

const { expression } = fc.letrec<{ expression: string; step: string }>((tie) => {
  const sub = tie("expression");
  return {
    step: fc.oneof(
      name.map((key) => `.${key}`),
      index.map((at) => `[${at}]`),
      slice,
      fc.constantFrom("[]", "[*]", ".*"),
      sub.map((inner) => `[?${inner}]`),
      sub.map((inner) => `.[${inner}, @]`),
      sub.map((inner) => `.{x: ${inner}}`),
    ),
    expression: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constant("@"),
      name,
      literal,
      fc
        .tuple(
          fc.oneof(name, fc.constant("@")),
          fc.array(tie("step"), { minLength: 1, maxLength: 3, depthSize: "small" }),
        )
        .map(([first, steps]) => first + steps.join("")),
      fc
        .tuple(sub, fc.constantFrom(" | ", " || ", " && ", "|", "||"), sub)
        .map((parts) => parts.join("")),
      fc.tuple(sub, comparison, sub).map(([a, operator, b]) => `(${a}) ${operator} (${b})`),
      sub.map((inner) => `!${inner}`),
      sub.map((inner) => `(${inner})`),
      fc.tuple(sub, sub).map(([a, b]) => `[${a}, ${b}]`),
      fc.tuple(name, sub).map(([key, a]) => `{${key}: ${a}}`),
      fc.tuple(fc.constantFrom(...ONE), sub).map(([call, a]) => `${call}(${a})`),
      fc.tuple(fc.constantFrom(...TWO), sub, sub).map(([call, a, b]) => `${call}(${a}, ${b})`),
      fc.tuple(fc.constantFrom(...BY), sub, sub).map(([call, a, by]) => `${call}(${a}, &${by})`),
      fc.tuple(sub, sub).map(([by, a]) => `map(&${by}, ${a})`),
    ),
  };
});

const { plain } = fc.letrec((tie) => ({
  plain: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, 1, -1, 1.5, 2, 10),
    fc.constantFrom("a", "b", "", "é", "a b", "aa", "1", "abc"),
    fc.array(tie("plain"), { maxLength: 4 }),
    fc.array(fc.integer({ min: -3, max: 9 }), { maxLength: 4 }),
    fc.array(fc.constantFrom("a", "b", "ab", ""), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "é", "a b", "_x"), tie("plain"), { maxKeys: 4 }),
  ),
}));
const document = plain.map((value) => JSON.stringify(value));
const TOKENS =
  "@ . [ ] * ? ( ) , : 'a' a b 0 1 -1 == < && || ! \"b\" length( & | ` `1` {} 'é' \\ # = 1.5 [?".split(
    " ",
  );
const broken = fc
  .tuple(expression, fc.nat(), fc.nat(), fc.constantFrom("", " ", ...TOKENS))
  .map(([text, from, length, put]) => {
    const at = from % (text.length + 1);
    return text.slice(0, at) + put + text.slice(at + (length % 3)) || "@";
  });

test("generated expressions", () => {
  expectAgreement(fc.sample(fc.record({ query: expression, document }), 5000), judgement);
}, 60_000);

test("expressions that are cut, or have a token too many", () => {
  expectAgreement(fc.sample(fc.record({ query: broken, document }), 5000), judgement);
}, 60_000);

testDifferences(judgement);
