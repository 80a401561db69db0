import { type Static, Type } from "@sinclair/typebox";
import { oneOf, whole } from "./_core/fields.ts";
import { defineTool, done, type Entry, fail } from "./_core/tool.ts";
import { ErrorList } from "./_lib/results/entry-list.ts";
import { problemEntry } from "./_lib/results/syntax-problem.ts";
import { arrayNode } from "./_lib/json/tree/tree.ts";
import { VALUE_WARNINGS } from "./_lib/json/tree/value.ts";
import { prettyJson } from "./_lib/json/tree/write.ts";
import { OUTPUT_FAILURES, outputTooLarge } from "./_lib/results/output-limit.ts";
import { isNoData } from "./_lib/formats/yaml/data.ts";
import { detectYaml } from "./yaml-formatter/detect.ts";
import { printYaml } from "./yaml-formatter/print.ts";
import { reportYaml, validYamlLine, type YamlReport } from "./_lib/formats/yaml/report.ts";
import { parseYaml } from "./_lib/formats/yaml/stream.ts";
import type { YamlProblem, YamlStream } from "./_lib/formats/yaml/tree.ts";
import { invalidLine } from "./_lib/results/invalid-line.ts";

const FAILURES = {
  YAML_SYNTAX: "The text is not well-formed YAML 1.2",
  YAML_UNDEFINED_ALIAS: "An alias stands before the anchor of its name, or there is none",
  DUPLICATE_KEY: "A mapping has the same key again, with action validate or json",
  YAML_ALIAS_LIMIT: "Aliases stand for more than 100,000 nodes or for themselves, with action json",
  YAML_COMPLEX_KEY: "A collection is a key, which JSON has no form for, with action json",
  INPUT_TOO_DEEP: "The data is nested deeper than 1,000 levels",
  ERRORS_TRUNCATED: "More than 100 errors of one code were found",
  ...OUTPUT_FAILURES,
} as const;

const WARNINGS = {
  AMBIGUOUS_SCALAR: "YAML 1.1 and 1.2 read a plain scalar as different values or types",
  BOM_REMOVED: "A byte order mark stood before a document",
  DUPLICATE_KEY: "A mapping has the same key again; the last value counts in `value`",
  LONE_SURROGATE: "A string holds half of a surrogate pair",
  TAG_IGNORED: "A tag that JSON has no form for, or that its node does not fit",
  YAML_ALIAS_LIMIT: "A document has no data: its aliases stand for too much or for themselves",
  YAML_COMPLEX_KEY: "A document has no data: a collection is a key",
  ...VALUE_WARNINGS,
  WARNINGS_TRUNCATED: "More than 100 warnings of one code were found",
} as const;

const INPUT = Type.Object({
  input: Type.String({ description: "YAML text of one or more documents" }),
  action: oneOf(["format", "validate", "sort", "json"], {
    description:
      "format lays out, validate only checks, sort also sorts keys, json gives the data as JSON",
    default: "format",
  }),
  indent: whole({ description: "Columns per level", minimum: 2, maximum: 8, default: 2 }),
  indentSequences: Type.Boolean({
    description: "Indent the items of a sequence under their key; false: in the key's column",
    default: true,
  }),
  sortKeys: Type.Boolean({
    description: "Sort the keys of every mapping, with their comments; << stays first",
    default: false,
  }),
  version: oneOf(["1.2", "1.1"], {
    description: "How plain scalars are read for value and json; a %YAML directive wins",
    default: "1.2",
  }),
  merge: Type.Boolean({
    description: "Merge << in value and json; the formatted text keeps it",
    default: true,
  }),
});

const VALUE = Type.Object({
  documents: Type.Array(Type.Any(), {
    description: "The data of each document; null where it has no JSON form",
  }),
  comments: Type.Integer({ minimum: 0 }),
  anchors: Type.Array(Type.String(), { description: "Their names, each once" }),
  aliases: Type.Integer({ minimum: 0 }),
});

type Input = Static<typeof INPUT>;
type Value = Static<typeof VALUE>;
type Failure = keyof typeof FAILURES;
type Warning = keyof typeof WARNINGS;

/** Which repeated keys are errors. */
const REFUSED = { format: "none", sort: "none", validate: "equal", json: "same-text" } as const;

export default defineTool({
  id: "yaml-formatter",
  name: "YAML Formatter",
  category: "Code",
  description:
    "Formats, validates or sorts YAML, keeps comments, anchors and quotes, or gives it as JSON.",
  keywords: [
    "ansible",
    "ci",
    "comments",
    "compose",
    "format",
    "github actions",
    "helm",
    "indentation",
    "kubernetes",
    "lint",
    "openapi",
    "prettier",
    "pretty print",
    "sort keys",
    "validate",
    "yaml",
    "yamllint",
    "yml",
  ],
  aliases: [],
  version: "2026-11-20",

  input: INPUT,
  primary: "input",
  value: VALUE,
  verb: "format",
  failures: FAILURES,
  warnings: WARNINGS,
  intents: [
    "format yaml",
    "pretty print a yml file without losing comments",
    "fix the indentation of my yaml",
    "tidy up a kubernetes manifest",
    "is this yaml valid",
    "validate yaml and show the line of the error",
    "mapping values are not allowed here",
    "found character that cannot start any token",
    "yaml to json",
    "sort the keys of a yaml file",
    "find duplicate keys in yaml",
    "why is no read as false in yaml",
    "norway problem yaml 1.1 booleans",
    "check github actions workflow yaml syntax",
    "keep anchors and aliases when formatting yaml",
    "prettier or yamllint for yaml",
    "indentation is wrong somewhere and the deployment refuses my file",
    "compose or helm file looks messy",
    "spaces and dashes settings file, where is the mistake",
    "workflow does not start because of a colon or tab",
    "lint and canonicalize a manifest without dropping comments",
    "on, off, yes and no are read as booleans",
    "formatear yaml",
    "yaml formatieren und prüfen",
    "formater du yaml",
    "yaml 格式化",
    "yaml のインデントを整形する",
    "archivo yaml con sangría incorrecta",
    "yaml datei mit falscher einrückung",
    "fichier yaml mal indenté",
    "yaml 缩进 错误 检查",
    "docker compose says line 12 column 5, what is wrong there",
    "my pipeline file has mixed two and four blanks",
    "somebody wrote the same key twice in values.yml",
    "home assistant configuration does not start since i edited it",
    "yamllint, prettier, yq -P, kubeval, js-yaml YAMLException, ruamel, ansible-lint, spectral",
    "tidy a yml document's layout while its remarks and aliases survive, or point at the syntax slip",
    "formatar e validar yaml, erro de indentação",
    "YAML の構文エラーの行を調べる",
  ],
  effort: 2,
  detect: detectYaml,

  laws: [
    {
      name: "formatting what was formatted changes nothing",
      holds(run, input) {
        const once = run({ ...input, action: "format" });
        if (!once.ok) return true;
        const again = run({ ...input, action: "format", input: once.output ?? "" });
        return again.output === once.output;
      },
    },
    {
      name: "formatting leaves the data, the anchors and the number of comments as they are",
      holds(run, input) {
        const before = run({ ...input, action: "format", sortKeys: false });
        if (!before.ok) return true;
        const after = run({ ...input, action: "validate", input: before.output ?? "" });
        return JSON.stringify(after.value) === JSON.stringify(before.value);
      },
    },
    {
      name: "what was sorted is sorted",
      holds(run, input) {
        const once = run({ ...input, action: "sort" });
        if (!once.ok) return true;
        const again = run({ ...input, action: "sort", input: once.output ?? "" });
        return again.output === once.output;
      },
    },
    {
      name: "validating never fails",
      holds: (run, input) => run({ ...input, action: "validate" }).ok,
    },
  ],
  examples: [
    {
      title: "Comments, anchors, quotes and number forms stay",
      input: {
        input:
          "# app\nname:   demo   # the name\nports:\n- 80\n-   0x1F\nenv: {B: \"2\",   A: 'x'}\nbase: &base\n    on: no\nprod:\n    <<: *base\n",
      },
      expect: {
        output:
          "# app\nname: demo # the name\nports:\n  - 80\n  - 0x1F\nenv: { B: \"2\", A: 'x' }\nbase: &base\n  on: no\nprod:\n  <<: *base\n",
        valid: true,
        value: { comments: 2, anchors: ["base"], aliases: 1 },
      },
    },
    {
      title: "The data as JSON, with what YAML 1.1 would read otherwise",
      input: { input: "a: 0x1F\nb: no\nc: {d: ~}\n", action: "json" },
      expect: {
        output: '{\n  "a": 31,\n  "b": "no",\n  "c": {\n    "d": null\n  }\n}',
        warnings: [{ code: "AMBIGUOUS_SCALAR", path: "/b", line: 2, column: 4, received: "no" }],
      },
    },
    {
      title: "Find a repeated key",
      input: { input: "a: 1\nb: 2\na: 3\n", action: "validate" },
      expect: { valid: false, errors: [{ code: "DUPLICATE_KEY", path: "/a", line: 3 }] },
    },
    {
      title: "Keys sorted, each with its comment",
      input: { input: "# of b\nb: 1\n# of a\na: 2\n", action: "sort" },
      expect: { output: "# of a\na: 2\n# of b\nb: 1\n" },
    },
    {
      title: "A tab is no indentation",
      input: { input: "a: 1\n\tb: 2\n" },
      expect: { ok: false, error: { code: "YAML_SYNTAX" } },
    },
    {
      title: "An alias needs its anchor before it",
      input: { input: "a: *b\nb: &b 1\n" },
      expect: { ok: false, error: { code: "YAML_UNDEFINED_ALIAS" } },
    },
  ],

  run(input, { longestOutput: longest }) {
    const { stream, problems } = parseYaml(input.input);
    if (stream === undefined || problems.length > 0) return refuse(input, problems);
    const report = reportYaml(stream, input, REFUSED[input.action]);
    const { errors, warnings } = report;
    const found = {
      value: {
        documents: report.documents,
        comments: stream.comments.length,
        anchors: [...new Set(stream.anchors.map(({ name }) => name))],
        aliases: stream.aliases.length,
      },
      valid: errors.length === 0,
      stats: report.stats,
      warnings,
    };
    if (input.action === "json") return toJson(input, report, { ...found, longest });
    if (input.action === "validate") {
      const [first] = errors;
      const output = first === undefined ? validYamlLine(stream, report) : invalidLine(first);
      return done({ ...found, output, errors });
    }
    const output = format(input, stream, longest);
    return output === undefined
      ? fail(outputTooLarge("Indent by less", longest), found)
      : done({ ...found, output });
  },
});

function refuse({ input, action }: Input, problems: readonly YamlProblem[]) {
  const list = new ErrorList<YamlProblem["code"]>();
  for (const problem of problems)
    list.add(problem.code, () => problemEntry(problem, input, "YAML"));
  const [first, ...others] = list.list();
  const found = { value: null, valid: false };
  if (first === undefined) return done(found);
  if (action !== "validate") return fail([first, ...others], found);
  return done({ ...found, output: invalidLine(first), errors: [first, ...others] });
}

function format(input: Input, stream: YamlStream, longest: number) {
  const { indent, indentSequences, sortKeys, action } = input;
  const sorts = sortKeys || action === "sort";
  return printYaml(stream, { indent, indentSequences, sortKeys: sorts, longest });
}

interface Found {
  readonly value: Value;
  readonly valid: boolean;
  readonly stats: YamlReport["stats"];
  readonly warnings: readonly Entry<Warning>[];
}

interface Large extends Found {
  readonly longest: number;
}

function toJson({ input }: Input, { trees, errors }: YamlReport, large: Large) {
  const { longest, ...found } = large;
  const all: Entry<Failure>[] = [...errors];
  const data = [];
  for (const tree of trees) {
    if (!isNoData(tree)) data.push(tree);
    else if (tree.code === "OUTPUT_TOO_LARGE") all.push(outputTooLarge());
    else all.push(problemEntry({ ...tree, code: tree.code }, input, "YAML"));
  }
  const [first, ...others] = all;
  if (first !== undefined) return fail([first, ...others], { ...found, valid: false });
  const [only] = data;
  if (only === undefined) return done({ ...found, output: "" });
  const output = prettyJson(data.length === 1 ? only : arrayNode(data), longest);
  return output === undefined
    ? fail(outputTooLarge(undefined, longest), found)
    : done({ ...found, output });
}
