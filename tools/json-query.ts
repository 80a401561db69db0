import { type Static, Type } from "@sinclair/typebox";
import { jsonField, oneOf } from "./_core/fields.ts";
import { type Ctx, defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { joinEntries } from "./_lib/results/entry-list.ts";
import { INPUT_FAILURES, inputInvalid, missingField } from "./_lib/results/input-invalid.ts";
import { readDocuments, readOneDocument } from "./json-query/documents.ts";
import { runJq } from "./json-query/jq.ts";
import { DEFAULT_QUERIES, otherLanguage } from "./json-query/language.ts";
import { runJmespath, runJsonPath, runPointer } from "./json-query/others.ts";
import {
  budgetError,
  type Language,
  LANGUAGES,
  type QueryOutcome,
  refused,
} from "./json-query/outcome.ts";
import { listResults } from "./json-query/results.ts";
import { JSON_FAILURES, JSON_WARNINGS } from "./_lib/json/tree/json-field.ts";
import { detectJson } from "./_lib/json/peek.ts";
import type { JsonNode } from "./_lib/json/tree/tree.ts";
import { documentOf, VALUE_WARNINGS } from "./_lib/json/tree/value.ts";
import { LONGEST_OUTPUT } from "./_lib/results/output-limit.ts";

const FAILURES = {
  ...JSON_FAILURES,
  QUERY_SYNTAX: "The query is not well-formed in its language",
  QUERY_RUNTIME: "The query met an error while it ran; results before it are kept",
  QUERY_UNSUPPORTED:
    "The query needs modules, files or a construct of regular expressions that there is not",
  QUERY_BUDGET_EXCEEDED:
    "The query takes more than 5,000,000 units of work, or gives more than 100,000 results, 2,000,000 characters or 1,000 levels; of all but levels there may be more where the input is large",
  POINTER_NOT_FOUND: "The pointer leads to nothing in the document",
  ...INPUT_FAILURES,
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  NO_RESULTS: "The query gave no results",
  QUERY_DEBUG: "The query called debug, stderr or input_line_number",
  NUMBER_ROUNDED: "A number that no double holds exactly was computed with",
} as const;

export type Failure = keyof typeof FAILURES;

export type Warning = keyof typeof WARNINGS;

const INPUT = Type.Object({
  input: Type.Optional(
    jsonField({
      description:
        "The document: JSON text, which keeps every number exactly, or any other JSON value as it is; for jq the text may hold several documents, and with nullInput none is needed",
    }),
  ),
  query: Type.Optional(
    Type.String({
      description:
        "The expression; if empty or left out, the whole document: . @ $ or an empty pointer",
      maxLength: 10_000,
    }),
  ),
  language: oneOf(LANGUAGES, {
    description: "jq 1.8, JMESPath, JSONPath (RFC 9535) or JSON Pointer (RFC 6901)",
    default: "jq",
  }),
  rawOutput: Type.Boolean({
    description: "Strings are put out without quotes (jq -r)",
    default: false,
  }),
  compact: Type.Boolean({ description: "Each result on one line (jq -c)", default: false }),
  sortKeys: Type.Boolean({
    description: "Keys of objects are put out in order (jq -S)",
    default: false,
  }),
  slurp: Type.Boolean({ description: "jq: all documents as one array (-s)", default: false }),
  nullInput: Type.Boolean({
    description: "jq: null as the input; input and inputs read the documents (-n)",
    default: false,
  }),
  args: Type.Record(Type.String(), Type.Unknown(), {
    description: "jq: a variable $name for each member, which $ARGS.named holds, too",
    maxProperties: 50,
    default: {},
  }),
});

const VALUE = Type.Object({
  language: Type.Union(LANGUAGES.map((language) => Type.Literal(language))),
  count: Type.Integer({ minimum: 0, description: "Results" }),
  results: Type.Array(Type.Any()),
});

type Input = Static<typeof INPUT>;

const USERS =
  '{"users":[{"name":"Ada","age":36,"tags":["math","code"]},{"name":"Alan","age":41,"tags":["code"]},{"name":"Grace","age":36,"tags":[]}]}';

// 10 to 45 ms on 100,000 characters for usual programs; one that visits every value and builds it
// anew (`walk(.)`) takes up to 120 ms. A unit of work is about 0.2 µs: one evaluation of one part of
// the query, 16 characters written or read through, four elements copied; the budget is a second.
export default defineTool({
  id: "json-query",
  name: "JSON Query",
  category: "Code",
  description:
    "Runs a jq program, JMESPath, JSONPath or JSON Pointer on JSON, every number kept exactly.",
  keywords: [
    "aggregate",
    "count",
    "extract",
    "filter",
    "gron",
    "group by",
    "jaq",
    "jmespath",
    "jq",
    "jq filter",
    "json",
    "pointer",
    "query",
    "reshape",
    "sum",
  ],
  aliases: ["jmespath", "jq"],
  aliasInput: { jmespath: { language: "jmespath" } },
  version: "2026-11-23",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "query",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "run a jq filter on json",
    "jq play online",
    "query json with jmespath",
    "extract a field from json, pull one value out of deeply nested data",
    "filter an array of objects by a condition",
    "group json objects by a key and count them",
    "reshape json with one expression, transform one structure into another",
    "select all ids from an api response",
    "sum a field over a json array",
    "flatten nested json with jq",
    "resolve a json pointer",
    "aws cli --query expression",
    "convert json array to csv lines with @csv",
    "sort json by a key",
    "pick only names and emails out of a big response",
    "list of orders: total, sum, count or average for each customer or country",
    "how many entries have status open",
    "project, filter, group and aggregate records with an expression language",
    "only the objects older than a date, sorted by price",
    "json abfragen mit jq, nur bestimmte felder aus einem großen json holen",
    "filtrer un json avec jq, prendre seulement certains champs",
    "consultar json con jq, sacar solo algunos campos de un json grande",
    "jq 查询 json 从 大 json 里 取 字段 筛选 统计",
    "json から必要な値だけ取り出す 集計",
    "order export, i want just the totals per month",
    "aws describe-instances gives pages, only the ids and private ips please",
    "strip all users who never logged in and sort the others by name",
    "make from this nested answer a flat list of name and price",
    "jq '.items[] | select()', jaq, gojq, fx, gron, az --query, lodash groupBy, to_entries, map_values",
    "evaluate a filter program over structured data and return the projected or aggregated results",
    "consultar json com jq, filtrar e somar campos",
    "filtrar, agrupar y sumar datos json con jq",
    "json filtern, gruppieren und summieren",
    "filtrer, grouper et additionner des données json",
    "jq 过滤 分组 求和 排序 提取",
    "jq フィルター グループ化 合計 並べ替え",
  ],
  effort: 3,
  isolated: true,
  // The formatter is what most JSON is pasted for.
  detect: (sample) => detectJson(sample) * 0.6,

  laws: [
    {
      name: "the whole document is the default query of every language",
      holds(run, input) {
        const outputs = LANGUAGES.map((language) => {
          const { input: document } = input;
          const { ok, output } = run({ input: document, language, compact: true });
          return ok ? output : undefined;
        });
        const [jq, ...others] = outputs;
        return others.every((output) => output === undefined || output === jq);
      },
    },
    {
      name: "running a | b is running b on each result of a",
      holds(run, input) {
        if (input.language !== undefined && input.language !== "jq") return true;
        const { input: document } = input;
        const first = run({ input: document, query: ".[]?", compact: true });
        const both = run({ input: document, query: ".[]? | [., type]", compact: true });
        if (!first.ok || first.output === "") return true;
        return (
          run({ input: first.output, query: "[., type]", compact: true }).output === both.output
        );
      },
    },
    {
      name: "raw, compact and sorted output leave the value as it is",
      holds(run, input) {
        const plain = { ...input, rawOutput: false, compact: false, sortKeys: false };
        const other = run({ ...input, rawOutput: true, compact: true, sortKeys: true });
        const value = run(plain).value;
        // A shorter layout may fit where a longer one does not.
        if (value?.count !== other.value?.count) return true;
        return JSON.stringify(value) === JSON.stringify(other.value);
      },
    },
  ],
  examples: [
    {
      title: "jq: filter and reshape",
      input: { input: USERS, query: ".users | map(select(.age < 40) | {name, n: (.tags|length)})" },
      expect: {
        output:
          '[\n  {\n    "name": "Ada",\n    "n": 2\n  },\n  {\n    "name": "Grace",\n    "n": 0\n  }\n]',
        value: { language: "jq", count: 1 },
      },
    },
    {
      title: "jq: group and count, one result per line",
      input: {
        input: USERS,
        query: ".users | group_by(.age)[] | {age: .[0].age, names: map(.name)}",
        compact: true,
      },
      expect: {
        output: '{"age":36,"names":["Ada","Grace"]}\n{"age":41,"names":["Alan"]}',
        value: { count: 2 },
      },
    },
    {
      title: "JMESPath",
      input: {
        input: USERS,
        query: "users[?age > `36`].{n: name, first: tags[0]} | [0]",
        language: "jmespath",
        compact: true,
      },
      expect: { output: '{"n":"Alan","first":"code"}' },
    },
    {
      title: "JSON Pointer: one exact value",
      input: { input: '{"a/b":{"m~n":[10,20]}}', query: "/a~1b/m~0n/1", language: "pointer" },
      expect: { output: "20", value: { results: [20] } },
    },
    {
      title: "Long numbers keep their digits",
      input: { input: '{"id":12345678901234567890,"x":1.50}', query: ".id, .x" },
      expect: {
        output: "12345678901234567890\n1.50",
        warnings: [{ code: "NUMBER_KEPT_AS_TEXT", path: "/results/0" }],
      },
    },
    {
      title: "An error keeps the results before it",
      input: { input: "[[1],null]", query: ".[] | .[]" },
      expect: {
        ok: false,
        output: "1",
        error: { code: "QUERY_RUNTIME", message: "Cannot iterate over null (null)" },
      },
    },
  ],

  run(input, ctx) {
    const { language } = input;
    const isOptional = language === "jq" && input.nullInput;
    if (input.input === undefined && !isOptional)
      return inputInvalid([missingField("/input", "a JSON document")]);
    const documents =
      input.input === undefined
        ? ({ ok: true, roots: [], warnings: [] } as const)
        : language === "jq"
          ? readDocuments(input.input, "/input", input.nullInput || input.slurp)
          : readOneDocument(input.input, "/input");
    const query =
      input.query === undefined || input.query === "" ? DEFAULT_QUERIES[language] : input.query;
    if (!documents.ok) return fail(documents.error, { valid: false, warnings: documents.warnings });
    const outcome = runQuery({ ...input, query }, documents.roots, ctx);
    const asked = { ...input, query, longest: ctx.longestOutput };
    return report(asked, outcome, documents.warnings);
  },
});

type Asked = Input & { readonly query: string };

function runQuery(asked: Asked, roots: readonly JsonNode[], ctx: Ctx): QueryOutcome {
  const { query, language, slurp, nullInput } = asked;
  const [root] = roots;
  const growth = Math.ceil(ctx.longestOutput / LONGEST_OUTPUT);
  if (language === "jq" || root === undefined) {
    const args = readArgs(asked.args);
    if (args === undefined)
      return refused(budgetError("has an argument of more than 1,000 levels"));
    return runJq({ query, documents: roots, slurp, nullInput, args, now: ctx.now(), growth });
  }
  if (language === "jmespath") return runJmespath(query, root, growth);
  return language === "jsonpath" ? runJsonPath(query, root, growth) : runPointer(query, root);
}

function readArgs(args: Input["args"]): [string, JsonNode][] | undefined {
  const read: [string, JsonNode][] = [];
  for (const [name, value] of Object.entries(args)) {
    const document = documentOf(value);
    if (document === undefined) return undefined;
    read.push([name, document.root]);
  }
  return read;
}

function report(
  { query, language, ...layout }: Asked & { readonly longest: number },
  outcome: QueryOutcome,
  read: readonly Entry<Warning>[],
) {
  const { output, results, warnings, isFull } = listResults(outcome.results, layout);
  const error = isFull
    ? budgetError(`gives more than ${layout.longest} characters`)
    : outcome.error;
  const none = results.length === 0 && error === undefined && language !== "jmespath";
  const common = {
    output,
    value: { language, count: results.length, results },
    valid: outcome.valid,
    warnings: joinEntries<Warning>(
      read,
      outcome.warnings,
      none ? [{ code: "NO_RESULTS", message: "The query gave no results", path: "/query" }] : [],
      warnings,
    ),
  };
  if (error === undefined) return done(common);
  return fail(withLanguage(error, query, language), common);
}

/** An error of the syntax, with the language that the text can be read in. */
function withLanguage(error: Entry<Failure>, query: string, language: Language): Entry<Failure> {
  // Of jq, a hint names the function that was meant.
  const isTold = language === "jq" && error.hint !== undefined;
  const other = error.code === "QUERY_SYNTAX" && !isTold && otherLanguage(query, language);
  if (!other) return error;
  const hint = `The query can be read with language "${other}"`;
  return { ...error, hint: error.hint === undefined ? hint : `${error.hint}; ${hint}` };
}
