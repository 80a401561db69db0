import { type Static, Type } from "@sinclair/typebox";
import { jsonTextField, oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { joinEntries } from "./_lib/results/entry-list.ts";
import { canonicalTree } from "./json-formatter/canonical-tree.ts";
import { detectJson } from "./_lib/json/peek.ts";
import {
  COMMENTS_WARNINGS,
  commentsRemoved,
  DOCUMENT,
  JSON_FAILURES,
  JSON_WARNINGS,
  type JsonField,
  type JsonFieldFailure,
  readJsonField,
  repeatErrors,
} from "./_lib/json/tree/json-field.ts";
import { nonFiniteNumbers } from "./json-formatter/non-finite.ts";
import { layOutPlain } from "./json-formatter/plain.ts";
import { treeStats, validLine } from "./_lib/json/tree/stats.ts";
import { type JsonNode, withoutRepeats } from "./_lib/json/tree/tree.ts";
import { VALUE_WARNINGS, valueOf } from "./_lib/json/tree/value.ts";
import { writeJson } from "./_lib/json/tree/write.ts";
import { OUTPUT_FAILURES, outputTooLarge } from "./_lib/results/output-limit.ts";
import { invalidLine } from "./_lib/results/invalid-line.ts";

const FAILURES = {
  ...JSON_FAILURES,
  ...OUTPUT_FAILURES,
  DUPLICATE_KEY: "An object repeats a key, with duplicateKeys error or action canonical",
  NUMBER_NOT_EXACT: "An integer that no double holds exactly, with action canonical",
  NUMBER_NOT_JSON: "A number that JSON or canonical JSON has no form for",
  LONE_SURROGATE: "A string holds half of a surrogate pair, with action canonical",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
} as const;

const WARNINGS = {
  ...JSON_WARNINGS,
  ...VALUE_WARNINGS,
  ...COMMENTS_WARNINGS,
  NUMBER_ROUNDED: "Canonical JSON writes the nearest double of a number",
} as const;

const INPUT = Type.Object({
  input: jsonTextField({ description: DOCUMENT }),
  action: oneOf(["format", "minify", "validate", "sort", "canonical"], {
    description:
      "format lays out, minify removes white space, validate only checks, sort also sorts keys, canonical is RFC 8785",
    default: "format",
  }),
  indent: whole({
    description: "Spaces per level; 0 is the minified layout",
    minimum: 0,
    maximum: 10,
    default: 2,
  }),
  useTabs: Type.Boolean({ description: "One tab per level instead of spaces", default: false }),
  sortKeys: Type.Boolean({
    description: "Sort the keys of every object by code unit; arrays keep their order",
    default: false,
  }),
  inlineWidth: whole({
    description: "An array of scalars whose one-line form is at most this long stays on one line",
    minimum: 0,
    maximum: 200,
    default: 0,
  }),
  dialect: oneOf(["json", "jsonc", "json5"], {
    description: "What is accepted: strict JSON, JSON with comments and trailing commas, or JSON5",
    default: "json",
  }),
  keepComments: Type.Boolean({
    description:
      "Keep comments in the output, with dialect jsonc or json5 and action format or sort",
    default: false,
  }),
  escapes: oneOf(["keep", "minimal", "ascii"], {
    description: "Strings as written, with only the escapes that JSON requires, or in ASCII",
    default: "keep",
  }),
  duplicateKeys: oneOf(["report", "error", "first", "last"], {
    description:
      "Repeated keys: report keeps every copy, error refuses them, first and last drop the others",
    default: "report",
  }),
  allowRounding: Type.Boolean({
    description: "With action canonical: write the nearest double of an integer that is not exact",
    default: false,
  }),
});

type Input = Static<typeof INPUT>;
type Warning = keyof typeof WARNINGS;
type Failure = keyof typeof FAILURES;

export default defineTool({
  id: "json-formatter",
  name: "JSON Formatter",
  category: "Code",
  description:
    "Formats, minifies, validates, sorts or canonicalizes JSON without changing a number, string or key.",
  keywords: [
    "beautify",
    "canonical",
    "format json",
    "indent",
    "jcs",
    "json",
    "json lint",
    "json5",
    "jsonc",
    "jsonlint",
    "lint",
    "minify",
    "pretty print",
    "reformat",
    "sort keys",
    "stringify",
    "syntax error",
  ],
  aliases: ["json-format"],
  version: "2026-11-20",

  input: INPUT,
  primary: "input",
  value: Type.Any({ description: "The data; a number that no double holds exactly is its text" }),
  verb: "format",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "pretty print or beautify json, make it nice, readable and human friendly with indentation",
    "minified json response on a single line is hard to read, spread it over several lines",
    "minify json to one line, remove spaces and line breaks to make it small",
    "is this valid json",
    "check whether my json is valid, show the line of the syntax error or mistake",
    "unexpected token in json at position, comma or bracket missing",
    "sort json keys alphabetically, deterministic order of members for a stable diff",
    "canonical json for signing or hashing, normalize whitespace",
    "convert json5 or jsonc with comments to plain json",
    "jsonlint, json checker and viewer",
    "tidy curly braces and quotes, two or four spaces",
    "jq . but keep big numbers exact",
    "make the response of a server nice to look at",
    "formatear json, ponerlo bonito con sangría, ordenar las claves",
    "json formatieren und prüfen, lesbar machen, einrücken",
    "formater et valider du json, le rendre lisible, indenter",
    "json 格式化 排版 美化 缩进 压缩 校验",
    "json 整形 見やすくする インデント",
    "api answered with one endless row, i cannot see the structure",
    "editor marks my package.json red, where is the comma wrong",
    "both exports have other key order, line them up before i diff",
    "ids with 19 digits change when i reformat, they must not",
    "jq -S, python -m json.tool, JSON.stringify(x, null, 2), prettier, RFC 8785 JCS, RFC 8259, JSONLint",
    "reindent or compact a document losslessly, report the first syntax fault by line and column",
    "formatar json, validar e identar, json bonito",
    "validar sintaxis json, error de coma, minificar",
    "json syntaxfehler finden, schön formatieren, minifizieren",
    "erreur de syntaxe json, minifier, indentation",
    "json 校验 语法错误 哪一行 缩进",
    "json 構文エラー 圧縮 フォーマット",
  ],
  effort: 1,
  detect: detectJson,

  laws: [
    {
      name: "formatting what was formatted changes nothing",
      holds(run, input) {
        const once = run(input);
        if (!once.ok || input.action === "validate") return true;
        return run({ ...input, input: once.output }).output === once.output;
      },
    },
    {
      name: "minifying what was formatted is minifying",
      holds(run, input) {
        const formatted = run({ ...input, action: "format", keepComments: false });
        if (!formatted.ok) return true;
        const again = run({ ...input, action: "minify", input: formatted.output });
        return again.output === run({ ...input, action: "minify" }).output;
      },
    },
    {
      name: "sorting and minifying leave the canonical form as it is",
      holds(run, input) {
        const canonical = run({ ...input, action: "canonical" });
        const sorted = run({ ...input, action: "sort", keepComments: false });
        const minified = run({ ...input, action: "minify" });
        if (!canonical.ok || !sorted.ok || !minified.ok) return true;
        return [sorted, minified].every(
          ({ output }) =>
            run({ ...input, action: "canonical", input: output }).output === canonical.output,
        );
      },
    },
    {
      name: "validating never fails",
      holds: (run, input) => run({ ...input, action: "validate" }).ok,
    },
  ],
  examples: [
    {
      title: "Long numbers and the order of keys stay as they are",
      input: { input: '{"b":1.50,"10":12345678901234567890,"a":[]}' },
      expect: {
        output: '{\n  "b": 1.50,\n  "10": 12345678901234567890,\n  "a": []\n}',
        value: { b: 1.5, "10": "12345678901234567890", a: [] },
        valid: true,
      },
    },
    {
      title: "Find the mistake",
      input: { input: '{"a":1,}', action: "validate" },
      expect: {
        valid: false,
        output:
          "invalid: Cannot read JSON: found a trailing comma, expected a key in double quotes at line 1, column 8",
      },
    },
    {
      title: "Canonical form for a signature",
      input: { input: '{"b": 1e2, "a": "\\u00e9\\/"}', action: "canonical" },
      expect: { output: '{"a":"é/","b":100}' },
    },
    {
      title: "JSON5 becomes JSON",
      input: { input: "{a: 'it', b: [.5, 0x1F,], /* no */}", dialect: "json5", indent: 0 },
      expect: { output: '{"a":"it","b":[0.5,31]}' },
    },
    {
      title: "A trailing comma is no JSON",
      input: { input: "[1,2,]" },
      expect: { ok: false, error: { code: "JSON_SYNTAX" } },
    },
    {
      title: "Canonical JSON has no long integers",
      input: { input: '{"id":12345678901234567890}', action: "canonical" },
      expect: { ok: false, error: { code: "NUMBER_NOT_EXACT" } },
    },
  ],

  run(input, { longestOutput }) {
    const plain = formatPlain(input, longestOutput);
    if (plain !== undefined) return plain;
    const field = readJsonField(input.input, "/input", input.dialect);
    if (!field.ok) return unreadable(input, field);
    const { duplicateKeys: duplicates } = input;
    const written = field.document.root;
    const root =
      duplicates === "first" || duplicates === "last"
        ? withoutRepeats(written, duplicates)
        : written;
    const { value, warnings } = valueOf(root);
    const found = {
      value,
      valid: true,
      stats: {
        ...treeStats(written),
        duplicateKeys: field.document.repeatedKeys,
        comments: field.document.commentCount,
      },
      warnings: joinEntries<Warning>(field.warnings, warnings),
    };
    const repeats = duplicates === "error" ? repeatErrors(field.warnings) : [];
    if (repeats.length > 0) return refuse(input, repeats, { ...found, valid: false });
    if (input.action === "validate") return done({ ...found, output: validLine(written) });
    if (input.action === "canonical")
      return canonicalize(input, field, root, { ...found, longestOutput });
    return layOut(input, field, root, { ...found, longestOutput });
  },
});

/**
 * The common case, several times faster: a text that the engine itself reads without a loss. One object of thousands of
 * members grows a little more than linearly, 4 ms for 10,000 of them: `JSON.parse` keeps each new key in a table of
 * the engine, which outgrows the caches.
 */
function formatPlain(input: Input, longest: number) {
  const { action, escapes, inlineWidth, sortKeys } = input;
  const moves = sortKeys || action === "sort" || action === "canonical";
  if (typeof input.input !== "string" || moves || inlineWidth > 0 || escapes === "ascii") {
    return undefined;
  }
  const plain = layOutPlain(input.input, {
    indent: action === "validate" ? undefined : indentOf(input),
    keepsTokens: escapes === "keep",
    longest,
  });
  if (plain === undefined) return undefined;
  const { output, value, stats } = plain;
  return done({ output, value, valid: true, stats: { ...stats, duplicateKeys: 0, comments: 0 } });
}

interface Found {
  readonly value: unknown;
  readonly valid: boolean;
  readonly stats: Readonly<Record<string, unknown>>;
  readonly warnings: readonly Entry<Warning>[];
}

interface Large extends Found {
  readonly longestOutput: number;
}

function unreadable({ action }: Input, { error, warnings }: JsonFieldFailure) {
  const found = { value: null, valid: false, warnings };
  if (action !== "validate") return fail(error, found);
  return done({ ...found, output: invalidLine(error), errors: [error] });
}

/** What is an error is no warning besides. */
function refuse({ action }: Input, errors: readonly Entry<Failure>[], found: Found) {
  const [first, ...others] = errors;
  if (first === undefined) return done(found);
  const refused = new Set<string>(errors.map(({ code }) => code));
  const warnings = found.warnings.filter(({ code }) => !refused.has(code));
  if (action !== "validate") return fail([first, ...others], { ...found, warnings });
  return done({ ...found, warnings, value: null, output: invalidLine(first), errors });
}

function canonicalize(input: Input, field: JsonField, root: JsonNode, large: Large) {
  const { longestOutput: longest, ...found } = large;
  const { root: tree, errors, warnings } = canonicalTree(root, field.text, input.allowRounding);
  const kept = joinEntries<Warning>(field.warnings, warnings, commentsRemoved(field.document));
  if (errors.length > 0) return refuse(input, errors, { ...found, warnings: kept });
  const output = writeJson(tree, { indent: "", sortKeys: true, escapes: "minimal", longest });
  const data = { ...found, value: valueOf(tree).value, warnings: kept };
  return output === undefined
    ? fail(outputTooLarge(undefined, longest), data)
    : done({ ...data, output });
}

function layOut(input: Input, field: JsonField, root: JsonNode, large: Large) {
  const { longestOutput: longest, ...found } = large;
  const keepsComments = input.keepComments && input.action !== "minify";
  const removed = keepsComments ? [] : commentsRemoved(field.document);
  const data = { ...found, warnings: joinEntries<Warning>(found.warnings, removed) };
  const errors = input.dialect === "json5" ? nonFiniteNumbers(root, field.text) : [];
  if (errors.length > 0) return refuse(input, errors, data);
  const output = writeJson(root, {
    indent: indentOf(input),
    sortKeys: input.sortKeys || input.action === "sort",
    inlineWidth: input.inlineWidth,
    escapes: input.escapes,
    lastComments: keepsComments ? field.document.lastComments : undefined,
    longest,
  });
  return output === undefined
    ? fail(outputTooLarge("Indent by less, or minify", longest), data)
    : done({ ...data, output });
}

function indentOf({ action, indent, useTabs }: Input): string {
  if (action === "minify" || indent === 0) return "";
  return useTabs ? "\t" : " ".repeat(indent);
}
