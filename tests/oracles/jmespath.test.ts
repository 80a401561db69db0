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
  differences: [
    {
      name: "what is no number is ordered",
      right: "ours",
      why: "JMESPath, comparison operators: ordering operators are only valid for numbers, for others the result is null",
      example: { query: "a < b", document: '{"a":"1","b":"2"}' },
      covers: ({ query }) => /[<>]/.test(query),
    },
    {
      name: "the average of nothing",
      right: "ours",
      why: "JMESPath, avg: an empty array will produce a return value of null",
      example: { query: "!avg(a)", document: '{"a":[]}' },
      covers: ({ query }) => query.includes("avg("),
    },
    {
      name: "a literal that is no JSON, or has no end",
      right: "ours",
      why: "JMESPath, grammar: literal is json-value between backticks, and every quote is closed",
      example: { query: "`b`", document: "1" },
      covers: (given) =>
        /[`'"]/.test(given.query) &&
        /^QUERY_SYNTAX .*(?:value|closing|end of the input|digit|"null"|"true"|"false")/.test(
          ourRefusal(given),
        ),
    },
    {
      name: "two expressions side by side in parentheses",
      right: "ours",
      why: "JMESPath, grammar: paren-expression holds one expression, and commas stand between those of a list",
      example: { query: "(a b)", document: "1" },
      covers: (given) => /^QUERY_SYNTAX .*expected "[)\],]/.test(ourRefusal(given)),
    },
    {
      name: "the greatest or the least of nothing, or of texts",
      right: "ours",
      why: "JMESPath, max_by and min_by: the expression gives a number or a string; an empty array gives null, of which the not is true",
      example: { query: "min_by(a, &@)", document: '{"a":["b","a"]}' },
      covers: ({ query }) => /(?:max|min)(?:_by)?\(/.test(query),
    },
    {
      name: "an index or a slice of other parts than numbers",
      right: "ours",
      why: "JMESPath, grammar: bracket-specifier holds a number, a slice, a star or nothing; a list of expressions follows a dot",
      example: { query: "*[a, b]", document: "{}" },
      covers: (given) => /^QUERY_SYNTAX .*expected a number/.test(ourRefusal(given)),
    },
    {
      name: "nothing that can follow a dot, or be called",
      right: "ours",
      why: "JMESPath, grammar: sub-expression ends with an identifier, a list, a hash, a function or a star, and function-expression begins with an unquoted-string",
      example: { query: "*.", document: "1" },
      covers: (given) =>
        /^QUERY_SYNTAX .*expected (?:a name|a function name)/.test(ourRefusal(given)),
    },
    {
      name: "a list of arguments that ends with a comma, or a number of two signs",
      right: "ours",
      why: "JMESPath, grammar: function-args are joined by commas, and number has one minus",
      example: { query: "not_null(a,)", document: "1" },
      covers: ({ query }) => /,\s*\)|--/.test(query),
    },
    {
      name: "a number of an empty text, or a text that is looked for a value of another type",
      right: "ours",
      why: "JMESPath, to_number: null but for the texts of json-number; contains: whether the value is in the array or the text, and only texts are in texts",
      example: { query: "to_number(a)", document: '{"a":""}' },
      covers: ({ query }) => /to_number\(|contains\(/.test(query),
    },
    {
      name: "a minus without digits, parentheses without an expression, an expression as a value",
      right: "ours",
      why: "JMESPath, grammar: number has digits, paren-expression an expression; of functions only some take an expression type",
      example: { query: "a[-:1]", document: "{}" },
      covers: (given) =>
        /expected an expression$|is expression, expected/.test(ourRefusal(given)) &&
        /-[^\d]|\(\s*\)|&/.test(given.query),
    },
    {
      name: "a literal with blanks around its value",
      right: "ours",
      why: "JMESPath, grammar: literal is JSON, in which white space around a value says nothing",
      example: { query: "`true `", document: "1" },
      covers: ({ query }) => /`\s|\s`/.test(query),
    },
    {
      name: "a text begins or ends with the empty one",
      right: "ours",
      why: "JMESPath, starts_with and ends_with: whether the text has the prefix or the suffix, which is so of the empty one",
      example: { query: "starts_with(a, '')", document: '{"a":"b"}' },
      covers: ({ query }) => /(?:starts|ends)_with\(/.test(query),
    },
    {
      name: "numbers below zero are sorted",
      right: "ours",
      why: "JMESPath, sort: numbers by their value; jmespath.js sorts their texts",
      example: { query: "sort(a)", document: '{"a":[-1,-2]}' },
      covers: ({ query, document: text }) => query.includes("sort(") && text.includes("-"),
    },
    {
      name: "two backslashes in a raw string",
      right: "ours",
      why: "JMESPath, grammar: raw-string-escape is a backslash before a quote or a backslash",
      example: { query: "'a\\\\b'", document: "1" },
      covers: ({ query }) => query.includes("\\\\"),
    },
    {
      name: "an expression type that is no argument",
      right: "ours",
      why: "JMESPath, grammar: expression-type is a function-arg alone",
      example: { query: "a && &b", document: '{"a":1}' },
      covers: (given) => /^QUERY_SYNTAX .*found "&"/.test(ourRefusal(given)),
    },
  ],
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

/** In parentheses: the judge takes what follows a bare one within others for another argument. */
const CURRENT = fc.constant("(@)");

const { expression } = fc.letrec<{ expression: string; step: string }>((tie) => {
  const sub = tie("expression");
  return {
    step: fc.oneof(
      name.map((key) => `.${key}`),
      index.map((at) => `[${at}]`),
      slice,
      fc.constantFrom("[]", "[*]", ".*"),
      sub.map((inner) => `[?${inner}]`),
      sub.map((inner) => `.[${inner}, (@)]`),
      sub.map((inner) => `.{x: ${inner}}`),
    ),
    expression: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      CURRENT,
      name,
      literal,
      fc
        .tuple(fc.oneof(name, CURRENT), fc.array(tie("step"), { minLength: 1, maxLength: 3 }))
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
  "(@) . [ ] * ? ( ) , : 'a' a b 0 1 -1 == < && || ! \"b\" length( & | ` `1` {} 'é' \\ # = 1.5 [?".split(
    " ",
  );
const broken = fc
  .tuple(expression, fc.nat(), fc.nat(), fc.constantFrom("", " ", ...TOKENS))
  .map(([text, from, length, put]) => {
    const at = from % (text.length + 1);
    return text.slice(0, at) + put + text.slice(at + (length % 3)) || "a";
  });

test("generated expressions", () => {
  expectAgreement(fc.sample(fc.record({ query: expression, document }), 5000), judgement);
}, 60_000);

test("expressions that are cut, or have a token too many", () => {
  expectAgreement(fc.sample(fc.record({ query: broken, document }), 5000), judgement);
}, 60_000);

testDifferences(judgement);
