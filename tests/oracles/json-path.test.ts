/** Our JSONPath against JSON P3, on generated queries and documents, and on queries of any tokens. */
import { test } from "bun:test";
import fc from "fast-check";
import { jsonpath } from "json-p3";
import tool from "../../tools/json-path-tester.ts";
import { runUnit } from "../support/run-unit.ts";
import { expectAgreement, type Judgement, testDifferences } from "./judgement.ts";

interface Sample {
  readonly path: string;
  readonly document: string;
}

const REFUSED = "refused";

function refusal(path: string): string {
  try {
    jsonpath.compile(path);
    return "";
  } catch (error) {
    return String(error);
  }
}

function ourRefusal(path: string): string {
  return runUnit(tool, { path, json: "null" }).errors?.[0]?.message ?? "";
}

interface Match {
  readonly path: string;
  readonly value: unknown;
}

const judgement: Judgement<Sample> = {
  ours({ path, document }) {
    const { ok, value, errors } = runUnit(tool, { path, json: document, limit: 10_000 });
    if (!ok) return errors?.[0]?.code === "QUERY_BUDGET_EXCEEDED" ? "too much" : REFUSED;
    const { matches } = value as { matches: Match[] };
    return matches.map((match) => [match.path, match.value]);
  },
  theirs({ path, document }) {
    try {
      const nodes = jsonpath.query(path, JSON.parse(document)).nodes;
      return nodes.map((node) => [node.getPath({ form: "canonical" }), node.value]);
    } catch {
      return REFUSED;
    }
  },
  differences: [
    {
      name: "several selectors in a query that is an argument",
      right: "ours",
      why: "RFC 9535, 2.4.3: an argument may be any filter-query, and 2.5.1.1: a bracketed selection holds several selectors; JSON P3 refuses the comma behind a filter",
      example: { path: "$[?count(@[?@.a,0])>0]", document: "[]" },
      covers: ({ path }) =>
        /unexpected (?:filter selector token|token in bracketed selection)/.test(refusal(path)) &&
        /\([^]*\[[^]*\?[^]*,/.test(path),
    },
    {
      name: "an escape of a control character",
      right: "ours",
      why: "RFC 9535, 2.3.1.1: escapable takes u and any hexchar that is no surrogate",
      example: { path: '$["\\u0001"]', document: "{}" },
      covers: ({ path }) => /\\u00[01]/.test(path) && refusal(path).includes("invalid character"),
    },
    {
      name: "a minus in a name without quotes",
      right: "ours",
      why: "RFC 9535, 2.5.1.1: name-char is a letter, a digit, _ or none of ASCII",
      example: { path: "$.a-b", document: "{}" },
      covers: ({ path }) => /\.[^\s.[\]()]+-/.test(path),
    },
    {
      name: "two numbers in one place of a slice",
      right: "ours",
      why: "RFC 9535, 2.3.4.1: start, end and step are an int each",
      example: { path: "$[:0 1]", document: "[]" },
      covers: ({ path }) => /:\s*-?\d+\s*-?\d|\[[^\]]*\d[\s-]+\d+\s*:/.test(path),
    },
    {
      name: "a hyphen with a backslash in a pattern",
      right: "ours",
      why: "RFC 9485, 4: SingleCharEsc has the hyphen; JSON P3 hands it to RegExp, which refuses it outside brackets",
      example: { path: '$[?search(@, "\\\\-")]', document: '["-"]' },
      covers: ({ path }) => path.includes("\\\\-"),
    },
    {
      name: "a character beyond U+FFFF in a pattern",
      right: "ours",
      why: "RFC 9485, 4: NormalChar goes on to U+10FFFF; JSON P3 takes it for no I-Regexp",
      example: { path: "$[?search(@, '😀')]", document: '["😀"]' },
      covers: ({ path }) => /(?:match|search)\([^]*[\u{10000}-\u{10ffff}]/u.test(path),
    },
    {
      name: "a comparison of a comparison, or a not before one",
      right: "ours",
      why: "RFC 9535, 2.3.5.1: both sides of comparison-expr are a comparable, and logical-not-op is no part of it",
      example: { path: "$[?@.a==1==1]", document: "[]" },
      covers: ({ path }) => /found "[<>=!]/.test(ourRefusal(path)),
    },
    {
      name: "a value of a function as a test",
      right: "ours",
      why: "RFC 9535, 2.4.3: a function of ValueType is well-typed only where it is compared or an argument",
      example: { path: "$[?count(@.*)&&@.a]", document: "[]" },
      covers: ({ path }) => ourRefusal(path).includes("as a test"),
    },
    {
      name: "a comma behind the last argument",
      right: "ours",
      why: "RFC 9535, 2.4: a comma stands between arguments",
      example: { path: "$[?count(@.*,)>1]", document: "[]" },
      covers: ({ path }) => /,\s*\)/.test(path),
    },
    {
      name: "a literal as a test",
      right: "ours",
      why: "RFC 9535, 2.3.5.1: a literal is a comparable, and no test-expr",
      example: { path: "$[?!1]", document: "[]" },
      covers: ({ path }) => /[!?(&|]\s*(?:-?\d|'|"|true|false|null)/.test(path),
    },
    {
      name: "two nots in a row",
      right: "ours",
      why: "RFC 9535, 2.3.5.1: paren-expr and test-expr have one logical-not-op at most",
      example: { path: "$[?!!(@.a)]", document: "[]" },
      covers: ({ path }) => /!\s*!/.test(path),
    },
    {
      name: "what is matched is no text",
      right: "ours",
      why: "RFC 9535, 2.4.6 and 2.4.7: if the first argument is not a string, the result is LogicalFalse; JSON P3 makes a text of it",
      example: { path: "$[?match(@, '.')]", document: "[1]" },
      covers: ({ path, document }) =>
        /match\(|search\(/.test(path) && /[\d[{]|true|false|null/.test(document.slice(1)),
    },
    {
      name: "a pattern with one anchor",
      right: "ours",
      why: "RFC 9535, 2.4.6: match is of the entire text; JSON P3 sets no anchor where there is one",
      example: { path: "$[?match(@, '^a')]", document: '["ab"]' },
      covers: ({ path }) => /match\([^]*'(?:\^|[^']*\$')/.test(path),
    },
  ],
};

const blank = fc.constantFrom("", "", "", "", " ", "\n", "\t");
const name = fc.constantFrom("a", "b", "c", "é", "_x", "a1");
const index = fc.constantFrom("0", "1", "-1", "2", "-2", "10", "-10");
const text = fc.constantFrom(
  "'a'",
  '"b"',
  "'é'",
  "'a b'",
  "'\\''",
  '"\\u0061"',
  "''",
  "'1'",
  '"\\n"',
);
const slice = fc
  .tuple(
    fc.option(index, { nil: "" }),
    fc.option(index, { nil: "" }),
    fc.constantFrom("", ":", ":1", ":2", ":-1", ":0", ":-2"),
  )
  .map(([from, to, step]) => `${from}:${to}${step}`);
const literal = fc.oneof(
  text,
  fc.constantFrom("1", "0", "-1", "1.0", "1e0", "1.5", "2", "true", "false", "null", "-0", "10E-1"),
);
const comparison = fc.constantFrom("==", "!=", "<", "<=", ">", ">=");

const { query } = fc.letrec<{
  query: string;
  segments: string;
  selector: string;
  filter: string;
  singular: string;
  comparable: string;
}>((tie) => ({
  query: tie("segments").map((segments) => `$${segments}`),
  segments: fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: name.map((key) => `.${key}`) },
        fc.constant(".*"),
        name.map((key) => `..${key}`),
        fc.constantFrom("..*", "..[*]"),
        {
          weight: 4,
          arbitrary: fc
            .tuple(
              fc.constantFrom("", "", ".."),
              fc.array(
                fc.tuple(blank, tie("selector"), blank).map((parts) => parts.join("")),
                { minLength: 1, maxLength: 2 },
              ),
            )
            .map(([dots, selectors]) => `${dots}[${selectors.join(",")}]`),
        },
      ),
      { maxLength: 3 },
    )
    .map((all) => all.join("")),
  selector: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    index,
    slice,
    fc.constant("*"),
    tie("filter").map((filter) => `?${filter}`),
  ),
  singular: fc
    .tuple(
      fc.constantFrom("@", "$"),
      fc.array(
        fc.oneof(
          name.map((key) => `.${key}`),
          index.map((at) => `[${at}]`),
          text.map((key) => `[${key}]`),
        ),
        { maxLength: 2 },
      ),
    )
    .map(([root, steps]) => root + steps.join("")),
  comparable: fc.oneof(
    { depthSize: "small" },
    literal,
    tie("singular"),
    tie("singular").map((value) => `length(${value})`),
    tie("segments").map((segments) => `count(@${segments})`),
    tie("segments").map((segments) => `value(@${segments})`),
  ),
  filter: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc
      .tuple(tie("comparable"), blank, comparison, blank, tie("comparable"))
      .map((parts) => parts.join("")),
    fc
      .tuple(fc.constantFrom("@", "!@", "$", "! @"), tie("segments"))
      .map((parts) => parts.join("")),
    fc
      .tuple(tie("filter"), fc.constantFrom("&&", " || ", "||", " && "), tie("filter"))
      .map((parts) => parts.join("")),
    fc.tuple(fc.constantFrom("", "!"), tie("filter")).map(([not, inner]) => `${not}(${inner})`),
    fc
      .tuple(
        fc.constantFrom("match", "search"),
        tie("singular"),
        fc.constantFrom(
          "'a'",
          "'.'",
          "'a.*'",
          "'[a-c]+'",
          "'^a'",
          "'\\\\d'",
          "'(a|b)'",
          "'[^a]'",
          "'a{2}'",
          "'\\\\p{L}'",
          "'('",
        ),
      )
      .map(([call, value, pattern]) => `${call}(${value}, ${pattern})`),
  ),
}));

const { plain } = fc.letrec((tie) => ({
  plain: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, 1, -1, 1.5, 2, 10),
    fc.constantFrom("a", "b", "", "é", "a b", "aa", "1", "😀", "\n", "abc", "'"),
    fc.array(tie("plain"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "é", "a b", "'", "_x", "\n", ""), tie("plain"), {
      maxKeys: 4,
    }),
  ),
}));
const document = plain.map((value) => JSON.stringify(value));
const TOKENS =
  "$ @ . .. [ ] * ? ( ) , : 'a' a b 0 1 -1 -0 01 == != < > <= && || ! \"b\" length count match( value( true null ' \\ \u0001 é 😀 1e1 - + {} 9007199254740992 \u00a0".split(
    " ",
  );
const broken = fc
  .tuple(query, fc.nat(), fc.nat(), fc.constantFrom("", " ", ...TOKENS))
  .map(([path, from, length, put]) => {
    const at = from % (path.length + 1);
    return path.slice(0, at) + put + path.slice(at + (length % 3)) || "$";
  });

test("generated queries", () => {
  expectAgreement(fc.sample(fc.record({ path: query, document }), 5000), judgement);
}, 60_000);

test("queries that are cut, or have a token too many", () => {
  expectAgreement(fc.sample(fc.record({ path: broken, document }), 5000), judgement);
}, 60_000);

test("patterns on texts", () => {
  const texts = fc.array(
    fc.oneof(
      fc.string({ unit: fc.constantFrom(...'ab.-^$1\n\r é😀Ab\u2028"'), maxLength: 4 }),
      fc.constantFrom("ab", "aab", "a.b", "", "a\nb"),
    ),
    { minLength: 1, maxLength: 6 },
  );
  const piece = fc.constantFrom(
    ..."a|b|.|[ab]|[^a]|[a-c]|[-a]|\\.|\\n|\\p{L}|\\P{Ll}|[\\p{Lu}\\p{Nd}]|a?|b+|.*|a{2}|b{1,}|.{0,2}|(a.b)|(ab)*|1|\\-|\\^| |é|😀|[😀é]|[^\\n]".split(
      "|",
    ),
    "(a|b)",
    "a|b",
    "(a",
    "a)",
    "[",
    "\\d",
    "a{2,1}",
    "*",
    "\\w",
    "[a-]",
    "[]",
    "\\u0061",
    "(?:a)",
    "a*?",
    "\\b",
  );
  const patterns = fc.array(piece, { minLength: 1, maxLength: 3 }).map((all) => all.join(""));
  const samples = fc
    .tuple(fc.constantFrom("match", "search"), patterns, texts)
    .map(([call, pattern, list]) => ({
      path: `$[?${call}(@, ${JSON.stringify(pattern)})]`,
      document: JSON.stringify(list),
    }));
  expectAgreement(fc.sample(samples, 5000), judgement);
}, 60_000);

testDifferences(judgement);
