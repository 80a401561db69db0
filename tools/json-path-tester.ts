import { type Static, Type } from "@sinclair/typebox";
import { jsonTextField, oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { joinEntries } from "./_lib/results/entry-list.ts";
import { problemEntry } from "./_lib/results/syntax-problem.ts";
import { evaluate, type Evaluation, QueryTooCostly } from "./_lib/json/path/evaluate.ts";
import { isSingular, type Query } from "./_lib/json/path/syntax.ts";
import { JSONPATH_FAILURES, readQuery } from "./_lib/json/path/query.ts";
import { listMatches } from "./json-path-tester/list.ts";
import {
  DOCUMENT,
  JSON_FAILURES,
  JSON_WARNINGS,
  type JsonField,
  readJsonField,
} from "./_lib/json/tree/json-field.ts";
import { treeStats } from "./_lib/json/tree/stats.ts";
import { VALUE_WARNINGS } from "./_lib/json/tree/value.ts";
import { OUTPUT_FAILURES, outputTooLarge } from "./_lib/results/output-limit.ts";
import { beginning } from "./_lib/text/shown.ts";

const FAILURES = {
  ...JSON_FAILURES,
  ...JSONPATH_FAILURES,
  ...OUTPUT_FAILURES,
  QUERY_BUDGET_EXCEEDED:
    "The query takes more than 2,000,000 units of work or selects more than 200,000 nodes",
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  NO_MATCH: "The query selects nothing",
  REGEX_NOT_IREGEXP: "A pattern of match() or search() is no I-Regexp, so the test is false",
} as const;

const INPUT = Type.Object({
  json: jsonTextField({ description: DOCUMENT }),
  path: Type.String({
    description: "The query, RFC 9535 JSONPath such as $.store.book[?@.price < 10].title",
    minLength: 1,
    maxLength: 2000,
  }),
  resultType: oneOf(["values", "paths", "pairs"], {
    description: "What the output lists: values, normalized paths, or both",
    default: "values",
  }),
  limit: whole({
    description: "Matches listed at most; all are counted",
    minimum: 1,
    maximum: 10_000,
    default: 1000,
  }),
});

const VALUE = Type.Object({
  count: Type.Integer({ minimum: 0 }),
  truncated: Type.Boolean(),
  singular: Type.Boolean({ description: "Whether the query can select at most one node" }),
  matches: Type.Array(
    Type.Object({ path: Type.String(), pointer: Type.String(), value: Type.Any() }),
  ),
});

type Input = Static<typeof INPUT>;

export default defineTool({
  id: "json-path-tester",
  name: "JSONPath Tester",
  category: "Code",
  description: "Runs a JSONPath query (RFC 9535) and shows what it selects, where, or why nothing.",
  keywords: [
    "extract",
    "filter",
    "goessner",
    "json",
    "json path",
    "jsonpath",
    "jsonpath-plus",
    "jsonpath.com",
    "kubectl",
    "path",
    "query",
    "rfc 9535",
    "select",
    "selector",
    "wildcard",
  ],
  aliases: [],
  version: "2026-11-20",

  input: INPUT,
  primary: "json",
  value: VALUE,
  verb: "query",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "test a jsonpath expression",
    "jsonpath evaluator",
    "which values does this json path select",
    "extract fields from json with $..name",
    "filter json array by price with jsonpath",
    "why does my jsonpath return nothing",
    "convert jsonpath result to json pointers",
    "rfc 9535 compliance of a query",
    "kubectl or gateway jsonpath rule check",
    "list the paths of all matching nodes in json",
    "last element of an array in jsonpath",
    "find all ids anywhere in a json document",
    "match regex in a jsonpath filter",
    "goessner jsonpath to the standard",
    "dollar and dot expression that should pick prices out of a document, is it right",
    "my selector matches nothing, see what it picks",
    "which locations in the tree does a path expression hit",
    "bracket and wildcard notation for nested fields",
    "evaluate node selectors against a sample document",
    "dry run of a kubernetes or alerting rule path",
    "try a json path on sample data and see the matching nodes",
    "path with two dots gives nothing on my document",
    "probar una expresión jsonpath",
    "jsonpath ausdruck testen",
    "tester une expression jsonpath",
    "jsonpath 测试",
    "por qué mi ruta jsonpath no encuentra nada",
    "warum findet mein jsonpath nichts",
    "pourquoi mon chemin jsonpath ne trouve rien",
    "jsonpath 表达式 取 值",
    "jsonpath 式の評価",
    "my monitor should read $.status.health, does that point at the right thing",
    "postman test uses a dollar path, returns empty list on this reply",
    "what is the difference of $.a.b and $..b here",
    "does [?(@.price<10)] still work under the standard",
    "jsonpath.com, kubectl -o jsonpath, Jayway, jsonpath-plus, jsonpath-ng, Argo, Step Functions",
    "run a $-rooted selector and list each hit with its normalized location, or the step that failed",
    "testar expressão jsonpath, por que não encontra nada",
    "selector jsonpath con filtro, evaluar en un ejemplo",
    "jsonpath filter ausprobieren, treffer mit pfad zeigen",
    "filtre jsonpath, essayer sur un exemple",
    "jsonpath 过滤 表达式 调试 为什么 为空",
    "jsonpath フィルター 試す 何も返らない",
  ],
  effort: 2,
  isolated: true,
  detect: (sample) => (/^\$(?:\.\.?[\w*[]|\[['"*?\d-])[^\n]*$/.test(sample.trim()) ? 0.7 : 0),
  detected: { field: "path" },

  laws: [
    {
      name: "a reported path selects exactly that node",
      holds(run, input) {
        const matches = run(input).value?.matches ?? [];
        return matches.slice(0, 20).every(({ path, pointer, value }) => {
          // A path can be longer than a query may be.
          if (path.length > 2000) return true;
          const again = run({ ...input, path }).value;
          const [match] = again?.matches ?? [];
          return (
            again?.count === 1 &&
            match?.path === path &&
            match.pointer === pointer &&
            JSON.stringify(match.value) === JSON.stringify(value)
          );
        });
      },
    },
    {
      name: "the count depends on neither limit nor result type",
      holds(run, input) {
        const { value } = run(input);
        if (!value) return true;
        const other = run({ ...input, limit: 1, resultType: "paths" });
        return other.value?.count === value.count;
      },
    },
    {
      name: "$ selects the document",
      holds(run, input) {
        const { ok, value } = run({ ...input, path: "$" });
        return !ok || (value?.count === 1 && value.matches[0]?.pointer === "");
      },
    },
  ],
  examples: [
    {
      title: "Titles of cheap books",
      input: {
        json: '{"book":[{"title":"Moby Dick","price":8.99},{"title":"Sword of Honour","price":12.99}]}',
        path: "$.book[?@.price < 10].title",
      },
      expect: {
        output: '[\n  "Moby Dick"\n]',
        value: { count: 1, singular: false, matches: [{ pointer: "/book/0/title" }] },
      },
    },
    {
      title: "Where every price is",
      input: {
        json: '{"a":{"price":1.50},"b":[{"price":2}]}',
        path: "$..price",
        resultType: "paths",
      },
      expect: { output: "[\n  \"$['a']['price']\",\n  \"$['b'][0]['price']\"\n]" },
    },
    {
      title: "Nothing selected, and how far the query came",
      input: { json: '{"items":[{"id":1}]}', path: "$.items[*].name" },
      expect: {
        output: "[]",
        warnings: [{ code: "NO_MATCH", received: "$.items[*]" }],
      },
    },
    {
      title: "Long numbers are compared exactly",
      input: {
        json: '[{"id":12345678901234567890},{"id":12345678901234567891}]',
        path: "$[?@.id == 12345678901234567891]",
        resultType: "paths",
      },
      expect: { output: '[\n  "$[1]"\n]' },
    },
    {
      title: "A script expression of another dialect",
      input: { json: '{"a":[1,2]}', path: "$.a[(@.length-1)]" },
      expect: { ok: false, error: { code: "JSONPATH_SYNTAX" } },
    },
    {
      title: "A query for several nodes cannot be compared",
      input: { json: '{"a":[1,2]}', path: "$[?@.* == 1]" },
      expect: { ok: false, error: { code: "JSONPATH_TYPE" } },
    },
  ],

  run(input) {
    const field = readJsonField(input.json, "/json");
    const query = readQuery(input.path);
    const problems = query.problems.map((problem) =>
      problemEntry(problem, input.path, "the query", "/path"),
    );
    const [error, ...others] = field.ok ? problems : [field.error, ...problems];
    if (error !== undefined)
      return fail([error, ...others], { valid: false, warnings: field.warnings });
    if (!field.ok || query.query === undefined) return fail(tooCostly(), { valid: false });
    const found = attempt(query.query, field);
    if (found === undefined) {
      return fail(tooCostly(), {
        valid: true,
        stats: treeStats(field.document.root),
        warnings: field.warnings,
      });
    }
    return report(input, query.query, field, found);
  },
});

function attempt(query: Query, field: JsonField): Evaluation | undefined {
  try {
    return evaluate(query, field.root);
  } catch (error) {
    if (error instanceof QueryTooCostly) return undefined;
    throw error;
  }
}

function tooCostly(): Entry<"QUERY_BUDGET_EXCEEDED"> {
  return {
    code: "QUERY_BUDGET_EXCEEDED",
    message:
      "Cannot run the query: it takes more than 2,000,000 units of work or 200,000 nodes, expected less",
    path: "/path",
    hint: "Name the way to the nodes instead of searching for them with ..",
  };
}

function report(input: Input, query: Query, field: JsonField, found: Evaluation) {
  const { matches, visited } = found;
  const listed = listMatches(matches.slice(0, input.limit), input.resultType);
  const common = {
    valid: true,
    stats: { ...treeStats(field.document.root), matches: matches.length, visited },
  };
  const value = {
    count: matches.length,
    truncated: matches.length > input.limit,
    singular: isSingular(query),
  };
  const warnings = joinEntries<keyof typeof WARNINGS>(
    field.warnings,
    patternWarnings(found),
    matches.length === 0 ? [noMatch(input.path, query, found)] : [],
    listed?.warnings ?? [],
  );
  if (listed === undefined) {
    const empty = { ...value, truncated: true, matches: [] };
    return fail(outputTooLarge("Lower the limit"), { ...common, value: empty, warnings });
  }
  const { output } = listed;
  return done({ ...common, output, value: { ...value, matches: listed.matches }, warnings });
}

function patternWarnings({ badPatterns }: Evaluation): Entry<"REGEX_NOT_IREGEXP">[] {
  return Array.from(badPatterns, (pattern) => ({
    code: "REGEX_NOT_IREGEXP",
    message: "A pattern is no I-Regexp (RFC 9485), so every test with it is false",
    path: "/path",
    received: beginning(pattern, 200),
    hint: "I-Regexp has no \\d, \\w, \\s, \\b, lazy quantifiers or look-around: write [0-9], [A-Za-z0-9_]",
  }));
}

function noMatch(path: string, { segments }: Query, { reached }: Evaluation): Entry<"NO_MATCH"> {
  const next = segments.find(({ end }) => end > reached);
  const length = next?.selectors.some(
    (selector) => selector.type === "name" && selector.name === "length",
  );
  return {
    code: "NO_MATCH",
    message: "The query selects nothing; received is its longest part that selects something",
    path: "/path",
    received: path.slice(0, reached),
    ...(length ? { hint: "The size of an array or a string is length(@), in a filter" } : {}),
  };
}
