import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, fail } from "./_core/tool.ts";
import { ErrorList } from "./_lib/results/entry-list.ts";
import { problemEntry } from "./_lib/results/syntax-problem.ts";
import { treeStats, validLine } from "./_lib/json/tree/stats.ts";
import { VALUE_WARNINGS } from "./_lib/json/tree/value.ts";
import { prettyJson } from "./_lib/json/tree/write.ts";
import { OUTPUT_FAILURES, outputTooLarge } from "./_lib/results/output-limit.ts";
import { detectToml } from "./toml-formatter/detect.ts";
import { parseToml } from "./_lib/formats/toml/parse.ts";
import { printToml } from "./toml-formatter/print.ts";
import { reportToml } from "./toml-formatter/report.ts";
import type { TomlDocument, TomlProblem } from "./_lib/formats/toml/tree.ts";
import { invalidLine } from "./_lib/results/invalid-line.ts";

const FAILURES = {
  TOML_SYNTAX: "The text is not well-formed TOML",
  TOML_DUPLICATE_KEY: "A table has the same key again",
  TOML_TABLE_REDEFINED: "A header or a dotted key opens a table or an array that is closed",
  TOML_DATE_RANGE: "A date or a time that does not exist",
  TOML_VERSION: "Syntax of TOML 1.1, with version 1.0",
  INPUT_TOO_DEEP: "The data is nested deeper than 1,000 levels",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
  ...OUTPUT_FAILURES,
} as const;

const WARNINGS = {
  BOM_REMOVED: "A byte order mark stood before the text",
  TOML_INTEGER_RANGE: "An integer that does not fit into 64 bits; it is kept exactly",
  ...VALUE_WARNINGS,
  WARNINGS_TRUNCATED: "More than 100 warnings of one code were found",
} as const;

const INPUT = Type.Object({
  input: Type.String({ description: "TOML text" }),
  action: oneOf(["format", "validate", "sort", "json"], {
    description:
      "format lays out, validate only checks, sort also sorts keys, json gives the data as JSON",
    default: "format",
  }),
  version: oneOf(["1.0", "1.1"], {
    description: "The TOML version; 1.0 refuses what only 1.1 allows",
    default: "1.1",
  }),
  indent: whole({
    description: "Spaces per level inside arrays and inline tables of several lines",
    minimum: 0,
    maximum: 8,
    default: 2,
  }),
  sortKeys: Type.Boolean({
    description:
      "Sort the keys of each table, with the comments above them; tables keep their order",
    default: false,
  }),
});

const VALUE = Type.Object({
  data: Type.Record(Type.String(), Type.Any(), {
    description: "The data; moments, infinities and inexact numbers are strings",
  }),
  special: Type.Array(
    Type.Object({
      path: Type.String(),
      type: oneOf([
        "offset-date-time",
        "local-date-time",
        "local-date",
        "local-time",
        "inf",
        "nan",
        "integer",
      ]),
      text: Type.String(),
    }),
    { description: "The values that JSON cannot hold as such, as written" },
  ),
  comments: Type.Integer({ minimum: 0 }),
});

type Input = Static<typeof INPUT>;

export default defineTool({
  id: "toml-formatter",
  name: "TOML Formatter",
  category: "Code",
  description:
    "Formats, validates or sorts TOML, keeps comments and number forms, or gives it as JSON.",
  keywords: [
    "beautify",
    "cargo.toml",
    "config",
    "config.toml",
    "format",
    "lint",
    "pretty print",
    "pyproject",
    "sort keys",
    "taplo",
    "toml",
    "toml linter",
    "validate",
  ],
  aliases: [],
  version: "2026-11-20",

  input: INPUT,
  primary: "input",
  pointsInto: "input",
  value: VALUE,
  verb: "format",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "format a toml file",
    "tidy up Cargo.toml",
    "pretty print pyproject.toml without losing comments",
    "is this toml valid",
    "validate toml and show the line of the error",
    "why does my toml not parse",
    "duplicate key in toml",
    "toml table defined twice",
    "sort the keys of a toml table",
    "sort dependencies in Cargo.toml",
    "toml to json",
    "check a config file against toml 1.0",
    "taplo fmt",
    "toml linter",
    "settings file of my rust or python project is ugly, tidy it",
    "where is the mistake in pyproject",
    "brackets and equals signs settings will not load",
    "normalize key order and spacing of a manifest, comments untouched",
    "clean up indentation and quotes in a config with sections in square brackets",
    "toml formatieren",
    "formatear toml",
    "toml 格式化",
    "ordenar y dar formato a un archivo toml",
    "toml datei aufräumen und prüfen",
    "mettre en forme un fichier toml",
    "toml を整形する",
    "poetry says my project file is broken, on which line",
    "dependencies table is a mess, put the crates in a to z",
    "netlify.toml, wrangler.toml or hugo config does not load",
    "a date or a long number must stay as i wrote it when the file gets tidied",
    "taplo format, toml-sort, tomli, tomllib, toml_edit, ruff.toml, rustfmt.toml, Pipfile",
    "parse a toml document, report syntax errors and reprint it uniformly",
    "formatar e validar um arquivo toml",
  ],
  effort: 2,
  detect: detectToml,

  laws: [
    {
      name: "formatting what was formatted changes nothing",
      holds(run, input) {
        const once = run({ ...input, action: "format" });
        if (!once.ok) return true;
        return run({ ...input, action: "format", input: once.output ?? "" }).output === once.output;
      },
    },
    {
      name: "formatting leaves the data and the texts of special values as they are",
      holds(run, input) {
        const before = run({ ...input, action: "format", sortKeys: false });
        if (!before.ok) return true;
        const after = run({
          ...input,
          action: "format",
          sortKeys: false,
          input: before.output ?? "",
        });
        return JSON.stringify(after.value) === JSON.stringify(before.value);
      },
    },
    {
      name: "validating never fails",
      holds: (run, input) => run({ ...input, action: "validate" }).ok,
    },
    {
      name: "what formats is valid, and what is valid formats",
      holds(run, input) {
        const formatted = run({ ...input, action: "format" });
        if (formatted.errors?.[0]?.code === "OUTPUT_TOO_LARGE") return true;
        return run({ ...input, action: "validate" }).valid === formatted.ok;
      },
    },
  ],
  examples: [
    {
      title: "Comments, number forms and quotes stay",
      input: {
        input: "# app\ntitle='x'   # name\nports=[8000,8001]\n[limits]\nmax=1_000\nmask = 0xFF\n",
      },
      expect: {
        output:
          "# app\ntitle = 'x' # name\nports = [8000, 8001]\n\n[limits]\nmax = 1_000\nmask = 0xFF\n",
        valid: true,
        value: { comments: 2, special: [] },
      },
    },
    {
      title: "Dates, infinities and long integers are listed",
      input: { input: "d = 2024-02-29\nbig = 9223372036854775807\nx = -inf\n", action: "json" },
      expect: {
        output: '{\n  "d": "2024-02-29",\n  "big": 9223372036854775807,\n  "x": "-inf"\n}',
        value: {
          special: [
            { path: "/d", type: "local-date", text: "2024-02-29" },
            { path: "/big", type: "integer", text: "9223372036854775807" },
            { path: "/x", type: "inf", text: "-inf" },
          ],
        },
      },
    },
    {
      title: "Find a repeated key",
      input: { input: "a = 1\nb = 2\na = 3\n", action: "validate" },
      expect: {
        valid: false,
        errors: [{ code: "TOML_DUPLICATE_KEY", path: "/a", line: 3, column: 1, offset: 12 }],
      },
    },
    {
      title: "A header cannot open a table again",
      input: { input: "a.b = 1\n[a]\n" },
      expect: { ok: false, error: { code: "TOML_TABLE_REDEFINED" } },
    },
    {
      title: "TOML 1.0 has no line breaks in inline tables",
      input: { input: "p = { x = 1,\n  y = 2 }\n", version: "1.0" },
      expect: { ok: false, error: { code: "TOML_VERSION" } },
    },
  ],

  run(input, { longestOutput: longest }) {
    const { document, problems } = parseToml(input.input, input.version);
    if (document === undefined || problems.length > 0) return refuse(input, problems);
    const { tree, data, special, warnings } = reportToml(document);
    const found = {
      value: { data, special, comments: document.comments.length },
      valid: true,
      stats: { ...treeStats(tree), tables: countHeaders(document) },
      warnings,
    };
    if (input.action === "validate") return done({ ...found, output: validLine(tree) });
    const sortKeys = input.sortKeys || input.action === "sort";
    const output =
      input.action === "json"
        ? prettyJson(tree, longest)
        : printToml(document, { indent: input.indent, sortKeys, longest });
    return output === undefined
      ? fail(outputTooLarge(undefined, longest), found)
      : done({ ...found, output });
  },
});

function refuse({ input, action }: Input, problems: readonly TomlProblem[]) {
  const list = new ErrorList<TomlProblem["code"]>();
  for (const problem of problems)
    list.add(problem.code, () => problemEntry(problem, input, "TOML"));
  const [first, ...others] = list.list();
  const found = { value: null, valid: false };
  if (first === undefined) return done(found);
  if (action !== "validate") return fail([first, ...others], found);
  return done({ ...found, output: invalidLine(first), errors: [first, ...others] });
}

function countHeaders({ lines }: TomlDocument): number {
  return lines.filter(({ content }) => content.type === "header").length;
}
